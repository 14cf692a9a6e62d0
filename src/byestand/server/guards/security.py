"""Protection against other sites: trusted host names, the origin of changes, and security headers.

A page of another site can make a browser send requests to the app; it must not read or change anything. Against DNS
rebinding, only numeric addresses, ``localhost`` and our own names are answered.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.language import say
from byestand.server.config import PORTS, HostingConfig
from byestand.server.jobs.job_results import API
from byestand.server.jobs.root_path import ROOT_PATH
from byestand.server.web.app_url import STATIC
from byestand.server.web.responses import unseen_page

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?", re.ASCII)
START = "/"
LED_TO = frozenset({START, "/join"})
"""Pages to which another site may link: the home page, and the page that a mailed link opens."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer browsers hide the origin of our own forms
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FOR_TRUSTED = frozenset({"cross-origin-opener-policy"})
"""Headers that browsers accept only on this machine or with https."""


class TrustedHost:
    """The middleware that answers only requests to our own host names."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), hosted: bool = False) -> None:
        """Accept *names*; a *hosted* app only those, any other also numeric addresses and `localhost`."""
        self._app = app
        self._hosted = hosted
        self._names = frozenset({name.lower() for name in names} | (set() if hosted else {"localhost"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if its host is ours."""
        if scope["type"] != "http" or self._is_ours(Headers(scope=scope).get("host", "")):
            await self._app(scope, receive, send)
            return
        if self._hosted:
            sentence = say("unknown host name; open {names}", names=", ".join(self._names))
        else:
            sentence = say("unknown host name; open the address that byestand serve shows")
        await refusal_response(scope, 421, sentence)(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        name = host if self._hosted else name_of(host)
        if name in self._names or self._hosted:
            return name in self._names
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


class SecurityHeaders:
    """The middleware that adds security headers to every response, and refuses requests of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if it comes from our own pages."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if sentence := _refusal(scope):
            await refusal_response(scope, 403, sentence)(scope, receive, send)
            return
        await self._app(scope, receive, with_headers(send, security_headers(scope)))


def _refusal(scope: Scope) -> str:
    """Return why a request of another site is refused; empty if it comes from our own pages."""
    headers = Headers(scope=scope)
    if _from_our_pages(headers, f"{scope['scheme']}://{headers.get('host', '')}"):
        return ""
    if scope["method"] not in SAFE_METHODS:
        return say("rejected: the request did not come from this app's own pages")
    if scope["path"] in LED_TO and _goes_to_a_page(headers):
        return ""
    return say("links from other sites open the home page only; paste this URL into the address bar")


def refusal_response(scope: Scope, status: int, sentence: str, *, after: int = 0) -> Response:
    """Return an error, with security headers, for a request that is refused before authorization.

    The client may try again *after* a number of seconds.
    """
    if scope["path"].startswith(API):
        response: Response = JSONResponse({"error": sentence}, status)
    elif _goes_to_a_page(Headers(scope=scope)):
        response = unseen_page(Request(scope), status, sentence)
    else:
        response = PlainTextResponse(f"byestand: {sentence}\n", status)
    response.headers.update(security_headers(scope) | ({"retry-after": str(after)} if after else {}))
    return response


def security_headers(scope: Scope) -> dict[str, str]:
    """Return the headers of every response; browsers reject some of them on a connection that is not trusted."""
    trusted = scope["scheme"] == "https" or _is_here(Headers(scope=scope).get("host", ""))
    safe = {name: value for name, value in HEADERS.items() if trusted or name not in FOR_TRUSTED}
    return safe | {"cache-control": "no-cache" if scope["path"].startswith(STATIC) else "no-store"}


def name_of(host: str) -> str:
    """Return the name in a ``Host`` header without its port; empty if it is not valid.

    >>> [name_of(host) for host in ("LocalHost:8013", "[::1]:8013", "localhost:80@example.org", "localhost:65536")]
    ['localhost', '::1', '', '']
    """
    match = _HOST.fullmatch(host.lower())
    return match[1].strip("[]") if match and int(match[2] or 0) < 2**16 else ""


def _is_here(host: str) -> bool:
    name = name_of(host)
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return name == "localhost"


def _from_our_pages(headers: Headers, origin: str) -> bool:
    """Return whether a request comes from our own pages, or from a program, which sends neither header.

    Scheme, host and port must be ours: another port of this machine may belong to another program.
    """
    own = headers.get("origin", origin) == origin
    return own and headers.get("sec-fetch-site", "none") in OWN_SITES


def _goes_to_a_page(headers: Headers) -> bool:
    """Return whether a user opens a page, and it is not loaded as a picture or a frame."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def with_headers(send: Send, added: Mapping[str, str]) -> Send:
    """Return a sender that adds headers which the answer does not have."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return sent if added else send


class PublicAddress:
    """Middleware that sets the scheme, the host and the path of the public address.

    A proxy may omit the port in ``Host``, may be reached by http itself, and may remove the path or not. uvicorn finds
    the client address.
    """

    def __init__(self, app: ASGIApp, hosting: HostingConfig) -> None:
        self._app = app
        self._prefix = hosting.prefix
        public = urlsplit(hosting.public)
        self._scheme, self._netloc = public.scheme, public.netloc
        name = public.netloc.removesuffix(f":{public.port}")
        self._hosts = {name, f"{name}:{public.port or PORTS[public.scheme]}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and point redirects and cookies at the public address."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._prefix and scope["path"] == self._prefix:
            await RedirectResponse(f"{self._prefix}/", 308)(scope, receive, send)
            return
        ROOT_PATH.set(self._prefix)
        scope["scheme"] = self._scheme
        if Headers(scope=scope).get("host", "").lower() in self._hosts:
            others = (header for header in scope["headers"] if header[0] != b"host")
            scope["headers"] = [(b"host", self._netloc.encode()), *others]
        if scope["path"].startswith(f"{self._prefix}/"):
            scope["path"] = scope["path"].removeprefix(self._prefix)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._lead(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, sending)

    def _lead(self, headers: MutableHeaders) -> None:
        location = headers.get("location", "")
        if location.startswith("/") and not location.startswith("//"):
            headers["location"] = self._prefix + location
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            below = cookie.replace("; Path=/", f"; Path={self._prefix}/")
            headers.append("set-cookie", f"{below}; Secure" if self._scheme == "https" else below)
