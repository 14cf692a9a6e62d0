"""Comma-separated rows, one a table and round: for spreadsheets and scripts; semicolons or tabs are read as well.

Columns ``round,table,ns,ew,group``, or ``round,table,north,south,east,west,group`` for individuals; 0 is nobody or no
boards. The columns ``first_board,last_board`` may follow, and ``cancelled``, 0 or 1: with it the rows are those of a
night as it went, in which something was cancelled or somebody left or came late.
A file of rows does not say everything a movement is: layout and revenge rounds are lost, and who competes is inferred
as `byestand.formats.cells` tells.

What really happened comes in the same columns, but only with the cells that differ from the plan.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from os import PathLike

from byestand.errors import FormatError
from byestand.formats.cells import grids, inferred_field, numbers_within
from byestand.formats.document import Document, read_section
from byestand.formats.files import numbered_lines, read_text, whole_number
from byestand.formats.format import Format, begins_like, lines_of, only
from byestand.model.boards import Boards
from byestand.model.history import Cell, History, SeenCell
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES, Movement
from byestand.texts import unguard_cell

NO_SWIVEL = "rows say where everybody sits down; who changes seats within a round is left out"
SEATS = {2: ("ns", "ew"), 4: ("north", "south", "east", "west")}
BOARDS = ("first_board", "last_board")
CANCELLED = "cancelled"
HEADERS = {n: ("round", "table", *seats, "group") for n, seats in SEATS.items()}


def looks_like(text: str) -> bool:
    """Tell whether a text begins with our columns, whatever separates them."""
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
    """Return a movement as csv text, with the board numbers where they are known."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    header = HEADERS[movement.seats.shape[2]]
    history = movement.history
    as_it_went = history is not None and bool(history.cancelled or history.left or history.came)
    writer.writerow(header + (() if boards is None else BOARDS) + ((CANCELLED,) if as_it_went else ()))
    for row in rows(movement):
        numbers = () if boards is None else boards.numbers(row["group"])
        ruled = (int((row["round"], row["table"]) in history.cancelled),) if history and as_it_went else ()
        writer.writerow((*row.values(), *numbers, *ruled))
    return out.getvalue()


def loads(text: str, *, source: str = "csv text") -> Movement:
    """Return the movement in csv text; a table that a round does not list is empty in it."""
    return _read(text, source)[0]


def _read(text: str, source: str) -> tuple[Movement, Boards | None]:
    """Return the movement in csv text, and its boards where there are columns for them."""
    rows_read = lines(text, source, {"round", "table"})
    line, first = next(rows_read, (1, []))
    header = tuple(cell.strip().lower() for cell in first)
    columns = header[:-1] if header[-1:] == (CANCELLED,) else header
    columns = columns[: -len(BOARDS)] if columns[-len(BOARDS) :] == BOARDS else columns
    if columns not in HEADERS.values():
        wanted = " or ".join(",".join(known) for known in HEADERS.values())
        raise FormatError(source, f"expected the columns {wanted}", line=line)
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    numbered: list[tuple[int, int, int, int]] = []
    cancelled: set[Cell] = set()
    for line, row in rows_read:
        if len(row) != len(header):
            raise FormatError(source, f"expected {len(header)} columns, not {len(row)}", line=line)
        named = zip(header, row, strict=True)
        numbers = {column: number_in(cell, column, source, line) for column, cell in named}
        round, table, *rest = (numbers[column] for column in columns)
        if (round, table) in cells:
            raise FormatError(source, f"round {round}, table {table} comes twice", line=line)
        cells[round, table] = tuple(rest)
        if numbers.get(CANCELLED):
            cancelled.add((round, table))
        if BOARDS[0] in numbers:
            numbered.append((line, rest[-1], numbers[BOARDS[0]], numbers[BOARDS[1]]))
    if not any(cell[-1] for cell in cells.values()):
        raise FormatError(source, "there are no boards in it", line=line)
    field = inferred_field(cells)
    seats, groups = grids(cells, field)
    # Such a file is of a night that is over, or as good as: who is not seated had left, or was yet to come.
    history = History(len(groups), frozenset(cancelled)) if CANCELLED in header else None
    movement = Movement(source, seats, groups, field, int(groups.max()), history=history)
    return movement, board_numbers(numbered, source)


