"""Rovers seen in a schedule that does not tell of any: no search, only looking.

At the party table one pair stays, the host, or one seat stays empty. In one round the rover comes to it; in every other
round somebody whose seat the rover has taken, at a table with the same boards. Put everybody back, leave out the party
table, rover and host, and the movement without them is there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from byestand.errors import BadRequest
from byestand.model import Field, Grid, Movement


@dataclass(frozen=True, slots=True)
class SeenRover:
    """A rover, and the movement it roves over."""

    letters: str
    """How names of the catalogue call it: ER, NR or TR."""
    base: Movement


def rovers_in(movement: Movement) -> Iterator[SeenRover]:
    """Yield every way in which a movement for pairs could be another one with a rover and a party table."""
    if movement.tables < 3 or movement.rounds < 3:
        return
    tables, sides = _whereabouts(movement)
    for party in range(movement.tables):
        for host, guests in _guests(movement, party):
            for first in range(movement.rounds):
                rover = int(guests[first])
                others = np.arange(movement.rounds) != first
                where = tables[rover]
                if (guests[others] == rover).any() or (where[others] < 0).any() or where[first] != party:
                    continue
                here, there = movement.groups[others, party], movement.groups[others, where[others]]
                if ((here != there) & (here > 0)).any() or not (
                    seats := _put_back(movement, party, rover, guests)
                ).size:
                    continue
                base = _without(movement, rover, host, seats, np.delete(movement.groups, party, axis=1))
                if base is not None:
                    yield SeenRover(_letters(movement, sides[rover][others]), base)


def _whereabouts(movement: Movement) -> tuple[Grid, Grid]:
    """Return the table and the seat of everybody in every round (contestants × rounds); -1 is none, or several."""
    tables = np.full((movement.field.size + 1, movement.rounds), -1, dtype=np.int64)
    sides = tables.copy()
    for round, row in enumerate(movement.seats):
        who, first, times = np.unique(row.ravel(), return_index=True, return_counts=True)
        once = times == 1
        tables[who[once], round], sides[who[once], round] = np.divmod(first[once], 2)
    tables[0] = -1
    return tables, sides


def _guests(movement: Movement, party: int) -> Iterator[tuple[int, Grid]]:
    """Yield who may be the host of a party table, 0 for an empty seat, and who comes there round by round."""
    here = movement.seats[:, party]
    always = set(here[0].tolist()).intersection(*(set(row.tolist()) for row in here))
    for host in sorted(always):
        guests = np.where(here[:, 0] == host, here[:, 1], here[:, 0])
        if (guests > 0).all() and len(np.unique(guests)) == len(guests):
            yield host, guests


def _put_back(movement: Movement, party: int, rover: int, guests: Grid) -> Grid:
    """Return the seats without the party table, with those who were displaced where the rover sits."""
    seats = np.delete(movement.seats, party, axis=1)
    displaced = np.where(guests == rover, 0, guests)[:, np.newaxis, np.newaxis]
    return np.where(seats == rover, displaced, seats)


def _without(movement: Movement, rover: int, host: int, seats: Grid, groups: Grid) -> Movement | None:
    """Return the movement without two of its contestants, the others numbered on; None where lines do not fit."""
    field, tables = movement.field, groups.shape[1]
    gone = {rover, host or _missing_host(field, rover)} - {0}
    kept = [c for c in range(1, field.size + 1) if c not in gone]
    if len(field.lines) == 1:
        # It was the rover who made it one field: without it NS and EW are two again.
        kept = sorted(kept, key=lambda c: (c not in seats[:, :, 0], c))
    elif sum(field.line(c) == 0 for c in kept) != tables:
        return None
    if len(kept) != 2 * tables or not groups.any():
        return None
    number = np.zeros(field.size + 1, dtype=np.int64)
    number[kept] = np.arange(1, len(kept) + 1)
    missing = frozenset(int(number[c]) for c in field.missing - gone)
    try:
        return Movement("", number[seats], groups, Field((tables, tables), missing), movement.deal_groups)
    except BadRequest:
        return None  # some sit NS and EW: then nobody roves here


def _missing_host(field: Field, rover: int) -> int:
    """Return the host of a half table: of the line that the rover is not of, the last who is missing."""
    return max((c for c in field.missing if len(field.lines) == 1 or field.line(c) != field.line(rover)), default=0)


def _letters(movement: Movement, sides: Grid) -> str:
    if len(movement.field.lines) == 1:
        return "TR"
    return "ER" if sides[0] else "NR"
