"""How board groups travel with the sets at hand: round a ring, out of the party table's set, from a stand in common.

With fewer sets than a layout has, rings that still have a set of their own go on as always. The other tables play from
the last set, which lies on one stand between them. Only a party table does without a set and without a stand as long
as every ring has one: what it plays lies idle on some stand, or on a table with which it shares.
`byestand.words.travel` puts the journeys together.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from byestand.model.layout import CASES, Copy, Layout, Spot, Subsection
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.words.roving import parties


@dataclass(frozen=True, slots=True)
class Pool:
    """Tables without a set of their own, and the stand between them from which they all play."""

    tables: tuple[int, ...]
    cases: tuple[str, ...]
    """The sets that lie there: the last one; more only where two travel in one ring and cannot be parted."""
    stand: int
    """Its number, after those of the bye stands that are left."""

    @property
    def between(self) -> tuple[int, int]:
        """The tables between which the stand is."""
        return self.tables[0], self.tables[-1]


@dataclass(frozen=True, slots=True)
class _Ring:
    """Subsections that cannot do without each other: their boards are out of the same cases."""

    subsections: tuple[Subsection, ...]
    cases: tuple[str, ...]

    @property
    def tables(self) -> frozenset[int]:
        return frozenset(table for sub in self.subsections for table in sub.tables)


def with_sets(movement: Movement, layout: Layout, cases: int | None) -> tuple[Layout | None, Pool | None]:
    """Return the rings that are left with so many sets, and the tables that play from the last one, if any do."""
    if cases is None or cases >= len(layout.cases):
        return layout, None
    rings = _rings(layout)
    if cases >= sum(len(one.cases) for one in rings):
        return replace(layout, party_case=None), None
    kept = _kept(movement, rings, cases - 1)
    guests = frozenset(party.table for party in parties(movement) if not party.half) if layout.party_case else ()
    tables = {table for one in rings if one not in kept for table in one.tables} | set(guests)
    names = dict(zip([case for one in rings if one in kept for case in one.cases], CASES, strict=False))
    left = Layout(tuple(_renamed(sub, names) for one in rings if one in kept for sub in one.subsections))
    pool = Pool(tuple(sorted(tables)), CASES[len(names) : cases], len(left.stands) + 1)
    return left if left.subsections else None, pool


def _rings(layout: Layout) -> list[_Ring]:
    """Return the subsections, those out of the same case as one: the two of a weave."""
    found: list[_Ring] = []
    for sub in layout.subsections:
        joined = [one for one in found if set(one.cases) & set(sub.cases)]
        subsections = (*(s for one in joined for s in one.subsections), sub)
        together = sorted({case for one in joined for case in one.cases} | set(sub.cases))
        found = [*(one for one in found if one not in joined), _Ring(subsections, tuple(together))]
    return found


def _kept(movement: Movement, rings: Sequence[_Ring], sets: int) -> list[_Ring]:
    """Return the rings that keep their sets, so that fewest tables share.

    Each time the ring goes first without which fewest of the others share: that is one full of tables, all of whose
    boards are in play. Those that are left have few tables and most of their boards on their stands, and what one
    plays mostly lies idle in the other: one set goes far there.
    """
    kept: list[_Ring] = []
    while affordable := [one for one in rings if one not in kept and len(one.cases) <= sets]:
        others = {
            i: [table for other in rings if other not in (*kept, one) for table in other.tables]
            for i, one in enumerate(affordable)
        }
        best = affordable[min(others, key=lambda i: (_sharing(movement, others[i]), i))]
        kept.append(best)
        sets -= len(best.cases)
    return kept


def _sharing(movement: Movement, tables: Collection[int]) -> int:
    """Return at how many tables boards would be shared, over all rounds, with one set for all these."""
    mine = sorted(table - 1 for table in tables)
    groups = np.where(movement.played[:, mine], movement.groups[:, mine], 0)
    counted = np.stack([(groups == group).sum(axis=1) for group in range(1, movement.deal_groups + 1)])
    return int(counted[counted > 1].sum())


def _renamed(sub: Subsection, names: dict[str, str]) -> Subsection:
    boarding = tuple(copy and Copy(names[copy.case], copy.group) for copy in sub.boarding)
    return replace(sub, boarding=boarding)


ASIDE = Spot()
"""Neither on a table nor on a stand: in the party table's own set, or with the director."""

