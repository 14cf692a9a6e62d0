"""Howells from scratch: a design by randomised backtracking, then directions by annealing, again and again.

A design is a compact form over the numbers modulo r: tables of two movers and a ring place, or of one mover, a pair
that stays and a place. All movers are there once, all mover - place once (everybody plays every group once), and the
differences of two movers at a table are all different, none 0 or r/2 (nobody meets twice).

The directions are annealed (`directions`). Many short runs on fresh designs reach more than a long one: it is the
design that decides.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from byestand.search.directions import Cell, Directions, fewest_turned
from byestand.search.outcome import Found, Impossible, OutOfTime

STEPS_A_CELL = 150
NODES = 2000
"""A design is looked for with so many; then the search begins anew, for luck helps more than patience."""
NONE_BY_SEARCH = frozenset({(3, 5), (4, 5), (4, 6), (5, 8)})
STARTS = 400
"""Beginnings without a design, after which none is to be had."""


class FoundTable(NamedTuple):
    """One table of a design: two movers, or one and a pair that stays; the place; who sits NS, round by round."""

    mover: int
    other: int | None
    place: int
    ns: str = "n"


@dataclass(frozen=True, slots=True)
class FoundHowell:
    """A Howell that was found: its tables by their places, and the sum of the squares of C."""

    tables: tuple[FoundTable, ...]
    squares: int


def why_no_design(tables: int, rounds: int) -> Impossible | None:
    """Return why there is no design of a size in which nobody shares; None where nothing is known against it.

    Summing all mover - place, and all movers, both everything modulo r, leaves 2 Σ place(two movers) + Σ place(one
    mover) = 0. With r = t even, and with t = r - 1 and r odd, the places then cannot all be different.
    """
    if (tables == rounds and rounds % 2 == 0) or (tables == rounds - 1 and rounds % 2):
        return Impossible("the places of the tables would not add up round the ring", "theorem")
    if (tables, rounds) in NONE_BY_SEARCH:
        return Impossible("every arrangement of so few tables has been tried", "exhausted search")
    return None


def find_howell(
    tables: int,
    rounds: int,
    *,
    seconds: float,
    seed: int = 1,
    progress: Callable[[FoundHowell], None] = lambda _: None,
) -> Found[FoundHowell] | Impossible | OutOfTime:
    """Return the best balanced Howell of a size that is found in the time given; each better one is told meanwhile.

    Those in which pairs follow each other, boards come down a ring, and nobody shares.
    """
    if none := why_no_design(tables, rounds):
        return none
    chance = random.Random(seed)  # noqa: S311 - no secret
    end = time.monotonic() + seconds
    best: FoundHowell | None = None
    while time.monotonic() < end:
        design = _some_design(tables, rounds, chance, end)
        if design is None:
            break
        found = _directed(design, rounds, chance, end)
        if best is None or found.squares < best.squares:
            best = found
            progress(best)
    if best is None:
        return OutOfTime(seconds, f"no Howell of {tables} tables and {rounds} rounds was found in {seconds:g} seconds")
    return Found(best)


def _some_design(tables: int, rounds: int, chance: random.Random, end: float) -> list[FoundTable] | None:
    """Return a design: with one bye stand first, then with a gap, then with tables at any places."""
    for start in range(STARTS):
        if time.monotonic() > end:
            return None
        design = _Design(tables, rounds, _places(tables, rounds, start, chance), chance).find()
        if design is not None:
            return sorted(design, key=lambda table: table.place)
    return None


def _places(tables: int, rounds: int, start: int, chance: random.Random) -> int:
    """Return the places that tables may have, as bits."""
    if start % 4 < 2 or rounds == tables:
        return (1 << tables) - 1
    if start % 4 == 2:
        return ((1 << tables + 1) - 1) & ~(1 << chance.randrange(1, tables))
    return (1 << rounds) - 1


class _Design:
    """The search for a design: the mover with the fewest options is next, in random order."""

    def __init__(self, tables: int, rounds: int, places: int, chance: random.Random) -> None:
        self.rounds, self.chance, self.places = rounds, chance, places
        self.staying = 2 * tables - rounds
        self.nodes = NODES

    def find(self) -> list[FoundTable] | None:
        everything = (1 << self.rounds) - 1
        return self._go(
            everything, self.places, everything, everything & ~1, self.staying, []
        )  # nobody is 0 from anybody

    def _go(
        self, movers: int, places: int, offsets: int, differences: int, staying: int, made: list[FoundTable]
    ) -> list[FoundTable] | None:
        """Seat those who are left, at free places, with offsets from them and differences that are free."""
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
            table = FoundTable(x, y, place)
            done = self._go(left, places & ~(1 << place), free, apart, still, [*made, table])
            if done is not None or self.nodes < 0:
                return done
        return None

    def _fewest(
        self, movers: int, places: int, offsets: int, differences: int, staying: int
    ) -> list[tuple[int, int | None, int]]:
        """Return the options of the mover who has the fewest: with whom, or with a pair that stays, and where."""
        r = self.rounds
        who, free = _bits(movers), _bits(places)
        at = {x: sum(1 << c for c in free if offsets >> (x - c) % r & 1) for x in who}
        may_pair = len(who) > staying  # else all who are left meet pairs that stay
        best: list[tuple[int, int | None, int]] | None = None
        for x in who:
            partners = [y for y in who if may_pair and differences >> (y - x) % r & 1 and 2 * ((y - x) % r) != r]
            many = at[x].bit_count() * bool(staying) + sum((at[x] & at[y]).bit_count() for y in partners)
            if best is None or many < len(best):
                best = [(x, None, c) for c in _bits(at[x])] if staying else []
                best += ((x, y, c) for y in partners for c in _bits(at[x] & at[y]))
        return best or []


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _directed(design: list[FoundTable], rounds: int, chance: random.Random, end: float) -> FoundHowell:
    """Return a design with directions for the evenest competition that one run of annealing finds."""
    cells = list(_cells(design, rounds))
    directions = Directions(cells, _competition(cells, len(design), rounds), rounds, chance)
    directions.shuffle()
    squares, turned = directions.annealed(STEPS_A_CELL, end)
    table_of = [k for k in range(len(design)) for _ in range(rounds)]
    turned = fewest_turned(cells, turned, table_of)
    rows = [turned[k : k + rounds] for k in range(0, len(cells), rounds)]
    told = ("".join("e" if is_turned else "n" for is_turned in row) for row in rows)
    tables = (t._replace(ns=ns[0] if len(set(ns)) == 1 else ns) for t, ns in zip(design, told, strict=True))
    return FoundHowell(tuple(tables), squares)


def _cells(design: list[FoundTable], rounds: int) -> Iterator[Cell]:
    """Yield every cell, table by table, the first mover NS; pairs that stay are numbered after the movers."""
    stays = rounds
    for table in design:
        for j in range(rounds):
            other = stays if table.other is None else (table.other + j) % rounds
            yield Cell((table.mover + j) % rounds, other, (table.place + j) % rounds)
        stays += table.other is None


def _competition(cells: list[Cell], tables: int, rounds: int) -> list[list[int]]:
    pairs = 2 * tables
    sits = [[0] * pairs for _ in range(rounds)]
    for cell in cells:
        sits[cell.group][cell.ns], sits[cell.group][cell.ew] = 1, -1
    total = [[sum(x[i] * x[p] for x in sits) if i != p else 0 for p in range(pairs)] for i in range(pairs)]
    for cell in cells:
        total[cell.ns][cell.ew] += tables
        total[cell.ew][cell.ns] += tables
    return total
