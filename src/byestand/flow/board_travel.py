"""Where every board group is in every round with the sets available, read from the layout or from the schedule.

Mats, slips, the boarding sheet and the caddy sheet all use it, so that they agree. After a repair boards travel as
planned. A table with changed boards fetches them from where they are, or shares them there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from byestand.flow.board_sets import (
    ASIDE,
    Journeys,
    SharedStand,
    from_the_pool,
    round_the_ring,
    scheduled_journeys,
    to_the_party,
    with_sets,
)
from byestand.flow.rover import parties
from byestand.model.claims import ByCard
from byestand.model.history import Cell
from byestand.model.layout import CASES, BoardSpot, Copy, Layout, Subsection
from byestand.model.movement import Movement


class SharedCopy(NamedTuple):
    """Tables that play from the same copy in a round."""

    tables: tuple[int, ...]
    copy: Copy


@dataclass(frozen=True)
class BoardTravel:
    """The journeys of all board groups of a movement."""

    movement: Movement = field(repr=False)
    journeys: Journeys
    """Where each copy is in rounds 1, 2, …"""
    layout: Layout | None = None
    """The rings in which boards travel with the sets available; None where there are none."""
    pool: SharedStand | None = None
    """With too few sets: the tables that play from the last one, and their stand."""
    laid_out: bool = True
    """Whether the layout of the movement is used; if not, this was read from the schedule."""
    visits: Mapping[Cell, Copy] = field(default_factory=dict)
    """The copies that tables fetch, by round and table."""

    @cached_property
    def stands(self) -> tuple[tuple[Copy, ...], ...]:
        """The copies on each bye stand in the first remaining round, front first; the shared stand is not included.

        Bye stands are queues: first in, first out.
        """
        first = min(self.movement.next_round, self.movement.rounds)
        return tuple(self.layout.on_stand(stand, first) for stand in self.layout.stands) if self.layout else ()

    @property
    def party_case(self) -> str | None:
        """The set of the party table, where it has its own."""
        return self.layout.party_case if self.layout else None

    def on_table(self, table: int, round: int) -> Copy | None:
        """Return the copy on a table in a round."""
        return self._on_tables.get((table, round))

    def plays_from(self, table: int, round: int) -> Copy | None:
        """Return the copy that a table plays from; None where nothing is played."""
        if not self.movement.played_mask[round - 1, table - 1]:
            return None
        return self.visits.get((round, table)) or self.on_table(table, round)

    def goes(self, table: int, round: int) -> BoardSpot | None:
        """Return where the boards of a table go after a round; None if it has none."""
        copy = self.on_table(table, round)
        return self._by_way_of_shared_stand(copy, self.journeys[copy][round]) if copy else None

    def comes(self, table: int, round: int) -> BoardSpot | None:
        """Return where a table's boards for the round after *round* come from; None if it gets none."""
        copy = self.on_table(table, round + 1)
        return self._by_way_of_shared_stand(copy, self.journeys[copy][round - 1]) if copy else None

    def _by_way_of_shared_stand(self, copy: Copy, spot: BoardSpot) -> BoardSpot:
        """Return the spot, or the shared stand, on which its boards are between two rounds."""
        return BoardSpot(stand=self.pool.stand) if self.pool and copy.case in self.pool.cases else spot

    def lies(self, copy: Copy, round: int) -> BoardSpot:
        """Return where a copy is in a round."""
        return self.journeys[copy][round - 1]

    def playing_tables(self, copy: Copy, round: int) -> tuple[int, ...]:
        """Return the tables that play from a copy in a round: its own, and those that fetch it."""
        groups, played = self.movement.groups[round - 1], self.movement.played_mask[round - 1]
        at_home = (t for t in self.lies(copy, round).tables if played[t - 1] and groups[t - 1] == copy.group)
        guests = (t for (now, t), visited in self.visits.items() if (now, visited) == (round, copy))
        return tuple(sorted((*at_home, *guests)))

    def shared_copies(self, round: int) -> tuple[SharedCopy, ...]:
        """Return the shared copies of a round, without those shared all session."""
        return self._shared_copies[round - 1]

    def sharers(self, table: int, round: int) -> tuple[int, ...]:
        """Return the tables with which a table shares in a round, without those that share all session."""
        return tuple(t for one in self.shared_copies(round) if table in one.tables for t in one.tables if t != table)

    @cached_property
    def relays(self) -> tuple[tuple[int, ...], ...]:
        """The tables that share all session by the layout, as far as they are played at."""
        places = [place for sub in self.layout.subsections for place in sub.places] if self.layout else []
        played = self.movement.played_mask
        sharing = (tuple(table for table in sorted(place) if played[:, table - 1].any()) for place in places)
        return tuple(tables for tables in sharing if len(tables) > 1)

    @cached_property
    def rounds_shared(self) -> tuple[int, ...]:
        """The remaining rounds in which other tables share."""
        return tuple(round for round in self.movement.remaining_rounds if self.shared_copies(round))

    @cached_property
    def to_copy(self) -> tuple[tuple[int, int], ...]:
        """Groups to copy so that no table shares, each with the round before which the copy is needed."""
        needed: Counter[int] = Counter()
        copies: list[tuple[int, int]] = []
        for round in self.rounds_shared:
            wanting: Counter[int] = Counter()
            for tables, copy in self.shared_copies(round):
                wanting[copy.group] += len(tables) - 1
            copies += ((group, round) for group in sorted((wanting - needed).elements()))
            needed |= wanting
        return tuple(copies)

    @cached_property
    def uses_director(self) -> bool:
        """Whether boards are at the director's table in some round."""
        return not self.party_case and any(ASIDE in spots for spots in self.journeys.values())

    @cached_property
    def _shared_copies(self) -> tuple[tuple[SharedCopy, ...], ...]:
        rounds = range(1, self.movement.rounds + 1)
        found = ([SharedCopy(self.playing_tables(copy, round), copy) for copy in self.journeys] for round in rounds)
        return tuple(
            tuple(sorted(one for one in now if len(one.tables) > 1 and one.tables not in self.relays)) for now in found
        )

    @cached_property
    def _on_tables(self) -> dict[tuple[int, int], Copy]:
        return {
            (table, round): copy
            for copy, spots in self.journeys.items()
            for round, spot in enumerate(spots, start=1)
            for table in spot.tables
        }


