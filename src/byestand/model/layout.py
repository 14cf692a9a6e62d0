"""How boards travel: subsections, sets, bye stands, and the order in which boards pass between tables.

A subsection is a ring of places. Some places have a table (or two tables that share), the others *are* the bye stand,
and each round every board group comes down the ring. What lies on a stand, where it goes next and which set it belongs
to can therefore be looked up.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from string import ascii_uppercase
from typing import Literal, NamedTuple

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.walks import ring

CASES = (*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase))
"""The names of the sets of boards: A to Z, then AA, AB, …"""


def set_name(case: str, section: str = "") -> str:
    """Return the name of a set of boards: A, or B1 in section B, so that no other section has the same.

    >>> set_name("A"), set_name("A", "B")
    ('A', 'B1')
    """
    return f"{section}{case_position(case)}" if section else case


def case_position(case: str) -> int:
    """Return the position of a set, from 1."""
    return CASES.index(case) + 1


class Copy(NamedTuple):
    """One board group: the copy of a deal group in a set of boards."""

    case: str
    group: int


@dataclass(frozen=True, slots=True)
class Stand:
    """A bye stand, for the groups of a set that no table is playing."""

    number: int
    subsection: int
    """The subsection whose boards it holds, counted from 1."""
    next_to_table: int
    """The table next to it, which takes boards from it."""
    places: tuple[int, ...]
    """Its places on the ring, starting with the one next to the table."""


@dataclass(frozen=True, slots=True)
class BoardSpot:
    """The position of a board group: some tables, or a bye stand."""

    tables: tuple[int, ...] = ()
    stand: int = 0


@dataclass(frozen=True)
class Subsection:
    """A ring of places and the board groups that travel round it."""

    places: tuple[tuple[int, ...], ...]
    """The tables of each place: one table, two that share, or none for a position on the bye stand."""
    initial_copies: tuple[Copy | None, ...]
    """The board group on each place in round 1."""
    descents: tuple[int, ...]
    """Places that all boards have come down by round 1, 2, …: 0, 1, 2, … unless boards weave."""
    order: Literal["up", "down"] = "up"
    """Whether the boards are put out in ascending or descending order."""

    def __post_init__(self) -> None:
        if not self.tables or min(self.tables) < 1:
            raise BadRequest(say("a subsection needs at least 1 table"))
        if len(self.initial_copies) != len(self.places):
            raise BadRequest(say("a subsection needs an entry in the round 1 layout for each of its places"))
        if min([copy.group for copy in self.initial_copies if copy], default=1) < 1:
            raise BadRequest(say("deal groups are numbered from 1"))

    def on(self, place: int, round: int) -> Copy | None:
        """Return the board group on *place* in *round*."""
        return self.initial_copies[ring(place + self.descents[round - 1], len(self.places)) - 1]

    def next_place(self, place: int, round: int) -> int:
        """Return the place to which the boards on *place* move after *round*."""
        step = self.descents[round] - self.descents[round - 1]
        return ring(place - step, len(self.places))

    @cached_property
    def tables(self) -> tuple[int, ...]:
        """Every table of the subsection, in the order of its places."""
        return tuple(table for place in self.places for table in place)

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """The sets its boards belong to."""
        return tuple(sorted({copy.case for copy in self.initial_copies if copy}))


@dataclass(frozen=True)
class Layout:
    """All subsections of a movement, the rings on which boards travel."""

    subsections: tuple[Subsection, ...]
    party_case: str | None = None
    """The set of a party table, whose boards are on no ring but are brought."""

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """Every set of boards in use, that of the party table last."""
        rings = sorted({case for sub in self.subsections for case in sub.cases})
        return (*rings, *([self.party_case] if self.party_case else []))

    @cached_property
    def pattern(self) -> str:
        """The boarding pattern in the notation of directors: ``9-up-9-down``."""
        parts: list[str] = []
        counted: set[int] = set()
        for sub in self.subsections:
            # The two rings of a weave have the same tables and count once.
            if not counted.issuperset(sub.tables):
                parts.append(f"{len(sub.tables)}-{sub.order}")
            counted.update(sub.tables)
        return "-".join(parts)

    @cached_property
    def stands(self) -> tuple[Stand, ...]:
        """Every bye stand, numbered from 1 subsection by subsection."""
        stands: list[Stand] = []
        for number, sub in enumerate(self.subsections, start=1):
            for place, tables in enumerate(sub.places, start=1):
                if tables and (places := self._stand_after(sub, place)):
                    stands.append(Stand(len(stands) + 1, number, tables[0], places))
        return tuple(stands)

    @staticmethod
    def _stand_after(sub: Subsection, place: int) -> tuple[int, ...]:
        """Return the places without a table that follow *place* round the ring."""
        following = (ring(place + i, len(sub.places)) for i in range(1, len(sub.places)))
        return tuple(takewhile(lambda p: not sub.places[p - 1], following))

    def home(self, stand: Stand) -> Subsection:
        """Return the subsection whose boards are on *stand*."""
        return self.subsections[stand.subsection - 1]

    def on_table(self, table: int, round: int) -> Copy | None:
        """Return the board group on a table; None if the table is in no subsection."""
        for sub, place in self._places.get(table, ()):
            if copy := sub.on(place, round):
                return copy
        return None

    def on_stand(self, stand: Stand, round: int) -> tuple[Copy, ...]:
        """Return the board groups on a bye stand, in the order in which the next table takes them."""
        sub = self.home(stand)
        copies = (sub.on(place, round) for place in stand.places)
        return tuple(copy for copy in copies if copy)

    def passes_to(self, table: int, round: int) -> BoardSpot:
        """Return where the boards of *table* move after *round*."""
        for sub, place in self._places.get(table, ()):
            if sub.on(place, round):
                return self._spot(sub, sub.next_place(place, round))
        return BoardSpot()

    def sharers(self, table: int) -> tuple[int, ...]:
        """Return the other tables that share the boards of *table*."""
        return tuple(
            other for sub, place in self._places.get(table, ()) for other in sub.places[place - 1] if other != table
        )

    @cached_property
    def _places(self) -> dict[int, list[tuple[Subsection, int]]]:
        """The places of each table; in a weave a table is on two rings."""
        places: dict[int, list[tuple[Subsection, int]]] = {}
        for sub in self.subsections:
            for number, tables in enumerate(sub.places, start=1):
                for table in tables:
                    places.setdefault(table, []).append((sub, number))
        return places

    def _spot(self, sub: Subsection, place: int) -> BoardSpot:
        tables = sub.places[place - 1]
        if tables:
            return BoardSpot(tables=tables)
        on_it = (stand.number for stand in self.stands if place in stand.places and self.home(stand) is sub)
        return BoardSpot(stand=next(on_it))
