"""How board groups travel with the sets available: round a ring, from the party table's set, or from a shared stand.

With fewer sets than the layout has, rings that keep a set of their own travel as planned. The other tables play from
the last set, which is on one stand between them. A party table needs no set and no stand as long as every ring has a
set: its boards are idle on a bye stand, or on a table with which it shares. `flow.board_travel` combines the journeys.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from byestand.flow.rover import parties
from byestand.model.layout import CASES, BoardSpot, Copy, Layout, Subsection
from byestand.model.movement import Movement
from byestand.model.walks import ring


@dataclass(frozen=True, slots=True)
class SharedStand:
    """Tables without a set of their own, and the stand from which they all play."""

    tables: tuple[int, ...]
    cases: tuple[str, ...]
    """The sets on the stand: the last one; more only where two travel in one ring and cannot be separated."""
    stand: int
    """Its number, after the numbers of the remaining bye stands."""

    @property
    def between(self) -> tuple[int, int]:
        """The tables between which the stand is placed."""
        return self.tables[0], self.tables[-1]


@dataclass(frozen=True, slots=True)
class _Ring:
    """Subsections whose boards come from the same sets."""

    subsections: tuple[Subsection, ...]
    cases: tuple[str, ...]

    @property
    def tables(self) -> frozenset[int]:
        return frozenset(table for sub in self.subsections for table in sub.tables)


def with_sets(movement: Movement, layout: Layout, cases: int | None) -> tuple[Layout | None, SharedStand | None]:
    """Return the rings that keep a set, and the shared stand of the other tables, if there are any."""
    if cases is None or cases >= len(layout.cases):
        return layout, None
    rings = _rings(layout)
    if cases >= sum(len(one.cases) for one in rings):
        return replace(layout, party_case=None), None
    chosen = _rings_with_set(movement, rings, cases - 1)
    guests = frozenset(party.table for party in parties(movement) if not party.half) if layout.party_case else ()
    tables = {table for one in rings if one not in chosen for table in one.tables} | set(guests)
    names = dict(zip([case for one in rings if one in chosen for case in one.cases], CASES, strict=False))
    left = Layout(tuple(_rename_sets(sub, names) for one in rings if one in chosen for sub in one.subsections))
    pool = SharedStand(tuple(sorted(tables)), CASES[len(names) : cases], len(left.stands) + 1)
    return left if left.subsections else None, pool


def _rings(layout: Layout) -> list[_Ring]:
    """Return the subsections; those with a set in common, as in a crisscross, form one ring."""
    found: list[_Ring] = []
    for sub in layout.subsections:
        joined = [one for one in found if set(one.cases) & set(sub.cases)]
        subsections = (*(s for one in joined for s in one.subsections), sub)
        together = sorted({case for one in joined for case in one.cases} | set(sub.cases))
        found = [*(one for one in found if one not in joined), _Ring(subsections, tuple(together))]
    return found


def _rings_with_set(movement: Movement, rings: Sequence[_Ring], sets: int) -> list[_Ring]:
    """Return the rings that keep their sets, chosen so that as few tables as possible share.

    Each step keeps the ring without which the others share least. This is a ring full of tables, with all boards in
    play. The remaining rings have few tables and most boards on their stands, so that one set serves several of them.
    """
    chosen: list[_Ring] = []
    while affordable := [one for one in rings if one not in chosen and len(one.cases) <= sets]:
        others = {
            i: [table for other in rings if other not in (*chosen, one) for table in other.tables]
            for i, one in enumerate(affordable)
        }
        best = affordable[min(others, key=lambda i: (_sharing(movement, others[i]), i))]
        chosen.append(best)
        sets -= len(best.cases)
    return chosen


def _sharing(movement: Movement, tables: Collection[int]) -> int:
    """Return how often tables would share, over all rounds, with one set for all of them."""
    mine = sorted(table - 1 for table in tables)
    groups = np.where(movement.played_mask[:, mine], movement.groups[:, mine], 0)
    counted = np.stack([(groups == group).sum(axis=1) for group in range(1, movement.deal_groups + 1)])
    return int(counted[counted > 1].sum())


def _rename_sets(sub: Subsection, names: dict[str, str]) -> Subsection:
    boarding = tuple(copy and Copy(names[copy.case], copy.group) for copy in sub.initial_copies)
    return replace(sub, initial_copies=boarding)


ASIDE = BoardSpot()
"""Neither on a table nor on a stand: in the party table's own set, or at the director's table."""

Journeys = Mapping[Copy, tuple[BoardSpot, ...]]


def round_the_ring(layout: Layout, sub: Subsection) -> Iterable[tuple[Copy, tuple[BoardSpot, ...]]]:
    """Yield the journeys of a subsection's boards."""
    of_place = [BoardSpot(tables=tables) for tables in sub.places]
    for stand in layout.stands:
        if layout.home(stand) is sub:
            for place in stand.places:
                of_place[place - 1] = BoardSpot(stand=stand.number)
    for start, copy in enumerate(sub.initial_copies, start=1):
        if copy:
            yield copy, tuple(of_place[ring(start - down, len(of_place)) - 1] for down in sub.descents)


