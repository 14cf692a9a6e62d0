"""A process that is killed while a night is written: whatever it had acknowledged is there, and all of it folds.

Every child is a process of its own with its own connection, ended by SIGKILL at a random moment of its writing. What it
has written stays with the system, so that the file may be in memory: waiting for a disk would prove nothing more.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from byestand.night.night import Night
from byestand.night.setting import Setting
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.properties.kill_writers import event, killing
from tests.support.app import client
from tests.support.crawler import InThisProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")
NIGHTS, KILLS = 60, 5
"""So many nights, and processes killed in each: the log is read from its beginning after every kill."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there
LONGEST = 0.004
"""So many seconds a child lives at most: half a dozen events."""


@pytest.fixture
def path() -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder) / "nights.sqlite"


def test_three_hundred_kills_lose_nothing_that_was_acknowledged(path: Path) -> None:
    chance = random.Random(19)  # noqa: S311 - moments, not secrets
    with killing(path) as killed:
        for _ in range(NIGHTS):
            id, written = (
                VisibleNights(Store(SqliteDatabase(path))).add(Night("Tuesday", (Setting("M0505", letter="A"),))),
                0,
            )
            for _ in range(KILLS):
                acknowledged = killed(id, written, chance.uniform(0, LONGEST))
                log = VisibleNights(Store(SqliteDatabase(path))).log(id)
                there = len(log.entries) - 1
                assert acknowledged == list(range(written, written + len(acknowledged)))
                assert there - written - len(acknowledged) in (0, 1), "at most one that nobody heard of"
                written = there
            assert [entry.event for entry in log.entries[1:]] == [event(number) for number in range(written)]
    with client(path, pool=InThisProcess()) as page:
        assert f'value="{len(log.entries)}"' in page.get(f"/nights/{id}").text
        results = page.get(f"/nights/{id}/results/results.csv").text
        assert results.count("\n") == 1 + log.state.results.count
