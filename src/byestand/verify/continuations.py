"""How good a way to go on is, in figures with fixed meanings: counted afresh, whoever found it.

Of an option its director wants to know what is lost, who meets again, which sets are shared that were not to be, whom
to tell, and how much changes.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from byestand.model.history import Cell, Continuation
from byestand.model.movement import Grid, Movement
from byestand.model.played import Played


class Change(NamedTuple):
    """A table in a round that does not play what was planned."""

    round: int
    table: int
    plan: tuple[int, ...]
    """Who was to sit there, seat by seat, and the group."""
    now: tuple[int, ...] | None
    """Who sits there with which group instead; None where nothing can be played."""
    by_place: bool = False
    """Whether only a pair that came sits where one that left would have sat: then no table is told."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What there is to know of a continuation before choosing it. Rounds that are over count in `lost_already` only."""

    lost: tuple[Cell, ...]
    """Where boards were to be played and cannot be."""
    again: tuple[Cell, ...]
    """Where people play who have sat together before, in rounds to come or in those that are over."""
    extra_shared: int
    """Sets shared beyond those that the plan shares in the same round, over all rounds."""
    told: tuple[int, ...]
    """Tables that play something else than planned."""
    changes: tuple[Change, ...]
    """What is otherwise than planned, lost tables and places taken included."""
    lost_already: tuple[Cell, ...] = ()
    """Of the rounds that are over: played and cancelled, or not played, since the last repair."""

    @property
    def changed(self) -> int:
        """How many tables in how many rounds are told to play something else than planned."""
        return sum(change.now is not None and not change.by_place for change in self.changes)

    @property
    def costs(self) -> tuple[int, int, int, int, int]:
        """Return what no other option may beat in everything: lost, again, extra shared, told, changed."""
        return len(self.lost), len(self.again), self.extra_shared, len(self.told), self.changed

    @property
    def lost_in_all(self) -> int:
        """How many tables in how many rounds have no score, in rounds that are over and in those to come."""
        return len(self.lost) + len(self.lost_already)


def figures(played: Played, how: Continuation, copies: int) -> Figures:
    """Return the figures of a continuation, with so many copies of every board."""
    planned = _cells(played.plan.seats[played.after :], played.plan.groups[played.after :], played.after)
    now = _cells(how.seats, how.groups, played.after)
    leavers = _leavers(played)
    changes = []
    for cell, (*who, group) in planned.items():
        before = *(leavers.get(one, one) for one in who), group
        if (_plays(now[cell]) and now[cell] != before) or (_plays(before) and not _plays(now[cell])):
            plays = _plays(now[cell])
            changes.append(Change(*cell, before, now[cell] if plays else None, plays and now[cell] == planned[cell]))
    return Figures(
        lost=tuple(cell for cell in planned if _plays(planned[cell]) and not _plays(now[cell])),
        again=_met_before(played, now),
        extra_shared=_extra_shared(planned, now, copies),
        told=tuple(sorted({change.table for change in changes if change.now and not change.by_place})),
        changes=tuple(changes),
        lost_already=tuple(sorted({*played.cancelled_now, *(one[:2] for one in played.unplayed_now)})),
    )


def _leavers(played: Played) -> dict[int, int]:
    """Return whose place each has taken who came just now."""
    history = played.plan.history
    known = {who for who, _ in history.left} if history else set()
    return {came: left for came, left in history.places if left not in known} if history else {}


def usual_copies(movement: Movement) -> int:
    """Return how many copies of every board a movement is run with: the cases of its layout.

    Where it has none, the fewest with which in no round more than one set is shared.
    """
    if movement.layout:
        return len(movement.layout.cases)
    uses = _uses(_cells(movement.seats, movement.groups, 0))
    copies = 1
    while max(_shared(uses, copies).values(), default=0) > 1:
        copies += 1
    return copies


def _cells(seats: Grid, groups: Grid, after: int) -> dict[Cell, tuple[int, ...]]:
    """Return who sits where with which group, by round and table."""
    return {
        (round, table): (*who, group)
        for round, (people, lies) in enumerate(zip(seats.tolist(), groups.tolist(), strict=True), start=after + 1)
        for table, (who, group) in enumerate(zip(people, lies, strict=True), start=1)
    }


def _plays(cell: tuple[int, ...]) -> bool:
    """Tell whether every seat is taken and boards lie there."""
    return all(cell)


def _met_before(played: Played, now: dict[Cell, tuple[int, ...]]) -> tuple[Cell, ...]:
    met: set[tuple[int, int]] = set()
    again = []
    for cell, (*who, group) in (_cells(played.seats, played.groups, 0) | now).items():
        if not _plays((*who, group)):
            continue
        here = set(combinations(sorted(who), 2))
        if here & met and cell[0] > played.after:
            again.append(cell)
        met |= here
    return tuple(again)


def _extra_shared(planned: dict[Cell, tuple[int, ...]], now: dict[Cell, tuple[int, ...]], copies: int) -> int:
    before, then = _shared(_uses(planned), copies), _shared(_uses(now), copies)
    return sum(max(0, shared - before[round]) for round, shared in then.items())


def _uses(cells: dict[Cell, tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """Return at how many tables each group is played in each round."""
    return Counter((round, cell[-1]) for (round, _), cell in cells.items() if _plays(cell))


def _shared(uses: Counter[tuple[int, int]], copies: int) -> Counter[int]:
    """Return how many tables of each round have to share."""
    shared: Counter[int] = Counter()
    for (round, _), tables in uses.items():
        shared[round] += max(0, tables - copies)
    return shared
