"""The goals of a second session, and the weights of annealing runs for each goal."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import BadRequest
from byestand.language import say
from byestand.second_sessions.search.annealing import AnnealingWeights
from byestand.second_sessions.search.seating_bounds import LowerBound
from byestand.second_sessions.search.seating_problem import SeatingScore, Seats

GOALS = ("total", "max", "contact", "balance")

Key = tuple[float, ...]
"""The key for comparing seatings; less is better."""
Progress = Callable[[SeatingScore, float], None]
"""Called with every seating that is the best so far, and the bound of the figure."""


def full_order(goals: Sequence[str]) -> tuple[str, ...]:
    """Return all goals, the given ones first."""
    if unknown := [goal for goal in goals if goal not in GOALS]:
        raise BadRequest(say("unknown goal; goals are {goals}: {goal!r}", goals=", ".join(GOALS), goal=unknown[0]))
    return tuple(dict.fromkeys((*goals, *GOALS)))


def figure(goal: str, worth: SeatingScore) -> float:
    """Return the figure of a goal; less is better."""
    figures = {"total": worth.total, "max": worth.max_repeats, "contact": worth.never}
    return figures.get(goal, round(worth.competition, 6))


def key(order: Sequence[str], worth: SeatingScore) -> Key:
    """Return the key for comparing seatings."""
    return (worth.clashes, *(figure(goal, worth) for goal in order))


@dataclass(slots=True)
class Best:
    """The best seatings so far, by the order of goals."""

    order: tuple[str, ...]
    progress: Progress | None = None
    minimum: float = 0.0
    """The bound of the figure that the progress shows."""
    key: Key = (math.inf,)
    seatings: tuple[Seats, ...] = ()
    score: SeatingScore = field(default_factory=lambda: SeatingScore(0, 0, 0, 0.0))

    @property
    def goal(self) -> str:
        """The leading goal."""
        return self.order[0]

    def keep(self, seatings: tuple[Seats, ...], worth: SeatingScore) -> Key:
        """Return the key of some seatings, and keep them if they are the best so far."""
        mine = key(self.order, worth)
        if mine < self.key:
            self.key, self.seatings, self.score = mine, seatings, worth
            if self.progress:
                self.progress(worth, self.minimum)
        return mine

    def is_settled(self, bound: LowerBound) -> bool:
        """Return whether the leading figure has reached its bound."""
        return figure(self.goal, self.score) <= bound.minimum + 1e-6


MIXES: dict[str, tuple[AnnealingWeights, ...]] = {
    "total": (
        AnnealingWeights(),
        AnnealingWeights(excess=0.5, cap=-1),
        AnnealingWeights(never=0.25),
        AnnealingWeights(balance=0.2),
    ),
    "max": (
        AnnealingWeights(total=0.5, excess=2.0, cap=-1),
        AnnealingWeights(excess=2.0, cap=0),
        AnnealingWeights(),
        AnnealingWeights(excess=2.0, cap=0, never=0.25),
    ),
    "contact": (
        # With many more tables than rounds, contact costs repeats; this goal accepts them.
        AnnealingWeights(total=0.1, never=1.0),
        AnnealingWeights(never=1.0),
        AnnealingWeights(total=0.7, never=1.0),
        AnnealingWeights(never=1.3),
        AnnealingWeights(never=1.0, excess=0.3, cap=-1),
    ),
    "balance": (
        AnnealingWeights(total=0.0, balance=1.0),
        AnnealingWeights(total=0.1, balance=0.5),
        AnnealingWeights(total=0.1, never=0.3, balance=1.0),
    ),
}
"""The weights that alternate, by the leading goal. *cap* is relative to the largest number so far."""

_EVENLY = (
    AnnealingWeights(total=3.0, never=0.5),
    AnnealingWeights(total=2.0, never=0.3),
    AnnealingWeights(excess=0.5, cap=-1, never=0.1),
    AnnealingWeights(total=3.0, never=0.5, balance=0.1),
)
GOAL_WEIGHTS = {"total": _EVENLY, "max": (*_EVENLY, AnnealingWeights(excess=2.0, cap=0))}
"""The same if the leading figure has reached its bound."""


def relative(stress: AnnealingWeights, most: int) -> AnnealingWeights:
    """Return weights with the cap below the largest number so far, or, if that is the leading goal, not above it."""
    return replace(stress, cap=max(0, most + stress.cap)) if stress.excess else stress
