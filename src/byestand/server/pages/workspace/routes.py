"""Your desk, on a service that many clubs share: its link to keep, made anew, closed on a device, gone for good."""

from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.server.auth.entrance import Entrance, entrance
from byestand.server.auth.right import Right
from byestand.server.auth.screens import Screen, screens_for
from byestand.server.auth.visitor import visitor
from byestand.server.services import services
from byestand.server.storage.workspaces import Desks
from byestand.server.web.app_url import app_url
from byestand.server.web.render import render_page
from byestand.server.web.responses import asked_in, form_in, framed

PATH = "/desk"
"""Only where each visitor has a workspace."""


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


async def page(request: Request) -> Response:
    """Show the link of a workspace."""
    door = entrance(request)
    if door is None or not door.has_many_desks:
        return RedirectResponse("/nights", 303)
    way_in = None
    if visitor(request).desk:
        app = door.addresses(request.scope)[0]
        (way_in,) = await to_thread(screens_for, door.codes, app, (_mine(request),))
    many = await to_thread(services(request).store.many, visitor(request).desk)
    deleted = bool(asked_in(request).text("deleted"))
    return framed(request, render_page(DeskView(way_in, many, door.days, deleted), "Your desk"))


async def renew(request: Request) -> Response:
    """Make the link anew: the old one and all devices that came with it are out; this one stays in."""
    door, right = _own_desk(request)
    await to_thread(door.codes.renew, right)
    response = RedirectResponse(PATH, 303)
    await to_thread(door.keep, response, right)
    return response


async def close(request: Request) -> Response:
    """Have this device forget its desk, which stays where it is."""
    door, _ = _own_desk(request)
    response = RedirectResponse(PATH, 303)
    door.forget(response, desk=True)
    return response


async def delete(request: Request) -> Response:
    """Throw away a desk and all that is on it, if that is meant."""
    door, right = _own_desk(request)
    if (await form_in(request, 4)).text("sure") != "yes":
        raise BadRequest("nothing was deleted: tick that you are sure first")
    await to_thread(Desks(services(request).store).delete, right.desk)
    response = RedirectResponse(f"{PATH}?deleted=1", 303)
    door.forget(response, desk=True)
    return response


def _own_desk(request: Request) -> tuple[Entrance, Right]:
    door = entrance(request)
    if door is None or not door.has_many_desks or not visitor(request).desk:
        raise BadRequest("there is no desk of yours here: it is made when you keep your first night")
    return door, _mine(request)


def _mine(request: Request) -> Right:
    return Right("director", desk=visitor(request).desk)


async def robots(request: Request) -> Response:
    """Ask search engines to stay away from where names may be."""
    del request
    lines = (f"Disallow: {app_url(path)}\n" for path in ("/nights", "/desk", "/join", "/check"))
    return PlainTextResponse("User-agent: *\n" + "".join(lines))
