"""Comma-separated rows, one per table and round, for spreadsheets and scripts; semicolons or tabs are read as well.

Columns ``round,table,ns,ew,group``, or ``round,table,north,south,east,west,group`` for individuals; 0 is nobody or no
boards. The columns ``first_board,last_board`` may follow, and ``cancelled``, 0 or 1: with it the rows are those of a
session as played, with cancelled boards or with contestants that left or came late.
Rows do not contain everything: layout and revenge rounds are lost, and the field is inferred (see `grid_builder`).

Actual play has the same columns, but only the rows that differ from the plan.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from os import PathLike

from byestand.errors import FormatError
from byestand.formats.document import Document, read_section
from byestand.formats.file_io import numbered_lines, read_text, whole_number
from byestand.formats.format import Format, begins_like, lines_of, only
from byestand.formats.grid_builder import grids, inferred_field, numbers_within
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.history import Cell, History, SeenCell
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES, Movement
from byestand.sanitize import unguard_cell

NO_SWIVEL = phrase("csv rows have one seat per round; seat changes within a round are left out")
SEATS = {2: ("ns", "ew"), 4: ("north", "south", "east", "west")}
BOARDS = ("first_board", "last_board")
CANCELLED = "cancelled"
HEADERS = {n: ("round", "table", *seats, "group") for n, seats in SEATS.items()}


def looks_like(text: str) -> bool:
    """Return whether a text starts with the columns of this format, with any separator."""
    return re.match(r"\s*\"?round\"?\s*[,;\t]\s*\"?table", text, re.IGNORECASE) is not None


def rows(movement: Movement) -> list[dict[str, int]]:
    """Return the rows of the schedule; contestants have their number within their line."""
    header = HEADERS[movement.seats.shape[2]]
    return [
        dict(zip(header, (r, t, *who, group), strict=True))
        for r, (seats, groups) in enumerate(
            zip(numbers_within(movement).tolist(), movement.groups.tolist(), strict=True), start=1
        )
        for t, (who, group) in enumerate(zip(seats, groups, strict=True), start=1)
    ]


def dumps(movement: Movement, *, boards: Boards | None = None) -> str:
    """Return a movement as CSV text, with board numbers if they are known."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header = HEADERS[movement.seats.shape[2]]
    history = movement.history
    as_played = history is not None and bool(history.cancelled_cells or history.departures or history.arrivals)
    writer.writerow(header + (() if boards is None else BOARDS) + ((CANCELLED,) if as_played else ()))
    for row in rows(movement):
        numbers = () if boards is None else boards.numbers(row["group"])
        cancelled = (int((row["round"], row["table"]) in history.cancelled_cells),) if history and as_played else ()
        writer.writerow((*row.values(), *numbers, *cancelled))
    return out.getvalue()


def loads(text: str, *, source: str = "csv text") -> Movement:
    """Return the movement in CSV text; a table not listed in a round is empty."""
    return _read(text, source)[0]


def _read(text: str, source: str) -> tuple[Movement, Boards | None]:
    """Return the movement in CSV text, and its boards if there are columns for them."""
    rows_read = lines(text, source, {"round", "table"})
    line, first = next(rows_read, (1, []))
    header = tuple(cell.strip().lower() for cell in first)
    columns = header[:-1] if header[-1:] == (CANCELLED,) else header
    columns = columns[: -len(BOARDS)] if columns[-len(BOARDS) :] == BOARDS else columns
    if columns not in HEADERS.values():
        pairs, players = (",".join(known) for known in HEADERS.values())
        raise FormatError(
            source, say("expected the columns {pairs} or {players}", pairs=pairs, players=players), line=line
        )
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    numbered: list[tuple[int, int, int, int]] = []
    cancelled: set[Cell] = set()
    for line, row in rows_read:
        _check_width(row, header, source, line)
        named = zip(header, row, strict=True)
        numbers = {column: number_in(cell, column, source, line) for column, cell in named}
        round, table, *rest = (numbers[column] for column in columns)
        if (round, table) in cells:
            raise _duplicate_error(round, table, source, line)
        cells[round, table] = tuple(rest)
        if numbers.get(CANCELLED):
            cancelled.add((round, table))
        if BOARDS[0] in numbers:
            numbered.append((line, rest[-1], numbers[BOARDS[0]], numbers[BOARDS[1]]))
    if not any(cell[-1] for cell in cells.values()):
        raise FormatError(source, say("the movement has no boards"), line=line)
    field = inferred_field(cells)
    seats, groups = grids(cells, field)
    # Such a file is from a finished session: contestants without a seat had left or had not arrived.
    history = History(len(groups), frozenset(cancelled)) if CANCELLED in header else None
    movement = Movement(source, seats, groups, field, int(groups.max()), history=history)
    return movement, board_numbers(numbered, source)


def _check_width(row: list[str], header: tuple[str, ...], source: str, line: int) -> None:
    if len(row) != len(header):
        reason = say("expected {expected} columns, not {count}", expected=len(header), count=len(row))
        raise FormatError(source, reason, line=line)


def _duplicate_error(round: int, table: int, source: str, line: int) -> FormatError:
    return FormatError(source, say("round {round}, table {table} appears twice", round=round, table=table), line=line)


