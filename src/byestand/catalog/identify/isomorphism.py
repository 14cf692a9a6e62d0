"""Compare movements up to the numbers of pairs, tables and groups, or up to the order of rounds, and detect rovers.

If table x of one movement is table y of the other, everything else follows: the pairs and boards there in each round,
the next tables of those pairs, and so on for all tables. So each table of the other movement is tried for the first
table of the one: either everything follows without contradiction, or the movements differ.

Rovers are detected in schedules that do not declare one, without a search. At the party table one pair (the host)
stays, or one seat stays empty. In one round the rover comes there; in every other round the pair whose seat the rover
has taken, at a table with the same boards. With all displaced pairs back in their seats and without party table, rover
and host, the movement without them remains.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from byestand.errors import BadRequest
from byestand.model.field import Field
from byestand.model.movement import Grid, Movement

Seating: TypeAlias = tuple[int, ...]
"""Table, NS, EW (or N, S, E, W) and group: one table in one round."""
Seatings: TypeAlias = list[dict[tuple[int, int], Seating]]
"""For each round, the seating of each table (kind 0), NS pair (kind 1), EW pair (kind 2), …"""


def is_renumbered(one: Movement, other: Movement) -> bool:
    """Return whether tables, pairs and groups can be renumbered to make one movement the other."""
    # Renumbering does not change these counts, so most other movements are excluded quickly.
    if _variety(one) != _variety(other) or not np.array_equal(_counts(one), _counts(other)):
        return False
    ours, theirs = _seatings(one), _seatings(other)
    return any(_follows(ours, theirs, table) for table in range(1, other.tables + 1))


def order_of_rounds(one: Movement, other: Movement) -> tuple[int, ...]:
    """Return the round of the *other* that equals each round of the *one*; empty if their rounds differ.

    >>> from byestand.catalog import find
    >>> order_of_rounds(find("W0604"), find("W0604"))
    (1, 2, 3, 4)
    """
    rounds = {key: round for round, key in enumerate(_rounds(other), start=1)}
    found = tuple(rounds.get(key, 0) for key in _rounds(one))
    return found if sorted(found) == list(range(1, other.rounds + 1)) else ()


def _rounds(movement: Movement) -> list[bytes]:
    return [np.column_stack(row).tobytes() for row in zip(movement.seats, movement.groups, strict=True)]


def _variety(movement: Movement) -> tuple[int, ...]:
    """Return the numbers of different meetings, of contestants with each other and with groups."""
    seats, size = movement.seats, movement.field.size + 1
    first = seats[:, :, 0]
    others = [first * size + seats[:, :, seat] for seat in range(1, seats.shape[2])]
    boards = [movement.groups * size + seats[:, :, seat] for seat in range(seats.shape[2])]
    return tuple(len(np.unique(meetings)) for meetings in (*others, *boards))


def _counts(movement: Movement) -> Grid:
    """Return counts that no renumbering changes, by round: the plays of each group, sorted, and the empty seats."""
    most = max(int(movement.groups.max()), movement.tables) + 1
    plays = np.zeros((movement.rounds, most), dtype=np.int64)
    np.add.at(plays, (np.arange(movement.rounds)[:, np.newaxis], movement.groups), 1)
    often = np.sort(plays[:, 1:], axis=1)[:, ::-1][:, : movement.tables]
    return np.column_stack([often, plays[:, 0], (movement.seats == 0).sum(axis=(1, 2))])


def _seatings(movement: Movement) -> Seatings:
    rounds = np.dstack([movement.seats, movement.groups]).tolist()
    found: Seatings = []
    for row in rounds:
        seatings = [(table, *rest) for table, rest in enumerate(row, start=1)]
        found.append({(kind, seating[kind]): seating for seating in seatings for kind in range(len(seating) - 1)})
    return found


def _follows(ours: Seatings, theirs: Seatings, table: int) -> bool:
    """Return whether everything follows without contradiction if our table 1 is their *table*."""
    names: dict[tuple[int, int], int] = {}
    taken: set[tuple[int, int]] = set()
    todo = [(ours[0][0, 1], theirs[0][0, table])]
    last = len(todo[0][0]) - 1
    while todo:
        for kind, (a, b) in enumerate(zip(*todo.pop(), strict=True)):
            if names.setdefault((kind, a), b) != b:
                return False
            if (kind, b) in taken:
                continue
            taken.add((kind, b))
            if kind == last:
                continue  # a group may be at several tables, or at none: it determines nothing further
            for here, there in zip(ours, theirs, strict=True):
                if ((kind, a) in here) != ((kind, b) in there):
                    return False
                if (kind, a) in here:
                    todo.append((here[kind, a], there[kind, b]))
    everything = {(kind, member) for here in ours for seating in here.values() for kind, member in enumerate(seating)}
    return names.keys() == everything and len(taken) == len(names)


@dataclass(frozen=True, slots=True)
class SeenRover:
    """A rover found in a movement, and the movement without it."""

    letters: str
    """The suffix of movement codes: ER, NR or TR."""
    base: Movement


def rovers_in(movement: Movement) -> Iterator[SeenRover]:
    """Yield every movement that, with a rover and a party table, gives this movement for pairs."""
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
    """Return the table and the seat of each contestant in each round (contestants × rounds); -1 for none or several."""
    tables = np.full((movement.field.size + 1, movement.rounds), -1, dtype=np.int64)
    sides = tables.copy()
    for round, row in enumerate(movement.seats):
        who, first, times = np.unique(row.ravel(), return_index=True, return_counts=True)
        once = times == 1
        tables[who[once], round], sides[who[once], round] = np.divmod(first[once], 2)
    tables[0] = -1
    return tables, sides


def _guests(movement: Movement, party: int) -> Iterator[tuple[int, Grid]]:
    """Yield the possible hosts of a party table, 0 for an empty seat, each with its guests by round."""
    here = movement.seats[:, party]
    always = set(here[0].tolist()).intersection(*(set(row.tolist()) for row in here))
    for host in sorted(always):
        guests = np.where(here[:, 0] == host, here[:, 1], here[:, 0])
        if (guests > 0).all() and len(np.unique(guests)) == len(guests):
            yield host, guests


def _put_back(movement: Movement, party: int, rover: int, guests: Grid) -> Grid:
    """Return the seats without the party table, with the displaced pairs in the seats that the rover took."""
    seats = np.delete(movement.seats, party, axis=1)
    displaced = np.where(guests == rover, 0, guests)[:, np.newaxis, np.newaxis]
    return np.where(seats == rover, displaced, seats)


def _without(movement: Movement, rover: int, host: int, seats: Grid, groups: Grid) -> Movement | None:
    """Return the movement without rover and host, the others renumbered; None if the lines do not fit."""
    field, tables = movement.field, groups.shape[1]
    gone = {rover, host or _missing_host(field, rover)} - {0}
    kept = [c for c in range(1, field.size + 1) if c not in gone]
    if len(field.lines) == 1:
        # The rover made it one field: without it NS and EW are two lines again.
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
        return None  # some pairs sit both NS and EW: then this is not a rover


def _missing_host(field: Field, rover: int) -> int:
    """Return the host of a half table: the last missing pair of the line that the rover is not in; 0 if none."""
    return max((c for c in field.missing if len(field.lines) == 1 or field.line(c) != field.line(rover)), default=0)


def _letters(movement: Movement, sides: Grid) -> str:
    if len(movement.field.lines) == 1:
        return "TR"
    return "ER" if sides[0] else "NR"
