"""How many requests are answered at once, for everybody and for one address.

One address has at most a third of all places, so three would be needed to take them all; and places are kept for the
director and for devices that hold a valid cookie, so that no number of strangers can stop an evening. A place is taken
before the body of a request is read, and given back with the answer; a stream, which lasts all evening and is counted
by the hub, gives its place back when it begins.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.auth.entrance import Standing
from byestand.server.jobs.lanes import ADDRESS
from byestand.server.live.hub import MEDIA
from byestand.server.token_bucket import client_address, network_of
from byestand.server.web.security import refusal_response

MAX_REQUESTS = 1024
FOR_DIRECTOR = 64
FOR_DEVICES = 192
RETRY_AFTER = 5
"""Seconds after which a client that found no place may ask again."""
STANDING = "byestand.standing"
"""Where a request carries the standing of its client."""


class ConnectionLimit:
    """The middleware: gives a place to each request, or refuses it."""

    def __init__(self, app: ASGIApp, standing: Callable[[Scope], Standing], most: int = MAX_REQUESTS) -> None:
        self._app = app
        self._standing = standing
        self._most = most
        self._total = 0
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered if there is a place for it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[STANDING] = self._standing(scope)
        address = network_of(client_address(scope))
        ADDRESS.set(address)
        if not self._has_place(scope[STANDING], address):
            sentence = "too much is asked at once; try again in a moment"
            response = refusal_response(scope, 503, sentence, after=RETRY_AFTER)
            response.headers["connection"] = "close"
            await response(scope, receive, send)
            return
        place = self._take_place(address)

        async def sending(message: Message) -> None:
            if is_stream(message):
                place.close()
            await send(message)

        with place:
            await self._app(scope, receive, sending)

    def _has_place(self, standing: Standing, address: str) -> bool:
        if standing == "director":
            return self._total < self._most
        total, of_address = self._most - FOR_DIRECTOR, self._most // 3
        if standing == "stranger":
            # Also at one address, which a whole club may share, something is left for devices with a cookie.
            total, of_address = total - FOR_DEVICES, self._most // 4
        return self._total < total and self._by_address[address] < of_address

    def _take_place(self, address: str) -> ExitStack:
        self._total += 1
        self._by_address[address] += 1
        place = ExitStack()
        place.callback(self._give_back, address)
        return place

    def _give_back(self, address: str) -> None:
        self._total -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


def is_director(scope: Scope) -> bool:
    """Tell whether a request comes from the director's own machine."""
    return bool(scope.get(STANDING) == "director")


def is_stream(message: Message) -> bool:
    """Tell whether a stream of events begins with a message."""
    if message["type"] != "http.response.start":
        return False
    return Headers(raw=message.get("headers", [])).get("content-type", "").startswith(MEDIA)
