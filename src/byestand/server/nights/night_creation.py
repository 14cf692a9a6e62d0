"""New sessions: with a title, a date and a club, in a workspace of their own."""

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
from byestand.server.auth.roles import Role
from byestand.server.auth.visitor import visitor
from byestand.server.page_tools.print_options import remembered_club
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import NewNight, UnreadableNight
from byestand.server.storage.workspaces import Workspaces
from byestand.server.token_bucket import client_address
from byestand.server.web.address_limits import WORKSPACE_BYTES
from byestand.server.web.app_state import app_state, entrance, services
from byestand.words.dates import session_title


async def create_night(request: Request, setup: SessionSetup, *, is_individual: bool) -> Response:
    """Store a new session with a title, a date and a club, and redirect to it."""
    nights = visitor(request).nights
    club = await services(request).with_whole_desk(latest_club, nights) or remembered_club(request)
    created = NightCreated(with_default_event(setup, club, is_individual=is_individual))
    log = EventLog().append(created, Stamp(services(request).store.now()))
    return await add_night(request, NewNight.from_log(log))


def with_default_event(setup: SessionSetup, club: str, *, is_individual: bool) -> SessionSetup:
    """Return a new set-up with a default title, date and club."""
    today, event = dt.date.today(), setup.event  # noqa: DTZ011 - the director's day
    title = event.title or session_title(event.date or today, is_individual=is_individual)
    return replace(setup, event=replace(event, title=title, date=event.date or today, club=event.club or club))


def latest_club(nights: VisibleNights) -> str:
    """Return the club of the last saved session; empty if there is none."""
    latest = next((row for row in nights.all() if not isinstance(row, UnreadableNight)), None)
    with suppress(NotFound, FormatError):
        return nights.get(latest.id).state.setup.event.club if latest else ""
    return ""


async def add_night(request: Request, night: NewNight) -> Response:
    """Store a new session, and redirect to it."""
    _charge_for_new_desk(request)
    return await services(request).with_whole_desk(_save, request, (night,))


async def add_nights(request: Request, nights: Sequence[NewNight], current: int) -> Response:
    """Store sessions, all or none, make one of them the *current* one, and redirect to the list."""
    _charge_for_new_desk(request)
    return await services(request).with_whole_desk(_save, request, nights, current, "/nights")


def charge_unpacked_size(request: Request, size: int) -> None:
    """Count an upload with its unpacked size."""
    app_state(request).rate_limits.uploads.take(client_address(request.scope), size)


def _charge_for_new_desk(request: Request) -> None:
    """Count a new workspace; on the event loop, where all limits are counted."""
    if visitor(request).desk or entrance(request) is None:
        return
    app_state(request).rate_limits.require_upload(client_address(request.scope), WORKSPACE_BYTES)
    charge_unpacked_size(request, WORKSPACE_BYTES)


def _save(request: Request, nights: Sequence[NewNight], current: int = 0, path: str = "") -> Response:
    """Save sessions, and redirect to a path, or else to the first of them."""
    mine, store, door = visitor(request), services(request).store, entrance(request)
    if mine.desk or door is None:
        ids = mine.nights.add_all(nights, current)
        return RedirectResponse(path or f"/nights/{ids[0]}", 303)
    desk, ids = Workspaces(store).new_with(nights, current)
    response = RedirectResponse(path or f"/nights/{ids[0]}", 303)
    door.keep(response, Role("director", desk=desk))
    return response