def to_the_party(movement: Movement, table: int, case: str) -> Journeys:
    """Return the journeys of the party table's own set: on the table for a round, then back."""
    played = movement.groups[:, table - 1].tolist()
    here = BoardSpot(tables=(table,))
    return {Copy(case, g): tuple(here if g == now else ASIDE for now in played) for g in sorted(set(played)) if g}


def scheduled_journeys(movement: Movement, cases: int | None) -> Journeys:
    """Return journeys by the schedule, with a copy per table that plays a group, or with the copies available."""
    journeys: dict[Copy, tuple[BoardSpot, ...]] = {}
    for group in sorted(set(movement.groups.ravel().tolist()) - {0}):
        wanted = [_tables_by_copy(movement, row, group, cases) for row in range(movement.rounds)]
        paths = _nearest(wanted, movement.tables)
        for letter, path in zip(CASES, paths, strict=False):
            journeys[Copy(letter, group)] = tuple(map(BoardSpot, path))
    return journeys


def _tables_by_copy(movement: Movement, row: int, group: int, cases: int | None) -> list[tuple[int, ...]]:
    """Return the tables that have a group in a round, one tuple for each copy.

    With too few copies, a table at which nobody plays gets none.
    """
    here = movement.groups[row] == group
    if cases is not None and here.sum() > cases:
        here = here & movement.played_mask[row]
    return shared_out((np.flatnonzero(here) + 1).tolist(), cases)


def from_the_pool(movement: Movement, tables: Sequence[int], cases: Sequence[str], stand: int) -> Journeys:
    """Return the journeys of sets on one stand, from which tables take boards and to which they return them."""
    mine = [t - 1 for t in tables]
    groups = np.where(movement.played_mask[:, mine], movement.groups[:, mine], 0)
    journeys: dict[Copy, tuple[BoardSpot, ...]] = {}
    for group in sorted(set(groups.ravel().tolist()) - {0}):
        rows = ([tables[i] for i in np.flatnonzero(row == group).tolist()] for row in groups)
        parties = [shared_out(here, len(cases)) for here in rows]
        for which, case in enumerate(cases):
            journeys[Copy(case, group)] = tuple(
                BoardSpot(now[which]) if which < len(now) else BoardSpot(stand=stand) for now in parties
            )
    return journeys


def shared_out(tables: Sequence[int], copies: int | None) -> list[tuple[int, ...]]:
    """Return the tables that play from each copy: neighbours together, in parts of about the same size.

    >>> shared_out([4, 9, 12], 2), shared_out([4, 9], 3), shared_out([4, 9], None)
    ([(4,), (9, 12)], [(4,), (9,)], [(4,), (9,)])
    """
    parts = min(len(tables), copies or len(tables))
    ends = accumulate((len(tables) + i) // parts for i in range(parts)) if parts else ()
    return [tuple(tables[start:end]) for start, end in pairwise((0, *ends))]


def _nearest(wanted: Sequence[Sequence[tuple[int, ...]]], tables: int) -> list[list[tuple[int, ...]]]:
    """Return for each copy of a group the tables on which it is, round by round. The nearest copy goes."""
    paths: list[list[tuple[int, ...]]] = [[] for _ in range(max(map(len, wanted)))]
    now: list[tuple[int, ...]] = [()] * len(paths)
    for here in wanted:
        # A copy on a table is nearer than one that was put aside, and of two the one fewer tables away.
        offers = sorted(
            (tables if not at else min(abs(at[0] - to[0]), tables - abs(at[0] - to[0])), copy, to)
            for copy, at in enumerate(now)
            for to in here
        )
        goes: dict[int, tuple[int, ...]] = {}
        for _, copy, to in offers:
            if copy not in goes and to not in goes.values():
                goes[copy] = to
        now = [goes.get(copy, ()) for copy in range(len(paths))]
        for path, at in zip(paths, now, strict=True):
            path.append(at)
    return paths
