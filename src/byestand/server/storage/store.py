"""Where nights are kept, each on somebody's desk; every change is on the disk before a page says so.

A night is appended to only where it is as far as who appends has read it. So two processes, or two machines, can never
make two nights out of one: who comes second reads what the first has done, and is asked again.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import time

from byestand.errors import BadRequest, FormatError, NotFound, Refused
from byestand.night.events import TakenOver
from byestand.night.fold import Entry, Log
from byestand.night.night import dumps
from byestand.server.storage.database import CommitUnknown, Database, OpenDatabase
from byestand.server.storage.notify import Notification
from byestand.server.storage.quota import Quota, require_room_for_events
from byestand.server.storage.records import EventRow, NewNight, NightRow, event_rows, replay
from byestand.server.storage.sqlite import SqliteDatabase

LOG_CACHE_SIZE = 512
"""Nights whose logs are at hand."""


class Conflict(Exception):
    """Something happened in a night since it was read."""


def open_store(path: Path) -> "Store":
    """Return the nights of a file; where that cannot be, a store that forgets them at the end, and says so."""
    try:
        return Store(SqliteDatabase(path))
    except FormatError as no:
        trouble = f"nights are not kept tonight: {no}; name another place with byestand serve --data"
        return Store(SqliteDatabase(None), trouble=trouble)


def store_at(url: str) -> "Store":
    """Return the nights of a database that many share."""
    try:
        from byestand.server.storage.postgres import Postgres  # noqa: PLC0415 - a laptop has no driver for it
    except ImportError:
        raise BadRequest(
            "for a PostgreSQL its driver is needed; in the folder of Byestand: pip install '.[hosted]'"
        ) from None
    return Store(Postgres(url))


class Store:
    """All nights of everybody; what somebody reaches of them is `nights.VisibleNights`."""

    def __init__(self, database: Database, *, trouble: str = "") -> None:
        self.database = database
        self.trouble = trouble
        """Why nights are not kept, where that is so."""
        self.on_notification: Callable[[Notification], None] = _nobody
        """Is told of everything that happens, in whichever process."""
        self.on_missed: Callable[[], None] = _nothing
        """Is told that something may have happened unheard."""
        self.now: Callable[[], float] = time
        self._logs: dict[int, Log] = {}
        self._lock = Lock()

    def listen(self) -> None:
        """Hear from now on what other processes do."""
        self.database.listen(self._heard, lambda: self.on_missed())  # noqa: PLW0108 - who is told may change

    def notify(self, base: OpenDatabase, *news: Notification) -> None:
        """Have other processes hear it when it is kept; who does it here says so himself (`told`)."""
        for one in news:
            self.database.notify(base, str(one))

    def rows(self, desk: int) -> list[NightRow]:
        """Return all nights of a desk, the one changed last first."""
        with self.database.open() as base:
            found = base.execute(f"{_SELECT} where desk = ? order by changed desc, id desc", (desk,)).fetchall()
        return [NightRow(*row) for row in found]

    def many(self, desk: int) -> int:
        """Return how many nights a desk has."""
        with self.database.open() as base:
            return int(base.execute("select count(*) from nights where desk = ?", (desk,)).fetchone()[0])

    def row(self, id: int) -> NightRow:
        """Return one night."""
        with self.database.open() as base:
            found = base.execute(f"{_SELECT} where id = ?", (id,)).fetchone()
        if found is None:
            raise night_not_found(id)
        return NightRow(*found)

    def on_desk(self, desk: int) -> NightRow | None:
        """Return the night that lies on a desk."""
        statement = f"{_SELECT} where id = (select night from desks where id = ?) and desk = ?"  # noqa: S608 - ours
        with self.database.open() as base:
            found = base.execute(statement, (desk, desk)).fetchone()
        return NightRow(*found) if found else None

    def put_on_desk(self, desk: int, id: int) -> None:
        """Make a night the one that pages speak of."""
        with self.database.open() as base:
            base.execute("update desks set night = ? where id = ?", (id, desk))

    def create(self, desk: int, nights: Sequence[NewNight], most: Quota, *, laid: int = 0) -> list[int]:
        """Keep new nights, all or none, on a desk that has room for *most*; return their numbers.

        The one that is *laid* on it lies there from now on.
        """
        with self.database.open() as base:
            # Which also keeps the desk from being deleted meanwhile.
            if not base.execute("update desks set night = night where id = ?", (desk,)).rowcount:
                raise NotFound("this desk was deleted, so nothing was kept")
            return self.create_in(base, desk, nights, most, laid=laid)

    def create_in(
        self, base: OpenDatabase, desk: int, nights: Sequence[NewNight], most: Quota, *, laid: int
    ) -> list[int]:
        """Do so together with something else, on a desk that is there."""
        most.require_room(base, desk, nights)
        ids = []
        for night in nights:
            row = desk, night.contents, night.changed or self._today(), len(night.events)
            statement = "insert into nights (desk, contents, changed, revision) values (?, ?, ?, ?) returning id"
            (id,) = base.execute(statement, row).fetchone()
            ids.append(int(id))
            _append(base, id, 0, night.events)
        base.execute("update desks set night = ? where id = ?", (ids[laid], desk))
        return ids

    def append(self, id: int, before: Log, after: Log) -> None:
        """Keep what happened between two states of a night; raise `Conflict` where it is not in the first any more."""
        if after.now.position == before.now.position:
            return
        require_room_for_events(after.now.position)
        try:
            self._extend(id, before, after)
        except CommitUnknown as unsure:
            # The answer to the commit was lost. To try again cannot double anything, since it is done only where the
            # night is as far as before; and if it is not, what stands there tells whether that was we ourselves. If we
            # cannot find out, we do not say that nothing was saved.
            try:
                self._extend(id, before, after, again=True)
            except Refused:
                raise unsure from None
        self._remember(id, after)
        self.on_notification(Notification("moved", id, after.now.position))

    def _extend(self, id: int, before: Log, after: Log, *, again: bool = False) -> None:
        known, new = before.now.position, after.entries[before.now.position :]
        with self.database.open() as base:
            values = dumps(after.now.plan), self._today(), after.now.position, id, known
            statement = "update nights set contents = ?, changed = ?, revision = ? where id = ? and revision = ?"
            if base.execute(statement, values).rowcount:
                _append(base, id, known, event_rows(new))
                self.notify(base, Notification("moved", id, after.now.position))
            elif not (again and _has(base, id, known, new)):
                raise Conflict

    def delete(self, id: int) -> None:
        """Forget a night for good: nothing of it stays."""
        news = Notification("gone", id)
        with self.database.open() as base:
            for statement in DELETE_NIGHT:
                base.execute(statement, (id,))
            self.notify(base, news)
        self.database.erase_deleted()
        self.publish(news)

    def publish(self, *news: Notification) -> None:
        """Say here what is kept now; of what is gone the log is forgotten too, in every process that hears of it.

        Pages that were made of it (`jobs.cache`) are in memory for up to two hours: no address leads to them any
        more, since whoever asks is first asked for the night.
        """
        for one in news:
            if one.kind == "gone":
                with self._lock:
                    self._logs.pop(one.number, None)
            self.on_notification(one)

    def log(self, row: NightRow) -> Log:
        """Return what happened; only what is new since the last time is read."""
        log = self._logs.get(row.id, Log())
        if log.now.position >= row.revision:
            return log
        source, new = f"night {row.id}", self.events(row.id, log.now.position)
        log = replay(log, new, source=source)
        self._remember(row.id, log)
        return log

    def raw(self, id: int) -> str:
        """Return what is kept of a night: of one taken over just that, otherwise all that happened, as it is."""
        rows = [(kind, contents) for _, kind, contents in self.events(id)]
        first, contents = rows[0]
        if len(rows) == 1 and first == TakenOver.kind:
            return str(contents).removeprefix('{"night": ').removesuffix("}")
        return json.dumps(rows, ensure_ascii=False)

    def events(self, id: int, after: int = 0) -> list[EventRow]:
        """Return what is kept of what happened, as it is."""
        statement = "select at, kind, contents from events where night = ? and position > ? order by position"
        with self.database.open() as base:
            return [EventRow(*row) for row in base.execute(statement, (id, after)).fetchall()]

    def _remember(self, id: int, log: Log) -> None:
        with self._lock:
            self._logs.pop(id, None)
            self._logs[id] = log
            if len(self._logs) > LOG_CACHE_SIZE:
                del self._logs[next(iter(self._logs))]

    def _heard(self, told: str) -> None:
        if news := Notification.of(told):
            self.publish(news)

    def _today(self) -> str:
        return f"{datetime.fromtimestamp(self.now(), UTC):%Y-%m-%d %H:%M:%S}"


DELETE_NIGHT = (
    "delete from events where night = ?",
    "delete from secrets where night = ?",
    "update desks set night = null where night = ?",
    "delete from nights where id = ?",
)
_SELECT = "select id, desk, contents, changed, revision from nights"


def night_not_found(id: int) -> NotFound:
    """Return the no to who asks for a night that is not there, or not his."""
    return NotFound(f"there is no night {id}: it may have been thrown away")


def _append(base: OpenDatabase, id: int, known: int, events: Sequence[EventRow]) -> None:
    statement = "insert into events (night, position, at, kind, contents) values (?, ?, ?, ?, ?)"
    base.executemany(statement, _rows(id, known, events))


def _has(base: OpenDatabase, id: int, known: int, entries: Sequence[Entry]) -> bool:
    """Tell whether exactly that is kept, to the instant at which it happened."""
    statement = "select night, position, at, kind, contents from events where night = ? and position between ? and ?"
    there = base.execute(f"{statement} order by position", (id, known + 1, known + len(entries))).fetchall()
    return there == list(_rows(id, known, event_rows(entries)))


def _rows(id: int, known: int, events: Sequence[EventRow]) -> Iterator[tuple[int, int, float, str, str]]:
    for position, one in enumerate(events, start=known + 1):
        yield id, position, *one


def _nobody(news: Notification) -> None:
    """Is told, and does nothing."""


def _nothing() -> None:
    """Do nothing."""
