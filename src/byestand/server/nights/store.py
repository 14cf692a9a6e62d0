"""Where nights are kept: one SQLite file that survives a crash; without one, in memory, and that is said on every page.

Every change is on the disk before the page says so. What a newer version wrote, or what is damaged, stays as it is.
"""

import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from weakref import finalize

from byestand.errors import FormatError, NotFound, OutOfDate
from byestand.formats.files import make_folder
from byestand.night.night import Night, dumps, loads, with_addresses

MOST_NIGHTS = 1000
MOST_NUMBER = 2**63
"""SQLite counts no further."""
FILE = "nights.sqlite"
SECONDS_TO_WAIT = 10

STEPS = (
    (
        """create table if not exists nights (
            id integer primary key autoincrement,
            contents text not null,
            changed text not null default current_timestamp
        ) strict""",
        "create table if not exists desk (id integer primary key check (id = 1), night integer not null) strict",
    ),
    ("alter table nights add column revision integer not null default 1",),
)
"""What makes each version of the file out of the one before; `user_version` tells which it is, 0 in the first files."""

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


@dataclass(frozen=True, slots=True)
class Kept:
    """A night with its number, when it was changed last, and how often."""

    id: int
    night: Night
    changed: str
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A night that is there and cannot be opened, and why."""

    id: int
    why: str
    changed: str


def changed_since(revision: int) -> OutOfDate:
    """Return the no to a change of a night that somebody else has changed since."""
    return OutOfDate(
        "this night was changed in another window after you opened it here, so nothing was saved;"
        " look at what is kept now, or save yours over it",
        revision=revision,
    )


def usual_path(told: Path | None = None) -> Path:
    """Return where nights are kept: where *told*, or BYESTAND_DATA says, or in the folder for a user's data."""
    if told := told or (Path(said) if (said := os.environ.get("BYESTAND_DATA")) else None):
        return told / FILE if told.is_dir() else told
    home = Path.home()
    folders = {"win32": Path(os.environ.get("APPDATA", home)), "darwin": home / "Library" / "Application Support"}
    usual = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folders.get(sys.platform, usual) / "byestand" / FILE


def opened(path: Path) -> "Store":
    """Return the nights of a file; where that cannot be, a store that forgets them at the end, and says so."""
    try:
        return Store(path)
    except FormatError as no:
        return Store(None, trouble=f"nights are not kept tonight: {no}; name another place with byestand serve --data")


