"""The addresses of this machine: which requests come from itself, and where other devices reach it.

A laptop may have several networks, and phones may be on only some of them. The best guess is the address that a device
has used; before that, the one for the Internet. The director can choose another one.
"""

import ctypes
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

IpAddress: TypeAlias = IPv4Address | IPv6Address
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
DOCUMENTATION = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses reserved for documentation."""
_IS_UP, _IS_LOOPBACK, _IS_RUNNING = 0x1, 0x8, 0x40
"""Flags of an interface; one without a cable or a network is up but not running."""


def parse_ip(text: str) -> IpAddress | None:
    """Return an IP address; None if the text is not one. An IPv4 address in IPv6 notation becomes IPv4.

    >>> parse_ip("::ffff:10.77.0.1"), parse_ip("fe80::1%eth0"), parse_ip("laptop.local")
    (IPv4Address('10.77.0.1'), IPv6Address('fe80::1%eth0'), None)
    """
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


def from_this_machine(scope: Scope) -> bool:
    """Return whether a connection comes from this machine: from a loopback address, or from its target address.

    No other machine can connect to our address from that same address: the answers would not reach it. Headers never
    count in favour of a request; those of a proxy count against it, even if the proxy is on this machine.
    """
    headers = Headers(scope=scope)
    if any(name in headers for name in FORWARDED):
        return False
    client, server = _end_of(scope, "client"), _end_of(scope, "server")
    return client is not None and (client.is_loopback or client == server)


def _end_of(scope: Scope, end: str) -> IpAddress | None:
    return parse_ip(scope[end][0]) if scope.get(end) else None


def interface_addresses() -> list[IpAddress]:
    """Return the addresses of all network interfaces that are up, without loopback."""
    addresses: Sequence[IpAddress] = ()
    if sys.platform != "win32":
        with suppress(OSError, AttributeError):  # a system without getifaddrs
            addresses = tuple(_posix_addresses())
    if not addresses:  # Windows finds all its addresses by its own name
        with suppress(OSError):
            ends = {end[4][0] for end in socket.getaddrinfo(socket.gethostname(), None)}
            addresses = [ip for ip in map(parse_ip, map(str, ends)) if ip and not ip.is_loopback]
    return sorted(set(addresses), key=lambda ip: (ip.version, ip.packed))


class _InterfaceAddress(ctypes.Structure):
    """The beginning of `struct ifaddrs`, which Linux, macOS and the BSDs have in common."""


_InterfaceAddress._fields_ = [  # here and not in the class, because it points to its own kind
    ("next", ctypes.POINTER(_InterfaceAddress)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def _posix_addresses() -> Iterator[IpAddress]:
    libc = ctypes.CDLL(None, use_errno=True)
    first = ctypes.POINTER(_InterfaceAddress)()
    if libc.getifaddrs(ctypes.byref(first)):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    try:
        entry = first
        while entry:
            now = entry.contents
            if now.address and now.flags & (_IS_UP | _IS_LOOPBACK | _IS_RUNNING) == _IS_UP | _IS_RUNNING:
                yield from _socket_address(now.address)
            entry = now.next
    finally:
        libc.freeifaddrs(first)


def _socket_address(place: int) -> Iterator[IpAddress]:
    """Yield the address in a `struct sockaddr`, if it is one of IPv4 or IPv6."""
    head = ctypes.string_at(place, 2)
    family = int.from_bytes(head, sys.byteorder) if sys.platform == "linux" else head[1]
    if family == socket.AF_INET:
        yield IPv4Address(ctypes.string_at(place + 4, 4))
    elif family == socket.AF_INET6:
        yield IPv6Address(ctypes.string_at(place + 8, 16))


def default_address(version: int) -> IpAddress | None:
    """Return the address of this machine for connections to the Internet; nothing is sent."""
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((DOCUMENTATION[version], 9))
        return parse_ip(asking.getsockname()[0])
    return None


def in_order(addresses: Sequence[IpAddress], defaults: Sequence[IpAddress | None] = ()) -> list[IpAddress]:
    """Return the addresses that phones can open, the likeliest first: default ones, then those of private networks.

    Link-local IPv6 addresses are left out: phones cannot open them without the name of the link.

    >>> [str(ip) for ip in in_order([*map(ip_address, ("fe80::1", "169.254.3.4", "8.8.4.4", "10.0.0.7"))])]
    ['10.0.0.7', '8.8.4.4', '169.254.3.4']
    """
    usable = [ip for ip in addresses if not (ip.version == 6 and ip.is_link_local)]
    return sorted(usable, key=lambda ip: (ip not in defaults, ip.is_link_local, ip.version, not ip.is_private))


@dataclass(eq=False)
class LanAddresses:
    """The addresses for other devices on a laptop; networks change, so they are read each time."""

    port: int
    host: IpAddress | None = None
    """The only address on which it listens; None if it listens on all."""
    versions: tuple[int, ...] = (4,)
    """Of the Internet protocol."""
    interfaces: Callable[[], Sequence[IpAddress]] = interface_addresses
    default: Callable[[int], IpAddress | None] = default_address
    last_reached: IpAddress | None = field(default=None, init=False)
    """The address that another device used last."""
    _was_known: bool = field(default=False, init=False)

    @classmethod
    def from_socket(cls, listening: socket.socket) -> "LanAddresses":
        """Return the addresses of a socket."""
        name, port = listening.getsockname()[:2]
        ip = parse_ip(name)
        if ip and not ip.is_unspecified:
            return cls(port, ip)
        if listening.family == socket.AF_INET:
            return cls(port)
        only_six = listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
        return cls(port, versions=(6,) if only_six else (4, 6))

    def urls(self) -> list[str]:
        """Return all addresses as links, the best guess first; empty without a network."""
        if self.host:
            return [self._url(self.host)]
        usable = [ip for ip in self.interfaces() if ip.version in self.versions]
        ordered = in_order(usable, [self.default(version) for version in self.versions])
        return [self._url(ip) for ip in sorted(ordered, key=lambda ip: ip != self.last_reached)]

    def note_request(self, scope: Scope, *, is_known: bool) -> None:
        """Store the address that another device used; once there are known devices, only they count."""
        server = _end_of(scope, "server")
        if server and not server.is_loopback and (is_known or not self._was_known):
            self.last_reached, self._was_known = server, is_known

    def _url(self, ip: IpAddress) -> str:
        return f"http://[{ip}]:{self.port}/" if ip.version == 6 else f"http://{ip}:{self.port}/"


def typed_url(scope: Scope) -> str:
    """Return the address that a browser on another machine has opened, if it is numeric.

    It belongs to this machine, or to a router or virtual machine in front of it. Use it only for a director's browser:
    another device could send anything.

    >>> typed_url({"headers": [(b"host", b"192.168.1.5:8013")]}), typed_url({"headers": [(b"host", b"localhost:80")]})
    ('http://192.168.1.5:8013/', '')
    """
    host = Headers(scope=scope).get("host", "")
    with suppress(ValueError):
        ip = parse_ip(urlsplit(f"//{host}").hostname or "")
        return f"http://{host}/" if ip and not ip.is_loopback else ""
    return ""
