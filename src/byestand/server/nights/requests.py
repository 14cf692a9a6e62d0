"""The session of a request: found by its address, and stored with more events."""

from asyncio import to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from byestand.errors import OutOfDate
from byestand.job import Job
from byestand.language import phrase, say
from byestand.night.events import NightEvent
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import JobPage
from byestand.server.page_tools.from_query import ONLY_SECTION, ShownSection, movement_in_query, with_boards_in_query
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import services
from byestand.server.web.query import Pairs
from byestand.server.web.responses import Endpoint, asked_in, page_response

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
