"""``/healthz``: one word for who watches the service, or shares requests out between several of it."""

import asyncio
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.ops.shutdown import RunningRequests
from byestand.server.storage.database import Database

HEALTH = "/healthz"
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
            await self._app(scope, receive, _closing(send) if self._requests.is_ending else send)
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


def _closing(send: Send) -> Send:
    """Return a sender that asks for a new connection next time: it will lead to somebody else."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["connection"] = "close"
        await send(message)

    return sent


def _ask(database: Database) -> None:
    with database.open() as base:
        base.execute("select 1").fetchone()
