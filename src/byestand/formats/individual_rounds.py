"""Individual movements in formats without seat changes within a round, or without tables of fewer than four players.

Scoring programs need the seats on every board, so a Rainbow round of three boards is written as three rounds of one.
The reader combines such rounds again: the same four players at every table, board after board.

For Bridgemates a table with fewer than four players is written as empty. The file then says who sits out, but not at
which of the empty tables. Nothing is played there, so any table will do, and a note says so.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from byestand.errors import CannotExpress
from byestand.formats.document import Document
from byestand.formats.grid_builder import four_lines
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.claims import Swivel
from byestand.model.field import Field
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import LINE_OF_SEAT, MAX_GROUPS, MAX_ROUNDS, Grid, Movement
from byestand.words.titles import title_of

SIT_OUT_SOMEWHERE = phrase("players without a seat are placed at empty tables; the file does not say at which")
MAX_WAITING_PLAYERS = 3
"""Per table: four players would play."""


def unfold_rounds(document: Document) -> Document:
    """Return a document with a round for every board if players change seats within a round."""
    movement, each, boards = document.movement, len(document.movement.swivel), document.section.boards
    one_line = Field((movement.field.size,), movement.field.missing)
    if not each:
        return document.with_movement(replace(movement, field=one_line)) if len(movement.field.lines) == 4 else document
    if boards and boards.per_round != each:
        raise CannotExpress(
            say(
                "this movement needs exactly {boards} boards per round, not {given}",
                boards=each,
                given=boards.per_round,
            )
        )
    if each * movement.rounds > MAX_ROUNDS or each * movement.deal_groups > MAX_GROUPS:
        raise CannotExpress(
            say(
                "too large for this format, which has a round for each board:"
                " more than {rounds} rounds or {boards} boards",
                rounds=MAX_ROUNDS,
                boards=MAX_GROUPS,
            )
        )
    seats = np.stack([movement.seats_on(board) for board in range(1, each + 1)], axis=1)
    last = movement.groups * each
    groups = np.stack([np.where(last > 0, last - each + board, 0) for board in range(1, each + 1)], axis=1)
    rounds = each * movement.rounds
    board_by_board = replace(
        movement,
        title=title_of(movement),  # a title derived later would count boards as rounds
        seats=seats.reshape(rounds, movement.tables, 4),
        groups=groups.reshape(rounds, movement.tables),
        field=one_line,
        deal_groups=each * movement.deal_groups,
        layout=None,
        claims=(),
    )
    return document.with_movement(board_by_board).with_boards(Boards(1, boards.first if boards else 1))


def fold_rounds(document: Document) -> Document:
    """Return a document with combined rounds if the same four players play board after board at every table."""
    movement = document.movement
    if not movement.is_individual:
        return document
    boards = document.section.boards or Boards(1)
    if turns := turns_in_a_round(movement, boards):
        each = len(turns)
        first = movement.seats[::each]
        groups = -(-movement.groups[::each] // each)
        size = movement.field.size
        lines = four_lines(first, size)
        together = replace(
            movement,
            seats=first,
            groups=groups,
            field=Field(lines or (size,), movement.field.missing),
            deal_groups=-(-movement.deal_groups // each),
            claims=(*movement.claims, Swivel(tuple(turn for turn in turns for _ in boards.numbers_of(1)))),
        )
        more = Boards(boards.per_round * each, boards.first)
        note = say(
            "{count} rounds each combined into 1 round of {boards} boards with seat changes",
            count=each,
            boards=more.per_round,
        )
        return document.with_movement(together, note).with_boards(more)
    lines = four_lines(movement.seats, movement.field.size)
    if not lines or movement.rounds == 1:
        return document
    return document.with_movement(replace(movement, field=Field(lines, movement.field.missing)))


def turns_in_a_round(movement: Movement, boards: Boards) -> tuple[str, ...]:
    """Return the seat changes within a round that a file has as several rounds; empty if there are none."""
    if not movement.is_individual:
        return ()
    lengths = range(MAX_BOARDS_PER_ROUND // boards.per_round, 1, -1)
    return next((turns for each in lengths if (turns := _swivel(movement, each))), ())


def _swivel(movement: Movement, each: int) -> tuple[str, ...]:
    """Return the seat changes in blocks of *each* rounds if they are the same everywhere; otherwise empty."""
    if movement.rounds % each:
        return ()
    seats = movement.seats.reshape(-1, each, movement.tables, 4)
    groups = movement.groups.reshape(-1, each, movement.tables)
    on_table = groups[:, 0] > 0
    if ((groups[:, 0] - 1) % each != 0)[on_table].any() or not _follow(groups, each):
        return ()
    first = seats[:, 0]
    turns = []
    for board in range(each):
        fits = [
            [bool((seats[:, board, :, seat] == first[:, :, other]).all()) for other in range(4)] for seat in range(4)
        ]
        if any(sum(row) != 1 for row in fits):
            return ()
        turns.append("".join("NSEW"[row.index(True)] for row in fits))
    return tuple(turns) if len({*turns}) > 1 else ()


def _follow(groups: Grid, each: int) -> bool:
    """Return whether the boards of each table are consecutive within the combined rounds."""
    expected = groups[:, :1] + np.arange(each)[np.newaxis, :, np.newaxis]
    return bool((groups == np.where(groups[:, :1] > 0, expected, 0)).all())


def with_waiting_players(document: Document) -> Document:
    """Return a document in which individual players without a seat are placed at empty tables."""
    movement = document.movement
    if not movement.is_individual or (movement.seats > 0).any(axis=2).all():
        return document
    field = _field(movement)
    seats = movement.seats.copy()
    for row in seats:
        _seat_those_waiting(row, field)
    notes = (say(SIT_OUT_SOMEWHERE),) if (seats != movement.seats).any() else ()
    return document.with_movement(replace(movement, seats=seats, field=field), *notes)


def _field(movement: Movement) -> Field:
    """Return the field; the last player of a Rainbow may be missing, which only the number of tables shows."""
    most = 4 * movement.tables
    lines = four_lines(movement.seats, most) if len(movement.field.lines) == 1 and movement.field.size < most else ()
    if not lines:
        return movement.field
    return Field(lines, movement.field.missing | frozenset(range(movement.field.size + 1, most + 1)))


def _seat_those_waiting(row: Grid, field: Field) -> None:
    """Fill the empty tables of a round evenly; with four lines each player gets a seat of the own line."""
    empty = np.flatnonzero((row == 0).all(axis=1)).tolist()
    waiting = sorted(set(field.present) - set(row.ravel().tolist()))
    if not waiting or len(waiting) > MAX_WAITING_PLAYERS * len(empty):
        return
    for player in waiting:
        taken = row[empty] > 0
        free = [
            (int(taken[i].sum()), table, seat)
            for i, table in enumerate(empty)
            for seat in _seats_for(player, field)
            if not taken[i, seat]
        ]
        if not free:
            row[empty] = 0  # they cannot all have sat at these tables
            return
        _, table, seat = min(free)
        row[table, seat] = player


def _seats_for(player: int, field: Field) -> Sequence[int]:
    return (LINE_OF_SEAT.index(field.line(player)),) if len(field.lines) == 4 else range(4)
