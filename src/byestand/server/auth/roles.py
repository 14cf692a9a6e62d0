"""The three rights, their home pages, and what a device may open without the director's right.

The table of all addresses has their roles; a page without a role is for the director only. Session numbers are compared
as written in the address, so that another way to write a number gives no access.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias
from urllib.parse import quote

from starlette.routing import compile_path

from byestand.language import phrase
from byestand.server.storage.nights import NightScope
from byestand.server.storage.schema import LOCAL

Kind = Literal["director", "display", "pair"]

LETTERS: dict[Kind, str] = {"director": "D", "display": "W", "pair": "P"}
"""The first letter of a code; W is for the display."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a device may open: a whole workspace, or the display or a pair's page of one session."""

    kind: Kind
    night: int = 0
    """The session; 0 for the director, who has all of a workspace."""
    pair: str = ""
    """The label of a pair; empty if a device with the code for all pairs has not chosen one yet."""
    desk: int = 0
    """The workspace of a director."""

    @property
    def is_director(self) -> bool:
        """Whether it opens everything in its workspace."""
        return self.kind == "director"

    @property
    def reach(self) -> NightScope:
        """The sessions that it opens."""
        return NightScope(self.desk, self.night)

    @property
    def subject(self) -> str:
        """The right in characters that are valid in a code, a cookie and an address.

        >>> Role("pair", 3, "AN5").subject
        'P3.AN5'
        """
        number = self.desk if self.is_director else self.night
        return f"{LETTERS[self.kind]}{number}" + (f".{quote(self.pair, safe='')}" if self.pair else "")

    @property
    def home(self) -> str:
        """Its home page."""
        if self.kind == "pair" and self.pair:
            return f"/nights/{self.night}/pair/{quote(self.pair, safe='')}"
        return HOMES[self.kind].format(night=self.night)


HOMES: dict[Kind, str] = {"director": "/", "display": "/nights/{night}/wall", "pair": "/nights/{night}/pair"}

DIRECTOR = Role("director", desk=LOCAL)
"""The right of the user at the laptop."""


CODE_REQUIRED_ERROR = phrase(
    "this page needs a code, or your code has been replaced. Scan or type the current code, or ask the director"
)

Audience: TypeAlias = Literal["anybody", "display", "pair", "new pair"]
"""Who may open an address; a new pair has the code for all pairs and has not chosen its number yet."""
_NIGHT = re.compile("/nights/[0-9]+")


@dataclass(frozen=True)
class AccessRule:
    """An address that is open to other devices than the director's."""

    path: str
    """The path of a route; the session number is `id`, a pair is `label`."""
    methods: tuple[str, ...]
    roles: tuple[Audience, ...]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return compile_path(self.path)[0]

    def allows(self, right: Role | None, method: str, path: str) -> bool:
        """Return whether a device may open this address with its right."""
        match = self._pattern.fullmatch(path)
        if not match or ("GET" if method == "HEAD" else method) not in self.methods:
            return False
        if "anybody" in self.roles:
            return True
        if right is None or match["id"] != str(right.night):
            return False
        if right.kind == "pair" and not right.pair and "new pair" in self.roles:
            return True
        return right.kind in self.roles and match.groupdict().get("label", right.pair) == right.pair


@dataclass(frozen=True)
class Access:
    """All addresses that are open to other devices than the director's."""

    openings: tuple[AccessRule, ...]

    def allows(self, right: Role | None, method: str, path: str) -> bool:
        """Return whether a device may open an address.

        >>> access = Access((AccessRule("/nights/{id}/wall", ("GET",), ("display",)),))
        >>> wall = Role("display", 3)
        >>> access.allows(wall, "GET", "/nights/3/wall"), access.allows(wall, "GET", "/nights/4/wall")
        (True, False)

        A visitor without a workspace is the director of an empty one, which has no sessions.

        >>> access.allows(Role("director"), "GET", "/library"), access.allows(Role("director"), "GET", "/nights/3")
        (True, False)
        """
        if right and right.is_director:
            return right.desk > 0 or not _NIGHT.match(path)
        return any(opening.allows(right, method, path) for opening in self.openings)
