"""Limits the size of a request and the time that it may take, while it arrives.

A body over its limit is not parsed or stored. Forms are parsed on the event loop, where a separator costs far more than
a letter; separators are counted first, which is fast, and a form with too many fields is refused. A body that stops
arriving, or arrives too slowly, ends with status 408.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.errors import RequestRefused
from byestand.language import say
from byestand.sanitize import plain_number
from byestand.server.auth.access_control import VisitorRole
from byestand.server.guards.connection_limit import STANDING
from byestand.server.guards.security import refusal_response
from byestand.server.jobs.job_results import API
from byestand.server.token_bucket import client_address, network_of
from byestand.server.web.responses import MAX_FIELDS

MEGABYTE = 1024 * 1024
MAX_BODY = 8 * MEGABYTE
"""The largest upload, as for movement files."""
MAX_FORM = MEGABYTE
"""The longest form without a file: room for hundreds of names in any script."""
MAX_BYTES_UNDER_WAY = 16 * MAX_BODY
"""Of all requests together, from the first byte until the answer. Clients without a valid cookie have at most half of
it, one address has at most a third, and the director's own machine is never refused because of other requests.
"""
MAX_DIGITS = 20
"""Of a content length; Python limits the digits of a number."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds that a request may take to arrive: its headers, then its body."""

    idle: float = 10.0
    """Without a byte."""
    total: float = 60.0


@dataclass(frozen=True, slots=True)
class BodyBound:
    """The limit of one request."""

    size: int
    separator: bytes = b""
    """The separator of fields; empty if the body is a file."""

    @property
    def sentence(self) -> str:
        """The error for a longer body."""
        if self.size == MAX_FORM:
            return say("the form is larger than {megabytes} MB", megabytes=MAX_FORM // MEGABYTE)
        return say("uploads are limited to {megabytes} MB", megabytes=MAX_BODY // MEGABYTE)


def body_bound(path: str, headers: Headers) -> BodyBound:
    """Return the limit of a request: a file for the API, otherwise a form, with or without a file."""
    if path.startswith(API):
        return BodyBound(MAX_BODY)
    kind, options = parse_options_header(headers.get("content-type", ""))
    if kind.startswith(b"multipart/"):
        return BodyBound(MAX_BODY, b"--" + options.get(b"boundary", b""))
    return BodyBound(MAX_FORM, b"&")


class BodyLimit:
    """The middleware."""

    def __init__(self, app: ASGIApp, deadlines: Deadlines) -> None:
        self._app = app
        self._deadlines = deadlines
        self._under_way = 0
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose body arrives within its limits."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        bound = body_bound(scope["path"], headers)
        if _is_too_long(headers, bound):
            await refusal_response(scope, 413, bound.sentence)(scope, receive, send)
            return
        address = network_of(client_address(scope))
        body = _Body(bound, receive, self._deadlines, partial(self._add, scope.get(STANDING, "stranger"), address))
        try:
            await self._app(scope, body.receive, send)
        finally:
            self._under_way -= body.size
            self._by_address[address] -= body.size
            if not self._by_address[address]:
                del self._by_address[address]

    def _add(self, standing: VisitorRole, address: str, size: int) -> None:
        self._under_way += size
        self._by_address[address] += size
        if standing == "director":
            return
        # A whole club may share one address: room is reserved there for devices with a cookie too.
        total, of_address = (2, 4) if standing == "stranger" else (1, 3)
        is_too_much = self._under_way > MAX_BYTES_UNDER_WAY // total
        if is_too_much or self._by_address[address] > MAX_BYTES_UNDER_WAY // of_address:
            raise RequestRefused(503, say("too many uploads at once; try again in a moment"))


@dataclass(eq=False)
class _Body:
    """The body of one request while it arrives."""

    bound: BodyBound
    source: Receive
    deadlines: Deadlines
    add: Callable[[int], None]
    """Counts bytes with those of all other requests."""
    size: int = 0
    is_complete: bool = False
    _fields: int = 0
    _rest: bytes = b""
    _until: float = 0.0

    async def receive(self) -> Message:
        """Return the next part; raise `RequestRefused` if it is too late or too long."""
        message = await self.source() if self.is_complete else await self._receive_in_time()
        self.is_complete = not message.get("more_body", False)
        self._count(message.get("body", b""))
        return message

    async def _receive_in_time(self) -> Message:
        now = asyncio.get_running_loop().time()
        self._until = self._until or now + self.deadlines.total
        try:
            async with asyncio.timeout_at(min(now + self.deadlines.idle, self._until)):
                return await self.source()
        except TimeoutError:
            raise RequestRefused(408, say("the upload took too long; send it again")) from None

    def _count(self, piece: bytes) -> None:
        self.size += len(piece)
        self.add(len(piece))
        if self.size > self.bound.size:
            raise RequestRefused(413, self.bound.sentence)
        if self.bound.separator:
            text = self._rest + piece
            self._fields += text.count(self.bound.separator)
            # A separator may be split between two parts.
            self._rest = text[max(0, len(text) - len(self.bound.separator) + 1) :]
        if self._fields > MAX_FIELDS:
            raise RequestRefused(413, say("the form has more than {most} fields", most=MAX_FIELDS))


def _is_too_long(headers: Headers, bound: BodyBound) -> bool:
    if "x-body-too-large" in headers:  # a proxy has not sent it on
        return True
    length = headers.get("content-length", "0")
    is_number = length.isascii() and length.isdigit() and len(length) < MAX_DIGITS
    return not is_number or int(length) > bound.size


MAX_BYTES = 16 * 1024 * 1024
"""The longest body that is read to its end; nginx refuses longer ones."""
MAX_SECONDS = 10.0
"""How long to wait for the rest of a body."""
AT_ONCE = frozenset({408, 421, 503})
"""Statuses sent at once: the body is too slow, the host is unknown, or the server is busy."""


class DrainBody:
    """Middleware that reads and discards the rest of a request before the answer is sent.

    After an early answer the server closes the connection. A client that still sends may never see the answer: nginx
    reports 502 instead, and browsers a reset connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request after all of it has arrived."""
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
            early = message["type"] == "http.response.start" and 0 < left <= MAX_BYTES
            if early and message["status"] not in AT_ONCE:
                with suppress(TimeoutError):
                    async with asyncio.timeout(MAX_SECONDS):
                        while left > 0:
                            await receiving()
            await send(message)

        await self._app(scope, receiving, sending)


def announced_length(headers: Headers) -> int:
    """Return how many bytes a client will send; 0 if it waits for permission first."""
    return 0 if "expect" in headers else plain_number(headers.get("content-length", "")) or 0
