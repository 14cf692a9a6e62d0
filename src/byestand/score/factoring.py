"""Factoring: the matchpoints of boards with fewer results than others.

E results are expected and A exist. Neuberg's formula (G. Neuberg, 1980s; White Book of the EBU, 80.7; ACBL's
N·S/n + (N-n)/2n is the same on half the scale) treats the existing scores as a sample of the expected ones. With very
few results, scores are artificial.
"""

from fractions import Fraction
from typing import NamedTuple

from byestand.model.line import Exact
from byestand.model.scoring import Factor

SMALL_GROUP = 3
_MIDDLE, _STEP = 60, 5
"""In a small group the middle is 60%, and each matchpoint more or less is 5%."""


class Points(NamedTuple):
    """The score on a board, and the top."""

    won: Exact
    top: Exact


def top_of(expected: int) -> int:
    """Return the top of a board: 2 matchpoints for each other result."""
    return 2 * (expected - 1)


def is_small(there: int, expected: int) -> bool:
    """Return whether a group is too small for a formula; a complete group never is."""
    return there <= SMALL_GROUP and SMALL_GROUP * there <= expected and there < expected


def factor_points(won: Exact, there: int, expected: int, factor: Factor) -> Points:
    """Return the matchpoints of a board with A results *there*, factored to E *expected* results.

    >>> [str(factor_points(m, 10, 11, "neuberg").won) for m in (18, 0)], str(factor_points(4, 6, 7, "neuberg").won)
    (['199/10', '1/10'], '29/6')
    """
    top = top_of(expected)
    if factor == "none":
        return Points(won, top_of(there))
    if is_small(there, expected):
        share = Fraction(_MIDDLE + _STEP * (won - (there - 1)), 100)
        return Points(share * top, top)
    if there == expected:
        return Points(won, top)
    if factor == "ratio":
        return Points(Fraction(won * (expected - 1), there - 1) if there > 1 else expected - 1, top)
    return Points(Fraction((won + 1) * expected, there) - 1, top)
