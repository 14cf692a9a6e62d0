"""Uploads that are hard to read: how long another visitor waits for a page meanwhile.

    .venv/bin/python bench/uploads.py [page]

A page is requested every 50 ms while each file is imported. Printed per file: its size, the answer, how long the
import took, and the longest and median wait for the page.
"""

import http.client
import io
import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night import night_document
from byestand.night.events import NightCreated, NotesChanged
from byestand.night.log import EventLog, LogEntry
from byestand.night.stamp import Stamp

MEGABYTE = 2**20
INTERVAL = 0.05
BOUNDARY = "----byestand"
PAGE = sys.argv[1] if len(sys.argv) > 1 else "/"


def _create_night(title: str) -> LogEntry:
    sections = (SectionSetup("A", CatalogMovement("W0605")),)
    return LogEntry(NightCreated(SessionSetup(Event(title=title), sections=sections)), Stamp(1.0))


def archive(members: Mapping[str, str]) -> bytes:
    """Return a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in members.items():
            packed.writestr(name, text)
    return out.getvalue()


def listing(nights: str) -> str:
    """Return the list of a workspace."""
    return f'{{"format": "byestand workspace", "version": 2, "sessions": [{nights}]}}'


def long_night() -> bytes:
    """Return a valid night with as many events as fit."""
    first = _create_night("Long")
    notes = (LogEntry(NotesChanged(f"note {number}"), Stamp(2.0)) for number in range(49_000))
    return json.dumps(
        json.loads(night_document.dumps(EventLog.from_entries((first, *notes)))), separators=(",", ":")
    ).encode()


def files() -> Iterator[tuple[str, bytes]]:
    """Yield each file with its name."""
    one = '{"file": "a"}'
    night = f'{{"format": "byestand session", "version": {night_document.VERSION}, "log": ['
    log = night + "{}," * (MEGABYTE * 7 // 3) + "{}]}"
    yield (
        "small.json",
        night_document.dumps(EventLog.from_entries((_create_night("Short"),))).encode(),
    )
    yield "list of 8 MB.zip", archive({"workspace.json": listing("[[[[]]]]," * (MEGABYTE * 8 // 9 - 50) + "{}")})
    yield "night of 8 MB.zip", archive({"workspace.json": listing(one), "a": log})
    numbered = {f"n{number}": " " * 8 * MEGABYTE for number in range(40)}
    yield (
        "40 nights of 8 MB.zip",
        archive({"workspace.json": listing(", ".join(f'{{"file": "{name}"}}' for name in numbered)), **numbered}),
    )
    members = {f"{number}": "" for number in range(60_000)}
    yield "60000 members.zip", archive({"workspace.json": listing(one), **members})
    yield "nested.json", b"[" * (7 * MEGABYTE)
    yield "nested.zip", archive({"workspace.json": "[" * 8 * MEGABYTE})
    yield "empty objects.json", log.encode()
    yield "49000 events.json", long_night()


@contextmanager
def serve() -> Iterator[str]:
    """Yield the address of a server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "byestand",
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--data",
            f"{folder}/n.sqlite",
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        found = re.search(r"http://(\S+?)/", process.stdout.readline())
        assert found
        try:
            yield found[1]
        finally:
            process.terminate()
            process.wait()


def ask(address: str, method: str, path: str, body: bytes = b"") -> int:
    """Return the status of an answer."""
    connection = http.client.HTTPConnection(address, timeout=300)
    connection.request(method, path, body, {"content-type": f"multipart/form-data; boundary={BOUNDARY}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def import_file(address: str, name: str, data: bytes) -> int:
    """Import a file, and return the status of the answer."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return ask(address, "POST", "/nights/import", head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode())


def waits_during(address: str, work: Callable[[], int]) -> tuple[int, float, list[float]]:
    """Return the result of the work, its duration, and the waits for the page in the meantime."""
    waits: list[float] = []
    done = threading.Event()

    def poll() -> None:
        while not done.wait(INTERVAL):
            start = time.perf_counter()
            ask(address, "GET", PAGE)
            waits.append(time.perf_counter() - start)

    poller = threading.Thread(target=poll)
    poller.start()
    start = time.perf_counter()
    found = work()
    took = time.perf_counter() - start
    time.sleep(3 * INTERVAL)  # until the server has finished
    done.set()
    poller.join()
    return found, took, waits


def main() -> None:
    """Print the figures."""
    with serve() as address:
        for name, data in files():
            status, took, waits = waits_during(address, partial(import_file, address, name, data))
            worst, median = max(waits), statistics.median(waits)
            size = f"{len(data) / 1024:7,.0f} kB"
            print(f"{name:24}{size}  {status}  {took:6.2f} s   page: at most {worst:5.2f} s, median {median:5.3f} s")


if __name__ == "__main__":
    main()
