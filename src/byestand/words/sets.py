"""With fewer sets of boards than a layout has: who keeps a set, and who plays from the last one together.

Rings that still have a set of their own go on as always. The other tables play from the last set, which lies on one
stand between them. Only a party table does without a set and without a stand as long as every ring has one: what it
plays lies idle on some stand, or on a table with which it shares.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from byestand.model.layout import CASES, Copy, Layout, Subsection
from byestand.model.movement import Movement
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
