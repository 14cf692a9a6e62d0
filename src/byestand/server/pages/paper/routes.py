"""Addresses of the paper and the files of a night, whole or one of its sections."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.server.movements.print_preferences import print_preferences
from byestand.server.pages.movement import sections
from byestand.server.pages.paper import sheets as paper
from byestand.server.pages.paper.view import ticked
from byestand.server.pages.setup import view as page
from byestand.server.pages.setup.routes import kept_night
from byestand.server.services import services, while_wanted
from byestand.server.web.responses import file_or_page, framed


def routes() -> list[BaseRoute]:
    """Return them."""
    return [
        Route("/nights/{id:int}/paper", _page),
        Route("/nights/{id:int}/paper.pdf", _ticked),
        Route("/nights/{id:int}/paper/{sheets}.svg", _preview),
        Route("/nights/{id:int}/section/{letter}/paper", _section_page),
        Route("/nights/{id:int}/section/{letter}/paper.pdf", _section_ticked),
    ]


async def _page(request: Request) -> Response:
    stored = await kept_night(request)
    return framed(request, await services(request).run_for_night(page.paper, stored, print_preferences(request)))


async def _ticked(request: Request) -> Response:
    stored = await kept_night(request)
    sheets, pairs = ticked(print_preferences(request))
    work = services(request).run_for_night(paper.night, stored, sheets, pairs)
    return file_or_page(request, await while_wanted(request, work))


async def _preview(request: Request) -> Response:
    stored, sheets = await kept_night(request), request.path_params["sheets"]
    work = services(request).run_for_night(paper.night_preview, stored, sheets, print_preferences(request))
    return file_or_page(request, await while_wanted(request, work))


async def _section_page(request: Request) -> Response:
    stored, letter = await kept_night(request), request.path_params["letter"]
    answer = await services(request).run_for_night(sections.paper, stored, letter, print_preferences(request))
    return framed(request, answer)


async def _section_ticked(request: Request) -> Response:
    stored, letter = await kept_night(request), request.path_params["letter"]
    sheets, pairs = ticked(print_preferences(request))
    work = services(request).run_for_night(sections.pdf, stored, letter, sheets, pairs)
    return file_or_page(request, await while_wanted(request, work))
