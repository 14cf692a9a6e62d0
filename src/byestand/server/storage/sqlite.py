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
from byestand.server.storage.database import OlderVersion, OpenDatabase, newer_version_error
from byestand.server.storage.older_files import move_aside, refuse_older
from byestand.server.storage.schema import SQLITE_TABLES, SQLITE_VERSION
from byestand.server.storage.sqlite_errors import error_for, foreign_file_error, older_file_error

FILE = "nights.sqlite"
BUSY_TIMEOUT_SECONDS = 10
RETRY_SECONDS = 0.02
SECRET_BYTES = 32


def named_path(wanted: Path | None = None) -> Path | None:
    """Return the path of the session file that the user named: *wanted*, or BYESTAND_DATA; None if neither is set."""
    path = wanted or (Path(variable) if (variable := os.environ.get("BYESTAND_DATA")) else None)
    return path / FILE if path and path.is_dir() else path


def usual_path(wanted: Path | None = None) -> Path:
    """Return the path of the session file: the one that the user named, or that in the data folder of the user."""
    if path := named_path(wanted):
        return path
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
            _prepare(self._connection(), self.source)
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
            if self._path is not None:
                refuse_older(self._path)
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
        return error_for(fault, self.source)

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


def _prepare(base: sqlite3.Connection, source: str) -> None:
    """Create the tables in a new file, and refuse a file of another version or of another program."""
    with base:
        base.execute("begin immediate")
        (version,) = base.execute("pragma user_version").fetchone()
        tables = {name for (name,) in base.execute("select name from sqlite_schema where type = 'table'")}
        if "nights" not in tables and (version or tables):
            raise foreign_file_error(source)
        if version > SQLITE_VERSION:
            raise newer_version_error(source, version, SQLITE_VERSION)
        if tables and version < SQLITE_VERSION:
            raise older_file_error(source, version)
        if not tables:
            for statement in SQLITE_TABLES:
                base.execute(statement)
            base.execute(f"pragma user_version = {SQLITE_VERSION}")


def open_file(path: Path, *, is_older_moved: bool = False) -> SqliteDatabase:
    """Return the database in a file; one of an older version is moved aside first, or refused."""
    try:
        return SqliteDatabase(path)
    except OlderVersion as older:
        if not is_older_moved:
            raise
        move_aside(path, older.version)
    return SqliteDatabase(path)
