"""Connections to a PostgreSQL: made from what an operator typed, few, used again, and what can be wrong with them.

There are libraries for this. They reconnect in the background with ever longer pauses, so that after a restart of the
database people would wait although it is there again. Here whoever needs a connection makes it, as soon as he can.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore
from typing import TypeAlias
from weakref import finalize

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from byestand.errors import BadRequest, ByestandError, FormatError, NotFound, Refused

Connection: TypeAlias = psycopg.Connection[tuple[object, ...]]

MOST = 8
"""Connections of one process: its requests take turns, and a PostgreSQL has a hundred for all."""
PAUSE = 0.2
USUAL = {
    "application_name": "byestand",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""What holds unless the operator says otherwise in the address: a machine that is gone is noticed within a minute."""
SETTINGS = """
    set statement_timeout = '15s';
    set lock_timeout = '5s';
    set idle_in_transaction_session_timeout = '30s';
    set default_transaction_isolation = 'read committed';
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'
"""
"""No request holds up others for long; and what was said to be saved is on the disk, whatever else is usual there."""

SHAPE = "nights are kept in a PostgreSQL, like postgresql://byestand@/byestand"
AWAY = "the database of nights does not answer, so nothing was saved; try again in a moment"
BUSY = "the database of nights has too much to do, so nothing was saved; try again in a moment"
WAITING_HELPS = {
    "08": AWAY,
    "25006": "the database of nights only reads for the moment, so nothing was saved; try again later",
    "40": BUSY,
    "53100": "the disk of the database of nights is full, so nothing was saved; tell who runs this service",
    "53": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
    "57": AWAY,
    "58": "the disk of the database of nights does not work as it should; tell who runs this service",
}
"""What PostgreSQL's codes, or how they begin, mean to who sits before the screen."""
_URL = re.compile(r"postgres(ql)?://([^/?@]*@)?[^/?@]*(/[^/?@]*)?(\?.*)?")
_SOON = re.compile("starting up|shutting down|not (yet )?accept|recovery|too many|remaining connection", re.IGNORECASE)


class Connections:
    """All connections of a process."""

    def __init__(self, url: str, patience: float) -> None:
        self._settings = _read(url)
        self._patience = patience
        self._room = BoundedSemaphore(MOST)
        self._idle: list[Connection] = []
        host, port, name = (str(self._settings.get(part, "")) for part in ("host", "port", "dbname"))
        self.source = f"postgresql://{host}{f':{port}' if port else ''}/{name}"
        """Without anything that is secret."""
        finalize(self, _close, self._idle)

    def connect(self) -> Connection:
        """Return a new connection, on which every statement counts at once."""
        found = psycopg.connect("", autocommit=True, **self._settings)  # type: ignore[arg-type] # of str and int
        try:
            found.execute(SETTINGS)
        except psycopg.Error:
            found.close()
            raise
        return found

    @contextmanager
    def one(self, seconds: float = 0.0) -> Iterator[Connection]:
        """Yield a connection that works; wait for it as long as usual, or so many seconds."""
        seconds = seconds or self._patience
        if not self._room.acquire(timeout=seconds):
            raise Refused(503, BUSY)
        try:
            connection = self._used() or self._new(seconds)
            try:
                yield connection
            finally:
                self._put_back(connection)
        finally:
            self._room.release()

    def _put_back(self, connection: Connection) -> None:
        """Keep a connection for the next, without what was not ended on it."""
        if connection.pgconn.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
            with suppress(psycopg.Error):
                connection.execute("rollback")
        if connection.pgconn.transaction_status == TransactionStatus.IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def _used(self) -> Connection | None:
        """Return a connection that was used before, and still works; what broke one has mostly broken all."""
        with suppress(IndexError):  # there is none
            connection = self._idle.pop()
            try:
                connection.execute("")
            except psycopg.Error:
                connection.close()
                _close(self._idle)
            else:
                return connection
        return None

    def _new(self, seconds: float) -> Connection:
        latest = time.monotonic() + seconds
        while True:
            try:
                return self.connect()
            except psycopg.OperationalError as fault:
                if not may_come_back(fault) or time.monotonic() > latest:
                    raise
            time.sleep(PAUSE)

    def close(self) -> None:
        """Close those that nobody uses."""
        _close(self._idle)


def _close(idle: list[Connection]) -> None:
    with suppress(IndexError):  # that was the last
        while True:
            idle.pop().close()


def may_come_back(fault: psycopg.OperationalError) -> bool:
    """Tell whether a database that could not be opened may be there in a moment, as it is now it would answer no."""
    return "FATAL" not in str(fault) or bool(_SOON.search(str(fault)))


def no_to(fault: psycopg.Error, source: str) -> ByestandError:
    """Return what went wrong in a request, in words."""
    code = fault.sqlstate or ""
    if code == "23503":
        return NotFound("that was thrown away meanwhile, so nothing was saved")
    if isinstance(fault, psycopg.DataError):
        return BadRequest("there is a sign in it that cannot be kept, so nothing was saved")
    found = next((words for begin, words in WAITING_HELPS.items() if code.startswith(begin)), "")
    if not found and isinstance(fault, psycopg.OperationalError):
        found = AWAY
    return Refused(503, found) if found else FormatError(source, f"nights cannot be kept there: {_words(fault)}")


def no_at_start(fault: psycopg.Error, source: str) -> FormatError:
    """Return why a database cannot be used at all, in words for who runs the service."""
    silent = isinstance(fault, psycopg.OperationalError) and not fault.sqlstate and may_come_back(fault)
    what = "no database answers there" if silent else "nights cannot be kept there"
    return FormatError(source, f"{what}: {_words(fault)}")


def _words(fault: psycopg.Error) -> str:
    """Return the words of the server, or of the last attempt to reach it; in neither there is a password."""
    told = fault.diag.message_primary or str(fault).strip().partition("\n")[0]
    return re.sub(r"^.*(FATAL|failed|bad):\s+", "", told)


def _read(url: str) -> dict[str, object]:
    """Return what a URL says; where it cannot be read nothing is quoted, as anything may be a part of the password."""
    if not _URL.fullmatch(url):
        raise BadRequest(f"{SHAPE}, with %40 for @ and %2F for / in a password; this address is none")
    try:
        return USUAL | conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise BadRequest(f"{SHAPE}; in this address PostgreSQL does not know what stands after ? or %") from None
