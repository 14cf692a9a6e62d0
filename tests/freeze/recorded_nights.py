"""Write the visible states of the recorded sessions and databases of tests/golden/nights.

Run it by hand, then read the difference: a recording must give the same state in every later version.
"""

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.freeze.night_state import state_of_desk, state_of_file
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import Service
from tests.support.paths import GOLDEN
from tests.support.postgres import cluster
from tests.support.stores import InPostgres

NIGHTS = GOLDEN / "nights"
FILES = tuple(sorted(path.name for path in NIGHTS.glob("v*.json")))
DATABASES = tuple(sorted(path.name for path in NIGHTS.glob("*.sql")))


def golden_state(name: str) -> Path:
    """Return the path of the state of a recording."""
    return (NIGHTS / name).with_suffix(".state.txt")


@contextmanager
def in_utc() -> Iterator[None]:
    """Make pages show times as recorded, in any time zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    yield
    del os.environ["TZ"]
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


def file_states(folder: Path) -> Iterator[Callable[[str], str]]:
    """Yield functions that return the state of a session file, in an app with its data in a folder."""
    with in_utc(), client(folder / "nights.sqlite", pool=InThisProcess()) as page:
        yield lambda name: state_of_file(page, NIGHTS / name)


def database_state(name: str, folder: Path) -> str:
    """Return the visible state of a database, which is restored from its dump in a folder or in a PostgreSQL."""
    dump = (NIGHTS / name).read_text(encoding="utf-8")
    with in_utc():
        return _postgres_state(dump) if name.startswith("postgres") else _sqlite_state(dump, folder / "nights.sqlite")


def _sqlite_state(dump: str, path: Path) -> str:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(dump)
    with client(path, pool=InThisProcess()) as page:
        return state_of_desk(page)


def _postgres_state(dump: str) -> str:
    """Return the visible state of both clubs, whose workspaces open with the codes recorded with the dump."""
    url, found = cluster().fresh(), ""
    with psycopg.connect(url) as base:
        base.execute(dump.encode())
    service = Service.start(InPostgres(url).store(), pool=InThisProcess())
    for code in re.findall(r"^-- desk \d: (\S+)", dump, flags=re.MULTILINE):
        browser = service.browser()
        joined = browser.post("/join", data={"code": code, "open": "1"})
        assert joined.status_code == 303, joined.text
        found += state_of_desk(browser)
    return found


def main() -> None:
    """Write all states."""
    with TemporaryDirectory() as folder:
        for state_of in file_states(Path(folder)):
            for name in FILES:
                golden_state(name).write_text(state_of(name), encoding="utf-8")
    for name in DATABASES:
        with TemporaryDirectory() as folder:
            golden_state(name).write_text(database_state(name, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
