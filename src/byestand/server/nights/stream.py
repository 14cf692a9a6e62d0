"""The stream of a night: how far it has come and what its clocks say, to every page that shows it."""

from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.auth.visitor import visitor
from byestand.server.live.message import message
from byestand.server.services import services


async def stream(request: Request) -> Response:
    """Open a stream."""
    nights, id = visitor(request).nights, request.path_params["id"]
    await to_thread(nights.get, id)  # what others have been told already is made anew for nobody

    async def contents() -> dict[str, object]:
        log = await to_thread(nights.log, id)
        return message(log.state)

    return await services(request).live.stream(request, id, contents)
