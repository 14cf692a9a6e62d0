"""The figures of a continuation, counted independently of the search that found it.

A director wants to know of an option: lost rounds, repeat opponents, extra shares, tables affected, and changes.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from byestand.model.history import Cell, Continuation
from byestand.model.movement import Grid, Movement
from byestand.repairs.actual_play import ActualPlay


class Change(NamedTuple):
    """A table in a round with other play than planned."""

    round: int
    table: int
    plan: tuple[int, ...]
    """The planned contestants, seat by seat, and the group."""
    actual: tuple[int, ...] | None
    """The actual contestants and group; None if nothing can be played."""
    by_place: bool = False
    """Whether the only change is a late pair in the seat of a pair that left, which needs no instructions."""


@dataclass(frozen=True, slots=True)
class RepairFigures:
    """The figures of a continuation. Past rounds count in `lost_already` only."""

    lost_cells: tuple[Cell, ...]
    """Planned play that is not possible."""
    repeats: tuple[Cell, ...]
    """Future play of contestants that meet a second time."""
    extra_shared: int
    """Extra shares compared with the plan, over all rounds."""
    changed_tables: tuple[int, ...]
    """Tables with other play than planned."""
    changes: tuple[Change, ...]
    """All changes, including lost tables and replaced pairs."""
    lost_already: tuple[Cell, ...] = ()
    """Cells of past rounds that were cancelled or not played since the last repair."""

    @property
    def changed_cells(self) -> int:
        """The number of cells with other play than planned."""
        return sum(change.actual is not None and not change.by_place for change in self.changes)

    @property
    def costs(self) -> tuple[int, int, int, int, int]:
        """The figures by which options are compared: lost, again, extra shared, told, changed."""
        return len(self.lost_cells), len(self.repeats), self.extra_shared, len(self.changed_tables), self.changed_cells

    @property
    def lost_in_all(self) -> int:
        """The number of cells without a score, in past and future rounds."""
        return len(self.lost_cells) + len(self.lost_already)


def figures(played: ActualPlay, how: Continuation, copies: int) -> RepairFigures:
    """Return the figures of a continuation, with a number of copies of every board."""
    planned = _cells(played.plan.seats[played.after :], played.plan.groups[played.after :], played.after)
    now = _cells(how.seats, how.groups, played.after)
    leavers = _leavers(played)
    changes = []
    for cell, (*who, group) in planned.items():
        before = *(leavers.get(contestant, contestant) for contestant in who), group
        plays = _plays(now[cell])
        # Also a half table that its pair leaves is a change, or that pair would sit twice.
        if now[cell] != before if plays else _plays(before) or not _stays(before, now[cell]):
            changes.append(Change(*cell, before, now[cell] if plays else None, plays and now[cell] == planned[cell]))
    return RepairFigures(
        lost_cells=tuple(cell for cell in planned if _plays(planned[cell]) and not _plays(now[cell])),
        repeats=_met_before(played, now),
        extra_shared=_extra_shared(planned, now, copies),
        changed_tables=tuple(sorted({change.table for change in changes if change.actual and not change.by_place})),
        changes=tuple(changes),
        lost_already=tuple(sorted({*played.cancelled_now, *(meeting[:2] for meeting in played.unplayed_now)})),
    )


def _leavers(played: ActualPlay) -> dict[int, int]:
    """Return the pair that each late pair replaces."""
    history = played.plan.history
    known = {who for who, _ in history.departures} if history else set()
    return {came: left for came, left in history.places if left not in known} if history else {}


def usual_copies(movement: Movement) -> int:
    """Return the usual number of copies of every board: the sets of the layout.

    Without a layout it is the lowest number with at most one share per round.
    """
    if movement.layout:
        return len(movement.layout.cases)
    uses = _uses(_cells(movement.seats, movement.groups, 0))
    copies = 1
    while max(_shared_sets(uses, copies).values(), default=0) > 1:
        copies += 1
    return copies


def _cells(seats: Grid, groups: Grid, after: int) -> dict[Cell, tuple[int, ...]]:
    """Return the contestants and the group, by round and table."""
    return {
        (round, table): (*who, group)
        for round, (people, boards) in enumerate(zip(seats.tolist(), groups.tolist(), strict=True), start=after + 1)
        for table, (who, group) in enumerate(zip(people, boards, strict=True), start=1)
    }


def _plays(cell: tuple[int, ...]) -> bool:
    """Return whether every seat is taken and there are boards."""
    return all(cell)


def _stays(before: tuple[int, ...], now: tuple[int, ...]) -> bool:
    """Return whether everyone who was to sit at a table is there."""
    return all(contestant in now[:-1] for contestant in before[:-1] if contestant)


def _met_before(played: ActualPlay, now: dict[Cell, tuple[int, ...]]) -> tuple[Cell, ...]:
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
    before, then = _shared_sets(_uses(planned), copies), _shared_sets(_uses(now), copies)
    return sum(max(0, shared - before[round]) for round, shared in then.items())


def _uses(cells: dict[Cell, tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """Return the number of tables that play each group in each round."""
    return Counter((round, cell[-1]) for (round, _), cell in cells.items() if _plays(cell))


def _shared_sets(uses: Counter[tuple[int, int]], copies: int) -> Counter[int]:
    """Return the number of tables that must share in each round."""
    shared: Counter[int] = Counter()
    for (round, _), tables in uses.items():
        shared[round] += max(0, tables - copies)
    return shared
