"""The port on which the app listens: a free one, open to the network only with --lan."""

import errno
import os
import socket
from collections.abc import Iterable, Sequence
from ipaddress import ip_address

from byestand.errors import BadRequest
from byestand.language import say

HIGHEST_PORT = 65535
PORTS_TRIED = 20
FIRST_FREE_TO_ALL = 1024
"""On most systems lower ports need administrator rights."""


def listen(host: str, port: int, *, lan: bool = False, hosted: bool = False) -> list[socket.socket]:
    """Return sockets on the port, or on the next free one; raise BadRequest if the address does not fit --lan.

    With one network address, the last socket is on loopback, for the browser on this machine. A hosted service uses its
    port only, which its proxy knows. It listens only when it is ready, so that a proxy uses another process until then.
    """
    last = port if hosted else min(port + PORTS_TRIED - 1, HIGHEST_PORT)
    for candidate in range(port, last + 1) if port else (0,) * PORTS_TRIED:
        sockets: list[socket.socket] = []
        try:
            sockets.append(_bind(host, candidate))
            if not hosted:
                _require_meant(sockets[0], host, lan)
                if beside := _loopback_beside(sockets[0]):
                    sockets.append(_bind(beside, sockets[0].getsockname()[1]))
                for bound in sockets:
                    bound.listen(2048)
        except OSError as fault:
            _close(sockets)
            _require_taken(fault, host, candidate)
        except BadRequest:
            _close(sockets)
            raise
        else:
            return sockets
    if hosted:
        raise BadRequest(say("the port is in use; choose another with --port: {port}", port=port))
    raise BadRequest(say("ports {first} to {last} are all in use; choose another with --port", first=port, last=last))


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol: asyncio sets TCP_NODELAY only on sockets with the protocol TCP.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.set_inheritable(False)
        bound.bind((host, port))
    except TypeError:  # the host name cannot be encoded
        bound.close()
        raise BadRequest(say("cannot listen there, unknown host name: {host!r}", host=host)) from None
    except OSError:
        bound.close()
        raise
    return bound


def _close(sockets: Iterable[socket.socket]) -> None:
    for bound in sockets:
        bound.close()


def _loopback_beside(bound: socket.socket) -> str:
    """Return the loopback address for a socket that does not include it; else an empty text."""
    ip = ip_address(bound.getsockname()[0])
    if ip.is_loopback or ip.is_unspecified:
        return ""
    return "127.0.0.1" if bound.family == socket.AF_INET else "::1"


def _require_taken(fault: OSError, host: str, port: int) -> None:
    """Raise BadRequest if another port would not help."""
    if fault.errno == errno.EACCES and port < FIRST_FREE_TO_ALL:
        raise BadRequest(
            say(
                "ports below {first} need administrator rights; use a higher one, such as --port 8013: {port}",
                first=FIRST_FREE_TO_ALL,
                port=port,
            )
        ) from fault
    if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
        raise BadRequest(
            say("cannot listen there ({error}): {host!r}", error=fault.strerror or fault, host=host)
        ) from fault


def _require_meant(bound: socket.socket, host: str, lan: bool) -> None:
    """Raise BadRequest if the address is open to the network without --lan, or not with it."""
    is_local = ip_address(bound.getsockname()[0]).is_loopback
    if is_local != lan:
        return
    if is_local:
        raise BadRequest(say("--lan needs an address that other devices can reach: {host!r}", host=host))
    raise BadRequest(
        say(
            "this address would let anyone change your sessions; use --lan so that devices need a code: {host!r}",
            host=host,
        )
    )


def local_url(sockets: Sequence[socket.socket]) -> str:
    """Return the address on this machine."""
    name, port = sockets[-1].getsockname()[:2]
    ip = ip_address(name)
    if ip.is_unspecified:
        ip = ip_address("127.0.0.1" if ip.version == 4 else "::1")
    return f"http://[{ip}]:{port}/" if ip.version == 6 else f"http://{ip}:{port}/"
