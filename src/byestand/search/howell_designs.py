"""Designs of Howells, without directions: randomised backtracking over compact forms.

A design is a compact form over the numbers modulo r: tables of two movers and a ring place, or of one mover, a
stationary pair and a place. Every mover occurs once, every mover - place once (each pair plays every group once), and
the differences of two movers at a table are all different, none 0 or r/2 (no pair meets another twice).

The design decides how even the competition can be. Pairs that never meet compete evenly with all others if their common
strangers are strangers too, at best in groups without any meetings inside (docs/howells.md, Gram matrix). Movers x and
y are strangers if no table has the difference y - x. So the differences that must not occur are chosen first, and
sets in which the sum of two members is often a third are preferred.
"""

import math
import random
import time
from functools import cache
from itertools import combinations
from typing import NamedTuple

NODES = 100
"""Nodes per start. Many short starts find a design sooner than one long search."""
STARTS = 4000
"""Starts without a design after which the search gives up."""
NONE_BY_SEARCH = frozenset({(3, 5), (4, 5), (4, 6), (5, 8)})
"""Sizes for which every arrangement has been tried, and two tables always share."""
GREEDINESS = 4
"""The higher it is, the more often the sets of differences that are most closed under sums are chosen."""


class FoundTable(NamedTuple):
    """One table of a design: two movers, or one and a stationary pair; the place; the direction by round."""

    mover: int
    other: int | None
    place: int
    ns: str = "n"


def must_share(tables: int, rounds: int) -> bool:
    """Return whether two tables of every design of a size share a place.

    Summing all mover - place, and all movers, both everything modulo r, leaves 2 Σ place(two movers) + Σ place(one
    mover) = 0. With r = t even, and with t = r - 1 and r odd, the places then cannot all be different.
    """
    by_sums = (tables == rounds and rounds % 2 == 0) or (tables == rounds - 1 and rounds % 2 == 1)
    return by_sums or (tables, rounds) in NONE_BY_SEARCH


def some_design(
    tables: int, rounds: int, chance: random.Random, end: float = math.inf
) -> tuple[FoundTable, ...] | None:
    """Return a random design, in the order of places; None if time or starts run out."""
    sets = stranger_sets(rounds, 2 * tables - rounds - 1)
    for start in range(STARTS):
        if time.monotonic() > end:
            return None
        apart = sets[int(len(sets) * chance.random() ** GREEDINESS)]
        design = _DesignSearch(tables, rounds, apart, chance).find(*_places(tables, rounds, start, chance))
        if design is not None:
            return tuple(sorted(design, key=lambda table: table.place))
    return None


@cache
def stranger_sets(rounds: int, many: int) -> tuple[frozenset[int], ...]:
    """Return all sets of a number of differences that may be those of strangers, the most closed under sums first.

    >>> [sorted(one) for one in stranger_sets(12, 3)][:2]
    [[3, 6, 9], [4, 6, 8]]
    """
    middle = [rounds // 2] if rounds % 2 == 0 else []  # movers with this difference would meet twice
    halves = combinations(range(1, (rounds + 1) // 2), many // 2)
    sets = [frozenset([*middle, *half, *(rounds - d for d in half)]) for half in halves]
    return tuple(sorted(sets, key=lambda one: -sum((a + b) % rounds in one for a in one for b in one)))


def _places(tables: int, rounds: int, start: int, chance: random.Random) -> tuple[int, int]:
    """Return the places that tables may have, as bits: first with one bye stand, then with a gap, then any.

    Also return the place that two tables may have, if sharing is unavoidable.
    """
    anywhere = (1 << rounds) - 1
    if must_share(tables, rounds):
        return anywhere, 1 << chance.randrange(rounds)
    if start % 4 < 2 or rounds == tables:
        return (1 << tables) - 1, 0
    if start % 4 == 2:
        return ((1 << tables + 1) - 1) & ~(1 << chance.randrange(1, tables)), 0
    return anywhere, 0


class _DesignSearch:
    """The search for a design: the mover with the fewest options is next, in random order."""

    def __init__(self, tables: int, rounds: int, strangers: frozenset[int], chance: random.Random) -> None:
        self.rounds, self.chance = rounds, chance
        self.staying = 2 * tables - rounds
        self.differences = sum(1 << d for d in range(1, rounds) if d not in strangers)
        self.nodes = NODES

    def find(self, places: int, shared: int) -> list[FoundTable] | None:
        everything = (1 << self.rounds) - 1
        return self._go(everything, places, shared, everything, self.differences, self.staying, [])

    def _go(
        self,
        movers: int,
        places: int,
        shared: int,
        offsets: int,
        differences: int,
        staying: int,
        made: list[FoundTable],
    ) -> list[FoundTable] | None:
        """Seat the remaining movers at free places, with free offsets and differences."""
        if not movers:
            return made
        self.nodes -= 1
        if self.nodes < 0:
            return None
        options = self._fewest(movers, places, offsets, differences, staying)
        self.chance.shuffle(options)
        r = self.rounds
        for x, y, place in options:
            left, free = movers & ~(1 << x), offsets & ~(1 << (x - place) % r)
            apart, still = differences, staying - 1
            if y is not None:
                left, free = left & ~(1 << y), free & ~(1 << (y - place) % r)
                apart, still = differences & ~(1 << (y - x) % r) & ~(1 << (x - y) % r), staying
            here = 1 << place
            done = self._go(
                left,
                places & ~here | shared & here,
                shared & ~here,
                free,
                apart,
                still,
                [*made, FoundTable(x, y, place)],
            )
            if done is not None or self.nodes < 0:
                return done
        return None

    def _fewest(
        self, movers: int, places: int, offsets: int, differences: int, staying: int
    ) -> list[tuple[int, int | None, int]]:
        """Return the options of the mover with the fewest: another mover or a stationary pair, and the place."""
        r = self.rounds
        who, free = _bits(movers), _bits(places)
        at = {x: sum(1 << c for c in free if offsets >> (x - c) % r & 1) for x in who}
        may_pair = len(who) > staying  # else all remaining movers meet stationary pairs
        best: list[tuple[int, int | None, int]] | None = None
        for x in who:
            partners = [y for y in who if may_pair and differences >> (y - x) % r & 1]
            many = at[x].bit_count() * bool(staying) + sum((at[x] & at[y]).bit_count() for y in partners)
            if best is None or many < len(best):
                best = [(x, None, c) for c in _bits(at[x])] if staying else []
                best += ((x, y, c) for y in partners for c in _bits(at[x] & at[y]))
        return best or []


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
