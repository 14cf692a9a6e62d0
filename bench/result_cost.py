"""The cost of a result as the first of the session, the 100th and the 400th.

    .venv/bin/python bench/result_cost.py

The server is started as usual, with its sessions in a file. Results of a session of 20 tables are entered one by one:
the slip is opened and sent with one more line. CPU is that of the server and all its workers. The figures of each
place are those of the results around it, because one result is shorter than a tick of the process clock.
"""

import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

MOVEMENT, TABLES, ROUNDS, BOARDS = "W2013", 20, 13, 2
PLACES = (1, 100, 400)
AROUND = 20
"""Results that are measured at each place."""
TEXTS = ("4sn=", "3nte-1", "2hs+1", "pass", "110")
PATIENCE = 60.0


@dataclass(frozen=True)
class Cost:
    """The times of one result, in milliseconds."""

    get: float
    post: float
    cpu: float


def main() -> None:
    """Enter the results and print a line for each place, then the ratios to the first."""
    with _serve() as (port, process):
        _ask(port, "POST", "/nights", {"movement": MOVEMENT, "boards": str(BOARDS), "name": "Under load"})
        _ask(port, "GET", "/nights/1/results?round=1&table=1")
        lines = _lines()
        found, typed = {}, 0
        for place in PLACES:
            while typed < place - 1:
                _type(port, *next(lines))
                typed += 1
            found[place] = _measure(port, process, list(islice(lines, AROUND)))
            typed += AROUND
    for place, cost in found.items():
        print(f"result {place:>3}: GET {cost.get:5.1f} ms, POST {cost.post:5.1f} ms, CPU {cost.cpu:5.1f} ms")
    first = found[PLACES[0]]
    for place in PLACES[1:]:
        wall = (found[place].get + found[place].post) / (first.get + first.post)
        print(f"result {place} against result 1: wall {wall:.2f} ×, CPU {found[place].cpu / first.cpu:.2f} ×")


def _lines() -> Iterator[tuple[int, int, int]]:
    """Yield every line of the session: round, table, and its place on the slip."""
    for round in range(1, ROUNDS + 1):
        for table in range(1, TABLES + 1):
            for line in range(BOARDS):
                yield round, table, line


def _measure(port: int, process: int, lines: list[tuple[int, int, int]]) -> Cost:
    before = _cpu(process)
    took = [_type(port, *line) for line in lines]
    get, post = (1000 * statistics.median(times) for times in zip(*took, strict=True))
    return Cost(get, post, 1000 * (_cpu(process) - before) / len(lines))


def _type(port: int, round: int, table: int, line: int) -> tuple[float, float]:
    """Open a slip, enter one more line, and return the seconds of each step."""
    path = f"/nights/1/results?round={round}&table={table}"
    start = time.perf_counter()
    page = _ask(port, "GET", path)
    opened = time.perf_counter()
    fields = dict(re.findall(r'name="(at-[\d-]+)" value="([^"]*)"', page))
    seen = re.search(r'name="seen" value="(\w*)"', page)
    name = list(fields)[line]
    fields[name] = TEXTS[(round + table + line) % len(TEXTS)]
    begun = time.perf_counter()
    _ask(port, "POST", path, {"seen": seen[1] if seen else "", **fields})
    return opened - start, time.perf_counter() - begun


def _ask(port: int, method: str, path: str, form: dict[str, str] | None = None) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"content-type": "application/x-www-form-urlencoded"} if form is not None else {}
    connection.request(method, path, urlencode(form or {}), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.status < 400, (path, answer.status, text[-600:])
    return text


def _cpu(process: int) -> float:
    """Return the CPU seconds of a process and all its children."""
    stats = [
        Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rpartition(")")[2].split() for one in _below(process)
    ]
    return sum(int(ticks) for stat in stats for ticks in stat[11:15]) / os.sysconf("SC_CLK_TCK")


def _below(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text(encoding="ascii").split():
            yield from _below(int(child))


@contextmanager
def _serve() -> Iterator[tuple[int, int]]:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-browser", "--port", "0", "--data", str(Path(folder) / "nights.sqlite")]
        process = subprocess.Popen(
            [sys.executable, "-m", "byestand", "serve", *options], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        try:
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
