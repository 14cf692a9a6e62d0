"""The API: plan, movement, verify and export for scripts and club sites, as json. `openapi` describes it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.server.desk import desk
from byestand.server.frame import asked_in, asking, file_or_page
from byestand.server.openapi import description

FILE = "the file"


def routes() -> list[BaseRoute]:
    """Return the addresses for programs."""
    return [
        Route("/api/openapi.json", _description),
        Route("/api/plan", asking("data.plans")),
        Route("/api/change", asking("data.changes")),
        Route("/api/crossover", asking("second.data", lane="search")),
        Route("/api/individuals", asking("individuals.data")),
        Route("/api/movements", asking("data.movements", lane="slow")),
        Route("/api/movements/{name}", asking("data.movement")),
        Route("/api/movements/{name}/measures", asking("data.measures")),
        Route("/api/movements/{name}/files/{format}", asking("files.movement_file")),
        Route("/api/verify", _verify, methods=["POST"]),
        Route("/api/convert", _convert, methods=["POST"]),
    ]


async def _description(request: Request) -> Response:
    del request
    return JSONResponse(description())


async def _verify(request: Request) -> Response:
    asked = asked_in(request)
    name, data = asked.text("name", FILE), await request.body()
    return file_or_page(request, await desk(request).ask_once("data.verdicts", name, data, asked.pairs))


async def _convert(request: Request) -> Response:
    asked = asked_in(request)
    name, data = asked.text("name", FILE), await request.body()
    answer = await desk(request).ask_once("check.converted", name, data, asked.text("to", "json"), asked.pairs)
    return file_or_page(request, answer)
