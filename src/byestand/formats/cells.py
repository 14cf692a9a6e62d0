"""From the cells of a file (round and table → who sits there, and the group) to the grids of a movement.

Shared by the readers. Numbers in files are a contestant's number within its line; which lines there are a file may
say (json) or leave to be inferred (most others).
"""

from collections.abc import Mapping

import numpy as np

from byestand.model import Field, Grid

Cells = Mapping[tuple[int, int], tuple[int, ...]]


def grids(cells: Cells, field: Field) -> tuple[Grid, Grid]:
    """Return seats and groups; a table that a round does not mention is empty in it."""
    rounds = max(round for round, _ in cells)
    tables = max(table for _, table in cells)
    width = len(next(iter(cells.values())))
    filled = np.zeros((rounds, tables, width), dtype=np.int64)
    for (round, table), cell in cells.items():
        filled[round - 1, table - 1] = cell
    seats, groups = filled[:, :, :-1], filled[:, :, -1]
    if field.winners == 2:
        ew = seats[:, :, 1]
        ew[ew > 0] += field.before(1)
    return seats, groups


def inferred_field(cells: Cells) -> Field:
    """Return the field that a schedule without one must have.

    Two winners: most numbers sit both NS and EW in one and the same round, so they must be two different pairs (one
    wrong cell does not sway this). Numbers that never occur, below one that does or up to the number of tables, are
    missing contestants.
    """
    who: dict[int, list[set[int]]] = {}
    for (round, _), (*seats, _) in cells.items():
        there = who.setdefault(round, [set() for _ in seats])
        for seat, number in enumerate(seats):
            there[seat].add(number)
    per_round = [[seat - {0} for seat in seats] for seats in who.values()]
    if len(per_round[0]) == 2:
        twice = sum(len(ns & ew) for ns, ew in per_round)
        if 2 * twice > sum(min(len(ns), len(ew)) for ns, ew in per_round):
            # Every table has a seat in each line, so a line is at least as long as there are tables.
            tables = max(table for _, table in cells)
            return _field([set().union(*line) for line in zip(*per_round, strict=True)], at_least=tables)
    return _field([set().union(*(seat for seats in per_round for seat in seats))], at_least=1)


def _field(lines: list[set[int]], *, at_least: int) -> Field:
    sizes = tuple(max(line | {at_least}) for line in lines)
    field = Field(sizes)
    return Field(
        sizes,
        frozenset(
            field.before(i) + number
            for i, line in enumerate(lines)
            for number in range(1, sizes[i] + 1)
            if number not in line
        ),
    )
