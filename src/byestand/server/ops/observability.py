"""Log and metrics for the operator of a service, and notifications to systemd."""

import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.applications import Starlette

from byestand.errors import BadRequest
from byestand.language import say
from byestand.sanitize import plain_number
from byestand.server.ops import access_log
from byestand.server.ops.access_log import Listener
from byestand.server.ops.listen_port import HIGHEST_PORT
from byestand.server.web.app_state import state_of

if TYPE_CHECKING:
    from byestand.server.ops.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Observability:
    """The log and the metrics that an operator wants."""

    log: bool = False
    metrics: "Metrics | None" = None
    place: tuple[str, int] = ("", 0)
    """The address of the metrics."""

    @classmethod
    def from_options(cls, *, log: bool, metrics: str | None = None) -> "Observability":
        """Return an operator with a log, and metrics at a typed address."""
        return cls(log) if metrics is None else cls(log, _metrics(), _place(metrics))

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """Functions that are called for every request."""
        return (
            *((access_log.log_request,) if self.log else ()),
            *((self.metrics.count_request,) if self.metrics else ()),
        )

    def watch(self, app: Starlette) -> None:
        """Start to log and count the events of an app; a hosted service always logs errors, without user data."""
        if self.log or state_of(app).hosting_config:
            access_log.begin()
            state_of(app).services.pool.on_failure = access_log.log_worker_error
        if self.metrics:
            self.metrics.watch(app)
            self.metrics.serve(*self.place)


def _metrics() -> "Metrics":
    try:
        from byestand.server.ops.metrics import Metrics  # noqa: PLC0415 - only a service has the library
    except ImportError:
        raise BadRequest(say("metrics support is not installed; run: pip install '.[hosted]'")) from None
    return Metrics()


def _place(typed: str) -> tuple[str, int]:
    host, _, port = typed.rpartition(":")
    number = plain_number(port)
    if not host or number is None or number > HIGHEST_PORT:
        raise BadRequest(say("--metrics must be an address with a port, such as 127.0.0.1:9113: {text!r}", text=typed))
    return host.strip("[]"), number


def to_systemd(state: str) -> None:
    """Notify systemd of the state of the service, if systemd has started it (``Type=notify``)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or sys.platform == "win32":
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        connection.send(state.encode())
