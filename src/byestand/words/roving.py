"""Rovers, spare players and the party table in words: who goes where, who is invited, where the boards come from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.model import Boards, Movement, Route, Step, Visit
from byestand.model.seen import claims_seen
from byestand.model.walks import walk
from byestand.words.boards import board_words
from byestand.words.phrases import Instructions, say, say_many
from byestand.words.steps import step_words, usual_step


@dataclass(frozen=True, slots=True)
class Party:
    """A rover and its party table, as people speak of them."""

    table: int
    pair: int
    """The rover."""
    host: int
    half: bool
    """Nobody is the host: there is no such table, and whoever is displaced sits out."""


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
    yield from _spare_players(claims, movement)
    for party in parties(movement):
        heading = say("Rover, half table" if party.half else "Rover and party table")
        yield Instructions(heading, tuple(_rover_words(movement, party, boards)))


def _spare_players(claims: Sequence[Route], movement: Movement) -> Iterator[Instructions]:
    spares = [route.contestant for route in claims if not route.party_table]
    if not spares:
        return
    lines = []
    for spare in spares:
        visits = visits_left(movement, spare)
        seats = (say("round {r} {seat} at table {t}", r=v.round, seat=v.seat, t=v.table) for v in visits)
        lines.append(say("Player {spare}: {seats}.", spare=spare, seats=", ".join(seats)))
    lines.append(say("Whoever sits there sits out for the round, and goes on as if nothing had happened."))
    yield Instructions(say("Spare players, who take the seats of others"), tuple(lines))


def announced_routes(claims: Sequence[Route], movement: Movement) -> Iterator[Instructions]:
    """Yield what everybody is told about rovers and spare players."""
    yield from _spare_players(claims, movement)
    for party in parties(movement):
        yield Instructions(say("About the rover"), tuple(_announced(movement, party)))


def _announced(movement: Movement, party: Party) -> Iterator[str]:
    pair, host = map(movement.field.label, (party.pair, party.host))
    yield say("Pair {pair} is the rover: it goes by guide card, and takes a seat that would be yours.", pair=pair)
    if party.half:
        yield say("Whom it displaces sits out for that round, then goes on as if nothing had happened.")
        return
    phrase = (
        "Whom it displaces goes to table {table}, the party table, plays {host} there, then goes on as if nothing had"
        " happened."
    )
    yield say(phrase, table=party.table, host=host)
    yield say("Nobody goes to table {table} unless invited.", table=party.table)


def _rover_words(movement: Movement, party: Party, boards: Boards | None) -> Iterator[str]:
    """Yield the rover's way, every invitation, where the boards come from, and what to beware of."""
    pair, host = map(movement.field.label, (party.pair, party.host))
    rounds, last = party_rounds(movement, party), party.table - 1
    away = [r for r in rounds if r.rover_table != party.table]
    yield from (_at_home(r, party, pair, host, boards) for r in rounds if r.rover_table == party.table)
    if away:
        yield _way(pair, away, last)
        yield _fate(party, host)
    if len(movement.field.lines) == 1:
        phrase = "Pairs are numbered through: EW pairs {a} to {b} start at tables 1 to {last}."
        yield say(phrase, a=party.table, b=2 * last, last=last)
    for r in away:
        phrase = "Round {r}: {pair} at table {table}, {seat}; {guest}."
        guest = _invitation(movement, party, r, boards)
        yield say(phrase, r=r.round, pair=pair, table=r.rover_table, seat=r.rover_seat, guest=guest)
    if not party.half:
        yield from party_copies(movement, rounds, boards)
        yield say("Set the party table up far from tables {last} and 1.", last=last)
        phrase = "Put a note on table {last}: nobody goes from here to table {party} unless invited."
        yield say(phrase, last=last, party=party.table)


def _at_home(r: PartyRound, party: Party, pair: str, host: str, boards: Boards | None) -> str:
    """Return what the rover does in its round without a seat of others."""
    if party.half:
        return say("{pair} is the rover. In round {r} it sits out.", pair=pair, r=r.round)
    phrase = "{pair} is the rover. In round {r} it plays {host} at the party table, table {table}, on {boards}."
    return say(phrase, pair=pair, r=r.round, host=host, table=party.table, boards=board_words((r.group,), boards))


