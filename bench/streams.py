"""Open streams: how many one server holds, the cost of each, and how soon all of them receive a change.

    .venv/bin/python bench/streams.py [240 1000 3000 6000 …]

Server and listeners share this machine and use loopback; each has one process. Every step opens its number of streams
of one session, then sends changes one after another. The time from sending a change on the director's page until a
stream has it is measured. Figures are copied to docs/app.md by hand.
"""

import asyncio
import http.client
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store

STEPS = (240, 1000, 3000, 6000, 8000)
EVENTS = 20
AT_ONCE = 200
"""Streams that are opened at a time: more than a club opens at once."""
PATIENCE = 60.0
_POSITION = re.compile(rb'"position":(\d+)')


@contextmanager
def serve(movement: str = "W0605") -> Iterator[tuple[int, int]]:
    """Yield the port and the process of a server with one session."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "n.sqlite"
        VisibleNights(Store(SqliteDatabase(data))).add(
            SessionSetup(Event(title="Under load"), sections=(SectionSetup("A", CatalogMovement(movement)),))
        )
        command = [sys.executable, "-m", "byestand", "serve", "--no-browser", "--port", "0", "--data", str(data)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        try:
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            start = time.perf_counter()
            process.wait()
            print(f"ended with open streams in {time.perf_counter() - start:.1f} s")


def memory(process: int) -> float:
    """Return the memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


class Audience:
    """All listeners, and when each revision reached how many of them."""

    def __init__(self) -> None:
        self.streams = 0
        self.arrivals: list[float] = []
        self.waiting_for = 1
        self.all_have_it = asyncio.Event()
        self.lost = 0

    def hears(self, position: int) -> None:
        """Record that one stream has a revision."""
        if position >= self.waiting_for:
            self.arrivals.append(time.perf_counter())
            if len(self.arrivals) >= self.streams:
                self.all_have_it.set()


class Listener(asyncio.Protocol):
    """One stream, as small as possible, so that the listeners cost little."""

    def __init__(self, audience: Audience, port: int, opened: "asyncio.Future[None]") -> None:
        self._audience = audience
        self._port = port
        self._opened = opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET /nights/1/stream HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Record what is received."""
        for position in _POSITION.findall(data):
            if not self._opened.done():
                self._opened.set_result(None)
            else:
                self._audience.hears(int(position))

    def connection_lost(self, exc: Exception | None) -> None:
        """Record a refused or closed stream."""
        del exc
        self._audience.lost += 1
        if not self._opened.done():
            self._opened.set_result(None)


async def open_streams(audience: Audience, port: int, many: int) -> None:
    """Open streams up to a number."""
    loop = asyncio.get_running_loop()
    while audience.streams < many:
        opened = [loop.create_future() for _ in range(min(AT_ONCE, many - audience.streams))]
        listeners = (partial(Listener, audience, port, one) for one in opened)
        await asyncio.gather(*(loop.create_connection(listener, "127.0.0.1", port) for listener in listeners))
        await asyncio.wait_for(asyncio.gather(*opened), PATIENCE)
        audience.streams += len(opened)


def change(port: int, number: int) -> None:
    """Send a change, as the page of a session does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    form = urlencode({"name": "Under load", "notes": f"event {number}", "letter": "A"})
    connection.request("POST", "/nights/1", form, {"content-type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    assert answer.status == 303, answer.read()
    connection.close()


async def measure_streams(port: int, process: int, steps: tuple[int, ...]) -> None:
    """Print a line for every step."""
    audience, position = Audience(), 1
    for number in range(3):  # workers start with the first requests
        await asyncio.to_thread(change, port, number)
        position += 1
    alone = memory(process)
    print("streams  opened in   memory  a stream     p50     p99   slowest   lost")
    for many in steps:
        start = time.perf_counter()
        await open_streams(audience, port, many)
        took, delays = time.perf_counter() - start, []
        for _ in range(EVENTS):
            position += 1
            audience.waiting_for, audience.arrivals, audience.all_have_it = position, [], asyncio.Event()
            sent = time.perf_counter()
            await asyncio.to_thread(change, port, position)
            await asyncio.wait_for(audience.all_have_it.wait(), PATIENCE)
            delays += [at - sent for at in audience.arrivals]
        delays.sort()
        now = memory(process)
        p50, p99 = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
        print(
            f"{many:7} {took:9.1f} s {now:6.0f} MB {(now - alone) / many * 1024:6.1f} kB"
            f" {p50 * 1000:6.0f} ms {p99 * 1000:4.0f} ms {delays[-1] * 1000:6.0f} ms {audience.lost:6}"
        )


def main() -> None:
    """Measure every step."""
    steps = tuple(map(int, sys.argv[1:])) or STEPS
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with serve() as (port, process):
        asyncio.run(measure_streams(port, process, steps))


if __name__ == "__main__":
    main()
