"""All desks of a service: made with the first night that somebody keeps, visited, and gone when nobody comes."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.notify import Notification
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import NewNight
from byestand.server.storage.sqlite import SECRET_BYTES
from byestand.server.storage.store import Store

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
