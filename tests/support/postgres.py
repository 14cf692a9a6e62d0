"""A real PostgreSQL for tests, with Debian's programs but not its services: started once, a new database per test.

It listens on this machine only, requires passwords there, and trusts all connections by its socket.
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import gettempdir, mkdtemp

import psycopg

from tests.support.ports import free_port

DEBIANS = Path("/usr/lib/postgresql")
OWNER, PASSWORD = "byestand", "open sesame/@"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there
PREFIX = "byestand-tests-"
"""The prefix of our folder; the number of our process follows."""
SERVICE = "postgres"
"""The user that runs it if the tests run as root, because PostgreSQL does not run as root."""
PATIENCE = 60


@dataclass
class Cluster:
    """A PostgreSQL with its files, which can be stopped and started."""

    folder: Path
    port: int
    _process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)
    _numbers: Iterator[int] = field(default_factory=count, repr=False)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        told = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        options = [part for name, value in told.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [*_drop_privileges(), _program("postgres"), "-D", str(self.folder / "data"), *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        latest = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text(encoding="utf-8")
                assert time.monotonic() < latest
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it without waiting for open connections; with SIGQUIT it crashes."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start()

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}&port={self.port}"

    def by_network(self, database: str, password: str) -> str:
        """Return the address of a database with a password."""
        return f"postgresql://{OWNER}:{password}@127.0.0.1:{self.port}/{database}"

    def fresh(self, encoding: str = "UTF8") -> str:
        """Return the address of a new database."""
        name = f"nights{next(self._numbers)}"
        self.do(f"create database {name} template template0 encoding '{encoding}' locale 'C'")
        return self.url(name)

    def do(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as the owner."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def end(self) -> None:
        """Stop it and delete its files."""
        self.stop()
        shutil.rmtree(self.folder)


@cache
def cluster() -> Cluster:
    """Return the PostgreSQL of this process; it ends with the process."""
    place = MEMORY if MEMORY.is_dir() else Path(gettempdir())
    _tidy_up()
    found = Cluster(Path(mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)), free_port())
    secret = found.folder / "secret"
    secret.write_text(PASSWORD, encoding="utf-8")
    if os.name == "posix" and os.geteuid() == 0:
        shutil.chown(found.folder, SERVICE)
        shutil.chown(secret, SERVICE)
    told = ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}", "--encoding=UTF8", "--locale=C"]
    command = [
        *_drop_privileges(),
        _program("initdb"),
        "-D",
        str(found.folder / "data"),
        "-U",
        OWNER,
        *told,
        "--no-sync",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    atexit.register(found.end)
    found.start()
    return found


def _tidy_up() -> None:
    """Free the memory of killed tests; their databases have ended with them."""
    for folder in MEMORY.glob(f"{PREFIX}*"):
        if not Path("/proc", folder.name.removeprefix(PREFIX).partition("-")[0]).exists():
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def away(of: Cluster, how: signal.Signals = signal.SIGINT) -> Iterator[None]:
    """Stop a database for a while."""
    of.stop(how)
    try:
        yield
    finally:
        of.start()


def _program(name: str) -> str:
    newest = sorted(DEBIANS.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3].partition(".")[0]))
    found = str(newest[-1]) if newest else shutil.which(name)
    assert found, f"the tests need {name}; on Debian: apt-get install postgresql"
    return found


def _drop_privileges() -> list[str]:
    """Return the prefix of a command that does not run as root, and ends when we end."""
    if sys.platform != "linux":
        return []
    as_whom = [f"--reuid={SERVICE}", f"--regid={SERVICE}", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", "--pdeathsig=INT", *as_whom]
