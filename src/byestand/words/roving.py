"""Rovers, spare players and the party table in words: who goes where, who is invited, where the boards come from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Route, Step
from byestand.model.movement import Movement, Visit
from byestand.model.seen import claims_seen
from byestand.model.walks import walk
from byestand.words.boards import board_words
from byestand.words.numbers import numbered
from byestand.words.people import named, number_title, spoken, spoken_side
from byestand.words.phrases import Instructions, first_up
from byestand.words.steps import step_words, usual_step


@dataclass(frozen=True, slots=True)
class Party:
    """A rover and its party table, as people speak of them."""

    table: int
    pair: int
    """The rover."""
    host: int
    half: bool
    """Nobody is the host: there is no such table, and whoever's seat the rover has sits out."""


def parties(movement: Movement) -> tuple[Party, ...]:
    """Return the rovers with party tables; spare players have none."""
    gone = movement.field.missing
    routes = (route for route in movement.claimed(Route) if route.party_table)
    return tuple(Party(route.party_table, route.contestant, route.host, route.host in gone) for route in routes)


def hosts_of(movement: Movement) -> frozenset[int]:
    """Return the hosts of party tables, there or not."""
    return frozenset(party.host for party in parties(movement))


def no_tables(movement: Movement) -> frozenset[int]:
    """Return the party tables that are none, for nobody is their host."""
    return frozenset(party.table for party in parties(movement) if party.half)


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


def party_rounds(movement: Movement, party: Party) -> tuple[PartyRound, ...]:
    """Return what happens at the party table, round by round of those that are left."""
    label = movement.field.label
    rounds = []
    for visit in visits_left(movement, party.pair):
        here = movement.seats[visit.round - 1, party.table - 1].tolist()
        guest = next((c for c in here if c not in (0, party.host)), 0)
        group = movement.at(visit.round, party.table).group
        stand = _idle_on(movement, group, visit.round)
        rounds.append(PartyRound(visit.round, visit.table, visit.seat, label(guest), group, stand))
    return tuple(rounds)


def visits_left(movement: Movement, contestant: int) -> Iterator[Visit]:
    """Yield where a contestant sits in the rounds that are left."""
    visits = movement.itinerary(movement.field.label(contestant))
    return (visit for visit in visits if visit.round in movement.rounds_left)


def _idle_on(movement: Movement, group: int, round: int) -> int:
    """Return the number of a bye stand with a copy of the group on it; 0 if there is none."""
    if layout := movement.layout:
        for stand in layout.stands:
            if any(copy.group == group for copy in layout.on_stand(stand, round)):
                return stand.number
    return 0