class Store:
    """All nights, and the one that lies on the desk."""

    def __init__(self, path: Path | None, *, trouble: str = "") -> None:
        self.trouble = trouble
        """Why nights are not kept, where that is so."""
        self._lock = RLock()
        if path is None:
            self._name, self._source = f"file:byestand-{secrets.token_hex(8)}?mode=memory&cache=shared", "memory"
            # What is in memory is gone with the last connection to it.
            finalize(self, sqlite3.connect(self._name, uri=True, check_same_thread=False).close)
        else:
            self._name, self._source = str(path), str(path)
            make_folder(path.parent)
        with self._open(journal="") as base:  # which would change the file, also one of a newer version
            _bring_up(base, self._source)
        self.current: Kept | None = self._current()

    @contextmanager
    def _open(self, journal: str = "pragma journal_mode = wal") -> Iterator[sqlite3.Connection]:
        """Yield the file, changed as a whole or not at all."""
        try:
            with (
                self._lock,
                closing(sqlite3.connect(self._name, timeout=SECONDS_TO_WAIT, uri=self._source == "memory")) as base,
            ):
                base.execute(journal)
                base.execute("pragma synchronous = full")
                with base:
                    yield base
        except sqlite3.Error as fault:
            raise FormatError(self._source, _words(fault)) from fault

    def base(self) -> AbstractContextManager[sqlite3.Connection]:
        """Yield the file to who keeps a table of his own in it, changed as a whole or not at all."""
        return self._open()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Yield the file to be changed, and look at the desk again before anybody else changes something."""
        with self._lock:
            with self._open() as base:
                yield base
            self.current = self._current()

    def all(self) -> tuple[Kept | Unreadable, ...]:
        """Return every night, the one changed last first; also those that cannot be opened."""
        with self._open() as base:
            rows = base.execute(f"{_SELECT} order by changed desc, id desc").fetchall()
        return tuple(map(_if_readable, rows))

    def get(self, id: int) -> Kept:
        """Return one night."""
        with self._open() as base:
            return _kept(_row(base, id))

    def as_it_is(self, id: int) -> str:
        """Return what is kept of a night, also where it cannot be read here."""
        with self._open() as base:
            return str(_row(base, id)[1])

    def add(self, night: Night) -> int:
        """Keep a new night, put it on the desk, and return its number."""
        with self._change() as base:
            (many,) = base.execute("select count(*) from nights").fetchone()
            if many >= MOST_NIGHTS:
                raise NotFound(f"there is room for {MOST_NIGHTS} nights: throw some away")
            found = base.execute("insert into nights (contents) values (?)", (dumps(night),)).lastrowid
            assert found is not None  # noqa: S101 - a row was inserted
            _lay_on_desk(base, found)
        return found

    def save(self, id: int, night: Night, *, seen: int | None = None) -> None:
        """Keep a night as it is now; not where it is another than the one *seen*."""
        with self._change() as base:
            base.execute("begin immediate")
            kept = _kept(_row(base, id))
            if seen is not None and seen != kept.revision:
                raise changed_since(kept.revision)
            if dumps(night) != dumps(kept.night):
                base.execute(
                    "update nights set contents = ?, changed = current_timestamp, revision = revision + 1 where id = ?",
                    (dumps(night), id),
                )

    def put_on_desk(self, id: int) -> None:
        """Make a night the one that pages speak of."""
        with self._change() as base:
            _kept(_row(base, id))
            _lay_on_desk(base, id)

    def throw_away(self, id: int) -> None:
        """Forget a night."""
        with self._change() as base:
            _row(base, id)
            base.execute("delete from nights where id = ?", (id,))

    def _current(self) -> Kept | None:
        with self._open() as base:
            row = base.execute(f"{_SELECT} join desk on desk.night = nights.id").fetchone()
        found = _if_readable(row) if row else None
        return found if isinstance(found, Kept) else None


_SELECT = "select nights.id, contents, changed, revision from nights"


def _bring_up(base: sqlite3.Connection, source: str) -> None:
    """Make the tables, or bring those of an earlier version up."""
    base.execute("begin immediate")
    (version,) = base.execute("pragma user_version").fetchone()
    if version > len(STEPS):
        raise FormatError(
            source,
            f"the nights there are kept by a newer version of Byestand (file version {version}, and {len(STEPS)} is the"
            " newest known here) and are left as they are; update Byestand to see them",
        )
    for step in STEPS[version:]:
        for statement in step:
            base.execute(statement)
    base.execute(f"pragma user_version = {len(STEPS)}")


def _lay_on_desk(base: sqlite3.Connection, id: int) -> None:
    base.execute("insert into desk values (1, ?) on conflict (id) do update set night = excluded.night", (id,))


def _row(base: sqlite3.Connection, id: int) -> tuple[int, str, str, int]:
    known = id < MOST_NUMBER
    row: tuple[int, str, str, int] | None = base.execute(f"{_SELECT} where id = ?", (id if known else 0,)).fetchone()
    if row is None:
        raise NotFound(f"there is no night {id}: it may have been thrown away")
    return row


def _words(fault: sqlite3.Error) -> str:
    name = getattr(fault, "sqlite_errorname", "")
    found = next((words for code, words in TROUBLES.items() if name.startswith(code)), "")
    return found or f"nights cannot be kept there: {fault}"


def _if_readable(row: tuple[int, str, str, int]) -> Kept | Unreadable:
    try:
        return _kept(row)
    except FormatError as no:
        return Unreadable(row[0], str(no), row[2])


def _kept(row: tuple[int, str, str, int]) -> Kept:
    id, contents, changed, revision = row
    return Kept(id, with_addresses(loads(contents, source=f"night {id}"), id), changed, revision)
