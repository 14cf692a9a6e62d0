"""Endpoints of sheets and files of a movement, of a section of a night, and of a whole night."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.nights.requests import requested_night, shown_section
from byestand.server.page_tools.print_options import print_query
from byestand.server.pages.paper import sheet_choice
from byestand.server.pages.paper.movement_files import night_file, section_file
from byestand.server.pages.paper.view import night_page, section_page, selected_sheets
from byestand.server.services import while_wanted
from byestand.server.web.app_state import services
from byestand.server.web.query import Pairs
from byestand.server.web.responses import asked_in, file_or_page, page_response


async def page(request: Request) -> Response:
    """Show the sheets and files."""
    pairs = print_query(request)
    if is_whole_night(request):
        return page_response(
            request, await services(request).run_for_night(night_page, await requested_night(request), pairs)
        )
    shown = (await shown_section(request)).without_names()
    return page_response(request, await services(request).run(section_page, shown, pairs))


async def ticked_pdf(request: Request) -> Response:
    """Print the sheets that are ticked on the page."""
    return await _print(request, *selected_sheets(print_query(request)))


async def pdf(request: Request) -> Response:
    """Print the sheets in the URL."""
    return await _print(request, request.path_params["sheets"], print_query(request))


async def preview(request: Request) -> Response:
    """Show the first page of a sheet."""
    return await _print(request, request.path_params["sheets"], print_query(request), is_preview=True)


async def diagram(request: Request) -> Response:
    """Draw the movement."""
    shown = (await shown_section(request)).without_names()
    return file_or_page(request, await services(request).run(sheet_choice.diagram, shown))


async def file(request: Request) -> Response:
    """Save a movement, or all sections of a night, in a format."""
    to = request.path_params["format"]
    if is_whole_night(request):
        pairs = asked_in(request).pairs
        work = services(request).run_for_night(night_file, await requested_night(request), to, pairs)
    else:
        work = services(request).run(section_file, (await shown_section(request)).without_names(), to)
    return file_or_page(request, await while_wanted(request, work))


def is_whole_night(request: Request) -> bool:
    """Return whether a URL is about all sections of a night."""
    return not {"name", "letter"} & request.path_params.keys()


async def _print(request: Request, wanted: str, pairs: Pairs, *, is_preview: bool = False) -> Response:
    """Print sheets; stop if the browser no longer waits for them."""
    app = services(request)
    if is_whole_night(request):
        night = await requested_night(request)
        work = app.run_for_night(sheet_choice.night_paper, night, wanted, pairs, is_preview=is_preview)
    else:
        shown = (await shown_section(request)).without_names()
        work = app.run(sheet_choice.section_paper, shown, wanted, pairs, is_preview=is_preview)
    return file_or_page(request, await while_wanted(request, work))
