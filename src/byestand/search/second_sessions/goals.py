"""What may come first in a second session, and what a run of annealing stresses for it: now this figure, now that.

And how good a figure can be at best: arguments that hold for every seating, without a search. The counting bound of two
sessions has a module of its own, :mod:`byestand.search.second_sessions.halves`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from byestand.errors import BadRequest
from byestand.search.second_sessions.anneal import Stress
from byestand.search.second_sessions.event import Event
from byestand.search.second_sessions.problem import Problem, Score

GOALS = ("total", "max", "contact", "balance")

Key = tuple[float, ...]
"""What seatings are compared by: the less, the better."""


def full_order(goals: Sequence[str]) -> tuple[str, ...]:
    """Return all goals, those named first."""
    if unknown := [goal for goal in goals if goal not in GOALS]:
        raise BadRequest(f"goals are {', '.join(GOALS)}: {unknown[0]!r}")
    return tuple(dict.fromkeys((*goals, *GOALS)))


def figure(goal: str, worth: Score) -> float:
    """Return the figure of a goal: the less, the better."""
    figures = {"total": worth.total, "max": worth.most, "contact": worth.never}
    return figures.get(goal, round(worth.competition, 6))


def key(order: Sequence[str], worth: Score) -> Key:
    """Return what to compare seatings by."""
    return (worth.clashes, *(figure(goal, worth) for goal in order))


MIXES: dict[str, tuple[Stress, ...]] = {
    "total": (
        Stress(),
        Stress(excess=0.5, cap=-1),
        Stress(never=0.25),
        Stress(balance=0.2),
    ),
    "max": (
        Stress(total=0.5, excess=2.0, cap=-1),
        Stress(excess=2.0, cap=0),
        Stress(),
        Stress(excess=2.0, cap=0, never=0.25),
    ),
    "contact": (
        # With many more tables than rounds contact has its price in playbacks, and whoever asks for it will pay.
        Stress(total=0.1, never=1.0),
        Stress(never=1.0),
        Stress(total=0.7, never=1.0),
        Stress(never=1.3),
        Stress(never=1.0, excess=0.3, cap=-1),
    ),
    "balance": (
        Stress(total=0.0, balance=1.0),
        Stress(total=0.1, balance=0.5),
        Stress(total=0.1, never=0.3, balance=1.0),
    ),
}
"""What to stress, by the goal that comes first, in turn. Here *cap* is counted from the largest number so far."""

_EVENLY = (
    Stress(total=3.0, never=0.5),
    Stress(total=2.0, never=0.3),
    Stress(excess=0.5, cap=-1, never=0.1),
    Stress(total=3.0, never=0.5, balance=0.1),
)
SETTLED = {"total": _EVENLY, "max": (*_EVENLY, Stress(excess=2.0, cap=0))}
"""The same where the first figure is the best there can be."""


def stressed(goal: str, turn: int, most: int) -> Stress:
    """Return what a run stresses when nothing is settled, *most* being the largest number for a pair so far."""
    return relative(MIXES[goal][turn % len(MIXES[goal])], most)


def relative(stress: Stress, most: int) -> Stress:
    """Return stress with the cap below the largest number so far, or (when that comes first already) not above it."""
    return replace(stress, cap=max(0, most + stress.cap)) if stress.excess else stress


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
