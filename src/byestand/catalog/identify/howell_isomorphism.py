"""Compare Howells up to the numbers of pairs, tables, groups and rounds, and up to directions.

The comparison starts from a table, one with a stationary pair if there is any. Once that table and two of its rounds in
one movement are matched to the other movement, everything else follows: two pairs meet at most once, a pair plays a
group once and sits at one table in a round, so two known things of a cell determine the cell and the other things in
it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import TypeAlias

from byestand.model.claims import Follow
from byestand.model.movement import Movement

ROUND, TABLE, PAIR, GROUP = "round", "table", "pair", "group"
Thing: TypeAlias = tuple[str, int]
Cell: TypeAlias = tuple[Thing, Thing, Thing, Thing, Thing]
"""Round, table, NS, EW and group."""
Names: TypeAlias = dict[Thing, Thing]


@dataclass(frozen=True, slots=True)
class SameDesign:
    """The match of one movement to another."""

    rounds: tuple[int, ...]
    """For each round of the one, the round of the other."""
    turned_cells: int
    """The number of cells in which the directions are opposite."""
    empty: int
    """The pair of the other that is missing in the one; 0 if there is none."""


class _CellIndex:
    """The cells of a movement, indexed by any two of their things."""

    def __init__(self, movement: Movement) -> None:
        self.cells: list[Cell] = [
            ((ROUND, r), (TABLE, t), (PAIR, ns), (PAIR, ew), (GROUP, int(movement.groups[r - 1, t - 1])))
            for r, row in enumerate(movement.seats.tolist(), start=1)
            for t, (ns, ew) in enumerate(row, start=1)
        ]
        found: dict[frozenset[Thing], list[Cell]] = {}
        for cell in self.cells:
            for two in combinations(cell, 2):
                found.setdefault(frozenset(two), []).append(cell)
        self.by_two = {two: cells[0] for two, cells in found.items() if len(cells) == 1}
        self.whole = {frozenset(cell) for cell in self.cells}
        self.of: dict[Thing, list[Cell]] = {}
        for cell in self.cells:
            for thing in cell:
                self.of.setdefault(thing, []).append(cell)


def same_design(one: Movement, other: Movement) -> SameDesign | None:
    """Return the match of *one* to *other* with the fewest opposite directions; None if they are different designs."""
    ours, theirs = _CellIndex(one), _CellIndex(other)
    if len(ours.by_two) != len(theirs.by_two):
        return None
    table = next(iter(_staying_tables(ours, one.tables)), 1)
    two = ours.of[TABLE, table][:2]
    among = list(_staying_tables(theirs, one.tables)) or range(1, one.tables + 1)
    if _is_cyclic(other) and not any(
        _follows(ours, theirs, two, (first, second))
        for first, *rest in (theirs.of[TABLE, there] for there in among)
        for second in rest
    ):
        return None  # all rounds are equivalent, so the first one can represent any
    best: SameDesign | None = None
    for there in among:
        for those in permutations(theirs.of[TABLE, there], 2):
            if names := _follows(ours, theirs, two, those):
                same = _compare(ours, theirs, names, one.rounds)
                best = same if best is None or same.turned_cells < best.turned_cells else best
                if not best.turned_cells:
                    return best
    return best


def _is_cyclic(movement: Movement) -> bool:
    return bool(movement.claims_of(Follow)) and movement.rounds == movement.deal_groups


def _staying_tables(design: _CellIndex, tables: int) -> Iterator[int]:
    for table in range(1, tables + 1):
        cells = design.of[TABLE, table]
        if set.intersection(*({cell[2], cell[3]} for cell in cells)):
            yield table


def _follows(ours: _CellIndex, theirs: _CellIndex, two: Iterable[Cell], there: Iterable[Cell]) -> Names | None:
    """Return the map from our things to theirs if these two cells match; None if it leads to a contradiction."""
    for turns in product((False, True), repeat=2):
        starts = [(a, _count_turned(b) if turn else b) for a, b, turn in zip(two, there, turns, strict=True)]
        names = _spread(ours, theirs, starts)
        if names and len(names) == len(ours.of) and theirs.whole == {_name_map(cell, names) for cell in ours.cells}:
            return names
    return None


def _count_turned(cell: Cell) -> Cell:
    round, table, ns, ew, group = cell
    return round, table, ew, ns, group


def _name_map(cell: Cell, names: Names) -> frozenset[Thing]:
    return frozenset(names[thing] for thing in cell)


def _spread(ours: _CellIndex, theirs: _CellIndex, todo: list[tuple[Cell, Cell]]) -> Names | None:
    """Return the map that follows from matching cells; None at the first contradiction."""
    names: Names = {}
    done: set[Cell] = set()
    while todo:
        new = []
        for thing, named in zip(*todo.pop(), strict=True):
            if thing not in names:
                names[thing] = named
                new.append(thing)
            elif names[thing] != named:
                return None
        for cell in (cell for thing in new for cell in ours.of[thing] if cell not in done):
            if two := _enough(ours, names, cell):
                there = theirs.by_two.get(frozenset(names[thing] for thing in two))
                if there is None:
                    return None
                done.add(cell)
                as_ours = names.get(cell[2]) == there[2] or names.get(cell[3]) == there[3]
                todo.append((cell, there if as_ours else _count_turned(there)))
    return names


def _enough(ours: _CellIndex, names: Names, cell: Cell) -> frozenset[Thing] | None:
    """Return two mapped things that determine a cell, at least one of them a pair, which gives the directions."""
    for pair in cell[2:4]:
        if pair in names:
            for other in cell:
                two = frozenset((pair, other))
                if other in names and other != pair and two in ours.by_two:
                    return two
    return None


def _compare(ours: _CellIndex, theirs: _CellIndex, names: Names, rounds: int) -> SameDesign:
    order = tuple(names[ROUND, round][1] for round in range(1, rounds + 1))
    there = set(theirs.cells)
    turned = sum(tuple(names[thing] for thing in cell) not in there for cell in ours.cells)
    return SameDesign(order, turned, names.get((PAIR, 0), (PAIR, 0))[1])
