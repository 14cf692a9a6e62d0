"""Endpoints of the ranking: the page, its scoring, boards, contestants and files."""

from dataclasses import replace
from typing import cast

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import ByestandError
from byestand.model.scoring import FACTORS, METHODS, Factor, Method, Scoring, Sections
from byestand.night.events import ScoringChanged
from byestand.server.jobs.job_results import refusal
from byestand.server.nights.requests import append_events, requested_night
from byestand.server.page_tools import print_options as house
from byestand.server.page_tools.print_options import print_query
from byestand.server.pages.standings import result_files
from byestand.server.pages.standings import view as ranking
from byestand.server.services import while_wanted
from byestand.server.web.app_state import services
from byestand.server.web.query import Query
from byestand.server.web.responses import MAX_FIELDS, file_or_page, form_in, page_response


async def file(request: Request) -> Response:
    """Return a file of results."""
    night, name = await requested_night(request), request.path_params["file"]
    if name.endswith(".pdf"):
        paper = house.paper(Query(print_query(request)))
        work = services(request).run_for_night(result_files.result_paper, night, name, paper)
    else:
        work = services(request).run_for_night(result_files.result_file, night, name)
    return file_or_page(request, await while_wanted(request, work))


async def page(request: Request) -> Response:
    """Show the ranking."""
    return page_response(
        request, await services(request).run_for_night(ranking.ranking_page, await requested_night(request))
    )


async def change_scoring(request: Request) -> Response:
    """Save the scoring; if it is refused, show the reason and the choice."""
    form, night = await form_in(request, MAX_FIELDS), await requested_night(request)
    scoring = _scoring_in(form, night.state.setup.scoring)
    if scoring != night.state.setup.scoring:
        try:
            await services(request).run_for_night(ranking.check_scoring, night, scoring)
            await append_events(request, night, ScoringChanged(scoring), seen=form.number("revision"))
        except ByestandError as error:
            refused, night = refusal(error), await requested_night(request)
            page = await services(request).run_for_night(ranking.ranking_page, night, scoring, refused.sentence)
            return page_response(request, replace(page, status=refused.status))
    return RedirectResponse(f"/nights/{night.id}/ranking", 303)


def _scoring_in(form: Query, before: Scoring) -> Scoring:
    """Return the scoring of a form; missing fields stay unchanged."""
    method, factor, sections = (
        form.choice(name, choices) if form.text(name) else getattr(before, name)
        for name, choices in (("method", METHODS), ("factor", FACTORS), ("sections", tuple(ranking.SECTION_CHOICES)))
    )
    return Scoring(cast("Method", method), cast("Factor", factor), cast("Sections", sections))


async def board(request: Request) -> Response:
    """Show a board."""
    night, board = await requested_night(request), request.path_params["board"]
    return page_response(request, await services(request).run_for_night(ranking.board_page, night, board))


async def personal(request: Request) -> Response:
    """Show the results of one contestant."""
    night, label = await requested_night(request), request.path_params["who"]
    return page_response(request, await services(request).run_for_night(ranking.personal_page, night, label))
