"""The night that a request is about, and events appended to it."""

from asyncio import to_thread
from dataclasses import dataclass, replace

from starlette.requests import Request

from byestand.errors import OutOfDate
from byestand.night.events import NightEvent
from byestand.night.log import EventLog
from byestand.night.state import NightState
from byestand.server.auth.visitor import visitor
from byestand.server.movements.from_query import ONLY_SECTION, movement_in_query, with_boards_in_query
from byestand.server.movements.shown_section import ShownSection
from byestand.server.nights import setups
from byestand.server.services import services
from byestand.server.storage.records import StoredNight
from byestand.server.web.responses import asked_in


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """A night with its number and its log."""

    id: int
    log: EventLog

    @property
    def state(self) -> NightState:
        """The night after all events of the log."""
        return self.log.state

    @property
    def path(self) -> str:
        """The address of the night."""
        return f"/nights/{self.id}"


async def played_night(request: Request) -> PlayedNight:
    """Return the night that a request is about."""
    id = night_id(request)
    return PlayedNight(id, await to_thread(visitor(request).nights.log, id))


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


async def kept_night(request: Request) -> StoredNight:
    """Return the night whose address it is."""
    return await to_thread(visitor(request).nights.get, night_id(request))


async def shown_section(request: Request) -> ShownSection:
    """Return the section that a request is about: a movement by its name, or a section of a night.

    An address may ask for other boards and sets than a night has.
    """
    asked, named = asked_in(request), request.path_params
    if "name" in named:
        return ShownSection(movement_in_query(named["name"], asked), ONLY_SECTION)
    stored = await kept_night(request)
    return ShownSection(with_boards_in_query(stored.state.setup, named["letter"], asked), named["letter"], stored.id)


async def check_night(request: Request, state: NightState) -> None:
    """Refuse a night whose movements, names and results do not fit each other."""
    await services(request).run_once(setups.check_night, state)


async def append_event(request: Request, night: StoredNight, event: NightEvent, seen: int | None = None) -> StoredNight:
    """Append an event of somebody who has seen a night, as it is or as it was once; return the night after it."""
    log = await to_thread(visitor(request).nights.append, night.id, event, seen=seen or night.revision)
    return replace(night, state=log.state)


async def append_as_seen(request: Request, night: StoredNight, event: NightEvent, seen: int | None = None) -> None:
    """Append an event; say what to do if what it changes is no longer as it was seen."""
    try:
        await append_event(request, night, event, seen)
    except OutOfDate as error:
        raise OutOfDate(LATE, revision=error.revision) from error
