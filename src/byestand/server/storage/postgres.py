"""Sessions in PostgreSQL, shared by many processes on many machines."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Event, Thread
from typing import TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolTimeout

from byestand.errors import BadRequest, FormatError, RequestRefused
from byestand.language import say
from byestand.server.storage.database import (
    CommitUnknown,
    OlderVersion,
    OpenDatabase,
    QueryResult,
    Value,
    newer_version_error,
)
from byestand.server.storage.postgres_errors import AWAY, BUSY, error_for, may_come_back, startup_error
from byestand.server.storage.schema import POSTGRES_TABLES, POSTGRES_VERSION

Connection: TypeAlias = psycopg.Connection[tuple[object, ...]]

CHANNEL = "byestand"
MAX_CONNECTIONS = 8
"""Per process; its requests take turns, and PostgreSQL has 100 in total."""
REQUEST_TIMEOUT_SECONDS = 5.0
"""How long a request waits for a connection, for example while the database restarts."""
STARTUP_TIMEOUT_SECONDS = 10.0
"""How long to wait at start for a database that is started at the same time."""
RETRY_SECONDS = 0.2
LISTEN_SECONDS = 2.0
"""Seconds without a notification before the connection is tested."""
LOCK = int.from_bytes(b"byestand")
"""The advisory lock of the process that creates the tables."""
DEFAULTS = {
    "application_name": "byestand",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Used unless the operator sets them in the URL: a lost machine is noticed within a minute."""
SETTINGS = """
    set statement_timeout = '15s';
    set lock_timeout = '5s';
    set idle_in_transaction_session_timeout = '30s';
    set default_transaction_isolation = 'read committed';
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'
"""
"""No request delays others for long, and a commit is on the disk, whatever the settings of the server."""
_URL = re.compile(r"postgres(ql)?://([^/?@]*@)?[^/?@]*(/[^/?@]*)?(\?.*)?")

# While the database is down the pool would log every attempt; requests get, and count as, a 503.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Postgres:
    """The database at a URL; its tables are created if there are none."""

    def __init__(self, url: str, timeout: float = REQUEST_TIMEOUT_SECONDS) -> None:
        self._settings = parse_url(url)
        self.source = source_name(self._settings)
        self._id = secrets.token_hex(8)
        """Marks our own notifications, which this process ignores."""
        self._closed = Event()
        try:
            with self._connect_at_start() as connection, connection.transaction():
                _prepare(connection, self.source)
        except psycopg.Error as fault:
            raise startup_error(fault, self.source) from fault
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            kwargs=self._settings | {"autocommit": True},
            min_size=0,
            max_size=MAX_CONNECTIONS,
            timeout=timeout,
            configure=_configure,
            check=self._check,
            reconnect_timeout=0,  # no growing pauses: a restored database is used at once
            reconnect_failed=self._retry,
            open=True,
        )

    @contextmanager
    def open(self) -> Iterator[OpenDatabase]:
        """Yield a transaction."""
        try:
            with self._pool.connection() as connection:
                transaction = _Transaction(connection)
                yield transaction
                if transaction.has_begun:
                    _commit(connection)
        except PoolTimeout as fault:
            is_busy = self._pool.get_stats()["pool_size"] >= MAX_CONNECTIONS
            raise RequestRefused(503, say(BUSY) if is_busy else say(AWAY)) from fault
        except psycopg.Error as fault:
            raise error_for(fault, self.source) from fault

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Notify all other processes with the commit."""
        base.execute("select pg_notify(?, ?)", (CHANNEL, f"{self._id} {news}"))

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Listen to other processes on a separate connection; after each reconnect something may be missed."""
        Thread(target=self._listen, args=(heard, missed), daemon=True, name="notifications").start()

    def _listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"listen {CHANNEL}")
                    missed()
                    while not self._closed.is_set():
                        for notification in connection.notifies(timeout=LISTEN_SECONDS):
                            sender, _, text = notification.payload.partition(" ")
                            if sender != self._id:
                                heard(text)
                        connection.execute("")
            except psycopg.Error:
                self._closed.wait(RETRY_SECONDS)

    def erase_deleted(self) -> None:
        """Do nothing: the database reuses the space when it vacuums."""

    def size(self) -> int:
        """Return the size of the whole database in bytes."""
        with self.open() as base:
            return int(base.execute("select pg_database_size(current_database())").fetchone()[0])

    def vacuum(self) -> None:
        """Vacuum now, without a time limit; the database also does it by itself."""
        try:
            with self._connect() as connection:
                connection.execute("set statement_timeout = 0")
                connection.execute("vacuum (analyze)")
        except psycopg.Error as fault:
            raise error_for(fault, self.source) from fault

    def close(self) -> None:
        """Stop listening, and close the connections."""
        self._closed.set()
        self._pool.close()

    def _connect(self) -> Connection:
        connection = psycopg.connect("", autocommit=True, **self._settings)  # type: ignore[arg-type] # of str and int
        try:
            _configure(connection)
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def _connect_at_start(self) -> Connection:
        deadline = time.monotonic() + STARTUP_TIMEOUT_SECONDS
        while True:
            try:
                return self._connect()
            except psycopg.OperationalError as fault:
                if not may_come_back(fault) or time.monotonic() > deadline:
                    raise
            time.sleep(RETRY_SECONDS)

    def _check(self, connection: Connection) -> None:
        """Test a connection before it is used; if it is broken, test all."""
        try:
            ConnectionPool.check_connection(connection)
        except psycopg.Error:
            self._pool.check()
            raise

    def _retry(self, pool: ConnectionPool[Connection]) -> None:
        """Have the pool try again soon if a request still waits for a connection."""
        self._closed.wait(RETRY_SECONDS)
        if pool.get_stats()["requests_waiting"]:
            pool.check()


