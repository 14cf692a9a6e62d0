"""What who runs a service gets to know of it: its log, its figures; and what systemd is told."""

import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.applications import Starlette

from byestand.errors import BadRequest
from byestand.server.ops import access_log
from byestand.server.ops.access_log import Told
from byestand.server.ops.listening import HIGHEST_PORT
from byestand.texts import plain_number

if TYPE_CHECKING:
    from byestand.server.ops.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody who wants to know nothing, or some of it."""

    log: bool = False
    metrics: "Metrics | None" = None
    place: tuple[str, int] = ("", 0)
    """Where figures are to be had."""

    @classmethod
    def who_wants(cls, *, log: bool, metrics: str | None = None) -> "Operator":
        """Return who wants a log, and figures at an address as he typed it."""
        return cls(log) if metrics is None else cls(log, _metrics(), _place(metrics))

    @property
    def told(self) -> tuple[Told, ...]:
        """Who is told of every request."""
        return (*((access_log.answered,) if self.log else ()), *((self.metrics.answered,) if self.metrics else ()))

    def watch(self, app: Starlette) -> None:
        """Begin to write and to count what happens in an app; faults in a service always, without what they quote."""
        if self.log or app.state.hosting:
            access_log.begin()
            app.state.services.pool.failed = access_log.failed
        if self.metrics:
            self.metrics.watch(app)
            self.metrics.serve(*self.place)


def _metrics() -> "Metrics":
    try:
        from byestand.server.ops.metrics import Metrics  # noqa: PLC0415 - only a service has what it needs
    except ImportError:
        no = "figures need prometheus_client; in the folder of Byestand: pip install '.[hosted]'"
        raise BadRequest(no) from None
    return Metrics()


def _place(told: str) -> tuple[str, int]:
    host, _, port = told.rpartition(":")
    number = plain_number(port)
    if not host or number is None or number > HIGHEST_PORT:
        raise BadRequest(f"figures are at an address with a port, like 127.0.0.1:9113: {told!r}")
    return host.strip("[]"), number


def to_systemd(said: str) -> None:
    """Tell systemd how it is, where that has started us (``Type=notify``)."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where or sys.platform == "win32":
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
        telling.connect(f"\0{where[1:]}" if where.startswith("@") else where)
        telling.send(said.encode())
