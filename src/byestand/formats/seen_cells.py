"""What really happened, from a csv file: the columns of `csv`, but only the cells that differ from the plan.

A column ``cancelled`` (0 or 1) may follow, for what a director has cancelled besides what the laws do.
"""

from os import PathLike

from byestand.errors import FormatError
from byestand.formats.csv import BOARDS, CANCELLED, HEADERS, board_numbers, lines, number_in
from byestand.formats.files import read_text, whole_number
from byestand.model.boards import Boards
from byestand.model.history import SeenCell
from byestand.model.movement import Movement


def load(path: str | PathLike[str], plan: Movement, boards: Boards | None = None) -> tuple[SeenCell, ...]:
    """Return what was seen, by a csv file."""
    return loads(read_text(path), plan, boards, source=str(path))


def loads(text: str, plan: Movement, boards: Boards | None = None, *, source: str = "csv text") -> tuple[SeenCell, ...]:
    """Return what was seen, by csv text; rounds, tables, groups and people must be those of the plan."""
    rows = lines(text, source, {"round", "table"})
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
        seen = _cell(told, plan, source, line)
        if seen[:2] in found:
            raise FormatError(source, f"round {seen.round}, table {seen.table} comes twice", line=line)
        found[seen[:2]] = seen
        if more:
            low, high = (number_in(told[column], column, source, line) for column in BOARDS)
            numbered.append((line, seen.group, low, high))
    board_numbers(numbered, source, boards)
    return tuple(found.values())


def _cell(told: dict[str, str], plan: Movement, source: str, line: int) -> SeenCell:
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