Journeys = Mapping[Copy, tuple[Spot, ...]]


def round_the_ring(layout: Layout, sub: Subsection) -> Iterable[tuple[Copy, tuple[Spot, ...]]]:
    """Yield the journeys of a subsection's boards."""
    of_place = [Spot(tables=tables) for tables in sub.places]
    for stand in layout.stands:
        if layout.home(stand) is sub:
            for place in stand.places:
                of_place[place - 1] = Spot(stand=stand.number)
    for start, copy in enumerate(sub.boarding, start=1):
        if copy:
            yield copy, tuple(of_place[ring(start - down, len(of_place)) - 1] for down in sub.descents)


def to_the_party(movement: Movement, table: int, case: str) -> Journeys:
    """Return the journeys of the party table's own set: out of it for a round, and back."""
    played = movement.groups[:, table - 1].tolist()
    here = Spot(tables=(table,))
    return {Copy(case, g): tuple(here if g == now else ASIDE for now in played) for g in sorted(set(played)) if g}


def as_scheduled(movement: Movement, cases: int | None) -> Journeys:
    """Return journeys that bring every group where it is played: as many copies as play it at once, or as there are."""
    journeys: dict[Copy, tuple[Spot, ...]] = {}
    for group in sorted(set(movement.groups.ravel().tolist()) - {0}):
        wanted = [_wanting(movement, row, group, cases) for row in range(movement.rounds)]
        ways = _nearest(wanted, movement.tables)
        for letter, way in zip(CASES, ways, strict=False):
            journeys[Copy(letter, group)] = tuple(map(Spot, way))
    return journeys


def _wanting(movement: Movement, row: int, group: int, cases: int | None) -> list[tuple[int, ...]]:
    """Return the tables that want a group in a round, those together that play from one copy.

    Where there are not copies enough, none is brought to a table at which nobody plays.
    """
    here = movement.groups[row] == group
    if cases is not None and here.sum() > cases:
        here = here & movement.played[row]
    return shared_out((np.flatnonzero(here) + 1).tolist(), cases)


def from_the_pool(movement: Movement, tables: Sequence[int], cases: Sequence[str], stand: int) -> Journeys:
    """Return the journeys of sets that lie on one stand, from which these tables take what they play, and give back."""
    mine = [t - 1 for t in tables]
    groups = np.where(movement.played[:, mine], movement.groups[:, mine], 0)
    journeys: dict[Copy, tuple[Spot, ...]] = {}
    for group in sorted(set(groups.ravel().tolist()) - {0}):
        rows = ([tables[i] for i in np.flatnonzero(row == group).tolist()] for row in groups)
        parties = [shared_out(here, len(cases)) for here in rows]
        for which, case in enumerate(cases):
            journeys[Copy(case, group)] = tuple(
                Spot(now[which]) if which < len(now) else Spot(stand=stand) for now in parties
            )
    return journeys


def shared_out(tables: Sequence[int], copies: int | None) -> list[tuple[int, ...]]:
    """Return who plays from which copy: neighbours together, and rather two and two than three and one.

    >>> shared_out([4, 9, 12], 2), shared_out([4, 9], 3), shared_out([4, 9], None)
    ([(4,), (9, 12)], [(4,), (9,)], [(4,), (9,)])
    """
    parts = min(len(tables), copies or len(tables))
    ends = accumulate((len(tables) + i) // parts for i in range(parts)) if parts else ()
    return [tuple(tables[start:end]) for start, end in pairwise((0, *ends))]


def _nearest(wanted: Sequence[Sequence[tuple[int, ...]]], tables: int) -> list[list[tuple[int, ...]]]:
    """Return for each copy of a group on which tables it lies, round by round. The nearest copy goes."""
    ways: list[list[tuple[int, ...]]] = [[] for _ in range(max(map(len, wanted)))]
    now: list[tuple[int, ...]] = [()] * len(ways)
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
        now = [goes.get(copy, ()) for copy in range(len(ways))]
        for way, at in zip(ways, now, strict=True):
            way.append(at)
    return ways
