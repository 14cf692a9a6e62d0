"""Both kinds of storage, for tests that apply to each: a file, and a database of a real PostgreSQL."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import psycopg

from byestand.server.storage.database import Value
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.records import EventRow
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store, store_at
from tests.support.postgres import cluster
from tests.support.setups import session_setup

TUESDAY = session_setup("Tuesday", "M0505", names={"N1": "Anna"})


class Place(Protocol):
    """A storage place, which can be opened several times, as by several processes."""

    def store(self) -> Store:
        """Open it."""

    def do(self, statement: str) -> Sequence[tuple[Value, ...]]:
        """Run a statement without the store noticing."""

    def tables(self) -> list[str]:
        """Return its tables."""

    def set_version(self, version: int) -> None:
        """Set its version."""


@dataclass(frozen=True)
class InFile:
    """A file of SQLite."""

    path: Path

    def store(self) -> Store:
        return Store(SqliteDatabase(self.path))

    def do(self, statement: str) -> Sequence[tuple[Value, ...]]:
        with closing(sqlite3.connect(self.path)) as base, base:
            return base.execute(statement).fetchall()

    def tables(self) -> list[str]:
        return [str(name) for (name,) in self.do("select name from sqlite_schema where type = 'table'")]

    def set_version(self, version: int) -> None:
        self.do(f"pragma user_version = {version}")


@dataclass(frozen=True)
class InPostgres:
    """A database of a PostgreSQL."""

    url: str

    def store(self) -> Store:
        return store_at(self.url)

    def do(self, statement: str) -> Sequence[tuple[Value, ...]]:
        with psycopg.connect(self.url) as base:
            done = base.execute(statement.encode())
            return done.fetchall() if done.description else []

    def tables(self) -> list[str]:
        return [str(name) for (name,) in self.do("select tablename from pg_tables where schemaname = 'public'")]

    def set_version(self, version: int) -> None:
        self.do(f"update byestand set version = {version}")  # noqa: S608 - a number


def place_of(kind: str, folder: Path) -> Place:
    """Return a place without sessions."""
    return InFile(folder / "nights.sqlite") if kind == "file" else InPostgres(cluster().fresh())


def contents(place: Place) -> dict[str, list[tuple[Value, ...]]]:
    """Return the whole content except the last number given, because no number is given twice."""
    tables = set(place.tables()) - {"sqlite_sequence"}
    return {table: sorted(place.do(f"select * from {table}"), key=repr) for table in tables}  # noqa: S608 - ours


def rewrite_event(store: Store, night: int, revision: int, *, kind: str = "", contents: str = "") -> None:
    """Replace a stored event by another, as if a newer version had written it."""
    with store.database.open() as base:
        statement = "select at, kind, contents from events where night = ? and revision = ?"
        at, old_kind, old_contents = base.execute(statement, (night, revision)).fetchone()
        row = EventRow(at, kind or old_kind, contents or old_contents)
        values = row.kind, row.contents, row.checksum(revision), night, revision
        base.execute("update events set kind = ?, contents = ?, checksum = ? where night = ? and revision = ?", values)


def new_desk(store: Store) -> int:
    """Return an empty workspace."""
    with store.database.open() as base:
        statement = "insert into workspaces (secret, visited) values (?, ?) returning id"
        (desk,) = base.execute(statement, (b"secret of a desk", "2026-11-16")).fetchone()
    return int(desk)


def someones(store: Store) -> VisibleNights:
    """Return the sessions of a new workspace."""
    return VisibleNights(store, NightScope(workspace=new_desk(store)))
