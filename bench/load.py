"""The app under load: pages per second, the longest waits, and whether memory stays constant.

    .venv/bin/python bench/load.py

Everything runs on loopback, the clients on the same machine as the server. Figures are copied to docs/app.md by hand.
"""

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path

MOVEMENTS = [f"/m/W{tables:02}{groups:02}?boards=2" for tables in range(8, 28, 2) for groups in (9, 11, 12, 13)]
PLANS = [f"/?pairs={pairs}&cases={cases}" for pairs in range(14, 54) for cases in (1, 2)][::2]
NEW_PLANS = [
    f"/?pairs={pairs}&cases={cases}&boards={boards}"
    for pairs in range(14, 64)
    for cases in (1, 2)
    for boards in ("20-24", "22-26", "24-28", "26-30")
]
"""Different plans, so that no answer is cached."""
CLIENTS = 16
MANY = 200


@contextmanager
def serve() -> Iterator[tuple[int, int, float]]:
    """Yield the port and the process of a server, and how long it took to start."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "byestand", "serve", "--no-browser", "--port", "0"]
        start = time.perf_counter()
        process = subprocess.Popen([*command, "--data", f"{folder}/n.sqlite"], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        try:
            yield int(found[1]), process.pid, time.perf_counter() - start
        finally:
            process.terminate()
            process.wait()


def ask(connection: HTTPConnection, path: str) -> int:
    """Read a page and return its status."""
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def at_once(port: int, paths: Sequence[str], seconds: float) -> float:
    """Return the pages per second for clients that request as fast as they can."""
    until = time.perf_counter() + seconds
    counts = [0] * CLIENTS

    def client(number: int) -> None:
        connection = HTTPConnection("127.0.0.1", port)
        for path in cycle([*paths[number:], *paths[:number]]):
            assert ask(connection, path) == 200
            counts[number] += 1
            if time.perf_counter() > until:
                return

    start = time.perf_counter()
    _together(client)
    return sum(counts) / (time.perf_counter() - start)


def at_rate(port: int, paths: Sequence[str], rate: float, seconds: float) -> tuple[float, float]:
    """Return the median and the 99th percentile of the wait, in milliseconds, at a rate of requests per second.

    Waits count from the moment when a request was due, so that a slow server cannot slow the clients down.
    """
    waits: list[float] = []
    start = time.perf_counter() + 0.1

    def client(number: int) -> None:
        connection = HTTPConnection("127.0.0.1", port)
        for turn in range(number, int(rate * seconds), CLIENTS):
            due = start + turn / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            assert ask(connection, paths[turn % len(paths)]) == 200
            waits.append(1000 * (time.perf_counter() - due))

    _together(client)
    waits.sort()
    return waits[len(waits) // 2], waits[int(0.99 * len(waits))]


def crowd(port: int, paths: Sequence[str]) -> tuple[int, float]:
    """Return how many of many simultaneous requests were answered, and the longest wait in seconds."""
    statuses: list[int] = []
    waits: list[float] = []

    def client(number: int) -> None:
        for path in paths[number::MANY]:
            start = time.perf_counter()
            statuses.append(ask(HTTPConnection("127.0.0.1", port), path))
            waits.append(time.perf_counter() - start)

    _together(client, MANY)
    return statuses.count(200), max(waits)


def _together(client: Callable[[int], None], many: int = CLIENTS) -> None:
    threads = [threading.Thread(target=client, args=(number,)) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def with_wrk(port: int, paths: Sequence[str], seconds: int) -> str:
    """Return the figures of wrk for the same pages; empty if it is not installed."""
    ask_in_turn = "request = function() i = i + 1; return wrk.format('GET', paths[i % #paths + 1]) end"
    quoted = ",".join(f"'{path}'" for path in paths)
    script = f"local paths = {{{quoted}}}\nlocal i = 0\n{ask_in_turn}\n"
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t1", f"-c{CLIENTS}", f"-d{seconds}s", "--latency", "-s", file.name]
        try:
            done = subprocess.run([*command, f"http://127.0.0.1:{port}/"], capture_output=True, text=True, check=True)
        except FileNotFoundError:
            return ""
    kept = re.findall(r"(?:99%|Requests/sec:|Non-2xx.*)\s+\S+", done.stdout)
    return "; ".join(" ".join(line.split()) for line in kept)


def memory(pid: int) -> float:
    """Return the memory of the server and its workers, in megabytes."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(re.findall(r"^(\w+):\s+(\d+)", status.read_text(), re.MULTILINE))
        except OSError:
            continue
        if str(pid) in (fields["Pid"], fields["PPid"]):
            total += int(fields.get("VmRSS", 0))
    return total / 1024


def main() -> None:
    """Measure and print."""
    with serve() as (port, pid, started):
        print(f"answers after {started:.2f} s")
        connection = HTTPConnection("127.0.0.1", port)
        start = time.perf_counter()
        ask(connection, "/")
        print(f"first page {1000 * (time.perf_counter() - start):.0f} ms")
        for name, paths, half in (("movement pages", MOVEMENTS, 150), ("plans", PLANS, 15)):
            start = time.perf_counter()
            for path in paths:
                assert ask(connection, path) == 200, path
            first = (time.perf_counter() - start) / len(paths)
            print(f"{name}: {1000 * first:.0f} ms each for the first request")
            print(f"  {at_once(port, paths, 6):.0f}/s by {CLIENTS} Python clients; wrk: {with_wrk(port, paths, 6)}")
            median, slowest = at_rate(port, paths, half, 8)
            print(f"  at {half} per second: median {median:.1f} ms, p99 {slowest:.1f} ms")
        answered, slowest = crowd(port, NEW_PLANS)
        print(f"plans by {MANY} at once: {answered} of {len(NEW_PLANS)} answered, slowest after {slowest:.0f} s")
        before = memory(pid)
        for path in islice(cycle([*MOVEMENTS, *PLANS]), 10_000):
            ask(connection, path)
        print(f"memory {before:.0f} MB, after 10,000 requests {memory(pid):.0f} MB")


if __name__ == "__main__":
    main()
