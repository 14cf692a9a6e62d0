"""Who is in the room in a round, and who sits out."""

import numpy as np

from byestand.model.movement import Movement


def present_contestants(movement: Movement, round: int) -> tuple[int, ...]:
    """Return the contestants in the room in a round: without those who have left, or who come later."""
    history, present = movement.history, movement.field.present
    return tuple(c for c in present if not (history and history.is_away(c, round)))


def sitting_out(movement: Movement, round: int) -> tuple[int, ...]:
    """Return the contestants who are in the room in a round and do not play."""
    playing = set(movement.seats[round - 1][movement.played_mask[round - 1]].ravel().tolist())
    return tuple(c for c in present_contestants(movement, round) if c not in playing)


def sitting_out_at(movement: Movement, table: int, round: int) -> tuple[int, ...]:
    """Return the contestants who sit out at a table; none where it is played, or empty."""
    if movement.played_mask[round - 1, table - 1]:
        return ()
    return tuple(c for c in movement.seats[round - 1, table - 1].tolist() if c)


def without_boards(movement: Movement, round: int) -> frozenset[int]:
    """Return the contestants whose table has no boards to play after a repair."""
    lost = movement.history.lost_cells if movement.history else ()
    tables = [table for now, table in lost if now == round]
    return frozenset(c for table in tables for c in movement.seats[round - 1, table - 1].tolist())


def without_seat(movement: Movement) -> list[set[int]]:
    """Return for each round the contestants who are present and have no seat."""
    return [set(movement.field.present) - set(row.ravel().tolist()) for row in movement.seats]


def leaves_boards_unplayed(movement: Movement) -> bool:
    """Return whether boards are on a table in a round in which they are not played."""
    return bool(((movement.groups > 0) & ~np.asarray(movement.played_mask)).any())
