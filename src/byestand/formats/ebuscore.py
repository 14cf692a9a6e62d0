"""EBUScore's (Jeff Smith's) text, PSMovements.txt and ISMovements.txt: many movements in a file.

Blocks with blank lines between them: a title; ``type,tables,boards,boards-per-group,rounds[,x]``; then a line a table
with ``NS,EW,group`` for each round, ``N,S,E,W,group`` for individuals; 0 is nobody or no boards. With two winners NS
and EW pairs have their number within their line. x is the missing pair, or how many players there are; 0 says nothing.

Not tried in EBUScore itself. Types are as its makers explained them on the EBU's forum (threads 1598 and 1858).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.cells import counted_through, field_of, numbers_within, refuse_another_field, seated
from byestand.formats.document import Document
from byestand.formats.files import read_text, write_text
from byestand.formats.lines import numbered_lines, whole_number
from byestand.model import Field, Grid, Movement, board_numbers
from byestand.model.boards import MOST_BOARDS
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES, SEATS

HOWELL, MITCHELL, SWITCHED, ONE_WINNER_INDIVIDUAL, FOUR_WINNER_INDIVIDUAL, *TEAMS = range(8)
"""The types. Howell is any one-winner movement for pairs, Mitchell any with two winners."""

_HEADER = (
    ("type", 0, TEAMS[-1]),
    ("tables", 1, MOST_TABLES),
    ("boards", 1, MOST_GROUPS * MOST_BOARDS),
    ("boards per group", 1, MOST_BOARDS),
    ("rounds", 1, MOST_ROUNDS),
    ("a missing pair or players", 0, MOST_CONTESTANTS),
)
_NUMBERS = re.compile(r"[ \t]*[0-9]{1,9}[ \t]*(?:,[ \t]*[0-9]{1,9}[ \t]*)*")
_LOOKS_LIKE_HEADER = re.compile(r"[ \t]*[0-7][ \t]*(?:,[ \t]*[0-9]{1,5}[ \t]*){4,5}")

Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Header:
    """The second line of a block."""

    type: int
    tables: int
    boards: int
    boards_per_group: int
    rounds: int
    x: int = 0
    """The missing pair, or for individuals how many players there are; 0 where the file does not say."""

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called."""
        return SEATS[4 if self.type in (ONE_WINNER_INDIVIDUAL, FOUR_WINNER_INDIVIDUAL) else 2]

    @property
    def winners(self) -> int:
        """How many lines the field has; the four winners of type 4 are one line of players here."""
        return 2 if self.type == MITCHELL else 1


def load(path: str | PathLike[str]) -> tuple[Document, ...]:
    """Return every movement in a file."""
    return loads(read_text(path), source=str(path))


def loads(text: str, *, source: str = "EBUScore text") -> tuple[Document, ...]:
    """Return every movement in the text, or refuse it for the first block that cannot be understood."""
    found: list[Document] = []
    for outcome in blocks(text, source=source):
        if isinstance(outcome, FormatError):
            raise outcome
        found.append(outcome)
    return tuple(found)


def blocks(text: str, *, source: str = "EBUScore text") -> Iterator[Document | FormatError]:
    """Yield the movement of each block, or why it cannot be understood: one bad block does not hide the others."""
    block: list[Line] = []
    empty = True
    for number, line in (*numbered_lines(text), (0, "")):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            empty = False
            try:
                yield _document(block, source)
            except FormatError as refusal:
                yield refusal
            block = []
    if empty:
        yield FormatError(source, "there is no movement in it", line=1)


def looks_like(text: str) -> bool:
    """Tell whether a text has a header like EBUScore's under its first title."""
    lines = (line for _, line in numbered_lines(text[:4000]) if line.strip())
    title, header = next(lines, ""), next(lines, "")
    words = {word.strip().lower() for word in title.split(",")}
    # Our csv begins with a line of words too, and its first row may look like a header.
    return not {"round", "table"} <= words and not _is_numbers(title) and bool(_LOOKS_LIKE_HEADER.fullmatch(header))


