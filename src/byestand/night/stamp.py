"""Who entered an event in the log of a session, and when."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Role: TypeAlias = Literal["director", "table", "pair"]
MAX_KEY_CHARS = 64


@dataclass(frozen=True, slots=True)
class Author:
    """Who entered an event: the director, the device of a table, or a pair's phone."""

    role: Role = "director"
    label: str = ""
    """``A7`` for table 7 of section A, ``AN3`` for a pair."""

    def __str__(self) -> str:
        """Return the author as it is stored: ``director``, ``table:A7``."""
        return f"{self.role}:{self.label}" if self.label else self.role

    @classmethod
    def parse(cls, text: str) -> "Author | None":
        """Return a stored author; None if the text names none.

        >>> Author.parse("table:A7"), Author.parse("nobody")
        (Author(role='table', label='A7'), None)
        """
        role, _, label = text.partition(":")
        known: Role | None = next((one for one in get_args(Role) if one == role), None)
        return None if known is None else cls(known, label)


DIRECTOR = Author()


@dataclass(frozen=True, slots=True)
class Stamp:
    """When an event was entered, and by whom."""

    at: float
    """Seconds since 1970 on the server."""
    by: Author = DIRECTOR
    key: str = ""
    """Chosen by the sending device, so that it can send the event twice; empty if it chose none."""
