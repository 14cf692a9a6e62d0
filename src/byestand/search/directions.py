"""Directions of every cell, annealed for the most even competition: for Howells and for arrow-switched movements.

x(p, g) is +1 if pair p sits NS on deal group g, -1 if it sits EW and 0 if it does not play it. Pairs compete by
C(i, o) = x_i·x_o plus a term for their meetings that does not depend on directions. Reversing the cell of i and o on
group g changes the sum of C² by 8(n - 2) - 4 x_i Σ x_p (C_ip - C_op) over all other p, where n pairs play the group:
two rows are read.
Reversing every cell of a group changes nothing. In the end this is used to reverse as few cells as possible.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

HOT, COLD = 0.75, 10.0
"""The temperature at the start, as a multiple of the number of pairs, and the temperature at the end."""

Getter: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]


class DesignCell(NamedTuple):
    """A table in a round: the pair that sits NS, the other pair and the deal group, all from 0."""

    ns: int
    ew: int
    group: int


class Directions:
    """The reversed cells, and how evenly all pairs then compete."""

    def __init__(
        self, cells: Sequence[DesignCell], competition: Sequence[Sequence[int]], groups: int, chance: random.Random
    ) -> None:
        """Start with no cell reversed; *competition* is C in that state."""
        self.cells, self.chance = cells, chance
        self.pairs = len(competition)
        self.competition = [[*row, 0] for row in competition]  # the 0 is for `_those`
        self.sits = [[0] * self.pairs for _ in range(groups)]
        for cell in cells:
            self.sits[cell.group][cell.ns], self.sits[cell.group][cell.ew] = 1, -1
        self.playing = [sum(map(abs, row)) for row in self.sits]
        self.totals = list(map(sum, self.competition))
        self.ns, self.ew = ([_those(row, side) for row in self.sits] for side in (1, -1))
        self.squares = sum(c * c for row in self.competition for c in row) // 2

    def shuffle(self) -> None:
        """Reverse about half of the cells at random."""
        for cell in self.cells:
            if self.chance.random() < 0.5:
                self._turn(cell, self._change(cell))

    def anneal(self, steps_a_cell: int, end: float = math.inf, *, cold: float = COLD) -> tuple[int, list[bool]]:
        """Return the least sum of squares during the cooling, and the cells that are reversed there."""
        cells, draw = self.cells, self.chance.random
        many = len(cells)
        steps = steps_a_cell * many
        best, kept = self.squares, self._reversed_cells()
        heat = HOT * self.pairs
        cooling = (cold / heat) ** (1 / steps)
        for step in range(steps):
            if step % 4096 == 0 and time.monotonic() > end:
                break
            heat *= cooling
            cell = cells[int(draw() * many)]
            change = self._change(cell)
            if change <= 0 or draw() < math.exp(-change / heat):
                self._turn(cell, change)
                if self.squares < best:
                    best, kept = self.squares, self._reversed_cells()
        return best, kept

    def _reversed_cells(self) -> list[bool]:
        return [self.sits[cell.group][cell.ns] < 0 for cell in self.cells]

    def _change(self, cell: DesignCell) -> int:
        """Return by how much the sum of squares changes if a cell is reversed."""
        one, other, group = cell
        mine, theirs, ns, ew = self.competition[one], self.competition[other], self.ns[group], self.ew[group]
        if self.playing[group] == self.pairs:  # pairs that do not sit NS sit EW
            pull = 2 * (sum(ns(mine)) - sum(ns(theirs))) - self.totals[one] + self.totals[other]
        else:
            pull = sum(ns(mine)) - sum(ew(mine)) - sum(ns(theirs)) + sum(ew(theirs))
        if self.sits[group][one] < 0:
            pull = -pull
        # The sums include the two pairs themselves, which must not count; their C corrects that.
        return 8 * (self.playing[group] - 2) - 4 * pull - 8 * mine[other]

    def _turn(self, cell: DesignCell, change: int) -> None:
        sits, one, other = self.sits[cell.group], cell.ns, cell.ew
        mine, theirs, twice = self.competition[one], self.competition[other], 2 * self.sits[cell.group][one]
        together = mine[other]
        mine[:-1] = [c - twice * x for c, x in zip(mine, sits, strict=False)]
        theirs[:-1] = [c + twice * x for c, x in zip(theirs, sits, strict=False)]
        for row, c, d in zip(self.competition, mine, theirs, strict=False):
            row[one], row[other] = c, d
        # The competition of the two with each other and with themselves does not change.
        mine[one] = theirs[other] = 0
        mine[other] = theirs[one] = together
        # The sum of the two does not change for all others: only their own sums change.
        self.totals[one], self.totals[other] = sum(mine), sum(theirs)
        sits[one], sits[other] = sits[other], sits[one]
        self.ns[cell.group], self.ew[cell.group] = _those(sits, 1), _those(sits, -1)
        self.squares += change


def _those(sits: Sequence[int], side: int) -> Getter:
    """Return a getter of the entries of a row of C with a direction; the extra 0 makes it always return a tuple."""
    return itemgetter(-1, *[p for p, x in enumerate(sits) if x == side])


def minimise_turned(cells: Sequence[DesignCell], turned: Sequence[bool], alike: Sequence[int]) -> list[bool]:
    """Return the same competition with as few cells as possible reversed within groups of *alike* cells.

    Cells with the same number in *alike*, for example of one table, should have the same direction; deal groups are
    reversed as a whole.
    """
    now = list(turned)
    by_group: dict[int, list[int]] = {}
    for i, cell in enumerate(cells):
        by_group.setdefault(cell.group, []).append(i)
    for _ in range(len(by_group)):
        usual = _usual(now, alike)
        worth_it = [here for here in by_group.values() if 2 * sum(now[i] != usual[alike[i]] for i in here) > len(here)]
        if not worth_it:
            break
        for i in worth_it[0]:
            now[i] = not now[i]
    return now


def _usual(turned: Sequence[bool], alike: Sequence[int]) -> dict[int, bool]:
    """Return the direction of most cells of each kind."""
    votes: dict[int, int] = {}
    for is_turned, kind in zip(turned, alike, strict=True):
        votes[kind] = votes.get(kind, 0) + (1 if is_turned else -1)
    return {kind: many > 0 for kind, many in votes.items()}
