"""A large club's session in minutes: 60 tables, 240 phones, 4 displays and a director, from the start to the ranking.

    .venv/bin/python bench/night.py [--speed 60]

Server and screens share this machine and use loopback. A round of fifteen minutes takes fifteen seconds; slips are
entered all the time, as by two helpers. The time from sending a change on the director's page until a screen has it is
measured: a phone has it with the message of its stream, a display and the director's page when they are reloaded.
Phones reload their page after a random delay when results are published.
"""

import argparse
import asyncio
import http.client
import json
import random
import re
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from streams import PATIENCE, memory, serve

MOVEMENT, TABLES, ROUNDS = "W6013", 60, 13
PHONES, WALLS = 240, 4
MINUTES = 15
SLIPS = TABLES * ROUNDS
_TEXT = ("4sn=", "3nte-1", "2hs+1", "pass", "6cxw-2")


class Screen:
    """A display, the director's page or a phone: a stream, and the page it shows."""

    def __init__(self, port: int, page: str, face: str, seen: dict[int, list[float]]) -> None:
        self.port, self.page, self.face, self.seen = port, page, face, seen
        self.known = ""
        self.fetched = 0

    async def watch(self) -> None:
        """Read the stream until the server ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET /nights/1/stream HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                await self.hears(json.loads(line.removeprefix(b"data: ")))

    async def hears(self, message: dict[str, object]) -> None:
        """Do what the script of a page does."""
        faces, position = message["faces"], message["position"]
        assert isinstance(faces, dict)
        assert isinstance(position, int)
        word, self.known = self.known, faces[self.face]
        if word not in ("", self.known):
            if self.face == "pair":
                self.seen[position].append(time.perf_counter())
                await asyncio.sleep(random.random() / 2)  # noqa: S311 - as phones do, so that not all come at once
            await asyncio.to_thread(ask, self.port, "GET", self.page)
            self.fetched += 1
        if self.face != "pair" or word in ("", self.known):
            self.seen[position].append(time.perf_counter())


def ask(port: int, method: str, path: str, form: dict[str, object] | None = None) -> str:
    """Return a page, or the page after a form."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"content-type": "application/x-www-form-urlencoded"} if form is not None else {}
    connection.request(method, path, urlencode(form or {}), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    assert answer.status < 400, (path, answer.status, text[-600:])
    connection.close()
    return text


class Director:
    """The director; each change is timed from the moment it is sent."""

    def __init__(self, port: int, sent: dict[int, float], seen: dict[int, list[float]]) -> None:
        self.port, self.sent, self.seen = port, sent, seen

    def revision(self) -> int:
        """Return the current revision."""
        found = re.search(r'name="revision" value="(\d+)"', ask(self.port, "GET", "/nights/1/play"))
        assert found
        return int(found[1])

    def press(self, verb: str, **more: object) -> None:
        """Press a button on the director's page."""
        revision = self.revision()
        self._time_call(revision + 1)
        ask(self.port, "POST", f"/nights/1/play/{verb}", {"revision": revision, **more})

    def slip(self, round: int, table: int) -> None:
        """Enter a slip."""
        path = f"/nights/1/results?round={round}&table={table}"
        page = ask(self.port, "GET", path)
        fields = re.findall(r'name="(at-[\d-]+)"', page)
        known = re.search(r'id="seen"[^>]*value="(\w*)"', page)
        found = re.search(r'name="revision" value="(\d+)"', page)
        typed = {name: random.choice(_TEXT) for name in fields}  # noqa: S311 - cards, not secrets
        if found:
            self._time_call(int(found[1]) + 1)
        ask(self.port, "POST", path, {"seen": known[1] if known else "", **typed})

    def _time_call(self, position: int) -> None:
        self.seen.setdefault(position, [])
        self.sent[position] = time.perf_counter()


def slips(round: int) -> Iterator[tuple[int, int]]:
    """Yield the slips of a round."""
    for table in range(1, TABLES + 1):
        yield round, table


async def evening(port: int, process: int, speed: float) -> None:
    """Play the session, and print the figures."""
    sent: dict[int, float] = {}
    seen: dict[int, list[float]] = {n: [] for n in range(SLIPS + 200)}
    director = Director(port, sent, seen)
    pairs = [f"{line}{number}" for line in "NE" for number in range(1, TABLES + 1)]
    phones = [Screen(port, f"/nights/1/pair/{pairs[n % len(pairs)]}", "pair", seen) for n in range(PHONES)]
    screens = [Screen(port, "/nights/1/wall", "wall", seen) for _ in range(WALLS)]
    screens += [Screen(port, "/nights/1/play", "desk", seen), *phones]
    await asyncio.to_thread(director.revision)
    watching = [asyncio.create_task(screen.watch()) for screen in screens]
    await asyncio.sleep(2)
    memories = [memory(process)]
    await asyncio.to_thread(director.press, "start")
    for round in range(1, ROUNDS + 1):
        ends = time.perf_counter() + MINUTES * 60 / speed
        for one in slips(round):
            await asyncio.to_thread(director.slip, *one)
            if time.perf_counter() >= ends:
                break
        await asyncio.sleep(max(0.0, ends - time.perf_counter()))
        await asyncio.to_thread(director.press, "call", round=round + 1)
        memories.append(memory(process))
    await asyncio.to_thread(director.press, "release")
    await asyncio.sleep(5)
    for task in watching:
        task.cancel()
    delays = sorted(at - sent[n] for n in sent for at in seen[n])
    whole = [n for n in sent if len(seen[n]) >= len(screens)]
    print(f"{len(sent)} changes, {len(whole)} of them received separately by all {len(screens)} screens")
    print(f"p50 {delays[len(delays) // 2] * 1000:.0f} ms, p99 {delays[len(delays) * 99 // 100] * 1000:.0f} ms,"
          f" slowest {delays[-1] * 1000:.0f} ms; {sum(s.fetched for s in screens)} pages loaded")  # fmt: skip
    print("server, MB after each round:", *(f"{megabytes:.0f}" for megabytes in memories))


def main() -> None:
    """Play a session."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--speed", type=float, default=60)
    arguments = parser.parse_args()
    with serve(MOVEMENT) as (port, process):
        asyncio.run(evening(port, process, arguments.speed))


if __name__ == "__main__":
    main()