def _fate(party: Party, host: str) -> str:
    """Return what becomes of whoever is displaced."""
    if party.half:
        return say("Whoever sits there sits out for that round, and goes on from there as if nothing had happened.")
    phrase = (
        "Whoever sits there is invited to the party table, plays {host} on the same deals, and goes on from there as if"
        " nothing had happened."
    )
    return say(phrase, host=host)


def _invitation(movement: Movement, party: Party, r: PartyRound, boards: Boards | None) -> str:
    """Return what becomes of the pair that the rover displaces in a round."""
    if r.guest == "-":
        return say("the pair it displaces is missing")
    if party.half:
        return say("{guest} sits out", guest=r.guest)
    # With a two-way rover the host turns round as the rover does, so the guest's side must be told.
    two_way = len(movement.field.lines) == 1
    phrase = "{guest} to the party table, {seat}, on {boards}" if two_way else "{guest} to the party table on {boards}"
    told = say(phrase, guest=r.guest, seat=r.rover_seat, boards=board_words((r.group,), boards))
    return say("{told} (idle on bye stand {stand})", told=told, stand=r.stand) if r.stand else told


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


def _way(pair: str, away: Sequence[PartyRound], of: int) -> str:
    tables, rounds = tuple(r.rover_table for r in away), tuple(r.round for r in away)
    sides = {r.rover_seat for r in away}
    seat = say("the {side} seat at", side=min(sides)) if len(sides) == 1 else say("a seat at")
    where = say_many("table {tables}", "tables {tables}", len(away), tables=", ".join(map(str, tables)))
    rule = route_rule(tables, rounds, of=of)
    return say("Then {pair} takes {seat} {where}: {rule}.", pair=pair, seat=seat, where=where, rule=rule)


def party_copies(movement: Movement, rounds: Sequence[PartyRound], boards: Boards | None) -> Iterator[str]:
    """Yield where the party table's boards come from, and what to copy without a case of its own."""
    case = movement.layout.party_case if movement.layout else None
    if case is None:
        return
    yield say("The party table plays out of case {case}, its own.", case=case)
    borrowed = [r for r in rounds if r.stand]
    needed = [r for r in rounds if not r.stand]
    if not borrowed:
        yield say("Without one it needs a copy made of what it plays in every round: no bye stand has it idle.")
        return
    yield say_many(
        "Without one it can borrow from the bye stands in round {rounds}, and must give back at once.",
        "Without one it can borrow from the bye stands in rounds {rounds}, and must give back at once.",
        len(borrowed),
        rounds=", ".join(str(r.round) for r in borrowed),
    )
    if needed:
        copies = [say("{boards} before round {r}", boards=board_words((r.group,), boards), r=r.round) for r in needed]
        yield say("Then make a copy of {copies}.", copies=", ".join(copies))


def route_notes(movement: Movement) -> Iterator[str]:
    """Yield what is told under a chart."""
    for party in parties(movement):
        rover, host = map(movement.field.label, (party.pair, party.host))
        phrase = (
            "* no table: whoever is displaced by the rover {rover} sits out."
            if party.half
            else "* the party table, where the pair displaced by the rover {rover} goes; {host} is its host."
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
    """Yield what stands on the mat of a table, and of the party table itself."""
    for party in parties(movement):
        if party.half:
            continue
        if table == party.table - 1 and _steps(movement) == {1}:
            phrase = "EW from here go to table 1, not table {party}, unless invited to the party table."
            yield say(phrase, party=party.table)
        if table == party.table:
            host = movement.field.label(party.host)
            phrase = "Party table: {host} stays. Others come when the rover displaces them, and only then."
            yield say(phrase, host=host)
            if movement.layout and movement.layout.party_case:
                case = movement.layout.party_case
                yield say("Boards come out of case {case} for each round, and go back.", case=case)


def _steps(movement: Movement) -> set[int]:
    return {usual_step(claim, movement) for claim in claims_seen(movement) if isinstance(claim, Step)}


def rover_in_round(movement: Movement, table: int, round: int) -> Iterator[str]:
    """Yield that the rover is at a table, and where those are whom it has displaced."""
    label, here = movement.field.label, movement.seats[round - 1, table - 1].tolist()
    for party in parties(movement):
        if party.table == table or party.pair not in here:
            continue
        away = movement.seats[round - 1, party.table - 1].tolist()
        phrase = "{guest} sits out" if party.half else "{guest} is at party table {table}"
        told = [say("rover {rover} here", rover=label(party.pair))]
        told += [say(phrase, guest=label(c), table=party.table) for c in away if c not in (0, party.host)]
        yield ", ".join(told)
