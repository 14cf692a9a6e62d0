"""The three rights, and where each leads."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

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
