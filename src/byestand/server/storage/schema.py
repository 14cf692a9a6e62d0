"""The tables of both databases, and the steps that lead from each version to the next.

A released step is never changed. `user_version` of the SQLite file and the table `byestand` in PostgreSQL have the
version of a database; it is 0 in the first files. The steps of both databases lead to the same columns, which
`tests/server/storage/test_schema.py` compares.

A session consists of its events; each has a checksum. The table `nights` has a summary of each session for lists;
`revision` is the number of events. A laptop has one workspace, which is never deleted. `secrets` has the secrets of
access codes, `codes` the hashes of shown codes. `uploads` has uploaded files for a day. In PostgreSQL all rows of a
session are deleted with it, even those written at the same moment; for SQLite see `store.DELETE_NIGHT`.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from byestand.sanitize import is_storable
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.records import checksum


def fill_new_columns(base: OpenDatabase) -> None:
    """Fill the new columns of every session and its events (SQLite 6, PostgreSQL 3), as far as SQL cannot do it.

    Stored events stay unchanged and get a checksum. Earlier damage cannot be found any more.
    """
    for (id,) in base.execute("select id from nights").fetchall():
        # A session that SQLite cannot read stays without checksums, so that it counts as damaged.
        with suppress(sqlite3.DatabaseError):
            _fill_night(base, id)
            _fill_events(base, id)


def _fill_night(base: OpenDatabase, id: int) -> None:
    """Take the name from the stored session; date, state and tables are unknown until it is opened."""
    statement = "select workspace, contents, changed, revision from nights where id = ?"
    workspace, contents, changed, revision = base.execute(statement, (id,)).fetchone()
    name = name_in(contents)
    summary = id, workspace, name, None, changed, revision, "", None
    base.execute("update nights set name = ?, checksum = ? where id = ?", (name, checksum(*summary), id))


def name_in(contents: str) -> str:
    """Return the name of a session in json, if it can be read and stored."""
    try:
        night = json.loads(contents)
    except (ValueError, RecursionError):
        return ""
    name = night.get("name") if isinstance(night, dict) else None
    return name if isinstance(name, str) and is_storable(name) else ""


def _fill_events(base: OpenDatabase, id: int) -> None:
    statement = "select revision, at, kind, author, key, contents from events where night = ?"
    rows = base.execute(statement, (id,)).fetchall()
    checksums = [(checksum(*row), id, row[0]) for row in rows]
    base.executemany("update events set checksum = ? where night = ? and revision = ?", checksums)


Step: TypeAlias = Sequence[str | Callable[[OpenDatabase], None]]
"""Statements, and functions if SQL is not enough."""

LOCAL = 1
"""The one workspace of a laptop."""
ALWAYS_VISITED = "9999-12-31"
"""The last visit of the laptop's workspace, so that it never expires."""

