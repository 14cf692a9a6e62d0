"""Counting round a ring from 1, and the description of a walk round the room.

A walk is described by its usual step and the stops reached by another step.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, overload

import numpy as np
import numpy.typing as npt


class Walk(NamedTuple):
    """The steps of a walk."""

    step: int
    """The usual number of tables up (down if negative)."""
    irregular: tuple[int, ...]
    """The stops, counted from 0, reached by another step."""
    in_turn: tuple[int, int] | None
    """The two steps that alternate throughout, if they do, which is also easy to follow."""


def walk(tables: Sequence[int], *, of: int) -> Walk:
    """Return the walk through *tables*; *of* is the number of tables in the room.

    >>> walk((2, 4, 6, 1, 3), of=7), walk((2, 4, 6, 7), of=9)
    (Walk(step=2, irregular=(), in_turn=None), Walk(step=2, irregular=(3,), in_turn=None))
    """
    # Every move the shorter way round the room.
    signed = {ring(step, of): step for step in steps(of)}
    moves = [signed[ring(b - a, of)] for a, b in pairwise(tables)]
    times = Counter(moves)
    # The most frequent step; of equally frequent ones the preferred one.
    usual = min(steps(of), key=lambda step: -times[step])
    irregular = tuple(stop for stop, move in enumerate(moves, start=1) if move != usual)
    return Walk(usual, irregular, _two_in_turn(moves))


def _two_in_turn(moves: list[int]) -> tuple[int, int] | None:
    """Return the two different steps that alternate in *moves*, if they do.

    >>> _two_in_turn([4, -3, 4, -3, 4]), _two_in_turn([2, 2, 2])
    ((4, -3), None)
    """
    odd, even = set(moves[::2]), set(moves[1::2])
    alternates = len(moves) > 2 and len(odd) == len(even) == 1 and odd != even
    return (moves[0], moves[1]) if alternates else None


@lru_cache(maxsize=256)
def steps(tables: int) -> tuple[int, ...]:
    """Return every step round *tables* tables, the preferred ones first.

    Two tables is the traditional step of rovers, up before down; then come smaller steps first.
    Published movement codes depend on this order: it must never change.

    >>> steps(7), steps(6)
    ((2, -2, 1, -1, 3, -3, 0), (2, -2, 1, -1, 3, 0))
    """
    half = tables // 2
    signed = range(half + 1 - tables, half + 1)
    return tuple(sorted(signed, key=lambda s: (s == 0, abs(s) != 2, abs(s), s < 0)))


@overload
def ring(x: int, size: int) -> int: ...
@overload
def ring(x: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]: ...
def ring(x: int | npt.NDArray[np.int64], size: int) -> int | npt.NDArray[np.int64]:
    """Return the number from 1 to *size* at the position of *x* on a ring.

    >>> [ring(x, 5) for x in (-1, 0, 1, 5, 6, 12)]
    [4, 5, 1, 5, 1, 2]
    """
    return (x - 1) % size + 1
