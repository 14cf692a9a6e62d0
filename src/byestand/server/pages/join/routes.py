"""The codes of walls and phones: shown, typed, used to choose one's pair, and renewed."""

import asyncio
from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.server.auth.codes import is_link
from byestand.server.auth.entrance import A_MONTH, ADDRESS_COOKIE, Entrance, entrance
from byestand.server.auth.right import LETTERS, Right
from byestand.server.auth.screens import Screen, screens, screens_for
from byestand.server.auth.visitor import visitor
from byestand.server.nights.evening_view import ContestantView, evening_view
from byestand.server.nights.requests import requested_night
from byestand.server.services import services
from byestand.server.storage.nights import VisibleNights
from byestand.server.token_bucket import client_address
from byestand.server.web.render import render_page
from byestand.server.web.responses import desk_question, framed, inside, join_page


@dataclass(frozen=True, slots=True)
class Card:
    """What a pair is handed."""

    contestant: ContestantView
    screen: Screen


@dataclass(frozen=True, slots=True)
class CodesView:
    """The page of walls and phones."""

    template: ClassVar = "codes.html"
    id: int
    screens: tuple[Screen, ...]
    cards: tuple[Card, ...]
    others: str
    """Who else may come; empty where nobody does."""
    addresses: tuple[str, ...]
    """Where they reach the app, that of the codes first; none where this machine is on no network."""


async def codes_page(request: Request) -> Response:
    """Show the codes of walls and phones."""
    night, door = await requested_night(request), entrance(request)
    cards: tuple[Card, ...] = ()
    addresses = door.addresses(request.scope) if door else ()
    if door and addresses:
        evening = await services(request).run_for_night(evening_view, night)
        contestants = tuple(evening.contestants.values())
        rights = [Right("pair", night.id, contestant.label) for contestant in contestants]
        # Each takes some ten milliseconds when it is drawn.
        cards = tuple(map(Card, contestants, await to_thread(screens_for, door.codes, addresses[0], rights)))
    others, shown = door.others if door else "", await to_thread(screens, request, night.id)
    view = CodesView(night.id, shown, cards, others, addresses)
    return framed(request, render_page(view, "Walls and phones"))


MOST_LABEL = 8
WRONG = "that is no code of tonight; look again, or scan the newest one"
NO_DESK = "this link opens no desk: a newer one may have been made since, or the desk was deleted; look again"


async def page(request: Request) -> Response:
    """Show the field for a code."""
    return join_page(request) if entrance(request) else RedirectResponse("/", 303)


async def join(request: Request) -> Response:
    """Take a code; the answer to a wrong one comes late."""
    door = entrance(request)
    if door is None:
        return RedirectResponse("/", 303)
    form = await request.form(max_fields=4, max_files=0)
    if "forget" in form:
        response = RedirectResponse("/join", 303)
        door.forget(response, desk=False)
        return response
    code = str(form.get("code", "")).rpartition("#")[2]  # of a link that was pasted, what stands behind it
    right = await asyncio.to_thread(door.codes.opened_by, code)
    if right is None:
        await door.attempts.delay_wrong(client_address(request.scope))
        meant_a_desk = door.has_many_desks and is_link(code)
        return join_page(request, status=403, sentence=NO_DESK if meant_a_desk else WRONG)
    if right.is_director and door.has_many_desks and "open" not in form:
        return await asyncio.to_thread(_asked_first, request, right, code)
    return await asyncio.to_thread(_let_in, request, door, right)


def _asked_first(request: Request, right: Right, code: str) -> Response:
    """Ask before a desk is opened: another site may have led here, and what is kept goes to whoever has its link."""
    mine = visitor(request)
    if mine.directs(right):
        return RedirectResponse(right.home, 303)
    there, here = (services(request).store.many(desk) for desk in (right.desk, mine.desk))
    return desk_question(request, code, there, here)


def _let_in(request: Request, door: Entrance, right: Right) -> Response:
    """Give a device a right, and lead it to what that opens; a director who looks at a wall stays director."""
    home = right.home
    if right.is_director:
        current = VisibleNights(services(request).store, right.reach).current()
        home = f"/nights/{current.id}/play" if current and current.sections else home
    response = RedirectResponse(home, 303)
    if not visitor(request).directs(right):
        door.keep(response, right)
    return response


async def choose_pair(request: Request) -> Response:
    """Let a phone that came with the code for all pairs be one pair's from now on."""
    id: int = request.path_params["id"]
    form = await request.form(max_fields=4, max_files=0)
    pair = str(form.get("pair", "")).strip()
    if not 0 < len(pair) <= MOST_LABEL:
        raise BadRequest(f"choose a pair by its number, like N5: {pair!r}")
    await asyncio.to_thread(visitor(request).nights.get, id)
    chosen, door = Right("pair", id, pair), entrance(request)
    return await asyncio.to_thread(_let_in, request, door, chosen) if door else RedirectResponse(chosen.home, 303)


async def renew_codes(request: Request) -> Response:
    """Make the codes of one right anew; the director who does so from a device keeps his own right.

    Or have the browser show codes with another address of this machine.
    """
    id: int = request.path_params["id"]
    form = await request.form(max_fields=4, max_files=0)
    kind = next((known for known in LETTERS if known == form.get("right")), None)
    await asyncio.to_thread(visitor(request).nights.get, id)
    door, holder = entrance(request), visitor(request).holder
    if door is None:
        raise BadRequest("there are codes only where others are let in: start with byestand serve --lan")
    if "address" in form:
        return _choose_address(request, door, str(form["address"]), f"/nights/{id}/codes")
    if kind is None:
        raise BadRequest(f"new codes are made for one of {', '.join(LETTERS)}: {form.get('right')!r}")
    right = holder.right if holder and kind == "director" else Right(kind, id)
    await asyncio.to_thread(door.codes.renew, right)
    response = RedirectResponse(inside(str(form.get("back", f"/nights/{id}/codes"))), 303)
    if kind == "director" and holder and holder.device:
        await asyncio.to_thread(door.keep, response, right)
    return response


def _choose_address(request: Request, door: Entrance, address: str, page: str) -> Response:
    if address not in door.addresses(request.scope):
        raise BadRequest(f"this machine has another address now; load the page with the codes again: {address!r}")
    response = RedirectResponse(page, 303)
    response.set_cookie(ADDRESS_COOKIE, address, max_age=A_MONTH, httponly=True, samesite="strict")
    return response
