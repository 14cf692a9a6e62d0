"""Sessions in one SQLite file, and its errors as sentences."""

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from weakref import finalize

from byestand.errors import FormatError
from byestand.formats.file_io import make_folder
from byestand.language import phrase, say
from byestand.server.storage.database import OpenDatabase, cannot_save, newer
from byestand.server.storage.schema import SQLITE_STEPS, apply_steps

FILE = "nights.sqlite"
BUSY_TIMEOUT_SECONDS = 10
RETRY_SECONDS = 0.02
SECRET_BYTES = 32

ERRORS = {
    "SQLITE_FULL": phrase("the disk is full. Free some space and save again"),
    "SQLITE_READONLY": phrase("no write permission for the session file or its folder"),
    "SQLITE_CANTOPEN": phrase("the session file cannot be opened or created"),
    "SQLITE_NOTADB": phrase("not a session file, or damaged; the file is unchanged"),
    "SQLITE_CORRUPT": phrase("the session file is damaged; it is unchanged"),
    "SQLITE_BUSY": phrase("another program is using the session file. Try again"),
    "SQLITE_IOERR": phrase("disk error while the session file was read or written"),
}
"""Phrases for SQLite's error codes."""


def usual_path(wanted: Path | None = None) -> Path:
    """Return the path of the session file: *wanted*, or BYESTAND_DATA, or the data folder of the user."""
    if path := wanted or (Path(variable) if (variable := os.environ.get("BYESTAND_DATA")) else None):
        return path / FILE if path.is_dir() else path
    home = Path.home()
    folders = {"win32": Path(os.environ.get("APPDATA", home)), "darwin": home / "Library" / "Application Support"}
    usual = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folders.get(sys.platform, usual) / "byestand" / FILE


class SqliteDatabase:
    """A SQLite file that survives a crash; or, without a path, a database in memory.

    One connection stays open, and threads take turns with it: opening one takes longer than most requests.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = RLock()
        self._open: list[_Connection] = []
        """The open connection, if there is one."""
        finalize(self, _close_all, self._open)
        self.source = "memory" if path is None else str(path)
        if path is not None:
            make_folder(path.parent)
        try:
            _upgrade(self._connection(), self.source)
            _write_ahead(self._connection())  # not earlier: it changes a newer version's file
        except sqlite3.Error as fault:
            raise self._error(fault) from fault
        except FormatError:
            _close_all(self._open)
            raise

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """Yield a transaction."""
        try:
            with self._lock, self._connection() as connection:
                yield connection
        except sqlite3.Error as fault:
            raise self._error(fault) from fault

    def _connection(self) -> sqlite3.Connection:
        """Return the open connection; a new one if the file was deleted or replaced."""
        file = self._file_id()
        if self._open and self._open[0].file != file:
            _close_all(self._open)
        if not self._open:
            connection = sqlite3.connect(
                ":memory:" if self._path is None else str(self._path),
                timeout=BUSY_TIMEOUT_SECONDS,
                check_same_thread=False,
            )
            self._open.append(_Connection(connection, file))
            connection.text_factory = _decode
            connection.execute("pragma synchronous = full")
            connection.execute("pragma secure_delete = on")
            self._open[0].file = self._file_id()  # which connecting may have created
        return self._open[0].connection

    def _file_id(self) -> tuple[int, int] | None:
        """Return the identity of the file; another file of the same name has another."""
        if self._path is None:
            return None
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _error(self, fault: sqlite3.Error) -> FormatError:
        """Return the error for a request that failed; the next one opens a new connection."""
        if self._path is not None:
            with self._lock:
                _close_all(self._open)
        name = getattr(fault, "sqlite_errorname", "")
        sentence = next((text for code, text in ERRORS.items() if name.startswith(code)), "")
        return FormatError(self.source, say(sentence) if sentence else cannot_save(fault))

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Do nothing: the file belongs to one process."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Do nothing: the file belongs to one process."""

    def erase_deleted(self) -> None:
        """Erase deleted data from the files beside the database."""
        with self.open() as base:
            base.execute("pragma wal_checkpoint(truncate)")

    def size(self) -> int:
        """Return the size of the file in bytes, without the files beside it."""
        with self.open() as base:
            pages, bytes = (base.execute(f"pragma {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return int(pages * bytes)

    def vacuum(self) -> None:
        """Rewrite the file without free pages."""
        with self.open() as base:
            base.execute("vacuum")
        self.erase_deleted()

    def close(self) -> None:
        """Close the file; a database in memory is lost."""
        with self._lock:
            _close_all(self._open)


class _Connection:
    def __init__(self, connection: sqlite3.Connection, file: tuple[int, int] | None) -> None:
        self.connection = connection
        self.file = file


def _close_all(connections: list[_Connection]) -> None:
    while connections:
        connections.pop().connection.close()


def _decode(data: bytes) -> str:
    """Return any bytes as text: damage is found by the checksum."""
    return data.decode(errors="replace")


def _write_ahead(base: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite does not always wait here for another process that starts."""
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            base.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as fault:
            if not fault.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
        else:
            return
        time.sleep(RETRY_SECONDS)


def _upgrade(base: sqlite3.Connection, source: str) -> None:
    """Create the tables, or upgrade those of an earlier version."""
    with base:
        base.execute("begin immediate")
        (version,) = base.execute("pragma user_version").fetchone()
        tables = {name for (name,) in base.execute("select name from sqlite_schema where type = 'table'")}
        if "nights" not in tables and (version or tables):
            raise FormatError(source, say(ERRORS["SQLITE_NOTADB"]))  # it belongs to another program
        if version > len(SQLITE_STEPS):
            raise newer(source, version, len(SQLITE_STEPS))
        if version < len(SQLITE_STEPS):
            apply_steps(base, SQLITE_STEPS[version:])
            base.execute(f"pragma user_version = {len(SQLITE_STEPS)}")
