"""Paper to score on, with the numbers already on it: pick-up slips, travellers, and the recap grid."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from byestand.errors import BadRequest
from byestand.model import Boards, Cell, Copy, Movement, Section, ring
from byestand.sheets.pages import HEADINGS, Order, Part, equal_blocks
from byestand.words.people import line_title
from byestand.words.travel import Travel, travel

DEALERS = ("N", "E", "S", "W")
VULNERABLE = ("none", "NS", "EW", "both")
CANCELLED = "×"
RECAP_BOARDS = 28
"""So many boards go side by side on a recap."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One table in one round: handed in when the round is over."""

    table: int
    round: int
    seats: tuple[str, ...]
    boards: tuple[int, ...]
    sides: tuple[tuple[str, str], ...] = ()
    """Who plays NS and EW on each board, where single players change seats within the round."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board, which carries it along, and who is going to play it."""

    board: int
    dealer: str
    vulnerable: str
    case: str
    """Which copy of the board; empty where there is one only."""
    rows: tuple[tuple[str, ...], ...]
    """Who plays it, seat by seat, by numbers."""
    marks: tuple[str, ...] = ()
    """For each row what a director has ruled, ``cancelled`` or ``lost``; in a usual night there are none."""


@dataclass(frozen=True, slots=True)
class Recap:
    """The recap of one line: contestants by boards."""

    title: str
    numbers: tuple[str, ...]
    boards: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    """For each contestant, whom it meets on each board (a single player: with whom); empty where it does not play."""


def slip_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips and the recap for their templates."""
    del order
    movement = section.movement
    blocks = [block for recap in recaps(section) for block in _recap_blocks(recap)]
    # As high as a page of all rows allows, in millimetres, if that can be written in.
    height = min(11.0, max(5.6, 158 / max(movement.field.lines)))
    papers = [asdict(slip) for slip in slips(section)]
    return [
        *([{"slips": papers, "seat_names": _seat_names(movement)}] if papers else []),
        {"kind": "recap", "landscape": True, "blocks": blocks, "row_height": height},
    ]


def traveller_parts(section: Section, order: Order) -> list[Part]:
    """Return the travellers for their template."""
    del order
    papers = [asdict(paper) for paper in travellers(section)]
    return [{"travellers": papers, "seat_names": _seat_names(section.movement)}]


def _seat_names(movement: Movement) -> list[str]:
    return [HEADINGS.get(name, name) for name in movement.seat_names]


def _recap_blocks(recap: Recap) -> list[Part]:
    """Return a recap in blocks of equally many boards."""
    blocks = equal_blocks(recap.boards, RECAP_BOARDS)
    before = recap.boards[0]
    return [
        {
            "title": recap.title,
            "numbers": recap.numbers,
            "boards": boards,
            "cells": [cells[boards[0] - before : boards[-1] - before + 1] for cells in recap.cells],
            "last": boards is blocks[-1],
        }
        for boards in blocks
    ]


def slips(section: Section) -> Iterator[Slip]:
    """Yield the pick-up slips of the rounds that are left, table by table."""
    movement, boards = section.movement, _boards(section)
    for table in range(1, movement.tables + 1):
        for round in movement.rounds_left:
            if movement.played[round - 1, table - 1]:
                group = int(movement.groups[round - 1, table - 1])
                played = tuple(boards.of(group))
                here = [_numbers(movement, round, table, board) for board in range(1, len(played) + 1)]
                sides = tuple((f"{n} {s}", f"{e} {w}") for n, s, e, w in here) if movement.swivel else ()
                yield Slip(table, round, here[0], played, sides)


def travellers(section: Section) -> Iterator[Traveller]:
    """Yield a traveller for every copy of every board, all night, its lines in the order of the first number."""
    movement, boards = section.movement, _boards(section)
    journeys = travel(movement, section.cases)
    one_case = len({copy.case for copy in journeys.journeys}) == 1
    for copy in sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy)):
        visits = [(round, table) for round in range(1, movement.rounds + 1) for table in journeys.playing(copy, round)]
        visits += _lost(movement, journeys, copy)
        for which, board in enumerate(boards.of(copy.group), start=1):
            met = {(_numbers(movement, *cell, which), _ruled(movement, cell)) for cell in visits}
            lines = sorted(met, key=lambda line: [int(number) for number in line[0]])
            if lines:
                rows, marks = zip(*lines, strict=True)
                case = "" if one_case else copy.case
                yield Traveller(board, *board_conditions(board), case, rows, marks if any(marks) else ())


def _lost(movement: Movement, journeys: Travel, copy: Copy) -> list[Cell]:
    """Return where a copy lies before two who would have played it."""
    lost = movement.history.lost if movement.history else ()
    return [cell for cell in lost if cell[1] in journeys.lies(copy, cell[0]).tables and _is_full(movement, cell)]


def _is_full(movement: Movement, cell: Cell) -> bool:
    return bool((movement.seats[cell[0] - 1, cell[1] - 1] > 0).all())


def _ruled(movement: Movement, cell: Cell) -> str:
    history = movement.history
    if history is None:
        return ""
    return "cancelled" if cell in history.cancelled else "lost" if cell in history.lost else ""


def board_conditions(board: int) -> tuple[str, str]:
    """Return who deals a board and who is vulnerable on it.

    >>> board_conditions(1), board_conditions(8), board_conditions(13), board_conditions(16)
    (('N', 'none'), ('W', 'none'), ('N', 'both'), ('W', 'EW'))
    """
    # After every four boards the same dealer finds the next vulnerability.
    return DEALERS[ring(board, 4) - 1], VULNERABLE[ring(board + (board - 1) // 4, 4) - 1]


def recaps(section: Section) -> Iterator[Recap]:
    """Yield the recap grid of each line."""
    movement, boards = section.movement, _boards(section)
    field, half = movement.field, movement.seats.shape[2] // 2
    every = tuple(boards.all(movement.deal_groups))
    met: dict[tuple[int, int], str] = {}
    for round, table in zip(*movement.played.nonzero(), strict=True):
        group = int(movement.groups[round, table])
        for which, board in enumerate(boards.of(group), start=1):
            here = _seats(movement, round + 1, table + 1, which)
            for seat, contestant in enumerate(here):
                # Two seats: the opponents. Four (North, South, East, West): whoever sits opposite.
                other = here[1 - seat] if half == 1 else here[seat ^ 1]
                if _ruled(movement, (round + 1, table + 1)):
                    met.setdefault((contestant, board), CANCELLED)
                else:
                    met[contestant, board] = str(field.number(other))
    for line in range(len(field.lines)):
        who = [c for c in field.present if field.line(c) == line]
        yield Recap(
            line_title(movement, line),
            tuple(str(field.number(c)) for c in who),
            every,
            tuple(tuple(met.get((c, board), "") for board in every) for c in who),
        )


def _boards(section: Section) -> Boards:
    if section.boards is None:
        raise BadRequest("paper to score on names boards: tell how many make a round")
    return section.boards


def _seats(movement: Movement, round: int, table: int, board: int) -> list[int]:
    """Return who sits where on the first, second, … board of a round."""
    grid = movement.seats_on(board) if movement.swivel else movement.seats
    seats: list[int] = grid[round - 1, table - 1].tolist()
    return seats


def _numbers(movement: Movement, round: int, table: int, board: int) -> tuple[str, ...]:
    return tuple(str(movement.field.number(c)) for c in _seats(movement, round, table, board))
