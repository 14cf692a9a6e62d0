"""What keeps strangers out: the names that we answer to, who may change something, and what pages may do.

A page of another site can make a browser ask us; it must neither read nor change anything. A name that somebody points
at this machine (DNS rebinding) is not ours, so only numeric addresses, `localhost` and our own names are answered.
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

from byestand.server.config import PORTS, Hosting
from byestand.server.jobs.job import ROOT_PATH
from byestand.server.jobs.results import API
from byestand.server.web.app_url import STATIC
from byestand.server.web.responses import unseen_page

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?", re.ASCII)
START = "/"
LED_TO = frozenset({START, "/join"})
"""The pages to which another site may lead: the first one, and where a link that was mailed is opened."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer browsers hide from us where our own forms come from
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FOR_TRUSTED = frozenset({"cross-origin-opener-policy"})
"""What browsers heed on this machine, and where all is encrypted."""


class TrustedHost:
    """The middleware that answers under our own names only."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), hosted: bool = False) -> None:
        """Answer to *names*; a *hosted* app to them alone, any other also to numeric addresses and `localhost`."""
        self._app = app
        self._hosted = hosted
        self._names = frozenset({name.lower() for name in names} | (set() if hosted else {"localhost"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on if it was sent to us."""
        if scope["type"] != "http" or self._is_ours(Headers(scope=scope).get("host", "")):
            await self._app(scope, receive, send)
            return
        ours = ", ".join(self._names) if self._hosted else "the address that byestand serve tells"
        await refusal_response(scope, 421, f"this name is not ours; open {ours}")(scope, receive, send)

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
    """The middleware that adds security headers to every response, and refuses what other sites ask for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on if it comes from our own pages."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if sentence := _why_not(scope):
            await refusal_response(scope, 403, sentence)(scope, receive, send)
            return
        await self._app(scope, receive, with_headers(send, security_headers(scope)))


def _why_not(scope: Scope) -> str:
    """Return why a request is not for another site; nothing where it comes from our own pages."""
    headers = Headers(scope=scope)
    if _from_our_pages(headers, f"{scope['scheme']}://{headers.get('host', '')}"):
        return ""
    if scope["method"] not in SAFE_METHODS:
        return "only the app's own pages may change anything"
    if scope["path"] in LED_TO and _goes_to_a_page(headers):
        return ""
    return "another site can lead to the first page only; to open this one, type or paste its address"


def refusal_response(scope: Scope, status: int, sentence: str, *, after: int = 0) -> Response:
    """Return a refusal to a request that gets no page, with security headers.

    The client may ask again *after* a number of seconds, where that helps.
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
    """Return the headers of every response; browsers complain of some where a connection is not trusted."""
    trusted = scope["scheme"] == "https" or _is_here(Headers(scope=scope).get("host", ""))
    safe = {name: value for name, value in HEADERS.items() if trusted or name not in FOR_TRUSTED}
    return safe | {"cache-control": "no-cache" if scope["path"].startswith(STATIC) else "no-store"}


def name_of(host: str) -> str:
    """Return the name in a ``Host`` header without its port; nothing where something else stands in that place.

    >>> [name_of(host) for host in ("LocalHost:8013", "[::1]:8013", "localhost:80@example.org", "localhost:65536")]
    ['localhost', '::1', '', '']
    """
    found = _HOST.fullmatch(host.lower())
    return found[1].strip("[]") if found and int(found[2] or 0) < 2**16 else ""


def _is_here(host: str) -> bool:
    name = name_of(host)
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return name == "localhost"


def _from_our_pages(headers: Headers, origin: str) -> bool:
    """Tell whether a request comes from here; programs, which send neither header, may ask too.

    Scheme, host and port must be ours: another port of this machine may be anybody's.
    """
    own = headers.get("origin", origin) == origin
    return own and headers.get("sec-fetch-site", "none") in OWN_SITES


def _goes_to_a_page(headers: Headers) -> bool:
    """Tell whether somebody goes to a page, and it is not fetched behind his back as a picture or a frame."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def with_headers(send: Send, added: Mapping[str, str]) -> Send:
    """Return a sender that adds headers, where the answer does not say otherwise itself."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return sent if added else send


class PublicAddress:
    """Middleware that knows the scheme, the host and the path of the public address; who asks is uvicorn's business.

    A proxy may leave the port out of ``Host``, may be reached by http itself, and may take the path off or not.
    """

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self._app = app
        self._prefix = hosting.prefix
        public = urlsplit(hosting.public)
        self._scheme, self._netloc = public.scheme, public.netloc
        name = public.netloc.removesuffix(f":{public.port}")
        self._hosts = {name, f"{name}:{public.port or PORTS[public.scheme]}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, and have what it is answered with lead to the public address."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._prefix and scope["path"] == self._prefix:
            await RedirectResponse(f"{self._prefix}/", 308)(scope, receive, send)
            return
        ROOT_PATH.set(self._prefix)
        scope["scheme"] = self._scheme
        if Headers(scope=scope).get("host", "").lower() in self._hosts:
            others = (one for one in scope["headers"] if one[0] != b"host")
            scope["headers"] = [(b"host", self._netloc.encode()), *others]
        if scope["path"].startswith(f"{self._prefix}/"):
            scope["path"] = scope["path"].removeprefix(self._prefix)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._lead(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, sending)

    def _lead(self, headers: MutableHeaders) -> None:
        where = headers.get("location", "")
        if where.startswith("/") and not where.startswith("//"):
            headers["location"] = self._prefix + where
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            below = cookie.replace("; Path=/", f"; Path={self._prefix}/")
            headers.append("set-cookie", f"{below}; Secure" if self._scheme == "https" else below)
