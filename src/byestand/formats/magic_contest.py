"""Rows to paste into Magic Contest's window for a simple movement: Table, Round, N-S, E-W, From, To, tabs between.

From and To are board numbers; 0 is nobody or no boards. Magic Contest wants the rows without a line of column names;
such a line is read, but not written. Pairs have their number within their line and who competes is inferred, as in csv.

Not tried in Magic Contest itself.
"""

import re
from dataclasses import dataclass

import numpy as np

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.cells import (
    boards_told,
    grids,
    group_of,
    inferred_field,
    numbers_within,
    refuse_another_field,
)
from byestand.formats.document import Document, read_section
from byestand.formats.files import numbered_lines, whole_number
from byestand.formats.format import Format, begins_like, boards_of, lines_of, only
from byestand.model.boards import Boards
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES, Movement

_DIGITS = re.compile(r" *[0-9]+ *")
COLUMNS = ("Table", "Round", "N-S", "E-W", "From", "To")
_MOST_BOARD = MAX_FIRST_BOARD + MOST_GROUPS * MAX_BOARDS_PER_ROUND
_RANGES = (
    (1, MOST_TABLES),
    (1, MOST_ROUNDS),
    (0, MOST_CONTESTANTS),
    (0, MOST_CONTESTANTS),
    (0, _MOST_BOARD),
    (0, _MOST_BOARD),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One table in one round, and the line on which it stands."""

    line: int
    table: int
    round: int
    ns: int
    ew: int
    first: int
    last: int


def looks_like(text: str) -> bool:
    """Tell whether a text begins with the six columns, or with six numbers, with tabs between."""
    first = next((line for _, line in numbered_lines(text[:4000]) if line.strip()), "")
    cells = first.split("\t")
    return _is_header(cells) or (len(cells) == len(COLUMNS) and all(_DIGITS.fullmatch(cell) for cell in cells))


def dumps(movement: Movement, *, boards: Boards) -> str:
    """Return a movement as rows, table by table."""
    if len(movement.seat_names) > 2:
        raise CannotExpress("Magic Contest's rows for a simple movement seat pairs, not single players")
    numbers = numbers_within(movement)
    cells = np.concatenate((numbers, movement.groups[:, :, np.newaxis]), axis=2).tolist()
    read_back = {(r, t): tuple(cell) for r, row in enumerate(cells, 1) for t, cell in enumerate(row, 1)}
    refuse_another_field(movement, inferred_field(read_back), format="Magic Contest's paste")
    rows = (
        (table, round, ns, ew, *boards.numbers(group))
        for (round, table), (ns, ew, group) in sorted(read_back.items(), key=lambda item: item[0][::-1])
    )
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def loads(text: str, *, source: str = "Magic Contest text") -> Document:
    """Return the movement in rows, and the boards of its rounds; a place not listed is empty."""
    rows = _rows(text, source)
    boards = _boards(rows, source)
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for row in rows:
        if (row.round, row.table) in cells:
            raise FormatError(source, f"table {row.table}, round {row.round} comes twice", line=row.line)
        cells[row.round, row.table] = (row.ns, row.ew, _group(row, boards, source))
    field = inferred_field(cells)
    seats, groups = grids(cells, field)
    movement = Movement(source, seats, groups, field, int(groups.max()))
    return Document(read_section(movement, boards), line=rows[0].line)


def _boards(rows: list[Row], source: str) -> Boards:
    played = [row for row in rows if row.first or row.last]
    if not played:
        raise FormatError(source, "there are no boards in it", line=rows[-1].line if rows else 1)
    try:
        boards = boards_told([(row.first, row.last) for row in played])
    except BadRequest as bad:
        raise FormatError(source, str(bad), line=played[0].line) from bad
    if boards is None:
        reason = f"boards {played[0].first} to {played[0].last} are not 1 to {MAX_BOARDS_PER_ROUND} boards of a round"
        raise FormatError(source, reason, line=played[0].line)
    return boards


def _is_header(cells: list[str]) -> bool:
    return tuple(cell.strip().lower() for cell in cells) == tuple(column.lower() for column in COLUMNS)


def _rows(text: str, source: str) -> list[Row]:
    lines = [
        (place, [cell.strip() for cell in line.split("\t")]) for place, line in numbered_lines(text) if line.strip()
    ]
    rows = lines[1:] if lines and _is_header(lines[0][1]) else lines
    return [_row(cells, source, place) for place, cells in rows]


def _row(cells: list[str], source: str, place: int) -> Row:
    if len(cells) != len(COLUMNS):
        reason = f"expected {len(COLUMNS)} columns with tabs between, {', '.join(COLUMNS)}, not {len(cells)}"
        raise FormatError(source, reason, line=place)
    named = zip(cells, COLUMNS, _RANGES, strict=True)
    return Row(place, *(whole_number(c, *span, what, source=source, line=place) for c, what, span in named))


def _group(row: Row, boards: Boards, source: str) -> int:
    """Return the deal group of a row: boards 5 to 6 are group 3 where every round has two."""
    group = group_of(boards, row.first, row.last)
    if group is None:
        reason = (
            f"boards {row.first} to {row.last} are not a group of {boards.per_round} boards, counted from board"
            f" {boards.first} as in most rows; all groups must be equally long"
        )
        raise FormatError(source, reason, line=row.line)
    return group


def _pasted(document: Document) -> str:
    return dumps(document.movement, boards=boards_of(document, "Magic Contest"))


FORMAT = Format(
    name="magic",
    extension="tsv",
    words="Magic Contest, to paste",
    looks_like=begins_like(looks_like),
    loads=lambda data, source: (loads(lines_of(data, source), source=source),),
    dumps=lambda documents: _pasted(only(documents, "a Magic Contest")).encode(),
    media="text/tab-separated-values; charset=utf-8",
    is_text=True,
    numbers_boards=True,
)
