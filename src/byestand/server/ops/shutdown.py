"""The end of the server: whoever still waits then is told so, and nothing is broken off without a word."""

import asyncio
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.jobs.pool import ENDING
from byestand.server.web.security import refusal_response


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
