"""A hosted service under load: sessions of many clubs at once on one PostgreSQL and two processes of the app.

    .venv/bin/python bench/clubs.py [100 200 400 …]

Database, app and screens share this machine and use loopback. Every session has 13 tables and 13 screens, half of them
at each process, and a director who enters a slip every few seconds at one of the two. With 13 tables and 13 rounds
there are 169 slips in three hours, one in 70 seconds. The time from sending a slip until each screen is notified is
measured. Figures are copied to docs/scale.md by hand.
"""

import argparse
import asyncio
import http.client
import itertools
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from streams import PATIENCE, memory

sys.path.append(str(Path(__file__).parent.parent))
from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events import Started
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.roles import Role
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.store import Store, store_at
from byestand.server.storage.workspaces import Workspaces
from tests.support.postgres import cluster

STEPS = (100, 200, 400)
SCREENS, TABLES, ROUNDS = 13, 13, 13
PUBLIC = "bridge.test"
PROCESSES = 2
AT_ONCE = 200
_POSITION = re.compile(rb'"position":(\d+)')
_TEXT = ("4sn=", "3nte-1", "2hs+1", "pass", "6cxw-2")


class RefusalCount(Exception):
    """The service refused a request because of its limits."""


@dataclass(eq=False)
class Club:
    """A session, the cookies of its director and its screens, and the times of their notifications."""

    id: int
    director: str
    screens: list[str]
    slips: Iterator[tuple[int, int]] = field(init=False)
    position: int = 0
    """The last revision that was received."""
    refusals: int = 0
    sent: dict[int, float] = field(default_factory=dict)
    heard: dict[int, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.slips = itertools.cycle(itertools.product(range(1, ROUNDS + 1), range(1, TABLES + 1)))

    @property
    def address(self) -> str:
        """The address of the club: clubs do not share one."""
        return f"10.{self.id >> 16 & 255}.{self.id >> 8 & 255}.{self.id & 255}"

    def headers(self, cookie: str) -> dict[str, str]:
        """Return the headers of a browser and a proxy."""
        return {"host": PUBLIC, "cookie": cookie, "x-forwarded-for": self.address, "x-forwarded-proto": "http"}

    def ask(self, port: int, method: str, path: str, form: dict[str, str] | None = None) -> str:
        """Return a page, or the page after a form."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        more = {"content-type": "application/x-www-form-urlencoded"} if form is not None else {}
        connection.request(method, path, urlencode(form or {}), self.headers(self.director) | more)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status >= 400:
            raise RefusalCount(answer.status)
        return text

    def type_a_slip(self, port: int) -> None:
        """Enter a slip as a director does: open it, fill it in, send it."""
        round, table = next(self.slips)
        path = f"/nights/{self.id}/results?round={round}&table={table}"
        page = self.ask(port, "GET", path)
        known = re.search(r'id="seen"[^>]*value="(\w*)"', page)
        fields = re.findall(r'name="(at-[\d-]+)"', page)
        typed = {name: random.choice(_TEXT) for name in fields}  # noqa: S311 - cards, not secrets
        position = self.position + 1
        self.heard[position], self.sent[position] = [], time.perf_counter()
        try:
            self.ask(port, "POST", path, {"seen": known[1] if known else "", **typed})
        except RefusalCount:
            del self.sent[position]
            raise


class Screen(asyncio.Protocol):
    """One stream, as small as possible, so that the listeners cost little."""

    lost = 0

    def __init__(self, club: Club, cookie: str, opened: "asyncio.Future[None]") -> None:
        self._club, self._cookie, self._opened = club, cookie, opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.Transport)
        headers = "".join(f"{name}: {value}\r\n" for name, value in self._club.headers(self._cookie).items())
        transport.write(f"GET /nights/{self._club.id}/stream HTTP/1.1\r\n{headers}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Record what is received."""
        for position in map(int, _POSITION.findall(data)):
            self._club.position = max(position, self._club.position)
            if not self._opened.done():
                self._opened.set_result(None)
            elif position in self._club.heard:
                self._club.heard[position].append(time.perf_counter())

    def connection_lost(self, exc: Exception | None) -> None:
        """Record a refused or closed stream."""
        del exc
        Screen.lost += 1
        if not self._opened.done():
            self._opened.set_result(None)


@contextmanager
def serve(url: str) -> Iterator[tuple[int, int]]:
    """Yield the port and the number of a process of the app."""
    options = ["--no-browser", "--port", "0", "--store", url, "--public", f"http://{PUBLIC}/", "--proxy", "127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "byestand", "serve", *options], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout
    found = None
    while not found:
        line = process.stdout.readline()
        assert line, "the app did not start"
        found = re.search(r"127\.0\.0\.1:(\d+)", line)
    drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)  # noqa: S607 - its log
    try:
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait()
        drain.wait()


def club(store: Store, codes: Codes) -> Club:
    """Return a club that has started to play."""
    desk = Workspaces(store).new()
    nights = VisibleNights(store, NightScope(desk))
    id = nights.add(SessionSetup(Event(title="Under load"), sections=(SectionSetup("A", CatalogMovement("W1313")),)))
    nights.append(id, Started({"A": ROUNDS}))
    director = f"byestand-desk={codes.cookie(Role('director', desk=desk))}"
    return Club(id, director, [f"byestand-right={codes.cookie(Role('display', id))}" for _ in range(SCREENS)])


async def listen(clubs: list[Club], ports: list[int]) -> None:
    """Open all screens of some clubs."""
    loop = asyncio.get_running_loop()
    wanted = [(one, cookie, ports[n % len(ports)]) for one in clubs for n, cookie in enumerate(one.screens)]
    for start in range(0, len(wanted), AT_ONCE):
        opened = []
        for one, cookie, port in wanted[start : start + AT_ONCE]:
            opened.append(loop.create_future())
            await loop.create_connection(partial(Screen, one, cookie, opened[-1]), "127.0.0.1", port)
        await asyncio.wait_for(asyncio.gather(*opened), PATIENCE)


async def type_slips(clubs: list[Club], ports: list[int], every: float, seconds: float) -> None:
    """Let every club enter slips at its own times."""
    ends = time.perf_counter() + seconds

    async def typing(one: Club, port: int) -> None:
        await asyncio.sleep(random.random() * every)  # noqa: S311 - clubs are not in step
        while (now := time.perf_counter()) < ends:
            try:
                await asyncio.to_thread(one.type_a_slip, port)
            except RefusalCount:
                one.refusals += 1
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - now)))

    await asyncio.gather(*(typing(one, ports[n % len(ports)]) for n, one in enumerate(clubs)))


