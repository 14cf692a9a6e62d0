"""The second (and third) session of an event: the best seating for each goal and rules to announce, side by side.

The search finds, the judge counts: every figure handed out here was counted by `byestand.verify.sessions`, and a
seating with a fault never leaves.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from byestand.errors import BadRequest, BrokenMovement, NoSuchMovement
from byestand.model import Sections
from byestand.movements.crossovers import Crossover, Step, several_sections, single_section, three_sessions
from byestand.movements.groups import exchanged_groups, groups, thirds
from byestand.search.event import Event, Seats
from byestand.search.known_seatings import look_up
from byestand.search.outcome import Impossible
from byestand.search.seating_problem import Wishes
from byestand.search.seatings import GOALS, Progress, Proof, Seating, find_seating, full_order
from byestand.search.three_sessions import find_three, repeats_bound
from byestand.verify.finding import Finding
from byestand.verify.sessions import Account, Asked, Session, account, judge_seating, meetings, room_competition

NO_PROOF = Proof(0, "there are no fewer than none")
LEAST_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Option:
    """One way to seat the sessions that follow the first, and what it amounts to."""

    name: str
    """The goal it serves, or the rule it follows."""
    seatings: tuple[Seats, ...]
    """For the second and perhaps the third session, each person's seat."""
    account: Account
    groups: int
    """In how many groups people move: the fewer, the easier to announce."""
    bound: float = 0.0
    """How good the figure of the goal can be at best; for balance the highest, else the lowest."""
    proved: bool = False
    argument: str = ""
    total_bound: int = 0
    """How few playbacks there can be, with that figure as good as it is."""
    total_proved: bool = False
    total_argument: str = ""
    steps: tuple[Step, ...] = ()
    """What to announce, where it is a rule."""
    warnings: tuple[Finding, ...] = ()
    half: bool = True
    """Whether half of each line change direction."""


@dataclass(frozen=True, slots=True)
class SecondSession:
    """The answer: the seating for the goal asked for, those for the other goals, and the rules."""

    rooms: tuple[Sections, ...]
    goals: tuple[str, ...]
    chosen: Option
    others: tuple[Option, ...]
    rules: tuple[Option, ...]


def make_event(rooms: Sequence[Sections], wishes: Wishes | None = None) -> Event:
    """Return the sessions as the search wants them, with competition as the judge measures it."""
    competitions = tuple(room_competition(room).astype(np.float64) for room in rooms)
    return Event(tuple(rooms), competitions, wishes or Wishes())


def plan_sessions(
    rooms: Sequence[Sections],
    goals: Sequence[str] = ("total",),
    *,
    wishes: Wishes | None = None,
    seconds: float = 10.0,
    progress: Progress | None = None,
    use_known: bool = True,
) -> SecondSession:
    """Return the best seatings for two or three sessions, by the order of *goals*, within about so many seconds."""
    if len(rooms) not in (2, 3):
        raise BadRequest(f"an event has 2 or 3 sessions here, not {len(rooms)}")
    event, order = make_event(rooms, wishes), full_order(goals)
    rules = tuple(_rules(event))
    if len(rooms) == 3:
        chosen = _three(event, order, rules, seconds, progress)
        return SecondSession(event.rooms, order, chosen, (), rules)
    goal = order[0]
    starts = [rule.seatings[0] for rule in rules if rule.half]
    chosen = _best(event, order, 0.55 * seconds, starts, progress, use_known=use_known)
    starts.append(chosen.seatings[0])
    others = []
    for other in (g for g in GOALS if g != goal):
        if {goal, other} == {"total", "max"} and not chosen.account.total:
            others.append(replace(chosen, name=other))  # no playbacks in all are none for anybody
        else:
            others.append(_best(event, (other,), 0.2 * seconds, starts, progress, use_known=use_known))
    found = (chosen, *others)
    best = _announceable(_improved(chosen, order, found), rules, order)
    return SecondSession(
        event.rooms,
        order,
        best,
        tuple(_improved(option, full_order((option.name,)), found) for option in others),
        rules,
    )


def _best(
    event: Event,
    goals: Sequence[str],
    seconds: float,
    starts: Sequence[Seats],
    progress: Progress | None,
    *,
    use_known: bool,
) -> Option:
    problem = event.problem((event.opening, None), 1)
    # What ships was found for one goal and the usual order after it.
    usual = full_order(goals) == full_order(goals[:1])
    known = look_up(problem, goals[0]) if use_known and usual else None
    if known:
        option = _counted(event, goals[0], (known.seats,))
        return _with_proof(option, event, known.leading, known.total)
    outcome = find_seating(problem, goals, seconds=seconds, earlier=event.lines(0), progress=progress, starts=starts)
    if isinstance(outcome, Impossible):
        raise NoSuchMovement("there is no such second session", because=outcome.because)
    found: Seating = outcome.thing
    return _with_proof(_counted(event, goals[0], (found.seats,)), event, found.leading, found.total)


def _counted(
    event: Event, name: str, seatings: tuple[Seats, ...], *, steps: tuple[Step, ...] = (), half: bool = True
) -> Option:
    """Return an option counted, and judged, by those who know nothing about how it was found."""
    first, *later = sessions = [
        Session(room, seats) for room, seats in zip(event.rooms, (event.opening, *seatings), strict=True)
    ]
    stay, change, apart = (frozenset(p + 1 for p in who) for who in astuple(event.wishes))
    asked = Asked(stay=stay, change=change, apart=apart, half=half)
    findings = [finding for session in later for finding in judge_seating(first, session, asked)]
    if errors := [finding for finding in findings if finding.severity == "error"]:
        raise BrokenMovement(name, errors)
    moved = sum(len(groups(first.room, session.room, session.seats)) for session in later)
    return Option(name, seatings, account(sessions), moved, steps=steps, warnings=tuple(findings), half=half)


