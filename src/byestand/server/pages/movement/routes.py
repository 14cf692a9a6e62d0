"""The endpoint of a movement, by its name or as a section of a night."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.nights.requests import shown_section
from byestand.server.pages.movement import view
from byestand.server.services import services
from byestand.server.web.responses import asked_in, framed


async def page(request: Request) -> Response:
    """Show a movement."""
    shown = await shown_section(request)
    return framed(request, await services(request).run(view.content, shown, asked_in(request).pairs))
