"""The API: plan, movement, verify and export for scripts and club sites, as json. `openapi` describes it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from byestand.server.api import data
from byestand.server.api.openapi import description
from byestand.server.pages.check.view import converted
from byestand.server.services import services
from byestand.server.web.responses import asked_in, file_or_page

FILE = "the file"


async def openapi(request: Request) -> Response:
    """Describe the API."""
    hosting = request.app.state.hosting
    where = {"servers": [{"url": hosting.public.rstrip("/")}]} if hosting else {}
    return JSONResponse({**description(), **where})


async def verify(request: Request) -> Response:
    """Judge the movements of a file."""
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    return file_or_page(request, await services(request).run_once(data.verdicts, name, body, asked.pairs))


async def convert(request: Request) -> Response:
    """Return the movements of a file in another format."""
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    to = asked.text("to", "json")
    return file_or_page(request, await services(request).run_once(converted, name, body, to, asked.pairs))
