"""The second (and third) session of an event: the best seating for each goal, and rules to announce.

The search finds seatings; `multi_session` counts every figure and rejects seatings with errors.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from byestand.errors import BadRequest, NoSuchMovement
from byestand.language import say
from byestand.model.session import Session
from byestand.search.outcome import Impossible, SearchBudget, Work, longest_wait
from byestand.second_sessions.multi_session import session_competition
from byestand.second_sessions.search.goals import GOALS, Progress, full_order
from byestand.second_sessions.search.known_seatings import known_floor, known_starts, known_three, look_up
from byestand.second_sessions.search.seating_bounds import (
    NO_FEWER_THAN_NONE,
    LowerBound,
    bound_of_most,
    least_competition,
)
from byestand.second_sessions.search.seating_problem import SeatingRequests, Seats, SessionSeries
from byestand.second_sessions.search.seating_search import find_seatings
from byestand.second_sessions.seating_options import (
    SeatingOption,
    held_against_bounds,
    judged_option,
    rules_for,
    shown_worth,
    with_proof,
    worth_of,
)

SHARES = 0.4, 0.2
"""The share of the time for the chosen goal, and for each of the three others."""


@dataclass(frozen=True, slots=True)
class SecondSession:
    """The seating for the chosen goal, those for the other goals, and the rules."""

    sessions: tuple[Session, ...]
    goals: tuple[str, ...]
    selection: SeatingOption
    others: tuple[SeatingOption, ...]
    rules: tuple[SeatingOption, ...]

    @property
    def was_cut_off(self) -> bool:
        """Whether a search was stopped by time, so that another run may find other seatings."""
        return any(option.was_cut_off for option in (self.selection, *self.others))


def make_event(sessions: Sequence[Session], wishes: SeatingRequests | None = None) -> SessionSeries:
    """Return the sessions as the search needs them, with competition as the judge measures it."""
    for session in sessions:
        session.require_two_lines()
    competitions = tuple(session_competition(session).astype(np.float64) for session in sessions)
    return SessionSeries(tuple(sessions), competitions, wishes or SeatingRequests())


def plan_sessions(
    sessions: Sequence[Session],
    goals: Sequence[str] = ("total",),
    *,
    wishes: SeatingRequests | None = None,
    seconds: float = 10.0,
    progress: Progress | None = None,
    use_known: bool = True,
    improve: bool = False,
) -> SecondSession:
    """Return the best seatings for two or three sessions, by the order of *goals*, within about *seconds*.

    With *improve* the time is also used for seatings that ship with the program and are not proved best.
    """
    if len(sessions) not in (2, 3):
        raise BadRequest(say("number of sessions must be 2 or 3, not {sessions}", sessions=len(sessions)))
    event, order = make_event(sessions, wishes), full_order(goals)
    rules = tuple(rules_for(event))
    effort = _Effort(seconds, time.monotonic() + longest_wait(seconds), progress, use_known, improve)
    starts = [rule.seatings for rule in rules]
    if len(sessions) == 3:
        chosen = _search(event, order, 1.0, [*starts, *known_three(event)], effort)
        chosen = _raise_goal(
            _serve(chosen, order, (chosen, *rules)), LowerBound(chosen.total_bound, chosen.total_argument)
        )
        return SecondSession(event.sessions, order, chosen, (), rules)
    chosen = _best(event, order, SHARES[0], starts, effort)
    starts.append(chosen.seatings)
    others = []
    for other in (g for g in GOALS if g != order[0]):
        if {order[0], other} == {"total", "max"} and not chosen.account.total:
            others.append(replace(chosen, name=other))  # no repeats at all: none for any pair
        else:
            others.append(_best(event, (other,), SHARES[1], starts, effort))
    searched = (chosen, *others)
    floor = next(LowerBound(o.total_bound, o.total_argument) for o in searched if o.name == "total")
    served = [
        _raise_goal(
            _serve(option, full_order(goals if option is chosen else (option.name,)), (*searched, *rules)), floor
        )
        for option in searched
    ]
    return SecondSession(event.sessions, order, served[0], tuple(served[1:]), rules)


@dataclass(frozen=True, slots=True)
class _Effort:
    seconds: float
    last_resort: float
    """When all searches together are cut off, by the system's clock."""
    progress: Progress | None
    use_known: bool
    improve: bool


