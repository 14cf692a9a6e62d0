"""Whether two movements are the same but for the numbers of pairs, tables and groups, or but for the order of rounds.

If table x of one is table y of the other, everything else follows: who sits there round after round, with which boards,
where those pairs go, and so on through the room. So every table of the other movement is tried for the first of the
one: all follows without contradiction, or they differ.
"""

from typing import TypeAlias

import numpy as np

from byestand.model import Movement
from byestand.model.movement import Grid

Seating: TypeAlias = tuple[int, ...]
"""Table, NS, EW (or N, S, E, W) and group: what meets in a round."""
Seatings: TypeAlias = list[dict[tuple[int, int], Seating]]
"""Round by round, the seating in which a table (kind 0), an NS pair (1), an EW pair (2), … is found."""


def is_renumbered(one: Movement, other: Movement) -> bool:
    """Tell whether tables, pairs and groups can be renumbered to make one movement the other."""
    # What is renumbered keeps these, so that most others need not be looked at closely.
    if _variety(one) != _variety(other) or not np.array_equal(_counts(one), _counts(other)):
        return False
    ours, theirs = _seatings(one), _seatings(other)
    return any(_follows(ours, theirs, table) for table in range(1, other.tables + 1))


def order_of_rounds(one: Movement, other: Movement) -> tuple[int, ...]:
    """Return which round of the *other* each round of the *one* is; nothing where they do not have the same rounds.

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
    """Return how many different meetings there are, of contestants with each other and with groups."""
    seats, size = movement.seats, movement.field.size + 1
    first = seats[:, :, 0]
    others = [first * size + seats[:, :, seat] for seat in range(1, seats.shape[2])]
    boards = [movement.groups * size + seats[:, :, seat] for seat in range(seats.shape[2])]
    return tuple(len(np.unique(meetings)) for meetings in (*others, *boards))


def _counts(movement: Movement) -> Grid:
    """Return what no renumbering changes, round by round: how often each group is played, and the empty seats."""
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
    """Tell whether everything follows without contradiction if our table 1 is their *table*."""
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
                continue  # a group may be at several tables, or at none: it leads nowhere
            for here, there in zip(ours, theirs, strict=True):
                if ((kind, a) in here) != ((kind, b) in there):
                    return False
                if (kind, a) in here:
                    todo.append((here[kind, a], there[kind, b]))
    everything = {(kind, member) for here in ours for seating in here.values() for kind, member in enumerate(seating)}
    return names.keys() == everything and len(taken) == len(names)
