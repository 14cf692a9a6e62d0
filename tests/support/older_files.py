"""Session files as the last version before the first release left them, also with a live write-ahead log."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.paths import GOLDEN

DUMP = (GOLDEN / "nights" / "sqlite_7.sql").read_text(encoding="utf-8")
LAST_NOTES = "only in the log"


def write_older(path: Path) -> None:
    """Write a file that was closed."""
    with closing(sqlite3.connect(path)) as base:
        base.executescript(DUMP)
        base.execute("pragma journal_mode = wal")


def write_killed(path: Path) -> None:
    """Write a file whose program was killed: its last event is only in its log."""
    with _copy_while_open(path) as base:
        base.executescript(DUMP)
        base.execute("pragma journal_mode = wal")
        base.execute("update events set contents = ? where revision = 2", (LAST_NOTES,))
        base.commit()


def write_all_in_log(path: Path) -> None:
    """Write a file that has nothing but a header of version 0: all else is in its log."""
    with _copy_while_open(path) as base:
        base.execute("pragma journal_mode = wal")
        base.executescript(DUMP)
        base.execute("update events set contents = ? where revision = 2", (LAST_NOTES,))
        base.commit()


@contextmanager
def _copy_while_open(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a file that is copied while it is open, as a killed program leaves it."""
    original = path.with_name("open.sqlite")
    with closing(sqlite3.connect(original)) as base:
        base.execute("pragma wal_autocheckpoint = 0")
        yield base
        for file in (original, *original.parent.glob("open.sqlite-*")):
            shutil.copy(file, path.with_name(file.name.replace("open.sqlite", path.name)))
    original.unlink()


def last_notes(path: Path) -> str:
    """Return the last event of an older file, opened as its program would; this changes its bytes."""
    with closing(sqlite3.connect(path)) as base:
        return str(base.execute("select contents from events where revision = 2").fetchone()[0])


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