_RANGES = (
    {"round": (1, MAX_ROUNDS), "table": (1, MAX_TABLES), "group": (0, MAX_GROUPS)}
    | dict.fromkeys(BOARDS, (0, MAX_FIRST_BOARD + MAX_GROUPS * MAX_BOARDS_PER_ROUND))
    | {CANCELLED: (0, 1)}
)


def board_numbers(rows: list[tuple[int, int, int, int]], source: str, known: Boards | None = None) -> Boards | None:
    """Return how boards are numbered, from line, group, first and last board of each row.

    The *known* numbering, or else that of most rows, is taken as right; a row with other boards for its group is an
    error.
    """
    counted = Counter(
        (last - first + 1, first - (group - 1) * (last - first + 1)) for _, group, first, last in rows if group
    )
    ((size, lowest), _), *_ = (*counted.most_common(1), ((1, 1), 0))
    boards = known or (
        Boards(size, lowest) if 1 <= size <= MAX_BOARDS_PER_ROUND and 1 <= lowest <= MAX_FIRST_BOARD else Boards(1)
    )
    for line, group, first, last in rows:
        if (first, last) != boards.numbers(group):
            reason = say("boards {first}-{last} are not those of group {group}", first=first, last=last, group=group)
            raise FormatError(source, reason, line=line)
    return boards if counted else None


def lines(text: str, source: str, words: set[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of every line that is not blank, without the apostrophes that guard formulas.

    Cells are separated by commas, or by the separator of these *words* in the heading: spreadsheets write semicolons
    in countries where the comma is the decimal sign.
    """
    reader = csv.reader(io.StringIO(text, newline=None), strict=True, delimiter=_separator(text, words))
    try:
        for row in reader:
            if row:
                yield reader.line_num, [unguard_cell(cell) for cell in row]
    except csv.Error as fault:
        raise FormatError(
            source, say("misplaced quotation mark, or a cell that is too long"), line=reader.line_num
        ) from fault


def _separator(text: str, words: set[str]) -> str:
    heading = next((line for _, line in numbered_lines(text[:4096]) if line.strip()), "")
    for separator in ",;\t":
        if words <= {cell.strip(' "').lower() for cell in heading.split(separator)}:
            return separator
    return ","


def number_in(cell: str, column: str, source: str, line: int) -> int:
    """Return the number in a cell of a column."""
    low, high = _RANGES.get(column, (0, MAX_CONTESTANTS))
    return whole_number(cell, low, high, column, source=source, line=line)


def _documents(data: bytes, source: str) -> tuple[Document, ...]:
    return (Document(read_section(*_read(lines_of(data, source), source)), line=1),)


FORMAT = Format(
    name="csv",
    extension="csv",
    readers=phrase("rows for spreadsheets and scripts"),
    looks_like=begins_like(looks_like),
    loads=_documents,
    dumps=lambda documents: dumps(only(documents, "csv").movement).encode(),
    warnings=lambda documents: (say(NO_SWIVEL),) if documents[0].movement.swivel else (),
    media="text/csv; charset=utf-8",
    is_text=True,
)


def load_seen(path: str | PathLike[str], plan: Movement, boards: Boards | None = None) -> tuple[SeenCell, ...]:
    """Return the actual play in a CSV file; rounds, tables, groups and contestants must be those of the plan."""
    source = str(path)
    rows = lines(read_text(path), source, {"round", "table"})
    line, first = next(rows, (1, []))
    header = tuple(cell.strip().lower() for cell in first)
    expected = HEADERS[len(plan.seat_names)]
    more = set(header[len(expected) :]) - {CANCELLED}
    if header[: len(expected)] != expected or more not in (set(), {*BOARDS}) or len(set(header)) < len(header):
        reason = say(
            "expected the columns {columns}; {optional} is optional", columns=",".join(expected), optional=CANCELLED
        )
        raise FormatError(source, reason, line=line)
    cells: dict[tuple[int, int], SeenCell] = {}
    numbered: list[tuple[int, int, int, int]] = []
    for line, row in rows:
        _check_width(row, header, source, line)
        values = dict(zip(header, row, strict=True))
        seen = _seen_cell(values, plan, source, line)
        if seen[:2] in cells:
            raise _duplicate_error(seen.round, seen.table, source, line)
        cells[seen[:2]] = seen
        if more:
            low, high = (number_in(values[column], column, source, line) for column in BOARDS)
            numbered.append((line, seen.group, low, high))
    board_numbers(numbered, source, boards)
    return tuple(cells.values())


def _seen_cell(values: dict[str, str], plan: Movement, source: str, line: int) -> SeenCell:
    def number(column: str, low: int, high: int) -> int:
        return whole_number(values[column], low, high, column, source=source, line=line)

    seats = HEADERS[len(plan.seat_names)][2:-1]
    field = plan.field
    highest = field.lines if field.winners == 2 else (field.size,) * len(seats)
    before = (0, field.lines[0]) if field.winners == 2 else (0,) * len(seats)
    numbers = [number(seat, 0, most) for seat, most in zip(seats, highest, strict=True)]
    return SeenCell(
        number("round", 1, plan.rounds),
        number("table", 1, plan.tables),
        tuple(n and n + first for n, first in zip(numbers, before, strict=True)),
        number("group", 0, plan.deal_groups),
        bool(number(CANCELLED, 0, 1)) if CANCELLED in values else False,
    )
