"""A club's session for browser tests: servers that are killed and restarted, and 37 pairs."""

import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from byestand.server.ops.shutdown import HEALTH
from tests.support.app import PATIENCE
from tests.support.load_balancer import Balancer
from tests.support.ports import free_port

FIRST = tuple("Anna Boris Carla Dieter Emma Felix Greta Hugo Irene Jakob Karin Lukas Maria".split())  # noqa: SIM905
LAST = tuple("Alder Beech Cedar Damson Elder Fir Gorse Hazel Ivy Juniper Kapok Larch Maple Oak".split())  # noqa: SIM905


def names(pairs: int) -> list[str]:
    """Return the names of this many pairs; all people have different names."""
    people = [f"{FIRST[n % 13]} {LAST[n % 14]}" for n in range(2 * pairs)]
    return [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)]


@dataclass
class Server:
    """A server as users start it, always at the same address with the same sessions, however often it is killed."""

    data: Path
    options: tuple[str, ...] = ()
    port: int = 0
    kills: int = 0
    _process: "subprocess.Popen[str] | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.port = self.port or free_port()

    @property
    def address(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        told = ["--no-browser", "--port", str(self.port), "--data", str(self.data), *self.options]
        command = [sys.executable, "-m", "byestand", "serve", *told]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert re.search(rf":{self.port}/", line), line

    def kill(self) -> None:
        """Kill it like a power cut, and start it again."""
        self.end(signal.SIGKILL)
        self.kills += 1
        self.start()

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it."""
        assert self._process
        self._process.send_signal(how)
        self._process.communicate(timeout=PATIENCE)


class Service:
    """A service for many clubs: two processes with one PostgreSQL, behind one address."""

    def __init__(self, store: str, folder: Path) -> None:
        self._store, self._log = store, folder / "service.log"
        self._ports = free_port(), free_port()
        self._balancer = Balancer(self._ports)
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self.kills = 0

    @property
    def address(self) -> str:
        """The public address."""
        return f"http://127.0.0.1:{self._balancer.port}"

    def start(self) -> None:
        """Start it, and wait until all of it answers."""
        for port in self._ports:
            self._start(port)
        for port in self._ports:
            wait_for(port, HEALTH)

    def _start(self, port: int) -> None:
        told = ["--port", str(port), "--store", self._store, "--public", f"{self.address}/"]
        command = [sys.executable, "-m", "byestand", "serve", "--no-browser", *told]
        with self._log.open("ab") as log:
            self._processes[port] = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def kill(self) -> None:
        """Kill one process like a power cut, each in turn; the other continues, and the killed one is restarted."""
        for port in self._ports:
            wait_for(port, HEALTH)
        port = self._ports[self.kills % len(self._ports)]
        self._end(port, signal.SIGKILL)
        self.kills += 1
        self._start(port)

    def _end(self, port: int, how: signal.Signals) -> None:
        self._processes[port].send_signal(how)
        self._processes[port].wait(timeout=60)

    def end(self) -> None:
        """End it at once: a graceful end is tested elsewhere."""
        self._balancer.close()
        for port in self._processes:
            self._end(port, signal.SIGKILL)


def wait_for(port: int, path: str = "/") -> None:
    """Wait until a server on this machine answers."""
    latest = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}{path}"):
                return
        except OSError:
            assert time.monotonic() < latest
            time.sleep(0.05)
