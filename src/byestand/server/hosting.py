"""Where many clubs share one service: what it is called out there, who stands between, how long desks are kept."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

from byestand.errors import BadRequest

Network: TypeAlias = IPv4Network | IPv6Network
DAYS = 400
"""So long a desk stays that nobody visits, if the operator says nothing else."""
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
    def told(cls, public: str, proxies: tuple[str, ...], days: int) -> "Hosting":
        """Return what an operator typed; refuse what nobody could open.

        >>> Hosting.told("https://bridge.example.org/byestand", ("127.0.0.1",), 400).prefix
        '/byestand'
        """
        parts = urlsplit(public)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise BadRequest(f"the public address is one like https://bridge.example.org/: {public!r}")
        if not _PATH.fullmatch(parts.path):
            raise BadRequest(f"the path of the public address is plain letters, figures and hyphens: {parts.path!r}")
        if days < 1:
            raise BadRequest(f"desks are kept for a day at least: {days}")
        return cls(public.rstrip("/") + "/", tuple(map(_network, proxies)), days)

    @property
    def host(self) -> str:
        """The name under which it is known."""
        return urlsplit(self.public).hostname or ""

    @property
    def prefix(self) -> str:
        """What stands before every path out there; mostly nothing."""
        return urlsplit(self.public).path.rstrip("/")

    @property
    def is_encrypted(self) -> bool:
        """Whether browsers reach it by https."""
        return self.public.startswith("https:")


def _network(told: str) -> Network:
    try:
        return ip_network(told)
    except ValueError:
        raise BadRequest(f"a proxy is named by its address, or a network of them like 10.0.0.0/8: {told!r}") from None
