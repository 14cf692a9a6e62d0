"""A session at present, for displays, phones and streams: computed once for all requests."""

from asyncio import to_thread
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response

from byestand.language import current_language
from byestand.night.state import NightState
from byestand.server.auth.visitor import visitor
from byestand.server.live.message import PageMarks, message, page_marks
from byestand.server.nights.requests import requested_night
from byestand.server.services import Services
from byestand.server.web.app_state import entrance, services
from byestand.session.session_results import Standings, standings
from byestand.session.timetable import EveningView, evening_view

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
