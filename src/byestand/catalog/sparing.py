"""Rainbows with spare players: the seats they take are shipped, or else searched for; the maker lays them."""

from dataclasses import replace

from byestand.catalog.makers import base
from byestand.catalog.names import Name
from byestand.errors import NoSuchMovement, NotFound
from byestand.model import Movement
from byestand.movements import begun_by, shipped_spares, with_spares
from byestand.search import Found, Impossible, OutOfTime, find_spares

SPARES = {"S": 1, "D": 2}


def with_spares_of(name: Name) -> Movement:
    """Return the movement of a name that ends in S or D."""
    plain = replace(name, variant="")
    movement, spares = base(plain), SPARES[name.variant]
    size = name.tables, name.deal_groups
    if known := shipped_spares(*size, begun_by(*size, movement.rounds), spares, movement.rounds):
        return with_spares(movement, known)
    match find_spares(movement, spares):
        case Found(routes):
            return with_spares(movement, [[(seat.table, seat.seat) for seat in route] for route in routes])
        case Impossible(because):
            raise NoSuchMovement(f"{plain} has no room for spare players", because=because)
        case OutOfTime():
            raise NotFound(f"no seats were found for the spare players of {plain}; there may be some")
