"""How single board groups travel: round a ring, out of the party table's set, or as the schedule wants them.

What comes out is for each copy where it lies in rounds 1, 2, …; `byestand.words.travel` puts it together.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np

from byestand.model.layout import CASES, Copy, Layout, Spot, Subsection
from byestand.model.movement import Movement
from byestand.model.walks import ring

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
