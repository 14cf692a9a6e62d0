"""Walls and phones: what each scans or types to come in, and a card for every pair to be cut and handed out."""

from asyncio import to_thread
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.auth.entrance import entrance
from byestand.server.auth.right import Right
from byestand.server.auth.screens import Screen, screens, screens_for
from byestand.server.nights.evening_view import ContestantView, evening_view
from byestand.server.nights.requests import requested_night
from byestand.server.services import services
from byestand.server.web.render import render_page
from byestand.server.web.responses import framed


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


async def page(request: Request) -> Response:
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
