"""One block of EBUScore text: its lines, read strictly."""

import re
from collections.abc import Sequence

import numpy as np

from byestand.errors import BadRequest, FormatError
from byestand.formats.document import DECLARABLE_RULES, MAY_BE_MEANT, Document, read_section
from byestand.formats.ebuscore.block_movement import TEAMS, Header, understood
from byestand.formats.file_io import whole_number
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES

_HEADER = (
    ("type", 0, TEAMS[-1]),
    ("tables", 1, MAX_TABLES),
    ("boards", 1, MAX_GROUPS * MAX_BOARDS_PER_ROUND),
    ("boards per group", 1, MAX_BOARDS_PER_ROUND),
    ("rounds", 1, MAX_ROUNDS),
    ("x", 0, MAX_CONTESTANTS),
)
_NUMBERS = re.compile(r"[ \t]*[0-9]{1,9}[ \t]*(?:,[ \t]*[0-9]{1,9}[ \t]*)*")
_LOOKS_LIKE_HEADER = re.compile(r"[ \t]*[0-7][ \t]*(?:,[ \t]*[0-9]{1,5}[ \t]*){4,5}")
_BEGINS_WITH_NUMBER = re.compile(r"-?[0-9]+[ \t]*,")
_COMMENT = re.compile(r"[ \t]*(?:;|#|//|'|\*)")
_COMMENT_AFTER_NUMBERS = re.compile(r"(?:;|#|//|').*")

FORGIVEN = MAY_BE_MEANT | DECLARABLE_RULES
"""Such files declare sit-outs, unused tables and the groups in play."""

Line = tuple[int, str]
"""The number of a line and its text."""


def is_comment(line: str) -> bool:
    """Return whether a line starts as a comment."""
    return _COMMENT.match(line) is not None


def is_numbers(line: str) -> bool:
    """Return whether a line is numbers separated by commas, and so cannot be a title."""
    return "," in line and not line.strip("0123456789, \t")


def looks_like_header(line: str) -> bool:
    """Return whether a line could be the second line of a block."""
    return _LOOKS_LIKE_HEADER.fullmatch(_strip_comment(line)) is not None


def document_of(block: Sequence[Line], source: str) -> Document:
    """Return the movement of a block."""
    (place, title), rest = _title(block, source)
    if not rest:
        raise FormatError(source, say("no header after the title: {title!r}", title=title[:40]), line=place)
    (place_of_header, line), *tables = rest
    header = _header(line, source, place_of_header)
    rows = [_row(words, header, source, number) for number, words in tables[: header.tables]]
    if len(tables) < header.tables:
        reason = say(
            "the header has {tables} tables, but the block has {lines}", tables=header.tables, lines=len(tables)
        )
        raise FormatError(source, reason, line=place_of_header)
    if len(tables) > header.tables:
        surplus, text = tables[header.tables]
        reason = say("expected a blank line after {tables} tables: {text!r}", tables=header.tables, text=text[:40])
        raise FormatError(source, reason, line=surplus)
    cells = np.array(rows, dtype=np.int64).reshape(header.tables, header.rounds, -1).transpose(1, 0, 2)
    try:
        movement, notes = understood(title, cells, header)
    except BadRequest as fault:
        raise FormatError(source, str(fault), line=place_of_header) from fault
    section = read_section(movement, Boards(header.boards_per_group), forgiven=FORGIVEN)
    return Document(section, line=place, notes=notes)


def _title(block: Sequence[Line], source: str) -> tuple[Line, list[Line]]:
    """Return the title of a block and the lines after it, without comments and text above the title."""
    lines = [line for line in block if not is_comment(line[1])]
    if lines and is_numbers(lines[0][1]):
        above = [line for line in block if line[0] < lines[0][0]]
        if not above:
            number, text = lines[0]
            raise FormatError(source, say("expected a title, not numbers: {text!r}", text=text[:40]), line=number)
        return above[-1], lines  # a title that looks like a comment
    lines = lines or list(block)
    # Text above the title ends before the first line of numbers, if a header follows.
    last_header = max((i for i, (_, line) in enumerate(lines) if looks_like_header(line)), default=0)
    title = 0
    while title + 2 <= last_header and not _BEGINS_WITH_NUMBER.match(lines[title + 1][1]):
        title += 1
    return lines[title], lines[title + 1 :]


def _strip_comment(line: str) -> str:
    """Return a line of numbers without a comment after them and without commas at its end."""
    return _COMMENT_AFTER_NUMBERS.sub("", line).rstrip(", \t")


def _header(line: str, source: str, place: int) -> Header:
    cells = _strip_comment(line).split(",")
    if len(cells) not in (len(_HEADER) - 1, len(_HEADER)):
        reason = say(
            "expected {columns} and optionally x: {line!r}",
            columns="type,tables,boards,boards-per-group,rounds",
            line=line[:40],
        )
        raise FormatError(source, reason, line=place)
    named = zip(cells, _HEADER, strict=False)
    header = Header(*(whole_number(c, low, high, what, source=source, line=place) for c, (what, low, high) in named))
    if header.type in TEAMS:
        reason = say("type {type} is for teams; only pairs and individuals are supported", type=header.type)
        raise FormatError(source, reason, line=place)
    if header.deal_groups > MAX_GROUPS:
        reason = say(
            "{boards} boards are more than {limit} groups of {size}",
            boards=header.boards,
            limit=MAX_GROUPS,
            size=header.boards_per_group,
        )
        raise FormatError(source, reason, line=place)
    return header


def _row(line: str, header: Header, source: str, place: int) -> list[int]:
    """Return the numbers of a table's line, round by round."""
    bare = _strip_comment(line)
    cells = bare.split(",")
    width = len(header.seats) + 1
    if len(cells) != header.rounds * width:
        reason = say(
            "expected {expected} numbers ({rounds} rounds of {width}), not {count}: {line!r}",
            expected=header.rounds * width,
            rounds=header.rounds,
            width=width,
            count=len(cells),
            line=line[:40],
        )
        raise FormatError(source, reason, line=place)
    if _NUMBERS.fullmatch(bare):
        row = [int(cell) for cell in cells]
        if max(row) <= MAX_CONTESTANTS and max(row[width - 1 :: width]) <= MAX_GROUPS:
            return row
    # The line has an error: find the cell.
    for i, cell in enumerate(cells):
        round, column = divmod(i, width)
        if column < len(header.seats):
            where = say("{seat}, round {round}", seat=header.seats[column], round=round + 1)
            whole_number(cell, 0, MAX_CONTESTANTS, where, source=source, line=place)
        else:
            where = say("group, round {round}", round=round + 1)
            whole_number(cell, 0, MAX_GROUPS, where, source=source, line=place)
    raise FormatError(source, say("expected numbers separated by commas: {line!r}", line=line[:40]), line=place)
