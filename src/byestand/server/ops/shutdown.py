"""The end: whoever still waits then is told so, and nothing is broken off without a word."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.guard import refused
from byestand.server.jobs.pool import ENDING


class Ending:
    """The outermost layer: it knows all requests that are under way."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._under_way: set[asyncio.Timeout] = set()

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
                self._under_way.add(until)
                try:
                    await self._app(scope, receive, sent)
                finally:
                    self._under_way.discard(until)
        except TimeoutError:
            if not until.expired():  # it was about something else
                raise
            if not begun:
                await refused(scope, 503, ENDING)(scope, receive, send)

    def end(self) -> None:
        """Answer no more: what is worked on for somebody is given up."""
        for until in self._under_way:
            until.reschedule(asyncio.get_running_loop().time())
