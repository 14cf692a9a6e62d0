"""Players: people with names and numbers, and contestants with one or more of them as members."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from byestand.marks import OmitDefault, Size, Whole
from byestand.model.limits import MAX_MEMBERS, MAX_REGISTER, Name

BETWEEN: Final = " & "
"""The separator shown between partners."""
_SEPARATOR = re.compile(r"(?<=[^\s&+/;])\s*(?:[&+/;]|\s(?:and|-|–)\s)\s*")
"""Separators typed between partners; a hyphen without spaces on both sides and a sign before a name belong to it."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player."""

    name: Name
    number: Annotated[Name, OmitDefault()] = ""
    """The member number in the club or the federation."""
    member: Annotated[Annotated[int, Whole(1, MAX_REGISTER)] | None, OmitDefault()] = None
    """The number in the club's member register, if there is one."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair with two members, or with one if a single name is known for both; or a player."""

    members: Annotated[tuple[Person, ...], Size(MAX_MEMBERS, min=1)]
    name: Annotated[Name, OmitDefault()] = ""
    """The text as typed, if it differs from how the members are shown."""

    @classmethod
    def parse(cls, text: str) -> "Contestant":
        """Return the contestant of a typed text: a pair if it has two names.

        >>> Contestant.parse("Anna and Boris Berg").display_name, Contestant.parse("Anna and Boris Berg").entry_text
        ('Anna & Boris Berg', 'Anna and Boris Berg')
        >>> [len(Contestant.parse(text).members) for text in ("Anna Berg-Dahl", "The Kings", "Anna/Boris", "A & B & C")]
        [1, 1, 2, 1]
        """
        names = split_names(text)
        if len(names) != 2:
            return cls((Person(text),))
        pair = cls(tuple(map(Person, names)))
        return pair if pair.display_name == text else cls(pair.members, text)

    @property
    def names(self) -> tuple[str, ...]:
        """The known names of its members."""
        return tuple(person.name for person in self.members if person.name)

    @property
    def display_name(self) -> str:
        """Its name on pages, paper and in files; empty if no name is known."""
        return BETWEEN.join(self.names)

    @property
    def entry_text(self) -> str:
        """Its name in a form where it can be edited."""
        return self.name or self.display_name

    def as_player(self) -> "Contestant":
        """Return it as an individual player: text that looks like two names is one name."""
        return self if len(self.members) == 1 else Contestant((Person(self.entry_text),))


def parse_contestant(before: Contestant | None, text: str) -> Contestant:
    """Return the contestant of an edited text; unchanged text keeps the old contestant with its numbers."""
    return before if before and before.entry_text == text else Contestant.parse(text)


ContestantsByLabel: TypeAlias = Mapping[str, Contestant]
"""Contestants with known names, by their labels within a section: ``N3``."""


def split_names(text: str) -> list[str]:
    """Return the names in a text for several players.

    >>> split_names("+cmd & =Al"), split_names("Anna + Boris"), split_names("Anna &")
    (['+cmd', '=Al'], ['Anna', 'Boris'], ['Anna'])
    >>> split_names("Anna Berg & Boris Dahl"), split_names("Carla Zorn/Dirk Abel"), split_names("Anna Berg-Dahl")
    (['Anna Berg', 'Boris Dahl'], ['Carla Zorn', 'Dirk Abel'], ['Anna Berg-Dahl'])
    """
    return [part for part in _SEPARATOR.split(text.strip()) if part] or [text]
