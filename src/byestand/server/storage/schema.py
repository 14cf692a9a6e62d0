"""The tables of both databases, and their versions.

``user_version`` of the SQLite file and the table ``byestand`` in PostgreSQL have the version of a database. A program
reads one version only: a changed table raises it. Both databases have the same columns, which
`tests/server/storage/test_schema.py` compares.

A session consists of its events; each has a checksum. The table ``nights`` has a summary of each session for lists;
``revision`` is the number of events. A laptop has one workspace, which is never deleted. ``secrets`` has the secrets of
access codes, ``codes`` the hashes of shown codes. ``uploads`` has uploaded files for a day. In PostgreSQL all rows of a
session are deleted with it, even those written at the same moment; for SQLite see `store.DELETE_NIGHT`.
"""

from collections.abc import Sequence

LOCAL = 1
"""The one workspace of a laptop."""
ALWAYS_VISITED = "9999-12-31"
"""The last visit of the laptop's workspace, so that it never expires."""

SQLITE_VERSION, POSTGRES_VERSION = 8, 5

SQLITE_TABLES: Sequence[str] = (
    """create table workspaces (
        id integer primary key autoincrement,
        secret blob not null,
        night integer,
        visited text not null
    ) strict""",
    f"insert into workspaces values ({LOCAL}, randomblob(32), null, '{ALWAYS_VISITED}')",  # noqa: S608 - our own words
    """create table nights (
        id integer primary key autoincrement,
        workspace integer not null,
        changed text not null,
        revision integer not null,
        name text not null default '',
        date text,
        state text not null default '',
        tables integer,
        checksum text not null default ''
    ) strict""",
    "create index nights_of_a_workspace on nights (workspace)",
    """create table events (
        night integer not null,
        revision integer not null,
        at real not null,
        kind text not null,
        contents text not null,
        author text not null,
        key text not null,
        checksum text not null,
        primary key (night, revision)
    ) strict, without rowid""",
    "create unique index event_of_a_key on events (night, key) where key <> ''",
    """create table secrets (
        night integer not null,
        role text not null,
        secret blob not null,
        primary key (night, role)
    ) strict""",
    """create table codes (
        hash blob primary key,
        night integer not null,
        role text not null,
        pair text not null,
        shown text not null
    ) strict, without rowid""",
    "create index codes_of_a_night on codes (night)",
    """create table uploads (
        token text primary key,
        owner text not null,
        name text not null,
        data blob not null,
        at real not null
    ) strict""",
    "create index uploads_of_an_owner on uploads (owner)",
)

POSTGRES_TABLES: Sequence[str] = (
    """create table workspaces (
        id bigint generated always as identity primary key,
        secret bytea not null,
        night bigint,
        visited text not null
    )""",
    """create table nights (
        id bigint generated always as identity primary key,
        workspace bigint not null references workspaces on delete cascade,
        changed text not null,
        revision bigint not null,
        name text not null default '',
        date text,
        state text not null default '',
        tables bigint,
        checksum text not null default ''
    )""",
    "create index nights_of_a_workspace on nights (workspace)",
    "alter table workspaces add foreign key (night) references nights on delete set null",
    "create index workspace_of_a_night on workspaces (night)",
    """create table events (
        night bigint not null references nights on delete cascade,
        revision bigint not null,
        at double precision not null,
        kind text not null,
        contents text not null,
        author text not null,
        key text not null,
        checksum text not null,
        primary key (night, revision)
    )""",
    "create unique index event_of_a_key on events (night, key) where key <> ''",
    """create table secrets (
        night bigint not null references nights on delete cascade,
        role text not null,
        secret bytea not null,
        primary key (night, role)
    )""",
    """create table codes (
        hash bytea primary key,
        night bigint not null references nights on delete cascade,
        role text not null,
        pair text not null,
        shown text not null
    )""",
    "create index codes_of_a_night on codes (night)",
    """create table uploads (
        token text primary key,
        owner text not null,
        name text not null,
        data bytea not null,
        at double precision not null
    )""",
    "create index uploads_of_an_owner on uploads (owner)",
    "create table byestand (version integer not null)",
    f"insert into byestand values ({POSTGRES_VERSION})",  # noqa: S608 - our own number
)
