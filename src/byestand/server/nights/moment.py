"""A night as it is now, with the data from which wall and phones are drawn: made once, however many ask."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from starlette.requests import Request

from byestand.night.state import NightState
from byestand.server.live.message import PageMarks, page_marks
from byestand.server.nights.evening_view import EveningView, evening_view
from byestand.server.nights.requests import played_night
from byestand.server.nights.standings import Standings, standings
from byestand.server.services import Services, services


@dataclass(frozen=True, slots=True)
class Moment:
    """A night as it is now."""

    state: NightState
    evening: EveningView
    marks: PageMarks
    standings: Standings | None
    """None where there are no results, or they are not released."""


_LAST: WeakKeyDictionary[Services, dict[int, Moment]] = WeakKeyDictionary()
MAX_MOMENTS = 64
"""Nights of which the last moment is at hand."""


async def current_moment(request: Request) -> Moment:
    """Return the night of a request as it is now."""
    night = await played_night(request)
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
