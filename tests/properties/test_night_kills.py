"""A process is killed while it writes a session: all acknowledged events are stored and can be applied.

Every child is a separate process with its own connection, ended by SIGKILL at a random moment. Its written data stays
with the operating system, so the file may be in memory: waiting for a disk would prove nothing more.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events import NightCreated
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.store import Store, store_at
from tests.properties.kill_writers import event, kill_writers, open_nights
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.postgres import cluster
from tests.support.stores import new_desk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor SIGKILL")
NIGHTS, KILLS = {"sqlite": 60, "postgres": 8}, 5
"""The number of sessions, and of processes killed in each: the log is read from its beginning after every kill.

A child connects to PostgreSQL in a fifth of a second, so there are fewer kills.
"""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there
SETUP = SessionSetup(Event(title="Tuesday"), sections=(SectionSetup("A", CatalogMovement("M0505")),))
LONGEST = 0.004
"""The maximum life of a child in seconds: half a dozen events."""


@pytest.fixture(params=list(NIGHTS))
def place(request: pytest.FixtureRequest) -> Iterator[tuple[str, int]]:
    """Return a storage place, and a workspace there."""
    if request.param == "postgres":
        url = cluster().fresh()
        yield url, new_desk(store_at(url))
        return
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield str(Path(folder) / "nights.sqlite"), LOCAL


def test_kills_lose_nothing_that_was_acknowledged(place: tuple[str, int]) -> None:
    chance = random.Random(19)  # noqa: S311 - moments, not secrets
    opened, acknowledged_in_all = open_nights(*place), 0
    with kill_writers(*place) as killed:
        for _ in range(NIGHTS["postgres" if place[0].startswith("postgresql:") else "sqlite"]):
            id, written = opened.add(EventLog().append(NightCreated(SETUP), Stamp(0.0))), 0
            for _ in range(KILLS):
                acknowledged = killed(id, written, chance.uniform(0, LONGEST))
                log = VisibleNights(Store(opened.store.database), opened.reach).log(id)
                there = log.state.revision - 1
                assert acknowledged == list(range(written, written + len(acknowledged)))
                assert there - written - len(acknowledged) in (0, 1), "at most one that nobody heard of"
                acknowledged_in_all += len(acknowledged)
                written = there
            assert [entry.event for entry in log.entries[1:]] == [event(number) for number in range(written)]
    print(place, acknowledged_in_all, "acknowledged")  # noqa: T201 - shown with pytest -s


def test_pages_show_a_night_whose_writers_were_killed(tmp_path: Path) -> None:
    path = tmp_path / "nights.sqlite"
    id = open_nights(str(path)).add(EventLog().append(NightCreated(SETUP), Stamp(0.0)))
    with kill_writers(str(path)) as killed:
        killed(id, 0, LONGEST)
    log = open_nights(str(path)).log(id)
    with client(path, pool=InThisProcess()) as page:
        assert log.state.notes in page.get(f"/nights/{id}").text
        results = page.get(f"/nights/{id}/results/results.csv").text
        assert results.count("\n") == 1 + log.state.results.count
