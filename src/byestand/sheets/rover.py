"""The rover and the party table in words: who goes where, who is invited, and where the boards come from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.model import Movement
from byestand.model import Route as Rover
from byestand.search import RoverRoute, TwoWayRoute
from byestand.sheets.boards import named
from byestand.words.people import step_words


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
    """The bye stand on which a copy of that group is idle in this round; 0 where none is."""


def party_rounds(movement: Movement, rover: Rover) -> tuple[PartyRound, ...]:
    """Return what happens at the party table, round by round."""
    label = movement.field.label
    rounds = []
    for visit in movement.itinerary(label(rover.contestant)):
        here = movement.seats[visit.round - 1, rover.party_table - 1].tolist()
        guest = next((c for c in here if c not in (0, rover.host)), 0)
        group = movement.at(visit.round, rover.party_table).group
        stand = _idle_on(movement, group, visit.round)
        rounds.append(PartyRound(visit.round, visit.table, visit.seat, label(guest), group, stand))
    return tuple(rounds)


def rover_words(movement: Movement, rover: Rover, boards_per_round: int | None) -> Iterator[str]:
    """Yield the rover's way, every invitation, where the boards come from, and what to beware of."""
    pair, host, party = movement.field.label(rover.contestant), movement.field.label(rover.host), rover.party_table
    half = rover.host in movement.field.missing
    rounds = party_rounds(movement, rover)
    away = [r for r in rounds if r.rover_table != party]
    for r in rounds:
        if r.rover_table == party:
            yield (
                f"{pair} is the rover. In round {r.round} it sits out."
                if half
                else f"{pair} is the rover. In round {r.round} it plays {host} at the party table, table {party},"
                f" on {named((r.group,), boards_per_round)}."
            )
    yield _way(pair, away, movement.tables - 1)
    if half:
        yield "Whoever sits there sits out for that round, and goes on from there as if nothing had happened."
    else:
        yield (
            f"Whoever sits there is invited to the party table, plays {host} on the same deals, and goes on from there"
            " as if nothing had happened."
        )
    if movement.field.winners == 1:
        yield f"Pairs are numbered through: EW pairs {party} to {2 * party - 2} start at tables 1 to {party - 1}."
    for r in away:
        invited = _invitation(movement, r, boards_per_round)
        yield f"Round {r.round}: {pair} at table {r.rover_table}, {r.rover_seat}; {invited}."
    if not half:
        yield from party_copies(movement, rounds, boards_per_round)
        last = movement.tables - 1
        yield f"Set the party table up far from tables {last} and 1."
        yield f"Put a note on table {last}: nobody goes from here to table {party} unless invited."


def _invitation(movement: Movement, r: PartyRound, boards_per_round: int | None) -> str:
    """Return what becomes of the pair that the rover displaces."""
    if r.guest == "-":
        return "the pair it displaces is missing"
    rover = movement.rover
    if rover is None or rover.host in movement.field.missing:
        return f"{r.guest} sits out"
    # With a two-way rover the host turns round as the rover does, so the guest's side must be told.
    side = f", {r.rover_seat}," if movement.field.winners == 1 else ""
    return f"{r.guest} to the party table{side} on {named((r.group,), boards_per_round)}{_source(r)}"


def route_rule(route: RoverRoute | TwoWayRoute) -> str:
    """Return a route's rule and where it departs from it: "down two tables each time, but to table 15 for round 6"."""
    if len(route.tables) == 1:
        return "one table only"
    if isinstance(route, RoverRoute) and route.in_turn and len(route.irregular) > 2:
        return f"{step_words(route.in_turn[0])} and {step_words(route.in_turn[1])} in turn"
    at = dict(zip(route.rounds, route.tables, strict=True))
    odd = [f"to table {at[round]} for round {round}" for round in route.irregular]
    return f"{step_words(route.step)} each time" + (f", but {', '.join(odd)}" if odd else "")


def _way(pair: str, away: Sequence[PartyRound], tables: int) -> str:
    route = RoverRoute.through(tuple(r.rover_table for r in away), rounds=tuple(r.round for r in away), of=tables)
    sides = {r.rover_seat for r in away}
    seat = f"the {min(sides)} seat at" if len(sides) == 1 else "a seat at"
    where = f"table{'s' if len(away) > 1 else ''} {', '.join(map(str, route.tables))}"
    return f"Then {pair} takes {seat} {where}: {route_rule(route)}."


def _source(r: PartyRound) -> str:
    return f" (idle on bye stand {r.stand})" if r.stand else ""


def party_copies(movement: Movement, rounds: Sequence[PartyRound], boards_per_round: int | None) -> Iterator[str]:
    """Yield where the party table's boards come from, and what to copy without a case of its own."""
    case = movement.layout.party_case if movement.layout else None
    if case is None:
        return
    yield f"The party table plays out of case {case}, its own."
    borrowed = [r for r in rounds if r.stand]
    needed = [r for r in rounds if not r.stand]
    if not borrowed:
        yield "Without one it needs a copy made of what it plays in every round: no bye stand has it idle."
        return
    yield (
        f"Without one it can borrow from the bye stands in round{'s' if len(borrowed) > 1 else ''}"
        f" {', '.join(str(r.round) for r in borrowed)}, and must give back at once."
    )
    if needed:
        copies = [f"{named((r.group,), boards_per_round)} before round {r.round}" for r in needed]
        yield f"Then make a copy of {', '.join(copies)}."


def _idle_on(movement: Movement, group: int, round: int) -> int:
    """Return the number of a bye stand with a copy of the group on it; 0 if there is none."""
    if layout := movement.layout:
        for stand in layout.stands:
            if any(copy.group == group for copy in layout.on_stand(stand, round)):
                return stand.number
    return 0
