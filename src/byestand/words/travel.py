"""Where every board group lies in every round, with the sets at hand: read off the layout, or else off the schedule.

Mats, slips, the boarding sheet and the caddy sheet all ask here, so that they cannot tell different stories. In a night
that was repaired boards go on as always; a table that is told to play others fetches them from where they lie, or
shares them there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.history import Cell
from byestand.model.layout import CASES, Copy, Layout, Spot, Subsection
from byestand.model.movement import Movement
from byestand.words.boards import go_by_list
from byestand.words.journeys import (
    ASIDE,
    Journeys,
    Pool,
    as_scheduled,
    from_the_pool,
    round_the_ring,
    to_the_party,
    with_sets,
)
from byestand.words.numbers import listed
from byestand.words.roving import parties

DIRECTOR = "the director's table"


class Shared(NamedTuple):
    """Tables that play from the same copy in a round."""

    tables: tuple[int, ...]
    copy: Copy


@dataclass(frozen=True)
class Travel:
    """The journeys of all board groups of a movement."""

    movement: Movement = field(repr=False)
    journeys: Journeys
    """Where each copy lies in rounds 1, 2, …"""
    layout: Layout | None = None
    """The rings in which boards travel with the sets at hand; None where there are none."""
    pool: Pool | None = None
    """With too few sets: the tables that play from the last one, which lies on one stand between them."""
    laid_out: bool = True
    """Whether the movement says itself how its boards travel; if not, this was read off the schedule."""
    visits: Mapping[Cell, Copy] = field(default_factory=dict)
    """Where boards are played that do not come to the table by themselves: which copy it is."""

    @cached_property
    def stands(self) -> tuple[tuple[Copy, ...], ...]:
        """What lies on each bye stand in the first round left, the front group first; the pool's is not among them.

        Bye stands are queues: first in, first out.
        """
        first = min(self.movement.next_round, self.movement.rounds)
        return tuple(self.layout.on_stand(stand, first) for stand in self.layout.stands) if self.layout else ()

    @property
    def party_case(self) -> str | None:
        """The set out of which the party table plays, where it has its own."""
        return self.layout.party_case if self.layout else None

    def on_table(self, table: int, round: int) -> Copy | None:
        """Return the board group that lies on a table."""
        return self._on_tables.get((table, round))

    def plays_from(self, table: int, round: int) -> Copy | None:
        """Return the copy that a table plays from; None where nothing is played."""
        if not self.movement.played[round - 1, table - 1]:
            return None
        return self.visits.get((round, table)) or self.on_table(table, round)

    def goes(self, table: int, round: int) -> Spot | None:
        """Return where the boards of a table go after a round; None if it has none."""
        copy = self.on_table(table, round)
        return self._by_way_of_the_pool(copy, self.journeys[copy][round]) if copy else None

    def comes(self, table: int, round: int) -> Spot | None:
        """Return where a table's boards for the round after *round* come from; None if it gets none."""
        copy = self.on_table(table, round + 1)
        return self._by_way_of_the_pool(copy, self.journeys[copy][round - 1]) if copy else None

    def _by_way_of_the_pool(self, copy: Copy, spot: Spot) -> Spot:
        """Return a spot; or the pool's stand, on which its boards all lie between two rounds."""
        return Spot(stand=self.pool.stand) if self.pool and copy.case in self.pool.cases else spot

    def lies(self, copy: Copy, round: int) -> Spot:
        """Return where a board group lies in a round."""
        return self.journeys[copy][round - 1]

    def playing(self, copy: Copy, round: int) -> tuple[int, ...]:
        """Return the tables that play from a copy in a round: where it lies, and those that come for it."""
        groups, played = self.movement.groups[round - 1], self.movement.played[round - 1]
        at_home = (t for t in self.lies(copy, round).tables if played[t - 1] and groups[t - 1] == copy.group)
        guests = (t for (now, t), visited in self.visits.items() if (now, visited) == (round, copy))
        return tuple(sorted((*at_home, *guests)))

    def shared(self, round: int) -> tuple[Shared, ...]:
        """Return who shares what in a round, but for the relays, which share all evening."""
        return self._shared[round - 1]

    def sharers(self, table: int, round: int) -> tuple[int, ...]:
        """Return with whom a table shares its boards in a round, but for the relays, which share all evening."""
        return tuple(t for one in self.shared(round) if table in one.tables for t in one.tables if t != table)

    @cached_property
    def relays(self) -> tuple[tuple[int, ...], ...]:
        """The tables that share all evening, because the movement wants it so; where nobody plays, nobody shares."""
        places = [place for sub in self.layout.subsections for place in sub.places] if self.layout else []
        played = self.movement.played
        sharing = (tuple(table for table in sorted(place) if played[:, table - 1].any()) for place in places)
        return tuple(tables for tables in sharing if len(tables) > 1)

    @cached_property
    def rounds_shared(self) -> tuple[int, ...]:
        """The rounds left in which tables share that do not do so all evening."""
        return tuple(round for round in self.movement.rounds_left if self.shared(round))

    @cached_property
    def to_copy(self) -> tuple[tuple[int, int], ...]:
        """Groups to copy once more so that nobody shares, each with the round before which that must be done."""
        needed: Counter[int] = Counter()
        found: list[tuple[int, int]] = []
        for round in self.rounds_shared:
            wanting: Counter[int] = Counter()
            for tables, copy in self.shared(round):
                wanting[copy.group] += len(tables) - 1
            found += ((group, round) for group in sorted((wanting - needed).elements()))
            needed |= wanting
        return tuple(found)

    def words(self, spot: Spot, set_name: Callable[[str], str] = str) -> str:
        """Return a place in words: ``tables 1 and 8``, ``stand 2``, ``set C``, ``the director's table``."""
        case = self.party_case
        return place_words(spot, say("set {name}", name=set_name(case)) if case else DIRECTOR)

    @cached_property
    def uses_director(self) -> bool:
        """Whether boards must wait at the director's table in some round."""
        return not self.party_case and any(ASIDE in spots for spots in self.journeys.values())

    @cached_property
    def _shared(self) -> tuple[tuple[Shared, ...], ...]:
        rounds = range(1, self.movement.rounds + 1)
        found = ([Shared(self.playing(copy, round), copy) for copy in self.journeys] for round in rounds)
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


