"""Where moving alike cannot keep everybody from boards or opponents of before: what loses least, by branch and bound.

Rounds are filled one after the other, the best way first. What m more rounds can bring is bounded from above: boards
that lie in one way bring no NS pair that stays anything twice, and a seating brings nobody a new opponent twice.
"""

from dataclasses import dataclass, field

import numpy as np

from byestand.model.movement import Grid
from byestand.search.outcome import Clock
from byestand.search.repairs.front import Mask, PlayHistory
from byestand.search.repairs.move_rings import UniformMoves

LOST_FIRST = 1000
"""A table that plays is worth so many new meetings: nothing is lost to avoid meetings again."""
NODE_UNITS = 25
"""Work at a node."""
BALANCED = 1
"""The same if a table that plays counts twice with a new meeting, and once with a meeting again."""


@dataclass(eq=False)
class BranchAndBound:
    """One search: the best way round by round so far, and what it is worth."""

    ways: UniformMoves
    first_round: int
    clock: Clock
    table_weight: int = LOST_FIRST
    """What a table that plays is worth besides its new meeting."""
    best: tuple[tuple[int, int], ...] = ()
    worth: int = -1
    _stays: bool = field(init=False)

    def __post_init__(self) -> None:
        self._stays = bool((self.ways.seatings[:, :, 0] == self.ways.seatings[:1, :, 0]).all())

    def run(self, night: PlayHistory, left: int) -> None:
        """Find the best ways for the rounds *left*; where the clock stops it, the best so far stands."""
        self._search(night, left, (), 0)

    def _search(self, night: PlayHistory, left: int, line: tuple[tuple[int, int], ...], worth: int) -> None:
        self.clock.tick(NODE_UNITS)
        if not left:
            if worth > self.worth:
                self.best, self.worth = line, worth
            return
        seatings, boards = self.ways.seatings, self.ways.boards
        plays = night.playable(seatings[:, np.newaxis], boards[np.newaxis])
        new = ~night.met[seatings[:, :, 0], seatings[:, :, 1]]
        tables, meetings = plays.sum(axis=2), (plays & new[:, np.newaxis]).sum(axis=2)
        if worth + self._upper_bound(night, tables, meetings, new, left) <= self.worth:
            return
        gains = self.table_weight * tables + meetings
        before = line[-1] if line else self.ways.now
        round = self.first_round + len(line)
        upper = self._upper_bound(night, tables, meetings, new, left - 1)
        for a, b in self._best_first(gains, round, before):
            gain = int(gains[a, b])
            if worth + gain + upper <= self.worth:
                break
            self._search(night.with_round(seatings[a], boards[b]), left - 1, (*line, (a, b)), worth + gain)

    def _best_first(self, gains: Grid, round: int, before: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the ways to come to a round, the best first; of equally good ones the usual one."""
        is_usual, (seatings, boards) = self.ways.is_usual, gains.shape
        people_turn = [not is_usual(round, before, (a, before[1]))[0] for a in range(seatings)]
        boards_turn = [not is_usual(round, before, (before[0], b))[1] for b in range(boards)]
        unusual = np.add.outer(np.array(people_turn, dtype=np.int64), np.array(boards_turn, dtype=np.int64))
        order = np.lexsort((unusual.ravel(), -gains.ravel()))
        return [divmod(number, boards) for number in order.tolist()]

    def _upper_bound(self, night: PlayHistory, tables: Grid, meetings: Grid, new: Mask, rounds: int) -> int:
        """Return what so many rounds are worth at most."""
        at_once, unmet = tables.max(axis=0), new.sum(axis=1)
        stayers = self.ways.seatings[0, :, 0]
        boards = self.ways.boards
        unseen = (~night.seen[stayers, boards] & (boards > 0) & (stayers > 0)).sum(axis=1)
        in_all = unseen if self._stays else at_once * rounds
        return self.table_weight * _max_in_rounds(at_once, in_all, rounds) + _max_in_rounds(
            meetings.max(axis=1), unmet, rounds
        )


def _max_in_rounds(at_once: Grid, in_all: Grid, rounds: int) -> int:
    """Return the most that so many rounds bring if each thing brings so much at once, and so much in all.

    >>> _max_in_rounds(np.array([4, 3]), np.array([5, 3]), 3)
    8
    """
    portions: list[int] = []
    for most, total in zip(at_once.tolist(), in_all.tolist(), strict=True):
        rest = total
        for _ in range(rounds):
            if min(most, rest) <= 0:
                break
            portions.append(min(most, rest))
            rest -= portions[-1]
    return sum(sorted(portions, reverse=True)[:rounds])
