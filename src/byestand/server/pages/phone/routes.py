"""A pair's phone page: the current and the next table, all rounds, and the pair's results once published.

The page contains all rounds and a script shows the current one, so that hundreds of phones send no request when a
round is called. Without the script the page is correct when it is loaded, and reloads itself.
"""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from byestand.model.timing import MINUTE
from byestand.night.state import NightState
from byestand.sentences.itinerary import ItineraryStop
from byestand.sentences.result_pages import PersonalPage
from byestand.server.auth.visitor import visitor
from byestand.server.live.message import ClockView, clock_views, hour
from byestand.server.nights.night_snapshot import current_moment
from byestand.server.web.render import render
from byestand.server.web.responses import asked_in, theme_of
from byestand.session.session_results import Standings
from byestand.session.timetable import ContestantView, EveningView
from byestand.words.names import alphabetical

MAX_LISTED = 30
"""More pairs are listed only after a search."""


class RoundOnPhone(NamedTuple):
    """What a phone shows in a round: 0 is before play, the number of rounds plus 1 is after it."""

    round: int
    stop: ItineraryStop | None
    next: ItineraryStop | None


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair's phone page."""

    template: ClassVar = "phone.html"
    id: int
    theme: str
    title: str
    mark: str
    contestant: ContestantView
    evening_view: EveningView
    clock: ClockView
    starts: str
    minutes: int
    """Minutes per round."""
    is_released: bool
    standings: Standings | None
    may_choose: bool
    """Whether the user of this device may choose another pair."""

    @property
    def rounds(self) -> tuple[RoundOnPhone, ...]:
        """All rounds, from before play to after it."""
        stops = (None, *self.contestant.stops, None)
        both = zip(stops, (*stops[1:], None), strict=True)
        return tuple(RoundOnPhone(round, stop, next) for round, (stop, next) in enumerate(both))

    @property
    def round_shown(self) -> int:
        """The current round; after the last round of this pair, the number of its rounds plus 1."""
        return min(self.clock.round, len(self.contestant.stops) + 1)

    @property
    def personal(self) -> PersonalPage | None:
        """The results of this pair, if they are published and there are any."""
        return self.standings.personal.get(self.contestant.label) if self.standings else None

    @property
    def is_individual(self) -> bool:
        """Whether it is an individual event."""
        return _is_individual([self.contestant])


@dataclass(frozen=True, slots=True)
class FindView:
    """The page on which players find their pair."""

    template: ClassVar = "phone_find.html"
    id: int
    theme: str
    title: str
    query: str
    contestants: tuple[ContestantView, ...]
    """The matches of the query."""
    example: str
    is_individual: bool


def find_contestants(evening: EveningView, query: str) -> tuple[ContestantView, ...]:
    """Return the contestants that match: by number, with or without letters, or by parts of names without accents."""
    compact = query.strip().upper().replace(" ", "")
    everybody = evening.contestants.values()
    if exact := evening.find(compact):
        return (exact,)
    if compact.isdecimal():
        return tuple(one for one in everybody if one.own_label.lstrip("NE") == compact.lstrip("0"))
    own = re.sub(r"^(?:PAIR|PLAYER|(N)S|(E)W)(?=\d)", r"\1\2", compact)
    by_label = tuple(one for one in everybody if one.own_label == own)
    words = alphabetical(query.strip()).split()
    by_name = (one for one in everybody if words and _has_all(alphabetical(one.name).split(), words))
    return by_label or tuple(by_name)


def _has_all(names: list[str], words: list[str]) -> bool:
    """Return whether every word begins a name, or is inside one if it has more than 2 letters."""
    return all(any(name.startswith(word) or (len(word) > 2 and word in name) for name in names) for word in words)


def _is_individual(contestants: Iterable[ContestantView]) -> bool:
    """Return whether they are players with changing partners."""
    return any(stop.partners for contestant in contestants for stop in contestant.stops)


async def find(request: Request) -> Response:
    """Show the pairs to choose from."""
    moment = await current_moment(request)
    query = asked_in(request).text("who")
    everybody = tuple(moment.evening_view.contestants.values())
    listed = everybody if len(everybody) <= MAX_LISTED else ()
    view = FindView(
        id=request.path_params["id"],
        theme=theme_of(request),
        title=moment.state.setup.event.title,
        query=query,
        contestants=find_contestants(moment.evening_view, query) if query else listed,
        example=next((one.first_names.split(" ")[0] for one in everybody if one.first_names), "5"),
        is_individual=_is_individual(everybody),
    )
    return HTMLResponse(render(view))


async def page(request: Request) -> Response:
    """Show the phone page of a pair."""
    moment = await current_moment(request)
    state, evening = moment.state, moment.evening_view
    contestant = evening.require(request.path_params["label"])
    right = visitor(request).right
    view = PairView(
        id=request.path_params["id"],
        theme=theme_of(request),
        title=state.setup.event.title,
        mark=moment.marks.pair,
        contestant=contestant,
        evening_view=evening,
        clock=_clock_of(state, evening, contestant),
        starts=hour(state.setup.timing.starts),
        minutes=state.setup.timing.round_seconds // MINUTE,
        is_released=state.is_released,
        standings=moment.standings,
        may_choose=right is not None and not right.pair,
    )
    return HTMLResponse(render(view))


def _clock_of(state: NightState, evening: EveningView, contestant: ContestantView) -> ClockView:
    clocks = clock_views(state, time.time(), evening.rounds)
    return next(clock for clock in clocks if clock.section in ("", contestant.section))
