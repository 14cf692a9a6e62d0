"""Where moving alike cannot keep everybody from boards or opponents of before: what loses least, by branch and bound.

Rounds are filled one after the other, the best way first. What m more rounds can bring is bounded from above: boards
that lie in one way bring no NS pair that stays anything twice, and a seating brings nobody a new opponent twice.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.outcome import Clock
from byestand.search.repairs.calls import Ways

Mask = npt.NDArray[np.bool_]

LOST_FIRST = 1000
"""A table that plays is worth so many new meetings: nothing is lost to avoid meetings again."""
NODE_UNITS = 25
"""Work at a node."""
BALANCED = 1
"""The same if a table that plays counts twice with a new meeting, and once with a meeting again."""


@dataclass(eq=False)
class Night:
    """What everybody has seen and whom they have met, as the rounds go by."""

    seen: Mask
    met: Mask

    @classmethod
    def after(cls, played: Played) -> "Night":
        """Return what was seen in the rounds played."""
        size = played.plan.field.size
        groups = max(
            played.plan.deal_groups, *(int(grid.max(initial=0)) for grid in (played.plan.groups, played.groups))
        )
        night = cls(np.zeros((size + 1, groups + 1), dtype=bool), np.zeros((size + 1, size + 1), dtype=bool))
        for contestant, known in enumerate(played.seen):
            night.seen[contestant, list(known)] = True
        for a, b in played.met:
            night.met[a, b] = night.met[b, a] = True
        return night

    def fresh(self, seats: Grid, groups: Grid) -> Mask:
        """Tell at which tables two sit who have both not seen the boards."""
        one, other = seats[..., 0], seats[..., 1]
        return (one > 0) & (other > 0) & (groups > 0) & ~self.seen[one, groups] & ~self.seen[other, groups]

    def with_round(self, seats: Grid, groups: Grid) -> "Night":
        """Return the night after a round in which every table plays that can."""
        plays = self.fresh(seats, groups)
        seen, met = self.seen.copy(), self.met.copy()
        one, other, on = seats[plays, 0], seats[plays, 1], groups[plays]
        seen[one, on] = seen[other, on] = True
        met[one, other] = met[other, one] = True
        return Night(seen, met)


@dataclass(eq=False)
class LeastLost:
    """One search: the best way round by round so far, and what it is worth."""

    ways: Ways
    first_round: int
    clock: Clock
    a_table: int = LOST_FIRST
    """What a table that plays is worth besides its new meeting."""
    best: tuple[tuple[int, int], ...] = ()
    worth: int = -1
    _stays: bool = field(init=False)

    def __post_init__(self) -> None:
        self._stays = bool((self.ways.seatings[:, :, 0] == self.ways.seatings[:1, :, 0]).all())

    def go(self, night: Night, left: int) -> None:
        """Find the best ways for the rounds *left*; where the clock stops it, the best so far stands."""
        self._go(night, left, (), 0)

    def _go(self, night: Night, left: int, line: tuple[tuple[int, int], ...], worth: int) -> None:
        self.clock.tick(NODE_UNITS)
        if not left:
            if worth > self.worth:
                self.best, self.worth = line, worth
            return
        seatings, boards = self.ways.seatings, self.ways.boards
        plays = night.fresh(seatings[:, np.newaxis], boards[np.newaxis])
        new = ~night.met[seatings[:, :, 0], seatings[:, :, 1]]
        tables, meetings = plays.sum(axis=2), (plays & new[:, np.newaxis]).sum(axis=2)
        if worth + self._most(night, tables, meetings, new, left) <= self.worth:
            return
        gains = self.a_table * tables + meetings
        before = line[-1] if line else self.ways.now
        round = self.first_round + len(line)
        upper = self._most(night, tables, meetings, new, left - 1)
        for a, b in self._best_first(gains, round, before):
            gain = int(gains[a, b])
            if worth + gain + upper <= self.worth:
                break
            self._go(night.with_round(seatings[a], boards[b]), left - 1, (*line, (a, b)), worth + gain)

    def _best_first(self, gains: Grid, round: int, before: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the ways to come to a round, the best first; of equally good ones the usual one."""
        is_usual, (seatings, boards) = self.ways.is_usual, gains.shape
        people_turn = [not is_usual(round, before, (a, before[1]))[0] for a in range(seatings)]
        boards_turn = [not is_usual(round, before, (before[0], b))[1] for b in range(boards)]
        unusual = np.add.outer(np.array(people_turn, dtype=np.int64), np.array(boards_turn, dtype=np.int64))
        order = np.lexsort((unusual.ravel(), -gains.ravel()))
        return [divmod(number, boards) for number in order.tolist()]

    def _most(self, night: Night, tables: Grid, meetings: Grid, new: Mask, rounds: int) -> int:
        """Return what so many rounds are worth at most."""
        at_once, unmet = tables.max(axis=0), new.sum(axis=1)
        stayers = self.ways.seatings[0, :, 0]
        boards = self.ways.boards
        unseen = (~night.seen[stayers, boards] & (boards > 0) & (stayers > 0)).sum(axis=1)
        in_all = unseen if self._stays else at_once * rounds
        return self.a_table * _most_of(at_once, in_all, rounds) + _most_of(meetings.max(axis=1), unmet, rounds)


def _most_of(at_once: Grid, in_all: Grid, rounds: int) -> int:
    """Return the most that so many rounds bring if each thing brings so much at once, and so much in all.

    >>> _most_of(np.array([4, 3]), np.array([5, 3]), 3)
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
