"""What was answered: of every request its route, how it ended and how long it took; nothing of who asked, or for what.

A route is told as the table of addresses has it (``/nights/{id:int}/pair/{label}``): the address itself may have names
and codes in it.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from http import HTTPMethod
from typing import TypeAlias

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.web.connection_limit import is_stream
from byestand.server.web.routing import ROUTE
from byestand.server.web.security import START, STATIC

OTHER = "other"
LEFT = 499
"""The status of a request whose sender went away before it was answered, as nginx has it."""
METHODS = frozenset(HTTPMethod)
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""By which word a request is known in the log."""
REQUEST_HEADER = "x-request-id"


@dataclass(frozen=True, slots=True)
class Answered:
    """One request that was answered."""

    request: str
    method: str
    route: str
    status: int
    seconds: float
    sent: int
    """Bytes."""


Told: TypeAlias = Callable[[Answered], None]


@dataclass(eq=False)
class AccessLog:
    """A layer that tells of every request: of a stream when it begins, of all others when they end."""

    app: ASGIApp
    told: Sequence[Told]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered, and tell of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        entry = _Entry(self, scope)
        REQUEST.set(entry.request)
        try:
            await self.app(scope, receive, entry.sender(send))
        except Exception:
            entry.status = entry.status or 500
            raise
        finally:
            entry.tell()

    def route(self, scope: Scope) -> str:
        """Return the route of a request: of those that were led to none, that."""
        if scope["path"].startswith(STATIC):
            return STATIC
        if scope["path"] == START:
            return START
        return str(scope.get(ROUTE, OTHER))


@dataclass(eq=False)
class _Entry:
    journal: AccessLog
    scope: Scope
    request: str = field(default_factory=lambda: secrets.token_hex(8))
    began: float = field(default_factory=time.perf_counter)
    status: int = 0
    sent: int = 0
    is_told: bool = False

    def sender(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                MutableHeaders(scope=message)[REQUEST_HEADER] = self.request
                if is_stream(message):
                    self.tell()
            self.sent += len(message.get("body", b""))
            await send(message)

        return sending

    def tell(self) -> None:
        if self.is_told:
            return
        self.is_told = True
        method = self.scope["method"] if self.scope["method"] in METHODS else OTHER
        seconds = time.perf_counter() - self.began
        route = self.journal.route(self.scope)
        for told in self.journal.told:
            told(Answered(self.request, method, route, self.status or LEFT, seconds, self.sent))
