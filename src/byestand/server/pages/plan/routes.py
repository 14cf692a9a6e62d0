"""The endpoint of the first page."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.pages.plan.view import content, welcome
from byestand.server.web.app_state import services
from byestand.server.web.responses import asked_in, page_response


async def page(request: Request) -> Response:
    """Show the movements for a room. The empty form does not need the workers."""
    pairs = asked_in(request).pairs
    return page_response(request, await services(request).run(content, pairs) if pairs else welcome())
