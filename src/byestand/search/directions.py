"""Who sits NS in every cell, annealed so that all compete as evenly as can be: of Howells, and of switched movements.

x(p, g) is +1 where pair p sits NS on deal group g, -1 where it sits EW and 0 where it does not play it. Pairs compete
by C(i, o) = x_i·x_o, and by what their meetings add, whoever sits NS. Turning the cell of i and o on group g changes
the sum of C² by 8(n - 2) - 4 x_i Σ x_p (C_ip - C_op) over all other p, where n pairs play the group: two rows are
read.
Turning every cell of a group changes nothing, so that this can be used to turn as few cells as possible in the end.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

HOT, COLD = 0.75, 10.0
"""Temperatures: so many times the pairs at the start, and what it is at the end."""

Getter: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]


class DesignCell(NamedTuple):
    """A table in a round: the pair that sits NS there, the other one, both from 0, and the deal group, from 0."""

    ns: int
    ew: int
    group: int


class Directions:
    """Which cells are turned, and how evenly all compete then."""

    def __init__(
        self, cells: Sequence[DesignCell], competition: Sequence[Sequence[int]], groups: int, chance: random.Random
    ) -> None:
        """Begin with no cell turned; *competition* is C as it is then."""
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
        """Turn every other cell or so, by lot."""
        for cell in self.cells:
            if self.chance.random() < 0.5:
                self._turn(cell, self._change(cell))

    def anneal(self, steps_a_cell: int, end: float = math.inf, *, cold: float = COLD) -> tuple[int, list[bool]]:
        """Return the least sum of squares met while it cools down, and which cells are turned there."""
        cells, draw = self.cells, self.chance.random
        many = len(cells)
        steps = steps_a_cell * many
        best, kept = self.squares, self._turned()
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
                    best, kept = self.squares, self._turned()
        return best, kept

    def _turned(self) -> list[bool]:
        return [self.sits[cell.group][cell.ns] < 0 for cell in self.cells]

    def _change(self, cell: DesignCell) -> int:
        """Return by how much the sum of squares changes if a cell is turned."""
        one, other, group = cell
        mine, theirs, ns, ew = self.competition[one], self.competition[other], self.ns[group], self.ew[group]
        if self.playing[group] == self.pairs:  # who does not sit NS sits EW
            pull = 2 * (sum(ns(mine)) - sum(ns(theirs))) - self.totals[one] + self.totals[other]
        else:
            pull = sum(ns(mine)) - sum(ew(mine)) - sum(ns(theirs)) + sum(ew(theirs))
        if self.sits[group][one] < 0:
            pull = -pull
        # The two themselves are in it, and must not count: that is what C of them puts right.
        return 8 * (self.playing[group] - 2) - 4 * pull - 8 * mine[other]

    def _turn(self, cell: DesignCell, change: int) -> None:
        sits, one, other = self.sits[cell.group], cell.ns, cell.ew
        mine, theirs, twice = self.competition[one], self.competition[other], 2 * self.sits[cell.group][one]
        together = mine[other]
        mine[:-1] = [c - twice * x for c, x in zip(mine, sits, strict=False)]
        theirs[:-1] = [c + twice * x for c, x in zip(theirs, sits, strict=False)]
        for row, c, d in zip(self.competition, mine, theirs, strict=False):
            row[one], row[other] = c, d
        # What the two are to each other, and to themselves, does not change.
        mine[one] = theirs[other] = 0
        mine[other] = theirs[one] = together
        # To all others the two together are what they were: only their own sums change.
        self.totals[one], self.totals[other] = sum(mine), sum(theirs)
        sits[one], sits[other] = sits[other], sits[one]
        self.ns[cell.group], self.ew[cell.group] = _those(sits, 1), _those(sits, -1)
        self.squares += change


def _those(sits: Sequence[int], side: int) -> Getter:
    """Return what gets those of a row of C who sit so: the quickest way there is, and a 0 so that it gets several."""
    return itemgetter(-1, *[p for p, x in enumerate(sits) if x == side])


def minimise_turned(cells: Sequence[DesignCell], turned: Sequence[bool], alike: Sequence[int]) -> list[bool]:
    """Return the same competition with as few cells as possible turned against those that are *alike*.

    Cells with the same number in *alike*, of one table say, should be turned alike; groups are turned as a whole.
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
    """Return how most cells of each kind are."""
    votes: dict[int, int] = {}
    for is_turned, kind in zip(turned, alike, strict=True):
        votes[kind] = votes.get(kind, 0) + (1 if is_turned else -1)
    return {kind: many > 0 for kind, many in votes.items()}
