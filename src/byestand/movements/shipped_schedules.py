"""Schedules of individual movements that have no formula, read from data: jumps, guide-card Rainbows and Rainbow Webs.

Each line of the files in `data` is one schedule, with its source after #; `spares.txt` has the seats of the spare
players, table and seat in each round. Numbers count from 0 and are one character each: digits first, then small and
capital letters. North stays at the table and is not listed.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from string import ascii_letters, digits
from typing import NamedTuple

import numpy as np

from byestand.language import phrase
from byestand.model.movement import Grid, Movement
from byestand.movements.individual_grids import rainbow_movement

GUIDED = phrase("{tables}-table Rainbow with guide cards")
GUIDED_WEB = phrase("{tables}-table Rainbow Web with guide cards")
_NUMBERS = {character: number for number, character in enumerate(digits + ascii_letters)}


class ShippedSchedule(NamedTuple):
    """One schedule of the data files."""

    tables: int
    deal_groups: int
    kind: str
    """The sides of the grid for jumps, for example 2x6; otherwise the number of copies of each board."""
    columns: tuple[str, ...]
    """South, East, West and boards, by round."""


@cache
def _lines(file: str) -> dict[tuple[int, int], ShippedSchedule]:
    found = {}
    for size, kind, *columns in shipped_rows(file):
        t, d = (int(number) for number in size.split("x"))
        found[t, d] = ShippedSchedule(t, d, kind, tuple(columns))
    return found


def shipped_rows(file: str) -> Iterator[list[str]]:
    """Yield the words of each row of a data file, without comments."""
    from importlib import resources  # noqa: PLC0415 - starting up must stay quick

    text = (resources.files("byestand.movements") / "data" / file).read_text(encoding="ascii")
    for row in text.splitlines():
        if row and not row.startswith("#"):
            yield row.partition(" # ")[0].split()


def shipped_jumps(
    tables: int, *, complete: bool = False
) -> tuple[tuple[int, ...], tuple[tuple[int, int, int, int], ...]] | None:
    """Return the sides of the grid and the jumps for this many tables; None if there are none.

    *complete* jumps work for as many rounds as there are tables; those in `jumps.txt` are simpler but work for fewer
    rounds.
    """
    line = _lines("complete_jumps.txt" if complete else "jumps.txt").get((tables, tables))
    if line is None:
        return None
    s, e, w, b = ([_NUMBERS[character] for character in column] for column in line.columns)
    return tuple(int(side) for side in line.kind.split("x")), tuple(zip(s, e, w, b, strict=True))


@cache
def _spares() -> dict[tuple[int, int, int, int], tuple[str, ...]]:
    found = {}
    for size, rounds, *routes in shipped_rows("spares.txt"):
        t, d = (int(number) for number in size.split("x"))
        found[t, d, int(rounds), len(routes)] = tuple(routes)
    return found


def shipped_spares(
    tables: int, deal_groups: int, begins: int, spares: int, rounds: int
) -> list[list[tuple[int, int]]] | None:
    """Return the seats of the spare players (table from 1, seat from 0); None if the data has too few players.

    *begins* is the number of rounds of the longest Rainbow that starts with this one: the first seats of its routes are
    used. Data files give the same answer every time, without a search.
    """
    routes = _spares().get((tables, deal_groups, begins, spares))
    if routes is None or len(routes[0]) < 2 * rounds:
        return None
    return [[(_NUMBERS[route[i]] + 1, "NSEW".index(route[i + 1])) for i in range(0, 2 * rounds, 2)] for route in routes]


def shipped_sizes() -> tuple[tuple[int, int], ...]:
    """Return tables and deal groups of every schedule with guide cards."""
    return tuple(_lines("guided.txt"))


def shipped_copies(tables: int, deal_groups: int) -> int:
    """Return the number of copies of each board that a schedule with guide cards needs; 0 if there is no schedule."""
    line = _lines("guided.txt").get((tables, deal_groups))
    return int(line.kind) if line else 0


def guided_rainbow(tables: int, deal_groups: int, rounds: int) -> Movement | None:
    """Return the schedule with guide cards from the data files; None if there is none."""
    line = _lines("guided.txt").get((tables, deal_groups))
    if line is None or rounds > deal_groups:
        return None
    *lines, boards = (_grid(column, tables)[:rounds] for column in line.columns)
    kind = GUIDED if tables == deal_groups else GUIDED_WEB
    return rainbow_movement(kind, lines, boards, deal_groups=deal_groups)


def movement_of_columns(
    tables: int, deal_groups: int, columns: Mapping[str, Mapping[tuple[int, int], int]]
) -> Movement:
    """Return the movement of a schedule in the form of a search: South, East, West, boards by round and table, from 0.

    Players get the number of their first table; board groups are numbered by their tables in round 1.
    """
    grids = {
        name: np.array([[column[r, x] for x in range(tables)] for r in range(deal_groups)])
        for name, column in columns.items()
    }
    lines = [np.argsort(grids[name][0])[grids[name]] + 1 for name in ("South", "East", "West")]
    order = {group: number for number, group in enumerate(dict.fromkeys(grids["boards"].ravel().tolist()), start=1)}
    boards = np.array([order[group] for group in grids["boards"].ravel().tolist()]).reshape(deal_groups, tables)
    return rainbow_movement(GUIDED_WEB, lines, boards, deal_groups=deal_groups)


def _grid(column: str, tables: int) -> Grid:
    return np.array([_NUMBERS[character] + 1 for character in column]).reshape(-1, tables)
