"""Rovers, spare players and party tables in sentences."""

from collections.abc import Callable, Iterator, Sequence

from byestand.flow.rover import NO_PAIR, PartyRound, PartyTable, parties, party_rounds, route_rule, visits_left
from byestand.flow.steps import usual_step
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Route, Step
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.sentences.boards import board_words
from byestand.sentences.instructions import Instructions
from byestand.sentences.steps import step_each_time, step_words
from byestand.words.numbers import join_items
from byestand.words.people import name_contestants, number_title
from byestand.words.seats import seat_text, spoken_side


def route_lists(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    """Yield the instructions about rovers and spare players for the set-up."""
    if spares := [route.contestant for route in claims if not route.party_table]:
        lines = []
        for spare in spares:
            visits = visits_left(movement, spare)
            seats = (
                say("round {round} {seat} at table {table}", round=v.round, seat=seat_text(v.seat), table=v.table)
                for v in visits
            )
            lines.append(f"{say('Player {number}', number=spare)}: {', '.join(seats)}.")
        yield Instructions(say("Spare players"), (*lines, *_displaced_lines(None)))
    for party in parties(movement):
        heading = say("Rover, half table") if party.half else say("Rover and party table")
        yield Instructions(heading, tuple(_rover_lines(movement, party, boards)))


def announced_routes(claims: Sequence[Route], movement: Movement) -> Iterator[str]:
    """Yield the announcement about rovers and spare players before play."""
    if spares := [route.contestant for route in claims if not route.party_table]:
        yield say_many(
            "Player {numbers} is a spare player and takes another player's seat in each round.",
            "Players {numbers} are spare players and take other players' seats in each round.",
            len(spares),
            numbers=join_items(spares),
        )
        yield from _displaced_lines(None)
    for party in parties(movement):
        yield _rover_announcement(movement, party)
        yield from _displaced_lines(party)
        if not party.half:
            yield say("Nobody else goes to table {table}.", table=party.table)


def _rover_announcement(movement: Movement, party: PartyTable) -> str:
    number = movement.field.number(party.pair)
    if len(movement.field.lines) == 1:
        return say("Pair {number} is the rover and follows its own card.", number=number)
    side = spoken_side(movement.seat_names[movement.field.line(party.pair)])
    return say("{side} pair {number} is the rover and follows its own card.", side=side, number=number)


def _displaced_lines(party: PartyTable | None) -> Iterator[str]:
    """Yield what those do whose seat is taken."""
    if party is None:
        yield say("If they take your seat, sit out that round.")
    elif party.half:
        yield say("If the rover takes your seat, sit out that round.")
    else:
        yield say(
            "If the rover takes your seat, play that round at table {table}. You get the same boards there.",
            table=party.table,
        )
    yield say("Then move to your normal next table.")


def _rover_lines(movement: Movement, party: PartyTable, boards: Boards | None) -> Iterator[str]:
    """Yield the rover's route, the displaced pairs, and how to set up the party table."""
    rounds, last = party_rounds(movement, party), party.table - 1
    away = [r for r in rounds if r.rover_table != party.table]
    yield from (_at_party_table(movement, r, party, boards) for r in rounds if r.rover_table == party.table)
    if away:
        yield _route_text(away, last)
        yield from _displaced_lines(party)
    if len(movement.field.lines) == 1:
        yield say("Pairs {a} to {b} start East-West at tables 1 to {last}.", a=party.table, b=2 * last, last=last)
    for r in away:
        where = say(
            "Round {round}: rover at table {table}, {seat}",
            round=r.round,
            table=r.rover_table,
            seat=seat_text(r.rover_seat),
        )
        yield f"{where}; {_displaced_pair(movement, party, r, boards)}."
    if not party.half:
        yield say("Place table {party} far from tables {last} and 1.", party=party.table, last=last)
        yield say(
            "Put a note on table {last}: do not move from here to table {party} unless invited.",
            last=last,
            party=party.table,
        )


def _at_party_table(movement: Movement, r: PartyRound, party: PartyTable, boards: Boards | None) -> str:
    """Return what the rover does in the round in which it displaces nobody."""
    rover = number_title(movement, party.pair)
    if party.half:
        return say("{rover} is the rover. In round {round} it sits out.", rover=rover, round=r.round)
    return say(
        "{rover} is the rover. In round {round} it plays {host} at table {table}, the party table, with {boards}.",
        rover=rover,
        round=r.round,
        host=name_contestants([party.host], movement),
        table=party.table,
        boards=board_words((r.group,), boards),
    )


def _displaced_pair(movement: Movement, party: PartyTable, r: PartyRound, boards: Boards | None) -> str:
    """Return where the displaced pair goes in a round."""
    if r.guest == NO_PAIR:
        return say("the pair of that seat is missing")
    guest = name_contestants([movement.field.contestant(r.guest)], movement)
    if party.half:
        return say("{guest} sits out", guest=guest)
    numbers = board_words((r.group,), boards)
    # The host changes sides with a two-way rover, so the side of the displaced pair is given.
    if len(movement.field.lines) == 1:
        text = say(
            "{guest} to table {table}, {seat}, {boards}",
            guest=guest,
            table=party.table,
            seat=seat_text(r.rover_seat),
            boards=numbers,
        )
    else:
        text = say("{guest} to table {table}, {boards}", guest=guest, table=party.table, boards=numbers)
    return f"{text}, {say('idle on bye stand {stand}', stand=r.stand)}" if r.stand else text


def describe_route(tables: Sequence[int], rounds: Sequence[int], *, of: int) -> str:
    """Return the rule of a route and its exceptions: "down two tables each time, in round 6 to table 15"."""
    rule = route_rule(tables, rounds, of=of)
    if rule is None:
        return say("one table only")
    if rule.in_turn:
        return f"{say('alternately')}: {', '.join(map(step_words, rule.in_turn))}"
    exceptions = (
        say("in round {round} to table {table}", round=round, table=table) for round, table in rule.exceptions
    )
    return ", ".join((step_each_time(rule.step), *exceptions))


def _route_text(away: Sequence[PartyRound], of: int) -> str:
    tables, rounds = tuple(r.rover_table for r in away), tuple(r.round for r in away)
    sides, numbers = {r.rover_seat for r in away}, ", ".join(map(str, tables))
    if len(sides) == 1:
        side = spoken_side(min(sides))
        text = say_many(
            "Then it sits {side} at table {tables}",
            "Then it sits {side} at tables {tables}",
            len(away),
            side=side,
            tables=numbers,
        )
    else:
        text = say_many("Then it sits at table {tables}", "Then it sits at tables {tables}", len(away), tables=numbers)
    return f"{text} ({describe_route(tables, rounds, of=of)})."


def party_copies(
    movement: Movement, rounds: Sequence[PartyRound], boards: Boards | None, set_name: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield where the party table's boards come from, and which copies are needed without a set of its own."""
    case = movement.layout.party_case if movement.layout else None
    if case is None:
        return
    yield say("The party table has its own set, {name}.", name=set_name(case))
    borrowed = [r.round for r in rounds if r.stand]
    needed = [r for r in rounds if not r.stand]
    if not borrowed:
        yield say("Without this set, copy its boards for every round: they are not idle on a bye stand.")
        return
    yield say_many(
        "Without this set, borrow the boards from the bye stand in round {rounds} and return them at once.",
        "Without this set, borrow the boards from the bye stands in rounds {rounds} and return them at once.",
        len(borrowed),
        rounds=join_items(borrowed),
    )
    if needed:
        copies = (
            say("{boards} before round {round}", boards=board_words((r.group,), boards), round=r.round) for r in needed
        )
        yield f"{say('Make these copies')}: {', '.join(copies)}."


def route_notes(movement: Movement) -> Iterator[str]:
    """Yield the notes about rovers under a chart."""
    for party in parties(movement):
        rover, host = map(movement.field.label, (party.pair, party.host))
        if party.half:
            yield say("* table not used: if the rover, {rover}, takes your seat, sit out.", rover=rover)
        else:
            yield say(
                "* party table: if the rover, {rover}, takes your seat, play here. {host} stays.",
                rover=rover,
                host=host,
            )


def route_file_notes(movement: Movement) -> Iterator[str]:
    """Yield the notes about rovers for exported files, which are always in English."""
    for party in parties(movement):
        rover, host = map(movement.field.label, (party.pair, party.host))
        tables = (str(visit.table) for visit in movement.itinerary(rover) if visit.table != party.table)
        yield (f"Rover {rover}, party table {party.table} with {host}; the rover goes to tables {' '.join(tables)}.")


def rover_at_table(movement: Movement, table: int) -> Iterator[str]:
    """Yield the note on the mat of the table before the party table, which is not in the ring."""
    for party in parties(movement):
        if not party.half and table == party.table - 1 and _usual_steps(movement) == {1}:
            yield say("EW: go to table 1. Go to table {party} only if the row says so.", party=party.table)


def _usual_steps(movement: Movement) -> set[int]:
    return {usual_step(claim, movement) for claim in infer_claims(movement) if isinstance(claim, Step)}