def _best(
    event: SessionSeries, goals: Sequence[str], share: float, starts: Sequence[tuple[Seats, ...]], effort: _Effort
) -> SeatingOption:
    """Return the seating of a second session that ships with the program, or else what a search finds."""
    problem, goal = event.problem((event.opening,), 1), goals[0]
    # Shipped seatings were found for one goal and the usual order after it.
    usual = full_order(goals) == full_order(goals[:1])
    known = look_up(problem, goal) if effort.use_known and usual else None
    shipped = None
    if known:
        leading = (
            known.main_bound if goal != "balance" else LowerBound(least_competition(problem), known.main_bound.argument)
        )
        shipped = with_proof(judged_option(event, goal, (known.seats,)), event, leading, known.total)
        if not effort.improve or (shipped.proved and shipped.total_proved):
            return shipped
    known_too = [(seats,) for seats in known_starts(problem)] if effort.use_known else []
    floor = known_floor(problem) if effort.use_known else None
    option = _search(event, goals, share, [*starts, *known_too], effort, floor)
    return _keep_best(option, shipped, event) if shipped else option


def _search(
    event: SessionSeries,
    goals: Sequence[str],
    share: float,
    starts: Sequence[tuple[Seats, ...]],
    effort: _Effort,
    floor: LowerBound | None = None,
) -> SeatingOption:
    """Return the best seatings that a search finds in its share of the time."""
    outcome = find_seatings(
        event,
        goals,
        clock=SearchBudget(share * effort.seconds, work=Work(measures_time=True, last_resort=effort.last_resort)),
        progress=effort.progress,
        starts=starts,
        floor=floor,
    )
    two = len(event.sessions) == 2
    if isinstance(outcome, Impossible):
        sentence = say("no such second session exists") if two else say("no such sessions exist")
        raise NoSuchMovement(sentence, because=outcome.reason)
    best = outcome.thing
    option = replace(judged_option(event, goals[0], best.seatings), was_cut_off=best.was_cut_off)
    return with_proof(option, event, best.main_bound, best.total)


def _keep_best(option: SeatingOption, shipped: SeatingOption, event: SessionSeries) -> SeatingOption:
    """Return a found option with the better of its own bounds and those of a shipped seating."""
    leading, total = (LowerBound(option.bound, option.argument), LowerBound(option.total_bound, option.total_argument))
    if option.name == "balance":
        return option
    if shipped.bound > leading.minimum:
        leading = LowerBound(shipped.bound, shipped.argument)
    # The bound of repeats holds for seatings with the same figure of the goal.
    same = worth_of(option, (option.name,)) == worth_of(shipped, (option.name,))
    if same and shipped.total_bound > total.minimum:
        total = LowerBound(shipped.total_bound, shipped.total_argument)
    return with_proof(option, event, leading, total)


def _serve(option: SeatingOption, order: Sequence[str], shown: Sequence[SeatingOption]) -> SeatingOption:
    """Return an option with the seats of the option shown that serves its goals best, by the figures shown.

    Each search had little time, and a rule with equal figures is easier to announce. So no option shown is as good as
    the chosen one in every figure and better in one.
    """
    best = min(shown, key=lambda other: shown_worth(other, order))
    if shown_worth(best, order) >= shown_worth(option, order):
        return option
    better = replace(
        option,
        seatings=best.seatings,
        account=best.account,
        groups=best.groups,
        steps=best.steps,
        warnings=best.warnings,
    )
    if worth_of(best, order[:1]) != worth_of(option, order[:1]):
        # A bound of repeats for a worse figure of the goal does not hold for this one.
        better = replace(better, total_bound=0, total_argument=NO_FEWER_THAN_NONE.argument)
    return held_against_bounds(better)


def _raise_goal(option: SeatingOption, floor: LowerBound) -> SeatingOption:
    """Return an option with the bound of repeats for all seatings, if its own bound is lower."""
    if floor.minimum > option.total_bound:
        option = replace(option, total_bound=int(floor.minimum), total_argument=floor.argument)
    largest = bound_of_most(floor, len(option.account.per_person))
    if option.name == "max" and largest.minimum > option.bound:
        option = replace(option, bound=largest.minimum, argument=largest.argument)
    return held_against_bounds(option)
