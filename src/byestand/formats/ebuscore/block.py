"""One block of EBUScore text: the lines of it, read strictly; what is understood by them `seats` says."""

import re
from collections.abc import Sequence

import numpy as np

from byestand.errors import BadRequest, FormatError
from byestand.formats.document import DECLARED, MAY_BE_MEANT, Document, read_section
from byestand.formats.ebuscore.seats import TEAMS, Header, understood
from byestand.formats.files import whole_number
from byestand.model import Boards
from byestand.model.boards import MOST_BOARDS
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES

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
_BEGINS_WITH_NUMBER = re.compile(r"-?[0-9]+[ \t]*,")
_COMMENT = re.compile(r"[ \t]*(?:;|#|//|'|\*)")
_COMMENT_AFTER_NUMBERS = re.compile(r"(?:;|#|//|').*")

FORGIVEN = MAY_BE_MEANT | DECLARED
"""Sit-outs and unused tables are declared in such files, and the groups in play."""

Line = tuple[int, str]
"""The number of a line, and what stands there."""


def is_comment(line: str) -> bool:
    """Tell whether a line begins as comments do."""
    return _COMMENT.match(line) is not None


def is_numbers(line: str) -> bool:
    """Tell whether a line is numbers with commas between them, and so cannot be a title."""
    return "," in line and not line.strip("0123456789, \t")


def looks_like_header(line: str) -> bool:
    """Tell whether a line could be the second of a block."""
    return _LOOKS_LIKE_HEADER.fullmatch(_bare(line)) is not None


def document_of(block: Sequence[Line], source: str) -> Document:
    """Return the movement of a block."""
    (place, title), rest = _title(block, source)
    if not rest:
        raise FormatError(source, f"no header follows the title: {title[:40]!r}", line=place)
    (place_of_header, line), *tables = rest
    header = _header(line, source, place_of_header)
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
        movement, notes = understood(title, cells, header)
    except BadRequest as fault:
        raise FormatError(source, str(fault), line=place_of_header) from fault
    section = read_section(movement, Boards(header.boards_per_group), forgiven=FORGIVEN)
    return Document(section, line=place, notes=notes)


def _title(block: Sequence[Line], source: str) -> tuple[Line, list[Line]]:
    """Return the title of a block and the lines after it; comments are left out, and words above the title."""
    lines = [line for line in block if not is_comment(line[1])]
    if lines and is_numbers(lines[0][1]):
        above = [line for line in block if line[0] < lines[0][0]]
        if not above:
            raise FormatError(source, f"expected a title, not numbers: {lines[0][1][:40]!r}", line=lines[0][0])
        return above[-1], lines  # a title that looks like a comment
    lines = lines or list(block)
    # Words above the title go on until a number follows, if a header is yet to come.
    last_header = max((i for i, (_, line) in enumerate(lines) if looks_like_header(line)), default=0)
    title = 0
    while title + 2 <= last_header and not _BEGINS_WITH_NUMBER.match(lines[title + 1][1]):
        title += 1
    return lines[title], lines[title + 1 :]


def _bare(line: str) -> str:
    """Return a line of numbers without a comment after them and without commas at its end."""
    return _COMMENT_AFTER_NUMBERS.sub("", line).rstrip(", \t")


def _header(line: str, source: str, place: int) -> Header:
    cells = _bare(line).split(",")
    if len(cells) not in (len(_HEADER) - 1, len(_HEADER)):
        reason = f"expected type,tables,boards,boards-per-group,rounds and perhaps a sixth number: {line[:40]!r}"
        raise FormatError(source, reason, line=place)
    named = zip(cells, _HEADER, strict=False)
    header = Header(*(whole_number(c, low, high, what, source=source, line=place) for c, (what, low, high) in named))
    if header.type in TEAMS:
        reason = f"type {header.type} is for teams, and teams are not movements for pairs or individuals"
        raise FormatError(source, reason, line=place)
    if header.deal_groups > MOST_GROUPS:
        reason = f"{header.boards} boards make more than {MOST_GROUPS} groups of {header.boards_per_group} boards"
        raise FormatError(source, reason, line=place)
    return header


def _row(line: str, header: Header, source: str, place: int) -> list[int]:
    """Return the numbers of a table's line, round by round."""
    bare = _bare(line)
    cells = bare.split(",")
    width = len(header.seats) + 1
    if len(cells) != header.rounds * width:
        reason = (
            f"expected {header.rounds} rounds of {width} numbers, {header.rounds * width},"
            f" not {len(cells)}: {line[:40]!r}"
        )
        raise FormatError(source, reason, line=place)
    if _NUMBERS.fullmatch(bare):
        row = [int(cell) for cell in cells]
        if max(row) <= MOST_CONTESTANTS and max(row[width - 1 :: width]) <= MOST_GROUPS:
            return row
    # Something is wrong in it: find the cell.
    columns = [(seat, MOST_CONTESTANTS) for seat in header.seats] + [("the group", MOST_GROUPS)]
    for i, cell in enumerate(cells):
        what, most = columns[i % width]
        whole_number(cell, 0, most, f"{what} in round {i // width + 1}", source=source, line=place)
    raise FormatError(source, f"expected numbers with commas between them: {line[:40]!r}", line=place)
