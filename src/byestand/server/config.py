"""Settings of a hosted service: its public address, its proxies, and how long workspaces are kept."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from byestand.errors import BadRequest
from byestand.language import say

Network: TypeAlias = IPv4Network | IPv6Network
DAYS = 400
"""Days that an unvisited workspace is kept by default."""
MAX_DAYS = 36_500
PORTS = {"http": 80, "https": 443}
"""The default ports of the schemes, which browsers leave out."""
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.ASCII)
_PATH = re.compile(r"(/[\w~-][\w.~-]*)*/?", re.ASCII)
"""The path of the public address: characters that mean the same in addresses, pages and cookies."""


@dataclass(frozen=True, slots=True)
class HostingConfig:
    """How clients reach the app."""

    public: str
    """The public address, such as ``https://bridge.example.org/byestand/``."""
    proxies: tuple[Network, ...] = ()
    """Trusted reverse proxies, which report the addresses of clients."""
    days: int = DAYS

    @classmethod
    def parse(cls, public: str, proxies: tuple[str, ...], days: int | None) -> "HostingConfig":
        """Return the settings that an operator typed; raise BadRequest if one is not valid.

        >>> HostingConfig.parse("https://Bridge.example.org:443/byestand", ("127.0.0.1",), 400).public
        'https://bridge.example.org/byestand/'
        """
        return cls(_as_browsers_write(public), tuple(map(_network, proxies)), parse_keep_days(days))

    @property
    def host(self) -> str:
        """The host name, with the port if it is not the default."""
        return urlsplit(self.public).netloc

    @property
    def trusted_proxies(self) -> list[str]:
        """The proxies, each also as an IPv6 socket shows an IPv4 address."""
        mapped = (f"::ffff:{ip.network_address}/{96 + ip.prefixlen}" for ip in self.proxies if ip.version == 4)
        return [*map(str, self.proxies), *mapped]

    @property
    def prefix(self) -> str:
        """The path of the public address; usually empty."""
        return urlsplit(self.public).path.rstrip("/")


def parse_keep_days(typed: int | None) -> int:
    """Return how many days unvisited workspaces are kept."""
    days = DAYS if typed is None else typed
    if not 1 <= days <= MAX_DAYS:
        raise BadRequest(say("the number of days must be 1 to {most}: {days}", most=MAX_DAYS, days=days))
    return days


def _as_browsers_write(public: str) -> str:
    """Return the public address exactly as browsers send it in the Origin header."""
    error = BadRequest(say("--public must be a URL such as https://bridge.example.org/: {url!r}", url=public))
    try:
        parts = urlsplit(public)
        port, host = parts.port, _host(parts)
    except ValueError:
        raise error from None
    if parts.scheme not in PORTS or "@" in parts.netloc or port == 0 or parts.query or parts.fragment:
        raise error
    if not _PATH.fullmatch(parts.path):
        raise BadRequest(
            say("the path of --public may have only letters a to z, digits and hyphens: {path!r}", path=parts.path)
        )
    port_part = f":{port}" if port and port != PORTS[parts.scheme] else ""
    return f"{parts.scheme}://{host}{port_part}{parts.path.rstrip('/')}/"


def _host(parts: SplitResult) -> str:
    name = parts.hostname or ""
    if "[" in parts.netloc:
        address = IPv6Address(name)
        if address.scope_id:
            raise ValueError(name)
        return f"[{address}]"
    if not name.isascii():
        raise BadRequest(say("write an international host name in its xn-- form: {name!r}", name=name))
    if not _NAME.fullmatch(name):
        raise ValueError(name)
    return name


def _network(typed: str) -> Network:
    try:
        return ip_network(typed)
    except ValueError:
        reason = say("--proxy must be an IP address or a network such as 10.0.0.0/8: {text!r}", text=typed)
        raise BadRequest(reason) from None
