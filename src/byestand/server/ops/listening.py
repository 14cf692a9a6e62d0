"""The port on which the app listens: a free one, where only those come who are meant."""

import errno
import os
import socket
from collections.abc import Iterable, Sequence
from ipaddress import ip_address

from byestand.errors import BadRequest

HIGHEST_PORT = 65535
PORTS_TRIED = 20
FIRST_FREE_TO_ALL = 1024
"""Lower ports belong to the administrator on most systems."""


def listen(host: str, port: int, *, lan: bool = False, hosted: bool = False) -> list[socket.socket]:
    """Return sockets on the port, or on the next one that is free; not where others come, unless they may.

    Where others come to one address, the last socket is on loopback, for the browser on this machine. A service has its
    port or none: whoever stands before it knows no other. It listens only once it answers, so that a proxy asks another
    process meanwhile.
    """
    last = port if hosted else min(port + PORTS_TRIED - 1, HIGHEST_PORT)
    for candidate in range(port, last + 1) if port else (0,) * PORTS_TRIED:
        found: list[socket.socket] = []
        try:
            found.append(_bind(host, candidate))
            if not hosted:
                _require_meant(found[0], host, lan)
                if beside := _loopback_beside(found[0]):
                    found.append(_bind(beside, found[0].getsockname()[1]))
                for one in found:
                    one.listen(2048)
        except OSError as fault:
            _close(found)
            _require_taken(fault, host, candidate)
        except BadRequest:
            _close(found)
            raise
        else:
            return found
    if hosted:
        raise BadRequest(f"the port is taken; name another with --port: {port}")
    raise BadRequest(f"ports {port} to {last} are all taken; name another with --port")


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol: asyncio sets TCP_NODELAY only on sockets that say they are TCP.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.set_inheritable(False)
        found.bind((host, port))
    except TypeError:  # so Python calls a name that cannot be written for machines
        found.close()
        raise BadRequest(f"cannot serve there, that is no name of a machine: {host!r}") from None
    except OSError:
        found.close()
        raise
    return found


def _close(sockets: Iterable[socket.socket]) -> None:
    for one in sockets:
        one.close()


def _loopback_beside(bound: socket.socket) -> str:
    """Return the loopback address for a socket that is not reached there."""
    ip = ip_address(bound.getsockname()[0])
    if ip.is_loopback or ip.is_unspecified:
        return ""
    return "127.0.0.1" if bound.family == socket.AF_INET else "::1"


def _require_taken(fault: OSError, host: str, port: int) -> None:
    """Refuse what another port would not mend."""
    if fault.errno == errno.EACCES and port < FIRST_FREE_TO_ALL:
        raise BadRequest(
            f"this machine lets only its administrator serve on ports below {FIRST_FREE_TO_ALL}; name a higher"
            f" one, like --port 8013: {port}"
        ) from fault
    if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
        raise BadRequest(f"cannot serve there, {str(fault.strerror or fault).lower()}: {host!r}") from fault


def _require_meant(bound: socket.socket, host: str, lan: bool) -> None:
    """Refuse to be open to a network unasked, and to be asked in vain; nobody was listened to yet."""
    alone = ip_address(bound.getsockname()[0]).is_loopback
    if alone != lan:
        return
    if alone:
        raise BadRequest(f"with --lan others shall reach it, and there only this machine does: {host!r}")
    raise BadRequest(f"that lets others see, change and throw away your nights; with --lan they need a code: {host!r}")


def local_url(sockets: Sequence[socket.socket]) -> str:
    """Return where it answers on this machine."""
    found, port = sockets[-1].getsockname()[:2]
    ip = ip_address(found)
    if ip.is_unspecified:
        ip = ip_address("127.0.0.1" if ip.version == 4 else "::1")
    return f"http://[{ip}]:{port}/" if ip.version == 6 else f"http://{ip}:{port}/"
