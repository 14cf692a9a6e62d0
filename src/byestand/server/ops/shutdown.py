"""Stopping the server with running requests, and ``/healthz``, which reports whether it stops."""

import asyncio
from contextlib import suppress

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.language import say
from byestand.server.guards.security import refusal_response, with_headers
from byestand.server.jobs.pool import ENDING
from byestand.server.storage.database import Database
from byestand.server.web.running_requests import RunningRequests


class Shutdown:
    """The middleware that tracks all running requests."""

    def __init__(self, app: ASGIApp, requests: RunningRequests) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless the server stops first."""
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
            if not until.expired():  # another timeout
                raise
            if not begun:
                await refusal_response(scope, 503, say(ENDING))(scope, receive, send)


HEALTH = "/healthz"
CLOSE = {"connection": "close"}
DATABASE_TIMEOUT_SECONDS = 1.0
"""Seconds that the database has to answer."""


class HealthMiddleware:
    """Middleware that answers the health check for any client and host name."""

    def __init__(self, app: ASGIApp, database: Database, requests: RunningRequests) -> None:
        self._app = app
        self._database = database
        self._asking: asyncio.Future[None] | None = None
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Report the health, or pass a request on."""
        if scope["type"] != "http" or scope["path"] != HEALTH:
            # The next connection goes to another process.
            await self._app(scope, receive, with_headers(send, CLOSE if self._requests.is_ending else {}))
            return
        word = "ending" if self._requests.is_ending else "ok" if await self._answers() else "no database"
        answer = PlainTextResponse(f"{word}\n", 200 if word == "ok" else 503, {"cache-control": "no-store"})
        await answer(scope, receive, send)

    async def _answers(self) -> bool:
        """Return whether the database answers; parallel checks share one query."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(asyncio.to_thread(_ask, self._database))
            # A late answer is ignored; asyncio would log an exception that is never read.
            self._asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        with suppress(Exception):  # any error means that it does not answer
            await asyncio.wait_for(asyncio.shield(self._asking), DATABASE_TIMEOUT_SECONDS)
            return True
        return False


def _ask(database: Database) -> None:
    with database.open() as base:
        base.execute("select 1").fetchone()
