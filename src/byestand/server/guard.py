"""What keeps strangers out: which names we answer to, who may change things, how much may be sent, what pages may do.

A page of another site can make a browser ask us; it must neither read nor change anything. A name that somebody points
at this machine (DNS rebinding) is not ours, so only addresses in figures, `localhost` and names told are answered.

What is sent to us is counted while it arrives: nothing is parsed, kept or worked on that is more than it may be.
Forms are taken apart where everybody else is answered too, and a separator costs far more there than a letter. So
their separators are counted on the way in, which is quick, and a form with more fields than any of ours ends there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.errors import Refused
from byestand.server.jobs.pool import ADDRESS, CLIENT
from byestand.server.jobs.results import API
from byestand.server.live.hub import MEDIA
from byestand.server.purses import neighbourhood
from byestand.server.web.responses import unseen_page

MEGABYTE = 1024 * 1024
MOST_BODY = 8 * MEGABYTE
"""The largest upload: as large as the largest movement file that is read."""
MOST_FORM = MEGABYTE
"""The longest form without a file: room for hundreds of names in any writing."""
MOST_FIELDS = 200
"""So many fields or parts; our longest form has some eighty."""
MOST_UNDER_WAY = 16 * MOST_BODY
"""Of everybody together, from the first byte until the answer."""
TOO_LARGE = "x-body-too-large"
"""The header with which nginx hands on a request whose body is longer than it takes."""
TOO_MUCH = "too much is asked at once; try again in a moment"
MOST_AT_ONCE = 1024
"""So many requests are answered at once; streams, which last all evening, are counted apart (`live`)."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What one request may send."""

    most: int
    separator: bytes = b""
    """What stands between fields; nothing where the body is a file."""

    @property
    def sentence(self) -> str:
        """Why more is refused."""
        if self.most == MOST_FORM:
            return f"a form without a file is at most {MOST_FORM // MEGABYTE} MB long"
        return f"at most {MOST_BODY // MEGABYTE} MB can be sent; movements and nights are far smaller"


def bound_of(path: str, headers: Headers) -> Bound:
    """Return what may be sent: to the API a file, elsewhere a form, with a file in parts or without."""
    if path.startswith(API):
        return Bound(MOST_BODY)
    kind, options = parse_options_header(headers.get("content-type", ""))
    if kind.startswith(b"multipart/"):
        return Bound(MOST_BODY, b"--" + options.get(b"boundary", b""))
    return Bound(MOST_FORM, b"&")


class Intake:
    """All bodies that are under way."""

    def __init__(self) -> None:
        self._under_way = 0

    @contextmanager
    def counted(self, receive: Receive, bound: Bound) -> Iterator[Receive]:
        """Yield a receiver that refuses what is too much; what it took counts until the request is answered."""
        taken = fields = 0
        rest = b""

        async def receiving() -> Message:
            nonlocal taken, fields, rest
            message = await receive()
            body = message.get("body", b"")
            taken += len(body)
            self._under_way += len(body)
            if taken > bound.most:
                raise Refused(413, bound.sentence)
            if self._under_way > MOST_UNDER_WAY:
                raise Refused(503, "too much is sent at once; try again in a moment")
            if bound.separator:
                seen = rest + body
                fields += seen.count(bound.separator)
                # a separator may be cut in two on its way
                rest = seen[max(0, len(seen) - len(bound.separator) + 1) :]
            if fields > MOST_FIELDS:
                raise Refused(413, f"a form has at most {MOST_FIELDS} fields here")
            return message

        try:
            yield receiving
        finally:
            self._under_way -= taken


class Answering:
    """All requests that are being answered."""

    def __init__(self) -> None:
        self.many = 0

    @contextmanager
    def counted(self, send: Send) -> Iterator[Send]:
        """Yield a sender; a request counts until it is answered, and one for a stream until that has begun."""
        counting = 1
        self.many += counting

        async def sent(message: Message) -> None:
            nonlocal counting
            if counting and message["type"] == "http.response.start" and is_stream(message):
                self.many -= counting
                counting = 0
            await send(message)

        try:
            yield sent
        finally:
            self.many -= counting