class _Transaction:
    """A transaction that begins with the first change: a single query needs none."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.has_begun = False

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> QueryResult:
        """Execute one statement."""
        if not statement.startswith("select"):
            self._begin()
        return self._connection.execute(_with_psycopg_placeholders(statement), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> None:
        """Execute a statement for each row of values, and wait only for the last answer."""
        self._begin()
        with self._connection.cursor() as cursor:
            cursor.executemany(_with_psycopg_placeholders(statement), rows)

    def _begin(self) -> None:
        if not self.has_begun:
            self._connection.execute("begin")
            self.has_begun = True


def parse_url(url: str) -> dict[str, object]:
    """Return the settings in a URL; errors do not quote it, as any part may be the password."""
    if not _URL.fullmatch(url):
        raise BadRequest(
            say(
                "not a PostgreSQL URL such as postgresql://byestand@/byestand;"
                " write %40 for @ and %2F for / in a password"
            )
        )
    try:
        return DEFAULTS | conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        reason = say(
            "not a PostgreSQL URL such as postgresql://byestand@/byestand;"
            " PostgreSQL does not know the text after ? or %"
        )
        raise BadRequest(reason) from None


def source_name(settings: dict[str, object]) -> str:
    """Return the name of a database for messages, without secrets."""
    host, port, name = (str(settings.get(part, "")) for part in ("host", "port", "dbname"))
    return f"postgresql://{host}{f':{port}' if port else ''}/{name}"


def _configure(connection: Connection) -> None:
    connection.execute(SETTINGS)


def _commit(connection: Connection) -> None:
    """Commit; raise CommitUnknown if the connection is lost, as only the database knows the result."""
    try:
        connection.execute("commit")
    except psycopg.Error as fault:
        if connection.pgconn.transaction_status != TransactionStatus.IDLE:
            raise CommitUnknown from fault
        raise


@cache
def _with_psycopg_placeholders(statement: str) -> bytes:
    return statement.replace("%", "%%").replace("?", "%s").encode()


def _prepare(connection: Connection, source: str) -> None:
    """Create the tables, or refuse those of another version; of several processes that start at once one creates."""
    connection.execute("set local lock_timeout = 0")
    connection.execute("set local statement_timeout = 0")
    (encoding,) = connection.execute("show server_encoding").fetchall()[0]
    if encoding != "UTF8":
        raise FormatError(source, say("the database must have the encoding UTF8: {encoding}", encoding=encoding))
    connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
    version = _version(connection)
    if version > POSTGRES_VERSION:
        raise newer_version_error(source, version, POSTGRES_VERSION)
    if 0 < version < POSTGRES_VERSION:
        raise _older_version_error(source, version)
    if not version:
        for statement in POSTGRES_TABLES:
            connection.execute(statement.encode())


def _older_version_error(source: str, version: int) -> OlderVersion:
    reason = say(
        "the sessions were saved before the first release (version {version}) and cannot be read; nothing is changed."
        " Use an empty database",
        version=version,
    )
    return OlderVersion(source, reason, version)


def _version(connection: Connection) -> int:
    """Return the version of the tables, without changes, so that a read-only database can be opened too."""
    if connection.execute("select to_regclass('byestand')").fetchall() == [(None,)]:
        return 0
    rows = connection.execute("select version from byestand").fetchall()
    return max((int(str(version)) for (version,) in rows), default=0)
