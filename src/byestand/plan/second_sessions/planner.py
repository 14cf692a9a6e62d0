"""The second (and third) session of an event: the best seating for each goal and rules to announce, side by side.

The search finds, the judge counts: every figure handed out here was counted by `byestand.verify.sessions`, and a
seating with a fault never leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from byestand.errors import BadRequest, NoSuchMovement
from byestand.model.session import Session
from byestand.plan.second_sessions.options import (
    SeatingOption,
    judged_option,
    rules_for,
    shown_worth,
    with_proof,
    worth_of,
)
from byestand.search.outcome import Impossible
from byestand.search.second_sessions.event import Event, Seats
from byestand.search.second_sessions.goals import (
    COUNTED,
    GOALS,
    NO_FEWER_THAN_NONE,
    REARRANGED,
    Bound,
    bound_of_most,
    full_order,
    least_competition,
    repeats_bound,
)
from byestand.search.second_sessions.known import known_floor, known_starts, known_three, look_up
from byestand.search.second_sessions.problem import Wishes
from byestand.search.second_sessions.three_sessions import find_three
from byestand.search.second_sessions.two_sessions import Progress, Seating, find_seating
from byestand.verify.sessions import Sitting, judge_seating, session_competition

SHARES = 0.4, 0.2
"""How much of the time the goal asked for has, and each of the three others."""


@dataclass(frozen=True, slots=True)
class SecondSession:
    """The answer: the seating for the goal asked for, those for the other goals, and the rules."""

    sessions: tuple[Session, ...]
    goals: tuple[str, ...]
    chosen: SeatingOption
    others: tuple[SeatingOption, ...]
    rules: tuple[SeatingOption, ...]


def make_event(sessions: Sequence[Session], wishes: Wishes | None = None) -> Event:
    """Return the sessions as the search wants them, with competition as the judge measures it."""
    for session in sessions:
        session.require_two_lines()
    competitions = tuple(session_competition(session).astype(np.float64) for session in sessions)
    return Event(tuple(sessions), competitions, wishes or Wishes())


def plan_sessions(
    sessions: Sequence[Session],
    goals: Sequence[str] = ("total",),
    *,
    wishes: Wishes | None = None,
    seconds: float = 10.0,
    progress: Progress | None = None,
    use_known: bool = True,
    improve: bool = False,
) -> SecondSession:
    """Return the best seatings for two or three sessions, by the order of *goals*, within about so many seconds.

    With *improve* the time is also spent on seatings that ship with the program and are not proved to be the best.
    """
    if len(sessions) not in (2, 3):
        raise BadRequest(f"an event has 2 or 3 sessions here, not {len(sessions)}")
    event, order = make_event(sessions, wishes), full_order(goals)
    rules = tuple(rules_for(event))
    if len(sessions) == 3:
        chosen = _three(event, order, rules, seconds, progress)
        return SecondSession(event.sessions, order, chosen, (), rules)
    effort = _Effort(seconds, progress, use_known, improve)
    starts = [rule.seatings[0] for rule in rules]
    chosen = _best(event, order, SHARES[0], starts, effort)
    starts.append(chosen.seatings[0])
    others = []
    for other in (g for g in GOALS if g != order[0]):
        if {order[0], other} == {"total", "max"} and not chosen.account.total:
            others.append(replace(chosen, name=other))  # no playbacks in all are none for anybody
        else:
            others.append(_best(event, (other,), SHARES[1], starts, effort))
    searched = (chosen, *others)
    floor = next(Bound(o.total_bound, o.total_argument) for o in searched if o.name == "total")
    served = [
        _raised(_served(option, full_order(goals if option is chosen else (option.name,)), (*searched, *rules)), floor)
        for option in searched
    ]
    return SecondSession(event.sessions, order, served[0], tuple(served[1:]), rules)


@dataclass(frozen=True, slots=True)
class _Effort:
    seconds: float
    progress: Progress | None
    use_known: bool
    improve: bool


def _best(event: Event, goals: Sequence[str], share: float, starts: Sequence[Seats], effort: _Effort) -> SeatingOption:
    problem, goal = event.problem((event.opening, None), 1), goals[0]
    # What ships was found for one goal and the usual order after it.
    usual = full_order(goals) == full_order(goals[:1])
    known = look_up(problem, goal) if effort.use_known and usual else None
    shipped = None
    if known:
        leading = known.leading if goal != "balance" else Bound(least_competition(problem), known.leading.argument)
        half = _changes_half(event, known.seats)
        shipped = with_proof(judged_option(event, goal, (known.seats,), half=half), event, leading, known.total)
        if not effort.improve or (shipped.proved and shipped.total_proved):
            return shipped
    outcome = find_seating(
        problem,
        goals,
        seconds=share * effort.seconds,
        earlier=event.lines(0),
        progress=effort.progress,
        starts=[*starts, *(known_starts(problem) if effort.use_known else ())],
        floor=known_floor(problem) if effort.use_known else None,
        half=len(event.sessions[0].movements) == 1,
    )
    if isinstance(outcome, Impossible):
        raise NoSuchMovement("there is no such second session", because=outcome.because)
    best: Seating = outcome.thing
    half = _changes_half(event, best.seats)
    option = with_proof(judged_option(event, goal, (best.seats,), half=half), event, best.leading, best.total)
    return _keeping(option, shipped, event) if shipped else option


def _changes_half(event: Event, seats: Seats) -> bool:
    """Tell whether half of each line change direction: between sections a search may have it otherwise."""
    first, second = (
        Sitting(session, seated) for session, seated in zip(event.sessions, (event.opening, seats), strict=True)
    )
    return "not-half" not in {finding.rule for finding in judge_seating(first, second)}


def _keeping(option: SeatingOption, shipped: SeatingOption, event: Event) -> SeatingOption:
    """Return what was found with the better of its own bounds and of those that ship with an older seating."""
    leading, total = (Bound(option.bound, option.argument), Bound(option.total_bound, option.total_argument))
    if option.name == "balance":
        return option
    if shipped.bound > leading.least:
        leading = Bound(shipped.bound, shipped.argument)
    # How few playbacks there can be is said of seatings with the goal's figure as good as it was.
    same = worth_of(option, (option.name,)) == worth_of(shipped, (option.name,))
    if same and shipped.total_bound > total.least:
        total = Bound(shipped.total_bound, shipped.total_argument)
    return with_proof(option, event, leading, total)


def _three(
    event: Event, order: tuple[str, ...], rules: Sequence[SeatingOption], seconds: float, progress: Progress | None
) -> SeatingOption:
    starts = [(rule.seatings[0], rule.seatings[1]) for rule in rules] + known_three(event)
    outcome = find_three(event, order, seconds=seconds, progress=progress, starts=starts)
    if isinstance(outcome, Impossible):
        raise NoSuchMovement("there are no such sessions", because=outcome.because)
    searched = judged_option(event, order[0], outcome.thing)
    chosen = _served(searched, order, (searched, *rules))
    low = repeats_bound(event)
    total = Bound(low, COUNTED) if low else NO_FEWER_THAN_NONE
    bounds = {
        "total": total,
        "max": bound_of_most(total, len(event.sessions[0].present)),
        "contact": NO_FEWER_THAN_NONE,
        "balance": Bound(_least_products(event), REARRANGED),
    }
    return with_proof(chosen, event, bounds[order[0]], total)


def _least_products(event: Event) -> float:
    """Return how small the products of competition can be, every two sessions at their best."""
    products = 0.0
    for one, other in combinations(range(len(event.sessions)), 2):
        seated = [event.opening if session == one else None for session in range(len(event.sessions))]
        products += least_competition(event.problem(seated, other))
    return products


def _served(option: SeatingOption, order: Sequence[str], shown: Sequence[SeatingOption]) -> SeatingOption:
    """Return an option with the seats of whatever is shown and serves its goals best, as far as one can see.

    Time was short for each of them; a rule is as good as what was found where its figures are, and better told. So
    nothing that is shown is as good as a chosen one in every figure, and better in one.
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
        half=best.half,
    )
    return _reproved(better, same=worth_of(best, order[:1]) == worth_of(option, order[:1]))


def _raised(option: SeatingOption, floor: Bound) -> SeatingOption:
    """Return an option with the bound of playbacks that holds for all seatings, where its own says less."""
    if floor.least > option.total_bound:
        option = replace(option, total_bound=int(floor.least), total_argument=floor.argument)
    largest = bound_of_most(floor, len(option.account.per_person))
    if option.name == "max" and largest.least > option.bound:
        option = replace(option, bound=largest.least, argument=largest.argument)
    return _reproved(option, same=True)


def _reproved(option: SeatingOption, *, same: bool) -> SeatingOption:
    """Return an option with its figures held against its bounds again.

    A bound of playbacks that was found for a worse figure of the goal (not the *same*) is none for this one.
    """
    worth = option.account
    if not same:
        option = replace(option, total_bound=0, total_argument=NO_FEWER_THAN_NONE.argument)
    figures = {"total": worth.total, "max": worth.most, "contact": len(worth.never), "balance": -worth.balance}
    bound = option.bound if option.name != "balance" else -option.bound
    proved = figures[option.name] <= bound + 1e-9
    return replace(option, proved=proved, total_proved=worth.total <= option.total_bound)
