"""Comparisons on a board: matchpoints, cross-IMPs and Butler, one function per rule.

A board is given as the real scores of one side that are compared, from that side's point of view. Weighted scores are
compared part by part, and the parts are weighted (Law 12C1c).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction

from byestand.model.line import Exact, TableScore

_IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)
_MORE_IMPS = (3000, 3500, 4000)
BUTLER_DROPS_FROM = 4
"""From this number of results on, one top and one bottom are left out of the datum."""
_DATUM_STEP = 10


def imps(difference: int) -> int:
    """Return the IMPs for a difference in total points (Law 78B).

    >>> imps(10), imps(20), imps(-430), imps(3990), imps(4000)
    (0, 1, -10, 23, 24)
    """
    won = bisect_right(_IMPS + _MORE_IMPS, abs(difference))
    return won if difference >= 0 else -won


def matchpoints(scores: Sequence[TableScore]) -> list[Exact]:
    """Return the matchpoints of each score: 2 for each lower score and 1 for each equal score (Law 78A, doubled)."""
    weights = _weights(scores)
    worth: dict[int, Exact] = {}
    beaten: Exact = 0
    for points in sorted(weights):
        worth[points] = 2 * beaten + weights[points]
        beaten += weights[points]
    return [sum(w * worth[p] for w, p in real.parts) - _with_itself(real, _beats) for real in scores]


def cross_imps(scores: Sequence[TableScore]) -> list[Exact]:
    """Return the average IMPs of each score against all others; 0 if there are no others."""
    weights, others = _weights(scores), len(scores) - 1
    if not others:
        return [0]
    won = {p: sum(weight * imps(p - q) for q, weight in weights.items()) for p in weights}
    totals = (sum(w * won[p] for w, p in real.parts) - _with_itself(real, lambda p, q: imps(p - q)) for real in scores)
    return [Fraction(total) / others for total in totals]


def _weights(scores: Sequence[TableScore]) -> dict[int, Exact]:
    """Return how often each score was made; a part of a weighted score counts with its weight."""
    weights: dict[int, Exact] = {}
    for real in scores:
        for weight, points in real.parts:
            weights[points] = weights.get(points, 0) + weight
    return weights


def _beats(mine: int, other: int) -> int:
    return 2 * (other < mine) + (other == mine)


def _with_itself(real: TableScore, compare: Callable[[int, int], int]) -> Exact:
    """Return the value of comparing a score with itself, which has to be subtracted from its total."""
    return sum(w * v * compare(p, q) for w, p in real.parts for v, q in real.parts)


def datum(scores: Sequence[TableScore]) -> int:
    """Return the average without one top and one bottom, rounded to tens, halves away from zero.

    >>> datum([TableScore.certain(points) for points in (420, 450, 420, -50)])
    420
    """
    worth = sorted(sum(w * p for w, p in real.parts) for real in scores)
    middle = worth[1:-1] if len(worth) >= BUTLER_DROPS_FROM else worth
    return _DATUM_STEP * away_from_zero(Fraction(sum(middle)) / len(middle) / _DATUM_STEP)


def butler(scores: Sequence[TableScore]) -> list[Exact]:
    """Return the IMPs of each score against the datum."""
    middle = datum(scores)
    return [sum(w * imps(p - middle) for w, p in real.parts) for real in scores]


def away_from_zero(exact: Exact) -> int:
    """Return the nearest whole number, halves away from zero.

    >>> away_from_zero(Fraction(5, 2)), away_from_zero(Fraction(-5, 2)), away_from_zero(Fraction(7, 3))
    (3, -3, 2)
    """
    whole = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return whole if exact >= 0 else -whole
