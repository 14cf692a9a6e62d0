"""The access log: route, status and duration of every request, without personal data.

A route is logged as in the table of addresses (``/nights/{id:int}/pair/{label}``): the address itself may have names
and codes in it. The log of a service is one line of json for every request on stdout, and one for every error on
stderr: never a name, a code, a client address, a cookie, or anything else that a user sent. It is not translated.
"""

import json
import logging
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPMethod
from typing import TextIO, TypeAlias

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.guards.connection_limit import is_stream
from byestand.server.guards.security import START
from byestand.server.jobs.job_results import JobError, stack_frames
from byestand.server.web.app_url import STATIC
from byestand.server.web.routing import ROUTE

OTHER = "other"
LEFT = 499
"""The status of a request whose client disconnected before the answer, as in nginx."""
METHODS = frozenset(HTTPMethod)
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The identifier of a request in the log."""
REQUEST_HEADER = "x-request-id"


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """An answered request."""

    request: str
    method: str
    route: str
    status: int
    seconds: float
    sent: int
    """Bytes."""


Listener: TypeAlias = Callable[[RequestRecord], None]


@dataclass(eq=False)
class AccessLog:
    """Middleware that reports every request: a stream when it starts, all others when they end."""

    app: ASGIApp
    listeners: Sequence[Listener]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and report it."""
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
            entry.write()

    def route(self, scope: Scope) -> str:
        """Return the route of a request, or `OTHER`."""
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
                    self.write()
            self.sent += len(message.get("body", b""))
            await send(message)

        return sending

    def write(self) -> None:
        if self.is_told:
            return
        self.is_told = True
        method = self.scope["method"] if self.scope["method"] in METHODS else OTHER
        seconds = time.perf_counter() - self.began
        route = self.journal.route(self.scope)
        for told in self.journal.listeners:
            told(RequestRecord(self.request, method, route, self.status or LEFT, seconds, self.sent))


def log_request(one: RequestRecord) -> None:
    """Log an answered request."""
    _write(
        sys.stdout,
        request=one.request,
        method=one.method,
        route=one.route,
        status=one.status,
        milliseconds=round(1000 * one.seconds, 1),
        bytes=one.sent,
    )


def log_worker_error(refused: JobError) -> None:
    """Log an internal error of a worker."""
    _write(sys.stderr, request=REQUEST.get(), said="internal error", fault=refused.stack_frames)


def log_lifecycle(said: str, **more: object) -> None:
    """Log another event of the service, such as its start."""
    _write(sys.stdout, said=said, **more)


class OneLineFormatter(logging.Handler):
    """Logs the first line of a message of a library: further lines may quote user data."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a message."""
        fault = record.exc_info[1] if record.exc_info else None
        said = next(iter(record.getMessage().splitlines()), "")
        _write(sys.stderr, request=REQUEST.get(), said=said, **({"fault": stack_frames(fault)} if fault else {}))


def begin() -> None:
    """Log the messages of libraries in this format."""
    logging.basicConfig(level=logging.WARNING, handlers=[OneLineFormatter()], force=True)


def _write(to: TextIO, **fields: object) -> None:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    to.write(json.dumps({"time": now, **fields}, ensure_ascii=False) + "\n")
    to.flush()
