"""Add a rover to a movement: it takes a seat in each round, and the displaced pair plays at the party table.

The party table is an extra table. Its host is stationary. In the round in which the rover has no other table, rover and
host play each other, on a group that neither plays in another round. In all other rounds the displaced pair plays
there, on the group that it would have played anyway. With a half table the host is missing: displaced pairs, and the
rover in that one round, sit out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Route, renumber_claim, shorten_claim
from byestand.model.field import Field
from byestand.model.layout import CASES, Layout
from byestand.model.movement import Grid, Movement
from byestand.movements.transforms import curtailed_layout

Side = Literal["NS", "EW"]


@dataclass(frozen=True, slots=True)
class RoverStop:
    """The table where a rover plays in a round, and the seat it takes there."""

    table: int
    side: Side


def with_rover(movement: Movement, stops: Mapping[int, RoverStop]) -> Movement:
    """Return the movement with a rover that makes these *stops*, one in each round but one, and a party table.

    If the rover always sits in the same direction, the two lines remain, and rover and host are the last of their
    lines. A rover that sits in both directions can only be ranked in one field: pairs are numbered consecutively, NS
    first, rover and host last.
    """
    rounds = len(stops) + 1
    home = _home_round(movement, stops, rounds)
    t = movement.tables
    sides = {stop.side for stop in stops.values()}
    field, seats, rover, shift = _number_field(movement, sides, rounds)
    groups = np.zeros((rounds, t + 1), dtype=np.int64)
    groups[:, :t] = movement.groups[:rounds]
    for round, stop in stops.items():
        row, seat = round - 1, int(stop.side == "EW")
        seats[row, t, seat] = seats[row, stop.table - 1, seat]
        seats[row, t, 1 - seat] = rover.host
        seats[row, stop.table - 1, seat] = rover.contestant
        groups[row, t] = groups[row, stop.table - 1]
    first_seat = int(sides == {"EW"})
    seats[home - 1, t, first_seat], seats[home - 1, t, 1 - first_seat] = rover.contestant, rover.host
    groups[home - 1, t] = _left_over(movement, groups[:, t], home)
    return replace(
        movement,
        seats=seats,
        groups=groups,
        field=field,
        layout=movement.layout and _with_party(movement.layout, rounds),
        claims=(
            *(renumber_claim(c, shift) for claim in movement.claims if (c := shorten_claim(claim, rounds))),
            rover,
        ),
        name="",
    )


def _home_round(movement: Movement, stops: Mapping[int, RoverStop], rounds: int) -> int:
    """Return the round without a stop; raise if the stops do not fit the movement."""
    if movement.claims_of(Route):
        raise BadRequest(say("the movement already has a rover"))
    if len(movement.field.lines) != 2:
        raise BadRequest(say("a rover needs a movement with NS and EW pairs (two winners)"))
    missing = sorted(set(range(1, rounds + 1)) - set(stops))
    tables = [stop.table for stop in stops.values()]
    fits = len(missing) == 1 and stops and 1 <= min(tables) <= max(tables) <= movement.tables
    if not fits or rounds > movement.rounds:
        raise BadRequest(
            say(
                "a rover needs a table from 1 to {tables} in all but 1 of at most {rounds} rounds",
                tables=movement.tables,
                rounds=movement.rounds,
            )
        )
    return missing[0]


def _number_field(movement: Movement, sides: set[Side], rounds: int) -> tuple[Field, Grid, Route, Callable[[int], int]]:
    """Return the field with rover and host, the seats in its numbers, their route and the map of old to new numbers."""
    t = movement.tables
    ns, ew = movement.field.lines
    one_way = len(sides) == 1
    # With two lines the NS line has one pair more, so all EW numbers rise by one; in one field numbers do not change.
    shift = int(one_way)
    seats = np.zeros((rounds, t + 1, 2), dtype=np.int64)
    seats[:, :t] = movement.seats[:rounds]
    seats[:, :t, 1] += shift * (seats[:, :t, 1] > 0)

    def number(contestant: int) -> int:
        return contestant + shift * (contestant > ns)

    gone = frozenset(map(number, movement.field.missing))
    if one_way:
        last_ns, last_ew = ns + 1, ns + ew + 2
        pair, host = (last_ew, last_ns) if sides == {"EW"} else (last_ns, last_ew)
        return Field((ns + 1, ew + 1), gone), seats, Route(pair, host, t + 1), number
    return Field((ns + ew + 2,), gone), seats, Route(ns + ew + 1, ns + ew + 2, t + 1), number


def _left_over(movement: Movement, party: Grid, home: int) -> int:
    """Return a group that the party table does not have in another round: one on a bye stand, or else the lowest."""
    unused = sorted(set(range(1, movement.deal_groups + 1)) - set(party.tolist()))
    if not unused:
        raise BadRequest(say("no deal group is left for rover and host to play against each other"))
    layout = movement.layout
    waiting = {copy.group for stand in layout.stands for copy in layout.on_stand(stand, home)} if layout else set()
    return min(unused, key=lambda group: (group not in waiting, group))


def _with_party(layout: Layout, rounds: int) -> Layout:
    case = next(case for case in CASES if case not in layout.cases)
    return replace(curtailed_layout(layout, rounds), party_case=case)
