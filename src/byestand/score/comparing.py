"""Comparing within a board: matchpoints, cross-IMPs, Butler. One function a rule, its law or source beside it.

A board is given as the real scores of one side in one sub-field, from that side's view: the more the better. Weighted
scores are compared part by part, and the parts weighed (Law 12C1c).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction

from byestand.model.line import Exact, Real

_IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)
_MORE_IMPS = (3000, 3500, 4000)
BUTLER_DROPS_FROM = 4
"""From so many results on one top and one bottom are left out of the datum."""
_DATUM_STEP = 10


def imps(difference: int) -> int:
    """Return the IMPs for a difference in total points (Law 78B).

    >>> imps(10), imps(20), imps(-430), imps(3990), imps(4000)
    (0, 1, -10, 23, 24)
    """
    won = bisect_right(_IMPS + _MORE_IMPS, abs(difference))
    return won if difference >= 0 else -won


def matchpoints(scores: Sequence[Real]) -> list[Exact]:
    """Return for each score 2 for every one that it beats and 1 for every one that it ties with (Law 78A, doubled)."""
    weights = _weights(scores)
    worth: dict[int, Exact] = {}
    beaten: Exact = 0
    for points in sorted(weights):
        worth[points] = 2 * beaten + weights[points]
        beaten += weights[points]
    return [sum(w * worth[p] for w, p in real.parts) - _with_itself(real, _beats) for real in scores]


def cross_imps(scores: Sequence[Real]) -> list[Exact]:
    """Return for each score the mean of the IMPs against all others; nobody to compare with is 0."""
    weights, others = _weights(scores), len(scores) - 1
    if not others:
        return [0]
    won = {p: sum(weight * imps(p - q) for q, weight in weights.items()) for p in weights}
    totals = (sum(w * won[p] for w, p in real.parts) - _with_itself(real, lambda p, q: imps(p - q)) for real in scores)
    return [Fraction(total) / others for total in totals]


def _weights(scores: Sequence[Real]) -> dict[int, Exact]:
    """Return how many made each score; a part of a weighted one counts with its weight."""
    found: dict[int, Exact] = {}
    for real in scores:
        for weight, points in real.parts:
            found[points] = found.get(points, 0) + weight
    return found


def _beats(mine: int, other: int) -> int:
    return 2 * (other < mine) + (other == mine)


def _with_itself(real: Real, compared: Callable[[int, int], int]) -> Exact:
    """Return what a score gets out of being compared with itself, which is no comparison."""
    return sum(w * v * compared(p, q) for w, p in real.parts for v, q in real.parts)


def datum(scores: Sequence[Real]) -> int:
    """Return the average without one top and one bottom, to the next ten, halves away from zero.

    >>> datum([Real.certain(points) for points in (420, 450, 420, -50)])
    420
    """
    worth = sorted(sum(w * p for w, p in real.parts) for real in scores)
    kept = worth[1:-1] if len(worth) >= BUTLER_DROPS_FROM else worth
    return _DATUM_STEP * away_from_zero(Fraction(sum(kept)) / len(kept) / _DATUM_STEP)


def butler(scores: Sequence[Real]) -> list[Exact]:
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
