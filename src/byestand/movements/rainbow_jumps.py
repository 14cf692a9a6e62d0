"""Rainbows in which a whole line makes the same jump after a round, on tables numbered as a grid.

In round j the player of South's line with number k sits at table k - s(j), where k, s(j) and the tables are elements of
a group: the integers modulo t, or the places of a grid that is joined at its edges. East, West and the boards have
their own jumps, and North has none. Whether two lines meet depends only on the difference of their jumps. So no two
players meet twice, and no player plays a board twice, exactly when for any two of N, S, E, W and boards the difference
of their jumps is different in every round.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import gcd, prod

import numpy as np

from byestand.language import phrase
from byestand.model.claims import Jump
from byestand.model.movement import Grid, Movement
from byestand.movements.galois import prime_power, times
from byestand.movements.individual_grids import players_of, rainbow_movement
from byestand.movements.shipped_schedules import shipped_jumps

Row = tuple[int, int, int, int]
"""The total jump of South, East, West and the boards, as numbers of tables from 0."""


@dataclass(frozen=True, slots=True)
class Jumps:
    """A group, given by the sides of a grid of tables, and the total jumps in each round; the first are 0."""

    sides: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def tables(self) -> int:
        """The number of tables."""
        return prod(self.sides)

    @property
    def rounds(self) -> int:
        """The number of rounds for which the jumps work."""
        return len(self.rows)


def jumping_rainbow(tables: int, rounds: int) -> Movement | None:
    """Return the Rainbow with jumps for this many tables and rounds; None if the jumps work for fewer rounds."""
    jumps = lasting_jumps(tables, rounds)
    if jumps.rounds < rounds:
        return None
    table = np.arange(tables)
    far = np.array(jumps.rows[:rounds])
    lines = [add(table, far[:, i, np.newaxis], jumps.sides) + 1 for i in range(4)]
    claims = [
        Jump(players_of(seat, tables), jumps.sides, _by(far[:, i], jumps.sides))
        for i, seat in enumerate(("South", "East", "West"))
    ]
    kind = phrase("{tables}-table Rainbow with jumps")
    return rainbow_movement(kind, lines[:3], lines[3], deal_groups=tables, claims=claims)


def _by(far: Grid, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the jump after each round along each side, backwards because the player at x came from x + far."""
    along = [np.diff(-digits) % side for digits, side in zip(np.unravel_index(far, sides), sides, strict=True)]
    return tuple(zip(*(digits.tolist() for digits in along), strict=True))


def add(place: Grid, far: Grid, sides: tuple[int, ...]) -> Grid:
    """Return place + jump in the group, for arrays of equal shape; all count from 0."""
    along = (here + on for here, on in zip(np.unravel_index(place, sides), np.unravel_index(far, sides), strict=True))
    return np.asarray(np.ravel_multi_index(np.broadcast_arrays(*along), sides, mode="wrap"))


def longest_jumps(tables: int) -> Jumps:
    """Return the jumps that work for the most rounds; one round is always possible."""
    return _complete(tables) or _plain_jumps(tables)


def lasting_jumps(tables: int, rounds: int) -> Jumps:
    """Return the simplest jumps that work for this many rounds; the longest ones if there are none."""
    plain = _plain_jumps(tables)
    return plain if plain.rounds >= rounds else longest_jumps(tables)


def _complete(tables: int) -> Jumps | None:
    found = shipped_jumps(tables, complete=True)
    return Jumps(*found) if found else None


@cache
def _plain_jumps(tables: int) -> Jumps:
    """Return the longest jumps from a field, the data file or a product of two groups; of equal ones the simplest."""
    found = [_from_field(tables), _load_shipped(tables)]
    sides = [a for a in range(2, tables) if tables % a == 0 and a * a <= tables]
    found += [_product(longest_jumps(a), longest_jumps(tables // a)) for a in sides]
    best = max((jumps for jumps in found if jumps), key=lambda jumps: jumps.rounds, default=None)
    return best or Jumps((tables,), ((0, 0, 0, 0),))


def _from_field(tables: int) -> Jumps | None:
    """Return the jumps m·a for every element a of GF(t), with a different multiplier m for each of S, E, W and boards.

    The difference of two jumps is (m - m')·a, and m - m' has an inverse: different a give different differences.
    Together with 0 for North, five different multipliers are needed: t ≥ 5.
    """
    power = prime_power(tables)
    if power is None or tables < 5:
        return None
    p, k = power
    # South sits at k - s, so -1 moves it up. With p = 2 up and down are the same, and any four multipliers can be used.
    minus = p - 1
    chosen = (1, 2, 3, 4) if p == 2 else (minus, minus - 1, 2, 1) if k == 1 else (minus, minus * p, p, 1)
    s, e, w, b = ([times(m, a, p, k) for a in range(tables)] for m in chosen)
    return Jumps((p,) * k, tuple(zip(s, e, w, b, strict=True)))


def _load_shipped(tables: int) -> Jumps | None:
    found = shipped_jumps(tables)
    return Jumps(*found) if found else None


def _product(one: Jumps, other: Jumps) -> Jumps:
    """Return the jumps of the product of two groups: differences are pairs, and differ if one component does."""
    size = other.tables
    rows = (
        (a[0] * size + b[0], a[1] * size + b[1], a[2] * size + b[2], a[3] * size + b[3])
        for a, b in product(one.rows, other.rows)
    )
    return Jumps(one.sides + other.sides, tuple(rows))


def rule_rounds(tables: int) -> int:
    """Return the number of rounds for which the rule of the Rainbow works.

    Differences of the steps 0, 1, 2, -2 and -1 are 1 to 4. A difference of k brings the same two together again when
    k·j is a multiple of t: after t / gcd(t, k) rounds. All t rounds are possible exactly when t is coprime to 6.

    >>> [rule_rounds(t) for t in (6, 8, 9, 10, 11, 12, 14, 25, 26)]
    [2, 2, 3, 5, 11, 3, 7, 25, 13]
    """
    return min(tables // gcd(tables, k) for k in (1, 2, 3, 4))
