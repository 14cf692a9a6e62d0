"""How a request looked outside, before a proxy handed it on: from whom, to which name, by which scheme.

What proxies tell (``X-Forwarded-For`` and ``X-Forwarded-Host``, which nginx, Caddy and Apache send) is believed only of
those that the operator named; anybody else can write anything there. The scheme is that of the public address: where a
proxy is reached by another one, the last of them would tell how it was reached itself.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.config import Hosting, Network
from byestand.server.web.security import name_of

Address: TypeAlias = IPv4Address | IPv6Address


class Outside:
    """The outermost layer of a service: behind it all looks as if there were no proxy."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self._app = app
        self._hosting = hosting
        self._netloc = urlsplit(hosting.public).netloc.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on as it came from outside."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer, port = scope.get("client") or ("", 0)
        by_proxy = is_one_of(peer, self._hosting.proxies)
        seen = {**scope}
        if by_proxy:
            hops = ",".join(headers.getlist("x-forwarded-for")).split(",")
            seen["client"] = (came_from(peer, hops, self._hosting.proxies), port)
        told = headers.get("x-forwarded-host", "") if by_proxy else ""
        host = told.rpartition(",")[2].strip() or headers.get("host", "")
        ours = name_of(host) == self._hosting.host
        # As browsers write it: a proxy may have left out the port, and our own origin is compared with it.
        named = self._netloc if ours else host.encode("latin-1")
        seen["headers"] = [(b"host", named), *(one for one in scope["headers"] if one[0] != b"host")]
        seen["scheme"] = urlsplit(self._hosting.public).scheme
        await self._app(seen, receive, _with_secure_cookies(send) if self._hosting.is_encrypted else send)


def is_one_of(address: str, networks: Iterable[Network]) -> bool:
    """Tell whether an address is in one of some networks."""
    found = _read(address)
    return found is not None and any(found in network for network in networks)


def came_from(peer: str, hops: list[str], proxies: tuple[Network, ...]) -> str:
    """Return who sent a request: every proxy adds on the right from whom it had it, so it is the last that is none.

    >>> from ipaddress import ip_network
    >>> ours = ip_network("127.0.0.1"), ip_network("10.0.0.0/8")
    >>> came_from("127.0.0.1", ["1.1.1.1", " 203.0.113.9", " 10.0.0.2"], ours)
    '203.0.113.9'
    """
    sender = peer
    for hop in reversed(hops):
        if not is_one_of(sender, proxies):
            break
        found = _read(hop.strip())
        if found is None:
            break
        sender = str(found)
    return sender


def _read(address: str) -> Address | None:
    with suppress(ValueError):
        found = ip_address(address)
        return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
    return None


def _with_secure_cookies(send: Send) -> Send:
    """Return a sender whose cookies browsers send back encrypted only."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            change_cookies(MutableHeaders(scope=message), _secure)
        await send(message)

    return sent


def change_cookies(headers: MutableHeaders, change: Callable[[str], str]) -> None:
    """Change every cookie that an answer sets."""
    cookies = headers.getlist("set-cookie")
    if cookies:
        del headers["set-cookie"]
    for cookie in cookies:
        headers.append("set-cookie", change(cookie))


def _secure(cookie: str) -> str:
    return cookie if "; secure" in cookie.lower() else f"{cookie}; Secure"
