"""Processes that write a session and are killed meanwhile. As a program it starts and kills them for a test.

Sessions are in a SQLite file or a PostgreSQL database. The program is small, so its children start at once: a child of
the test process would copy the tables of all its memory. The program reads lines with a session, a first event and
seconds, and answers each with the acknowledged events.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Protocol

import psycopg

from byestand.model.line import Line, Outcome, TableScore
from byestand.night import events as of
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store, store_at

WRITER = "byestand-killed-writer"
"""The name of the children for PostgreSQL."""
PATIENCE_SECONDS = 60


class KillResult(Protocol):
    """Let a process write a session from an event on, kill it after some seconds, return the acknowledged events."""

    def __call__(self, id: int, first: int, seconds: float) -> list[int]: ...


def open_nights(place: str, workspace: int = LOCAL) -> VisibleNights:
    """Return the sessions in a file, or in a database with an address."""
    store = store_at(place) if place.startswith("postgresql:") else Store(SqliteDatabase(Path(place)))
    return VisibleNights(store, NightScope(workspace=workspace))


@contextmanager
def kill_writers(place: str, workspace: int = LOCAL) -> Iterator[KillResult]:
    """Start the program for the sessions in a file or a database."""
    command, variables = [sys.executable, __file__, place, str(workspace)], os.environ | {"PGAPPNAME": WRITER}
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=variables) as program:
        asked, answers = program.stdin, program.stdout
        assert asked
        assert answers

        def killed(id: int, first: int, seconds: float) -> list[int]:
            print(json.dumps([id, first, seconds]), file=asked, flush=True)
            acknowledged: list[int] = json.loads(answers.readline())
            return acknowledged

        yield killed
        asked.close()


def event(number: int) -> of.NightEvent:
    """Return an event that is always possible and differs from all others."""
    if number % 4:
        return of.NotesChanged(f"{number}\n" * 40)
    score, board = TableScore.certain(50), number % 26 + 1
    line = Line(board, ("1",), ("1",), Outcome(score, score), round=1, table=number % 3 + 1, note=str(number))
    return of.ResultEntered("A", line)


def _write(nights: VisibleNights, id: int, first: int, told: int) -> None:
    """Append event after event, and report each as soon as it is acknowledged."""
    for number in range(first, first + 10_000):
        nights.append(id, event(number))
        os.write(told, f"{number}\n".encode())


def _kill(place: str, workspace: int, id: int, first: int, seconds: float) -> list[int]:
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            _write(open_nights(place, workspace), id, first, told)
        finally:
            os._exit(1)
    os.close(told)
    with os.fdopen(heard) as acknowledged:
        begun = acknowledged.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        rest = acknowledged.read()
        os.waitpid(child, 0)
    if place.startswith("postgresql:"):
        _wait_for_commit(place)
    return [int(line) for line in (begun + rest).split("\n")[:-1]]


def _wait_for_commit(url: str) -> None:
    """Wait until the database noticed that a child is gone: until then it may still commit what the child sent last."""
    latest = time.monotonic() + PATIENCE_SECONDS
    with psycopg.connect(url, application_name="byestand-test", autocommit=True) as base:
        while base.execute("select 1 from pg_stat_activity where application_name = %s", (WRITER,)).fetchone():
            assert time.monotonic() < latest, "a killed child is still connected"
            time.sleep(0.001)


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_kill(sys.argv[1], int(sys.argv[2]), *json.loads(line))), flush=True)  # noqa: T201 - the answer
