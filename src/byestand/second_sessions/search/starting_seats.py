"""Seatings to start from: directions by the rules, seats at random."""

import random
from collections.abc import Sequence

import numpy as np

from byestand.language import phrase, say
from byestand.search.outcome import Impossible
from byestand.second_sessions.search.seating_bounds import Lines
from byestand.second_sessions.search.seating_problem import SeatingProblem
from byestand.words.seats import seat_text

NAMES = ("NS", "EW")
_KEEP = phrase(
    "half of each line must change direction: of {pairs} {line} pairs {number} keep their direction, not {requested}"
)
_CHANGE = phrase(
    "half of each line must change direction: of {pairs} {line} pairs {number} change direction, not {requested}"
)
STEPS = 4


def changes(problem: SeatingProblem) -> tuple[int, int] | Impossible:
    """Return how many NS and EW pairs change direction: half of each line, up to one pair in an odd line.

    The smaller number if both are possible; requests must be met.
    """
    possible, reasons = _all_changes(problem)
    return possible[0] if possible else Impossible(reasons[-1], "theorem")


def every_change(problem: SeatingProblem) -> tuple[tuple[int, int], ...]:
    """Return all possible numbers: two in odd lines, unless requests leave one."""
    return tuple(_all_changes(problem)[0])


def more_changes(problem: SeatingProblem) -> tuple[tuple[int, int], ...]:
    """Return larger numbers that may change direction, in a few steps from half of each line to all pairs.

    Between sections that may be better: opponents from one section have been compared already.
    """
    line = sum(problem.direction_before[p] == 0 for p in problem.people)
    numbers = [line // 2 + step * (line - line // 2) // STEPS for step in range(1, STEPS)]
    return tuple(_all_changes(problem, numbers)[0])


def _all_changes(
    problem: SeatingProblem, numbers: Sequence[int] | None = None
) -> tuple[list[tuple[int, int]], list[str]]:
    """Return the possible numbers of NS and EW pairs that change, and reasons; half of each line without *numbers*."""
    lines = [[p for p in problem.people if problem.direction_before[p] == way] for way in (0, 1)]
    taken = {seat for _, seat in problem.phantoms}
    ns_seats = sum(way == 0 and seat not in taken for seat, way in enumerate(problem.direction))
    possible: list[tuple[int, int]] = []
    reasons: list[str] = []
    for ns in sorted({len(lines[0]) // 2, (len(lines[0]) + 1) // 2} if numbers is None else {*numbers}):
        ew = ns_seats - len(lines[0]) + ns
        if not 0 <= ew <= len(lines[1]) or (numbers is None and abs(2 * ew - len(lines[1])) > 1):
            text = say("with {seats} NS seats, half of each line cannot change direction", seats=ns_seats)
            reasons.append(text)
        elif conflicts := _request_conflicts(problem, lines, (ns, ew)):
            reasons += conflicts
        else:
            possible.append((ns, ew))
    return possible, reasons


def _request_conflicts(problem: SeatingProblem, lines: Sequence[Sequence[int]], change: tuple[int, int]) -> list[str]:
    """Return the requests that do not fit if these numbers of each line change direction."""
    requests = problem.wishes
    return [
        say(text, pairs=len(line), line=seat_text(name), number=number, requested=len(pairs & set(line)))
        for line, name, changing in zip(lines, NAMES, change, strict=True)
        for pairs, number, text in (
            (requests.stay, len(line) - changing, _KEEP),
            (requests.change, changing, _CHANGE),
        )
        if len(pairs & set(line)) > number
    ]


def opening(problem: SeatingProblem, change: tuple[int, int], chance: random.Random) -> list[int]:
    """Return a random seating in which these numbers of each line change direction.

    After two sessions NS NS and EW EW should sit NS, the others EW: any two are then in the same direction at least
    once.
    """
    if len(set(problem.past_class)) <= 2:
        return spread_opening(problem, change, chance)
    goes = {p: (problem.past_class[p] & 1) ^ (problem.past_class[p] >> 1) for p in problem.people}
    _fill(problem, goes, chance)
    return _random_seating(problem, goes, chance)


def spread_opening(problem: SeatingProblem, change: tuple[int, int], chance: random.Random) -> list[int]:
    """Return a random seating in which these numbers of each line change direction, spread evenly over all classes.

    After two sessions that makes eight classes, and the most pairs that do not always sit in the same direction.
    """
    goes: dict[int, int] = {}
    for way, number in zip((0, 1), change, strict=True):
        line = [p for p in problem.people if problem.direction_before[p] == way]
        free = [p for p in line if p not in problem.fixed_direction]
        chance.shuffle(free)
        free.sort(key=lambda p: problem.past_class[p])
        need, many = number - len(problem.wishes.change & set(line)), max(1, len(free))
        goes |= {p: 1 - way if p in problem.wishes.change else way for p in line}
        goes |= {p: 1 - way for i, p in enumerate(free) if (i + 1) * need // many > i * need // many}
    return _random_seating(problem, goes, chance)


def runs_opening(
    problem: SeatingProblem, first: Lines, second: Lines, changing: int, chance: random.Random
) -> list[int]:
    """Return a seating of one section in which two runs of pairs change direction, NS and EW, that meet most often.

    Their seats are such runs, too, and within a run seats are random. With many more tables than rounds, all pairs can
    be compared only in this way: the pairs that change have to meet each other, and so do those that stay.
    """
    people, places = (
        [[i for i, its in enumerate(directions) if its == way] for way in (0, 1)]
        for directions in (problem.direction_before, problem.direction)
    )
    for lines, line in ((first, people), (second, places)):
        start = _closest_run(lines, changing)
        line[1] = line[1][start:] + line[1][:start]
    seats = [0] * problem.size
    for way, changes_ in ((0, True), (1, True), (0, False), (1, False)):
        part = slice(0, changing) if changes_ else slice(changing, None)
        who, where = people[way][part], places[1 - way if changes_ else way][part]
        chance.shuffle(where)
        for person, seat in zip(who, where, strict=True):
            seats[person] = seat
    return seats


def _closest_run(lines: Lines, size: int) -> int:
    """Return the start of the run of EW pairs that the first NS pairs meet most, and the others those outside."""
    turned = (np.roll(lines.meets, -start, axis=1) for start in range(lines.tables))
    met = [int(table[:size, :size].sum() + table[size:, size:].sum()) for table in turned]
    return met.index(max(met))


def _random_seating(problem: SeatingProblem, goes: dict[int, int], chance: random.Random) -> list[int]:
    """Return a random seating with these directions."""
    seats = [0] * problem.size
    taken = {}
    for person, seat in problem.phantoms:
        seats[person] = seat
        taken[seat] = person
    for way in (0, 1):
        free = [seat for seat, its in enumerate(problem.direction) if its == way and seat not in taken]
        chance.shuffle(free)
        for person, seat in zip((p for p in problem.people if goes[p] == way), free, strict=True):
            seats[person] = seat
    return seats


def _fill(problem: SeatingProblem, goes: dict[int, int], chance: random.Random) -> None:
    """Reverse as few directions as the number of seats requires."""
    taken = {seat for _, seat in problem.phantoms}
    room = sum(way == 0 and seat not in taken for seat, way in enumerate(problem.direction))
    while (now := sum(way == 0 for way in goes.values())) != room:
        way = int(now < room)
        goes[chance.choice([p for p in problem.people if goes[p] == way])] = 1 - way
