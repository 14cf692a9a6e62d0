"""Limits the requests that are answered at once, in total and per address.

One address has at most a third of all places. Some places are reserved for the director and for devices with a valid
cookie, so that strangers cannot stop a session. A request takes a place before its body is read, and frees it with the
answer. A stream, which lasts all session and is counted by the hub, frees its place when it starts.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.language import say
from byestand.server.auth.access_control import VisitorRole
from byestand.server.guards.security import refusal_response
from byestand.server.jobs.lanes import ADDRESS
from byestand.server.live.hub import MEDIA
from byestand.server.token_bucket import client_address, network_of

MAX_REQUESTS = 1024
FOR_DIRECTOR = 64
FOR_DEVICES = 192
RETRY_AFTER = 5
"""Seconds after which a client may try again."""
STANDING = "byestand.standing"
"""The key in the scope of a request for the standing of its client."""


class ConnectionLimit:
    """The middleware that gives each request a place, or refuses it."""

    def __init__(self, app: ASGIApp, standing: Callable[[Scope], VisitorRole], most: int = MAX_REQUESTS) -> None:
        self._app = app
        self._standing = standing
        self._most = most
        self._total = 0
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request if there is a place for it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[STANDING] = self._standing(scope)
        address = network_of(client_address(scope))
        ADDRESS.set(address)
        if not self._has_place(scope[STANDING], address):
            sentence = say("too many requests at once; try again in a moment")
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

    def _has_place(self, standing: VisitorRole, address: str) -> bool:
        if standing == "director":
            return self._total < self._most
        total, of_address = self._most - FOR_DIRECTOR, self._most // 3
        if standing == "stranger":
            # A whole club may share one address: places are reserved there for devices with a cookie too.
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
    """Return whether a request comes from the director's own machine."""
    return bool(scope.get(STANDING) == "director")


def is_stream(message: Message) -> bool:
    """Return whether a message starts a stream of events."""
    if message["type"] != "http.response.start":
        return False
    return Headers(raw=message.get("headers", [])).get("content-type", "").startswith(MEDIA)
