"""Those who play: people with names and numbers, and contestants, which have one or two of them as members."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from byestand.marks import OmitDefault, Size, Whole
from byestand.model.limits import MAX_MEMBERS, MAX_REGISTER, Name

BETWEEN: Final = " & "
"""What is shown between partners."""
_SEPARATOR = re.compile(r"(?<=[^\s&+/;])\s*(?:[&+/;]|\s(?:and|-|–)\s)\s*")
"""What is typed between partners; a hyphen without room on both sides is part of a name, and so is a sign before it."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    name: Name
    number: Annotated[Name, OmitDefault()] = ""
    """In the club or the federation."""
    member: Annotated[Annotated[int, Whole(1, MAX_REGISTER)] | None, OmitDefault()] = None
    """The row in the club's register, if there is one."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair has two members, a player one; a pair of which one name for both is known has one of that name."""

    members: Annotated[tuple[Person, ...], Size(MAX_MEMBERS, min=1)]
    name: Annotated[Name, OmitDefault()] = ""
    """What was typed, where that is not how the members are shown."""

    @classmethod
    def parse(cls, text: str) -> "Contestant":
        """Return the contestant that somebody typed: a pair, if that is two names.

        >>> Contestant.parse("Anna and Boris Berg").shown, Contestant.parse("Anna and Boris Berg").typed
        ('Anna & Boris Berg', 'Anna and Boris Berg')
        >>> [len(Contestant.parse(text).members) for text in ("Anna Berg-Dahl", "The Kings", "Anna/Boris", "A & B & C")]
        [1, 1, 2, 1]
        """
        names = split_names(text)
        if len(names) != 2:
            return cls((Person(text),))
        pair = cls(tuple(map(Person, names)))
        return pair if pair.shown == text else cls(pair.members, text)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its members, as far as they are known."""
        return tuple(person.name for person in self.members if person.name)

    @property
    def shown(self) -> str:
        """What pages, paper and files call it; nothing where no name is known."""
        return BETWEEN.join(self.names)

    @property
    def typed(self) -> str:
        """What stands in a form in which it can be changed."""
        return self.name or self.shown

    def as_player(self) -> "Contestant":
        """Return it where single players sit: what looks like two names is the name of one."""
        return self if len(self.members) == 1 else Contestant((Person(self.typed),))


def retyped(before: Contestant | None, text: str) -> Contestant:
    """Return who is meant by a text in a form: the one who was there, if it still says so, with all numbers."""
    return before if before and before.typed == text else Contestant.parse(text)


ContestantsByLabel: TypeAlias = Mapping[str, Contestant]
"""Those whose names are known, by their labels within a section: ``N3``."""


def split_names(text: str) -> list[str]:
    """Return the names in one text for several people.

    >>> split_names("+cmd & =Al"), split_names("Anna + Boris"), split_names("Anna &")
    (['+cmd', '=Al'], ['Anna', 'Boris'], ['Anna'])
    >>> split_names("Anna Berg & Boris Dahl"), split_names("Carla Zorn/Dirk Abel"), split_names("Anna Berg-Dahl")
    (['Anna Berg', 'Boris Dahl'], ['Carla Zorn', 'Dirk Abel'], ['Anna Berg-Dahl'])
    """
    return [part for part in _SEPARATOR.split(text.strip()) if part] or [text]
