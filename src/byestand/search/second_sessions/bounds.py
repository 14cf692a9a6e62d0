"""How good a figure can be at best, and why: arguments that hold for every seating, without a search.

The counting bound of two sessions has a module of its own, :mod:`byestand.search.second_sessions.halves`.
"""

import math
from dataclasses import dataclass
from itertools import product

import numpy as np

from byestand.search.second_sessions.event import Event
from byestand.search.second_sessions.problem import Problem

COUNTED = "counting bound"
EXHAUSTED = "exhausted search"
REARRANGED = "rearrangement bound"


@dataclass(frozen=True, slots=True)
class Bound:
    """How low a figure can go at best, and why; the best is proved when it has got there."""

    least: float
    argument: str = ""


NO_FEWER_THAN_NONE = Bound(0, "there are no fewer than none")


def bound_of_most(total: Bound, people: int) -> Bound:
    """Return how small the largest number can be: somebody has at least the average, and each playback has two."""
    return Bound(math.ceil(2 * total.least / people), total.argument)


def least_competition(problem: Problem) -> float:
    """Return a bound of past times new competition: each person gets its best seat, with the others at their best.

    Two rows of numbers have their least product when one rises as the other falls (rearrangement inequality).
    """
    if problem.past_competition is None or problem.competition is None:
        return 0.0
    rising = np.sort(problem.past_competition, axis=1)
    falling = -np.sort(-problem.competition, axis=1)
    return float((rising @ falling.T).min(axis=1).sum() / 2)


def repeats_bound(event: Event) -> int:
    """Return how many meetings are repeats at least, whoever changes direction, as long as half of each line does.

    Two who sit in the same direction in all sessions never meet. People fall into eight classes by their directions,
    four of each line; all pairs but those within a class may meet, and what meets beyond their number meets again. With
    x of a line of n in the class that stays twice the other three have s - x, s' - x and n - s - s' + x, where s and s'
    (halves of n) stay in session 2 and in session 3: the pairs outside are most where squares add up to least.
    """
    room = event.sessions[0]
    lines = [sum(room.directions[p - 1] == way for p in room.present) for way in (0, 1)]
    outside = (sum(lines) ** 2 - sum(map(_least_squares, lines))) // 2
    return max(0, event.meetings - outside)


def _least_squares(line: int) -> int:
    halves = {line // 2, (line + 1) // 2}
    return min(
        x**2 + (one - x) ** 2 + (other - x) ** 2 + (line - one - other + x) ** 2
        for one, other in product(halves, repeat=2)
        for x in range(max(0, one + other - line), min(one, other) + 1)
    )
