"""The phone of a pair: where now, where next, the whole evening, and its own results when they are released.

The page has all rounds and a script shows the one that is called, so that hundreds of phones need not ask when that
happens. Without a script the page is right when it is loaded, and loads itself again.
"""

import re
import time
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.night.state import NightState
from byestand.server.frame import asked_in
from byestand.server.play.bare import bare_page
from byestand.server.play.message import ClockShown, clocks_shown, hour
from byestand.server.play.moment import moment
from byestand.server.play.programme import Guest, Programme, require_guest
from byestand.server.visitor import visitor
from byestand.words.evening import Stop
from byestand.words.names import alphabetical

MOST_LISTED = 30
"""Where nothing is asked, so few are listed whole; of more somebody has to say who he is."""


def routes() -> list[BaseRoute]:
    """Return the addresses of phones; choosing a pair is `rights.join`."""
    return [
        Route("/nights/{id:int}/pair", _find),
        Route("/nights/{id:int}/pair/{label}", _pair),
    ]


class Now(NamedTuple):
    """What a phone shows in a round: 0 is before play, one more than there are is after it."""

    round: int
    stop: Stop | None
    next: Stop | None


def found_in(programme: Programme, who: str) -> tuple[Guest, ...]:
    """Return whom somebody may mean: by number, with or without letters, or by parts of names, accents aside."""
    said = who.strip()
    bare = said.upper().replace(" ", "")
    guests = programme.guests.values()
    if exact := programme.guests.get(programme.formerly.get(bare, bare)):
        return (exact,)
    if bare.isdecimal():
        return tuple(guest for guest in guests if guest.own.lstrip("NE") == bare.lstrip("0"))
    own = re.sub(r"^(?:PAIR|PLAYER|(N)S|(E)W)(?=\d)", r"\1\2", bare)
    titled = tuple(guest for guest in guests if guest.own == own)
    words = alphabetical(said).split()
    by_name = (guest for guest in guests if words and _has_all(alphabetical(guest.name).split(), words))
    return titled or tuple(by_name)


def _has_all(names: list[str], words: list[str]) -> bool:
    """Tell whether every word begins a name, or is within one where it is long enough to mean it."""
    return all(any(name.startswith(word) or (len(word) > 2 and word in name) for name in names) for word in words)


async def _find(request: Request) -> Response:
    id: int = request.path_params["id"]
    here = await moment(request, id)
    programme = here.programme
    who = asked_in(request).text("who")
    everybody = tuple(programme.guests.values())
    found = found_in(programme, who) if who else everybody if len(everybody) <= MOST_LISTED else ()
    example = next((guest.familiar.split(" ")[0] for guest in everybody if guest.familiar), "5")
    return bare_page(
        request, "pair_find.html", id=id, name=here.now.setup.event.title, who=who, found=found, example=example
    )


async def _pair(request: Request) -> Response:
    id: int = request.path_params["id"]
    here = await moment(request, id)
    now, programme, outcome = here.now, here.programme, here.outcome
    guest = require_guest(programme, request.path_params["label"])
    right = visitor(request).right
    return bare_page(
        request,
        "pair.html",
        id=id,
        name=now.setup.event.title,
        seen=here.faces["pair"],
        guest=guest,
        programme=programme,
        clock=_clock_of(now, programme, guest),
        starts=hour(now.setup.timing.starts),
        rounds=len(guest.stops),
        stops=tuple(_stops(guest)),
        minutes=now.setup.timing.seconds // 60,
        released=now.is_released,
        personal=outcome.personal.get(guest.label) if outcome else None,
        unit=outcome.unit if outcome else "",
        may_choose=right is not None and not right.pair,
    )


def _clock_of(now: NightState, programme: Programme, guest: Guest) -> ClockShown:
    clocks = clocks_shown(now, time.time(), programme.rounds)
    return next(clock for clock in clocks if clock.section in ("", guest.section))


def _stops(guest: Guest) -> list[Now]:
    stops = (None, *guest.stops, None)
    return [Now(round, stop, next) for round, (stop, next) in enumerate(zip(stops, (*stops[1:], None), strict=True))]
