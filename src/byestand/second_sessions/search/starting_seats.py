"""Seatings to start from: directions by the rules, seats at random."""

import random
from collections.abc import Collection, Sequence
from typing import TypeAlias

import numpy as np

from byestand.language import say
from byestand.search.outcome import Impossible
from byestand.second_sessions.search.seating_bounds import Lines
from byestand.second_sessions.search.seating_problem import SeatingProblem
from byestand.words.seats import seat_text

NAMES = ("NS", "EW")
STEPS = 4

ChangeCounts: TypeAlias = tuple[int, int]
"""How many NS pairs and how many EW pairs change direction."""


def possible_changes(problem: SeatingProblem) -> tuple[ChangeCounts, ...] | Impossible:
    """Return all numbers of pairs that may change direction, those nearest to half of each line first.

    The number of NS pairs gives that of EW pairs, because every seat is taken. Requests leave fewer numbers.
    """
    lines = [frozenset(p for p in problem.people if problem.direction_before[p] == way) for way in (0, 1)]
    taken = {seat for _, seat in problem.phantoms}
    ns_seats = sum(way == 0 and seat not in taken for seat, way in enumerate(problem.direction))
    more = ns_seats - len(lines[0])
    least, most = zip(
        *((len(line & problem.wishes.change), len(line - problem.wishes.stay)) for line in lines), strict=True
    )
    numbers = range(max(least[0], least[1] - more), min(most[0], most[1] - more) + 1)
    if not numbers:
        few = 1 if least[0] + more > most[1] else 0
        needed = least[0] + more if few else least[1] - more
        sentence = say(
            "the requests make at least {needed} of the {few} pairs change direction, but at most {most} may",
            needed=needed,
            few=seat_text(NAMES[few]),
            most=most[few],
        )
        return Impossible(sentence, "theorem")
    return tuple(sorted(((ns, ns + more) for ns in numbers), key=lambda change: (_from_half(change, lines), change)))


def nearest_half(problem: SeatingProblem, possible: Sequence[ChangeCounts]) -> tuple[ChangeCounts, ...]:
    """Return the numbers nearest to half of each line: two in odd lines, unless requests leave one."""
    lines = [[p for p in problem.people if problem.direction_before[p] == way] for way in (0, 1)]
    return tuple(change for change in possible if _from_half(change, lines) == _from_half(possible[0], lines))


def more_changes(problem: SeatingProblem, possible: Sequence[ChangeCounts]) -> tuple[ChangeCounts, ...]:
    """Return larger numbers that may change direction, in a few steps from half of each line to all pairs.

    Between sections that may be better: opponents from one section have been compared already.
    """
    line = sum(problem.direction_before[p] == 0 for p in problem.people)
    numbers = {line // 2 + step * (line - line // 2) // STEPS for step in range(1, STEPS)}
    return tuple(sorted(change for change in possible if change[0] in numbers))


def _from_half(change: ChangeCounts, lines: Sequence[Collection[int]]) -> int:
    return sum(abs(2 * number - len(line)) for number, line in zip(change, lines, strict=True))


def opening(problem: SeatingProblem, change: ChangeCounts, chance: random.Random) -> list[int]:
    """Return a random seating in which these numbers of each line change direction.

    After two sessions NS NS and EW EW should sit NS, the others EW: any two are then in the same direction at least
    once.
    """
    if len(set(problem.past_class)) <= 2:
        return spread_opening(problem, change, chance)
    goes = {p: (problem.past_class[p] & 1) ^ (problem.past_class[p] >> 1) for p in problem.people}
    _fill(problem, goes, chance)
    return _random_seating(problem, goes, chance)


def spread_opening(problem: SeatingProblem, change: ChangeCounts, chance: random.Random) -> list[int]:
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