def is_stream(start: Message) -> bool:
    """Tell whether an answer that starts so is a stream."""
    return Headers(raw=start.get("headers", [])).get("content-type", "").startswith(MEDIA)


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?", re.ASCII)
_LONGEST = 20
"""Digits of a length: Python reads no number of thousands of them."""
STATIC = "/static/"
"""Scripts, styles and fonts: browsers may keep them, if they ask whether they are still the same."""
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


class Safety:
    """The guard at the door, around the whole app."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), hosted: bool = False) -> None:
        """Guard an app; one that is *hosted* answers to its public name and no other."""
        self._app = app
        self._hosted = hosted
        self._names = frozenset({name.lower() for name in names} | (set() if hosted else {"localhost"}))
        self._intake = Intake()
        self._answering = Answering()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        trusted = scope["scheme"] == "https" or _is_here(headers.get("host", ""))
        guarded = with_headers(send, _added(trusted=trusted, kept=scope["path"].startswith(STATIC)))
        bound = bound_of(scope["path"], headers)
        no = self._why_not(scope, headers) or _too_long(headers, bound) or self._too_many()
        if no:
            await refused(scope, *no)(scope, receive, guarded)
            return
        address = scope["client"][0] if scope.get("client") else ""
        CLIENT.set(address)
        if self._hosted:
            ADDRESS.set(neighbourhood(address))
        with self._intake.counted(receive, bound) as counted, self._answering.counted(guarded) as sent:
            await self._app(scope, counted, sent)

    def _why_not(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            ours = ", ".join(self._names) if self._hosted else "the address that byestand serve tells"
            return 421, f"this name is not ours; open {ours}"
        if _from_our_pages(headers, f"{scope['scheme']}://{host}"):
            return None
        if scope["method"] not in SAFE_METHODS:
            return 403, "only the app's own pages may change anything"
        if scope["path"] in LED_TO and _goes_to_a_page(headers):
            return None
        return 403, "another site can lead to the first page only; to open this one, type or paste its address"

    def _too_many(self) -> tuple[int, str] | None:
        return (503, TOO_MUCH) if self._answering.many >= MOST_AT_ONCE else None

    def _is_ours(self, host: str) -> bool:
        name = host if self._hosted else name_of(host)
        if name in self._names or self._hosted:
            return name in self._names
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def refused(scope: Scope, status: int, sentence: str, after: int = 0) -> Response:
    """Return a no to who does not get as far as a page; he may ask again *after* so many seconds, where that helps."""
    headers = {"retry-after": str(after)} if after else {}
    if scope["path"].startswith(API):
        return JSONResponse({"error": sentence}, status, headers)
    if _goes_to_a_page(Headers(scope=scope)):
        page = unseen_page(Request(scope), status, sentence)
        page.headers.update(headers)
        return page
    return PlainTextResponse(f"byestand: {sentence}\n", status, headers)


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


def _too_long(headers: Headers, bound: Bound) -> tuple[int, str] | None:
    length = headers.get("content-length", "0")
    if TOO_LARGE in headers:  # nginx has not let the body through; whoever else says so refuses only himself
        return 413, bound.sentence
    told = length.isascii() and length.isdigit() and len(length) < _LONGEST
    return None if told and int(length) <= bound.most else (413, bound.sentence)


def with_headers(send: Send, added: Mapping[str, str]) -> Send:
    """Return a sender that adds headers, where the answer does not say otherwise itself."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return sent if added else send


def _added(*, trusted: bool, kept: bool) -> dict[str, str]:
    """Return what every answer has; browsers complain of some of it where they trust nobody."""
    safe = {name: value for name, value in HEADERS.items() if trusted or name not in FOR_TRUSTED}
    return safe | {"cache-control": "no-cache" if kept else "no-store"}
