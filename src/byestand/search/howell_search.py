"""Search for Howells: a design by randomised backtracking, then directions by annealing, again and again.

Many short runs on new designs reach more than a long run on one design, because the design decides the balance
(`howell_designs`). Directions can also be chosen for a field with a missing pair.
"""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from byestand.language import say
from byestand.search.directions import DesignCell, Directions, minimise_turned
from byestand.search.howell_designs import FoundTable, some_design
from byestand.search.outcome import Found, OutOfTime

STEPS_A_CELL = 150


@dataclass(frozen=True, slots=True)
class FoundHowell:
    """A Howell found by the search: its tables in order of places, and the sum of the squares of C."""

    tables: tuple[FoundTable, ...]
    squares: int


def find_howell(
    tables: int,
    rounds: int,
    *,
    seconds: float,
    seed: int = 1,
    progress: Callable[[FoundHowell], None] = lambda _: None,
) -> Found[FoundHowell] | OutOfTime:
    """Return the best balanced Howell of a size that is found in time; *progress* gets every better one.

    Pairs follow each other and boards move down a ring; tables share only if that is unavoidable.
    """
    chance = random.Random(seed)  # noqa: S311 - no secret
    end = time.monotonic() + seconds
    best: FoundHowell | None = None
    while time.monotonic() < end:
        design = some_design(tables, rounds, chance, end)
        if design is None:
            break
        found = choose_directions(design, rounds, chance, end=end)
        if best is None or found.squares < best.squares:
            best = found
            progress(best)
    if best is None:
        text = say(
            "no Howell with {tables} tables and {rounds} rounds found in {seconds:g} seconds",
            tables=tables,
            rounds=rounds,
            seconds=seconds,
        )
        return OutOfTime(seconds, text)
    return Found(best)


def choose_directions(
    design: Sequence[FoundTable],
    rounds: int,
    chance: random.Random,
    *,
    missing: int | None = None,
    steps_a_cell: int = STEPS_A_CELL,
    end: float = math.inf,
) -> FoundHowell:
    """Return a design with the directions of the most even competition that one run of annealing finds.

    *missing* is the missing pair, from 0; its opponents sit out.
    """
    every = list(_cells(design, rounds))
    played = [i for i, cell in enumerate(every) if missing not in (cell.ns, cell.ew)]
    cells = [_without(every[i], missing) for i in played]
    directions = Directions(cells, _competition(cells), rounds, chance)
    directions.shuffle()
    squares, turned = directions.anneal(steps_a_cell, end)
    turned = minimise_turned(cells, turned, [i // rounds for i in played])
    letters = dict(zip(played, ("e" if is_turned else "n" for is_turned in turned), strict=True))
    tables = (table._replace(ns=_direction_letters(letters, k, rounds)) for k, table in enumerate(design))
    return FoundHowell(tuple(tables), squares)


def _direction_letters(letters: dict[int, str], table: int, rounds: int) -> str:
    """Return the directions of a table by round, as one letter if they never change; idle rounds get the usual one."""
    here = [letters.get(i, "") for i in range(table * rounds, (table + 1) * rounds)]
    usual = max("ne", key=here.count)
    ns = "".join(letter or usual for letter in here)
    return usual if ns == usual * rounds else ns


def _cells(design: Sequence[FoundTable], rounds: int) -> Iterator[DesignCell]:
    """Yield every cell, table by table, with the first mover NS; stationary pairs are numbered after the movers."""
    stays = rounds
    for table in design:
        for j in range(rounds):
            other = stays if table.other is None else (table.other + j) % rounds
            yield DesignCell((table.mover + j) % rounds, other, (table.place + j) % rounds)
        stays += table.other is None


def _without(cell: DesignCell, missing: int | None) -> DesignCell:
    """Return a cell with the pairs renumbered without the missing pair."""
    if missing is None:
        return cell
    return DesignCell(cell.ns - (cell.ns > missing), cell.ew - (cell.ew > missing), cell.group)


def _competition(cells: Sequence[DesignCell]) -> list[list[int]]:
    """Return C: +1 for a deal that two pairs play in the same direction, -1 otherwise, plus the tables if they meet."""
    pairs = 1 + max(max(cell.ns, cell.ew) for cell in cells)
    groups: dict[int, list[DesignCell]] = {}
    for cell in cells:
        groups.setdefault(cell.group, []).append(cell)
    total = [[0] * pairs for _ in range(pairs)]
    for here in groups.values():
        side = {cell.ns: 1 for cell in here} | {cell.ew: -1 for cell in here}
        for i, mine in side.items():
            for p, theirs in side.items():
                total[i][p] += mine * theirs if i != p else 0
        for cell in here:
            total[cell.ns][cell.ew] += len(here)
            total[cell.ew][cell.ns] += len(here)
    return total
