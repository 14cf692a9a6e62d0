"""Limits the number of open connections, and the time until a request has arrived.

uvicorn waits for the headers of a request for ever. Here a connection is closed if no byte arrives for some seconds, if
its headers take too long, or if its client does not read a long answer. If all connections are used, the oldest one
without a request is closed for a new one. This uses uvicorn's protocol with h11; inheriting is the only way to change
it.
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from byestand.server.guards.body_limits import Deadlines
from byestand.server.token_bucket import network_of

MIN_READ = 16 * 1024
"""Bytes of a long answer that a client has to read within the total of its deadlines."""
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"


class OpenConnections:
    """All connections of a server; an address that is not *trusted* holds at most a third of them."""

    def __init__(self, most: int, deadlines: Deadlines, is_trusted: Callable[[str], bool]) -> None:
        self.most = most
        self.deadlines = deadlines
        self._is_trusted = is_trusted
        self._by_address: dict[str, int] = {}
        self._connections: dict[LimitedConnection, str] = {}
        """With their addresses, the oldest first."""

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._connections)

    def add(self, connection: "LimitedConnection", peer: str) -> bool:
        """Add a connection; return whether there is room for it."""
        address, is_trusted = network_of(peer), self._is_trusted(peer)
        held = self._by_address.get(address, 0)
        if not is_trusted and held >= self.most // 3:
            return False
        if len(self) >= self.most:
            idle = next((other for other in self._connections if other.is_between_requests), None)
            if idle:
                self.remove(idle)
                idle.transport.abort()
            elif not is_trusted:
                return False
        self._connections[connection] = address
        self._by_address[address] = self._by_address.get(address, 0) + 1
        return True

    def remove(self, connection: "LimitedConnection") -> None:
        """Remove a connection."""
        address = self._connections.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


class LimitedConnection(H11Protocol):
    """One connection of a client, made by uvicorn."""

    def __init__(self, open_connections: OpenConnections, **more: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**more)
        self._all = open_connections
        self._deadline: asyncio.TimerHandle | None = None
        self._until: float | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def is_between_requests(self) -> bool:
        """Whether all requests that have arrived are answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a new connection, or refuse it."""
        super().connection_made(transport)
        if self._all.add(self, self.client[0] if self.client else ""):
            self._await_bytes()
        else:
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove a closed connection."""
        self._all.remove(self)
        self._stop_waiting()
        if self._unread:
            self._unread.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give the client time to read the answer."""
        super().pause_writing()
        self._require_reading(sys.maxsize)

    def resume_writing(self) -> None:
        """Continue the answer."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()

    def data_received(self, data: bytes) -> None:
        """Take bytes: they start a request, continue it, or follow an early answer."""
        super().data_received(data)
        if self.is_between_requests:
            self._await_bytes()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the rest of a request; uvicorn closes a silent connection later."""
        super().on_response_complete()
        if self.is_between_requests and (self.conn.trailing_data[0] or self.conn.their_state is h11.SEND_BODY):
            self._await_bytes()

    def _require_reading(self, before: int) -> None:
        """Close the connection unless the client has read MIN_READ bytes since *before*; check again later."""
        left = self.transport.get_write_buffer_size()
        if left <= before - MIN_READ:
            self._unread = self.loop.call_later(self._all.deadlines.total, self._require_reading, left)
        else:
            self.transport.abort()

    def _await_bytes(self) -> None:
        until, now, deadlines = self._until, self.loop.time(), self._all.deadlines
        self._stop_waiting()
        self._until = until or now + deadlines.total
        self._deadline = self.loop.call_at(min(now + deadlines.idle, self._until), self._cut_off)

    def _stop_waiting(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = self._until = None

    def _cut_off(self) -> None:
        """Close a connection; answer half a request, but not silence: browsers connect early."""
        if self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            self.transport.write(TOO_LATE)
        self.transport.close()
