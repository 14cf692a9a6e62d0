"""Your desk, on a service that many clubs share: its link to keep, made anew, closed on a device, gone for good."""

from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest
from byestand.server.app_url import app_url
from byestand.server.desks.desks import Desks
from byestand.server.frame import asked_in, framed
from byestand.server.office import office
from byestand.server.rendering import render_page
from byestand.server.rights.entrance import Entrance, entrance
from byestand.server.rights.right import Right
from byestand.server.rights.screens import Screen, screen
from byestand.server.table import DESK
from byestand.server.visitor import visitor


@dataclass(frozen=True, slots=True)
class DeskView:
    """The page."""

    template: ClassVar = "desk.html"
    way_in: Screen | None
    """The link of the desk; none where the device has no desk."""
    many: int
    """Nights on the desk."""
    days: int | None
    """After so many days without a visit a desk is deleted."""
    deleted: bool
    """Whether it was deleted just now."""


def routes() -> list[BaseRoute]:
    """Return the addresses of a desk."""
    return [
        Route("/robots.txt", _robots),
        Route(DESK, _show),
        Route(f"{DESK}/renew", _renew, methods=["POST"]),
        Route(f"{DESK}/close", _close, methods=["POST"]),
        Route(f"{DESK}/delete", _delete, methods=["POST"]),
    ]


async def _show(request: Request) -> Response:
    door = entrance(request)
    if door is None or not door.has_many_desks:
        return RedirectResponse("/nights", 303)
    way_in = await to_thread(screen, door, _mine(request)) if visitor(request).desk else None
    many = await to_thread(office(request).store.many, visitor(request).desk)
    deleted = bool(asked_in(request).text("deleted"))
    return framed(request, render_page(DeskView(way_in, many, door.days, deleted), "Your desk"))


async def _renew(request: Request) -> Response:
    """Make the link anew: the old one and all devices that came with it are out; this one stays in."""
    door, right = _own_desk(request)
    await to_thread(door.codes.renew, right)
    response = RedirectResponse(DESK, 303)
    await to_thread(door.keep, response, right)
    return response


async def _close(request: Request) -> Response:
    """Have this device forget its desk, which stays where it is."""
    door, _ = _own_desk(request)
    response = RedirectResponse(DESK, 303)
    door.forget(response, desk=True)
    return response


async def _delete(request: Request) -> Response:
    """Throw away a desk and all that is on it, if that is meant."""
    door, right = _own_desk(request)
    form = await request.form(max_fields=4, max_files=0)
    if form.get("sure") != "yes":
        raise BadRequest("nothing was deleted: tick that you are sure first")
    await to_thread(Desks(office(request).store).delete, right.desk)
    response = RedirectResponse(f"{DESK}?deleted=1", 303)
    door.forget(response, desk=True)
    return response


def _own_desk(request: Request) -> tuple[Entrance, Right]:
    door = entrance(request)
    if door is None or not door.has_many_desks or not visitor(request).desk:
        raise BadRequest("there is no desk of yours here: it is made when you keep your first night")
    return door, _mine(request)


def _mine(request: Request) -> Right:
    return Right("director", desk=visitor(request).desk)


async def _robots(request: Request) -> Response:
    """Ask search engines to stay away from where names may be."""
    del request
    lines = (f"Disallow: {app_url(path)}\n" for path in ("/nights", "/desk", "/join", "/check"))
    return PlainTextResponse("User-agent: *\n" + "".join(lines))
