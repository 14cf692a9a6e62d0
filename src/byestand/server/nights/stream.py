"""The stream of a night: how far it has come, to every page that shows it."""

from asyncio import to_thread

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.server.desk import desk


def routes() -> list[BaseRoute]:
    """Return the address of the stream."""
    return [Route("/nights/{id:int}/stream", _stream)]


async def _stream(request: Request) -> Response:
    shared, id = desk(request), request.path_params["id"]

    async def contents() -> dict[str, object]:
        kept = await to_thread(shared.store.get, id)
        return {"position": kept.revision}

    return await shared.live.stream(request, id, contents)
