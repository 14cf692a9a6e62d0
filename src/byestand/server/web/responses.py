"""Requests and responses: what is asked, and answers in the frame of every page, with the night that is open.

The page on which a code is typed stands alone: a device without the director's right sees nothing of the desk.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, TypeAlias
from urllib.parse import SplitResult, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from byestand.server.auth.entrance import entrance
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job import ROOT_PATH
from byestand.server.jobs.results import API, File, Page
from byestand.server.storage.records import StoredNight
from byestand.server.web.navigation import MenuEntry, Step, night_in_address, steps
from byestand.server.web.query import Asked
from byestand.server.web.render import render, render_page


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


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

THEMES = ("auto", "light", "dark")
SECONDS_UNTIL_AGAIN = 3


@dataclass(frozen=True, slots=True)
class FrameView:
    """A whole page, around what is shown."""

    template: ClassVar = "frame.html"
    title: str
    body: Markup
    theme: str
    way: tuple[Step, ...]
    menu: tuple[MenuEntry, ...]
    """Pages that every page leads to."""
    here: str
    back: str
    """The address of this page with its query."""
    current: StoredNight | None
    is_open: bool
    """Whether this page is about the current night."""
    trouble: str
    """Why nights are not stored for good; empty where they are."""
    open_to: str
    """The address under which other devices reach the app; empty where none does."""
    has_many_desks: bool


@dataclass(frozen=True, slots=True)
class RefusedView:
    """A refusal."""

    template: ClassVar = "refused.html"
    sentence: str
    status: int
    back: str


@dataclass(frozen=True, slots=True)
class UnseenView:
    """A refusal that shows nothing of any workspace."""

    template: ClassVar = "unseen.html"
    sentence: str
    again: int
    """Seconds after which the page is loaded again; 0 where it is not."""
    back: str
    theme: str = "auto"


def asked_in(request: Request) -> Asked:
    """Return what a request asks."""
    return Asked.of(request.query_params.multi_items())


async def form_in(request: Request, most: int) -> Asked:
    """Return what a form says that was sent, with so many fields at *most*."""
    form = await request.form(max_fields=most, max_files=0)
    return Asked.of((name, text) for name, text in form.multi_items() if isinstance(text, str))


def inside(back: str) -> str:
    """Return the address of one of our pages to go back to; the first page where it is none."""
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() else "/"


def theme_of(request: Request) -> str:
    """Return the theme that a device has chosen."""
    theme = request.cookies.get("theme", "auto")
    return theme if theme in THEMES else "auto"


def framed(request: Request, page: Page) -> Response:
    """Return the whole page."""
    path, current, door = request.url.path, visitor(request).current, entrance(request)
    has_many = bool(door and door.has_many_desks)
    view = FrameView(
        title=page.title,
        body=Markup(page.body.decode()),  # noqa: S704 - rendered by our own templates, which escape
        theme=theme_of(request),
        way=steps(path, request.url.query, current),
        menu=tuple(one for one in request.app.state.menu if has_many or not one.only_hosted),
        here=path,
        back=path + (f"?{request.url.query}" if request.url.query else ""),
        current=current,
        is_open=current is not None and current.id == night_in_address(path, request.url.query),
        trouble=visitor(request).nights.store.trouble,
        open_to=(door.others if door else ""),
        has_many_desks=has_many,
    )
    return HTMLResponse(render(view), page.status)


def file_or_page(request: Request, result: Page | File) -> Response:
    """Return a page in its frame, and anything else as a file to keep."""
    if isinstance(result, Page):
        return framed(request, result)
    headers = {"content-disposition": f'attachment; filename="{result.filename}"'} if result.filename else {}
    return Response(result.body, headers=headers, media_type=result.media)


def address_in(told: str) -> SplitResult:
    """Return the parts of an address that somebody told; none where it is nonsense."""
    with suppress(ValueError):
        return urlsplit(told)
    return SplitResult("", "", "", "", "")


def _came_from(request: Request) -> str:
    """Return the page of ours from which somebody came; nothing where that is another, or the very same."""
    came = address_in(request.headers.get("referer", ""))
    path = came.path.removeprefix(ROOT_PATH.get())
    here = inside(f"{path}?{came.query}" if came.query else path)
    return here if came.netloc == request.url.netloc and path not in ("", request.url.path) else ""


def refused_page(request: Request, status: int, sentence: str) -> Response:
    """Return a refusal: a page for people, one sentence of json for programs; to others nothing of the desk."""
    if not visitor(request).is_director:
        return join_page(request, status=status, sentence=sentence)
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    view = RefusedView(sentence, status, back=_came_from(request))
    title = {404: "Not there", 500: "A fault of ours"}.get(status, HTTPStatus(status).phrase)
    return framed(request, render_page(view, title, status=status))


def unseen_page(request: Request, status: int, sentence: str) -> Response:
    """Return a refusal where nobody could find out who asks: nothing is shown of any desk.

    A page comes by itself as soon as that is known again; what was sent is sent again by who wants it, from the page on
    which he was.
    """
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    comes = request.method == "GET" and status == HTTPStatus.SERVICE_UNAVAILABLE
    back = "" if comes else _came_from(request) or "/"
    view = UnseenView(sentence, SECONDS_UNTIL_AGAIN if comes else 0, back)
    return HTMLResponse(render(view), status, {"retry-after": str(SECONDS_UNTIL_AGAIN)} if comes else {})