CACHE_SIZE = 16
"""More than the sections of a session."""


@lru_cache(maxsize=CACHE_SIZE)
def travel(movement: Movement, cases: int | None = None) -> BoardTravel:
    """Return where the boards of a movement are, round by round, with a number of sets (*cases*).

    The default is the number of sets of the layout. Without a layout it is one copy per table that plays a group, or
    one copy where boards move by a list. Results are cached, because every sheet of a booklet needs them.
    """
    by_layout = _laid_out(movement, movement.layout, cases) if movement.layout else None
    if by_layout is not None:
        return _with_visits(by_layout)
    copies = cases or 1 if has_board_list(movement) else cases
    by_schedule = scheduled_journeys(_without_changes(movement), copies)
    return _with_visits(BoardTravel(movement, by_schedule, laid_out=False))


def has_board_list(movement: Movement) -> bool:
    """Return whether boards move by a list: one copy of each board, and no rings."""
    return movement.layout is None and not movement.is_individual and bool(movement.claims_of(ByCard))


def _laid_out(movement: Movement, whole: Layout, cases: int | None) -> BoardTravel | None:
    """Return the travel by the layout, as far as there are sets for it; None where it cannot be described."""
    if not _has_queues(whole, movement):
        return None
    layout, pool = with_sets(movement, whole, cases)
    journeys: dict[Copy, tuple[BoardSpot, ...]] = {}
    for sub in layout.subsections if layout else ():
        journeys |= round_the_ring(layout or whole, sub)
    for party in parties(movement) if layout and layout.party_case else ():
        journeys |= to_the_party(movement, party.table, (layout and layout.party_case) or "")
    if pool:
        journeys |= from_the_pool(_without_changes(movement), pool.tables, pool.cases, pool.stand)
    return BoardTravel(movement, journeys, layout, pool)


def _without_changes(movement: Movement) -> Movement:
    """Return the movement without changed instructions: boards travel as in it."""
    if not movement.history or not movement.history.instructed_cells:
        return movement
    groups = movement.groups.copy()
    for round, table in movement.history.instructed_cells:
        groups[round - 1, table - 1] = 0
    return replace(movement, groups=groups)


def _with_visits(travel: BoardTravel) -> BoardTravel:
    """Return the travel with the copies that tables fetch: one with few tables, and of these the nearest."""
    movement = travel.movement
    journeys = {**travel.journeys, **dict.fromkeys(_spare(travel), (ASIDE,) * movement.rounds)}
    visits: dict[Cell, Copy] = {}
    whole = replace(travel, journeys=journeys, visits=visits)
    for r, t in np.argwhere(movement.played_mask).tolist():
        round, table, group = r + 1, t + 1, int(movement.groups[r, t])
        lying = whole.on_table(table, round)
        if lying is None or lying.group != group:
            copies = [copy for copy in journeys if copy.group == group]
            if copies:  # a movement with errors may play a group that has no copy
                visits[round, table] = min(
                    copies,
                    key=lambda copy: (len(whole.playing_tables(copy, round)), _distance(whole, copy, round, table)),
                )
    return whole


def _distance(journeys: BoardTravel, copy: Copy, round: int, table: int) -> int:
    """Return the distance of a copy from a table in a round; a copy on no table is furthest."""
    at = journeys.lies(copy, round).tables
    return min((abs(other - table) for other in at), default=journeys.movement.tables)


def _spare(travel: BoardTravel) -> Iterator[Copy]:
    """Yield the spare copies of groups in changed instructions, besides those that travel."""
    history, groups = travel.movement.history, travel.movement.groups
    at_hand = (history.copies if history else None) or 1
    changed = history.instructed_cells if history else ()
    for group in sorted({int(groups[round - 1, table - 1]) for round, table in changed} - {0}):
        taken = {copy.case for copy in travel.journeys if copy.group == group}
        free = (case for case in CASES if case not in taken)
        yield from (Copy(case, group) for case in islice(free, max(0, at_hand - len(taken))))


def _has_queues(layout: Layout, movement: Movement) -> bool:
    """Return whether each stand is a queue with boards of one set."""
    one_case = all(len({copy.case for copy in layout.on_stand(stand, 1)}) < 2 for stand in layout.stands)
    return one_case and all(_stands_are_queues(sub, movement.next_round) for sub in layout.subsections)


def _stands_are_queues(sub: Subsection, first: int) -> bool:
    """Return whether waiting boards move down at most one place per round, as in a queue."""
    waiting = any(not tables for tables in sub.places)
    steps = {later - earlier for earlier, later in pairwise(sub.descents[first - 1 :])}
    return not waiting or (steps <= {0, 1} and None not in sub.initial_copies)
