"""All nights, each in a workspace; every change is on the disk before a page says so.

An event is appended to a night only at the revision its sender has read. So two processes, or two machines, can never
make two nights out of one: the second reads what the first has done, and tries again.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time

from byestand.errors import BadRequest, ByestandError, FormatError, NotFound, Refused
from byestand.night.log import EventLog
from byestand.server.storage import nights_table
from byestand.server.storage.database import CommitUnknown, Database, Notification, OpenDatabase
from byestand.server.storage.log_cache import CachedLog, LogCache
from byestand.server.storage.quota import Quota, require_room_for_events
from byestand.server.storage.records import (
    MOMENT,
    DamagedNight,
    EventRow,
    NewNight,
    NightRow,
    Summary,
    event_rows,
    replay,
    verify_rows,
)
from byestand.server.storage.sqlite import SqliteDatabase


class Conflict(Exception):
    """Something happened in a night since it was read."""


def open_store(path: Path) -> "Store":
    """Return the nights of a file; if that is impossible, a store in memory that says so."""
    try:
        return Store(SqliteDatabase(path))
    except FormatError as no:
        trouble = f"nights are not kept tonight: {no}; name another place with byestand serve --data"
        return Store(SqliteDatabase(None), trouble=trouble)


def store_at(url: str) -> "Store":
    """Return the nights of a PostgreSQL database."""
    try:
        from byestand.server.storage.postgres import Postgres  # noqa: PLC0415 - a laptop has no driver for it
    except ImportError:
        raise BadRequest(
            "for a PostgreSQL its driver is needed; in the folder of Byestand: pip install '.[hosted]'"
        ) from None
    return Store(Postgres(url))


class Store:
    """All nights of everybody; those that a visitor may open are `nights.VisibleNights`."""

    def __init__(self, database: Database, *, trouble: str = "") -> None:
        self.database = database
        self.trouble = trouble
        """Why nights are not saved, if so."""
        self.on_notification: Callable[[Notification], None] = _ignore
        """Called for everything that happens, in whichever process."""
        self.on_missed: Callable[[], None] = _do_nothing
        """Called when a notification may have been lost."""
        self.now: Callable[[], float] = time
        self.generation = 0
        """How often a night turned out to be another one, because the database was restored from a backup."""
        self._logs = LogCache()
        self._unreadable: set[int] = set()

    def listen(self) -> None:
        """Listen to other processes from now on."""
        self.database.listen(self._receive, lambda: self.on_missed())  # noqa: PLW0108 - it may be replaced

    def notify(self, base: OpenDatabase, *news: Notification) -> None:
        """Notify other processes with the commit; for this one see `publish`."""
        for one in news:
            self.database.notify(base, str(one))

    def rows(self, workspace: int) -> list[NightRow]:
        """Return all nights of a workspace, the one changed last first."""
        with self.database.open() as base:
            return nights_table.select_all(base, workspace)

    def lost(self, workspace: int) -> list[int]:
        """Return the nights that have events and, since the database is damaged, no row."""
        with self.database.open() as base:
            return nights_table.select_lost(base, workspace)

    def many(self, workspace: int) -> int:
        """Return how many nights a workspace has."""
        with self.database.open() as base:
            return int(base.execute("select count(*) from nights where workspace = ?", (workspace,)).fetchone()[0])

    def row(self, id: int) -> NightRow:
        """Return one night."""
        with self.database.open() as base:
            row = nights_table.select(base, id)
        if row is None:
            raise NotFound(f"there is no night {id}; {self.trouble}") if self.trouble else night_not_found(id)
        return row

    def on_desk(self, workspace: int) -> NightRow | None:
        """Return the current night of a workspace."""
        with self.database.open() as base:
            return nights_table.select_current(base, workspace)

    def put_on_desk(self, workspace: int, id: int) -> None:
        """Make a night the current one of a workspace."""
        with self.database.open() as base:
            base.execute("update workspaces set night = ? where id = ?", (id, workspace))

    def create(self, workspace: int, nights: Sequence[NewNight], quota: Quota, *, current: int = 0) -> list[int]:
        """Insert new nights, all or none, into a workspace with a *quota*; return their numbers.

        The one at the index *current* becomes the current night.
        """
        with self.database.open() as base:
            # Which also keeps the workspace from being deleted meanwhile.
            if not base.execute("update workspaces set night = night where id = ?", (workspace,)).rowcount:
                raise NotFound("this desk was deleted, so nothing was kept")
            return self.create_in(base, workspace, nights, quota, current=current)

    def create_in(
        self, base: OpenDatabase, workspace: int, nights: Sequence[NewNight], quota: Quota, *, current: int
    ) -> list[int]:
        """Do so in an open transaction, in a workspace that is there."""
        quota.require_room(base, workspace, nights)
        ids = [nights_table.insert(base, workspace, night, night.changed or self._today()) for night in nights]
        base.execute("update workspaces set night = ? where id = ?", (ids[current], workspace))
        return ids

    def append(self, id: int, before: EventLog, after: EventLog) -> int:
        """Store the events between two states of a night; raise `Conflict` if it is not in the first any more.

        Return the revision that answers the request: an earlier one if the same was stored before, by its key.
        """
        known, new = before.state.revision, event_rows(after.since(before.state.revision))
        if not new:
            return known
        require_room_for_events(after.state.revision)
        revision = self.append_rows(id, known, new, Summary.of(after, before=before))
        if revision == after.state.revision:
            self._logs.remember(id, CachedLog(after, new[-1].checksum(revision)))
            self.on_notification(Notification("moved", id, revision))
        return revision

    def append_rows(self, id: int, known: int, new: Sequence[EventRow], summary: Summary) -> int:
        """Append events at a known revision, or find those that were stored before with the same keys."""
        try:
            return self._append(id, known, new, summary)
        except CommitUnknown as unknown:
            # The answer to the commit was lost. To try again cannot double anything, since it is done only where the
            # night is at the known revision; if it is not, its events tell whether that was we ourselves. If we cannot
            # find out, we do not say that nothing was saved.
            try:
                return self._append(id, known, new, summary, again=True)
            except Refused:
                raise unknown from None

    def _append(self, id: int, known: int, new: Sequence[EventRow], summary: Summary, *, again: bool = False) -> int:
        with self.database.open() as base:
            if (answered := nights_table.find_by_key(base, id, new)) is not None:
                return answered
            revision = known + len(new)
            if nights_table.update(base, id, known, revision, summary, self._today()):
                nights_table.insert_events(base, id, known, new)
                self.notify(base, Notification("moved", id, revision))
            elif not (again and nights_table.has_events(base, id, known, new)):
                raise Conflict
            return revision

    def delete(self, id: int) -> None:
        """Delete a night for good: nothing of it stays."""
        news = Notification("gone", id)
        with self.database.open() as base:
            for statement in DELETE_NIGHT:
                base.execute(statement, (id,))
            self.notify(base, news)
        self.database.erase_deleted()
        self.publish(news)

    def publish(self, *news: Notification) -> None:
        """Report here what is stored now; the log of a night that is gone is dropped too.

        Pages that were made from it (`jobs.cache`) are in memory for up to two hours: no address leads to them any
        more, since every request looks up its night first.
        """
        for one in news:
            if one.kind == "gone":
                self._forget(one.number)
            self.on_notification(one)

    def log(self, row: NightRow) -> EventLog:
        """Return the log of a night; only events since the last time are read."""
        cached = self._logs.get(row.id)
        if cached and (cached.log.state.revision, cached.head) == (row.revision, row.head) and row.is_intact:
            return cached.log
        try:
            log = self._load(row.id, cached)
        except FormatError:
            self._forget(row.id)
            self._unreadable.add(row.id)
            raise
        self._unreadable.discard(row.id)
        self._refresh_summary(row, log)
        return log

    def is_unreadable(self, id: int) -> bool:
        """Tell whether a night could not be opened when it was last tried."""
        return id in self._unreadable

    def _load(self, id: int, cached: CachedLog | None) -> EventLog:
        known = cached.log.state.revision if cached else 0
        last, rows = self._read(id, known)
        if cached and not (rows and (rows[0][0], rows[0][-1]) == (known, cached.head)):
            # The database is not the one that we read: it was restored from a backup.
            self.generation += 1
            return self._load(id, None)
        try:
            events = verify_rows(id, rows[1:] if cached else rows, known + 1, last)
        except DamagedNight:
            if cached:
                return self._load(id, None)  # which finds the same, and all events before it
            raise
        log = replay(cached.log if cached else EventLog(), events, source=f"night {id}")
        if events:
            self._logs.remember(id, CachedLog(log, events[-1].checksum(last)))
        return log

    def _read(self, id: int, first: int) -> tuple[int, list[tuple[object, ...]]]:
        with self.database.open() as base:
            found = nights_table.select_events(base, id, first)
        if found is None:
            raise night_not_found(id)
        return found

    def _refresh_summary(self, row: NightRow, log: EventLog) -> None:
        """Write the summary anew if it is damaged, or of a night that was not opened since it had none."""
        if (row.is_intact and row.state) or log.state.revision != row.revision:
            return
        with suppress(ByestandError), self.database.open() as base:  # a database that only reads is read
            nights_table.update(base, row.id, row.revision, row.revision, Summary.of(log), row.changed)

    def events(self, id: int) -> list[EventRow]:
        """Return all stored events of a night; refuse a damaged one."""
        last, rows = self._read(id, 0)
        return verify_rows(id, rows, 1, last)

    def belongs_nowhere(self, id: int) -> bool:
        """Tell whether a night is in no workspace, since the database is damaged."""
        with self.database.open() as base:
            return nights_table.belongs_nowhere(base, id)

    def lost_events(self, id: int) -> list[EventRow]:
        """Return the events of a night without a row, as far as they are undamaged; nothing if there are none."""
        with self.database.open() as base:
            return nights_table.select_lost_events(base, id)

    def _forget(self, id: int) -> None:
        self._logs.forget(id)
        self._unreadable.discard(id)

    def _receive(self, text: str) -> None:
        if news := Notification.of(text):
            self.publish(news)

    def _today(self) -> str:
        return f"{datetime.fromtimestamp(self.now(), UTC):{MOMENT}}"


DELETE_NIGHT = (
    "delete from events where night = ?",
    "delete from secrets where night = ?",
    "delete from codes where night = ?",
    "update workspaces set night = null where night = ?",
    "delete from nights where id = ?",
)


def night_not_found(id: int) -> NotFound:
    """Return the error for a night that is not there, or belongs to somebody else."""
    return NotFound(f"there is no night {id}: it may have been thrown away")


def _ignore(news: Notification) -> None:
    """Ignore a notification."""


def _do_nothing() -> None:
    """Do nothing."""
