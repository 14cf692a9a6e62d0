"""Individuals who change seats within a round, for files that know of rounds only: every board becomes a round.

Scoring programs must know who sat where on every board, so what a Rainbow plays as one round of three boards is written
as three rounds of one. Reading puts such rounds together again: the same four at every table, board after board.
"""

from dataclasses import replace

import numpy as np

from byestand.errors import CannotExpress
from byestand.formats.cells import four_lines
from byestand.formats.document import Document
from byestand.model import Field, Grid, Movement, Swivel
from byestand.model.boards import MOST_BOARDS
from byestand.model.movement import MOST_GROUPS, MOST_ROUNDS


def unfolded(document: Document) -> Document:
    """Return a document with a round for every board, where players change seats within a round."""
    movement, each = document.movement, len(document.movement.swivel)
    if not each:
        alone = Field((movement.field.size,), movement.field.missing) if movement.field.winners == 4 else movement.field
        return replace(document, movement=replace(movement, field=alone))
    if document.boards_per_round not in (None, each):
        raise CannotExpress(
            f"players change seats for {each} boards a round in this movement, not for {document.boards_per_round}"
        )
    if each * movement.rounds > MOST_ROUNDS or each * movement.deal_groups > MOST_GROUPS:
        raise CannotExpress(f"every board would be a round: more than {MOST_ROUNDS} rounds or {MOST_GROUPS} boards")
    seats = np.stack([movement.seats_on(board) for board in range(1, each + 1)], axis=1)
    last = movement.groups * each
    groups = np.stack([np.where(last > 0, last - each + board, 0) for board in range(1, each + 1)], axis=1)
    rounds = each * movement.rounds
    board_by_board = replace(
        movement,
        seats=seats.reshape(rounds, movement.tables, 4),
        groups=groups.reshape(rounds, movement.tables),
        field=Field((movement.field.size,), movement.field.missing),
        deal_groups=each * movement.deal_groups,
        layout=None,
        claims=(),
    )
    return replace(document, movement=board_by_board, boards_per_round=1)


def folded(document: Document) -> Document:
    """Return a document with the rounds put together in which the same four play board after board at every table."""
    movement = document.movement
    if not movement.is_individual:
        return document
    for each in range(MOST_BOARDS, 1, -1):
        boards = document.boards_per_round or 1
        if boards * each <= MOST_BOARDS and (turns := _swivel(movement, each)):
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
                claims=(*movement.claims, Swivel(tuple(turn for turn in turns for _ in range(boards)))),
            )
            one = "one board" if boards == 1 else f"{boards} boards"
            note = f"rounds of {one} put together: {boards * each} boards a round, between which players change seats"
            return replace(document, movement=together, boards_per_round=boards * each, notes=(*document.notes, note))
    lines = four_lines(movement.seats, movement.field.size)
    if not lines or movement.rounds == 1:
        return document
    return replace(document, movement=replace(movement, field=Field(lines, movement.field.missing)))


def _swivel(movement: Movement, each: int) -> tuple[str, ...]:
    """Return how players change seats every *each* rounds, if they do so in the same way everywhere; else nothing."""
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
    """Tell whether the boards of each table follow one another within the rounds put together."""
    wanted = groups[:, :1] + np.arange(each)[np.newaxis, :, np.newaxis]
    return bool((groups == np.where(groups[:, :1] > 0, wanted, 0)).all())
