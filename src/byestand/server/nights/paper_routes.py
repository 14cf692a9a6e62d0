"""Addresses of the paper and the files of a night, whole or one of its sections."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.night.night import dumps
from byestand.server.frame import file_or_page, framed
from byestand.server.house import printing
from byestand.server.nights import page, sections
from byestand.server.nights.routes import kept_night
from byestand.server.office import office, while_wanted
from byestand.server.pages import paper
from byestand.server.pages.taking import ticked


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
    kept = await kept_night(request)
    return framed(request, await office(request).run(page.paper, kept.id, dumps(kept.night), printing(request)))


async def _ticked(request: Request) -> Response:
    kept = await kept_night(request)
    sheets, pairs = ticked(printing(request))
    work = office(request).run(paper.night, dumps(kept.night), sheets, pairs)
    return file_or_page(request, await while_wanted(request, work))


async def _preview(request: Request) -> Response:
    kept, sheets = await kept_night(request), request.path_params["sheets"]
    work = office(request).run(paper.night_preview, dumps(kept.night), sheets, printing(request))
    return file_or_page(request, await while_wanted(request, work))


async def _section_page(request: Request) -> Response:
    kept, letter = await kept_night(request), request.path_params["letter"]
    answer = await office(request).run(sections.paper, kept.id, dumps(kept.night), letter, printing(request))
    return framed(request, answer)


async def _section_ticked(request: Request) -> Response:
    kept, letter = await kept_night(request), request.path_params["letter"]
    sheets, pairs = ticked(printing(request))
    work = office(request).run(sections.pdf, dumps(kept.night), letter, sheets, pairs)
    return file_or_page(request, await while_wanted(request, work))
