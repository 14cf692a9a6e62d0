"""Where many clubs share one service: what it is called out there, who stands between, how long desks are kept."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from byestand.errors import BadRequest

Network: TypeAlias = IPv4Network | IPv6Network
DAYS = 400
"""So long a desk stays that nobody visits, if the operator says nothing else."""
MOST_DAYS = 36_500
PORTS = {"http": 80, "https": 443}
"""The schemes, and the ports that browsers leave out of addresses."""
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.ASCII)
_PATH = re.compile(r"(/[\w~-][\w.~-]*)*/?", re.ASCII)
"""What may stand before every path: signs that mean the same in addresses, pages and cookies."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """How the app is reached from outside."""

    public: str
    """What people open, like ``https://bridge.example.org/byestand/``."""
    proxies: tuple[Network, ...] = ()
    """Who may say from where a request came to him."""
    days: int = DAYS

    @classmethod
    def told(cls, public: str, proxies: tuple[str, ...], days: int | None) -> "Hosting":
        """Return what an operator typed, as browsers write it; refuse what nobody could open.

        >>> Hosting.told("https://Bridge.example.org:443/byestand", ("127.0.0.1",), 400).public
        'https://bridge.example.org/byestand/'
        """
        return cls(_as_browsers_write(public), tuple(map(_network, proxies)), days_kept(days))

    @property
    def host(self) -> str:
        """The name under which it is known, with its port where browsers write it."""
        return urlsplit(self.public).netloc

    @property
    def trusted(self) -> list[str]:
        """The proxies, each also as an IPv6 socket shows an IPv4 address."""
        mapped = (f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in self.proxies if one.version == 4)
        return [*map(str, self.proxies), *mapped]

    @property
    def prefix(self) -> str:
        """What stands before every path out there; mostly nothing."""
        return urlsplit(self.public).path.rstrip("/")


def days_kept(told: int | None) -> int:
    """Return for how many days desks are kept that nobody visits, as an operator typed it, or did not."""
    days = DAYS if told is None else told
    if not 1 <= days <= MOST_DAYS:
        raise BadRequest(f"desks are kept for a day at least, and for {MOST_DAYS} at most: {days}")
    return days


def _as_browsers_write(public: str) -> str:
    """Return the public address: every form is asked whether it comes from there, letter by letter."""
    no = BadRequest(f"the public address is one like https://bridge.example.org/: {public!r}")
    try:
        parts = urlsplit(public)
        port, host = parts.port, _host(parts)
    except ValueError:
        raise no from None
    if parts.scheme not in PORTS or "@" in parts.netloc or port == 0 or parts.query or parts.fragment:
        raise no
    if not _PATH.fullmatch(parts.path):
        raise BadRequest(f"the path of the public address is plain letters, figures and hyphens: {parts.path!r}")
    shown = f":{port}" if port and port != PORTS[parts.scheme] else ""
    return f"{parts.scheme}://{host}{shown}{parts.path.rstrip('/')}/"


def _host(parts: SplitResult) -> str:
    name = parts.hostname or ""
    if "[" in parts.netloc:
        address = IPv6Address(name)
        if address.scope_id:
            raise ValueError(name)
        return f"[{address}]"
    if not name.isascii():
        raise BadRequest(f"a name with other letters than a to z is written as machines know it, xn--…: {name!r}")
    if not _NAME.fullmatch(name):
        raise ValueError(name)
    return name


def _network(told: str) -> Network:
    try:
        return ip_network(told)
    except ValueError:
        raise BadRequest(f"a proxy is named by its address, or a network of them like 10.0.0.0/8: {told!r}") from None
