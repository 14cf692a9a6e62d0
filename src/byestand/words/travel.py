"""Where every board group lies in every round: read off the layout, or, where there is none, off the schedule.

Mats, slips, the boarding sheet and the caddy sheet all ask here, so that they cannot tell different stories. In a night
that was repaired boards go on as always; a table that is told to play others fetches them from where they lie, or
shares them there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise

import numpy as np

from byestand.model import Cell, Copy, Layout, Movement, Spot, Subsection, ring
from byestand.model.layout import CASES
from byestand.words.boards import go_by_list
from byestand.words.phrases import say, say_many
from byestand.words.roving import parties

ASIDE = Spot()
"""Neither on a table nor on a bye stand: in the party table's own case, or with the director."""

DIRECTOR = "the director's table"


@dataclass(frozen=True)
class Travel:
    """The journeys of all board groups of a movement."""

    journeys: Mapping[Copy, tuple[Spot, ...]]
    """Where each lies in rounds 1, 2, …"""
    stands: tuple[tuple[Copy, ...], ...] = ()
    """What lies on each bye stand in the first round left, the front group first. Stands are queues: first in, first
    out."""
    aside: str = DIRECTOR
    """What people call the place of boards that are neither on a table nor on a stand."""
    laid_out: bool = True
    """Whether the movement says itself how its boards travel; if not, this was read off the schedule."""
    visits: Mapping[Cell, Copy] = field(default_factory=dict)
    """Where boards are played that do not come to the table by themselves: which copy it is."""

    def on_table(self, table: int, round: int) -> Copy | None:
        """Return the board group that lies on a table."""
        return self._on_tables.get((table, round))

    def goes(self, table: int, round: int) -> Spot | None:
        """Return where the boards of a table go after a round; None if it has none."""
        copy = self.on_table(table, round)
        return self.journeys[copy][round] if copy else None

    def comes(self, table: int, round: int) -> Spot | None:
        """Return where a table's boards for the round after *round* come from; None if it gets none."""
        copy = self.on_table(table, round + 1)
        return self.journeys[copy][round - 1] if copy else None

    def lies(self, copy: Copy, round: int) -> Spot:
        """Return where a board group lies in a round."""
        return self.journeys[copy][round - 1]

    def playing(self, copy: Copy, round: int, movement: Movement) -> tuple[int, ...]:
        """Return the tables that play from a copy in a round: where it lies, and those that come for it."""
        groups, played = movement.groups[round - 1], movement.played[round - 1]
        at_home = (t for t in self.lies(copy, round).tables if played[t - 1] and groups[t - 1] == copy.group)
        guests = (t for (now, t), visited in self.visits.items() if (now, visited) == (round, copy))
        return tuple(sorted((*at_home, *guests)))

    def words(self, spot: Spot) -> str:
        """Return a place in words.

        >>> travel = Travel({})
        >>> travel.words(Spot(tables=(1, 8))), travel.words(Spot(stand=2)), travel.words(ASIDE)
        ('tables 1 and 8', 'bye stand 2', "the director's table")
        """
        if spot.stand:
            return say("bye stand {stand}", stand=spot.stand)
        tables = " and ".join(map(str, spot.tables))
        return say_many("table {tables}", "tables {tables}", len(spot.tables), tables=tables) if tables else self.aside

    @cached_property
    def uses_director(self) -> bool:
        """Whether boards must wait at the director's table in some round."""
        return self.aside == DIRECTOR and any(ASIDE in spots for spots in self.journeys.values())

    @cached_property
    def _on_tables(self) -> dict[tuple[int, int], Copy]:
        return {
            (table, round): copy
            for copy, spots in self.journeys.items()
            for round, spot in enumerate(spots, start=1)
            for table in spot.tables
        }


def travel(movement: Movement) -> Travel:
    """Return where the boards of a movement lie, round by round."""
    if go_by_list(movement):
        return Travel(_one_copy(movement), laid_out=False)
    found = _laid_out(movement, movement.layout) if movement.layout else None
    found = found or Travel(_from_schedule(_as_always(movement)), laid_out=False)
    return _with_visits(found, movement) if movement.history else found


def _laid_out(movement: Movement, layout: Layout) -> Travel | None:
    """Return what the layout says; None where that cannot be told."""
    if not _can_be_told(layout, movement):
        return None
    journeys = {copy: spots for sub in layout.subsections for copy, spots in _round_the_ring(layout, sub)}
    for party in parties(movement) if layout.party_case else ():
        journeys |= _party(movement, party.table, layout.party_case or "")
    return Travel(
        journeys,
        tuple(layout.on_stand(stand, min(movement.next_round, movement.rounds)) for stand in layout.stands),
        f"case {layout.party_case}" if layout.party_case else DIRECTOR,
    )


def _as_always(movement: Movement) -> Movement:
    """Return the movement without what tables are told: so boards travel by themselves."""
    if not movement.history or not movement.history.told:
        return movement
    groups = movement.groups.copy()
    for round, table in movement.history.told:
        groups[round - 1, table - 1] = 0
    return replace(movement, groups=groups)


