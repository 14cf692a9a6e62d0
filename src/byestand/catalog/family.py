"""A family of movements: how its codes are read and written, how its movements are made, and what it offers.

All knowledge about the letters of a code is in its family.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import MAX_TABLES_PER_SECTION, Movement

MAX_TABLES = MAX_TABLES_PER_SECTION
MAX_GROUPS = 30
ALL_ROVERS = ("ER", "NR", "TR")
"""EW rover, NS rover and two-way rover, each with a party table as one table more."""


class NameNumbers(NamedTuple):
    """The sizes in the numbers of a code."""

    tables: int
    deal_groups: int
    rounds: int | None = None
    players: int = 0


class Grammar(NamedTuple):
    """The numbers of a code, each of two digits: how they are read and written."""

    read: Callable[[Sequence[int]], NameNumbers]
    """Return the sizes of two or three numbers; raise if they are invalid."""
    write: Callable[["Name"], tuple[int, ...]]
    tells_rounds: bool
    """Whether every code has the rounds, not only those of curtailed movements."""


def _numbers(name: "Name") -> tuple[int, ...]:
    return (name.tables, name.deal_groups, *([] if name.rounds is None else [name.rounds]))


TABLES_AND_GROUPS = Grammar(lambda numbers: NameNumbers(*numbers), _numbers, tells_rounds=False)
"""Tables, deal groups, and the rounds of a curtailed movement: W1813, W181312."""


def _empty(*_: int) -> tuple[()]:
    return ()


def _ns_of_the_last_table(name: "Name") -> str:
    """Return the NS pair of the last table, with a two-way rover the pair numbered last.

    With a rover that is the host of the party table.
    """
    return str(name.contestants) if name.rover_kind == "TR" else f"N{name.tables + bool(name.rover_kind)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Family:
    """Movements of one kind. All families are in one table, `byestand.catalog.families`."""

    word: str
    """Its name in lists."""
    letter: str
    """The first letter of its codes; several families may share a letter with different variants."""
    make: Callable[["Name"], Movement]
    """The maker, for codes without a rover; raises `NoSuchMovement` with the reason and alternatives."""
    longest: Callable[["Name"], int]
    """The maximum number of rounds."""
    members: Callable[[int], Iterable["Name"]]
    """Every full-length movement for a number of tables, by deal groups."""
    variants: tuple[str, ...] = ("",)
    """The letters after the numbers; empty for the usual variant."""
    grammar: Grammar = TABLES_AND_GROUPS
    tables: range = range(2, MAX_TABLES + 1)
    deal_groups: range = range(2, MAX_GROUPS + 1)
    for_players: bool = False
    """Whether it is an individual movement."""
    spares: tuple[str, ...] = ()
    """The variants with one, two, … more players than seats."""
    rovers: tuple[str, ...] = ()
    """The possible rovers."""
    lists_rovers: bool = False
    """Whether its rovers are found fast enough for lists; others are found by code only."""
    quick_rovers: int = 0
    """The number of tables up to which a rover's route is found in milliseconds."""
    a_group_a_table: bool = False
    """Whether it has as many deal groups as tables, the standard with which others are compared."""
    is_one_field: bool = False
    """Whether it has one winner without an arrow switch."""
    phantom: Callable[["Name"], str] = _ns_of_the_last_table
    """The missing pair of a half table."""
    for_half_table: Callable[["Name"], "Name"] = lambda name: name
    """The code under which it is offered for a half table."""
    make_without: Callable[["Name", int], Movement | None] = lambda _name, _contestant: None
    """The movement made for a missing contestant; None if it is the usual one."""
    offers: Callable[[int, int], Iterable["Name"]] = _empty
    """The movements for pairs by number of tables, a party table included, and rounds."""
    offers_players: Callable[[int], Iterable["PlayersOffer"]] = _empty
    """The movements for a number of individual players."""
    for_larger_rooms: str = ""
    """The movements to use instead for more tables than it has, as a phrase of the catalogue."""
    usual: Callable[[], Iterable["Name"]] = _empty
    """Common movements, for suggestions."""

    def __str__(self) -> str:
        return self.word

    def __repr__(self) -> str:
        return f"<family {self.word}>"

    def name(self, tables: int, deal_groups: int, rounds: int | None = None, variant: str | None = None) -> "Name":
        """Return the name of a movement, the variant by default the usual one."""
        return Name(self, tables, deal_groups, rounds, self.variants[0] if variant is None else variant)

    def parse_name(self, numbers: Sequence[int], variant: str, rover: str) -> "Name":
        """Return the code with these numbers; raise if they are outside the limits of the catalogue."""
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
    """The parts of a movement code."""

    family: Family
    tables: int
    deal_groups: int
    rounds: int | None = None
    """None if the code does not have the rounds: the full length."""
    variant: str = ""
    rover_kind: str = ""
    """ER, NR or TR; empty without a rover. With a rover there is one more table, the party table."""
    players: int = 0
    """The number of players, if the code has it; otherwise 0."""

    def __str__(self) -> str:
        numbers = "".join(f"{number:02}" for number in self.family.grammar.write(self))
        return f"{self.family.letter}{numbers}{self.variant}{self.rover_kind}"

    @property
    def canonical(self) -> "Name":
        """The unique code of a schedule: with rounds only if it is not of full length."""
        same = not self.family.grammar.tells_rounds and self.rounds == self.family.longest(self)
        return replace(self, rounds=None) if same else self

    @property
    def contestants(self) -> int:
        """The number of pairs or players, including those that sit out in turn."""
        if self.players:
            return self.players
        extra = self.family.spares.index(self.variant) + 1 if self.variant in self.family.spares else 0
        return (4 if self.family.for_players else 2) * (self.tables + bool(self.rover_kind)) + extra

    @property
    def phantom(self) -> str:
        """The missing pair of a half table."""
        return self.family.phantom(self)

    @property
    def is_one_field(self) -> bool:
        """Whether it has one winner without an arrow switch: a Howell, or one with a two-way rover."""
        return self.family.is_one_field or self.rover_kind == "TR"

    def with_rover(self, kind: str) -> "Name":
        """Return the same movement with a rover, or without one."""
        return replace(self, rover_kind=kind)

    def curtail(self, rounds: int) -> "Name":
        """Return the same movement without its last rounds."""
        grammar = self.family.grammar
        # If the code has no groups, they may be as many as the rounds.
        return replace(self, **grammar.read(grammar.write(replace(self, rounds=rounds)))._asdict())


class PlayersOffer(NamedTuple):
    """An individual movement with its requirements."""

    name: Name
    rounds: int
    copies: int
    """Copies of each board without sharing."""
    move_description: str
    """How players find their next seat, one of `HOW`."""
    sit_out: int = 0
    """The maximum number of players that sit out in a round."""
    missing: tuple[str, ...] = ()
    """Missing numbers, whose opponents sit out."""
    all_partners_after: int = 0
    """The number of rounds after which everyone has partnered everyone once; 0 for other movements."""


HOW = ("rule", "jumps", "guide cards")
"""How players find their next seat, the easiest first: announced once, announced every round, read from a card."""
