"""The night that a request is about, as it is stored and as wall and phones show it; and events appended to it."""

from asyncio import to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response

from byestand.errors import OutOfDate
from byestand.night.events import NightEvent
from byestand.night.state import NightState
from byestand.server.auth.visitor import visitor
from byestand.server.live.message import PageMarks, message, page_marks
from byestand.server.movements.from_query import ONLY_SECTION, ShownSection, movement_in_query, with_boards_in_query
from byestand.server.nights.evening_view import EveningView, evening_view
from byestand.server.nights.session_results import Standings, standings
from byestand.server.services import Services, services
from byestand.server.storage.records import StoredNight
from byestand.server.web.responses import asked_in

LATE = (
    "this night was changed in another window after you opened it here, so nothing was done;"
    " look at it as it is now, and choose again"
)


async def night_asked(request: Request) -> StoredNight | None:
    """Return the night that a request is about: the one it names, or else the one on the desk."""
    mine, id = visitor(request), asked_in(request).number("night")
    return mine.current if id is None else await to_thread(mine.nights.get, id)


def night_id(request: Request) -> int:
    """Return the number of the night in an address."""
    id: int = request.path_params["id"]
    return id


async def requested_night(request: Request) -> StoredNight:
    """Return the night whose address it is."""
    return await to_thread(visitor(request).nights.get, night_id(request))


async def shown_section(request: Request) -> ShownSection:
    """Return the section that a request is about: a movement by its name, or a section of a night.

    An address may ask for other boards and sets than a night has.
    """
    asked, named = asked_in(request), request.path_params
    if "name" in named:
        return ShownSection(movement_in_query(named["name"], asked), ONLY_SECTION)
    stored = await requested_night(request)
    return ShownSection(with_boards_in_query(stored.state.setup, named["letter"], asked), named["letter"], stored.id)


async def append_events(
    request: Request, night: StoredNight, *events: NightEvent, seen: int | None = None
) -> StoredNight:
    """Append events, all or none, of somebody who has *seen* an earlier revision; return the night after them."""
    revision = seen or night.revision
    return replace(night, log=await to_thread(visitor(request).nights.append, night.id, *events, seen=revision))


@contextmanager
def late_as(sentence: str = LATE) -> Iterator[None]:
    """Say in another sentence that a night was changed since somebody has seen it."""
    try:
        yield
    except OutOfDate as late:
        raise OutOfDate(sentence, revision=late.revision) from late


MAX_MOMENTS = 64
"""Nights of which the last moment is at hand."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A night as it is now."""

    state: NightState
    evening: EveningView
    marks: PageMarks
    standings: Standings | None
    """None where there are no results, or they are not released."""


_LAST: WeakKeyDictionary[Services, dict[int, Moment]] = WeakKeyDictionary()


async def current_moment(request: Request) -> Moment:
    """Return the night of a request as it is now."""
    night = await requested_night(request)
    at, state = services(request), night.state
    known = _LAST.setdefault(at, {})
    moment = known.get(night.id)
    if moment is None or moment.state is not state:
        evening = await at.run_for_night(evening_view, night)
        shows_results = state.is_released and state.results
        ranking = await at.run_for_night(standings, night) if shows_results else None
        moment = Moment(state, evening, page_marks(state), ranking)
        known.pop(night.id, None)
        known[night.id] = moment
        if len(known) > MAX_MOMENTS:
            del known[next(iter(known))]
    return moment


async def stream(request: Request) -> Response:
    """Open a stream."""
    nights, id = visitor(request).nights, request.path_params["id"]
    await to_thread(nights.get, id)  # what others have been told already is made anew for nobody

    async def contents() -> dict[str, object]:
        log = await to_thread(nights.log, id)
        return message(log.state)

    return await services(request).live.stream(request, id, contents)
