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
from byestand.server.frame import THEMES, asked_in, asking, framed, refused_page
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
        *(Route(path, asking(function, lane)) for path, (function, lane) in PAGES.items()),
        Route("/m/{name}", asking("movement.content")),
        Route("/m/{name}/file/{format}", asking("files.movement_file")),
        Route("/m/{name}/paper/{sheets}.pdf", asking("paper.pdf", lane="slow")),
        Route("/m/{name}/paper/{sheets}.svg", asking("paper.preview", lane="slow")),
        Route("/m/{name}/diagram.svg", asking("paper.diagram")),
        Route("/change", _change),
        Route("/theme", _theme, methods=["POST"]),
        *uploads.routes(),
        *kept_nights.routes(),
        *api.routes(),
        Mount("/static", StaticFiles(directory=STATIC), name="static"),
    ]


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
