"""Searches for rovers that several tests use."""

from functools import cache

from byestand.model.movement import Movement
from byestand.search import Found, Impossible, OutOfTime, RoverRoute, find_rover
from tests.oracles.second_maker import Shape, web


@cache
def rover_of(shape: Shape, rounds: int) -> Found[RoverRoute] | Impossible | OutOfTime:
    """Return the search result for a Web, cached because several tests use the same ones."""
    return find_rover(web(shape, rounds))


def search_route(outcome: Found[RoverRoute] | Impossible | OutOfTime) -> RoverRoute:
    assert isinstance(outcome, Found), outcome
    return outcome.thing


def through(movement: Movement, tables: list[int]) -> RoverRoute:
    return RoverRoute.through(tuple(tables), rounds=tuple(range(2, movement.rounds + 1)), of=movement.tables)