SQLITE_STEPS: Sequence[Step] = (
    (
        """create table if not exists nights (
            id integer primary key autoincrement,
            contents text not null,
            changed text not null default current_timestamp
        ) strict""",
        "create table if not exists desk (id integer primary key check (id = 1), night integer not null) strict",
    ),
    ("alter table nights add column revision integer not null default 1",),
    (
        """create table events (
            night integer not null,
            position integer not null,
            at real not null,
            kind text not null,
            contents text not null,
            primary key (night, position)
        ) strict, without rowid""",
        """insert into events
            select id, 1, strftime('%s', changed) + 0.0, 'taken over', '{"night": ' || contents || '}' from nights""",
        "update nights set revision = 1",
    ),
    (
        """create table desks (
            id integer primary key autoincrement,
            secret blob not null,
            night integer,
            visited text not null
        ) strict""",
        """insert into desks
            select 1, randomblob(32), (select night from desk where id = 1), date('now')""",
        "drop table desk",
        "alter table nights add column desk integer not null default 1",
        "create index nights_of_a_desk on nights (desk)",
        """create table if not exists secrets (
            night integer not null, right text not null, secret blob not null, primary key (night, right)
        ) strict""",
        "drop trigger if exists secrets_go_with_their_night",
        "update desks set secret = coalesce((select secret from secrets where right = 'director'), secret)",
        "delete from secrets where right = 'director'",
    ),
    (
        f"update desks set visited = '{ALWAYS_VISITED}' where id = 1",  # noqa: S608 - our own word
        """create table uploads (
            token text primary key, owner text not null, name text not null, data blob not null, at real not null
        ) strict""",
        "create index uploads_of_an_owner on uploads (owner)",
    ),
    (
        "alter table desks rename to workspaces",
        "alter table nights rename column desk to workspace",
        "drop index nights_of_a_desk",
        "create index nights_of_a_workspace on nights (workspace)",
        "alter table nights add column name text not null default ''",
        "alter table nights add column date text",
        "alter table nights add column state text not null default ''",
        "alter table nights add column tables integer",
        "alter table nights add column checksum text not null default ''",
        "alter table events rename column position to revision",
        "alter table events add column author text not null default 'director'",
        "alter table events add column key text not null default ''",
        "alter table events add column checksum text not null default ''",
        fill_new_columns,
        "alter table nights drop column contents",
        "create unique index event_of_a_key on events (night, key) where key <> ''",
    ),
    (
        """create table codes (
            hash blob primary key,
            night integer not null,
            "right" text not null,
            pair text not null,
            shown text not null
        ) strict, without rowid""",
        "create index codes_of_a_night on codes (night)",
    ),
)

POSTGRES_STEPS: Sequence[Step] = (
    (
        """create table desks (
            id bigint generated always as identity primary key,
            secret bytea not null,
            night bigint,
            visited text not null
        )""",
        """create table nights (
            id bigint generated always as identity primary key,
            desk bigint not null references desks on delete cascade,
            contents text not null,
            changed text not null,
            revision bigint not null
        )""",
        "create index nights_of_a_desk on nights (desk)",
        "alter table desks add foreign key (night) references nights on delete set null",
        "create index desk_of_a_night on desks (night)",
        """create table events (
            night bigint not null references nights on delete cascade,
            position bigint not null,
            at double precision not null,
            kind text not null,
            contents text not null,
            primary key (night, position)
        )""",
        """create table secrets (
            night bigint not null references nights on delete cascade,
            "right" text not null,
            secret bytea not null,
            primary key (night, "right")
        )""",
    ),
    (
        """create table uploads (
            token text primary key,
            owner text not null,
            name text not null,
            data bytea not null,
            at double precision not null
        )""",
        "create index uploads_of_an_owner on uploads (owner)",
    ),
    (
        "alter table desks rename to workspaces",
        "alter table nights rename column desk to workspace",
        "alter index nights_of_a_desk rename to nights_of_a_workspace",
        "alter index desk_of_a_night rename to workspace_of_a_night",
        "alter table nights add column name text not null default ''",
        "alter table nights add column date text",
        "alter table nights add column state text not null default ''",
        "alter table nights add column tables bigint",
        "alter table nights add column checksum text not null default ''",
        "alter table events rename column position to revision",
        "alter table events add column author text not null default 'director'",
        "alter table events add column key text not null default ''",
        "alter table events add column checksum text not null default ''",
        fill_new_columns,
        "alter table nights drop column contents",
        "create unique index event_of_a_key on events (night, key) where key <> ''",
    ),
    (
        """create table codes (
            hash bytea primary key,
            night bigint not null references nights on delete cascade,
            "right" text not null,
            pair text not null,
            shown text not null
        )""",
        "create index codes_of_a_night on codes (night)",
    ),
)


def apply_steps(base: OpenDatabase, steps: Sequence[Step]) -> None:
    """Upgrade a database, step by step."""
    for step in steps:
        for action in step:
            if isinstance(action, str):
                base.execute(action)
            else:
                action(base)