def figures_line(clubs: list[Club], processes: list[int]) -> str:
    """Return one line of figures, and reset them."""
    delays = sorted(at - one.sent[n] for one in clubs for n in one.sent for at in one.heard[n])
    slips, missed = (
        sum(len(one.sent) for one in clubs),
        sum(SCREENS - len(one.heard[n]) for one in clubs for n in one.sent),
    )
    refused = sum(one.refusals for one in clubs)
    for one in clubs:
        one.sent, one.heard, one.refusals = {}, {}, 0
    p50, p99 = delays[len(delays) // 2] * 1000, delays[len(delays) * 99 // 100] * 1000
    megabytes = "+".join(f"{memory(process):.0f}" for process in processes)
    return (
        f"{len(clubs):6} {len(clubs) * SCREENS:7} {slips:6} {p50:6.0f} ms {p99:6.0f} ms {delays[-1] * 1000:6.0f} ms"
        f" {missed:8} {refused:7} {Screen.lost:4} {megabytes} MB"
    )


async def measure_clubs(
    url: str, ports: list[int], processes: list[int], steps: list[int], every: float, seconds: float
) -> None:
    """Print a line for every step."""
    store = store_at(url)
    codes, clubs = Codes(store), list[Club]()
    print("nights streams  slips     p50      p99   slowest  unheard refused lost memory")
    for many in steps:
        new = [await asyncio.to_thread(club, store, codes) for _ in range(many - len(clubs))]
        await listen(new, ports)
        clubs += new
        await type_slips(clubs, ports, every, seconds)
        await asyncio.sleep(2)
        print(figures_line(clubs, processes), flush=True)


def main() -> None:
    """Measure every step."""
    parser = argparse.ArgumentParser()
    parser.add_argument("nights", nargs="*", type=int, default=STEPS)
    parser.add_argument("--every", type=float, default=70, help="seconds between two slips of a session")
    parser.add_argument("--seconds", type=float, default=140)
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    url = cluster().fresh()
    with ExitStack() as stack:
        running = [stack.enter_context(serve(url)) for _ in range(PROCESSES)]
        ports, processes = map(list, zip(*running, strict=True))
        asyncio.run(measure_clubs(url, ports, processes, list(arguments.nights), arguments.every, arguments.seconds))


if __name__ == "__main__":
    main()
