"""The app: which address leads where."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from byestand.errors import BadRequest
from byestand.server import api, kept_nights, uploads
from byestand.server.answers import Refused
from byestand.server.asking import Asked, Pairs
from byestand.server.desk import Desk, desk
from byestand.server.frame import THEMES, Endpoint, asked_in, asking, file_or_page, framed, refused_page
from byestand.server.kept_nights import night_asked, set_up
from byestand.server.nights import MOST_PAIRS, Night
from byestand.server.rendering import environment
from byestand.server.safety import Safety
from byestand.server.store import Store
from byestand.server.welcome import welcome

STATIC = Path(__file__).parent / "static"
A_YEAR = 365 * 24 * 3600
MOST_NAMES = MOST_PAIRS * 100
"""So many letters of names are read."""

PAGES = {
    "/individuals": ("individuals.content", "quick"),
    "/library": ("library.content", "slow"),
    "/help": ("guide.content", "quick"),
    "/files/selection.zip": ("files.selection", "slow"),
    "/files/library.zip": ("files.whole_library", "slow"),
}
"""Addresses that ask a function of `pages` with what stands after the question mark, and the lane it works in."""


def make_app(store: Store, *, names: Iterable[str] = ()) -> Starlette:
    """Return the app; *names* are what the machine is called, where others may come."""
    shared = Desk(store)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        await shared.pool.open()
        welcome()  # nobody waits until its templates are compiled
        environment().get_template("frame.html")
        try:
            yield
        finally:
            await shared.pool.close()

    # Starlette's types know handlers of any exception only, not of a certain one.
    handlers: dict[Any, Callable[..., Awaitable[Response]]] = {
        Refused: _refused,
        HTTPException: _http,
        ClientDisconnect: _gone,
        Exception: _broken,
    }
    app = Starlette(
        routes=_routes(),
        middleware=[Middleware(Safety, names=tuple(names))],
        exception_handlers=handlers,
        lifespan=running,
    )
    app.state.desk = shared
    return app


def _routes() -> list[BaseRoute]:
    return [
        *(Route(path, asking(function, lane)) for path, (function, lane) in PAGES.items()),
        Route("/", _tonight),
        Route("/m/{name}", asking("movement.content")),
        Route("/m/{name}/file/{format}", asking("files.movement_file")),
        Route("/m/{name}/paper/{sheets}.pdf", asking("paper.pdf", lane="print")),
        Route("/m/{name}/paper/{sheets}.svg", asking("paper.preview", lane="print")),
        Route("/m/{name}/diagram.svg", asking("paper.diagram")),
        Route("/m/{name}/rovers", asking("rovers.content", lane="slow")),
        Route("/change", _change),
        Route("/second", _second, methods=["GET", "POST"]),
        Route("/second/seating.csv", _second_file("second.seating"), methods=["POST"]),
        Route("/second/seating.pdf", _second_file("second.paper"), methods=["POST"]),
        Route("/theme", _theme, methods=["POST"]),
        *uploads.routes(),
        *kept_nights.routes(),
        *api.routes(),
        Mount("/static", StaticFiles(directory=STATIC), name="static"),
    ]


async def _tonight(request: Request) -> Response:
    pairs = asked_in(request).pairs
    return framed(request, await desk(request).ask("tonight.content", pairs) if pairs else welcome())


async def _change(request: Request) -> Response:
    """Ask what to do now; where nothing is said, about the night that is named, or the one on the desk."""
    asked = asked_in(request)
    if not asked.text("now") and (kept := await night_asked(request)):
        asked = Asked((*((name, text) for name, text in asked.pairs if name != "night"), *set_up(kept)))
    return framed(request, await desk(request).ask("change.content", asked.pairs))


async def _second(request: Request) -> Response:
    """Seat the second session; where no movement is said, the form is about the night named, or the one on the desk."""
    if request.method == "POST":
        return framed(request, await desk(request).ask("second.content", *await _with_names(request), lane="search"))
    asked, names = asked_in(request), ""
    pairs = asked.pairs
    lane = "search" if asked.text("movement") else "quick"  # the form alone is a page like others
    if not asked.text("movement") and (kept := await night_asked(request)):
        pairs, names = _offered(kept.night)
    return framed(request, await desk(request).ask("second.content", pairs, names, lane=lane))


def _offered(night: Night) -> tuple[Pairs, str]:
    """Return a night as the form would have it, to be looked at before anything is searched for."""
    several = len(night.sections) > 1
    told = [("offered", "1")]
    for section in night.sections:
        letter = section.letter if several else ""
        told.append(("movement", f"{letter}={section.movement}" if several else section.movement))
        told += [("missing", f"{letter}{label}") for label in section.missing]
    return tuple(told), "\n".join(f"{label}\t{name}" for label, name in night.pairs.items())


def _second_file(function: str) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return file_or_page(request, await desk(request).ask(function, *await _with_names(request), lane="search"))

    return endpoint


async def _with_names(request: Request) -> tuple[Pairs, str]:
    """Return what a form asks, and the names that were pasted into it."""
    async with request.form(max_fields=40, max_files=0) as form:
        told = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    names = next((text for name, text in told if name == "names"), "")[:MOST_NAMES]
    try:
        return Asked.of((name, text) for name, text in told if name != "names").pairs, names.replace("\r\n", "\n")
    except BadRequest as no:
        raise Refused(400, str(no)) from no


async def _theme(request: Request) -> Response:
    """Keep which theme was chosen, and go back."""
    form = await request.form(max_fields=4, max_files=0)
    back, theme = str(form.get("back", "/")), str(form.get("theme", ""))
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() else "/"
    response = RedirectResponse(here, 303)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=A_YEAR, samesite="strict", httponly=False)
    return response


async def _refused(request: Request, no: Refused) -> Response:
    return refused_page(request, no.status, no.sentence)


async def _http(request: Request, no: HTTPException) -> Response:
    sentences = {404: "there is no such page", 405: "that cannot be done here"}
    return refused_page(request, no.status_code, sentences.get(no.status_code, str(no.detail).lower()))


async def _gone(request: Request, fault: ClientDisconnect) -> Response:
    """Answer somebody who went away before all was sent: nobody reads it, and it is no fault of anybody's."""
    del request, fault
    return Response(status_code=400)


async def _broken(request: Request, fault: Exception) -> Response:
    del fault
    return refused_page(request, 500, "something went wrong in here; the terminal tells more")
