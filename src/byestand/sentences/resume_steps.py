"""Announcements when play resumes after a repair: who and what must move now, and which tables have no boards.

After that people and boards move as announced and as usual.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from byestand.flow.board_travel import travel
from byestand.flow.rover import displacement_at, tables_without_pairs
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Stay, Step
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.walks import ring
from byestand.sentences.boards import board_words, place_words
from byestand.sentences.change_slips import place_sentence, places_taken, told_slips
from byestand.sentences.instructions import Instructions
from byestand.words.numbers import join_items, ranges
from byestand.words.people import name_contestants, number_title, spoken_numbers
from byestand.words.seats import seat_text


def resume_steps(section: Section, rounds: Sequence[int]) -> Iterator[Instructions]:
    """Yield the instructions for resuming play, except the usual moves.

    Slips, and tables without boards, are given for these *rounds* only.
    """
    movement, boards = section.movement, section.boards
    if movement.history is None or not movement.remaining_rounds:
        return
    displaced: frozenset[int] = frozenset()
    if not movement.history.arrivals_in(movement.next_round):
        displaced = _displaced_by_rule(movement, movement.next_round)
    parts = {
        say("Move now"): tuple(_astray(section, displaced)),
        say("Boards to move now"): boards_astray(movement, boards, section.cases, section.set_name),
        say("Tables with instruction slips"): tuple(
            f"{say('Table {table}, round {round}', table=slip.table, round=entry.round)}: {entry.words}."
            for slip in told_slips(movement, boards, section.cases, section.letter)
            for entry in slip.rounds
            if entry.round in rounds
        ),
        say("No boards to play"): tuple(_lost_text(section, rounds)),
    }
    yield from (Instructions(heading, lines) for heading, lines in parts.items() if lines)


def told_before(section: Section, round: int) -> tuple[str, ...]:
    """Return the announcements before one round after a repair: what is different in this round.

    Before the first remaining round this includes who and what must move now.
    """
    movement, boards = section.movement, section.boards
    if movement.history is None:
        return ()
    is_first = round == movement.next_round
    slips = told_slips(movement, boards, section.cases, section.letter)
    entries = [(slip.table, entry.words) for slip in slips for entry in slip.rounds if entry.round == round]
    tables = (f"{say('Table {table}', table=table)}: {text}." for table, text in entries)
    return (*(astray(section) if is_first else ()), *tables, *_lost_call(section, round))


def astray(section: Section) -> tuple[str, ...]:
    """Return who and what must move before the first remaining round, one sentence each."""
    boards = boards_astray(section.movement, section.boards, section.cases, section.set_name)
    # Rovers, and pairs that they displace, are called in every round.
    displaced = _displaced_by_rule(section.movement, section.movement.next_round)
    return (*_astray(section, displaced), *boards)


def _displaced_by_rule(movement: Movement, round: int) -> frozenset[int]:
    """Return the pairs that the announced move brings to the table of a rover, which takes their seats."""
    rules, last = _move_rules(movement), _tables(movement, round - 1) if round > 1 else {}
    displaced = (displacement_at(movement, table, round) for table in range(1, movement.tables + 1))
    guests = {table: here.guest for table, here in enumerate(displaced, start=1) if here and here.guest in last}
    return frozenset(
        guest
        for table, guest in guests.items()
        if _expected_table(rules, guest, last[guest][0], round - 1) in (None, table)
    )


def _astray(section: Section, displaced: frozenset[int]) -> Iterator[str]:
    """Yield who does not reach the next round by the announced move: wrongly seated, just arrived, or gone.

    Pairs *displaced* by a rover are left out.
    """
    movement, letter = section.movement, section.letter
    after, rules = movement.next_round - 1, _move_rules(movement)
    last, none, taken = (
        _tables(movement, after) if after else {},
        tables_without_pairs(movement),
        places_taken(movement),
    )
    for contestant, (table, seat) in sorted(_tables(movement, after + 1).items()) if after else ():
        source = last.get(contestant, (0, ""))[0]
        who = number_title(movement, contestant, letter)
        if contestant in displaced:
            continue
        if contestant in taken:
            yield place_sentence(movement, contestant, letter)
        elif table in none:
            yield _sitting_out(section, contestant)
        elif not source:
            yield say("{who} sits at table {table}, {seat}.", who=who, table=table, seat=seat)
        elif _expected_table(rules, contestant, source, after) not in (None, table):
            if source == table:
                yield say("{who} stays at table {table}, {seat}.", who=who, table=table, seat=seat)
            else:
                yield say(
                    "{who} moves from table {source} to table {table}, {seat}.",
                    who=who,
                    source=source,
                    table=table,
                    seat=seat,
                )
    history = movement.history
    departures = [who for who, _ in history.departures if who not in history.replaced_contestants] if history else []
    for contestant in departures:
        yield say("{who} has left; their opponents sit out.", who=number_title(movement, contestant, letter))


def _sitting_out(section: Section, contestant: int) -> str:
    """Return the sentence for a pair whose seat a rover takes in the next round."""
    movement = section.movement
    now, who = movement.next_round, number_title(movement, contestant, section.letter)
    later = _tables(movement, now + 1).get(contestant) if now < movement.rounds else None
    if later is None:
        return say("{who} sits out in round {round}.", who=who, round=now)
    table, seat = later
    return say(
        "{who} sits out in round {round}, then moves to table {table}, {seat}.",
        who=who,
        round=now,
        table=table,
        seat=seat,
    )


def _tables(movement: Movement, round: int) -> dict[int, tuple[int, str]]:
    """Return the table and seat of each contestant in a round."""
    return {
        contestant: (table, seat_text(seat))
        for table, here in enumerate(movement.seats[round - 1].tolist(), start=1)
        for seat, contestant in zip(movement.seat_names, here, strict=True)
        if contestant
    }


MoveRules: TypeAlias = Mapping[int, Stay | Step]
"""The rule by which a contestant moves, if it is announced."""


def _move_rules(movement: Movement) -> MoveRules:
    ruled = [claim for claim in infer_claims(movement) if isinstance(claim, Stay | Step)]
    return {contestant: claim for claim in ruled for contestant in claim.contestants}


def _expected_table(rules: MoveRules, contestant: int, table: int, round: int) -> int | None:
    """Return the table that a contestant reaches after a round by the announced move; None without a rule."""
    match rules.get(contestant):
        case Stay():
            return table
        case Step(_, tables, by) if table <= tables:
            return ring(table + by[round - 1], tables)
        case _:
            return None


def boards_astray(
    movement: Movement, boards: Boards | None, cases: int | None = None, set_name: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Return where boards must go for the next round that were in a wrong place in the last round."""
    journeys, last = travel(movement, cases), movement.next_round - 1
    if not movement.history or not movement.remaining_rounds or not last:
        return ()
    visited = {copy: table for (round, table), copy in journeys.visits.items() if round == last}
    several = len({copy.case for copy in journeys.journeys}) > 1
    sentences = []
    for copy, spots in journeys.journeys.items():
        # Boards at a table that did not play are still in the right place.
        others = any(movement.played_mask[last - 1, table - 1] for table in spots[last - 1].tables)
        missed = others and not journeys.playing_tables(copy, last)
        if copy in visited or missed:
            gaps = {"boards": board_words((copy.group,), boards), "spot": place_words(spots[last], journeys, set_name)}
            stays = copy in visited and visited[copy] in spots[last].tables
            name = set_name(copy.case) if several else ""
            sentences.append(_board_move(visited.get(copy), name, stays=stays, **gaps))
    return tuple(sentences)


