"""Endpoints of the movement pages: the same for a movement by its name and for a section of a night."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.movements.files import section_file
from byestand.server.nights.requests import shown_section
from byestand.server.pages.movement import view
from byestand.server.services import services, while_wanted
from byestand.server.web.responses import asked_in, file_or_page, framed


async def page(request: Request) -> Response:
    """Show a movement."""
    shown = await shown_section(request)
    return framed(request, await services(request).run(view.content, shown, asked_in(request).pairs))


async def file(request: Request) -> Response:
    """Save a movement in a format."""
    shown, to = (await shown_section(request)).without_names(), request.path_params["format"]
    return file_or_page(request, await while_wanted(request, services(request).run(section_file, shown, to)))
