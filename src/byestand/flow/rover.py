"""Rovers and their party tables, round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from byestand.model.claims import Route
from byestand.model.movement import GuideLine, Movement
from byestand.model.walks import walk

NO_PAIR = "-"
"""The label of an empty seat."""


@dataclass(frozen=True, slots=True)
class PartyTable:
    """A rover and its party table."""

    table: int
    pair: int
    """The rover."""
    host: int
    half: bool
    """The host is missing: the table is not used, and the displaced pair sits out."""


def parties(movement: Movement) -> tuple[PartyTable, ...]:
    """Return the rovers with party tables; spare players have none."""
    missing = movement.field.missing
    routes = (route for route in movement.claims_of(Route) if route.party_table)
    return tuple(PartyTable(route.party_table, route.contestant, route.host, route.host in missing) for route in routes)


def hosts_of(movement: Movement) -> frozenset[int]:
    """Return the hosts of party tables, missing ones included."""
    return frozenset(party.host for party in parties(movement))


def tables_without_pairs(movement: Movement) -> frozenset[int]:
    """Return the party tables that are not used, because the host is missing."""
    return frozenset(party.table for party in parties(movement) if party.half)


def is_unused(movement: Movement, party: PartyTable, round: int) -> bool:
    """Return whether nobody plays at the party table: the host is missing, or there are no boards after a repair."""
    lost = movement.history.lost_cells if movement.history else ()
    return party.half or (round, party.table) in lost


def spare_players(movement: Movement) -> tuple[int, ...]:
    """Return the players without a seat of their own, who displace others."""
    return tuple(route.contestant for route in movement.claims_of(Route) if not route.party_table)


@dataclass(frozen=True, slots=True)
class PartyRound:
    """One round at the party table."""

    round: int
    rover_table: int
    rover_seat: str
    guest: str
    """The pair that plays there against the host: the displaced one, or the rover itself; ``-`` if it is missing."""
    group: int
    stand: int
    """The bye stand on which a copy of the group is idle in this round; 0 where there is none."""


def party_rounds(movement: Movement, party: PartyTable) -> tuple[PartyRound, ...]:
    """Return the remaining rounds at the party table."""
    label = movement.field.label
    rounds = []
    for visit in visits_left(movement, party.pair):
        group = movement.at(visit.round, party.table).group
        stand = _idle_on(movement, group, visit.round)
        guest = label(guest_at(movement, party, visit.round))
        rounds.append(PartyRound(visit.round, visit.table, visit.seat, guest, group, stand))
    return tuple(rounds)


def guest_at(movement: Movement, party: PartyTable, round: int) -> int:
    """Return the pair that plays at the party table against the host; 0 if it is missing."""
    here = movement.seats[round - 1, party.table - 1].tolist()
    return next((contestant for contestant in here if contestant not in (0, party.host)), 0)


def visits_left(movement: Movement, contestant: int) -> Iterator[GuideLine]:
    """Yield the remaining visits of a contestant."""
    visits = movement.itinerary(movement.field.label(contestant))
    return (visit for visit in visits if visit.round in movement.remaining_rounds)


def _idle_on(movement: Movement, group: int, round: int) -> int:
    """Return the number of a bye stand with a copy of the group; 0 if there is none."""
    if layout := movement.layout:
        for stand in layout.stands:
            if any(copy.group == group for copy in layout.on_stand(stand, round)):
                return stand.number
    return 0


class Displacement(NamedTuple):
    """A rover takes a seat at a table, and displaces a pair."""

    party: PartyTable
    guest: int
    """The displaced pair; 0 if it is missing."""
    side: str
    """Where the displaced pair sits at the party table."""


def displacement_at(movement: Movement, table: int, round: int) -> Displacement | None:
    """Return the displacement at a table in a round; None if no rover sits there."""
    here = movement.seats[round - 1, table - 1].tolist()
    for party in parties(movement):
        if party.table == table or party.pair not in here:
            continue
        guest = guest_at(movement, party, round)
        away = movement.seats[round - 1, party.table - 1].tolist()
        return Displacement(party, guest, movement.seat_names[away.index(guest)] if guest else "")
    return None


class RouteRule(NamedTuple):
    """The rule of a route, and where it departs from it."""

    step: int
    in_turn: tuple[int, int] | None
    """Two steps that alternate, where this describes the route better."""
    exceptions: tuple[tuple[int, int], ...]
    """Rounds with another step, each with its table."""


def route_rule(tables: Sequence[int], rounds: Sequence[int], *, of: int) -> RouteRule | None:
    """Return the rule of a route through *of* tables; None if it has one table only."""
    if len(tables) == 1:
        return None
    step, irregular, in_turn = walk(tables, of=of)
    if in_turn and len(irregular) > 2:
        return RouteRule(step, in_turn, ())
    return RouteRule(step, None, tuple((rounds[i], tables[i]) for i in irregular))
