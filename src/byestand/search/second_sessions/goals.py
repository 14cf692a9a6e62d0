"""What may come first in a second session, and what a run of annealing stresses for it: now this figure, now that."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.search.second_sessions.anneal import Stress
from byestand.search.second_sessions.problem import Score

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
