"""Single players who sit out in files that leave their whole table empty, as Bridgemates need it.

Such a file says who plays where, and so who plays nowhere, but not at which of the empty tables somebody waits. Nothing
is played there, so any will do; the note says so.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from byestand.formats.cells import four_lines
from byestand.formats.document import Document
from byestand.model import Field, Grid, Movement
from byestand.model.movement import LINE_OF_SEAT

NOTE = "players without a seat are taken to sit out at the empty tables: the file does not say at which"
MOST_WAITING = 3
"""At a table: four would play."""


def with_waiting_players(document: Document) -> Document:
    """Return a document in which single players who play nowhere wait at the tables where nobody plays."""
    movement = document.movement
    if not movement.is_individual or (movement.seats > 0).any(axis=2).all():
        return document
    field = _field(movement)
    seats = movement.seats.copy()
    for row in seats:
        _seat_those_waiting(row, field)
    notes = (*document.notes, NOTE) if (seats != movement.seats).any() else document.notes
    return replace(document, movement=replace(movement, seats=seats, field=field), notes=notes)


def _field(movement: Movement) -> Field:
    """Return the field; of a Rainbow the last player may be missing, and then nothing else tells of him."""
    most = 4 * movement.tables
    lines = four_lines(movement.seats, most) if movement.field.winners == 1 and movement.field.size < most else ()
    if not lines:
        return movement.field
    return Field(lines, movement.field.missing | frozenset(range(movement.field.size + 1, most + 1)))


def _seat_those_waiting(row: Grid, field: Field) -> None:
    """Fill the empty tables of a round evenly, everybody in the seat of the own line where there are four."""
    empty = np.flatnonzero((row == 0).all(axis=1)).tolist()
    waiting = sorted(set(field.present) - set(row.ravel().tolist()))
    if not waiting or len(waiting) > MOST_WAITING * len(empty):
        return
    for player in waiting:
        taken = row[empty] > 0
        free = [
            (int(taken[i].sum()), table, seat)
            for i, table in enumerate(empty)
            for seat in _seats_for(player, field)
            if not taken[i, seat]
        ]
        if not free:
            row[empty] = 0  # they cannot all have come from these tables
            return
        _, table, seat = min(free)
        row[table, seat] = player


def _seats_for(player: int, field: Field) -> Sequence[int]:
    return (LINE_OF_SEAT.index(field.line(player)),) if field.winners == 4 else range(4)
