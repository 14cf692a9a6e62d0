"""The port on which the app listens: a free one, where only those come who are meant; and what it is called there."""

import errno
import os
import socket
from contextlib import suppress
from ipaddress import ip_address

from byestand.errors import BadRequest

HIGHEST_PORT = 65535
PORTS_TRIED = 20
FIRST_FREE_TO_ALL = 1024
"""Lower ports belong to the administrator on most systems."""
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: they are for documentation."""


def listen(host: str, port: int, *, lan: bool = False, hosted: bool = False) -> socket.socket:
    """Return a socket on the port, or on the next one that is free; not where others come, unless they may.

    A service has its port or none: whoever stands before it knows no other. It listens only once it answers, so that
    a proxy asks another process meanwhile.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = port if hosted else min(port + PORTS_TRIED - 1, HIGHEST_PORT)
    for candidate in range(port, last + 1) if port else (0,):
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio leaves Nagle on
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, candidate))
            if not hosted:
                _require_meant(found, host, lan)
                found.listen(2048)
        except TypeError:  # so Python calls a name that cannot be written for machines
            found.close()
            raise BadRequest(f"cannot serve there, that is no name of a machine: {host!r}") from None
        except OSError as fault:
            found.close()
            if fault.errno == errno.EACCES and candidate < FIRST_FREE_TO_ALL:
                raise BadRequest(
                    f"this machine lets only its administrator serve on ports below {FIRST_FREE_TO_ALL}; name a higher"
                    f" one, like --port 8013: {candidate}"
                ) from fault
            if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise BadRequest(f"cannot serve there, {str(fault.strerror or fault).lower()}: {host!r}") from fault
        else:
            found.set_inheritable(False)
            return found
    if hosted:
        raise BadRequest(f"the port is taken; name another with --port: {port}")
    raise BadRequest(f"ports {port} to {last} are all taken; name another with --port")


def _require_meant(bound: socket.socket, host: str, lan: bool) -> None:
    """Refuse to be open to a network unasked, and to be asked in vain; nobody was listened to yet."""
    alone = ip_address(bound.getsockname()[0]).is_loopback
    if alone != lan:
        return
    bound.close()
    if alone:
        raise BadRequest(f"with --lan others shall reach it, and there only this machine does: {host!r}")
    raise BadRequest(f"that lets others see, change and throw away your nights; with --lan they need a code: {host!r}")


def addresses(listening: socket.socket) -> tuple[str, str]:
    """Return where it answers on this machine, and where others reach it; nothing where they do not."""
    found, port = listening.getsockname()[:2]
    ip = ip_address(found)
    inside = ip
    if ip.is_unspecified:
        inside = ip_address("127.0.0.1" if listening.family == socket.AF_INET else "::1")
    outside = "" if ip.is_loopback else _outside(listening.family) if ip.is_unspecified else _quoted(found)
    return f"http://{_quoted(str(inside))}:{port}/", f"http://{outside}:{port}/" if outside else ""


def _quoted(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _outside(family: socket.AddressFamily) -> str:
    """Return the address from which this machine would speak to others, which sends nothing; or its name."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((FAR_AWAY[family], 9))
        return _quoted(asking.getsockname()[0])
    return socket.gethostname()
