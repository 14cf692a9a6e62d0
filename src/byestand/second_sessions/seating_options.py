"""Seatings of the sessions after the first: counted and judged, with bounds for better ones.

Rules that can be announced are among them, if the judge accepts them.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from byestand.errors import BadRequest, BrokenMovement
from byestand.model.claims import Step
from byestand.model.judged import Finding
from byestand.second_sessions.multi_session import (
    EventFigures,
    Requests,
    SessionSeating,
    account,
    judge_seating,
    meetings,
)
from byestand.second_sessions.rules.crossovers import (
    Crossover,
    CrossoverStep,
    several_sections,
    single_section,
    squads,
    three_sessions,
)
from byestand.second_sessions.rules.group_crossovers import exchanged_groups, groups, thirds
from byestand.second_sessions.search.seating_bounds import Lines, LowerBound
from byestand.second_sessions.search.seating_problem import Seats, SessionSeries


@dataclass(frozen=True, slots=True)
class SeatingOption:
    """A seating of the sessions after the first, with its figures."""

    name: str
    """Its goal or its rule."""
    seatings: tuple[Seats, ...]
    """The seat of each contestant in the second, and perhaps the third, session."""
    account: EventFigures
    groups: int
    """The number of groups that move together: fewer are easier to announce."""
    bound: float = 0.0
    """The best possible figure of the goal: for balance the highest, otherwise the lowest."""
    proved: bool = False
    argument: str = ""
    total_bound: int = 0
    """The fewest possible repeats with this figure of the goal."""
    total_proved: bool = False
    total_argument: str = ""
    steps: tuple[CrossoverStep, ...] = ()
    """The announcements of a rule."""
    warnings: tuple[Finding, ...] = ()
    was_cut_off: bool = False
    """Whether its search was stopped by time."""


def judged_option(
    event: SessionSeries,
    name: str,
    seatings: tuple[Seats, ...],
    *,
    steps: tuple[CrossoverStep, ...] = (),
) -> SeatingOption:
    """Return an option counted and judged independently of how it was found."""
    seated = zip(event.sessions, (event.opening, *seatings), strict=True)
    first, *later = sittings = [SessionSeating(session, seats) for session, seats in seated]
    stay, change, apart = (frozenset(p + 1 for p in who) for who in astuple(event.wishes))
    requests = Requests(stay=stay, change=change, apart=apart)
    findings = [finding for sitting in later for finding in judge_seating(first, sitting, requests)]
    if errors := [finding for finding in findings if finding.severity == "error"]:
        raise BrokenMovement(name, errors)
    moved = sum(len(groups(first.session, sitting.session, sitting.seats)) for sitting in later)
    return SeatingOption(name, seatings, account(sittings), moved, steps=steps, warnings=tuple(findings))


def with_proof(option: SeatingOption, event: SessionSeries, leading: LowerBound, total: LowerBound) -> SeatingOption:
    """Return an option with bounds for better ones."""
    return held_against_bounds(
        replace(
            option,
            bound=highest_balance(event, leading.minimum) if option.name == "balance" else leading.minimum,
            argument=leading.argument,
            total_bound=int(total.minimum),
            total_argument=total.argument,
        )
    )


def held_against_bounds(option: SeatingOption) -> SeatingOption:
    """Return an option with its figures compared with its bounds."""
    least = -option.bound if option.name == "balance" else option.bound
    return replace(
        option,
        proved=_figure(option, option.name) <= least + 1e-9,
        total_proved=option.account.total <= option.total_bound,
    )


def _figure(option: SeatingOption, goal: str) -> float:
    """Return the figure of a goal; lower is better."""
    worth = option.account
    figures = {"total": worth.total, "max": worth.max_repeats, "contact": len(worth.never), "balance": -worth.balance}
    return figures[goal]


def highest_balance(event: SessionSeries, least_product: float) -> float:
    """Return the highest Qf if the products of competition of every two sessions sum to at least *least_product*."""
    present = [np.array([seat - 1 for seat in room.present]) for room in event.sessions]
    parts = [matrix[np.ix_(here, here)] for matrix, here in zip(event.competitions, present, strict=True)]
    people = len(parts[0])
    total = sum(float(part.sum()) for part in parts) / 2
    squares = sum(float((part**2).sum()) for part in parts) / 2 + 2 * least_product
    return min(100.0, 100 * total**2 / (people * (people - 1) / 2 * squares)) if squares > 0 else 100.0


def worth_of(option: SeatingOption, order: Sequence[str]) -> tuple[float, ...]:
    """Return the figures by which options are compared; lower is better."""
    return tuple(round(_figure(option, goal), 6) for goal in order)


def shown_worth(option: SeatingOption, order: Sequence[str]) -> tuple[float, ...]:
    """Return the figures as shown: wishes first, balance to one decimal, then the groups.

    If two options look equal, fewer groups are better, and only then the exact balance.
    """
    exact = worth_of(option, order)
    seen = (round(figure, 1) for figure in exact)
    return (len(option.warnings), *seen, option.groups, *exact)


def rules_for(event: SessionSeries) -> list[SeatingOption]:
    """Return the rules that can be announced for these sessions, each counted."""
    first = event.sessions[0]
    same = all(room is first or room.movements == first.movements for room in event.sessions)
    if not same or any(m.field.lines[0] != m.field.lines[1] for m in first.movements):
        return []
    if len(event.sessions) == 3:
        return _three_by_rule(event)
    sizes = _sizes(event)
    if min(sizes) < 4:
        return []
    if len(sizes) == 1:
        t = sizes[0]
        matrix = meetings(first)[:t, t:]
        rules = [thirds(matrix), single_section(t)]
    else:
        met, way = meetings(first), np.array(first.directions)
        apart = ((way[:, np.newaxis] != way) & (met == 0)).astype(np.int64)
        matrices = tuple(matrix.astype(np.float64) for matrix in (met, apart, event.competitions[0]))
        exchanged = exchanged_groups(first, matrices)
        rules = [*([exchanged] if exchanged else []), several_sections(sizes, first.letters)]
    return [option for rule in rules if (option := _accept_rule(event, (rule,)))]


def _accept_rule(event: SessionSeries, rule: tuple[Crossover, ...]) -> SeatingOption | None:
    """Return a counted rule; None if it does not meet the wishes, or not with the missing pairs."""
    steps = rule[0].steps if len(rule) == 1 and not event.sessions[0].missing else ()
    seatings = tuple(_with_phantoms(event, crossover.seats) for crossover in rule)
    try:
        return judged_option(event, rule[0].name, seatings, steps=steps)
    except BrokenMovement:
        return None


def _with_phantoms(event: SessionSeries, seats: Seats) -> Seats:
    """Return a seating in which the pair due at a missing pair's seat takes the seat meant for the missing pair."""
    seated = list(seats)
    for phantom, empty in zip(event.sessions[0].missing, event.sessions[1].missing, strict=True):
        who = seated.index(empty)
        seated[who], seated[phantom - 1] = seated[phantom - 1], empty
    return tuple(seated)


def _three_by_rule(event: SessionSeries) -> list[SeatingOption]:
    rule = _half_lines(event) if len(event.sessions[0].movements) == 1 else squads(_sizes(event))
    option = _accept_rule(event, rule) if rule else None
    return [option] if option else []


def _half_lines(event: SessionSeries) -> tuple[Crossover, Crossover] | None:
    movement, lines = event.sessions[0].movements[0], Lines.of_session(event, 0)
    skip = any(2 in step.by for step in movement.claims_of(Step))
    if not lines or not lines.is_cyclic:
        return None
    try:
        return three_sessions(lines.tables, movement.rounds, skip=skip)
    except BadRequest:
        return None


def _sizes(event: SessionSeries) -> list[int]:
    return [movement.field.lines[0] for movement in event.sessions[0].movements]
