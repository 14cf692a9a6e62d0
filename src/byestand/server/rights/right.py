"""The three rights, and where each leads."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

Kind = Literal["director", "display", "pair"]

LETTERS: dict[Kind, str] = {"director": "D", "display": "W", "pair": "P"}
"""With what a code begins; W is for the wall."""


@dataclass(frozen=True, slots=True)
class Right:
    """What a device may: everything; or, of one night, to read the wall, or the page of a pair."""

    kind: Kind
    night: int = 0
    """Which night; the director has all of them."""
    pair: str = ""
    """The label of a pair, as the night has it; a device with the code for all pairs has not chosen its own yet."""

    @property
    def subject(self) -> str:
        """Whose right it is, in signs that may stand in a code, a cookie and an address.

        >>> Right("pair", 3, "AN5").subject
        'P3.AN5'
        """
        night = str(self.night) if self.night else ""
        return LETTERS[self.kind] + night + (f".{quote(self.pair, safe='')}" if self.pair else "")

    @property
    def home(self) -> str:
        """The page that it opens first."""
        if self.kind == "pair" and self.pair:
            return f"/nights/{self.night}/pair/{quote(self.pair, safe='')}"
        return HOMES[self.kind].format(night=self.night)


HOMES: dict[Kind, str] = {"director": "/", "display": "/nights/{night}/wall", "pair": "/nights/{night}/pair"}

DIRECTOR = Right("director")
