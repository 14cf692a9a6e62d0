"""The app below a path of its own, like ``/byestand``: the one place that knows of it.

Inside no address has the prefix. It is taken off on the way in, where the proxy has not done so already, and put before
every address of ours on the way out: where a page leads, where it redirects to, and where cookies belong. Templates
escape everything that somebody typed, quotes too, so what looks like an attribute in a page is one of ours.
"""

import re
from urllib.parse import urlunsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.jobs.results import HTML
from byestand.server.ops.outside import change_cookies
from byestand.server.web.responses import address_in

_ADDRESSES = re.compile(
    rb'(\s(?:href|src|action|formaction|hx-get|hx-post|data-stream|data-home|data-preview)=")/(?!/)'
)
"""What leads somewhere in a page; scripts take the way to the first page from ``data-home``."""
_DISALLOWED = re.compile(rb"(^Disallow: )/", re.MULTILINE)
ROBOTS = "/robots.txt"
_COOKIE_PATH = re.compile("(?i)(; *path=)/(?=;|$)")


class Prefixed:
    """A layer around the app; there is none where the app is at the top."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the prefix off a request, and put it before what an answer leads to."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] == self._prefix:
            onward = RedirectResponse(f"{self._prefix}/", 308)
            await onward(scope, receive, send)
            return
        inner = {**scope, "path": self._without(scope["path"]), "headers": [*map(self._header, scope["headers"])]}
        await self._app(inner, receive, self._sender(send, _DISALLOWED if inner["path"] == ROBOTS else _ADDRESSES))

    def _without(self, path: str) -> str:
        return path[len(self._prefix) :] if path.startswith(f"{self._prefix}/") else path

    def _header(self, header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
        """Return a header; a page from which somebody came stands in it as it is called in here."""
        name, value = header
        if name != b"referer":
            return header
        parts = address_in(value.decode("latin-1"))
        return name, urlunsplit(parts._replace(path=self._without(parts.path))).encode("latin-1")

    def _sender(self, send: Send, addresses: re.Pattern[bytes]) -> Send:
        start: Message = {}
        pieces: list[bytes] = []

        async def sent(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                self._lead(MutableHeaders(scope=message))
                kind = Headers(raw=message["headers"]).get("content-type", "")
                if kind.startswith(HTML) or addresses is _DISALLOWED:
                    start = message  # how long it is stands in its head, so the whole page is waited for
                    return
            elif start:
                pieces.append(message.get("body", b""))
                if not message.get("more_body"):
                    page = addresses.sub(rb"\1" + self._prefix.encode() + b"/", b"".join(pieces))
                    MutableHeaders(scope=start)["content-length"] = str(len(page))
                    await send(start)
                    await send({"type": "http.response.body", "body": page})
                return
            await send(message)

        return sent

    def _lead(self, headers: MutableHeaders) -> None:
        where = headers.get("location", "")
        if where.startswith("/") and not where.startswith("//"):
            headers["location"] = self._prefix + where
        change_cookies(headers, lambda cookie: _COOKIE_PATH.sub(rf"\1{self._prefix}/", cookie))
