"""Howells: one field in which pairs meet at most once and each pair plays every deal group, t ≤ r ≤ 2t - 1 rounds.

Full Howell, three-quarter Howell, hesitation Mitchell and odd Mitchell are one family. Of 2t pairs, r move (movers) and
f = 2t - r are stationary. The compact form gives the positions in round 1, modulo r: a table [a, b, c] has two movers
and the deal group of ring place c, a table [m, -, c] has a mover and a stationary pair. In each later round, the movers
and the group at a table are one higher than in the round before. Therefore:

- no two movers meet twice if the differences ±(b - a) are all different and none is r/2;
- each pair plays every group once if the values a - c, b - c, m - c are all different;
- mover n goes to the table that mover n - 1 has left, and boards move down a ring of r places by one: a table is at
  place c, a place without a table is a bye stand, and tables at the same place share.

The NS side can be chosen freely for each table and round; the choice decides how evenly the pairs compete with each
other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from byestand.language import phrase
from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Stay
from byestand.model.field import Field
from byestand.model.layout import Copy, Layout, Subsection
from byestand.model.movement import Grid, Movement
from byestand.model.walks import ring

KIND = phrase("{tables}-table Howell")


@dataclass(frozen=True, slots=True)
class HowellTable:
    """One table of the compact form, as in round 1; movers and places count from 0."""

    mover: int
    other: int | None
    """The second mover; None for a stationary pair."""
    place: int
    ns: str
    """For each round whether the first mover sits NS, ``n``, or EW, ``e``; one letter applies to all rounds."""

    def directions(self, rounds: int) -> str:
        """Return one letter per round."""
        return (self.ns * rounds)[:rounds]

    def turned_rounds(self, rounds: int) -> list[int]:
        """Return the rounds in which the directions are opposite to the more frequent ones of this table."""
        usual = max("ne", key=self.ns.count)
        return [round for round, letter in enumerate(self.directions(rounds), start=1) if letter != usual]


@dataclass(frozen=True, slots=True)
class CompactHowell:
    """A Howell in its compact form."""

    length: int
    """Number of rounds of the complete movement, of movers, of deal groups and of places of the ring."""
    tables: tuple[HowellTable, ...]
    """Sorted by place."""

    @property
    def stationary_pairs(self) -> tuple[int, ...]:
        """The stationary pairs; their numbers follow those of the movers, in the order of their tables."""
        return tuple(range(self.length + 1, 2 * len(self.tables) + 1))


def howell(form: CompactHowell) -> Movement:
    """Return the Howell of a compact form."""
    length = form.length
    stays = iter(form.stationary_pairs)
    # A pair or group that starts at s is s + 1, s + 2, … in the following rounds: a slice of the ring, repeated twice.
    around = [ring(number, length) for number in range(1, 2 * length + 1)]
    seats, groups = [], []
    for table in form.tables:
        first = around[table.mover : table.mover + length]
        second = [next(stays)] * length if table.other is None else around[table.other : table.other + length]
        cells = zip(first, second, table.directions(length), strict=True)
        seats.append([(one, other) if letter == "n" else (other, one) for one, other, letter in cells])
        groups.append(around[table.place : table.place + length])
    places = tuple(table.place for table in form.tables)
    grids = np.array(seats).transpose(1, 0, 2), np.array(groups).T
    return _movement(*grids, length, places, tuple(_claims(form)))


def _claims(form: CompactHowell) -> Iterator[Claim]:
    movers = tuple(range(1, form.length + 1))
    if form.stationary_pairs:
        yield Stay(form.stationary_pairs)
    turned = {(round, k) for k, table in enumerate(form.tables, start=1) for round in table.turned_rounds(form.length)}
    # Two movers need a guide card if they change seats compared with the movers before them; a stationary pair has its
    # mat.
    yield Follow(movers, same_seat=all(form.tables[k - 1].other is None for _, k in turned))
    if turned:
        yield ArrowTurn(frozenset(turned), form.stationary_pairs)


def guided_howell(seats: Grid, groups: Grid, *, staying: tuple[int, ...], places: tuple[int, ...] | None) -> Movement:
    """Return a Howell with guide cards; without *places* its boards move by a list instead of down a ring."""
    deal_groups = int(groups.max())
    movers = tuple(c for c in range(1, 2 * seats.shape[1] + 1) if c not in staying)
    claims = (*((Stay(staying),) if staying else ()), ByCard(movers))
    return _movement(seats, groups, deal_groups, places, claims)


def _movement(
    seats: Grid, groups: Grid, deal_groups: int, places: tuple[int, ...] | None, claims: tuple[Claim, ...]
) -> Movement:
    return Movement(
        title="",
        seats=seats,
        groups=groups,
        field=Field((2 * seats.shape[1],)),
        deal_groups=deal_groups,
        layout=None if places is None else Layout((_ring_of_boards(places, deal_groups),)),
        claims=claims,
        kind=KIND,
    )


def _ring_of_boards(places: tuple[int, ...], size: int) -> Subsection:
    """Return the ring in which every board moves down one place per round."""
    return Subsection(
        places=tuple(tuple(k for k, place in enumerate(places, 1) if place == p) for p in range(size)),
        initial_copies=tuple(Copy("A", p + 1) for p in range(size)),
        descents=tuple(range(size)),
    )
