"""The API: plan, movement, verify and export for scripts and club sites, as json. `openapi` describes it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.server.api import data
from byestand.server.api.openapi import description
from byestand.server.movements import files
from byestand.server.pages.check.view import converted
from byestand.server.pages.individuals import view as individuals
from byestand.server.pages.second_session import view as second
from byestand.server.services import services
from byestand.server.web.endpoints import asking, asking_about, asking_for
from byestand.server.web.responses import asked_in, file_or_page

FILE = "the file"


def routes() -> list[BaseRoute]:
    """Return the addresses for programs."""
    return [
        Route("/api/openapi.json", _description),
        Route("/api/plan", asking(data.plans)),
        Route("/api/change", asking(data.changes)),
        Route("/api/crossover", asking(second.data)),
        Route("/api/individuals", asking(individuals.data)),
        Route("/api/movements", asking(data.movements)),
        Route("/api/movements/{name}", asking_about(data.movement)),
        Route("/api/movements/{name}/measures", asking_about(data.measures)),
        Route("/api/movements/{name}/repair", asking_about(data.repairs)),
        Route("/api/movements/{name}/files/{format}", asking_for(files.movement_file)),
        Route("/api/verify", _verify, methods=["POST"]),
        Route("/api/convert", _convert, methods=["POST"]),
    ]


async def _description(request: Request) -> Response:
    hosting = request.app.state.hosting
    where = {"servers": [{"url": hosting.public.rstrip("/")}]} if hosting else {}
    return JSONResponse({**description(), **where})


async def _verify(request: Request) -> Response:
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    return file_or_page(request, await services(request).run_once(data.verdicts, name, body, asked.pairs))


async def _convert(request: Request) -> Response:
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    to = asked.text("to", "json")
    return file_or_page(request, await services(request).run_once(converted, name, body, to, asked.pairs))
