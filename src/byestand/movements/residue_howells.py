"""Full-length Howells from the squares of a finite field: everybody competes equally with everybody, and nobody turns.

Let q ≡ 3 mod 4 be a power of a prime, t = (q + 1)/2, and n no square in GF(q). The q movers, groups and places are the
elements of the field. The pair that stays meets 0 at place 0; for every square s ≠ 0 there is a table at which s and
n·s begin, at place s + n·s. Everybody goes on by adding the same, once every element of the field: movers and groups.

- Everybody sits somewhere: the s are all squares, the n·s all others.
- Nobody plays a group twice: mover - place is -n·s and -s, and 0 at place 0: all elements, each once.
- Nobody meets twice: q ≡ 3 mod 4, so -1 is no square, and the differences s(n - 1) and -s(n - 1) are all elements ≠ 0.
- Nobody shares: the places s(n + 1) differ, and are not 0, if n is not -1. In GF(3) it must be -1: both tables share.

Who begins as s sits NS. Its mover - place, -n·s, is a square, that of the other is none: pair i sits NS with group g if
i - g is a square, χ(i - g) = 1, and EW if it is none. For any two of them Σ χ(i - g) χ(j - g) over all g is -1, and the
two groups that they play against the pair that stays add χ(i - j) + χ(j - i) = 0: all compete equally, whether it
is there or not.
"""

from functools import cache

import numpy as np

from byestand.model.movement import Movement
from byestand.movements.galois import digits, prime_power, times
from byestand.movements.howells import CompactHowell, HowellTable, guided_howell


def has_residues(tables: int, rounds: int) -> bool:
    """Return whether a Howell of a size comes from the squares of a field."""
    return rounds == 2 * tables - 1 and rounds % 4 == 3 and prime_power(rounds) is not None


@cache
def residue_howell(rounds: int) -> CompactHowell:
    """Return the Howell of a prime: its field is the numbers modulo the rounds, and adding 1 goes through all of it.

    >>> [(table.mover, table.other, table.place) for table in residue_howell(7).tables]
    [(0, None, 0), (2, 6, 1), (4, 5, 2), (1, 3, 4)]
    """
    return CompactHowell(rounds, tuple(HowellTable(*table, ns="n") for table in _tables(rounds)))


@cache
def field_howell(rounds: int) -> Movement:
    """Return the Howell of a power of a prime. No element goes through the field by being added again and again.

    So one digit of the numbers is raised by 1 after each round, the first but for every third time: pairs and boards go
    by a list.
    """
    p, k = _field(rounds)
    tables = _tables(rounds)
    seats = np.zeros((rounds, len(tables), 2), dtype=np.int64)
    groups = np.zeros((rounds, len(tables)), dtype=np.int64)
    for round in range(rounds):
        shift = _in_turn(round, p, k)
        for at, (mover, other, place) in enumerate(tables):
            opponent = rounds if other is None else _plus(other, shift, p, k)
            seats[round, at] = _plus(mover, shift, p, k) + 1, opponent + 1
            groups[round, at] = _plus(place, shift, p, k) + 1
    return guided_howell(seats, groups, staying=(rounds + 1,), places=None)


def _tables(rounds: int) -> list[tuple[int, int | None, int]]:
    """Return who begins where, in the order of places: a mover, the other or None, and the place."""
    p, k = _field(rounds)
    squares = {times(x, x, p, k) for x in range(1, rounds)}
    # -1, which would bring all tables to place 0, only where there is no other.
    no_square = min(set(range(1, rounds)) - squares, key=lambda n: (_plus(n, 1, p, k) == 0, n))
    pairs = [(s, times(no_square, s, p, k)) for s in squares]
    found: list[tuple[int, int | None, int]] = [(s, other, _plus(s, other, p, k)) for s, other in pairs]
    return sorted([(0, None, 0), *found], key=lambda table: table[2])


def _field(rounds: int) -> tuple[int, int]:
    """Return p and k of the field with so many elements."""
    field = prime_power(rounds)
    if field is None:
        raise AssertionError  # has_residues was asked
    return field


def _plus(one: int, other: int, p: int, k: int) -> int:
    """Return the sum of two elements, digit by digit."""
    return _number([(a + b) % p for a, b in zip(digits(one, p, k), digits(other, p, k), strict=True)], p)


def _number(coefficients: list[int], p: int) -> int:
    return sum(c * p**i for i, c in enumerate(coefficients))


def _in_turn(round: int, p: int, k: int) -> int:
    """Return all elements in an order in which one digit at a time is raised by 1, a Gray code.

    >>> [_in_turn(round, 3, 2) for round in range(9)]
    [0, 1, 2, 5, 3, 4, 7, 8, 6]
    """
    count = (*digits(round, p, k), 0)
    return _number([(count[i] - count[i + 1]) % p for i in range(k)], p)
