"""The session of a request: new, stored, as shown on the display and phones, and with more events."""

import datetime as dt
from asyncio import to_thread
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import FormatError, NotFound, OutOfDate
from byestand.job import Job
from byestand.language import current_language, phrase, say
from byestand.model.setup import SessionSetup
from byestand.night.events import NightCreated, NightEvent
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.server.auth.roles import Role
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import JobPage
from byestand.server.live.message import PageMarks, message, page_marks
from byestand.server.movements.from_query import ONLY_SECTION, ShownSection, movement_in_query, with_boards_in_query
from byestand.server.movements.print_options import remembered_club
from byestand.server.services import Services
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import NewNight, StoredNight, UnreadableNight
from byestand.server.storage.workspaces import Workspaces
from byestand.server.token_bucket import client_address
from byestand.server.web.address_limits import WORKSPACE_BYTES
from byestand.server.web.app_state import app_state, entrance, services
from byestand.server.web.query import Pairs
from byestand.server.web.responses import Endpoint, asked_in, page_response
from byestand.session.evening import EveningView, evening_view
from byestand.session.session_results import Standings, standings
from byestand.words.dates import session_title

LATE = phrase("not done: this session was changed in another window. Check it and choose again")


async def current_or_requested_night(request: Request) -> StoredNight | None:
    """Return the session in the query of a request, or else the current one."""
    mine, id = visitor(request), asked_in(request).number("night")
    return mine.current if id is None else await to_thread(mine.nights.get, id)


def night_id(request: Request) -> int:
    """Return the number of the session in an address."""
    id: int = request.path_params["id"]
    return id


async def requested_night(request: Request) -> StoredNight:
    """Return the session in the path of a request."""
    return await to_thread(visitor(request).nights.get, night_id(request))


async def shown_section(request: Request) -> ShownSection:
    """Return the section in an address: a movement by its code, or a section of a session.

    The query may have other boards and sets than the session.
    """
    asked, named = asked_in(request), request.path_params
    if "name" in named:
        return ShownSection(movement_in_query(named["name"], asked), ONLY_SECTION)
    stored = await requested_night(request)
    return ShownSection(with_boards_in_query(stored.state.setup, named["letter"], asked), named["letter"], stored.id)


def asking_section(page: Job[[ShownSection, Pairs], JobPage]) -> Endpoint:
    """Return an endpoint that runs a job with the section in the address."""

    async def endpoint(request: Request) -> Response:
        shown = await shown_section(request)
        return page_response(request, await services(request).run(page, shown, asked_in(request).pairs))

    return endpoint


async def append_events(
    request: Request, night: StoredNight, *events: NightEvent, seen: int | None = None, late: str = LATE
) -> StoredNight:
    """Append events, all or none, whose sender has *seen* an earlier revision; return the session after them.

    If they no longer fit, raise OutOfDate with the phrase *late*.
    """
    with late_as(late):
        log = await to_thread(visitor(request).nights.append, night.id, *events, seen=seen or night.revision)
    return replace(night, log=log)


@contextmanager
def late_as(late: str = LATE) -> Iterator[None]:
    """Replace the sentence of OutOfDate by the phrase *late*."""
    try:
        yield
    except OutOfDate as error:
        raise OutOfDate(say(late), revision=error.revision) from error


MAX_MOMENTS = 64
"""Sessions whose last moment is in memory."""


@dataclass(frozen=True, slots=True)
class NightSnapshot:
    """A session at present, in one language."""

    state: NightState
    evening_view: EveningView
    marks: PageMarks
    standings: Standings | None
    """None if there are no results, or they are not published."""


_LAST: WeakKeyDictionary[Services, dict[tuple[str, int], NightSnapshot]] = WeakKeyDictionary()
"""By language and session."""


async def current_moment(request: Request) -> NightSnapshot:
    """Return the session of a request at present; its data is computed once for all requests."""
    night = await requested_night(request)
    at, state = services(request), night.state
    known, key = _LAST.setdefault(at, {}), (current_language(), night.id)
    moment = known.get(key)
    if moment is None or moment.state is not state:
        evening = await at.run_for_night(evening_view, night)
        shows_results = state.is_released and state.results
        ranking = await at.run_for_night(standings, night) if shows_results else None
        moment = NightSnapshot(state, evening, page_marks(state), ranking)
        known.pop(key, None)
        known[key] = moment
        if len(known) > MAX_MOMENTS:
            del known[next(iter(known))]
    return moment


async def stream(request: Request) -> Response:
    """Open a stream."""
    nights, id = visitor(request).nights, request.path_params["id"]
    await to_thread(nights.get, id)  # raises an error before the stream starts

    async def contents() -> dict[str, object]:
        log = await to_thread(nights.log, id)
        return message(log.state)

    return await services(request).live.stream(request, entrance(request), id, contents)


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
