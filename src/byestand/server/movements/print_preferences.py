"""How a club prints: told once on a page of its own, remembered in a cookie, and then on every sheet.

What an address says itself goes before what is remembered: a script asks for a sheet and gets just that.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.model.limits import MAX_NAME_CHARS
from byestand.server.movements import print_options as house
from byestand.server.services import services
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.responses import asked_in, framed, inside
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


def printing(request: Request) -> Pairs:
    """Return what is asked of a sheet: by its address, and by how this club prints."""
    return House.remembered(request).behind(asked_in(request).pairs)


def print_preferences(request: Request) -> Pairs:
    """Return what is asked of a sheet of a night: its club, title, date and times are those of the night."""
    return tuple((name, text) for name, text in printing(request) if name not in house.EVENT_FIELDS)


def remembered_club(request: Request) -> str:
    """Return the club that this browser prints on paper without a night."""
    return title_line(Asked(House.remembered(request).said).text("club"))[:MAX_NAME_CHARS]


async def house_page(request: Request) -> Response:
    """Show how sheets are printed, or remember it and go back."""
    if request.method == "GET":
        said = (*House.remembered(request).said, ("back", inside(asked_in(request).text("back", "/"))))
        return framed(request, await services(request).run(house.content, said))
    async with request.form(max_fields=20, max_files=0) as form:
        told = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    chosen = House.of(told)
    back = inside(Asked.of(told).text("back", "/"))
    answer = await services(request).run(house.content, (*chosen.said, ("back", back)))
    if answer.status != HTTPStatus.OK:
        return framed(request, answer)
    response = RedirectResponse(back, 303)
    response.set_cookie(COOKIE, urlencode(chosen.said), max_age=A_YEAR, samesite="strict", httponly=True)
    return response
