"""The workspaces of a service, the files uploaded in them, and what is deleted after a time.

Every process deletes, once an hour. Two at once do no harm: what one has deleted is not there for the other.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from byestand.errors import ByestandError, NotFound
from byestand.server.storage.database import Notification, OpenDatabase
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import MOMENT, NewNight
from byestand.server.storage.sqlite import SECRET_BYTES
from byestand.server.storage.store import Store
from byestand.texts import can_be_kept

ALWAYS, NEVER = "", "a"
"""Earlier than any day, and later."""


def day(store: Store) -> str:
    """Return today, as the table of desks has it."""
    return f"{datetime.fromtimestamp(store.now(), UTC):%Y-%m-%d}"


def first_day(store: Store, days: int | None) -> str:
    """Return the day since when a desk must have been visited to be there still."""
    return f"{datetime.fromtimestamp(store.now(), UTC) - timedelta(days):%Y-%m-%d}" if days else ALWAYS


A_DESK = "desk "
"""How the owner of a file is called that was dropped at a desk."""


def owner_of(desk: int) -> str:
    """Return to whom it belongs."""
    return f"{A_DESK}{desk}"


@dataclass(frozen=True, slots=True)
class Desks:
    """The table of desks."""

    store: Store

    def new(self) -> int:
        """Make a desk, and return its number."""
        with self.store.database.open() as base:
            return self._new(base)

    def new_with(self, nights: Sequence[NewNight], current: int) -> tuple[int, list[int]]:
        """Make a desk with nights on it, or nothing of both; return its number and theirs."""
        with self.store.database.open() as base:
            desk = self._new(base)
            return desk, self.store.create_in(base, desk, nights, DEFAULT_QUOTA, current=current)

    def _new(self, base: OpenDatabase) -> int:
        statement = "insert into workspaces (secret, visited) values (?, ?) returning id"
        (id,) = base.execute(statement, (secrets.token_bytes(SECRET_BYTES), day(self.store))).fetchone()
        return int(id)

    def visited(self, id: int) -> None:
        """Write down that somebody came today."""
        today = day(self.store)
        with self.store.database.open() as base:
            base.execute("update workspaces set visited = ? where id = ? and visited < ?", (today, id, today))

    def delete(self, id: int, *, unvisited_since: str = NEVER) -> bool:
        """Forget a desk for good, with all that is on it and all that shows it; tell whether it was there to forget.

        Who came meanwhile keeps it, and of two who delete it one does.
        """
        with self.store.database.open() as base:
            held = "update workspaces set night = null where id = ? and visited < ?"
            if not base.execute(held, (id, unvisited_since)).rowcount:
                return False
            nights = base.execute("select id from nights where workspace = ?", (id,)).fetchall()
            for statement in DELETE_A_DESK:
                base.execute(statement, (id,))
            base.execute("delete from uploads where owner = ?", (owner_of(id),))
            news = Notification("renewed desk", id), *(Notification("gone", night) for (night,) in nights)
            self.store.notify(base, *news)
        self.store.database.erase_deleted()
        self.store.publish(*news)
        return True

    def delete_unvisited(self, days: int) -> int:
        """Forget the desks that nobody visited for so many days, and return how many those were."""
        since = first_day(self.store, days)
        with self.store.database.open() as base:
            found = base.execute("select id from workspaces where visited < ?", (since,)).fetchall()
        return sum(self.delete(id, unvisited_since=since) for (id,) in found)


DELETE_A_DESK = (
    "delete from events where night in (select id from nights where workspace = ?)",
    "delete from secrets where night in (select id from nights where workspace = ?)",
    "delete from codes where night in (select id from nights where workspace = ?)",
    "delete from nights where workspace = ?",
    "delete from workspaces where id = ?",
)


MOST = 12
MOST_BYTES = 32 * 1024 * 1024
"""Of all files of one visitor together; his newest is there, whatever its size."""


A_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody dropped."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Uploads:
    """All that were dropped."""

    store: Store

    def keep(self, upload: Upload, owner: str) -> str:
        """Keep a file for a day, and return the word by which it is found."""
        token, now = secrets.token_urlsafe(12), self.store.now()
        with self.store.database.open() as base:
            base.execute("delete from uploads where at < ?", (now - A_DAY,))
            row = token, owner, upload.name, upload.data, now
            base.execute("insert into uploads (token, owner, name, data, at) values (?, ?, ?, ?, ?)", row)
            kept = base.execute(_OF_AN_OWNER, (owner,)).fetchall()
            room = MOST_BYTES
            for number, (other, size) in enumerate(kept, start=1):
                room -= size
                if other != token and (number > MOST or room < 0):
                    base.execute("delete from uploads where token = ?", (other,))
        return token

    def kept(self, token: str, owner: str) -> Upload:
        """Return a file that was dropped; what came from a desk only to who sits at it."""
        statement = "select name, data, owner from uploads where token = ? and at >= ?"
        with self.store.database.open() as base:
            asked = token if can_be_kept(token) else ""
            found = base.execute(statement, (asked, self.store.now() - A_DAY)).fetchone()
        if found is None or (found[2].startswith(A_DESK) and found[2] != owner):
            raise NotFound("that file is no longer at hand: drop it again")
        return Upload(found[0], bytes(found[1]))

    def forget_old(self) -> None:
        """Forget what nobody needs any more."""
        with self.store.database.open() as base:
            many = base.execute("delete from uploads where at < ?", (self.store.now() - A_DAY,)).rowcount
        if many:
            self.store.database.erase_deleted()


_OF_AN_OWNER = "select token, length(data) from uploads where owner = ? order by at desc, token"


AN_HOUR = 3600.0
CODES_KEPT = timedelta(days=30)
DELETE_CODES = """delete from codes where shown < ? and night in
    (select id from nights where state in ('started', 'ended') and changed < ?)"""


def sweep(store: Store, days: int | None) -> None:
    """Throw away what is old; desks only where they are not kept for ever."""
    Uploads(store).forget_old()
    since = f"{datetime.fromtimestamp(store.now(), UTC) - CODES_KEPT:{MOMENT}}"
    with store.database.open() as base:
        base.execute(DELETE_CODES, (since, since))
    if days:
        Desks(store).delete_unvisited(days)


async def sweep_every_hour(store: Store, days: int | None, forget_old_answers: Callable[[], None]) -> None:
    """Do so from now on, of answers too; what cannot be done now is done an hour later."""
    while True:
        forget_old_answers()
        with suppress(ByestandError):  # the database is away; whoever keeps something is told
            await asyncio.to_thread(sweep, store, days)
        await asyncio.sleep(AN_HOUR)
