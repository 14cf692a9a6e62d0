"""The workspace page of a hosted service: its link, a new link, sign-out and deletion."""

from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.language import say
from byestand.server.auth.access_control import AccessControl
from byestand.server.auth.access_links import AccessLink, screens_for
from byestand.server.auth.roles import Role
from byestand.server.auth.visitor import visitor
from byestand.server.storage.workspaces import Workspaces
from byestand.server.web.app_state import entrance, services
from byestand.server.web.app_url import app_url
from byestand.server.web.render import render_page
from byestand.server.web.responses import asked_in, form_in, page_response

PATH = "/desk"
"""Only on a hosted service."""


@dataclass(frozen=True, slots=True)
class WorkspaceView:
    """The page."""

    template: ClassVar = "workspace.html"
    way_in: AccessLink | None
    """The link of the workspace; None if the device has none."""
    many: int
    """Number of nights in the workspace."""
    days: int | None
    """A workspace is deleted after this number of days without a visit."""
    deleted: bool
    """Whether the workspace has just been deleted."""


async def page(request: Request) -> Response:
    """Show the link of a workspace."""
    access = entrance(request)
    if access is None or not access.has_many_desks:
        return RedirectResponse("/nights", 303)
    way_in = None
    if visitor(request).desk:
        app = access.addresses(request.scope)[0]
        (way_in,) = await to_thread(screens_for, access.codes, app, (_mine(request),))
    many = await to_thread(services(request).store.many, visitor(request).desk)
    deleted = bool(asked_in(request).text("deleted"))
    return page_response(request, render_page(WorkspaceView(way_in, many, access.days, deleted), say("Your workspace")))


async def renew(request: Request) -> Response:
    """Replace the link: the old one and all devices that used it are signed out, except this one."""
    access, right = _own_desk(request)
    await to_thread(access.codes.renew, right)
    response = RedirectResponse(PATH, 303)
    await to_thread(access.keep, response, right)
    return response


async def close(request: Request) -> Response:
    """Sign this device out of its workspace, which is not changed."""
    access, _ = _own_desk(request)
    response = RedirectResponse(PATH, 303)
    access.forget(response, desk=True)
    return response


async def delete(request: Request) -> Response:
    """Delete a workspace and everything in it, if the form confirms it."""
    access, right = _own_desk(request)
    if (await form_in(request, 4)).text("sure") != "yes":
        raise BadRequest(say("not deleted: tick the confirmation box first"))
    await to_thread(Workspaces(services(request).store).delete, right.desk)
    response = RedirectResponse(f"{PATH}?deleted=1", 303)
    access.forget(response, desk=True)
    return response


def _own_desk(request: Request) -> tuple[AccessControl, Role]:
    access = entrance(request)
    if access is None or not access.has_many_desks or not visitor(request).desk:
        raise BadRequest(say("you have no workspace yet; one is created when you save your first session"))
    return access, _mine(request)


def _mine(request: Request) -> Role:
    return Role("director", desk=visitor(request).desk)


async def robots(request: Request) -> Response:
    """Ask search engines not to index pages that may show names."""
    del request
    lines = (f"Disallow: {app_url(path)}\n" for path in ("/nights", "/desk", "/join", "/check"))
    return PlainTextResponse("User-agent: *\n" + "".join(lines))
