"""A process that is killed while a night is written: whatever it had acknowledged is there, and all of it folds.

Every child is a process of its own with its own connection, ended by SIGKILL at a random moment of its writing.
"""

import os
import random
import signal
import sys
from pathlib import Path

import pytest

from app import client
from byestand.night import events as of
from byestand.night.night import Night
from byestand.night.setting import Setting
from byestand.server.nights.store import Store
from night_events import HEADING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")
KILLS = int(os.environ.get("KILLS", "300"))
LONGEST = 0.03
"""So many seconds a child lives at most: a few dozen events."""


def event(number: int) -> of.Event:
    """Return something that can always happen, and can be told from all others."""
    row = f",1,{number % 3 + 1},{number % 26 + 1},1,1,,,,50,,,{number}"
    return of.Noted(f"{number}\n" * 40) if number % 4 else of.Results(HEADING, (row,))


def write(path: Path, first: int, told: int) -> None:
    """Append event after event, and tell of each as soon as it is acknowledged."""
    store = Store(path)
    for number in range(first, first + 10_000):
        store.append(1, event(number))
        os.write(told, f"{number}\n".encode())


def killed(path: Path, first: int, seconds: float) -> list[int]:
    """Let a process write from an event on, kill it, and return what it had acknowledged."""
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            write(path, first, told)
        finally:
            os._exit(1)
    os.close(told)
    with os.fdopen(heard) as acknowledged:
        begun = acknowledged.readline()
        signal.setitimer(signal.ITIMER_REAL, seconds)
        before = signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
        try:
            rest = acknowledged.read()
        finally:
            signal.signal(signal.SIGALRM, before)
        os.waitpid(child, 0)
    return [int(line) for line in (begun + rest).split("\n")[:-1]]


def test_300_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path, chance = tmp_path / "nights.sqlite", random.Random(19)  # noqa: S311 - moments, not secrets
    Store(path).add(Night("Tuesday", (Setting("M0505", letter="A"),)))
    written = 0
    for _ in range(KILLS):
        acknowledged = killed(path, written, chance.uniform(0, LONGEST))
        log = Store(path).log(1)
        there = len(log.entries) - 1
        assert acknowledged == list(range(written, written + len(acknowledged)))
        assert written + len(acknowledged) <= there <= written + len(acknowledged) + 1, (
            "at most one that nobody heard of"
        )
        written = there
    assert [entry.event for entry in log.entries[1:]] == [event(number) for number in range(written)]
    with client(path) as page:
        assert f'value="{len(log.entries)}"' in page.get("/nights/1").text
        assert page.get("/nights/1/results/results.csv").text.count("\n") == log.now.night.results.count("\n")
