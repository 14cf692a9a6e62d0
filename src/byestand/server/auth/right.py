"""The three rights, where each leads, and what a device may open without the director's.

The addresses and to whom they are open are in the table of all addresses; a page without a role there is the director's
alone. Nights are compared as they are written in the address, so that no second way to write a number leads past it.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias
from urllib.parse import quote

from starlette.routing import compile_path

from byestand.server.storage.nights import NightScope
from byestand.server.storage.schema import LOCAL

Kind = Literal["director", "display", "pair"]

LETTERS: dict[Kind, str] = {"director": "D", "display": "W", "pair": "P"}
"""With what a code begins; W is for the wall."""


@dataclass(frozen=True, slots=True)
class Right:
    """What a device may: everything on a desk; or, of one night, to read the wall, or the page of a pair."""

    kind: Kind
    night: int = 0
    """Which night; the director has all of his desk."""
    pair: str = ""
    """The label of a pair, as the night has it; a device with the code for all pairs has not chosen its own yet."""
    desk: int = 0
    """Which desk; only the director's right is to one."""

    @property
    def is_director(self) -> bool:
        """Whether it opens everything on its desk."""
        return self.kind == "director"

    @property
    def reach(self) -> NightScope:
        """The nights that it opens."""
        return NightScope(self.desk, self.night)

    @property
    def subject(self) -> str:
        """Whose right it is, in signs that may stand in a code, a cookie and an address.

        >>> Right("pair", 3, "AN5").subject
        'P3.AN5'
        """
        number = self.desk if self.is_director else self.night
        return f"{LETTERS[self.kind]}{number}" + (f".{quote(self.pair, safe='')}" if self.pair else "")

    @property
    def home(self) -> str:
        """The page that it opens first."""
        if self.kind == "pair" and self.pair:
            return f"/nights/{self.night}/pair/{quote(self.pair, safe='')}"
        return HOMES[self.kind].format(night=self.night)


HOMES: dict[Kind, str] = {"director": "/", "display": "/nights/{night}/wall", "pair": "/nights/{night}/pair"}

DIRECTOR = Right("director", desk=LOCAL)
"""Who sits before the laptop."""


NOT_YOURS = (
    "this needs a code that this device has not shown, or one that was made anew since: scan or type the newest, or ask"
    " the director"
)

Role: TypeAlias = Literal["anybody", "display", "pair", "new pair"]
"""Whom an address is open to; a new pair has the code for all pairs, and has not chosen its own yet."""
_NIGHT = re.compile("/nights/[0-9]+")


@dataclass(frozen=True)
class Opening:
    """An address that is open to others than the director."""

    path: str
    """As routes have it; the number of a night is `id`, a pair `label`."""
    methods: tuple[str, ...]
    roles: tuple[Role, ...]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return compile_path(self.path)[0]

    def allows(self, right: Right | None, method: str, path: str) -> bool:
        """Return whether a device may ask for this with the right that it has."""
        found = self._pattern.fullmatch(path)
        if not found or ("GET" if method == "HEAD" else method) not in self.methods:
            return False
        if "anybody" in self.roles:
            return True
        if right is None or found["id"] != str(right.night):
            return False
        if right.kind == "pair" and not right.pair and "new pair" in self.roles:
            return True
        return right.kind in self.roles and found.groupdict().get("label", right.pair) == right.pair


@dataclass(frozen=True)
class Access:
    """All addresses that are open to others than the director."""

    openings: tuple[Opening, ...]

    def allows(self, right: Right | None, method: str, path: str) -> bool:
        """Return whether a device may ask for something.

        >>> access = Access((Opening("/nights/{id}/wall", ("GET",), ("display",)),))
        >>> wall = Right("display", 3)
        >>> access.allows(wall, "GET", "/nights/3/wall"), access.allows(wall, "GET", "/nights/4/wall")
        (True, False)

        Who has no workspace yet is the director of an empty one: there is no night that needs a code.

        >>> access.allows(Right("director"), "GET", "/library"), access.allows(Right("director"), "GET", "/nights/3")
        (True, False)
        """
        if right and right.is_director:
            return right.desk > 0 or not _NIGHT.match(path)
        return any(opening.allows(right, method, path) for opening in self.openings)
