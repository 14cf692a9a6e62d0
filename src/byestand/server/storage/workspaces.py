"""The workspaces of a hosted service, uploaded files, and the regular deletion of old data.

Every process deletes old data once an hour. Two at once do no harm.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from byestand.errors import ByestandError, NotFound
from byestand.language import say
from byestand.sanitize import is_storable
from byestand.server.storage.database import Notification, OpenDatabase
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import MOMENT, NewNight
from byestand.server.storage.sqlite import SECRET_BYTES
from byestand.server.storage.store import Store

ALWAYS, NEVER = "", "a"
"""Before and after any day."""


def day(store: Store) -> str:
    """Return the date of today as in the table of workspaces."""
    return f"{datetime.fromtimestamp(store.now(), UTC):%Y-%m-%d}"


def first_day(store: Store, days: int | None) -> str:
    """Return the first day on which a visit keeps a workspace."""
    return f"{datetime.fromtimestamp(store.now(), UTC) - timedelta(days):%Y-%m-%d}" if days else ALWAYS


WORKSPACE_OWNER_PREFIX = "workspace "
"""Start of the owner of a file that was uploaded in a workspace; stored, so it never changes."""


def owner_of(desk: int) -> str:
    """Return the owner of the uploads of a workspace."""
    return f"{WORKSPACE_OWNER_PREFIX}{desk}"


@dataclass(frozen=True, slots=True)
class Workspaces:
    """The table of workspaces."""

    store: Store

    def new(self) -> int:
        """Create a workspace, and return its number."""
        with self.store.database.open() as base:
            return self._new(base)

    def new_with(self, nights: Sequence[NewNight], current: int) -> tuple[int, list[int]]:
        """Create a workspace with sessions in one transaction; return its number and theirs."""
        with self.store.database.open() as base:
            desk = self._new(base)
            return desk, self.store.create_in(base, desk, nights, DEFAULT_QUOTA, current=current)

    def _new(self, base: OpenDatabase) -> int:
        statement = "insert into workspaces (secret, visited) values (?, ?) returning id"
        (id,) = base.execute(statement, (secrets.token_bytes(SECRET_BYTES), day(self.store))).fetchone()
        return int(id)

    def record_visit(self, id: int) -> None:
        """Store that a workspace was visited today."""
        today = day(self.store)
        with self.store.database.open() as base:
            base.execute("update workspaces set visited = ? where id = ? and visited < ?", (today, id, today))

    def delete(self, id: int, *, unvisited_since: str = NEVER) -> bool:
        """Delete a workspace permanently, with everything in it; return whether it was deleted.

        A visit in the meantime keeps it, and of two parallel deletions one succeeds.
        """
        with self.store.database.open() as base:
            held = "update workspaces set night = null where id = ? and visited < ?"
            if not base.execute(held, (id, unvisited_since)).rowcount:
                return False
            nights = base.execute("select id from nights where workspace = ?", (id,)).fetchall()
            for statement in DELETE_A_DESK:
                base.execute(statement, (id,))
            base.execute("delete from uploads where owner = ?", (owner_of(id),))
            news = Notification("renewed workspace", id), *(Notification("gone", night) for (night,) in nights)
            self.store.notify(base, *news)
        self.store.database.erase_deleted()
        self.store.publish(*news)
        return True

    def delete_unvisited(self, days: int) -> int:
        """Delete the workspaces that were not visited for some days; return their number."""
        since = first_day(self.store, days)
        with self.store.database.open() as base:
            rows = base.execute("select id from workspaces where visited < ?", (since,)).fetchall()
        return sum(self.delete(id, unvisited_since=since) for (id,) in rows)


DELETE_A_DESK = (
    "delete from events where night in (select id from nights where workspace = ?)",
    "delete from secrets where night in (select id from nights where workspace = ?)",
    "delete from codes where night in (select id from nights where workspace = ?)",
    "delete from nights where workspace = ?",
    "delete from workspaces where id = ?",
)


MAX_UPLOADS = 12
MAX_BYTES = 32 * 1024 * 1024
"""Of all files of one visitor; the newest is kept, whatever its size."""


SECONDS_PER_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Uploads:
    """All uploaded files."""

    store: Store

    def keep(self, upload: Upload, owner: str) -> str:
        """Store a file for a day, and return its token."""
        token, now = secrets.token_urlsafe(12), self.store.now()
        with self.store.database.open() as base:
            base.execute("delete from uploads where at < ?", (now - SECONDS_PER_DAY,))
            row = token, owner, upload.name, upload.data, now
            base.execute("insert into uploads (token, owner, name, data, at) values (?, ?, ?, ?, ?)", row)
            rows = base.execute(_OF_AN_OWNER, (owner,)).fetchall()
            room = MAX_BYTES
            for number, (other, size) in enumerate(rows, start=1):
                room -= size
                if other != token and (number > MAX_UPLOADS or room < 0):
                    base.execute("delete from uploads where token = ?", (other,))
        return token

    def get(self, token: str, owner: str) -> Upload:
        """Return an uploaded file; a file of a workspace only to its owner."""
        statement = "select name, data, owner from uploads where token = ? and at >= ?"
        with self.store.database.open() as base:
            key = token if is_storable(token) else ""
            row = base.execute(statement, (key, self.store.now() - SECONDS_PER_DAY)).fetchone()
        if row is None or (row[2].startswith(WORKSPACE_OWNER_PREFIX) and row[2] != owner):
            raise NotFound(say("the uploaded file has expired; upload it again"))
        return Upload(row[0], bytes(row[1]))

    def forget_old(self) -> None:
        """Delete expired files."""
        with self.store.database.open() as base:
            deleted = base.execute("delete from uploads where at < ?", (self.store.now() - SECONDS_PER_DAY,)).rowcount
        if deleted:
            self.store.database.erase_deleted()


_OF_AN_OWNER = "select token, length(data) from uploads where owner = ? order by at desc, token"


AN_HOUR = 3600.0
CODES_KEPT = timedelta(days=30)
DELETE_CODES = """delete from codes where shown < ? and night in
    (select id from nights where state in ('started', 'ended') and changed < ?)"""


def sweep(store: Store, days: int | None) -> None:
    """Delete old data; workspaces only if *days* is given."""
    Uploads(store).forget_old()
    since = f"{datetime.fromtimestamp(store.now(), UTC) - CODES_KEPT:{MOMENT}}"
    with store.database.open() as base:
        base.execute(DELETE_CODES, (since, since))
    if days:
        Workspaces(store).delete_unvisited(days)


async def sweep_every_hour(store: Store, days: int | None, forget_old_answers: Callable[[], None]) -> None:
    """Delete old data and cached results every hour."""
    while True:
        forget_old_answers()
        with suppress(ByestandError):  # the database is down
            await asyncio.to_thread(sweep, store, days)
        await asyncio.sleep(AN_HOUR)