_RANGES = (
    {"round": (1, MOST_ROUNDS), "table": (1, MOST_TABLES), "group": (0, MOST_GROUPS)}
    | dict.fromkeys(BOARDS, (0, MAX_FIRST_BOARD + MOST_GROUPS * MAX_BOARDS_PER_ROUND))
    | {CANCELLED: (0, 1)}
)


def board_numbers(rows: list[tuple[int, int, int, int]], source: str, known: Boards | None = None) -> Boards | None:
    """Return how boards are numbered, from line, group, first and last board of each row.

    What is known, or else what most rows have, is right; one that has other boards for its group is refused.
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
            raise FormatError(source, f"boards {first} to {last} are not those of group {group}", line=line)
    return boards if counted else None


def lines(text: str, source: str, words: set[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of every line that is not blank, without the apostrophes that guard formulas.

    Cells are separated by commas; or by what separates these *words* of the heading: spreadsheets write semicolons
    where the comma is a decimal sign.
    """
    reader = csv.reader(io.StringIO(text, newline=None), strict=True, delimiter=_separator(text, words))
    try:
        for row in reader:
            if row:
                yield reader.line_num, [unguard_cell(cell) for cell in row]
    except csv.Error as fault:
        raise FormatError(
            source, "a quotation mark is out of place, or a cell too long", line=reader.line_num
        ) from fault


def _separator(text: str, words: set[str]) -> str:
    heading = next((line for _, line in numbered_lines(text[:4096]) if line.strip()), "")
    for separator in ",;\t":
        if words <= {cell.strip(' "').lower() for cell in heading.split(separator)}:
            return separator
    return ","


def number_in(cell: str, column: str, source: str, line: int) -> int:
    """Return the number in a cell of a column."""
    low, high = _RANGES.get(column, (0, MOST_CONTESTANTS))
    return whole_number(cell, low, high, column, source=source, line=line)


def _documents(data: bytes, source: str) -> tuple[Document, ...]:
    return (Document(read_section(*_read(lines_of(data, source), source)), line=1),)


FORMAT = Format(
    name="csv",
    extension="csv",
    words="rows for spreadsheets and scripts",
    looks_like=begins_like(looks_like),
    loads=_documents,
    dumps=lambda documents: dumps(only(documents, "a csv").movement).encode(),
    warnings=lambda documents: (NO_SWIVEL,) if documents[0].movement.swivel else (),
    media="text/csv; charset=utf-8",
    is_text=True,
)


def load_seen(path: str | PathLike[str], plan: Movement, boards: Boards | None = None) -> tuple[SeenCell, ...]:
    """Return what was seen, by a csv file; rounds, tables, groups and people must be those of the plan."""
    source = str(path)
    rows = lines(read_text(path), source, {"round", "table"})
    line, first = next(rows, (1, []))
    header = tuple(cell.strip().lower() for cell in first)
    wanted = HEADERS[len(plan.seat_names)]
    more = set(header[len(wanted) :]) - {CANCELLED}
    if header[: len(wanted)] != wanted or more not in (set(), {*BOARDS}) or len(set(header)) < len(header):
        raise FormatError(source, f"expected the columns {','.join(wanted)}, and {CANCELLED} if you like", line=line)
    found: dict[tuple[int, int], SeenCell] = {}
    numbered: list[tuple[int, int, int, int]] = []
    for line, row in rows:
        if len(row) != len(header):
            raise FormatError(source, f"expected {len(header)} columns, not {len(row)}", line=line)
        told = dict(zip(header, row, strict=True))
        seen = _seen_cell(told, plan, source, line)
        if seen[:2] in found:
            raise FormatError(source, f"round {seen.round}, table {seen.table} comes twice", line=line)
        found[seen[:2]] = seen
        if more:
            low, high = (number_in(told[column], column, source, line) for column in BOARDS)
            numbered.append((line, seen.group, low, high))
    board_numbers(numbered, source, boards)
    return tuple(found.values())


def _seen_cell(told: dict[str, str], plan: Movement, source: str, line: int) -> SeenCell:
    def number(column: str, low: int, high: int) -> int:
        return whole_number(told[column], low, high, column, source=source, line=line)

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
        bool(number(CANCELLED, 0, 1)) if CANCELLED in told else False,
    )
