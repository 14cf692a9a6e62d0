"""Real networks for tests: machines are network namespaces of Linux, cables are pairs of virtual interfaces.

It needs root and `ip` of iproute2. A module calls `require_networks`; without them it is skipped, and the summary of
the tests has a line about it.
"""

import ctypes
import http.client
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

NEW_NETWORK = 0x40000000
"""CLONE_NEWNET of <sched.h>."""
SECONDS = 2
"""The timeout for a machine that may not exist, in seconds."""


@dataclass
class Machine:
    """A machine with its own networks."""

    name: str
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def prefix(self) -> tuple[str, ...]:
        """The prefix of a command that runs on this machine."""
        return "ip", "netns", "exec", self.name

    def ip(self, *words: str) -> None:
        """Run an ip command."""
        _run("ip", "-n", self.name, *words)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Put this thread on the machine: its new sockets stay there."""
        with Path("/proc/thread-self/ns/net").open("rb") as before, Path("/run/netns", self.name).open("rb") as here:
            _enter(here.fileno())
            try:
                yield
            finally:
                _enter(before.fileno())

    def ask(
        self, url: str, form: Mapping[str, str] | None = None, *, source: str = ""
    ) -> tuple[int, Mapping[str, str], str]:
        """Return status, headers and text of an answer; raise OSError if the server cannot be reached."""
        parts = urlsplit(url)
        address = parts.netloc.rpartition(":")[0].strip("[]")
        connection = http.client.HTTPConnection(
            address, parts.port, timeout=SECONDS, source_address=(source, 0) if source else None
        )
        with self.inside():
            connection.connect()
        connection.sock.settimeout(120)
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers["host"] = parts.netloc.partition("%")[0] + (f"]:{parts.port}" if "%" in parts.netloc else "")
        if form is not None:
            headers["content-type"] = "application/x-www-form-urlencoded"
        connection.request("GET" if form is None else "POST", parts.path, urlencode(form or {}) or None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def reaches(self, url: str) -> bool:
        """Return whether a server answers."""
        try:
            self.ask(url)
        except OSError:
            return False
        return True


@dataclass
class Networks:
    """Some machines and the cables between them."""

    machines: list[Machine] = field(default_factory=list)
    cables: int = 0

    @classmethod
    @contextmanager
    def create(cls) -> Iterator["Networks"]:
        """Yield networks without machines."""
        found = cls()
        try:
            yield found
        finally:
            for machine in found.machines:
                _run("ip", "netns", "delete", machine.name)

    def machine(self, name: str) -> Machine:
        """Return a new machine without cables."""
        made = Machine(f"byestand-{os.getpid()}-{name}")
        _run("ip", "netns", "add", made.name)
        self.machines.append(made)
        made.ip("link", "set", "lo", "up")
        return made

    def connect(self, one: Machine, other: Machine, *addresses: tuple[str, str]) -> tuple[str, str]:
        """Put a cable between two machines, with addresses for both ends; return the names of the interfaces."""
        self.cables += 1
        ends = f"cable{self.cables}a", f"cable{self.cables}b"
        one.ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", other.name)
        for machine, end, at in ((one, ends[0], 0), (other, ends[1], 1)):
            for pair in addresses:
                without_delay = ["nodad"] if ":" in pair[at] else []
                machine.ip("addr", "add", pair[at], "dev", end, *without_delay)
            machine.ip("link", "set", end, "up")
        return ends


def require_networks() -> None:
    """Skip the module if no network can be made."""
    try:
        with Networks.create() as networks, networks.machine("trial").inside():
            pass
    except (OSError, subprocess.CalledProcessError) as fault:
        why = str(getattr(fault, "stderr", "") or fault).strip()
        pytest.skip(f"a club's networks were not tried; they need root and ip netns: {why}", allow_module_level=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


def _enter(network: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(network, NEW_NETWORK):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
