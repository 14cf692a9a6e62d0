"""Walls and phones: what each scans or types to come in, and a card for every pair to be cut and handed out."""

from asyncio import to_thread
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import Response

from byestand.server.auth.entrance import Entrance, entrance
from byestand.server.auth.right import Right
from byestand.server.auth.screens import Screen, screen, screens
from byestand.server.nights.evening_view import ContestantView, evening_view
from byestand.server.nights.requests import played_night
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
    address: str
    """Where other devices reach the app; empty where none does."""


async def page(request: Request) -> Response:
    """Show the codes of walls and phones."""
    night, door = await played_night(request), entrance(request)
    cards: tuple[Card, ...] = ()
    if door:
        evening = await services(request).run_for_night(evening_view, night)
        contestants = tuple(evening.contestants.values())
        cards = await to_thread(_cards, door, night.id, contestants)  # some ten milliseconds each when they are drawn
    view = CodesView(night.id, await to_thread(screens, request, night.id), cards, door.others if door else "")
    return framed(request, render_page(view, "Walls and phones"))


def _cards(door: Entrance, night: int, contestants: Iterable[ContestantView]) -> tuple[Card, ...]:
    return tuple(Card(one, screen(door, Right("pair", night, one.label))) for one in contestants)
