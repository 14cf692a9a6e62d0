"""Three sessions: the second and the third are seated in turn, each time with the other one as part of the past."""

import time
from collections.abc import Sequence

from byestand.search.anneal import anneal
from byestand.search.event import Event, Seats
from byestand.search.outcome import Found, Impossible
from byestand.search.seating_problem import Score, score
from byestand.search.seatings import MIXES, TRIALS, Key, Progress, find_seating, full_order, key

MOST_TURNS = 60
"""So often a session is seated anew."""


def repeats_bound(event: Event) -> int:
    """Return how many meetings are repeats at least, with a quarter of the field in each of NNN, NEE, ENE and EEN.

    Two of one class never meet, two of different classes may: 6·(t/2)² of them. What meets beyond that meets again.
    """
    size = event.size
    even = size % 4 == 0 and not event.rooms[0].missing
    meetings = sum(sum(mask.bit_count() for mask in graph) // 2 for graph in event.graphs)
    return max(0, meetings - 6 * (size // 4) ** 2) if even else 0


def find_three(
    event: Event, goals: Sequence[str] = ("total",), *, seconds: float = 10.0, progress: Progress | None = None
) -> Found[tuple[Seats, Seats]] | Impossible:
    """Find the seatings of the second and third session by the order of *goals*."""
    deadline, order = time.monotonic() + seconds, full_order(goals)
    seatings: list[Seats | None] = [event.opening, None, None]
    for session in (1, 2):
        found = find_seating(event.problem(seatings, session), goals, seconds=seconds / 8, earlier=None)
        if isinstance(found, Impossible):
            return found
        seatings[session] = found.thing.seats
    best, low = _count(event, seatings, order), repeats_bound(event)
    for turn in range(MOST_TURNS):
        if time.monotonic() > deadline or best[1].total <= low:
            break
        session = 2 - turn % 2
        seats, value = _again(event, seatings, session, order, turn, deadline)
        if value[0] < best[0]:
            best, seatings[session] = value, seats
            if progress:
                progress(value[1], low)
    second, third = seatings[1] or (), seatings[2] or ()
    return Found((second, third), "annealing, the two sessions in turn")


def _count(event: Event, seatings: Sequence[Seats | None], order: Sequence[str]) -> tuple[Key, Score]:
    last = seatings[2] or ()
    worth = score(event.problem(seatings, 2), [seat - 1 for seat in last])
    return key(order, worth), worth


def _again(
    event: Event, seatings: Sequence[Seats | None], session: int, order: Sequence[str], turn: int, deadline: float
) -> tuple[Seats, tuple[Key, Score]]:
    """Seat one session anew, from where it is, and return the best met on the way."""
    problem = event.problem(seatings, session)
    now = [seat - 1 for seat in seatings[session] or ()]
    worth = score(problem, now)
    best = [(key(order, worth), worth, list(now))]

    def visit(seats: list[int]) -> bool:
        value = score(problem, seats)
        mine = key(order, value)
        if mine < best[0][0]:
            best[0] = mine, value, list(seats)
        return value.total == 0

    weights = MIXES["contact" if order[0] == "contact" else "total"][0]
    trials = 2 * TRIALS * problem.size
    anneal(problem, now, weights, seed=turn, trials=trials, deadline=deadline, visit=visit)
    return tuple(seat + 1 for seat in best[0][2]), best[0][:2]
