"""Upper bounds on the balance Qf of a Howell: three theorems, proved in docs/howells.md.

For t tables and r rounds there are P = 2t pairs; each pair plays every deal group once, meets r others, and never meets
f - 1 = P - 1 - r. x_i has +1 for each deal on which pair i sits NS and -1 for EW. Two pairs compete by C(i, j) =
x_i·x_j, plus t if they meet; every row of C sums to r(t - 1). Qf = 100 S² / (N·SS), with S the sum of C and SS the sum
of its squares over the N = P(P - 1)/2 pairs of pairs: a lower bound on SS gives an upper bound on Qf.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf, sqrt

from byestand.model.judged import Judged

PERFECT = 100.0
ROUNDING = 1e-6


def bound_of(judged: Judged) -> float:
    """Return the upper bound on the balance of a movement like this one; 100 if the theorems do not apply.

    They apply to one line of pairs, none missing, that play every deal group in play once and meet at most once.
    """
    movement, evidence = judged.movement, judged.evidence
    size, groups = movement.field.size, movement.rounds
    of_that_kind = (
        len(movement.field.lines) == 1
        and len(movement.seat_names) == 2
        and not movement.field.missing
        and size == 2 * movement.tables
        and movement.deal_groups == groups
        and bool((evidence.plays[1:, 1 : groups + 1] == 1).all())
        and int(evidence.meetings.max()) == 1
    )
    return balance_bound(movement.tables, groups) if of_that_kind else PERFECT


@cache
def balance_bound(tables: int, rounds: int) -> float:
    """Return the upper bound on Qf for one field of 2t pairs that meet at most once and play all deals.

    >>> round(balance_bound(8, 12), 2), round(balance_bound(7, 13), 2), balance_bound(4, 7)
    (94.84, 91.3, 100.0)
    """
    pairs, total = 2 * tables, tables * rounds * (tables - 1)
    squares = max(_by_full_length(tables, rounds), _by_parity(tables, rounds), _by_gram(tables, rounds))
    return 100 * total**2 / (pairs * (pairs - 1) / 2 * squares)


def _evenly(tables: int, rounds: int) -> float:
    """Return SS for equal competition between all pairs, the minimum."""
    pairs, total = 2 * tables, tables * rounds * (tables - 1)
    return total**2 / (pairs * (pairs - 1) / 2)


def _by_full_length(tables: int, rounds: int) -> float:
    """Return the bound if all pairs meet: with P ≡ 2 mod 4 the C cannot all be equal."""
    pairs = 2 * tables
    odd = rounds == pairs - 1 and pairs % 4 == 2
    return _evenly(tables, rounds) + (2 * (pairs - 1) * (pairs - 2) if odd else 0)


def _by_parity(tables: int, rounds: int) -> float:
    """Return the bound from x_i·x_j ≡ r + 2(n_i + n_j) mod 4: two classes of pairs fix all residues.

    n_i is the number of deals on which pair i sits NS.
    """
    pairs = 2 * tables
    row = {size: _least_row(tables, rounds, size) for size in range(1, pairs + 1)}
    return min(
        (size * row[size] + (pairs - size) * row.get(pairs - size, 0)) / 2 for size in range(pairs // 2, pairs + 1)
    )


def _least_row(tables: int, rounds: int, like_it: int) -> float:
    """Return the least sum of squares of a row of C if this many pairs, including itself, are in its class."""
    pairs, strangers = 2 * tables, 2 * tables - 1 - rounds
    others_like, unlike = like_it - 1, pairs - like_it
    return min(
        _least_squares(
            rounds * (tables - 1),
            [
                (others_like - known, rounds + tables),
                (known, rounds),
                (unlike - (strangers - known), rounds + 2 + tables),
                (strangers - known, rounds + 2),
            ],
        )
        for known in range(max(0, strangers - unlike), min(strangers, others_like) + 1)
    )


def _least_squares(total: int, residues: list[tuple[int, int]]) -> float:
    """Return the least Σx² of integers with these residues mod 4, this many of each, and this sum.

    Start from the smallest non-negative integer of each residue and make as many steps of 4 up or down as the sum
    requires, always the cheapest step: squares are convex, so this is optimal. A step from x to x ± 4 costs 8(2 ± x),
    so all integers of one residue are stepped before any is stepped again, and whole sweeps over all of them are made
    at once.
    """
    many = Counter[int]()
    for count, residue in residues:
        many[residue % 4] += count
    steps, rest = divmod(total - sum(count * residue for residue, count in many.items()), 4)
    if rest:
        return inf
    direction, everybody = (4 if steps > 0 else -4), many.total()
    sweeps, left = divmod(abs(steps), everybody)
    values = {residue + sweeps * direction: count for residue, count in many.items() if count}
    squares = 0
    for value in sorted(values, key=lambda value: direction * value):
        stepped = min(left, values[value])
        left -= stepped
        squares += stepped * (value + direction) ** 2 + (values[value] - stepped) * value**2
    return squares


def _by_gram(tables: int, rounds: int) -> float:
    """Return the bound from the Gram matrix G of the x: its rank is at most r, and its entries have the parity of r."""
    pairs, f = 2 * tables, 2 * tables - rounds
    p, r, t = pairs, rounds, tables
    flat = r * p * p + (4 * r * (r - 1) if p % 4 == 2 else 0)
    width = (f - 1) * p * r / (p - 1)
    middle = -width
    base = (p * r) ** 2 / (p - 1)

    def squares(met_never: float) -> float:
        spread = base + ((met_never - middle) ** 2 / width if width else 0)
        return (max(flat, spread) - 2 * t * (p * r + met_never) + t * t * p * r - p * r * r) / 2

    return min(map(squares, _turning_points(flat, base, middle, width, t)))


def _turning_points(flat: float, base: float, middle: float, width: float, tables: int) -> Iterator[float]:
    """Yield where SS can be least: at the crossing of the two bounds on |G|², or at the minimum of the second."""
    if not width:
        yield 0.0
        return
    yield middle + tables * width
    if flat > base:
        yield middle + sqrt((flat - base) * width)
