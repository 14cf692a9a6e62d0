"""Endpoints of the second session, whose form may be about a night."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.job import Job
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.limits import MAX_NAMES
from byestand.model.setup import CatalogMovement, SessionSetup
from byestand.server.jobs.job_results import JobFile
from byestand.server.nights.requests import current_or_requested_night
from byestand.server.page_tools.print_options import PrintPreferences
from byestand.server.pages.second_session import view as second
from byestand.server.services import while_wanted
from byestand.server.web.app_state import services
from byestand.server.web.query import Pairs, Query
from byestand.server.web.responses import Endpoint, asked_in, file_or_page, page_response
from byestand.session.setups import list_names

MAX_NAMES_CHARS = MAX_NAMES * 100
"""Of a pasted list of names."""


async def page(request: Request) -> Response:
    """Seat the second session; an empty form is filled from the night in the query, or the current one."""
    if request.method == "POST":
        pairs, names = await _with_names(request)
        return page_response(request, await while_wanted(request, services(request).run(second.content, pairs, names)))
    asked, names = asked_in(request), ""
    pairs = asked.pairs
    if asked.text("movement"):
        return page_response(request, await while_wanted(request, services(request).run(second.content, pairs, names)))
    if stored := await current_or_requested_night(request):
        pairs, names = second_session_form(stored.state.setup)
    return page_response(request, await services(request).run(second.form, pairs, names))


def _file(job: Job[[Pairs, str], JobFile]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        pairs, names = await _with_names(request)
        pairs = PrintPreferences.from_cookie(request).behind(pairs)
        return file_or_page(request, await while_wanted(request, services(request).run(job, pairs, names)))

    return endpoint


csv = _file(second.seating)
pdf = _file(second.paper)


async def _with_names(request: Request) -> tuple[Pairs, str]:
    """Return the fields of a form, and the pasted names."""
    async with request.form(max_fields=40, max_files=0) as form:
        fields = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    names = next((text for name, text in fields if name == "names"), "")[:MAX_NAMES_CHARS]
    return Query.from_pairs((name, text) for name, text in fields if name != "names").pairs, names.replace("\r\n", "\n")


def second_session_form(setup: SessionSetup) -> tuple[Pairs, str]:
    """Return the form fields for a night, and its names; nothing for movements from files."""
    if not setup.sections or not all(isinstance(section.movement, CatalogMovement) for section in setup.sections):
        return (), ""
    boards = setup.sections[0].boards or Boards(USUAL_BOARDS_PER_ROUND)
    fields = [("offered", "1"), ("boards", str(boards.per_round)), ("first", str(boards.first))]
    for section in setup.sections:
        name = section.movement.name
        fields.append(("movement", f"{section.letter}={name}" if setup.has_letters else name))
        fields += [("missing", setup.seat_label(section.letter, label)) for label in section.movement.missing]
    return tuple(fields), list_names(setup)
