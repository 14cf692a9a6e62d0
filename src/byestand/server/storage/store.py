"""All sessions, each in a workspace; every change is on the disk before a page confirms it.

An event is appended only at the revision that its sender has read. Of two processes or machines the second one reads
the change of the first, and tries again.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time

from byestand.errors import BadRequest, ByestandError, FormatError, NotFound, RequestRefused
from byestand.language import say
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
    session_name,
    verify_rows,
)
from byestand.server.storage.sqlite import SqliteDatabase, open_file


class Conflict(Exception):
    """A session was changed since it was read."""


def open_store(path: Path, *, is_older_moved: bool = False) -> "Store":
    """Return the sessions of a file; if that is impossible, a store in memory with the reason."""
    try:
        return Store(open_file(path, is_older_moved=is_older_moved))
    except FormatError as error:
        trouble = say("sessions are not saved: {error}. Choose another file with byestand serve --data", error=error)
        return Store(SqliteDatabase(None), trouble=trouble)


def store_at(url: str) -> "Store":
    """Return the sessions of a PostgreSQL database."""
    try:
        from byestand.server.storage.postgres import Postgres  # noqa: PLC0415 - a laptop has no driver
    except ImportError:
        raise BadRequest(say("PostgreSQL support is not installed; run: pip install '.[hosted]'")) from None
    return Store(Postgres(url))


class Store:
    """All sessions; those that a visitor may open are in `nights.VisibleNights`."""

    def __init__(self, database: Database, *, trouble: str = "") -> None:
        self.database = database
        self.trouble = trouble
        """Why sessions are not saved; empty if they are."""
        self.notice = ""
        """Where older sessions are that cannot be read; empty if there are none."""
        self.on_notification: Callable[[Notification], None] = _ignore
        """Called for every change, in any process."""
        self.on_missed: Callable[[], None] = _do_nothing
        """Called when a notification may have been lost."""
        self.now: Callable[[], float] = time
        self.generation = 0
        """How often the database turned out to be restored from a backup."""
        self._logs = LogCache()
        self._unreadable: set[int] = set()

    def listen(self) -> None:
        """Listen to other processes from now on."""
        self.database.listen(self._receive, lambda: self.on_missed())  # noqa: PLW0108 - it may be replaced

    def notify(self, base: OpenDatabase, *news: Notification) -> None:
        """Notify other processes with the commit; for this one see `publish`."""
        for notification in news:
            self.database.notify(base, str(notification))

    def rows(self, workspace: int) -> list[NightRow]:
        """Return all sessions of a workspace, the last changed one first."""
        with self.database.open() as base:
            return nights_table.select_all(base, workspace)

    def lost_nights(self, workspace: int) -> list[int]:
        """Return the sessions that have events but no row, because the database is damaged."""
        with self.database.open() as base:
            return nights_table.select_lost(base, workspace)

    def many(self, workspace: int) -> int:
        """Return the number of sessions of a workspace."""
        with self.database.open() as base:
            return int(base.execute("select count(*) from nights where workspace = ?", (workspace,)).fetchone()[0])

    def row(self, id: int) -> NightRow:
        """Return one session."""
        with self.database.open() as base:
            row = nights_table.select(base, id)
        if row is None:
            if self.trouble:
                raise NotFound(f"{say('session {id} not found', id=id)}; {self.trouble}")
            raise night_not_found(id)
        return row

    def on_desk(self, workspace: int) -> NightRow | None:
        """Return the current session of a workspace."""
        with self.database.open() as base:
            return nights_table.select_current(base, workspace)

    def put_on_desk(self, workspace: int, id: int) -> None:
        """Make a session the current one of a workspace."""
        with self.database.open() as base:
            base.execute("update workspaces set night = ? where id = ?", (id, workspace))

    def create(self, workspace: int, nights: Sequence[NewNight], quota: Quota, *, current: int = 0) -> list[int]:
        """Insert new sessions, all or none, into a workspace with a *quota*; return their numbers.

        The one at the index *current* becomes the current session.
        """
        with self.database.open() as base:
            # This also locks the workspace against deletion.
            if not base.execute("update workspaces set night = night where id = ?", (workspace,)).rowcount:
                raise NotFound(say("this workspace was deleted"))
            return self.create_in(base, workspace, nights, quota, current=current)

    def create_in(
        self, base: OpenDatabase, workspace: int, nights: Sequence[NewNight], quota: Quota, *, current: int
    ) -> list[int]:
        """Insert sessions in an open transaction into an existing workspace."""
        quota.require_room(base, workspace, nights)
        ids = [nights_table.insert(base, workspace, night, night.changed_at or self._today()) for night in nights]
        base.execute("update workspaces set night = ? where id = ?", (ids[current], workspace))
        return ids

    def append(self, id: int, before: EventLog, after: EventLog) -> int:
        """Store the events between two states of a session; raise `Conflict` if it has changed since the first.

        Return the revision for the answer: an earlier one if events with the same keys were stored before.
        """
        known, new = before.state.revision, event_rows(after.since(before.state.revision))
        if not new:
            return known
        require_room_for_events(after.state.revision)
        revision = self.append_rows(id, known, new, Summary.from_state(after, before=before))
        if revision == after.state.revision:
            self._logs.remember(id, CachedLog(after, new[-1].checksum(revision)))
            self.on_notification(Notification("moved", id, revision))
        return revision

    def append_rows(self, id: int, known: int, new: Sequence[EventRow], summary: Summary) -> int:
        """Append events at a known revision, or find those that were stored before with the same keys."""
        try:
            return self._append(id, known, new, summary)
        except CommitUnknown as unknown:
            # The answer to the commit was lost. Trying again cannot store anything twice, because it needs the known
            # revision; if that has passed, the stored events show whether they are ours. If that cannot be found out,
            # the error does not claim that nothing was saved.
            try:
                return self._append(id, known, new, summary, again=True)
            except RequestRefused:
                raise unknown from None

    def _append(self, id: int, known: int, new: Sequence[EventRow], summary: Summary, *, again: bool = False) -> int:
        with self.database.open() as base:
            if (earlier := nights_table.find_by_key(base, id, new)) is not None:
                return earlier
            revision = known + len(new)
            if nights_table.update(base, id, known, revision, summary, self._today()):
                nights_table.insert_events(base, id, known, new)
                self.notify(base, Notification("moved", id, revision))
            elif not (again and nights_table.has_events(base, id, known, new)):
                raise Conflict
            return revision

    def delete(self, id: int) -> None:
        """Delete a session permanently."""
        news = Notification("gone", id)
        with self.database.open() as base:
            for statement in DELETE_NIGHT:
                base.execute(statement, (id,))
            self.notify(base, news)
        self.database.erase_deleted()
        self.publish(news)

    def publish(self, *news: Notification) -> None:
        """Report changes in this process, and drop the log of a deleted session.

        Its pages stay in memory (`jobs.cache`) for up to two hours, but no request gets them, because every request
        looks up its session first.
        """
        for notification in news:
            if notification.kind == "gone":
                self._forget(notification.number)
            self.on_notification(notification)

    def log(self, row: NightRow) -> EventLog:
        """Return the log of a session; only new events are read."""
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
        """Return whether a session could not be opened at the last attempt."""
        return id in self._unreadable

    def _load(self, id: int, cached: CachedLog | None) -> EventLog:
        known = cached.log.state.revision if cached else 0
        last, rows = self._read(id, known)
        if cached and not (rows and (rows[0][0], rows[0][-1]) == (known, cached.head)):
            # The database was restored from a backup.
            self.generation += 1
            return self._load(id, None)
        try:
            events = verify_rows(id, rows[1:] if cached else rows, known + 1, last)
        except DamagedNight:
            if cached:
                return self._load(id, None)  # finds the same error, and all events before it
            raise
        log = replay(cached.log if cached else EventLog(), events, source=session_name(id))
        if events:
            self._logs.remember(id, CachedLog(log, events[-1].checksum(last)))
        return log

    def _read(self, id: int, first: int) -> tuple[int, list[tuple[object, ...]]]:
        with self.database.open() as base:
            events = nights_table.select_events(base, id, first)
        if events is None:
            raise night_not_found(id)
        return events

    def _refresh_summary(self, row: NightRow, log: EventLog) -> None:
        """Update the summary if it is damaged or missing."""
        if (row.is_intact and row.state) or log.state.revision != row.revision:
            return
        with suppress(ByestandError), self.database.open() as base:  # the database may be read-only
            nights_table.update(base, row.id, row.revision, row.revision, Summary.from_state(log), row.changed_at)

    def events(self, id: int) -> list[EventRow]:
        """Return all stored events of a session; raise DamagedNight if one is damaged."""
        last, rows = self._read(id, 0)
        return verify_rows(id, rows, 1, last)

    def belongs_nowhere(self, id: int) -> bool:
        """Return whether a session is in no workspace, because the database is damaged."""
        with self.database.open() as base:
            return nights_table.belongs_nowhere(base, id)

    def lost_events(self, id: int) -> list[EventRow]:
        """Return the undamaged events of a session without a row."""
        with self.database.open() as base:
            return nights_table.select_lost_events(base, id)

    def _forget(self, id: int) -> None:
        self._logs.forget(id)
        self._unreadable.discard(id)

    def _receive(self, text: str) -> None:
        if news := Notification.parse(text):
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
    """Return the error for a session that does not exist, or belongs to another workspace."""
    return NotFound(say("session {id} not found; it may have been deleted", id=id))


def _ignore(news: Notification) -> None:
    """Ignore a notification."""


def _do_nothing() -> None:
    """Do nothing."""
