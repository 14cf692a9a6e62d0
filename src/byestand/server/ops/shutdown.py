"""The end of the server, for requests that still wait then; and ``/healthz``, which tells whether it is near."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.jobs.pool import ENDING
from byestand.server.storage.database import Database
from byestand.server.web.security import refusal_response, with_headers


@dataclass(eq=False)
class RunningRequests:
    """The requests that are being answered, and whether the server is about to end."""

    is_ending: bool = False
    """Whether nobody should be sent here any more, although all who come are still answered."""
    timeouts: set[asyncio.Timeout] = field(default_factory=set)

    def end(self) -> None:
        """Answer no more: what is worked on for somebody is given up."""
        for timeout in self.timeouts:
            timeout.reschedule(asyncio.get_running_loop().time())


class Shutdown:
    """The middleware that knows all requests that are being answered."""

    def __init__(self, app: ASGIApp, requests: RunningRequests) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered, unless the end is sooner."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with asyncio.timeout(None) as until:
                self._requests.timeouts.add(until)
                try:
                    await self._app(scope, receive, sent)
                finally:
                    self._requests.timeouts.discard(until)
        except TimeoutError:
            if not until.expired():  # it was about something else
                raise
            if not begun:
                await refusal_response(scope, 503, ENDING)(scope, receive, send)


HEALTH = "/healthz"
CLOSE = {"connection": "close"}
PATIENCE = 1.0
"""So many seconds the database has to answer."""


class Health:
    """A layer that answers this one address, to whomever, under whatever name; and knows when the end is near."""

    def __init__(self, app: ASGIApp, database: Database, requests: RunningRequests) -> None:
        self._app = app
        self._database = database
        self._asking: asyncio.Future[None] | None = None
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say how it is, or hand on."""
        if scope["type"] != "http" or scope["path"] != HEALTH:
            # The next connection will lead to somebody else.
            await self._app(scope, receive, with_headers(send, CLOSE if self._requests.is_ending else {}))
            return
        word = "ending" if self._requests.is_ending else "ok" if await self._answers() else "no database"
        answer = PlainTextResponse(f"{word}\n", 200 if word == "ok" else 503, {"cache-control": "no-store"})
        await answer(scope, receive, send)

    async def _answers(self) -> bool:
        """Tell whether the database answers; it is asked once at a time, however many want to know."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(asyncio.to_thread(_ask, self._database))
            # Who answers too late is not waited for, and asyncio complains of faults that nobody has looked at.
            self._asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        with suppress(Exception):  # whatever is wrong with it, it does not answer
            await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE)
            return True
        return False


def _ask(database: Database) -> None:
    with database.open() as base:
        base.execute("select 1").fetchone()
