"""A club's evening for stories in browsers: the server that is killed and comes back, 37 pairs, and who looks on."""

import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from app import PATIENCE

FIRST = tuple("Anna Boris Carla Dieter Emma Felix Greta Hugo Irene Jakob Karin Lukas Maria".split())  # noqa: SIM905
LAST = tuple("Alder Beech Cedar Damson Elder Fir Gorse Hazel Ivy Juniper Kapok Larch Maple Oak".split())  # noqa: SIM905


def names(pairs: int) -> list[str]:
    """Return so many pairs of people, no two of them called alike."""
    people = [f"{FIRST[n % 13]} {LAST[n % 14]}" for n in range(2 * pairs)]
    return [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)]


@dataclass
class Server:
    """A server as people start it, always at the same address with the same nights, however often it is killed."""

    data: Path
    options: tuple[str, ...] = ()
    port: int = 0
    kills: int = 0
    _process: "subprocess.Popen[str] | None" = field(default=None, repr=False)

    def __post_init__(self) -> None:
        with socket.socket() as asking:
            asking.bind(("127.0.0.1", 0))
            self.port = asking.getsockname()[1]

    @property
    def address(self) -> str:
        """Where it answers."""
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
        """End it as a power cut would, and start it again."""
        self.end(signal.SIGKILL)
        self.kills += 1
        self.start()

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it."""
        assert self._process
        self._process.send_signal(how)
        self._process.communicate(timeout=PATIENCE)