def _with_proof(option: Option, event: Event, leading: Proof, total: Proof) -> Option:
    worth = option.account
    figures = {"total": worth.total, "max": worth.most, "contact": len(worth.never)}
    if option.name == "balance":
        bound = highest_balance(event, leading.bound)
        proved = worth.balance >= bound - 1e-9
    else:
        bound, proved = leading.bound, figures[option.name] <= leading.bound
    return replace(
        option,
        bound=bound,
        proved=proved,
        argument=leading.argument,
        total_bound=int(total.bound),
        total_proved=worth.total <= total.bound,
        total_argument=total.argument,
    )


def highest_balance(event: Event, least_product: float) -> float:
    """Return the highest Qf of two sessions when the sum of past times new competition is at least so much."""
    present = [np.array([seat - 1 for seat in room.present]) for room in event.rooms]
    parts = [matrix[np.ix_(here, here)] for matrix, here in zip(event.competitions, present, strict=True)]
    people = len(parts[0])
    total = sum(float(part.sum()) for part in parts) / 2
    squares = sum(float((part**2).sum()) for part in parts) / 2 + 2 * least_product
    return min(100.0, 100 * total**2 / (people * (people - 1) / 2 * squares)) if squares > 0 else 100.0


def _rules(event: Event) -> list[Option]:
    """Return the rules that can be announced for these rooms, each counted."""
    first = event.rooms[0]
    same = all(room is first or room.movements == first.movements for room in event.rooms)
    wished = event.wishes != Wishes()
    if not same or first.missing or wished or any(m.field.lines[0] != m.field.lines[1] for m in first.movements):
        return []
    if len(event.rooms) == 3:
        return _three_by_rule(event)
    sizes = [movement.field.lines[0] for movement in first.movements]
    if min(sizes) < 4:
        return []
    found: list[tuple[Crossover, bool]] = []
    if len(sizes) == 1:
        t = sizes[0]
        matrix = meetings(first)[:t, t:]
        found = [(thirds(matrix, matrix), True), (single_section(t), True)]
    else:
        met, way = meetings(first), np.array(first.directions)
        apart = ((way[:, np.newaxis] != way) & (met == 0)).astype(np.int64)
        matrices = tuple(matrix.astype(np.float64) for matrix in (met, apart, event.competitions[0]))
        exchanged = exchanged_groups(first, first, matrices, matrices)
        found = [(exchanged, True)] if exchanged else []
        found.append((several_sections(sizes, first.letters), False))
    return [_counted(event, rule.name, (rule.seats,), steps=rule.steps, half=half) for rule, half in found]


def _three_by_rule(event: Event) -> list[Option]:
    room = event.rooms[0]
    movement = room.movements[0]
    skip = bool(movement.layout and movement.layout.skip_after)
    lines = event.lines(0)
    if len(room.movements) > 1 or not lines or not lines.is_cyclic:
        return []
    try:
        second, third = three_sessions(lines.tables, movement.rounds, skip=skip)
    except BadRequest:
        return []
    return [_counted(event, second.name, (second.seats, third.seats))]


def _three(
    event: Event, order: tuple[str, ...], rules: Sequence[Option], seconds: float, progress: Progress | None
) -> Option:
    low = repeats_bound(event)
    proof = Proof(low, "counting bound") if low else NO_PROOF
    if order[0] == "total" and rules and rules[0].account.total <= low:
        found = rules[0]
    else:
        outcome = find_three(event, order, seconds=max(seconds, LEAST_SECONDS), progress=progress)
        if isinstance(outcome, Impossible):
            raise NoSuchMovement("there are no such sessions", because=outcome.because)
        found = _counted(event, order[0], outcome.thing)
    total = found.account.total
    leads = order[0] == "total"
    return replace(
        found,
        name=order[0],
        bound=float(low if leads else 0),
        proved=leads and total <= low,
        argument=proof.argument,
        total_bound=low,
        total_proved=total <= low,
        total_argument=proof.argument,
    )


def _worth(option: Option, order: Sequence[str]) -> tuple[float, ...]:
    figures = {
        "total": option.account.total,
        "max": option.account.most,
        "contact": len(option.account.never),
        "balance": -round(option.account.balance, 6),
    }
    return tuple(figures[goal] for goal in order)


def _improved(option: Option, order: Sequence[str], all_found: Sequence[Option]) -> Option:
    """Return an option with the seats of another one that serves its goals better: time was short for each of them."""
    best = min(all_found, key=lambda other: _worth(other, order))
    if _worth(best, order) >= _worth(option, order):
        return option
    better = replace(option, seatings=best.seatings, account=best.account, groups=best.groups, steps=best.steps)
    figures = {"total": best.account.total, "max": best.account.most, "contact": len(best.account.never)}
    proved = option.name in figures and figures[option.name] <= option.bound
    return replace(better, proved=proved or option.proved, total_proved=best.account.total <= option.total_bound)


def _announceable(chosen: Option, rules: Sequence[Option], order: Sequence[str]) -> Option:
    """Return a rule instead of what was found where it is as good in every figure, and moves fewer groups."""
    for rule in rules:
        if rule.half and _worth(rule, order) <= _worth(chosen, order) and rule.groups < chosen.groups:
            return replace(chosen, seatings=rule.seatings, account=rule.account, groups=rule.groups, steps=rule.steps)
    return chosen
