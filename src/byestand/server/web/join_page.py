"""The page on which a code is typed; also where a device is told that something is not for it.

It stands alone: a device without the director's right is not shown what lies on the desk, as the frame of all others
does.
"""

from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from byestand.server.auth.visitor import visitor
from byestand.server.jobs.results import API
from byestand.server.web.render import render


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """The question whether a desk shall be opened on a device."""

    code: str
    there: int
    """Nights on that desk."""
    here: int
    """Nights on the desk that the device has now."""
    has_desk: bool
    """Whether the device has a desk now."""


@dataclass(frozen=True, slots=True)
class JoinView:
    """The page with a field for a code, or with a question about a desk."""

    template: ClassVar = "join.html"
    sentence: str = ""
    home: str = ""
    """Where the device goes with the code it has; empty where it has none."""
    asked: DeskQuestion | None = None
    theme: str = "auto"


def join_page(request: Request, *, status: int = 200, sentence: str = "") -> Response:
    """Return the page with a field for a code, and perhaps why it is shown."""
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    right = visitor(request).right
    home = right.home if right else ""
    text = render(JoinView(sentence, home))
    # A part of a page that a script fetched: the whole page is loaded anew, and is this one.
    anew = {"hx-refresh": "true"} if "hx-request" in request.headers and status != 200 else {}
    return HTMLResponse(text, status, anew)


def desk_question(request: Request, code: str, there: int, here: int) -> Response:
    """Ask whether a desk with so many nights *there* shall be opened on a device, in place of one with those *here*."""
    question = DeskQuestion(code, there, here, has_desk=bool(visitor(request).desk))
    return HTMLResponse(render(JoinView(asked=question)))
