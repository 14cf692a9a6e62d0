"""Keeping new nights: on the desk of who asks, which is made now where he has none."""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.night.fold import Log
from byestand.night.night import Night
from byestand.server.desks.desks import Desks
from byestand.server.nights.kept import Written
from byestand.server.nights.nights import Nights
from byestand.server.office import office
from byestand.server.operating.limits import begins_a_desk
from byestand.server.rights.entrance import entrance
from byestand.server.rights.right import Right
from byestand.server.visitor import visitor


async def kept_anew(request: Request, night: Night | Log) -> Response:
    """Keep a new night, and lead to it."""
    return await office(request).with_whole_desk(_kept, request, lambda nights: f"/nights/{nights.add(night)}")


async def all_kept_anew(request: Request, written: Sequence[Written], laid: int) -> Response:
    """Keep all of many nights or none, put the one that is *laid* there on the desk, and lead to the list."""

    def keep(nights: Nights) -> str:
        nights.add_all(written, laid)
        return "/nights"

    return await office(request).with_whole_desk(_kept, request, keep)


def _kept(request: Request, keep: Callable[[Nights], str]) -> Response:
    mine, store, door = visitor(request), office(request).store, entrance(request)
    if mine.desk or door is None:
        return RedirectResponse(keep(mine.nights), 303)
    begins_a_desk(request)
    right = Right("director", desk=Desks(store).new())
    response = RedirectResponse(keep(Nights(store, right.reach)), 303)
    door.keep(response, right)
    return response
