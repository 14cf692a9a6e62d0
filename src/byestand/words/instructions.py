"""How to set up a movement, in words: what lies where before play, and how boards and players move."""

from collections.abc import Iterator, Sequence

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Jump
from byestand.model.movement import MOST_TABLES, Movement
from byestand.model.seen import claims_seen
from byestand.model.session import Section
from byestand.words.board_moves import board_moves, rings
from byestand.words.boards import board_span, boarding, go_by_list, listed_sharing
from byestand.words.claims import player_moves, told_of
from byestand.words.numbers import numbered_runs
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import Instructions, first_up
from byestand.words.resuming import resuming
from byestand.words.roving import parties, party_copies, party_rounds
from byestand.words.travel import Travel, travel


def instructions(section: Section) -> tuple[Instructions, ...]:
    """Return how to board the tables and how boards and players move."""
    movement, boards = section.movement, section.boards
    if not movement.rounds_left:
        return ()
    moves, journeys = player_moves(movement), travel(movement, section.cases)
    return (
        *_boarding(section, journeys),
        *resuming(section, movement.rounds_left),
        *_boards_after_every_round(journeys, boards),
        *([Instructions(say("Players, after every round"), moves)] if moves else []),
        *_boards_without_rings(movement, boards),
        *(one for part in told_of(movement, boards) for one in part.lists()),
        *_party_boards(section, journeys),
    )


def _boarding(section: Section, journeys: Travel) -> Iterator[Instructions]:
    if not section.movement.layout:
        return
    heading = say_many(
        "{pattern}: 1 set of {what} {span}",
        "{pattern}: {number} sets of {what} {span}",
        min(len(section.movement.layout.cases), section.cases or MOST_TABLES),
        pattern=section.movement.layout.pattern,
        what="boards" if section.boards else "groups",
        span=board_span(1, section.movement.deal_groups, section.boards),
    )
    layout = rings(journeys)
    lines = [*boarding(section, layout)] if layout else []
    if pool := journeys.pool:
        a, b = pool.between
        phrase = "{tables}: set {sets} on stand {stand}, between tables {a} and {b}."
        sets, tables = ", ".join(map(section.set_name, pool.cases)), numbered_runs("table", pool.tables)
        lines.append(say(phrase, tables=first_up(tables), sets=sets, stand=pool.stand, a=a, b=b))
    yield Instructions(heading, tuple(lines))


def _boards_after_every_round(journeys: Travel, boards: Boards | None) -> Iterator[Instructions]:
    if journeys.movement.layout:
        yield Instructions(say("Boards, after every round"), tuple(board_moves(journeys, boards)))


def _party_boards(section: Section, journeys: Travel) -> Iterator[Instructions]:
    movement = section.movement
    for party in parties(movement) if journeys.party_case else ():
        rounds = party_rounds(movement, party)
        lines = tuple(party_copies(movement, rounds, section.boards, section.set_name)) if not party.half else ()
        if lines:
            yield Instructions(say("Boards of the party table"), lines)


def _boards_without_rings(movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    """Yield what to know about boards that go by a list, or of single players by no ring and without jumps."""
    if go_by_list(movement):
        listed = say("The caddy sheet tells where boards go after each round; others wait at the director's table.")
        yield Instructions(say("Boards"), (listed, *listed_sharing(movement, boards)))
        return
    jumps = any(isinstance(claim, Jump) for claim in claims_seen(movement))
    if movement.layout or jumps or called(movement) is not PLAYERS:
        return
    rows = movement.groups.tolist()
    if movement.tables > 1 and all(len(set(row)) == 1 for row in rows):
        phrase = "All tables play the same boards: they share them, or there are {copies} copies."
        copies = movement.tables
    else:
        phrase = "A card on each table tells which boards it plays; copies of each board needed: {copies}."
        copies = max(row.count(group) for row in rows for group in set(row))
    yield Instructions(say("Boards"), (say(phrase, copies=copies),))


def count_first(movements: Sequence[Movement]) -> str:
    """Return how many must be there before the first board is put down, over all sections.

    A Web for one table more or less is boarded quite differently.
    """
    there = sum(len(movement.field.present) for movement in movements)
    people = called(movements[0])
    tables, left = divmod(there, 4 if people is PLAYERS else 2)
    phrase = "Count the room first: {there} {who}, {tables} tables, {seats}."
    if left:
        phrase = "Count the room first: {there} {who}, {tables} and a half tables, {seats}."
    if left and people is PLAYERS:
        phrase = "Count the room first: {there} {who}, {tables} tables and {left} more, {seats}."
    some_missing = any(movement.field.missing for movement in movements)
    # "Somebody in every other seat" would be every second one.
    seats = say("no other seat empty" if some_missing else "somebody in every seat")
    told = [say(phrase, there=there, who=people.many, tables=tables, left=left, seats=seats)]
    if any(movement.layout and len(movement.layout.subsections) > 1 for movement in movements):
        told.append(say("With one table more or less it is boarded quite differently."))
    return " ".join(told)