def dump(documents: Sequence[Document], path: str | PathLike[str]) -> None:
    """Write movements as a file; its lines end as the Windows programs that read it expect."""
    write_text(path, dumps(documents).replace("\n", "\r\n"))


def dumps(documents: Sequence[Document]) -> str:
    """Return movements as text: two winners as type 1, one winner as type 0, individuals as type 3.

    Type 2 is not written: it only narrows type 0, and what it demands of a switched Mitchell is not known. The missing
    pair is named for one winner (the highest of several); with two the format does not say which line is meant, and
    the empty seats must tell.
    """
    if not documents:
        raise CannotExpress("there is no movement to write")
    return "\n".join(_block(document) for document in documents)


def _block(document: Document) -> str:
    movement, title = document.movement, document.movement.title.strip()
    if document.boards_per_round is None:
        raise CannotExpress("EBUScore text says how many boards a round has; give the boards per round")
    if not title or _is_numbers(title):
        raise CannotExpress(f"EBUScore text needs a title of one line with words in it: {title[:40]!r}")
    field, x = movement.field, 0
    if movement.is_individual:
        type, x = ONE_WINNER_INDIVIDUAL, field.size
    elif field.winners == 2:
        type = MITCHELL
    else:
        type, x = HOWELL, max(field.missing, default=0)
    boards = board_numbers(movement.deal_groups, document.boards_per_round)[1]
    header = Header(type, movement.tables, boards, document.boards_per_round, movement.rounds, x)
    numbers = numbers_within(movement)
    refuse_another_field(movement, _understood_field(numbers, header), format="EBUScore text")
    cells = np.concatenate((numbers, movement.groups[:, :, np.newaxis]), axis=2)
    rows = cells.transpose(1, 0, 2).reshape(movement.tables, -1).tolist()
    first = (header.type, header.tables, header.boards, header.boards_per_group, header.rounds, header.x)
    return f"{title}\n" + "".join(",".join(map(str, row)) + "\n" for row in (first, *rows))


def _is_numbers(line: str) -> bool:
    """Tell whether a line is numbers with commas between them, and so cannot be a title."""
    return "," in line and not line.strip("0123456789, \t")


def _document(block: Sequence[Line], source: str) -> Document:
    (place, title), *rest = block
    if _is_numbers(title):
        raise FormatError(source, f"expected a title, not numbers: {title[:40]!r}", line=place)
    if not rest:
        raise FormatError(source, f"no header follows the title: {title[:40]!r}", line=place)
    (place_of_header, line), *tables = rest
    header = _header(line, source, place_of_header)
    # Rows first: a comment among them is a surplus line too, but this names the comment.
    rows = [_row(words, header, source, number) for number, words in tables[: header.tables]]
    if len(tables) < header.tables:
        reason = f"the header says {header.tables} tables, but {len(tables)} lines follow it"
        raise FormatError(source, reason, line=place_of_header)
    if len(tables) > header.tables:
        surplus, words = tables[header.tables]
        reason = f"expected a blank line after {header.tables} tables: {words[:40]!r}"
        raise FormatError(source, reason, line=surplus)
    cells = np.array(rows, dtype=np.int64).reshape(header.tables, header.rounds, -1).transpose(1, 0, 2)
    try:
        movement = _movement(title, cells[:, :, :-1], cells[:, :, -1], header)
    except BadRequest as fault:
        raise FormatError(source, str(fault), line=place_of_header) from fault
    return Document(movement, line=place, boards_per_round=header.boards_per_group)


