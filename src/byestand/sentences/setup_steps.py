"""How to set up a movement, in sentences: the boards before play, and how boards and players move."""

from collections.abc import Iterator, Sequence

from byestand.flow.board_moves import rings
from byestand.flow.board_travel import BoardTravel, has_board_list, travel
from byestand.flow.rover import parties, party_rounds
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Jump
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import MAX_TABLES, Movement
from byestand.model.session import Section
from byestand.sentences.board_moves import board_moves
from byestand.sentences.boards import board_span, boarding_lines, listed_sharing_sentences
from byestand.sentences.claims import movement_texts, player_moves
from byestand.sentences.instructions import Instructions
from byestand.sentences.resume_steps import resume_steps
from byestand.sentences.rovers import party_copies
from byestand.words.numbers import ranges_from_three
from byestand.words.people import count_text


def setup_steps(section: Section) -> tuple[Instructions, ...]:
    """Return how to put out the boards, and how boards and players move."""
    movement, boards = section.movement, section.boards
    if not movement.remaining_rounds:
        return ()
    moves, board_travel = player_moves(movement), travel(movement, section.cases)
    return (
        *_boarding_steps(section, board_travel),
        *resume_steps(section, movement.remaining_rounds),
        *_boards_after_every_round(board_travel, boards),
        *([Instructions(say("Players, after every round"), moves, every_round=True)] if moves else []),
        *_boards_without_rings(movement, boards),
        *(one for part in movement_texts(movement, boards) for one in part.lists()),
        *_party_boards(section, board_travel),
    )


def _boarding_steps(section: Section, board_travel: BoardTravel) -> Iterator[Instructions]:
    if not section.movement.layout:
        return
    sets = min(len(section.movement.layout.cases), section.cases or MAX_TABLES)
    span = board_span(1, section.movement.deal_groups, section.boards)
    if section.boards:
        needed = say_many("1 set of boards {span}", "{number} sets of boards {span}", sets, span=span)
    else:
        needed = say_many("1 set of groups {span}", "{number} sets of groups {span}", sets, span=span)
    layout = rings(board_travel)
    lines = [*boarding_lines(section, layout)] if layout else []
    if pool := board_travel.pool:
        a, b = pool.between
        lines.append(
            say_many(
                "Table {tables}: set {sets} on bye stand {stand}, between tables {a} and {b}.",
                "Tables {tables}: set {sets} on bye stand {stand}, between tables {a} and {b}.",
                len(pool.tables),
                tables=ranges_from_three(pool.tables),
                sets=", ".join(map(section.set_name, pool.cases)),
                stand=pool.stand,
                a=a,
                b=b,
            )
        )
    yield Instructions(f"{section.movement.layout.pattern}: {needed}", tuple(lines))


def _boards_after_every_round(board_travel: BoardTravel, boards: Boards | None) -> Iterator[Instructions]:
    if board_travel.movement.layout:
        lines = tuple(board_moves(board_travel, boards))
        yield Instructions(say("Boards, after every round"), lines, every_round=True)


def _party_boards(section: Section, board_travel: BoardTravel) -> Iterator[Instructions]:
    movement = section.movement
    for party in parties(movement) if board_travel.party_case else ():
        rounds = party_rounds(movement, party)
        lines = tuple(party_copies(movement, rounds, section.boards, section.set_name)) if not party.half else ()
        if lines:
            yield Instructions(say("Boards of the party table"), lines)


def _boards_without_rings(movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    """Yield how boards move by a list, or how many copies an individual movement without rings and jumps needs."""
    if has_board_list(movement):
        lines = (
            say("The caddy sheet shows where boards go after each round."),
            say("Unused boards are at the director's table."),
            *listed_sharing_sentences(movement, boards),
        )
        yield Instructions(say("Boards"), lines)
        return
    jumps = any(isinstance(claim, Jump) for claim in infer_claims(movement))
    if movement.layout or jumps or not movement.is_individual:
        return
    rows = movement.groups.tolist()
    if movement.tables > 1 and all(len(set(row)) == 1 for row in rows):
        line = say("All tables play the same boards. Share them, or make {copies} copies.", copies=movement.tables)
    else:
        copies = max(row.count(group) for row in rows for group in set(row))
        line = say("A card on each table shows its boards. Copies needed of each board: {copies}.", copies=copies)
    yield Instructions(say("Boards"), (line,))


def count_first(movements: Sequence[Movement]) -> str:
    """Return how many contestants must be present before boards are put out, over all sections.

    A Web for one table more or less has quite another board layout.
    """
    present = sum(len(movement.field.present) for movement in movements)
    is_individual = movements[0].is_individual
    tables, left = divmod(present, 4 if is_individual else 2)
    if left and is_individual:
        size = say_many(
            "{tables} tables and 1 more player", "{tables} tables and {number} more players", left, tables=tables
        )
    elif left:
        size = say("{tables}½ tables", tables=tables)
    else:
        size = say_many("{number} table", "{number} tables", tables)
    some_missing = any(movement.field.missing for movement in movements)
    seats = say("no other empty seats") if some_missing else say("every seat taken")
    sentences = [f"{say('Count first')}: {count_text(movements[0], present)}, {size}, {seats}."]
    if any(movement.layout and len(movement.layout.subsections) > 1 for movement in movements):
        sentences.append(say("One table more or less needs a different board layout."))
    return " ".join(sentences)
