"""Rainbows with spare players: the search finds the seats they take, the maker lays them."""

from dataclasses import replace

from byestand.catalog.makers import base
from byestand.catalog.names import Name
from byestand.errors import NoSuchMovement, NotFound
from byestand.model import Movement
from byestand.movements import with_spares
from byestand.search import Found, Impossible, OutOfTime, find_spares

SPARES = {"S": 1, "D": 2}


def with_spares_of(name: Name) -> Movement:
    """Return the movement of a name that ends in S or D."""
    plain = replace(name, variant="")
    movement = base(plain)
    match find_spares(movement, SPARES[name.variant]):
        case Found(routes):
            return with_spares(movement, [[(seat.table, seat.seat) for seat in route] for route in routes])
        case Impossible(because):
            raise NoSuchMovement(f"{plain} has no room for spare players", because=because)
        case OutOfTime():
            raise NotFound(f"no seats were found for the spare players of {plain}; there may be some")
