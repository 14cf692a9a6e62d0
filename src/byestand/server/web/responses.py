"""Requests and responses: the query, and pages in the frame with the navigation.

The page for entering a code has no frame: a device without the director's right sees nothing of the workspace.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, TypeAlias
from urllib.parse import SplitResult, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from byestand.language import phrase, say
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import API, JobFile, JobPage
from byestand.server.jobs.root_path import ROOT_PATH
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import app_state, entrance
from byestand.server.web.navigation import MenuEntry, NavigationStep, night_in_address, steps
from byestand.server.web.query import Query
from byestand.server.web.render import render, render_page

MAX_FIELDS = 200
"""Fields or parts of any form; our longest has about 80."""


@dataclass(frozen=True, slots=True)
class WorkspaceQuestion:
    """The question whether to open a workspace on a device."""

    code: str
    nights_there: int
    """Number of sessions in that workspace."""
    nights_here: int
    """Number of sessions in the present workspace of the device."""
    has_desk: bool
    """Whether the device has a workspace now."""


@dataclass(frozen=True, slots=True)
class JoinView:
    """The page with a field for a code, or with a question about a workspace."""

    template: ClassVar = "join.html"
    sentence: str = ""
    home: str = ""
    """The page that the present code of the device opens; empty if it has none."""
    question: WorkspaceQuestion | None = None
    theme: str = "auto"


def join_page(request: Request, *, status: int = 200, sentence: str = "") -> Response:
    """Return the page with a field for a code, and the reason for it."""
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    right = visitor(request).right
    home = right.home if right else ""
    text = render(JoinView(sentence, home))
    # If a script fetched a part of a page, the browser reloads the whole page, which is this one.
    refresh = {"hx-refresh": "true"} if "hx-request" in request.headers and status != 200 else {}
    return HTMLResponse(text, status, refresh)


def desk_question(request: Request, code: str, there: int, here: int) -> Response:
    """Return the question whether to open a workspace with *there* sessions in place of one with *here* sessions."""
    question = WorkspaceQuestion(code, there, here, has_desk=bool(visitor(request).desk))
    return HTMLResponse(render(JoinView(question=question)))


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

THEMES = ("auto", "light", "dark")
SECONDS_UNTIL_AGAIN = 3


@dataclass(frozen=True, slots=True)
class FrameView:
    """A whole page with its content."""

    template: ClassVar = "frame.html"
    title: str
    body: Markup
    theme: str
    steps: tuple[NavigationStep, ...]
    menu: tuple[MenuEntry, ...]
    """Links on every page, with translated titles."""
    current_url: str
    back: str
    """The address of this page with its query."""
    current: StoredNight | None
    is_open: bool
    """Whether this page is about the current session."""
    trouble: str
    """Why sessions cannot be saved; empty if they are."""
    open_to: str
    """Who else can open the app; empty if no other device can."""
    has_many_desks: bool


@dataclass(frozen=True, slots=True)
class RefusedView:
    """An error page."""

    template: ClassVar = "error.html"
    sentence: str
    status: int
    back: str


@dataclass(frozen=True, slots=True)
class UnseenView:
    """An error page that shows nothing of any workspace."""

    template: ClassVar = "unavailable.html"
    sentence: str
    status: int
    again: int
    """Seconds until the page reloads; 0 if it does not."""
    back: str
    theme: str = "auto"

    @property
    def heading(self) -> str:
        """What happened, in a few words."""
        return say(_UNSEEN_HEADINGS.get(self.status, "Request failed"))


_UNSEEN_HEADINGS: Mapping[int, str] = {
    HTTPStatus.NOT_FOUND: phrase("Not found"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: phrase("Too large"),
    HTTPStatus.TOO_MANY_REQUESTS: phrase("Please wait"),
    HTTPStatus.SERVICE_UNAVAILABLE: phrase("Please wait"),
}


def asked_in(request: Request) -> Query:
    """Return the query of a request."""
    return Query.from_pairs(request.query_params.multi_items())


async def form_in(request: Request, most: int) -> Query:
    """Return the fields of a form, at *most* so many."""
    form = await request.form(max_fields=most, max_files=0)
    return Query.from_pairs((name, text) for name, text in form.multi_items() if isinstance(text, str))


def inside(back: str) -> str:
    """Return an address to go back to; the home page if it is not one of our pages."""
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() else "/"


def theme_of(request: Request) -> str:
    """Return the theme of a device."""
    theme = request.cookies.get("theme", "auto")
    return theme if theme in THEMES else "auto"


def page_response(request: Request, page: JobPage) -> Response:
    """Return the whole page with its frame."""
    path, current, door = request.url.path, visitor(request).current, entrance(request)
    has_many = bool(door and door.has_many_desks)
    view = FrameView(
        title=page.title,
        body=Markup(page.body.decode()),  # noqa: S704 - rendered by our own templates, which escape
        theme=theme_of(request),
        steps=steps(path, request.url.query, current),
        menu=tuple(
            entry._replace(title=say(entry.title))
            for entry in app_state(request).menu
            if has_many or not entry.only_hosted
        ),
        current_url=path,
        back=path + (f"?{request.url.query}" if request.url.query else ""),
        current=current,
        is_open=current is not None and current.id == night_in_address(path, request.url.query),
        trouble=visitor(request).nights.store.trouble,
        open_to=(door.others if door else ""),
        has_many_desks=has_many,
    )
    return HTMLResponse(render(view), page.status)


def file_or_page(request: Request, result: JobPage | JobFile) -> Response:
    """Return a page in its frame, or a file to download."""
    if isinstance(result, JobPage):
        return page_response(request, result)
    headers = {"content-disposition": f'attachment; filename="{result.filename}"'} if result.filename else {}
    return Response(result.body, headers=headers, media_type=result.media)


def address_in(text: str) -> SplitResult:
    """Return the parts of an address; empty parts if it is not valid."""
    with suppress(ValueError):
        return urlsplit(text)
    return SplitResult("", "", "", "", "")


def _came_from(request: Request) -> str:
    """Return our page that linked here; empty if it is another site or this page."""
    referer = address_in(request.headers.get("referer", ""))
    path = referer.path.removeprefix(ROOT_PATH.get())
    back = inside(f"{path}?{referer.query}" if referer.query else path)
    return back if referer.netloc == request.url.netloc and path not in ("", request.url.path) else ""


def refused_page(request: Request, status: int, sentence: str) -> Response:
    """Return an error: a page for the director, json for programs, the code page for other devices."""
    if not visitor(request).is_director:
        return join_page(request, status=status, sentence=sentence)
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    view = RefusedView(sentence, status, back=_came_from(request))
    title = {HTTPStatus.NOT_FOUND: say("Not found"), HTTPStatus.INTERNAL_SERVER_ERROR: say("Internal error")}
    return page_response(
        request, render_page(view, title.get(HTTPStatus(status), say("Request failed")), status=status)
    )


def unseen_page(request: Request, status: int, sentence: str) -> Response:
    """Return an error for an unknown visitor, which shows nothing of any workspace.

    A page reloads by itself while the server is not available; a form has to be sent again by the user.
    """
    if request.url.path.startswith(API):
        return JSONResponse({"error": sentence}, status)
    reloads = request.method == "GET" and status == HTTPStatus.SERVICE_UNAVAILABLE
    back = "" if reloads else _came_from(request) or "/"
    view = UnseenView(sentence, status, SECONDS_UNTIL_AGAIN if reloads else 0, back)
    return HTMLResponse(render(view), status, {"retry-after": str(SECONDS_UNTIL_AGAIN)} if reloads else {})
