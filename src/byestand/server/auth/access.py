"""What a device may open that has not the director's right: a short table. Everything else is the director's alone.

A page that is forgotten here stays closed. Nights are compared as they are written in the address, so that no second
way to write a number leads past the table.
"""

import re
from dataclasses import dataclass
from typing import Literal

from byestand.server.auth.right import Kind, Right

Whose = Literal[Kind, "anybody"]
READING = frozenset({"GET", "HEAD"})
SENDING = frozenset({"POST"})


@dataclass(frozen=True, slots=True)
class Opening:
    """Addresses that are open: to whom, and for what."""

    path: str
    whose: tuple[Whose, ...]
    methods: frozenset[str] = READING
    unchosen: bool = False
    """Whether it is for those only who have not chosen their pair."""

    def is_for(self, right: Right | None, method: str, path: str) -> bool:
        """Tell whether a device may pass here with what it has."""
        found = re.fullmatch(self.path, path)
        if not found or method not in self.methods:
            return False
        if "anybody" in self.whose:
            return True
        if right is None or right.kind not in self.whose or found["night"] != str(right.night):
            return False
        if self.unchosen and right.pair:
            return False
        return found.groupdict().get("pair", right.pair) == right.pair


_NIGHT = r"/nights/(?P<night>[0-9]+)"

OPENINGS = (
    Opening(r"/static/.+", ("anybody",)),
    Opening(r"/join", ("anybody",), READING | SENDING),
    Opening(_NIGHT + r"/stream", ("display", "pair")),
    Opening(_NIGHT + r"/wall", ("display",)),
    Opening(_NIGHT + r"/pair", ("pair",), READING | SENDING, unchosen=True),
    Opening(_NIGHT + r"/pair/(?P<pair>[^/]+)", ("pair",)),
)


def may(right: Right | None, method: str, path: str) -> bool:
    """Tell whether a device may ask for something.

    >>> may(Right("display", 3), "GET", "/nights/3/wall"), may(Right("display", 3), "GET", "/nights/4/wall")
    (True, False)

    Who has no desk yet is the director of an empty one: there is no night for which he would need a code.

    >>> may(Right("director"), "GET", "/library"), may(Right("director"), "GET", "/nights/3")
    (True, False)
    """
    if right and right.is_director:
        return right.desk > 0 or not re.match(_NIGHT, path)
    return any(opening.is_for(right, method, path) for opening in OPENINGS)
