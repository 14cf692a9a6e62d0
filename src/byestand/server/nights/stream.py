"""The stream of a night: how far it has come and what its clocks say, to every page that shows it."""

from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.server.desk import desk
from byestand.server.play.message import message


def routes() -> list[BaseRoute]:
    """Return the address of the stream."""
    return [Route("/nights/{id:int}/stream", _stream)]


async def _stream(request: Request) -> Response:
    shared, id = desk(request), request.path_params["id"]

    async def contents() -> dict[str, object]:
        log = await to_thread(shared.store.log, id)
        return message(log.now)

    return await shared.live.stream(request, id, contents)
