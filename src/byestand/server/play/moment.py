"""A night at a position of its log, with all that its screens are drawn from: worked out once, however many ask."""

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from starlette.requests import Request

from byestand.night.legacy import night_of
from byestand.night.state import NightState
from byestand.server.office import Office, office
from byestand.server.play.message import faces
from byestand.server.play.outcome import Outcome, outcome_of
from byestand.server.play.programme import Programme, programme_of
from byestand.server.visitor import visitor


@dataclass(frozen=True, slots=True)
class Moment:
    """A night as it is now."""

    now: NightState
    programme: Programme
    faces: Mapping[str, str]
    outcome: Outcome | None
    """What came of it, where that is released and known."""


_LAST: WeakKeyDictionary[Office, dict[int, Moment]] = WeakKeyDictionary()
MOST = 64
"""Nights of which the last moment is at hand."""


async def moment(request: Request, id: int) -> Moment:
    """Return a night as it is now."""
    now = (await to_thread(visitor(request).nights.log, id)).state
    at = office(request)
    known = _LAST.setdefault(at, {})
    found = known.get(id)
    if found is None or found.now is not now:
        programme = await programme_of(at, night_of(now))
        outcome = await outcome_of(at, night_of(now)) if now.is_released else None
        found = Moment(now, programme, faces(now), outcome)
        known.pop(id, None)
        known[id] = found
        if len(known) > MOST:
            del known[next(iter(known))]
    return found
