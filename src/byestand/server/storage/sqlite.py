"""The one file of nights: opened, brought up from earlier versions, and what can be wrong with it, in words."""

import os
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from weakref import finalize

from byestand.errors import FormatError
from byestand.formats.files import make_folder
from byestand.server.storage.database import OpenDatabase, newer
from byestand.server.storage.schema import SQLITE_STEPS

FILE = "nights.sqlite"
SECONDS_TO_WAIT = 10
SECRET_BYTES = 32

TROUBLES = {
    "SQLITE_FULL": "the disk is full, so nothing was saved; make room and save again",
    "SQLITE_READONLY": "the file or its folder cannot be written to, so nothing was saved",
    "SQLITE_CANTOPEN": "the file cannot be opened or made there",
    "SQLITE_NOTADB": "that is no file of nights, or it is damaged; it is left as it is",
    "SQLITE_CORRUPT": "the file is damaged; it is left as it is",
    "SQLITE_BUSY": "another program is busy with the file, so nothing was saved; try again",
    "SQLITE_IOERR": "the disk does not read or write as it should, so nothing was saved",
}
"""What SQLite's codes mean to who sits before the screen."""


def usual_path(told: Path | None = None) -> Path:
    """Return where nights are kept: where *told*, or BYESTAND_DATA says, or in the folder for a user's data."""
    if told := told or (Path(said) if (said := os.environ.get("BYESTAND_DATA")) else None):
        return told / FILE if told.is_dir() else told
    home = Path.home()
    folders = {"win32": Path(os.environ.get("APPDATA", home)), "darwin": home / "Library" / "Application Support"}
    usual = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folders.get(sys.platform, usual) / "byestand" / FILE


class SqliteDatabase:
    """A file of SQLite that survives a crash; or, without a path, a place in memory."""

    def __init__(self, path: Path | None) -> None:
        self._lock = RLock()
        self._in_memory = path is None
        if path is None:
            self._name, self.source = f"file:byestand-{secrets.token_hex(8)}?mode=memory&cache=shared", "memory"
            # What is in memory is gone with the last connection to it.
            finalize(self, sqlite3.connect(self._name, uri=True, check_same_thread=False).close)
        else:
            self._name, self.source = str(path), str(path)
            make_folder(path.parent)
        with self.open(journal="") as base:  # which would change the file, also one of a newer version
            _bring_up(base, self.source)
        if path is not None:
            self._hold()

    def _hold(self) -> None:
        """Keep the file open: who closes it last puts everything in its place, which takes as long as ten events."""
        with self.open() as base:
            base.execute("pragma user_version")
        held = sqlite3.connect(self._name, check_same_thread=False)
        held.execute("pragma user_version")
        finalize(self, held.close)

    @contextmanager
    def open(self, journal: str = "pragma journal_mode = wal") -> Iterator[sqlite3.Connection]:
        """Yield the file, changed as a whole or not at all."""
        try:
            with (
                self._lock,
                closing(sqlite3.connect(self._name, timeout=SECONDS_TO_WAIT, uri=self._in_memory)) as base,
            ):
                base.execute(journal)
                base.execute("pragma synchronous = full")
                base.execute("pragma secure_delete = on")
                with base:
                    yield base
        except sqlite3.Error as fault:
            raise FormatError(self.source, _words(fault)) from fault

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Tell nobody: the file is one process's."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hear nothing, for the same reason."""

    def erase_deleted(self) -> None:
        """Leave nothing of what was deleted beside the file."""
        with self.open() as base:
            base.execute("pragma wal_checkpoint(truncate)")

    def size(self) -> int:
        """Return how many bytes the file has, whatever lies beside it."""
        with self.open() as base:
            pages, bytes = (base.execute(f"pragma {what}").fetchone()[0] for what in ("page_count", "page_size"))
        return int(pages * bytes)

    def vacuum(self) -> None:
        """Write the file anew, without holes."""
        with self.open() as base:
            base.execute("vacuum")
        self.erase_deleted()

    def close(self) -> None:
        """Leave it to itself: it is closed with the last who holds it."""


def _bring_up(base: sqlite3.Connection, source: str) -> None:
    """Make the tables, or bring those of an earlier version up."""
    base.execute("begin immediate")
    (version,) = base.execute("pragma user_version").fetchone()
    tables = {name for (name,) in base.execute("select name from sqlite_schema where type = 'table'")}
    if "nights" not in tables and (version or tables):
        raise FormatError(source, TROUBLES["SQLITE_NOTADB"])  # it is another program's
    if version > len(SQLITE_STEPS):
        raise newer(source, version, len(SQLITE_STEPS))
    if version == len(SQLITE_STEPS):
        return
    for step in SQLITE_STEPS[version:]:
        for statement in step:
            base.execute(statement)
    base.execute(f"pragma user_version = {len(SQLITE_STEPS)}")


def _words(fault: sqlite3.Error) -> str:
    name = getattr(fault, "sqlite_errorname", "")
    found = next((words for code, words in TROUBLES.items() if name.startswith(code)), "")
    return found or f"nights cannot be kept there: {fault}"
