"""EBUScore's (Jeff Smith's) text, PSMovements.txt and ISMovements.txt: many movements in a file.

Blocks with blank lines between them: a title; ``type,tables,boards,boards-per-group,rounds[,x]``; then a line a table
with ``NS,EW,group`` for each round, ``N,S,E,W,group`` for individuals. x is the missing pair, or how many players there
are; group 0 is a sit-out. `block` reads the lines of a block, `seats` says what they mean.

Not tried in EBUScore itself. Types are as its makers explained them on the EBU's forum (threads 1598 and 1858).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from byestand.errors import CannotExpress, FormatError
from byestand.formats.cells import numbers_within, refuse_another_field
from byestand.formats.document import Document
from byestand.formats.ebuscore.block import (
    HOWELL,
    MITCHELL,
    ONE_WINNER_INDIVIDUAL,
    Header,
    Line,
    document_of,
    is_comment,
    is_numbers,
    looks_like_header,
    understood,
)
from byestand.formats.files import numbered_lines
from byestand.formats.format import Format, begins_like, windows_lines_of, windows_text
from byestand.formats.single_players import unfolded
from byestand.model.movement import Grid, Movement
from byestand.words.titles import title_of

_BLANKS = " \t\f\v\x1a\u00a0\ufeff"
"""What makes no title and no numbers; DOS ended a file with 1A."""


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
    empty = True
    for block in _split(text):
        empty = False
        try:
            yield document_of(block, source)
        except FormatError as refusal:
            yield refusal
    if empty:
        yield FormatError(source, "there is no movement in it", line=1)


def _split(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each block; a blank line after the title ends none, and comments alone make none."""
    title: list[Line] = []
    for paragraph in _paragraphs(text):
        if title and not looks_like_header(paragraph[0][1]):
            yield title
            title = []
        if len(paragraph) == 1 and not is_numbers(paragraph[0][1]):
            title = paragraph
        else:
            yield title + paragraph
            title = []
    if title:
        yield title


def _paragraphs(text: str) -> Iterator[list[Line]]:
    """Yield the lines between blank ones, without those that have comments only; spreadsheets end lines with commas."""
    lines: list[Line] = []
    for number, line in (*numbered_lines(text), (0, "")):
        bare = line.strip(_BLANKS)
        if bare.strip(_BLANKS + ","):
            lines.append((number, bare))
        else:
            if not all(is_comment(words) for _, words in lines):
                yield lines
            lines = []


def looks_like(text: str) -> bool:
    """Tell whether a text has, under some title, a header like EBUScore's."""
    lines = [line for _, line in numbered_lines(text[:4000]) if line.strip(_BLANKS)]
    title = next((line for line in lines if not is_comment(line)), "")
    words = {word.strip().lower() for word in title.split(",")}
    # Our csv begins with a line of words too, and its first row may look like a header.
    if {"round", "table"} <= words or is_numbers(title):
        return False
    return any(looks_like_header(line) and not is_numbers(above) for above, line in pairwise(lines))


def dumps(documents: Sequence[Document]) -> str:
    """Return movements as text: two winners as type 1, one winner as type 0, individuals as type 3.

    Type 2 is not written: it only narrows type 0, and what it demands of a switched Mitchell is not known.
    """
    if not documents:
        raise CannotExpress("there is no movement to write")
    return "\n".join(_block(document) for document in documents)


def _block(document: Document) -> str:
    movement, title = document.movement, title_of(document.movement).strip()
    if document.section.boards is None:
        raise CannotExpress("EBUScore text says how many boards a round has: tell it, like --boards-per-round 2")
    if not title or is_numbers(title):
        raise CannotExpress(f"EBUScore text needs a title of one line with words in it: {title[:40]!r}")
    if len(movement.seat_names) == 4:
        type, phantom, x = ONE_WINNER_INDIVIDUAL, 0, movement.field.size
    else:
        type, phantom = MITCHELL if len(movement.field.lines) == 2 else HOWELL, _phantom(movement)
        x = phantom and movement.field.number(phantom) + movement.tables * movement.field.line(phantom)
    each = document.section.boards.per_round
    header = Header(type, movement.tables, each * movement.deal_groups, each, movement.rounds, x)
    cells = _cells(movement, phantom)
    refuse_another_field(movement, understood(title, cells, header)[0].field, format="EBUScore text")
    rows = cells.transpose(1, 0, 2).reshape(movement.tables, -1).tolist()
    first = (header.type, header.tables, header.boards, header.boards_per_group, header.rounds, header.x)
    return f"{title}\n" + "".join(",".join(map(str, row)) + "\n" for row in (first, *rows))


def _phantom(movement: Movement) -> int:
    """Return the missing pair that the header can name, the highest of several; 0 where there is none."""
    field = movement.field
    named = [c for c in field.missing if field.number(c) <= movement.tables * (3 - len(field.lines))]
    return max(named, default=0)


def _cells(movement: Movement, phantom: int) -> Grid:
    """Return seats and groups as the file has them: no seat is empty, for no real file has a pair 0.

    The missing pair of the header keeps its seats, and the boards lie there. Else whoever is at a table with an empty
    seat sits out: group 0, and in that seat somebody who plays elsewhere in that round, which is no seat.
    """
    seats, groups = movement.seats.copy(), movement.groups.copy()
    line = movement.field.line(phantom) if phantom else 0
    for round, table, seat in np.argwhere(seats == 0).tolist():
        alone = (seats[round, table] > 0).sum() == seats.shape[2] - 1
        if phantom and alone and (len(movement.field.lines) == 1 or seat == line):
            seats[round, table, seat] = phantom
            continue
        if groups[round, table] and seats.shape[2] == 2:
            raise CannotExpress(
                "EBUScore text names one missing pair: export the full movement, and tell EBUScore who is missing"
            )
        elsewhere = movement.seats[round, movement.played[round], seat]
        if not elsewhere.size:
            raise CannotExpress(f"EBUScore text cannot say that nobody plays in round {round + 1}; use json")
        seats[round, table, seat], groups[round, table] = elsewhere[0], 0
    numbers = numbers_within(Movement("", seats, groups, movement.field, movement.deal_groups))
    return np.concatenate((numbers, groups[:, :, np.newaxis]), axis=2)


FORMAT = Format(
    name="ebuscore",
    extension="txt",
    words="EBUScore and Jeff Smith's programs",
    looks_like=begins_like(looks_like),
    loads=lambda data, source: tuple(blocks(windows_lines_of(data, source), source=source)),
    dumps=lambda documents: windows_text(dumps(tuple(map(unfolded, documents)))),
    media="text/plain; charset=utf-8",
    is_text=True,
    holds_many=True,
    board_by_board=True,
)
