"""What a run of annealing stresses, by the goal that comes first: now this figure, now that, in turn."""

from dataclasses import replace

from byestand.search.anneal import Weights

MIXES: dict[str, tuple[Weights, ...]] = {
    "total": (
        Weights(),
        Weights(excess=0.5, cap=-1),
        Weights(never=0.25),
        Weights(balance=0.2),
    ),
    "max": (
        Weights(total=0.5, excess=2.0, cap=-1),
        Weights(excess=2.0, cap=0),
        Weights(),
        Weights(excess=2.0, cap=0, never=0.25),
    ),
    "contact": (
        # With many more tables than rounds contact has its price in playbacks, and whoever asks for it will pay.
        Weights(total=0.1, never=1.0),
        Weights(never=1.0),
        Weights(total=0.7, never=1.0),
        Weights(never=1.3),
        Weights(never=1.0, excess=0.3, cap=-1),
    ),
    "balance": (
        Weights(total=0.0, balance=1.0),
        Weights(total=0.1, balance=0.5),
        Weights(total=0.1, never=0.3, balance=1.0),
    ),
}
"""What to stress, by the goal that comes first, in turn. Here *cap* is counted from the largest number so far."""

_EVENLY = (
    Weights(total=3.0, never=0.5),
    Weights(total=2.0, never=0.3),
    Weights(excess=0.5, cap=-1, never=0.1),
    Weights(total=3.0, never=0.5, balance=0.1),
)
SETTLED = {"total": _EVENLY, "max": (*_EVENLY, Weights(excess=2.0, cap=0))}
"""The same where the first figure is the best there can be."""


def stressed(goal: str, turn: int, most: int) -> Weights:
    """Return what a run stresses when nothing is settled, *most* being the largest number for a pair so far."""
    return relative(MIXES[goal][turn % len(MIXES[goal])], most)


def relative(weights: Weights, most: int) -> Weights:
    """Return weights with the cap below the largest number so far, or (when that comes first already) not above it."""
    return replace(weights, cap=max(0, most + weights.cap)) if weights.excess else weights