def _board_move(table: int | None, set_name: str, *, stays: bool, boards: str, spot: str) -> str:
    """Return the instruction for boards that may lie at a *table*; *set_name* is empty with one set."""
    if stays and set_name:
        return say("Leave {boards} of set {set} at table {table}.", boards=boards, set=set_name, table=table)
    if stays:
        return say("Leave {boards} at table {table}.", boards=boards, table=table)
    if table and set_name:
        return say(
            "Move {boards} of set {set} from table {table} to {spot}.",
            boards=boards,
            set=set_name,
            table=table,
            spot=spot,
        )
    if table:
        return say("Move {boards} from table {table} to {spot}.", boards=boards, table=table, spot=spot)
    if set_name:
        return say("Move {boards} of set {set} to {spot}.", boards=boards, set=set_name, spot=spot)
    return say("Move {boards} to {spot}.", boards=boards, spot=spot)


def _lost_call(section: Section, round: int) -> Iterator[str]:
    """Yield the announcement of the tables that cannot play what was planned, and who sits out."""
    movement = section.movement
    lost = movement.history.lost_cells if movement.history else ()
    if tables := sorted(table for now, table in lost if now == round):
        here = sorted({c for table in tables for c in movement.seats[round - 1, table - 1].tolist() if c})
        text = say_many(
            "Table {tables} does not play.", "Tables {tables} do not play.", len(tables), tables=join_items(tables)
        )
        if here:
            who = spoken_numbers(movement, here, section.letter)
            text = f"{text} {say_many('{who} sits out.', '{who} sit out.', len(here), who=who[:1].upper() + who[1:])}"
        yield text


def _lost_text(section: Section, rounds: Sequence[int]) -> Iterator[str]:
    """Yield the tables that cannot play what was planned, round by round."""
    movement = section.movement
    lost = movement.history.lost_cells if movement.history else ()
    for round in rounds:
        tables = sorted(table for now, table in lost if now == round)
        if tables:
            here = sorted({c for table in tables for c in movement.seats[round - 1, table - 1].tolist() if c})
            clauses = [
                say_many(
                    "Round {round}: no boards at table {tables}",
                    "Round {round}: no boards at tables {tables}",
                    len(tables),
                    round=round,
                    tables=ranges(tables),
                )
            ]
            if here:
                who = name_contestants(here, movement, section.letter)
                clauses.append(say_many("{who} sits out", "{who} sit out", len(here), who=who))
            yield "; ".join(clauses) + "."
