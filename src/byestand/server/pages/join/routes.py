"""Access codes of displays and phones: shown, typed, replaced, and used to choose a pair."""

import asyncio
from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.server.auth.access_codes import is_link
from byestand.server.auth.access_control import ADDRESS_COOKIE, COOKIE_MAX_AGE, AccessControl
from byestand.server.auth.access_links import AccessLink, screens, screens_for
from byestand.server.auth.roles import LETTERS, Role
from byestand.server.auth.visitor import visitor
from byestand.server.nights.requests import requested_night
from byestand.server.storage.nights import VisibleNights
from byestand.server.token_bucket import client_address
from byestand.server.web.app_state import entrance, services
from byestand.server.web.render import render_page
from byestand.server.web.responses import desk_question, inside, join_page, page_response
from byestand.session.timetable import ContestantView, evening_view


@dataclass(frozen=True, slots=True)
class CodeCard:
    """The card of a pair."""

    contestant: ContestantView
    screen: AccessLink


@dataclass(frozen=True, slots=True)
class CodesView:
    """The page of access codes."""

    template: ClassVar = "codes.html"
    id: int
    screens: tuple[AccessLink, ...]
    cards: tuple[CodeCard, ...]
    others: str
    """Empty if other devices cannot reach the app."""
    addresses: tuple[str, ...]
    """Addresses of the app, that of the codes first; none without a network."""


async def codes_page(request: Request) -> Response:
    """Show the codes of displays and phones."""
    night, access = await requested_night(request), entrance(request)
    cards: tuple[CodeCard, ...] = ()
    addresses = access.addresses(request.scope) if access else ()
    if access and addresses:
        evening = await services(request).run_for_night(evening_view, night)
        contestants = tuple(evening.contestants.values())
        rights = [Role("pair", night.id, contestant.label) for contestant in contestants]
        # Each picture takes about ten milliseconds.
        cards = tuple(map(CodeCard, contestants, await to_thread(screens_for, access.codes, addresses[0], rights)))
    others, shown = access.others if access else "", await to_thread(screens, request, access, night.id)
    view = CodesView(night.id, shown, cards, others, addresses)
    return page_response(request, render_page(view, say("Access codes")))


MAX_LABEL_CHARS = 8
UNKNOWN_CODE = phrase("unknown code; check it, or scan the current one")
UNKNOWN_LINK = phrase("this link does not work; it may have been replaced, or the workspace was deleted")


async def page(request: Request) -> Response:
    """Show the field for a code."""
    return join_page(request) if entrance(request) else RedirectResponse("/", 303)


async def join(request: Request) -> Response:
    """Sign in with a code; the answer to a wrong code is delayed."""
    access = entrance(request)
    if access is None:
        return RedirectResponse("/", 303)
    form = await request.form(max_fields=4, max_files=0)
    if "forget" in form:
        response = RedirectResponse("/join", 303)
        access.forget(response, desk=False)
        return response
    code = str(form.get("code", "")).rpartition("#")[2]  # the code of a pasted link
    right = await asyncio.to_thread(access.codes.opened_by, code)
    if right is None:
        await access.attempts.delay_wrong(client_address(request.scope))
        error = UNKNOWN_LINK if access.has_many_desks and is_link(code) else UNKNOWN_CODE
        return join_page(request, status=403, sentence=say(error))
    if right.is_director and access.has_many_desks and "open" not in form:
        return await asyncio.to_thread(_ask_first, request, right, code)
    return await asyncio.to_thread(_let_in, request, access, right)


def _ask_first(request: Request, right: Role, code: str) -> Response:
    """Ask before a workspace is opened: the link may come from another site, whose owner would see new sessions."""
    mine = visitor(request)
    if mine.directs(right):
        return RedirectResponse(right.home, 303)
    there, here = (services(request).store.many(workspace) for workspace in (right.desk, mine.desk))
    return desk_question(request, code, there, here)


def _let_in(request: Request, access: AccessControl, right: Role) -> Response:
    """Sign a device in and redirect it to its page; a director who opens a display stays director."""
    home = right.home
    if right.is_director:
        current = VisibleNights(services(request).store, right.reach).current()
        home = f"/nights/{current.id}/play" if current and current.sections else home
    response = RedirectResponse(home, 303)
    if not visitor(request).directs(right):
        access.keep(response, right)
    return response


async def choose_pair(request: Request) -> Response:
    """Bind a phone that used the code for all pairs to one pair."""
    id: int = request.path_params["id"]
    form = await request.form(max_fields=4, max_files=0)
    pair = str(form.get("pair", "")).strip()
    if not 0 < len(pair) <= MAX_LABEL_CHARS:
        raise BadRequest(say("enter a pair number, such as N5: {pair!r}", pair=pair))
    await asyncio.to_thread(visitor(request).nights.get, id)
    chosen, access = Role("pair", id, pair), entrance(request)
    return await asyncio.to_thread(_let_in, request, access, chosen) if access else RedirectResponse(chosen.home, 303)


async def renew_codes(request: Request) -> Response:
    """Replace the codes of one role; the director's own device stays signed in.

    Or show the codes with another address of this computer.
    """
    id: int = request.path_params["id"]
    form = await request.form(max_fields=4, max_files=0)
    kind = next((known for known in LETTERS if known == form.get("right")), None)
    await asyncio.to_thread(visitor(request).nights.get, id)
    access, holder = entrance(request), visitor(request).holder
    if access is None:
        raise BadRequest(say("codes are available only when started with byestand serve --lan"))
    if "address" in form:
        return _choose_address(request, access, str(form["address"]), f"/nights/{id}/codes")
    if kind is None:
        kinds = ", ".join(LETTERS)
        raise BadRequest(say("codes exist only for {kinds}: {kind!r}", kinds=kinds, kind=form.get("right")))
    right = holder.right if holder and kind == "director" else Role(kind, id)
    await asyncio.to_thread(access.codes.renew, right)
    response = RedirectResponse(inside(str(form.get("back", f"/nights/{id}/codes"))), 303)
    if kind == "director" and holder and holder.device:
        await asyncio.to_thread(access.keep, response, right)
    return response


def _choose_address(request: Request, access: AccessControl, address: str, page: str) -> Response:
    if address not in access.addresses(request.scope):
        raise BadRequest(
            say(
                "the address of this computer has changed; reload the page with the codes: {address!r}", address=address
            )
        )
    response = RedirectResponse(page, 303)
    response.set_cookie(ADDRESS_COOKIE, address, max_age=COOKIE_MAX_AGE, httponly=True, samesite="strict")
    return response
