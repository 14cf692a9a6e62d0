"""Movements with a rover: the search finds the route, the maker adds it to the movement.

A code always means the same schedule, so the route is the best of the search on any machine. If no rover lasts as long
as the movement, a code without rounds has one round less, and the title says so.
"""

from dataclasses import replace

from byestand.catalog.families.plugins import make_plugin_movement
from byestand.catalog.family import Name
from byestand.errors import NoSuchMovement, NotFoundInTime
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import RoverStop, Side, with_rover
from byestand.search import (
    Found,
    Impossible,
    OutOfTime,
    RoverRoute,
    TwoWayRoute,
    cache_settled,
    find_rover,
    find_two_way_rover,
)
from byestand.words.numbers import alternatives
from byestand.words.seats import seat_text

SIDES: dict[str, Side] = {"ER": "EW", "NR": "NS"}


def with_rover_of(name: Name) -> Movement:
    """Return the movement of a code that ends in ER, NR or TR."""
    plain = name.with_rover("")
    full = make_plugin_movement(plain)
    return _two_way(plain, full) if name.rover_kind == "TR" else _one_way(plain, full, name.rover_kind)


@cache_settled(4096)
def one_way_route(name: Name, rounds: int) -> Found[RoverRoute] | Impossible | OutOfTime:
    """Return the best route of a rover, which is the same for EW and NS."""
    return find_rover(make_plugin_movement(name), rounds=rounds)


@cache_settled(256)
def two_way_route(name: Name, rounds: int) -> Found[TwoWayRoute] | Impossible | OutOfTime:
    """Return the best route of a two-way rover; none if it is unknown whether a one-way rover exists."""
    one_way = one_way_route(name, rounds)
    # A code has one schedule, which must not depend on the time for the one-way search.
    if isinstance(one_way, OutOfTime):
        return one_way
    return find_two_way_rover(make_plugin_movement(name), rounds=rounds)


def _one_way(plain: Name, full: Movement, rover: str) -> Movement:
    outcome = one_way_route(plain, full.rounds)
    remark = ""
    if isinstance(outcome, Impossible) and full.rounds > 2:
        shorter = replace(plain, rounds=full.rounds - 1)
        if plain.rounds is not None:
            raise NoSuchMovement(
                say(
                    "{movement} has no {side} rover for {rounds} rounds",
                    movement=plain,
                    side=seat_text(SIDES[rover]),
                    rounds=full.rounds,
                ),
                because=outcome.reason,
                instead=f"{shorter}{rover} ({say('1 round less')})",
                proof=outcome.proof,
            )
        remark = say("no rover lasts {rounds} rounds", rounds=full.rounds)
        full, outcome = make_plugin_movement(shorter), one_way_route(shorter, full.rounds - 1)
    match outcome:
        case Found(route):
            stops = {r: RoverStop(t, SIDES[rover]) for r, t in zip(route.rounds, route.tables, strict=True)}
            return replace(with_rover(full, stops), remark=remark)
        case Impossible(because, proof):
            wanted = say("{movement} has no {side} rover", movement=plain, side=seat_text(SIDES[rover]))
            raise NoSuchMovement(wanted, because=because, proof=proof)
        case OutOfTime(seconds):
            raise NotFoundInTime(
                say("no rover found for {movement} in {seconds:g} s; one may exist", movement=plain, seconds=seconds),
                seconds,
            )


def _two_way(plain: Name, full: Movement) -> Movement:
    match two_way_route(plain, full.rounds):
        case Found(route):
            if not route.ew_seats:
                raise NoSuchMovement(
                    say("{movement} has no two-way rover", movement=plain),
                    because=say("a one-way rover is possible"),
                    instead=alternatives(plain.with_rover(kind) for kind in SIDES),
                )
            where = zip(route.rounds, route.tables, route.seats, strict=True)
            return with_rover(full, {r: RoverStop(table, side) for r, table, side in where})
        case Impossible(because, proof):
            wanted = say("{movement} has no two-way rover for {rounds} rounds", movement=plain, rounds=full.rounds)
            raise NoSuchMovement(wanted, because=because, proof=proof)
        case OutOfTime(seconds):
            raise NotFoundInTime(
                say(
                    "no two-way rover found for {movement} in {seconds:g} s; one may exist",
                    movement=plain,
                    seconds=seconds,
                ),
                seconds,
            )
