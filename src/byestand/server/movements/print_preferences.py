"""How a club prints: told once on a page of its own, remembered in a cookie, and then on every sheet.

What an address says itself goes before what is remembered: a script asks for a sheet and gets just that.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request

from byestand.errors import BadRequest
from byestand.model.limits import MAX_NAME_CHARS
from byestand.server.movements import print_options as house
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.responses import asked_in
from byestand.texts import title_line

COOKIE = "house"
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class House:
    """What is remembered, as it was told."""

    said: Pairs = ()

    @classmethod
    def of(cls, items: Iterable[tuple[str, str]]) -> "House":
        """Return what there is room for on paper; anything else is not remembered."""
        return cls(tuple((name, text) for name, text in Asked.of(items).pairs if name in house.FIELDS))

    @classmethod
    def remembered(cls, request: Request) -> "House":
        """Return what a browser brings along; nothing where that was not written by us."""
        try:
            return cls.of(parse_qsl(request.cookies.get(COOKIE, "")[: house.MAX_COOKIE_CHARS]))
        except BadRequest:
            return cls()

    def behind(self, pairs: Pairs) -> Pairs:
        """Return what was asked, and of what is remembered whatever was not; today is the day it is."""
        asked = {name for name, _ in pairs}
        days = ((name, dt.date.today().isoformat() if text == house.TODAY else text) for name, text in self.said)  # noqa: DTZ011 - the director's day
        return (*((name, text) for name, text in days if name not in asked), *pairs)


def print_query(request: Request) -> Pairs:
    """Return what is asked of a sheet: by its address, and by how this club prints.

    Club, title, date and times of a night are its own.
    """
    pairs = House.remembered(request).behind(asked_in(request).pairs)
    own = house.EVENT_FIELDS if "id" in request.path_params else frozenset[str]()
    return tuple((name, text) for name, text in pairs if name not in own)


def remembered_club(request: Request) -> str:
    """Return the club that this browser prints on paper without a night."""
    return title_line(Asked(House.remembered(request).said).text("club"))[:MAX_NAME_CHARS]
