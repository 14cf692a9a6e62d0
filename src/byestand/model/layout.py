"""How the boards physically travel: subsections, cases, bye stands, and who passes to whom.

One idea carries it: a subsection is a ring of places. Some places have a table (or two tables that share),
the others *are* the bye stand, and each round every board group comes down the ring. So what lies on a stand,
where it goes next and which copy it is are data to look up, not prose to interpret.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from string import ascii_uppercase
from typing import Literal, NamedTuple

from byestand.errors import BadRequest
from byestand.model.walks import ring

CASES = (*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase))
"""What the cases of boards are called: A to Z, then AA, AB, …"""


def set_name(case: str, section: str = "") -> str:
    """Return the name of a set of boards: A, or B1 in section B, so that no other section has the same.

    >>> set_name("A"), set_name("A", "B")
    ('A', 'B1')
    """
    return f"{section}{case_position(case)}" if section else case


def case_position(case: str) -> int:
    """Return which of the cases this is, from 1."""
    return CASES.index(case) + 1


class Copy(NamedTuple):
    """One board group: a copy, out of case ``A``, ``B``, …, of a deal group."""

    case: str
    group: int


@dataclass(frozen=True, slots=True)
class Stand:
    """A bye stand: where the groups of a case wait that no table is playing."""

    number: int
    subsection: int
    """The subsection whose boards wait on it, counted from 1."""
    beside: int
    """The table it stands beside, and feeds."""
    places: tuple[int, ...]
    """The places of its ring that lie on it, the one that feeds the table first."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a board group lies: on these tables, or on that bye stand."""

    tables: tuple[int, ...] = ()
    stand: int = 0


@dataclass(frozen=True)
class Subsection:
    """A ring of places and the board groups that travel round it."""

    places: tuple[tuple[int, ...], ...]
    """Who plays at each place: one table, two that share, or nobody: a position on the bye stand."""
    boarding: tuple[Copy | None, ...]
    """What lies on each place in round 1."""
    descents: tuple[int, ...]
    """By how many places everything has come down in rounds 1, 2, …: 0, 1, 2, … unless boards weave."""
    order: Literal["up", "down"] = "up"
    """Whether the boards were put out in ascending or descending order."""

    def __post_init__(self) -> None:
        if not self.tables or min(self.tables) < 1:
            raise BadRequest("a subsection has at least one table")
        if len(self.boarding) != len(self.places):
            raise BadRequest("a subsection says for each of its places what lies there in round 1")
        if min([copy.group for copy in self.boarding if copy], default=1) < 1:
            raise BadRequest("deal groups count from 1")

    def on(self, place: int, round: int) -> Copy | None:
        """Return what lies on *place* in *round*: what started as many places up as have come down."""
        return self.boarding[ring(place + self.descents[round - 1], len(self.places)) - 1]

    def next_place(self, place: int, round: int) -> int:
        """Return the place to which the boards on *place* go after *round*."""
        step = self.descents[round] - self.descents[round - 1]
        return ring(place - step, len(self.places))

    @cached_property
    def tables(self) -> tuple[int, ...]:
        """Every table of the subsection, in the order of its places."""
        return tuple(table for place in self.places for table in place)

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """The cases its boards come out of."""
        return tuple(sorted({copy.case for copy in self.boarding if copy}))


@dataclass(frozen=True)
class Layout:
    """All subsections of a movement: the rings in which boards travel."""

    subsections: tuple[Subsection, ...]
    party_case: str | None = None
    """The case out of which a party table plays: its boards go by no ring, they are brought."""

    @cached_property
    def cases(self) -> tuple[str, ...]:
        """Every case of boards in use, the party table's last."""
        rings = sorted({case for sub in self.subsections for case in sub.cases})
        return (*rings, *([self.party_case] if self.party_case else []))

    @cached_property
    def pattern(self) -> str:
        """The boarding pattern as directors say it: ``9-up-9-down``."""
        words: list[str] = []
        counted: set[int] = set()
        for sub in self.subsections:
            # The two rings of a weave lie on the same tables: they are boarded as one.
            if not counted.issuperset(sub.tables):
                words.append(f"{len(sub.tables)}-{sub.order}")
            counted.update(sub.tables)
        return "-".join(words)

    @cached_property
    def stands(self) -> tuple[Stand, ...]:
        """Every bye stand, numbered from 1 subsection by subsection."""
        found: list[Stand] = []
        for number, sub in enumerate(self.subsections, start=1):
            for place, tables in enumerate(sub.places, start=1):
                if tables and (waiting := self._stand_after(sub, place)):
                    found.append(Stand(len(found) + 1, number, tables[0], waiting))
        return tuple(found)

    @staticmethod
    def _stand_after(sub: Subsection, place: int) -> tuple[int, ...]:
        """Return the places without a table that follow *place* round the ring."""
        following = (ring(place + i, len(sub.places)) for i in range(1, len(sub.places)))
        return tuple(takewhile(lambda p: not sub.places[p - 1], following))

    def home(self, stand: Stand) -> Subsection:
        """Return the subsection whose boards wait on *stand*."""
        return self.subsections[stand.subsection - 1]

    def on_table(self, table: int, round: int) -> Copy | None:
        """Return the board group on a table; None where it belongs to no subsection."""
        for sub, place in self._places.get(table, ()):
            if copy := sub.on(place, round):
                return copy
        return None

    def on_stand(self, stand: Stand, round: int) -> tuple[Copy, ...]:
        """Return what lies on a bye stand, in the order in which it feeds the table beside it."""
        sub = self.home(stand)
        found = (sub.on(place, round) for place in stand.places)
        return tuple(copy for copy in found if copy)

    def passes_to(self, table: int, round: int) -> Spot:
        """Return where the boards of *table* go after *round*."""
        for sub, place in self._places.get(table, ()):
            if sub.on(place, round):
                return self._spot(sub, sub.next_place(place, round))
        return Spot()

    def sharers(self, table: int) -> tuple[int, ...]:
        """Return the other tables that share the boards of *table* (relay)."""
        return tuple(
            other for sub, place in self._places.get(table, ()) for other in sub.places[place - 1] if other != table
        )

    @cached_property
    def _places(self) -> dict[int, list[tuple[Subsection, int]]]:
        """Where each table stands; in a weave a table stands in two rings."""
        found: dict[int, list[tuple[Subsection, int]]] = {}
        for sub in self.subsections:
            for number, tables in enumerate(sub.places, start=1):
                for table in tables:
                    found.setdefault(table, []).append((sub, number))
        return found

    def _spot(self, sub: Subsection, place: int) -> Spot:
        tables = sub.places[place - 1]
        if tables:
            return Spot(tables=tables)
        on_it = (stand.number for stand in self.stands if place in stand.places and self.home(stand) is sub)
        return Spot(stand=next(on_it))
