"""Processes that write a night and are killed meanwhile. Run as a program, it starts and kills them for a test.

The program is small, and a child of it is there at once: of the process that runs the tests every child would take a
copy of the tables of all its memory. It reads lines with a night, an event to begin with and seconds, and answers each
with the events that were acknowledged.
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

from byestand.model.line import Line, Outcome, Real
from byestand.night import events as of
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store


class Killed(Protocol):
    """Let a process write a night from an event on, kill it after some seconds, return what it had acknowledged."""

    def __call__(self, id: int, first: int, seconds: float) -> list[int]: ...


@contextmanager
def killing(path: Path) -> Iterator[Killed]:
    """Start the program for the nights of a file."""
    with Popen([sys.executable, __file__, str(path)], stdin=PIPE, stdout=PIPE, text=True) as program:
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
    """Return something that can always happen, and can be told from all others."""
    if number % 4:
        return of.NotesChanged(f"{number}\n" * 40)
    score, board = Real.certain(50), number % 26 + 1
    line = Line(board, ("1",), ("1",), Outcome(score, score), round=1, table=number % 3 + 1, note=str(number))
    return of.ResultEntered("A", line)


def _write(path: Path, id: int, first: int, told: int) -> None:
    """Append event after event, and tell of each as soon as it is acknowledged."""
    nights = VisibleNights(Store(SqliteDatabase(path)))
    for number in range(first, first + 10_000):
        nights.append(id, event(number))
        os.write(told, f"{number}\n".encode())


def _killed(path: Path, id: int, first: int, seconds: float) -> list[int]:
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            _write(path, id, first, told)
        finally:
            os._exit(1)
    os.close(told)
    with os.fdopen(heard) as acknowledged:
        begun = acknowledged.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        rest = acknowledged.read()
        os.waitpid(child, 0)
    return [int(line) for line in (begun + rest).split("\n")[:-1]]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_killed(Path(sys.argv[1]), *json.loads(line))), flush=True)  # noqa: T201 - the answer