def _with_visits(found: Travel, movement: Movement) -> Travel:
    """Return journeys with the tables that fetch what they play: of several copies one that fewest tables play."""
    journeys = {**found.journeys, **dict.fromkeys(_spare(found, movement), (ASIDE,) * movement.rounds)}
    visits: dict[Cell, Copy] = {}
    whole = replace(found, journeys=journeys, visits=visits)
    for r, t in np.argwhere(movement.played).tolist():
        round, table, group = r + 1, t + 1, int(movement.groups[r, t])
        lying = whole.on_table(table, round)
        if lying is None or lying.group != group:
            copies = [copy for copy in journeys if copy.group == group]
            visits[round, table] = min(copies, key=lambda copy: len(whole.playing(copy, round, movement)))
    return whole


def _spare(found: Travel, movement: Movement) -> Iterator[Copy]:
    """Yield the copies that a director has besides those that travel, of what some table is told to play."""
    at_hand = (movement.history.copies if movement.history else None) or 1
    told = movement.history.told if movement.history else ()
    for group in sorted({int(movement.groups[round - 1, table - 1]) for round, table in told} - {0}):
        taken = {copy.case for copy in found.journeys if copy.group == group}
        free = (case for case in CASES if case not in taken)
        yield from (Copy(case, group) for case in islice(free, max(0, at_hand - len(taken))))


def _can_be_told(layout: Layout, movement: Movement) -> bool:
    """Tell whether "at the back" and "in front" say it all, and each stand is filled out of one case."""
    one_case = all(len({copy.case for copy in layout.on_stand(stand, 1)}) < 2 for stand in layout.stands)
    return one_case and all(_stands_are_queues(sub, movement.next_round) for sub in layout.subsections)


def _stands_are_queues(sub: Subsection, first: int) -> bool:
    """Tell whether boards that wait come down one place a round, from a round on: only then they are queues."""
    waiting = any(not tables for tables in sub.places)
    steps = {later - earlier for earlier, later in pairwise(sub.descents[first - 1 :])}
    return not waiting or (steps <= {0, 1} and None not in sub.boarding)


def _round_the_ring(layout: Layout, sub: Subsection) -> Iterable[tuple[Copy, tuple[Spot, ...]]]:
    of_place = [Spot(tables=tables) for tables in sub.places]
    for stand in layout.stands:
        if layout.home(stand) is sub:
            for place in stand.places:
                of_place[place - 1] = Spot(stand=stand.number)
    for start, copy in enumerate(sub.boarding, start=1):
        if copy:
            yield copy, tuple(of_place[ring(start - down, len(of_place)) - 1] for down in sub.descents)


def _party(movement: Movement, table: int, case: str) -> dict[Copy, tuple[Spot, ...]]:
    """Return the journeys of the party table's own case: out of it for a round, and back."""
    played = movement.groups[:, table - 1].tolist()
    here = Spot(tables=(table,))
    return {Copy(case, g): tuple(here if g == now else ASIDE for now in played) for g in sorted(set(played)) if g}


def _from_schedule(movement: Movement) -> dict[Copy, tuple[Spot, ...]]:
    """Return journeys that bring every group where it is played: as many copies as play it at once, nobody sharing."""
    journeys: dict[Copy, tuple[Spot, ...]] = {}
    for group in sorted(set(movement.groups.ravel().tolist()) - {0}):
        wanted = [((row == group).nonzero()[0] + 1).tolist() for row in movement.groups]
        ways = _shared_out(wanted, movement.tables)
        for letter, way in zip(CASES, ways, strict=False):
            journeys[Copy(letter, group)] = tuple(Spot(tables=(table,)) if table else ASIDE for table in way)
    return journeys


def _one_copy(movement: Movement) -> dict[Copy, tuple[Spot, ...]]:
    """Return the journeys of one copy of each group: tables that play it at once share it."""
    return {
        Copy(CASES[0], group): tuple(
            Spot(tables=tuple((np.flatnonzero(row == group) + 1).tolist())) for row in movement.groups
        )
        for group in sorted(set(movement.groups.ravel().tolist()) - {0})
    }


def _shared_out(wanted: Sequence[Sequence[int]], tables: int) -> list[list[int]]:
    """Return for each copy of a group where it lies, round by round; 0 is nowhere. The nearest copy goes."""
    ways: list[list[int]] = [[] for _ in range(max(map(len, wanted)))]
    now = [0] * len(ways)
    for here in wanted:
        # A copy on a table is nearer than one that was put aside, and of two the one fewer tables away.
        offers = sorted(
            (tables if not at else min(abs(at - table), tables - abs(at - table)), copy, table)
            for copy, at in enumerate(now)
            for table in here
        )
        goes: dict[int, int] = {}
        for _, copy, table in offers:
            if copy not in goes and table not in goes.values():
                goes[copy] = table
        now = [goes.get(copy, 0) for copy in range(len(ways))]
        for way, at in zip(ways, now, strict=True):
            way.append(at)
    return ways
