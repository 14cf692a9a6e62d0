"""An abusive client at its limits: how much slower other requests become.

    .venv/bin/python bench/hostile.py [rounds]

A director requests a page of the session, a new plan and a sheet, one after another; first alone, then while a client
from another address sends many requests for sheets, searches, files, lists, wrong codes and streams. The two take
turns, so that other load of the machine affects both. The client runs for a while before the first turn counts, so that
its initial allowance is used up. It runs at the lowest priority, because it would run on another machine. Figures are
copied to docs/scale.md by hand.
"""

import asyncio
import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing import Event, Process
from multiprocessing.synchronize import Event as Signal
from urllib.parse import urlencode

DIRECTOR, HOSTILE = "203.0.113.10", "203.0.113.9"
FORM = "application/x-www-form-urlencoded"
USED_UP = 75.0
"""Seconds for which the abusive client runs before the first turn."""
TURN = 20.0
HUGE = bytes(8 * 1024 * 1024 - 1024)
STREAMS, NIGHTS = 40, 40


@contextmanager
def serve() -> Iterator[int]:
    """Yield the port of a service whose proxy is this script."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "byestand", "serve", "--port", "8113", "--data", f"{folder}/n.sqlite"]
        hosted = ("--public", "http://bridge.example.org/", "--proxy", "127.0.0.1", "--log", "none")
        process = subprocess.Popen([*command, *hosted], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        try:
            yield int(found[1])
        finally:
            process.terminate()
            process.wait()


class Visitor:
    """A visitor behind the proxy, with their cookies."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self.headers = {"host": "bridge.example.org", "x-forwarded-for": address}

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Return the status and the address of the next page."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=180)
        body = urlencode(form) if form else None
        headers = {**self.headers, **({"content-type": FORM} if form else {})}
        connection.request("POST" if form else "GET", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        if cookie := answer.headers.get("set-cookie"):
            self.headers["cookie"] = cookie.partition(";")[0]
        connection.close()
        return answer.status, answer.headers.get("location", "")

    def keeps_a_night(self) -> str:
        """Return the address of the session."""
        status, where = self.ask("/nights", {"movement": "W1413", "boards": "2", "name": "Tuesday"})
        assert status == 303, status
        return where


def director(port: int) -> Iterator[tuple[str, float]]:
    """Yield each request and its seconds."""
    me = Visitor(port, DIRECTOR)
    night = me.keeps_a_night()
    asked: dict[str, Callable[[int], str]] = {
        "page of the session": lambda _: f"{night}/play",
        "new plan": lambda n: f"/?pairs={20 + n % 40}&boards={18 + n // 40 % 10}-{30 + n // 400}",
        "paper": lambda n: f"/m/W1413/paper/mats,guides.pdf?title=N{n}",
    }
    for number in count():
        for what, path in asked.items():
            start = time.perf_counter()
            status, _ = me.ask(path(number))
            assert status == 200, (status, path(number))
            yield what, time.perf_counter() - start


async def _asks(port: int, head: str, body: bytes = b"", *, stays: bool = False) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(head.encode() + b"\r\n" + body)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        while stays and await reader.readline():
            pass
        while await reader.read(65536):
            pass
    except (OSError, IndexError):
        return 0
    finally:
        writer.close()
    return status


def hostile(port: int, loose: Signal, tell: Signal) -> None:
    """Send expensive requests until stopped."""
    os.nice(19)
    me = Visitor(port, HOSTILE)
    night = [me.keeps_a_night() for _ in range(NIGHTS)][-1]
    said: Counter[str] = Counter()
    numbers = count(1_000_003, 7919)

    def head(method: str, path: str, **more: object) -> str:
        lines = {**me.headers, "connection": "close", **{name.replace("_", "-"): text for name, text in more.items()}}
        return f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in lines.items())

    async def again_and_again(what: str, ask: Callable[[int], tuple[str, bytes]], *, stays: bool = False) -> None:
        while True:
            if not loose.is_set():
                await asyncio.sleep(0.2)
                continue
            status = await _asks(port, *ask(next(numbers)), stays=stays)
            said[f"{what} {status}"] += 1
            await asyncio.sleep(0.01)

    def upload(n: int) -> tuple[str, bytes]:
        data = str(n).encode() + HUGE
        return head("POST", "/api/verify?name=x.mov", content_length=len(data)), data

    def code(n: int) -> tuple[str, bytes]:
        data = f"code={n:09}".encode()
        return head("POST", "/join", content_type=FORM, content_length=len(data)), data

    async def all_at_once() -> None:
        kinds: tuple[tuple[str, int, Callable[[int], tuple[str, bytes]]], ...] = (
            ("paper", 12, lambda n: (head("GET", f"/m/W1413/paper/mats,guides.pdf?title=N{n}"), b"")),
            ("search", 12, lambda n: (head("GET", f"/second?movement=M1313&seconds=20&same={n}"), b"")),
            ("plan", 12, lambda n: (head("GET", f"/?pairs={20 + n % 40}&minutes_per_board={n % 1000 / 100 + 5}"), b"")),
            ("library", 4, lambda n: (head("GET", f"/library?tables={n % 40 + 4}&q={n}"), b"")),
            ("file", 4, upload),
            ("wrong code", 8, code),
            ("page", 12, lambda _: (head("GET", "/help"), b"")),
            ("list", 4, lambda _: (head("GET", "/nights"), b"")),
            ("everything", 4, lambda _: (head("GET", "/nights/everything.zip"), b"")),
        )
        doing = [again_and_again(what, ask) for what, many, ask in kinds for _ in range(many)]
        listen = head("GET", f"{night}/stream")
        doing += [again_and_again("stream", lambda _: (listen, b""), stays=True) for _ in range(STREAMS)]
        asked = [asyncio.create_task(one) for one in doing]
        await asyncio.to_thread(tell.wait)
        for one in asked:
            one.cancel()

    asyncio.run(all_at_once())
    print("answers to the abusive client:", ", ".join(f"{what}: {many}" for what, many in sorted(said.items())))


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 4
    loose, tell = Event(), Event()
    times: dict[bool, dict[str, list[float]]] = {False: {}, True: {}}
    with serve() as port:
        enemy = Process(target=hostile, args=(port, loose, tell))
        enemy.start()
        asking = director(port)
        for _ in range(6):
            next(asking)  # workers start
        loose.set()
        time.sleep(USED_UP)
        for turn in range(2 * rounds):
            attacked = turn % 2 == 0
            (loose.set if attacked else loose.clear)()
            time.sleep(3.0 if attacked else 25.0)  # until the running requests have ended
            until = time.perf_counter() + TURN
            while time.perf_counter() < until:
                what, seconds = next(asking)
                times[attacked].setdefault(what, []).append(seconds)
        tell.set()
        enemy.join()
    for what in times[False]:
        alone, beside = (statistics.median(times[attacked][what]) for attacked in (False, True))
        many = len(times[False][what]), len(times[True][what])
        print(
            f"{what}: {1000 * alone:.0f} ms alone, {1000 * beside:.0f} ms with the abusive client"
            f" ({100 * (beside / alone - 1):+.0f} %; medians of {many[0]} and {many[1]})"
        )
    print(f"machine load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
