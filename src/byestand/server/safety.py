"""What keeps strangers out: which names we answer to, who may change things, how much may be sent, what pages may do.

A page of another site can make a browser ask us; it must neither read nor change anything. A name that somebody points
at this machine (DNS rebinding) is not ours, so only addresses in figures, `localhost` and names told are answered.
"""

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.answers import Refused
from byestand.server.work import CLIENT

MOST_BODY = 8 * 1024 * 1024
"""The largest upload: as large as the largest movement file that is read."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer browsers hide from us where our own forms come from
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Safety:
    """The guard at the door, around the whole app."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset({"localhost", *(name.lower() for name in names)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        guarded = _with_headers(send)
        headers = Headers(scope=scope)
        refused = self._why_not(scope["method"], headers)
        if refused:
            status, sentence = refused
            in_the_api = scope["path"].startswith("/api/")
            told = JSONResponse({"error": sentence}, status)
            plain = PlainTextResponse(f"byestand: {sentence}\n", status)
            await (told if in_the_api else plain)(scope, receive, guarded)
            return
        CLIENT.set(scope["client"][0] if scope.get("client") else "")
        await self._app(scope, _bounded(receive), guarded)

    def _why_not(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "this name is not ours; open the address that byestand serve tells"
        if method not in SAFE_METHODS and not _from_our_pages(headers, host):
            return 403, "only the app's own pages may change anything"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > MOST_BODY:
            return 413, _LARGE
        return None

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        name = name.lower().strip("[]")
        try:
            ip_address(name)
        except ValueError:
            return name in self._names
        return True


_LARGE = f"at most {MOST_BODY // 2**20} MB can be sent; movement files are far smaller"


def _from_our_pages(headers: Headers, host: str) -> bool:
    """Tell whether a request that changes something comes from here; programs, which send neither header, may."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN_SITES
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == host


def _bounded(receive: Receive) -> Receive:
    """Return a receiver that stops where a body without a length grows too large."""
    so_far = 0

    async def counted() -> Message:
        nonlocal so_far
        message = await receive()
        so_far += len(message.get("body", b""))
        if so_far > MOST_BODY:
            raise Refused(413, _LARGE)
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if "cache-control" not in headers:
                headers["cache-control"] = "no-store"
        await send(message)

    return sent
