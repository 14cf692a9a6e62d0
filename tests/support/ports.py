"""Unused ports for the servers that tests start."""

import os
import secrets
import socket
from contextlib import suppress

FIRST, PORTS_PER_WORKER = 20_000, 1_000
"""Below the range from which systems take ports for outgoing connections: there any connection may take a port before
its server starts. Every worker of the tests has its own ports."""


def free_port() -> int:
    """Return an unused port."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = FIRST + (worker % 10) * PORTS_PER_WORKER + secrets.randbelow(PORTS_PER_WORKER)
        with socket.socket() as asking, suppress(OSError):
            asking.bind(("", port))
            return port


def free_ports(many: int) -> list[int]:
    """Return different unused ports."""
    ports: set[int] = set()
    while len(ports) < many:
        ports.add(free_port())
    return list(ports)
