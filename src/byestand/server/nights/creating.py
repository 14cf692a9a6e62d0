"""Store new nights: in the workspace of the visitor, which is created with the first one."""

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import FormatError, NotFound
from byestand.model.setup import SessionSetup
from byestand.night.events import NightCreated
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.auth.entrance import entrance
from byestand.server.auth.right import Right
from byestand.server.auth.visitor import visitor
from byestand.server.movements.print_options import remembered_club
from byestand.server.services import services
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import NewNight, UnreadableNight
from byestand.server.storage.workspaces import Desks
from byestand.server.web.rate_limit import WORKSPACE_BYTES, RateLimits
from byestand.words.times import session_title


async def create_night(request: Request, setup: SessionSetup, *, is_individual: bool) -> Response:
    """Store a new night with a title, a date and a club, and redirect to it."""
    nights = visitor(request).nights
    club = await services(request).with_whole_desk(latest_club, nights) or remembered_club(request)
    created = NightCreated(with_default_event(setup, club, is_individual=is_individual))
    log = EventLog().append(created, Stamp(services(request).store.now()))
    return await add_night(request, NewNight.of(log))


def with_default_event(setup: SessionSetup, club: str, *, is_individual: bool) -> SessionSetup:
    """Return a new setup with a title, the date of today and a club, where it has none."""
    today, event = dt.date.today(), setup.event  # noqa: DTZ011 - the director's day
    title = event.title or session_title(event.date or today, is_individual=is_individual)
    return replace(setup, event=replace(event, title=title, date=event.date or today, club=event.club or club))


def latest_club(nights: VisibleNights) -> str:
    """Return the club of the night that was saved last; empty where there is none that can be opened."""
    latest = next((one for one in nights.all() if not isinstance(one, UnreadableNight)), None)
    with suppress(NotFound, FormatError):
        return nights.get(latest.id).state.setup.event.club if latest else ""
    return ""


async def add_night(request: Request, night: NewNight) -> Response:
    """Store a new night, and redirect to it."""
    return await services(request).with_whole_desk(_kept, request, (night,))


async def add_nights(request: Request, nights: Sequence[NewNight], current: int) -> Response:
    """Store all of the nights or none, make one of them the *current* one, and redirect to the list."""
    return await services(request).with_whole_desk(_kept, request, nights, current, "/nights")


def counts_as_sent(request: Request, size: int) -> None:
    """Count what somebody sent as large as it is when it is unpacked."""
    limits: RateLimits = request.app.state.rate_limits
    limits.uploads.take(request.client.host if request.client else "", size)


def _kept(request: Request, nights: Sequence[NewNight], laid: int = 0, there: str = "") -> Response:
    """Keep nights, and lead *there*, or else to the first of them."""
    mine, store, door = visitor(request), services(request).store, entrance(request)
    if mine.desk or door is None:
        ids = mine.nights.add_all(nights, laid)
        return RedirectResponse(there or f"/nights/{ids[0]}", 303)
    address, limits = request.client.host if request.client else "", request.app.state.rate_limits
    limits.require_upload(address)
    limits.uploads.take(address, WORKSPACE_BYTES)
    desk, ids = Desks(store).new_with(nights, laid)
    response = RedirectResponse(there or f"/nights/{ids[0]}", 303)
    door.keep(response, Right("director", desk=desk))
    return response
