"""The phone of a pair: where now, where next, the whole evening, and its own results when they are released.

The page has all rounds and a script shows the one that is called, so that hundreds of phones need not ask when that
happens. Without a script the page is right when it is loaded, and loads itself again.
"""

import re
import time
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from byestand.model.timing import MINUTE
from byestand.night.state import NightState
from byestand.score.pages import Personal
from byestand.server.auth.visitor import visitor
from byestand.server.live.message import ClockShown, clocks_shown, hour
from byestand.server.nights.evening_view import ContestantView, EveningView
from byestand.server.nights.requests import current_moment
from byestand.server.nights.session_results import Standings
from byestand.server.web.render import render
from byestand.server.web.responses import asked_in, theme_of
from byestand.words.itinerary import ItineraryStop
from byestand.words.names import alphabetical

MAX_LISTED = 30
"""So few are listed without a search; of more somebody has to say who they are."""


class RoundOnPhone(NamedTuple):
    """What a phone shows in a round: 0 is before play, one more than there are is after it."""

    round: int
    stop: ItineraryStop | None
    next: ItineraryStop | None


@dataclass(frozen=True, slots=True)
class PairView:
    """The phone of a pair."""

    template: ClassVar = "pair.html"
    id: int
    theme: str
    title: str
    mark: str
    contestant: ContestantView
    evening: EveningView
    clock: ClockShown
    starts: str
    minutes: int
    """Of a round."""
    is_released: bool
    standings: Standings | None
    may_choose: bool
    """Whether this device may be another pair's."""

    @property
    def rounds(self) -> tuple[RoundOnPhone, ...]:
        """All rounds, from before play to after it."""
        stops = (None, *self.contestant.stops, None)
        both = zip(stops, (*stops[1:], None), strict=True)
        return tuple(RoundOnPhone(round, stop, next) for round, (stop, next) in enumerate(both))

    @property
    def round_shown(self) -> int:
        """The round under way, or after the last one of this pair, which others may still play."""
        return min(self.clock.round, len(self.contestant.stops) + 1)

    @property
    def personal(self) -> Personal | None:
        """The results of this pair, where there are any and they are released."""
        return self.standings.personal.get(self.contestant.label) if self.standings else None


@dataclass(frozen=True, slots=True)
class FindView:
    """The page on which somebody finds the own pair."""

    template: ClassVar = "pair_find.html"
    id: int
    theme: str
    title: str
    query: str
    contestants: tuple[ContestantView, ...]
    """Whom the query may mean."""
    example: str


def find_contestants(evening: EveningView, query: str) -> tuple[ContestantView, ...]:
    """Return whom somebody may mean: by number, with or without letters, or by parts of names, accents aside."""
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
    """Return whether every word begins a name, or is within one where it is long enough to mean it."""
    return all(any(name.startswith(word) or (len(word) > 2 and word in name) for name in names) for word in words)


async def find(request: Request) -> Response:
    """Show the pairs, to choose one."""
    moment = await current_moment(request)
    query = asked_in(request).text("who")
    everybody = tuple(moment.evening.contestants.values())
    listed = everybody if len(everybody) <= MAX_LISTED else ()
    view = FindView(
        id=request.path_params["id"],
        theme=theme_of(request),
        title=moment.state.setup.event.title,
        query=query,
        contestants=find_contestants(moment.evening, query) if query else listed,
        example=next((one.first_names.split(" ")[0] for one in everybody if one.first_names), "5"),
    )
    return HTMLResponse(render(view))


async def page(request: Request) -> Response:
    """Show the page of a pair."""
    moment = await current_moment(request)
    state, evening = moment.state, moment.evening
    contestant = evening.require(request.path_params["label"])
    right = visitor(request).right
    view = PairView(
        id=request.path_params["id"],
        theme=theme_of(request),
        title=state.setup.event.title,
        mark=moment.marks.pair,
        contestant=contestant,
        evening=evening,
        clock=_clock_of(state, evening, contestant),
        starts=hour(state.setup.timing.starts),
        minutes=state.setup.timing.seconds // MINUTE,
        is_released=state.is_released,
        standings=moment.standings,
        may_choose=right is not None and not right.pair,
    )
    return HTMLResponse(render(view))


def _clock_of(state: NightState, evening: EveningView, contestant: ContestantView) -> ClockShown:
    clocks = clocks_shown(state, time.time(), evening.rounds)
    return next(clock for clock in clocks if clock.section in ("", contestant.section))
