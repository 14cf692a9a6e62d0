"""Keeping new nights: on the desk of who asks, which is made now where he has none."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.night.log import EventLog
from byestand.night.night import Night
from byestand.server.desks.desks import Desks
from byestand.server.guard import MEGABYTE
from byestand.server.office import office
from byestand.server.operating.limits import Visits, begins_a_desk
from byestand.server.rights.entrance import entrance
from byestand.server.rights.right import Right
from byestand.server.storage.records import NewNight
from byestand.server.visitor import visitor


async def kept_anew(request: Request, night: Night | EventLog) -> Response:
    """Keep a new night, and lead to it."""
    return await add_night(request, NewNight.anew(night, office(request).store.now()))


async def add_night(request: Request, night: NewNight) -> Response:
    """Store a new night, and redirect to it."""
    return await office(request).with_whole_desk(_kept, request, (night,))


async def add_nights(request: Request, nights: Sequence[NewNight], current: int) -> Response:
    """Store all of the nights or none, make one of them the *current* one, and redirect to the list."""
    return await office(request).with_whole_desk(_kept, request, nights, current, "/nights")


def counts_as_sent(request: Request, size: int) -> None:
    """Have what somebody sent count as large as it is when it is unpacked, where many share a service."""
    if request.app.state.hosting:
        visits: Visits = request.app.state.visits
        visits.owe("megabytes", request.client.host if request.client else "", size / MEGABYTE)


def _kept(request: Request, nights: Sequence[NewNight], laid: int = 0, there: str = "") -> Response:
    """Keep nights, and lead *there*, or else to the first of them."""
    mine, store, door = visitor(request), office(request).store, entrance(request)
    if mine.desk or door is None:
        ids = mine.nights.add_all(nights, laid)
        return RedirectResponse(there or f"/nights/{ids[0]}", 303)
    begins_a_desk(request)
    desk, ids = Desks(store).new_with(nights, laid)
    response = RedirectResponse(there or f"/nights/{ids[0]}", 303)
    door.keep(response, Right("director", desk=desk))
    return response
