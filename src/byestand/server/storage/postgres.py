"""A PostgreSQL of nights, which many processes on many machines share."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Event, Thread

import psycopg
from psycopg.pq import TransactionStatus

from byestand.errors import FormatError
from byestand.server.storage.connections import Connection, Connections, no_at_start, no_to
from byestand.server.storage.database import CommitUnknown, OpenDatabase, QueryResult, Value, newer

CHANNEL = "byestand"
SECONDS_TO_WAIT = 5.0
"""So long a request waits for a database that is being restarted."""
SECONDS_AT_START = 10.0
"""So long a database may take that is started together with us."""
SILENCE = 2.0
"""After so many seconds without news it is looked whether they still could come."""
PAUSE = 0.3
"""Between attempts to hear again."""
LOCK = int.from_bytes(b"byestand")
"""Whoever brings the tables up has it, and nobody else."""

STEPS = (
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
)
"""What makes each version of the tables out of the one before, as in `file`, where more is said of them.

The first has what the file has in version 4, but the desk of the laptop. What hangs on a night goes with it, also what
is being written in the very moment in which it is deleted.
"""


class Postgres:
    """The database that a URL names; its tables are made where there are none."""

    def __init__(self, url: str, patience: float = SECONDS_TO_WAIT) -> None:
        self._connections = Connections(url, patience)
        self.source = self._connections.source
        self._me = secrets.token_hex(8)
        """Who tells: what we did ourselves is no news to us."""
        self._closed = Event()
        try:
            with self._connections.one(SECONDS_AT_START) as connection, connection.transaction():
                _bring_up(connection, self.source)
        except psycopg.Error as fault:
            raise no_at_start(fault, self.source) from fault

    @contextmanager
    def open(self) -> Iterator[OpenDatabase]:
        """Yield the database, changed as a whole or not at all."""
        try:
            with self._connections.one() as connection:
                base = _Transaction(connection)
                yield base
                if base.changes:
                    _commit(connection)
        except psycopg.Error as fault:
            raise no_to(fault, self.source) from fault

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Have all other processes hear it with the commit."""
        base.execute("select pg_notify(?, ?)", (CHANNEL, f"{self._me} {news}"))

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hear what others tell, on a connection of its own; each time it had to be made something may be missed."""
        Thread(target=self._hear, args=(heard, missed), daemon=True, name="news of nights").start()

    def _hear(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        while not self._closed.is_set():
            try:
                with self._connections.connect() as connection:
                    connection.execute(f"listen {CHANNEL}")
                    missed()
                    while not self._closed.is_set():
                        for news in connection.notifies(timeout=SILENCE):
                            who, _, told = news.payload.partition(" ")
                            if who != self._me:
                                heard(told)
                        connection.execute("")
            except psycopg.Error:
                self._closed.wait(PAUSE)

    def erase_deleted(self) -> None:
        """Leave it to the database, which uses the place again when it tidies up."""

    def size(self) -> int:
        """Return how many bytes the whole database has."""
        with self.open() as base:
            return int(base.execute("select pg_database_size(current_database())").fetchone()[0])

    def vacuum(self) -> None:
        """Have it tidy up now, as it does by itself from time to time, however long that takes."""
        try:
            with self._connections.connect() as connection:
                connection.execute("set statement_timeout = 0")
                connection.execute("vacuum (analyze)")
        except psycopg.Error as fault:
            raise no_to(fault, self.source) from fault

    def close(self) -> None:
        """Hear nothing more, and let go of what nobody uses."""
        self._closed.set()
        self._connections.close()


class _Transaction:
    """An open database. A transaction begins with what changes something: one question alone needs none."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.changes = False

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> QueryResult:
        """Do one thing."""
        if not statement.startswith("select"):
            self._begin()
        return self._connection.execute(_as_psycopg_has_it(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> None:
        """Do one thing with each line of values, and wait for the last answer only."""
        self._begin()
        with self._connection.cursor() as cursor:
            cursor.executemany(_as_psycopg_has_it(statement), rows)

    def _begin(self) -> None:
        if not self.changes:
            self._connection.execute("begin")
            self.changes = True


def _commit(connection: Connection) -> None:
    """Keep it; unless the database itself says that it did not, and goes on, nobody else knows whether it did."""
    try:
        connection.execute("commit")
    except psycopg.Error as fault:
        if connection.pgconn.transaction_status != TransactionStatus.IDLE:
            raise CommitUnknown from fault
        raise


@cache
def _as_psycopg_has_it(statement: str) -> bytes:
    return statement.replace("%", "%%").replace("?", "%s").encode()


def _bring_up(connection: Connection, source: str) -> None:
    """Make the tables, or bring those of an earlier version up; of several processes that start one does it."""
    connection.execute("set local lock_timeout = 0")
    connection.execute("set local statement_timeout = 0")
    (encoding,) = connection.execute("show server_encoding").fetchall()[0]
    if encoding != "UTF8":
        raise FormatError(
            source, f"names are written in all scripts, so the database needs the encoding UTF8: {encoding}"
        )
    connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
    version = _version(connection)
    if version > len(STEPS):
        raise newer(source, version, len(STEPS))
    if version == len(STEPS):
        return
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement.encode())
    connection.execute("create table if not exists byestand (version integer not null)")
    connection.execute("delete from byestand")
    connection.execute("insert into byestand values (%s)", (len(STEPS),))


def _version(connection: Connection) -> int:
    """Return how far the tables are; to look changes nothing, so that also what only reads can be opened."""
    if connection.execute("select to_regclass('byestand')").fetchall() == [(None,)]:
        return 0
    found = connection.execute("select version from byestand").fetchall()
    return max((int(str(version)) for (version,) in found), default=0)
