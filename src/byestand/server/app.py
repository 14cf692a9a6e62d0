"""The app: which address leads where."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from byestand.server import api, kept_nights, uploads
from byestand.server.answers import Refused
from byestand.server.asking import Asked
from byestand.server.desk import Desk, desk
from byestand.server.frame import THEMES, Endpoint, asked_in, file_or_page, framed, refused_page
from byestand.server.nights import Store
from byestand.server.safety import Safety

STATIC = Path(__file__).parent / "static"
A_YEAR = 365 * 24 * 3600

PAGES = {
    "/": ("tonight.content", "quick"),
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
        await shared.ask("tonight.content", ())  # nobody waits for the first page
        try:
            yield
        finally:
            await shared.pool.close()

    app = Starlette(
        routes=_routes(),
        middleware=[Middleware(Safety, names=tuple(names))],
        exception_handlers={Refused: _refused, HTTPException: _http, Exception: _broken},  # type: ignore[dict-item]
        lifespan=running,
    )
    app.state.desk = shared
    return app


def _routes() -> list[BaseRoute]:
    return [
        *(Route(path, _page(function, lane)) for path, (function, lane) in PAGES.items()),
        Route("/m/{name}", _movement),
        Route("/m/{name}/file/{format}", _movement_file),
        Route("/change", _change),
        Route("/theme", _theme, methods=["POST"]),
        *uploads.routes(),
        *kept_nights.routes(),
        *api.routes(),
        Mount("/static", StaticFiles(directory=STATIC), name="static"),
    ]


def _page(function: str, lane: str) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        answer = await desk(request).ask(function, asked_in(request).pairs, lane=lane)
        return file_or_page(request, answer)

    return endpoint


async def _movement(request: Request) -> Response:
    answer = await desk(request).ask("movement.content", request.path_params["name"], asked_in(request).pairs)
    return framed(request, answer)


async def _movement_file(request: Request) -> Response:
    name, to = request.path_params["name"], request.path_params["format"]
    return file_or_page(request, await desk(request).ask("files.movement_file", name, to, asked_in(request).pairs))


async def _change(request: Request) -> Response:
    """Ask what to do now; where nothing is said, about the night on the desk."""
    asked = asked_in(request)
    current = desk(request).store.current
    if not asked.text("now") and current and len(current.night.sections) == 1:
        section, night = current.night.sections[0], current.night
        told = (("now", section.movement), ("per_round", str(night.boards)))
        asked = Asked((*asked.pairs, *told, *(("missing", label) for label in section.missing)))
    return framed(request, await desk(request).ask("change.content", asked.pairs))


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


async def _broken(request: Request, fault: Exception) -> Response:
    del fault
    return refused_page(request, 500, "something went wrong in here; the terminal tells more")
