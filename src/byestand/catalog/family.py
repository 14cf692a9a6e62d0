"""A family of movements as one value: how its names are read and written, who makes them, what it has for a room.

Whoever wants to know something about a movement by its name asks the family; nobody else looks at the letters.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import MOST_TABLES_IN_A_SECTION, Movement

MOST_TABLES = MOST_TABLES_IN_A_SECTION
MOST_GROUPS = 30
ALL_ROVERS = ("ER", "NR", "TR")
"""EW rover, NS rover and two-way rover, each with a party table as one table more."""


class Sizes(NamedTuple):
    """What the numbers of a name tell."""

    tables: int
    deal_groups: int
    rounds: int | None = None
    players: int = 0


class Grammar(NamedTuple):
    """What the numbers of a name are, each of two digits: how they are read, and which are written."""

    read: Callable[[Sequence[int]], Sizes]
    """From two or three numbers; raises where they make no sense."""
    write: Callable[["Name"], tuple[int, ...]]
    tells_rounds: bool
    """Whether every name tells the rounds, and not only those in which some are not played."""


def _numbers(name: "Name") -> tuple[int, ...]:
    return (name.tables, name.deal_groups, *([] if name.rounds is None else [name.rounds]))


TABLES_AND_GROUPS = Grammar(lambda numbers: Sizes(*numbers), _numbers, tells_rounds=False)
"""Tables, deal groups, and the rounds where some are not played: W1813, W181312."""


def _nothing(*_: int) -> tuple[()]:
    return ()


def _ns_of_the_last_table(name: "Name") -> str:
    """Return the NS pair of the last table, with a two-way rover the pair numbered last.

    With a rover that is the host of the party table.
    """
    return str(name.contestants) if name.rover_kind == "TR" else f"N{name.tables + bool(name.rover_kind)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Family:
    """Movements of one kind. All there are stand in one table, `byestand.catalog.families`."""

    word: str
    """What it is called in lists."""
    letter: str
    """The first of its names; a letter may serve several families with different variants."""
    make: Callable[["Name"], Movement]
    """The maker, for names without a rover; raises `NoSuchMovement` with the reason and what to take instead."""
    longest: Callable[["Name"], int]
    """How many rounds it can last."""
    members: Callable[[int], Iterable["Name"]]
    """Every full-length movement for so many tables, by deal groups."""
    variants: tuple[str, ...] = ("",)
    """The letter after the numbers; nothing for the usual one."""
    grammar: Grammar = TABLES_AND_GROUPS
    tables: range = range(2, MOST_TABLES + 1)
    deal_groups: range = range(2, MOST_GROUPS + 1)
    for_players: bool = False
    """Whether single players play it, not pairs."""
    spares: tuple[str, ...] = ()
    """The variants with one, two, … players more than have seats."""
    rovers: tuple[str, ...] = ()
    """Those that can be laid over it."""
    lists_rovers: bool = False
    """Whether rovers over it are found so quickly that lists have them; others are found by name."""
    quick_rovers: int = 0
    """Up to how many tables the route of a rover is found in milliseconds."""
    a_group_a_table: bool = False
    """Whether it has as many deal groups as tables: what comes to mind first, and others are held against."""
    is_one_field: bool = False
    """Whether all its pairs are ranked together as it stands, with one winner."""
    phantom: Callable[["Name"], str] = _ns_of_the_last_table
    """Who is missing at a half table."""
    for_half_table: Callable[["Name"], "Name"] = lambda name: name
    """The name under which it is offered where a pair is missing."""
    make_without: Callable[["Name", int], Movement | None] = lambda _name, _contestant: None
    """The movement that is made for a room in which one contestant is missing; None: it is the usual one."""
    offers: Callable[[int, int], Iterable["Name"]] = _nothing
    """What there is for pairs at so many tables, a party table counted as one, and so many rounds."""
    offers_players: Callable[[int], Iterable["PlayersOffer"]] = _nothing
    """What there is for so many single players."""
    for_larger_rooms: str = ""
    """The movements to use instead for more tables than it has, as a phrase of the catalogue."""
    usual: Callable[[], Iterable["Name"]] = _nothing
    """Those that clubs really play, for "did you mean"."""

    def __str__(self) -> str:
        return self.word

    def __repr__(self) -> str:
        return f"<family {self.word}>"

    def name(self, tables: int, deal_groups: int, rounds: int | None = None, variant: str | None = None) -> "Name":
        """Return the name of a movement, the variant by default the usual one."""
        return Name(self, tables, deal_groups, rounds, self.variants[0] if variant is None else variant)

    def read(self, numbers: Sequence[int], variant: str, rover: str) -> "Name":
        """Return the name that has these numbers; raise where the catalogue does not go so far."""
        sizes = self.grammar.read(numbers)
        name = Name(self, sizes.tables, sizes.deal_groups, sizes.rounds, variant, rover, sizes.players)
        if name.tables not in self.tables:
            reason = say(
                "{letter} movements have {low} to {high} tables, not {tables}",
                letter=self.letter,
                low=self.tables[0],
                high=self.tables[-1],
                tables=name.tables,
            )
            has_advice = name.tables > self.tables[-1] and self.for_larger_rooms
            advice = say("use {instead}", instead=say(self.for_larger_rooms)) if has_advice else ""
            raise BadRequest(f"{reason}; {advice}" if advice else reason)
        if name.deal_groups not in self.deal_groups:
            raise BadRequest(
                say(
                    "{letter} movements have {low} to {high} deal groups, not {groups}",
                    letter=self.letter,
                    low=self.deal_groups[0],
                    high=self.deal_groups[-1],
                    groups=name.deal_groups,
                )
            )
        if name.rounds is not None and not 1 <= name.rounds <= name.deal_groups:
            raise BadRequest(
                say(
                    "a movement with {groups} deal groups has 1 to {groups} rounds, not {rounds}",
                    groups=name.deal_groups,
                    rounds=name.rounds,
                )
            )
        return name


@dataclass(frozen=True, slots=True)
class Name:
    """A name, taken apart."""

    family: Family
    tables: int
    deal_groups: int
    rounds: int | None = None
    """None where the name leaves it to the movement: as many as it has."""
    variant: str = ""
    rover_kind: str = ""
    """ER, NR or TR; nothing without a rover. With one there is a party table, one more than the name tells."""
    players: int = 0
    """How many, where the name tells; 0 elsewhere."""

    def __str__(self) -> str:
        numbers = "".join(f"{number:02}" for number in self.family.grammar.write(self))
        return f"{self.family.letter}{numbers}{self.variant}{self.rover_kind}"

    @property
    def canonical(self) -> "Name":
        """The one name of a schedule: rounds are told only where they are not the full length."""
        same = not self.family.grammar.tells_rounds and self.rounds == self.family.longest(self)
        return replace(self, rounds=None) if same else self

    @property
    def contestants(self) -> int:
        """How many pairs or players it seats, those who sit out in turn among them."""
        if self.players:
            return self.players
        extra = self.family.spares.index(self.variant) + 1 if self.variant in self.family.spares else 0
        return (4 if self.family.for_players else 2) * (self.tables + bool(self.rover_kind)) + extra

    @property
    def phantom(self) -> str:
        """Who is missing at a half table."""
        return self.family.phantom(self)

    @property
    def is_one_field(self) -> bool:
        """Whether all its pairs are ranked together as it stands: in a Howell, and where a rover sits both ways."""
        return self.family.is_one_field or self.rover_kind == "TR"

    def with_rover(self, kind: str) -> "Name":
        """Return the same movement with such a rover, or without one."""
        return replace(self, rover_kind=kind)

    def lasting(self, rounds: int) -> "Name":
        """Return the same movement without its last rounds."""
        grammar = self.family.grammar
        # Where the name tells no groups they may be as many as the rounds: a round not played is a group not dealt.
        return replace(self, **grammar.read(grammar.write(replace(self, rounds=rounds)))._asdict())


class PlayersOffer(NamedTuple):
    """A movement for single players, and what it takes."""

    name: Name
    rounds: int
    copies: int
    """Of each board, to be without sharing."""
    how: str
    """How people know where to go, one of `HOW`."""
    sit_out: int = 0
    """How many sit out in a round, at most."""
    missing: tuple[str, ...] = ()
    """Numbers that nobody has: whoever comes to them sits out."""
    all_partners_after: int = 0
    """After how many rounds everybody has partnered everybody once; 0: it is not of that kind."""


HOW = ("rule", "jumps", "guide cards")
"""How people know where to go, the easiest first: announced once, announced every round, read from a card."""
