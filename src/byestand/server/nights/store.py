"""Where nights are kept: one SQLite file that survives a crash; without one, in memory, and that is said on every page.

Every change is on the disk before the page says so. What a newer version wrote, or what is damaged, stays as it is.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import TypeAlias

from byestand.errors import BadRequest, FormatError, NotFound, OutOfDate
from byestand.night import codec
from byestand.night.changes import changes
from byestand.night.events import Event, TakenOver
from byestand.night.fold import Entry, Log
from byestand.night.night import Night, dumps, loads
from byestand.server.nights.file import File

MOST_NIGHTS = 1000
MOST_NUMBER = 2**63
"""SQLite counts no further."""
REMEMBERED = 128
"""Nights whose logs are at hand."""
Row: TypeAlias = tuple[int, str, str, int]
"""Number, how it is now, when it was changed, how much happened."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A night with its number, when it was changed last, how often, and how far it has come."""

    id: int
    night: Night
    changed: str
    revision: int = 1
    started: bool = False
    ended: bool = False


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
        self.told: Callable[[int, int], None] = _nobody
        """Is told of every night in which something happened, and how much has by now."""
        self._now: Callable[[], float] = time
        self._file = File(path)
        self._logs: dict[int, Log] = {}
        self.current: Kept | None = self._current()

    def base(self) -> AbstractContextManager[sqlite3.Connection]:
        """Yield the file to who keeps a table of his own in it, changed as a whole or not at all."""
        return self._file.open()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Yield the file to be changed, and look at the desk again before anybody else changes something."""
        with self._file.lock:
            with self._file.open() as base:
                yield base
            self.current = self._current()

    def all(self) -> tuple[Kept | Unreadable, ...]:
        """Return every night, the one changed last first; also those that cannot be opened."""
        with self._file.open() as base:
            rows = base.execute(f"{_SELECT} order by changed desc, id desc").fetchall()
        return tuple(map(_if_readable, rows))

    def get(self, id: int) -> Kept:
        """Return one night."""
        with self._file.open() as base:
            return self._kept(base, _row(base, id))

    def log(self, id: int) -> Log:
        """Return everything that happened in a night."""
        with self._file.open() as base:
            _row(base, id)
            return self._log(base, id)

    def as_it_is(self, id: int) -> str:
        """Return a whole night as json text; of one that cannot be read here what is kept of it, as it is."""
        with self._file.open() as base:
            _row(base, id)
            try:
                return codec.dumps(self._log(base, id))
            except FormatError:
                return _raw(base, id)

    def add(self, night: Night | Log) -> int:
        """Keep a new night, put it on the desk, and return its number."""
        log = night if isinstance(night, Log) else Log().then(TakenOver(night), self._now())
        with self._change() as base:
            (many,) = base.execute("select count(*) from nights").fetchone()
            if many >= MOST_NIGHTS:
                raise NotFound(f"there is room for {MOST_NIGHTS} nights: throw some away")
            found = base.execute("insert into nights (contents) values ('')").lastrowid
            assert found is not None  # noqa: S101 - a row was inserted
            self._write(base, found, log, 0)
            _lay_on_desk(base, found)
        return found

    def append(self, id: int, *events: Event, seen: int | None = None) -> Log:
        """Let things happen in a night, all or none; refuse what no longer fits since its sender has *seen* it."""
        with self._file.lock:
            with self._change() as base:
                base.execute("begin immediate")
                _row(base, id)
                before = log = self._log(base, id)
                for event in events:
                    if seen is not None:
                        before.require_fits(event, seen)
                    log = log.then(event, self._now())
                self._write(base, id, log, before.now.position)
            self._logs[id] = log
        self.told(id, log.now.position)
        return log

    def save(self, id: int, before: Night, after: Night, *, seen: int | None = None) -> None:
        """Make one night out of another; not where what is changed is another since it was *seen*."""
        try:
            self.append(id, *changes(before, after), seen=seen)
        except OutOfDate as late:
            raise changed_since(late.revision) from late

    def put_on_desk(self, id: int) -> None:
        """Make a night the one that pages speak of."""
        with self._change() as base:
            self._kept(base, _row(base, id))
            _lay_on_desk(base, id)

    def throw_away(self, id: int) -> None:
        """Forget a night for good: nothing of it stays in the file."""
        with self._change() as base:
            _row(base, id)
            base.execute("pragma secure_delete = on")
            base.execute("delete from events where night = ?", (id,))
            base.execute("delete from nights where id = ?", (id,))
            self._logs.pop(id, None)
        with self._file.open() as base:
            base.execute("pragma wal_checkpoint(truncate)")

    def _write(self, base: sqlite3.Connection, id: int, log: Log, known: int) -> None:
        """Put on the disk what has happened since, and how the night is now."""
        for position, entry in enumerate(log.entries[known:], start=known + 1):
            row = id, position, entry.at, entry.event.kind, codec.written(entry.event)
            base.execute("insert into events values (?, ?, ?, ?, ?)", row)
        if len(log.entries) > known:
            base.execute(
                "update nights set contents = ?, changed = current_timestamp, revision = ? where id = ?",
                (dumps(log.now.plan), log.now.position, id),
            )

    def _log(self, base: sqlite3.Connection, id: int) -> Log:
        """Return what happened; only what is new since the last time is read."""
        log = self._logs.get(id, Log())
        rows = base.execute(
            "select position, at, kind, contents from events where night = ? and position > ? order by position",
            (id, log.now.position),
        ).fetchall()
        source = f"night {id}"
        new = [Entry(codec.read(kind, contents, source=source), at) for _, at, kind, contents in rows]
        try:
            if not log.entries:
                log = Log.of(new)
            else:
                for entry in new:
                    log = log.then(entry.event, entry.at)
        except (BadRequest, OutOfDate) as no:
            raise FormatError(source, f"what happened in it does not follow: {no}") from no
        self._logs.pop(id, None)
        self._logs[id] = log
        if len(self._logs) > REMEMBERED:
            del self._logs[next(iter(self._logs))]
        return log

    def _kept(self, base: sqlite3.Connection, row: Row) -> Kept:
        id, _, changed, revision = row
        now = self._log(base, id).now
        return Kept(id, with_addresses(now.night, id), changed, revision, now.is_started, now.has_ended)

    def _current(self) -> Kept | None:
        with self._file.open() as base:
            row = base.execute(f"{_SELECT} join desk on desk.night = nights.id").fetchone()
            try:
                return self._kept(base, row) if row else None
            except FormatError:
                return None


_SELECT = "select nights.id, contents, changed, revision from nights"


def _lay_on_desk(base: sqlite3.Connection, id: int) -> None:
    base.execute("insert into desk values (1, ?) on conflict (id) do update set night = excluded.night", (id,))


def _row(base: sqlite3.Connection, id: int) -> Row:
    known = id < MOST_NUMBER
    row: Row | None = base.execute(f"{_SELECT} where id = ?", (id if known else 0,)).fetchone()
    if row is None:
        raise NotFound(f"there is no night {id}: it may have been thrown away")
    return row


def _if_readable(row: Row) -> Kept | Unreadable:
    id, contents, changed, revision = row
    try:
        return Kept(id, with_addresses(loads(contents, source=f"night {id}"), id), changed, revision)
    except FormatError as no:
        return Unreadable(id, str(no), changed)


def _nobody(night: int, position: int) -> None:
    """Is told, and does nothing."""


def _raw(base: sqlite3.Connection, id: int) -> str:
    """Return what is kept of a night: of one that was taken over just that, otherwise all that happened, as it is."""
    rows = base.execute("select kind, contents from events where night = ? order by position", (id,)).fetchall()
    first, contents = rows[0]
    if len(rows) == 1 and first == TakenOver.kind:
        return str(contents).removeprefix('{"night": ').removesuffix("}")
    return json.dumps(rows, ensure_ascii=False)


def with_addresses(night: Night, id: int) -> Night:
    """Return a night with the addresses of what somebody brought: it has no other than the night's."""
    addressed = (
        replace(section, address=f"/nights/{id}/section/{section.letter}") if section.brought else section
        for section in night.sections
    )
    return replace(night, sections=tuple(addressed))
