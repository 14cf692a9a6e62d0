"""Rows to paste into Magic Contest's window for a simple movement: Table, Round, N-S, E-W, From, To, separated by tabs.

From and To are board numbers; 0 is nobody or no boards. Magic Contest expects rows without a heading; a heading is
read, but not written. Pairs have their number within their line and the field is inferred, as in CSV.

Not tested in Magic Contest.
"""

import re
from dataclasses import dataclass

import numpy as np

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.document import Document, read_section
from byestand.formats.file_io import numbered_lines, whole_number
from byestand.formats.format import Format, begins_like, boards_of, lines_of, only
from byestand.formats.grid_builder import (
    grids,
    group_of,
    infer_boards,
    inferred_field,
    numbers_within,
    refuse_another_field,
)
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES, Movement

_DIGITS = re.compile(r" *[0-9]+ *")
COLUMNS = ("Table", "Round", "N-S", "E-W", "From", "To")
_MAX_BOARD_NUMBER = MAX_FIRST_BOARD + MAX_GROUPS * MAX_BOARDS_PER_ROUND
_RANGES = (
    (1, MAX_TABLES),
    (1, MAX_ROUNDS),
    (0, MAX_CONTESTANTS),
    (0, MAX_CONTESTANTS),
    (0, _MAX_BOARD_NUMBER),
    (0, _MAX_BOARD_NUMBER),
)


@dataclass(frozen=True, slots=True)
class MagicContestRow:
    """One table in one round, with its line number."""

    line: int
    table: int
    round: int
    ns: int
    ew: int
    first: int
    last: int


def looks_like(text: str) -> bool:
    """Return whether a text starts with the six columns or six numbers, separated by tabs."""
    first = next((line for _, line in numbered_lines(text[:4000]) if line.strip()), "")
    cells = first.split("\t")
    return _is_header(cells) or (len(cells) == len(COLUMNS) and all(_DIGITS.fullmatch(cell) for cell in cells))


def dumps(movement: Movement, *, boards: Boards) -> str:
    """Return a movement as rows, table by table."""
    if len(movement.seat_names) > 2:
        raise CannotExpress(say("Magic Contest rows are for pairs only, not for individuals"))
    numbers = numbers_within(movement)
    cells = np.concatenate((numbers, movement.groups[:, :, np.newaxis]), axis=2).tolist()
    read_back = {(r, t): tuple(cell) for r, row in enumerate(cells, 1) for t, cell in enumerate(row, 1)}
    refuse_another_field(movement, inferred_field(read_back), format="Magic Contest")
    rows = (
        (table, round, ns, ew, *boards.numbers(group))
        for (round, table), (ns, ew, group) in sorted(read_back.items(), key=lambda item: item[0][::-1])
    )
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def loads(text: str, *, source: str = "Magic Contest text") -> Document:
    """Return the movement in rows, and its boards; a table not listed in a round is empty."""
    rows = _rows(text, source)
    boards = _boards(rows, source)
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for row in rows:
        if (row.round, row.table) in cells:
            reason = say("round {round}, table {table} appears twice", round=row.round, table=row.table)
            raise FormatError(source, reason, line=row.line)
        cells[row.round, row.table] = (row.ns, row.ew, _group(row, boards, source))
    field = inferred_field(cells)
    seats, groups = grids(cells, field)
    movement = Movement(source, seats, groups, field, int(groups.max()))
    return Document(read_section(movement, boards), line=rows[0].line)


def _boards(rows: list[MagicContestRow], source: str) -> Boards:
    played = [row for row in rows if row.first or row.last]
    if not played:
        raise FormatError(source, say("the movement has no boards"), line=rows[-1].line if rows else 1)
    try:
        boards = infer_boards([(row.first, row.last) for row in played])
    except BadRequest as bad:
        raise FormatError(source, str(bad), line=played[0].line) from bad
    if boards is None:
        reason = say(
            "expected 1 to {limit} boards per round, not boards {first}-{last}",
            limit=MAX_BOARDS_PER_ROUND,
            first=played[0].first,
            last=played[0].last,
        )
        raise FormatError(source, reason, line=played[0].line)
    return boards


def _is_header(cells: list[str]) -> bool:
    return tuple(cell.strip().lower() for cell in cells) == tuple(column.lower() for column in COLUMNS)


def _rows(text: str, source: str) -> list[MagicContestRow]:
    lines = [
        (place, [cell.strip() for cell in line.split("\t")]) for place, line in numbered_lines(text) if line.strip()
    ]
    rows = lines[1:] if lines and _is_header(lines[0][1]) else lines
    return [_row(cells, source, place) for place, cells in rows]


def _row(cells: list[str], source: str, place: int) -> MagicContestRow:
    if len(cells) != len(COLUMNS):
        reason = say(
            "expected {expected} columns separated by tabs ({columns}), not {count}",
            expected=len(COLUMNS),
            columns=", ".join(COLUMNS),
            count=len(cells),
        )
        raise FormatError(source, reason, line=place)
    named = zip(cells, COLUMNS, _RANGES, strict=True)
    return MagicContestRow(place, *(whole_number(c, *span, what, source=source, line=place) for c, what, span in named))


def _group(row: MagicContestRow, boards: Boards, source: str) -> int:
    """Return the deal group of a row: boards 5 to 6 are group 3 with 2 boards per round."""
    group = group_of(boards, row.first, row.last)
    if group is None:
        reason = say(
            "boards {first}-{last} do not match other rows, which have {boards} boards per round from board {start}",
            first=row.first,
            last=row.last,
            boards=boards.per_round,
            start=boards.first,
        )
        raise FormatError(source, reason, line=row.line)
    return group


def _dump_pasted(document: Document) -> str:
    return dumps(document.movement, boards=boards_of(document, "Magic Contest"))


FORMAT = Format(
    name="magic",
    extension="tsv",
    readers=phrase("Magic Contest, for pasting"),
    looks_like=begins_like(looks_like),
    loads=lambda data, source: (loads(lines_of(data, source), source=source),),
    dumps=lambda documents: _dump_pasted(only(documents, "Magic Contest")).encode(),
    media="text/tab-separated-values; charset=utf-8",
    is_text=True,
    numbers_boards=True,
)