def place_words(spot: Spot, aside: str = DIRECTOR) -> str:
    """Return a place in words.

    >>> place_words(Spot(tables=(1, 8))), place_words(Spot(stand=2)), place_words(ASIDE)
    ('tables 1 and 8', 'stand 2', "the director's table")
    """
    if spot.stand:
        return say("stand {stand}", stand=spot.stand)
    return listed("table", spot.tables) if spot.tables else aside


REMEMBERED = 16
"""So many sections of a session, with room to spare."""


@lru_cache(maxsize=REMEMBERED)
def travel(movement: Movement, cases: int | None = None) -> Travel:
    """Return where the boards of a movement lie, round by round, with so many sets at hand.

    Not said, there are as many as the layout has; where there is none, as many copies of each group as are played at
    once, or one where a list tells who shares. Every sheet of a booklet asks, so the last answers are remembered.
    """
    found = _laid_out(movement, movement.layout, cases) if movement.layout else None
    if found is None:
        copies = cases or 1 if go_by_list(movement) else cases
        found = Travel(movement, as_scheduled(_as_always(movement), copies), laid_out=False)
    return _with_visits(found)


def _laid_out(movement: Movement, whole: Layout, cases: int | None) -> Travel | None:
    """Return what the layout says, as far as there are sets for it; None where that cannot be told."""
    if not _can_be_told(whole, movement):
        return None
    layout, pool = with_sets(movement, whole, cases)
    journeys: dict[Copy, tuple[Spot, ...]] = {}
    for sub in layout.subsections if layout else ():
        journeys |= round_the_ring(layout or whole, sub)
    for party in parties(movement) if layout and layout.party_case else ():
        journeys |= to_the_party(movement, party.table, (layout and layout.party_case) or "")
    if pool:
        journeys |= from_the_pool(_as_always(movement), pool.tables, pool.cases, pool.stand)
    return Travel(movement, journeys, layout, pool)


def _as_always(movement: Movement) -> Movement:
    """Return the movement without what tables are told: so boards travel by themselves."""
    if not movement.history or not movement.history.told:
        return movement
    groups = movement.groups.copy()
    for round, table in movement.history.told:
        groups[round - 1, table - 1] = 0
    return replace(movement, groups=groups)


def _with_visits(found: Travel) -> Travel:
    """Return journeys with the tables that fetch what they play.

    Of several copies they take one that fewest tables play, and of these the nearest.
    """
    movement = found.movement
    journeys = {**found.journeys, **dict.fromkeys(_spare(found), (ASIDE,) * movement.rounds)}
    visits: dict[Cell, Copy] = {}
    whole = replace(found, journeys=journeys, visits=visits)
    for r, t in np.argwhere(movement.played).tolist():
        round, table, group = r + 1, t + 1, int(movement.groups[r, t])
        lying = whole.on_table(table, round)
        if lying is None or lying.group != group:
            copies = [copy for copy in journeys if copy.group == group]
            if copies:  # a faulty movement may play what nobody has; it is shown, with its fault
                visits[round, table] = min(
                    copies, key=lambda copy: (len(whole.playing(copy, round)), _distance(whole, copy, round, table))
                )
    return whole


def _distance(journeys: Travel, copy: Copy, round: int, table: int) -> int:
    """Return how many tables away a copy lies in a round; one that lies on no table is further than all."""
    at = journeys.lies(copy, round).tables
    return min((abs(other - table) for other in at), default=journeys.movement.tables)


def _spare(found: Travel) -> Iterator[Copy]:
    """Yield the copies that a director has besides those that travel, of what some table is told to play."""
    history, groups = found.movement.history, found.movement.groups
    at_hand = (history.copies if history else None) or 1
    told = history.told if history else ()
    for group in sorted({int(groups[round - 1, table - 1]) for round, table in told} - {0}):
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
