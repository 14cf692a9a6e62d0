"""Walls and phones: what each scans or types to come in, and a card for every pair to be cut and handed out."""

from asyncio import to_thread
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.server.frame import framed
from byestand.server.office import office
from byestand.server.play.programme import Guest, programme_of
from byestand.server.rendering import rendered
from byestand.server.rights.entrance import Entrance, entrance
from byestand.server.rights.right import Right
from byestand.server.rights.screens import Screen, screen, screens
from byestand.server.visitor import visitor


def routes() -> list[BaseRoute]:
    """Return the address of the page."""
    return [Route("/nights/{id:int}/codes", _ways_in)]


@dataclass(frozen=True, slots=True)
class Card:
    """What a pair is handed."""

    guest: Guest
    screen: Screen


async def _ways_in(request: Request) -> Response:
    shared, door, id = office(request), entrance(request), request.path_params["id"]
    kept = await to_thread(visitor(request).nights.get, id)
    cards: tuple[Card, ...] = ()
    if door:
        guests = (await programme_of(shared, kept.night)).guests.values()
        cards = await to_thread(_cards, door, id, guests)  # some ten milliseconds each when they are drawn first
    ways = await to_thread(screens, request, id)
    others = door.others if door else ""
    return framed(request, rendered("codes.html", "Walls and phones", kept=kept, ways=ways, cards=cards, others=others))


def _cards(door: Entrance, night: int, guests: Iterable[Guest]) -> tuple[Card, ...]:
    return tuple(Card(guest, screen(door, Right("pair", night, guest.label))) for guest in guests)