def route_lists(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    """Yield what whoever sets up is told about rovers and spare players."""
    if spares := [route.contestant for route in claims if not route.party_table]:
        lines = []
        for spare in spares:
            visits = visits_left(movement, spare)
            seats = (say("round {r} {seat} at table {t}", r=v.round, seat=v.seat, t=v.table) for v in visits)
            lines.append(say("Player {spare}: {seats}.", spare=spare, seats=", ".join(seats)))
        yield Instructions(say("Spare players, who take the chairs of others"), (*lines, *_fate(None, say("chair"))))
    for party in parties(movement):
        heading = say("Rover, half table" if party.half else "Rover and party table")
        yield Instructions(heading, tuple(_rover_words(movement, party, boards)))


def announced_routes(claims: Sequence[Route], movement: Movement) -> Iterator[str]:
    """Yield what everybody is told before play about rovers and spare players."""
    spares = [route.contestant for route in claims if not route.party_table]
    if spares:
        yield say_many(
            "{who} goes by card, and has somebody's chair in each round.",
            "{who} go by card, and have somebody's chairs in each round.",
            len(spares),
            who=first_up(numbered("player", spares)),
        )
        yield from _fate(None, say("chair"))
    for party in parties(movement):
        rover, number = spoken(movement, party.pair)
        one, many = (
            "{rover} is tonight's rover. They go by their own card.",
            "{rover} are tonight's rover. They go by their own card.",
        )
        yield say_many(one, many, number, rover=first_up(rover))
        yield from _fate(party, say("seat"))
        if not party.half:
            yield say("Nobody else goes to table {table}.", table=party.table)


def _fate(party: Party | None, seat: str) -> Iterator[str]:
    """Yield what those do whose seat somebody has."""
    if party is None or party.half:
        yield say("If they have your {seat}, you sit out that round.", seat=seat)
    else:
        phrase = "If they have your {seat}, you play that round at table {table}. You get the same boards there."
        yield say(phrase, seat=seat, table=party.table)
    yield say("Then go on to the table you would have gone to anyway.")


def _rover_words(movement: Movement, party: Party, boards: Boards | None) -> Iterator[str]:
    """Yield the rover's way, every invitation, where the boards come from, and what to beware of."""
    rounds, last = party_rounds(movement, party), party.table - 1
    away = [r for r in rounds if r.rover_table != party.table]
    yield from (_at_home(movement, r, party, boards) for r in rounds if r.rover_table == party.table)
    if away:
        yield _way(away, last)
        yield from _fate(party, say("seat"))
    if len(movement.field.lines) == 1:
        phrase = "Pairs {a} to {b} start East-West at tables 1 to {last}."
        yield say(phrase, a=party.table, b=2 * last, last=last)
    for r in away:
        phrase = "Round {r}: rover at table {table}, {seat}; {guest}."
        guest = _invitation(movement, party, r, boards)
        yield say(phrase, r=r.round, table=r.rover_table, seat=r.rover_seat, guest=guest)
    if not party.half:
        yield say("Set table {party} up far from tables {last} and 1.", party=party.table, last=last)
        phrase = "Put a note on table {last}: nobody goes from here to table {party} unless invited."
        yield say(phrase, last=last, party=party.table)


def _at_home(movement: Movement, r: PartyRound, party: Party, boards: Boards | None) -> str:
    """Return what the rover does in its round without a seat of others."""
    rover = number_title(movement, party.pair)
    if party.half:
        return say("{rover} is the rover. In round {r} it sits out.", rover=rover, r=r.round)
    return say(
        "{rover} is the rover. In round {r} it plays {host} at table {table}, the party table, with {boards}.",
        rover=rover,
        r=r.round,
        host=named([party.host], movement),
        table=party.table,
        boards=board_words((r.group,), boards),
    )


def _invitation(movement: Movement, party: Party, r: PartyRound, boards: Boards | None) -> str:
    """Return what becomes of the pair whose seat the rover has in a round."""
    if r.guest == "-":
        return say("the pair of that seat is missing")
    guest = named([movement.field.contestant(r.guest)], movement)
    if party.half:
        return say("{guest} sits out", guest=guest)
    # With a two-way rover the host turns round as the rover does, so the guest's side must be told.
    two_way = len(movement.field.lines) == 1
    phrase = "{guest} to table {table}, {seat}, {boards}" if two_way else "{guest} to table {table}, {boards}"
    lies = board_words((r.group,), boards)
    told = say(phrase, guest=guest, table=party.table, seat=r.rover_seat, boards=lies)
    return say("{told} (idle on stand {stand})", told=told, stand=r.stand) if r.stand else told


def route_rule(tables: Sequence[int], rounds: Sequence[int], *, of: int) -> str:
    """Return a route's rule and where it departs from it: "down two tables each time, but to table 15 for round 6"."""
    if len(tables) == 1:
        return say("one table only")
    step, irregular, in_turn = walk(tables, of=of)
    if in_turn and len(irregular) > 2:
        return say("{a} and {b} in turn", a=step_words(in_turn[0]), b=step_words(in_turn[1]))
    usual = say("{step} each time", step=step_words(step))
    odd = [say("to table {table} for round {round}", table=tables[i], round=rounds[i]) for i in irregular]
    return say("{usual}, but {odd}", usual=usual, odd=", ".join(odd)) if odd else usual


def _way(away: Sequence[PartyRound], of: int) -> str:
    tables, rounds = tuple(r.rover_table for r in away), tuple(r.round for r in away)
    sides = {r.rover_seat for r in away}
    sit = say("sit {side} at", side=spoken_side(min(sides))) if len(sides) == 1 else say("sit at")
    where = say_many("table {tables}", "tables {tables}", len(away), tables=", ".join(map(str, tables)))
    return say("Then they {sit} {where}: {rule}.", sit=sit, where=where, rule=route_rule(tables, rounds, of=of))


def party_copies(
    movement: Movement, rounds: Sequence[PartyRound], boards: Boards | None, set_name: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield where the party table's boards come from, and what to copy without a set of its own."""
    case = movement.layout.party_case if movement.layout else None
    if case is None:
        return
    yield say("The party table plays out of set {name}, its own.", name=set_name(case))
    borrowed = [r for r in rounds if r.stand]
    needed = [r for r in rounds if not r.stand]
    if not borrowed:
        yield say("Without it, copy what it plays in every round: no stand has that idle.")
        return
    phrase = "Without it, borrow from the stands in {rounds}, and give back at once."
    yield say(phrase, rounds=numbered("round", [r.round for r in borrowed]))
    if needed:
        copies = [say("{boards} before round {r}", boards=board_words((r.group,), boards), r=r.round) for r in needed]
        yield say("Then make a copy of {copies}.", copies=", ".join(copies))


def route_notes(movement: Movement) -> Iterator[str]:
    """Yield what is told under a chart."""
    for party in parties(movement):
        rover, host = map(movement.field.label, (party.pair, party.host))
        phrase = (
            "* no table: if the rover, {rover}, has your seat, you sit out."
            if party.half
            else "* the party table: if the rover, {rover}, has your seat, you play here. {host} stays."
        )
        yield say(phrase, rover=rover, host=host)


def brief_routes(movement: Movement) -> Iterator[str]:
    """Yield the rovers in few words."""
    for party in parties(movement):
        rover, host = map(movement.field.label, (party.pair, party.host))
        tables = (visit.table for visit in movement.itinerary(rover) if visit.table != party.table)
        phrase = "Rover {rover}, party table {table} with {host}; the rover goes to tables {way}."
        yield say(phrase, rover=rover, table=party.table, host=host, way=" ".join(map(str, tables)))


def rover_at_table(movement: Movement, table: int) -> Iterator[str]:
    """Yield what stands on the mat of the table beside the party table: it is none of those one goes round."""
    for party in parties(movement):
        if not party.half and table == party.table - 1 and _steps(movement) == {1}:
            phrase = "EW from here go to table 1, not table {party}, unless invited to the party table."
            yield say(phrase, party=party.table)


def _steps(movement: Movement) -> set[int]:
    return {usual_step(claim, movement) for claim in claims_seen(movement) if isinstance(claim, Step)}
