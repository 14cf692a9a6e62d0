"""A session with problems as an outsider knows it: the rows of the plan, and the rows that were different.

Only the csv of the program is used here: the checker of a repair must not share errors with its maker.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A round and a table, from 1."""
Pair: TypeAlias = str
"""N3 and E3 with two lines, otherwise the number alone; empty for nobody."""

NOBODY: Pair = ""


class Cell(NamedTuple):
    """The contents of a row after round and table: numbers, 0 for nobody and no boards."""

    seats: tuple[int, ...]
    group: int

    @classmethod
    def from_row(cls, numbers: list[int]) -> "Cell":
        """Return the cell in the numbers of a row or of the json: seats, then the group."""
        return cls(tuple(numbers[:-1]), numbers[-1])

    @property
    def played(self) -> bool:
        """Whether the cell is played: it has boards, and all seats are taken."""
        return self.group > 0 and all(self.seats)


Cells: TypeAlias = Mapping[Place, Cell]


def read(text: str) -> dict[Place, Cell]:
    """Return the cells in csv text; the column for cancelled boards changes no figure and is ignored."""
    rows = csv.reader(io.StringIO(text))
    width = [name for name in next(rows) if name != "cancelled"].index("group")
    return {(int(row[0]), int(row[1])): Cell.from_row([int(number) for number in row[2 : width + 1]]) for row in rows}


def night_rows(cells: Cells) -> str:
    """Return cells as csv text, as `byestand show` writes them."""
    width = len(next(iter(cells.values())).seats) if cells else 2
    names = ["ns", "ew"] if width == 2 else ["north", "south", "east", "west"]
    rows = [",".join(map(str, (*place, *cell.seats, cell.group))) for place, cell in sorted(cells.items())]
    return "\n".join([",".join(["round", "table", *names, "group"]), *rows, ""])


@dataclass(frozen=True)
class WrongNight:
    """A plan, what was played up to a round, the pairs that left or came late, and the available boards."""

    plan: Cells
    after: int
    differing_cells: Cells = field(default_factory=dict)
    """The cells of rounds up to *after* that were not as planned."""
    departures: frozenset[Pair] = frozenset()
    late_pairs: int = 0
    copies: int = 1
    extra: int = 1
    """The number of extra sets that may be shared in a round."""

    @cached_property
    def rounds(self) -> int:
        return max(round for round, _ in self.plan)

    @cached_property
    def groups(self) -> int:
        return max(cell.group for cell in self.plan.values())

    @cached_property
    def two_lines(self) -> bool:
        """Whether a number stands for two pairs: then it sits NS and EW in the same round."""
        seated = Counter((round, n) for (round, _), cell in self.plan.items() for n in cell.seats if n)
        return max(seated.values()) > 1

    @cached_property
    def groups_seen(self) -> dict[Place, Cell]:
        """What was actually played in the rounds that have been called."""
        return {p: c for p, c in (dict(self.plan) | dict(self.differing_cells)).items() if p[0] <= self.after}

    @cached_property
    def ahead(self) -> dict[Place, Cell]:
        """What was planned for the remaining rounds."""
        return {place: cell for place, cell in self.plan.items() if place[0] > self.after}

    def seated_at(self, cell: Cell) -> tuple[Pair, ...]:
        """Return the contestants of a cell, every line with its letter."""
        return _pairs(cell.seats, self.two_lines)

    def pairs_met(self, cell: Cell) -> list[frozenset[Pair]]:
        """Return the two pairs that meet in a cell."""
        return [frozenset(two) for two in combinations(self.seated_at(cell), 2)]

    @cached_property
    def known_groups(self) -> frozenset[tuple[Pair, int]]:
        """The groups that each contestant has seen, cancelled or not."""
        return frozenset(
            (who, cell.group) for cell in self.groups_seen.values() if cell.played for who in self.seated_at(cell)
        )

    def shares(self, round: int, cells: Cells) -> int:
        """Return the number of shared sets in a round."""
        return sum(max(0, uses - self.copies) for uses in self.uses(round, cells).values())

    def uses(self, round: int, cells: Cells) -> Counter[int]:
        """Return the number of tables that play each group in a round."""
        return Counter(cell.group for place, cell in cells.items() if place[0] == round and cell.played)

    def playable(self, cell: Cell) -> bool:
        """Return whether the planned cell can still be played after all that was seen."""
        who = self.seated_at(cell)
        return cell.played and not any(w in self.departures or (w, cell.group) in self.known_groups for w in who)

    def impossible(self) -> Iterator[str]:
        """Yield impossible facts."""
        for round in range(1, self.after + 1):
            here = {place: cell for place, cell in self.groups_seen.items() if place[0] == round}
            sitting = Counter(who for cell in here.values() for who in self.seated_at(cell) if who)
            yield from (f"round {round}: {who} sits twice" for who, n in sitting.items() if n > 1)
            for group, n in self.uses(round, here).items():
                if n > 2 * self.copies or group > self.groups:
                    yield f"round {round}: group {group} at {n} tables"
        yield from (
            f"{place} is not in the plan's rounds so far"
            for place in self.differing_cells
            if place not in self.groups_seen
        )


@cache
def _pairs(seats: tuple[int, ...], two_lines: bool) -> tuple[Pair, ...]:
    letters = "NE" if two_lines else [""] * len(seats)
    return tuple(f"{letter}{n}" if n else NOBODY for letter, n in zip(letters, seats, strict=True))


def fewest_copies(plan: Cells) -> int:
    """Return the fewest copies with which no round of the plan shares more than one set."""
    rounds = {round for round, _ in plan}
    for copies in range(1, len(plan) + 1):
        night = WrongNight(plan, 0, copies=copies)
        if all(night.shares(round, plan) <= 1 for round in rounds):
            return copies
    raise AssertionError("as many copies as tables always do")
