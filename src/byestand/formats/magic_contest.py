"""Rows to paste into Magic Contest's window for a simple movement: Table, Round, N-S, E-W, From, To, tabs between.

From and To are board numbers; 0 is nobody or no boards. Magic Contest wants the rows without a line of column names;
such a line is read, but not written. Pairs have their number within their line and who competes is inferred, as in csv.

Not tried in Magic Contest itself.
"""

import re
from dataclasses import dataclass
from os import PathLike

import numpy as np

from byestand.errors import CannotExpress, FormatError
from byestand.formats.cells import grids, inferred_field, numbers_within, refuse_another_field
from byestand.formats.document import Document
from byestand.formats.files import read_text, write_text
from byestand.formats.lines import numbered_lines, whole_number
from byestand.model import Movement, board_numbers
from byestand.model.boards import MOST_BOARDS
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES

_DIGITS = re.compile(r" *[0-9]+ *")
COLUMNS = ("Table", "Round", "N-S", "E-W", "From", "To")
_MOST_BOARD = MOST_GROUPS * MOST_BOARDS
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


def load(path: str | PathLike[str]) -> Document:
    """Return the movement in a file of rows."""
    return loads(read_text(path), source=str(path))


def dump(movement: Movement, path: str | PathLike[str], *, boards_per_round: int) -> None:
    """Write a movement as a file of rows, to open, copy and paste."""
    write_text(path, dumps(movement, boards_per_round=boards_per_round))


def looks_like(text: str) -> bool:
    """Tell whether a text begins with the six columns, or with six numbers, with tabs between."""
    first = next((line for _, line in numbered_lines(text[:4000]) if line.strip()), "")
    cells = first.split("\t")
    return _is_header(cells) or (len(cells) == len(COLUMNS) and all(_DIGITS.fullmatch(cell) for cell in cells))


def dumps(movement: Movement, *, boards_per_round: int) -> str:
    """Return a movement as rows, table by table."""
    if movement.is_individual:
        raise CannotExpress("Magic Contest's rows for a simple movement seat pairs, not single players")
    numbers = numbers_within(movement)
    cells = np.concatenate((numbers, movement.groups[:, :, np.newaxis]), axis=2).tolist()
    read_back = {(r, t): tuple(cell) for r, row in enumerate(cells, 1) for t, cell in enumerate(row, 1)}
    refuse_another_field(movement, inferred_field(read_back), format="Magic Contest's paste")
    rows = (
        (table, round, ns, ew, *board_numbers(group, boards_per_round))
        for (round, table), (ns, ew, group) in sorted(read_back.items(), key=lambda item: item[0][::-1])
    )
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def loads(text: str, *, source: str = "Magic Contest text") -> Document:
    """Return the movement in rows, and how many boards its rounds have; a place not listed is empty."""
    rows = _rows(text, source)
    played = next((row for row in rows if row.first or row.last), None)
    if played is None:
        raise FormatError(source, "there are no boards in it", line=rows[-1].line if rows else 1)
    boards_per_round = played.last - played.first + 1
    if not played.first or not 1 <= boards_per_round <= MOST_BOARDS:
        reason = f"boards {played.first} to {played.last} are not 1 to {MOST_BOARDS} boards of a round"
        raise FormatError(source, reason, line=played.line)
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for row in rows:
        if (row.round, row.table) in cells:
            raise FormatError(source, f"table {row.table}, round {row.round} comes twice", line=row.line)
        cells[row.round, row.table] = (row.ns, row.ew, _group(row, boards_per_round, source))
    field = inferred_field(cells)
    seats, groups = grids(cells, field)
    movement = Movement(source, seats, groups, field, int(groups.max()))
    return Document(movement, line=rows[0].line, boards_per_round=boards_per_round)


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


def _group(row: Row, boards_per_round: int, source: str) -> int:
    """Return the deal group of a row: boards 5 to 6 are group 3 where every round has two."""
    if not row.first and not row.last:
        return 0
    group, left = divmod(row.last, boards_per_round)
    if left or row.last - row.first + 1 != boards_per_round or not 1 <= group <= MOST_GROUPS:
        reason = (
            f"boards {row.first} to {row.last} are not a group of {boards_per_round} boards,"
            " as the first row that has boards says; all groups must be equally long and begin at board 1"
        )
        raise FormatError(source, reason, line=row.line)
    return group
