"""A seating to start from: directions as they must be, seats by lot."""

import random

from byestand.search.outcome import Impossible
from byestand.search.seating_problem import Problem

NAMES = ("NS", "EW")


def changes(problem: Problem) -> tuple[int, int] | Impossible:
    """Return how many NS and how many EW pairs change direction: half of each line, but for one in an odd line.

    Fewer rather than more where both will do; what people wish must fit in.
    """
    lines = [[p for p in problem.people if problem.direction_before[p] == way] for way in (0, 1)]
    taken = {seat for _, seat in problem.phantoms}
    ns_seats = sum(way == 0 and seat not in taken for seat, way in enumerate(problem.direction))
    wishes, reasons = problem.wishes, []
    for ns in (len(lines[0]) // 2, (len(lines[0]) + 1) // 2):
        ew = ns_seats - len(lines[0]) + ns
        if abs(2 * ew - len(lines[1])) > 1:
            reasons.append(f"with {ns_seats} seats NS no half of each line can change direction")
            continue
        crowded = [
            f"of {len(line)} {name} pairs {number} {word} direction, not {len(wished & set(line))}"
            for line, name, change in zip(lines, NAMES, (ns, ew), strict=True)
            for wished, number, word in (
                (wishes.stay, len(line) - change, "keep their"),
                (wishes.change, change, "change"),
            )
            if len(wished & set(line)) > number
        ]
        if not crowded:
            return ns, ew
        reasons += crowded
    return Impossible(reasons[-1], "theorem")


def opening(problem: Problem, change: tuple[int, int], chance: random.Random) -> list[int]:
    """Return a seating by lot in which so many of each line change direction.

    After two sessions NS NS and EW EW should sit NS, the others EW: any two are then in the same direction once at
    least.
    """
    goes: dict[int, int] = {}
    if len(set(problem.past_class)) > 2:
        for person in problem.people:
            goes[person] = (problem.past_class[person] & 1) ^ (problem.past_class[person] >> 1)
        _fill(problem, goes, chance)
    else:
        for way, number in zip((0, 1), change, strict=True):
            line = [p for p in problem.people if problem.direction_before[p] == way]
            chance.shuffle(line)
            line.sort(key=lambda p: (p in problem.wishes.change) - (p in problem.wishes.stay), reverse=True)
            goes |= {p: 1 - way if i < number else way for i, p in enumerate(line)}
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


def _fill(problem: Problem, goes: dict[int, int], chance: random.Random) -> None:
    """Turn as few as it takes for the seats there are."""
    taken = {seat for _, seat in problem.phantoms}
    room = sum(way == 0 and seat not in taken for seat, way in enumerate(problem.direction))
    while (now := sum(way == 0 for way in goes.values())) != room:
        way = int(now < room)
        goes[chance.choice([p for p in problem.people if goes[p] == way])] = 1 - way