def _header(line: str, source: str, place: int) -> Header:
    cells = line.split(",")
    if len(cells) not in (len(_HEADER) - 1, len(_HEADER)):
        reason = f"expected type,tables,boards,boards-per-group,rounds and perhaps a sixth number: {line[:40]!r}"
        raise FormatError(source, reason, line=place)
    named = zip(cells, _HEADER, strict=False)
    header = Header(*(whole_number(c, low, high, what, source=source, line=place) for c, (what, low, high) in named))
    if header.type in TEAMS:
        reason = f"type {header.type} is for teams, and teams are not movements for pairs or individuals"
        raise FormatError(source, reason, line=place)
    groups, left = divmod(header.boards, header.boards_per_group)
    if left or groups > MOST_GROUPS:
        reason = (
            f"{header.boards} boards do not make 1 to {MOST_GROUPS} whole groups of {header.boards_per_group} boards"
        )
        raise FormatError(source, reason, line=place)
    return header


def _row(line: str, header: Header, source: str, place: int) -> list[int]:
    """Return the numbers of a table's line, round by round."""
    cells = line.split(",")
    width = len(header.seats) + 1
    if len(cells) != header.rounds * width:
        reason = f"expected {header.rounds} rounds of {width} numbers, {header.rounds * width}, not {len(cells)}"
        raise FormatError(source, reason, line=place)
    if _NUMBERS.fullmatch(line):
        row = [int(cell) for cell in cells]
        if max(row) <= MOST_CONTESTANTS and max(row[width - 1 :: width]) <= MOST_GROUPS:
            return row
    # Something is wrong in it: find the cell.
    columns = [(seat, MOST_CONTESTANTS) for seat in header.seats] + [("the group", MOST_GROUPS)]
    for i, cell in enumerate(cells):
        what, most = columns[i % width]
        whole_number(cell, 0, most, f"{what} in round {i // width + 1}", source=source, line=place)
    raise FormatError(source, f"expected numbers with commas between them: {line[:40]!r}", line=place)


def _movement(title: str, numbers: Grid, groups: Grid, header: Header) -> Movement:
    if not groups.any():
        raise BadRequest("there are no boards in it")
    if header.type == FOUR_WINNER_INDIVIDUAL:
        _refuse_changed_directions(numbers)
    if header.winners == 2:
        numbers = _within_their_line(numbers)
    field = _understood_field(numbers, header)
    seats = counted_through(numbers, field)
    # A missing pair may have been left in its seats: whoever meets it sits out.
    seats[np.isin(seats, sorted(field.missing))] = 0
    return Movement(title, seats, groups, field, header.boards // header.boards_per_group)


def _refuse_changed_directions(numbers: Grid) -> None:
    """Raise where a player of a four-winner movement sits in two directions: numbers may then mean several people."""
    seen: dict[int, int] = {}
    for direction in range(numbers.shape[2]):
        for number in np.unique(numbers[:, :, direction]).tolist():
            if number and seen.setdefault(number, direction) != direction:
                raise BadRequest(f"with four winners nobody changes direction, but player {number} does")


def _within_their_line(numbers: Grid) -> Grid:
    """Return two-winner numbers with EW pairs counted from 1, where the file counted them on from the tables."""
    tables = numbers.shape[1]
    ns, ew = seated(numbers, winners=2)
    if ew and min(ew) > tables and max(ns, default=0) <= tables:
        numbers = numbers.copy()
        numbers[:, :, 1] -= tables * (numbers[:, :, 1] > 0)
    return numbers


def _understood_field(numbers: Grid, header: Header) -> Field:
    """Return the field that the schedule and the sixth number of the header together say."""
    lines = seated(numbers, winners=header.winners)
    if header.winners == 2:
        field = field_of(lines, at_least=numbers.shape[1])
        if header.x and header.x not in {field.number(missing) for missing in field.missing}:
            raise BadRequest(f"the header does not say whether missing pair {header.x} is NS or EW, and both sit")
        return field
    if len(header.seats) == 4:
        most = max(lines[0], default=0)
        if header.x and most > header.x:
            raise BadRequest(f"the header says {header.x} players, but player {most} sits")
        return field_of(lines, at_least=max(1, header.x))
    return field_of([lines[0] - {header.x}], at_least=max(1, header.x))
