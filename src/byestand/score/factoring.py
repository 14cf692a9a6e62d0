"""Boards that were played fewer times than others: what their matchpoints count.

E results were expected and A are there. Neuberg's formula (G. Neuberg, 1980s; White Book of the EBU, 80.7; ACBL's
N·S/n + (N-n)/2n is the same on half the scale) takes the scores that are there for a sample of those that should be.
With very few of them scores are artificial.
"""

from fractions import Fraction
from typing import NamedTuple

from byestand.model.line import Exact
from byestand.model.scoring import Factor

SMALL_GROUP = 3
_MIDDLE, _STEP = 60, 5
"""In a small group the middle is 60 %, and every matchpoint more or less 5 %."""


class Points(NamedTuple):
    """What was won on a board, out of how much."""

    won: Exact
    top: Exact


def top_of(expected: int) -> int:
    """Return the most that can be won on a board: two for each of the others."""
    return 2 * (expected - 1)


def is_small(there: int, expected: int) -> bool:
    """Tell whether a group is too small for a formula; all that were expected are never too few."""
    return there <= SMALL_GROUP and SMALL_GROUP * there <= expected and there < expected


def factored(won: Exact, there: int, expected: int, factor: Factor) -> Points:
    """Return matchpoints of a board with A results *there* as those of one with E *expected* ones.

    >>> [str(factored(m, 10, 11, "neuberg").won) for m in (18, 0)], str(factored(4, 6, 7, "neuberg").won)
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
