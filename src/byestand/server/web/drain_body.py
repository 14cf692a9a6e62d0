"""Answers that come before the whole request has arrived."""

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.texts import plain_number

MOST_BYTES = 16 * 1024 * 1024
"""The longest body that is read to its end; nginx lets no longer one through."""
MOST_SECONDS = 10.0
"""How long the rest of a body is waited for."""
AT_ONCE = frozenset({408, 503})
"""What is said at once, because somebody sends too slowly, or there is too much to do."""


class DrainBody:
    """Middleware that reads the rest of a request before the answer is sent, and throws it away.

    After an answer to half a request the server closes the connection. Who still sends then may never see the answer:
    nginx says 502 instead, and browsers that the connection was reset.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when all of it has arrived."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        left = announced_length(Headers(scope=scope))

        async def receiving() -> Message:
            nonlocal left
            message = await receive()
            left = left - len(message["body"]) if message.get("more_body") else 0
            return message

        async def sending(message: Message) -> None:
            early = message["type"] == "http.response.start" and 0 < left <= MOST_BYTES
            if early and message["status"] not in AT_ONCE:
                with suppress(TimeoutError):
                    async with asyncio.timeout(MOST_SECONDS):
                        while left > 0:
                            await receiving()
            await send(message)

        await self._app(scope, receiving, sending)


def announced_length(headers: Headers) -> int:
    """Return how many bytes a client is about to send; none where it waits to be asked for them."""
    return 0 if "expect" in headers else plain_number(headers.get("content-length", "")) or 0
