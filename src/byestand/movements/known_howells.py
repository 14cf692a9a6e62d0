"""The known Howells of each size: from a formula if there is one, otherwise from data files."""

from functools import cache

import numpy as np

from byestand.model.movement import Grid, Movement
from byestand.model.walks import ring
from byestand.movements.galois import is_prime
from byestand.movements.howells import CompactHowell, HowellTable, guided_howell
from byestand.movements.residue_howells import field_howell, has_residues, residue_howell
from byestand.movements.shipped_schedules import shipped_rows

STATIC, TURNING, FREE = "S", "T", "F"
"""Directions never change; only stationary pairs change theirs; all pairs may change theirs and need guide cards."""
HALF = "H"
"""Prefix of a pair number: directions chosen for a movement in which that pair is missing."""


def known_forms(tables: int, rounds: int) -> dict[str, CompactHowell]:
    """Return the compact forms of a size by grade, each grade better balanced than those before.

    Further keys are forms for a missing pair: ``H13`` is best without pair 13.
    """
    if has_residues(tables, rounds) and is_prime(rounds):
        return {STATIC: residue_howell(rounds)}
    return _load_shipped().get((tables, rounds), {})


@cache
def _load_shipped() -> dict[tuple[int, int], dict[str, CompactHowell]]:
    found: dict[tuple[int, int], dict[str, CompactHowell]] = {}
    for size, grade, *tables in shipped_rows("howells.txt"):
        t, r = (int(number) for number in size.split("x"))
        found.setdefault((t, r), {})[grade] = CompactHowell(r, tuple(map(_table, tables)))
    return found


def best_hole(tables: int, rounds: int, grade: str) -> int:
    """Return the pair whose absence harms the balance least; ``G`` is the grade of Howells with guide cards."""
    return _holes().get((f"{tables}x{rounds}", grade), 2 * tables)


@cache
def _holes() -> dict[tuple[str, str], int]:
    return {(size, grade): int(pair) for size, grade, pair in shipped_rows("howell_holes.txt")}


def _table(words: str) -> HowellTable:
    """Read a table like ``3,s@6:ne`` or ``12,8@0:n``."""
    who, place, ns = words.replace("@", ":").split(":")
    mover, other = who.split(",")
    return HowellTable(int(mover), None if other == "s" else int(other), int(place), ns)


@cache
def _guided_rows() -> dict[str, list[str]]:
    return {size: row for size, *row in shipped_rows("guided_howells.txt")}


def guide_card_howell(tables: int, rounds: int) -> Movement | None:
    """Return the Howell with guide cards of a size, with fewer shares or a better balance; None if there is none."""
    if has_residues(tables, rounds) and not is_prime(rounds):
        return field_howell(rounds)
    return _load_guided(f"{tables}x{rounds}", rounds) if f"{tables}x{rounds}" in _guided_rows() else None


@cache
def _load_guided(size: str, rounds: int) -> Movement:
    places, *columns = _guided_rows()[size]
    cells = [[cell.replace("/", "-").split("-") for cell in column.split(";")] for column in columns]
    grid = np.array([[[int(pair) for pair in cell[:2]] for cell in column] for column in cells], dtype=np.int64)
    seats = grid.transpose(1, 0, 2)
    if places == "-":
        groups = np.array([[int(cell[2]) for cell in column] for column in cells], dtype=np.int64).T
        return guided_howell(seats, groups, staying=_stationary_pairs(seats), places=None)
    at = tuple(int(place) - 1 for place in places.split(","))
    groups = np.array([[ring(place + round, rounds) for place in at] for round in range(1, rounds + 1)])
    return guided_howell(seats, groups, staying=_stationary_pairs(seats), places=at)


def _stationary_pairs(seats: Grid) -> tuple[int, ...]:
    """Return the pairs that stay at one table in all rounds."""
    return tuple(
        pair
        for pair in range(1, 2 * seats.shape[1] + 1)
        if len({int(table) for _, table, _ in np.argwhere(seats == pair)}) == 1
    )
