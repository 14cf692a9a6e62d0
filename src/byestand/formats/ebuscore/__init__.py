"""EBUScore's (Jeff Smith's) text files PSMovements.txt and ISMovements.txt, with many movements per file.

Blocks separated by blank lines: a title; ``type,tables,boards,boards-per-group,rounds[,x]``; then a line per table
with ``NS,EW,group`` for each round, ``N,S,E,W,group`` for individuals. x is the missing pair, or the number of players;
group 0 is a sit-out. `block` reads the lines of a block, `block_movement` interprets them.

Not tested in EBUScore. The types follow the explanations of its makers in the EBU forum (threads 1598 and 1858).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.ebuscore.block import Line, document_of, is_comment, is_numbers, looks_like_header
from byestand.formats.ebuscore.block_movement import HOWELL, MITCHELL, ONE_WINNER_INDIVIDUAL, Header, understood
from byestand.formats.file_io import numbered_lines
from byestand.formats.format import Format, begins_like, windows_lines_of, windows_text
from byestand.formats.grid_builder import numbers_within, refuse_another_field
from byestand.formats.individual_rounds import unfold_rounds
from byestand.language import phrase, say
from byestand.model.movement import Grid, Movement
from byestand.words.titles import title_of

_BLANKS = " \t\f\v\x1a\u00a0\ufeff"
"""Characters of blank lines; DOS ended a file with 1A."""


def loads(text: str, *, source: str = "EBUScore text") -> tuple[Document, ...]:
    """Return every movement in the text; raise if a block cannot be read."""
    documents: list[Document] = []
    for outcome in blocks(text, source=source):
        if isinstance(outcome, FormatError):
            raise outcome
        documents.append(outcome)
    return tuple(documents)


def blocks(text: str, *, source: str = "EBUScore text") -> Iterator[Document | FormatError]:
    """Yield the movement of each block, or the error if it cannot be read."""
    empty = True
    for block in _split(text):
        empty = False
        try:
            yield document_of(block, source)
        except FormatError as error:
            yield error
    if empty:
        yield FormatError(source, say("the file has no movement"), line=1)


def _split(text: str) -> Iterator[list[Line]]:
    """Yield the lines of each block; a blank line after the title does not end it, and comments are no block."""
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
    """Yield the lines between blank ones, without paragraphs of comments; spreadsheets end lines with commas."""
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
    """Return whether a text has a title followed by a header of EBUScore."""
    lines = [line for _, line in numbered_lines(text[:4000]) if line.strip(_BLANKS)]
    title = next((line for line in lines if not is_comment(line)), "")
    words = {word.strip().lower() for word in title.split(",")}
    # The csv format starts with a line of words too, and its first row may look like a header.
    if {"round", "table"} <= words or is_numbers(title):
        return False
    return any(looks_like_header(line) and not is_numbers(above) for above, line in pairwise(lines))


def dumps(documents: Sequence[Document]) -> str:
    """Return movements as text: two winners as type 1, one winner as type 0, individuals as type 3.

    Type 2 is not written: it is a special case of type 0, and its rules for an arrow-switched Mitchell are not known.
    """
    if not documents:
        raise CannotExpress(say("there is no movement to write"))
    return "\n".join(_block(document) for document in documents)


def _block(document: Document) -> str:
    movement, title = document.movement, title_of(document.movement).strip()
    if document.section.boards is None:
        raise CannotExpress(
            say("{format} needs board numbers; add --boards-per-round, for example 2", format="EBUScore")
        )
    if not title or is_numbers(title):
        raise CannotExpress(say("EBUScore text needs a title that is not only numbers: {title!r}", title=title[:40]))
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
    """Return the missing pair that the header can name, the highest of several; 0 if there is none."""
    field = movement.field
    named = [c for c in field.missing if field.number(c) <= movement.tables * (3 - len(field.lines))]
    return max(named, default=0)


def _cells(movement: Movement, phantom: int) -> Grid:
    """Return seats and groups as in the file, without empty seats, because real files have no pair 0.

    The missing pair of the header keeps its seats and boards. Other contestants opposite an empty seat sit out: the
    group is 0, and the empty seat gets a contestant who plays elsewhere in that round, which readers ignore.
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
                say(
                    "EBUScore text can have 1 missing pair only;"
                    " export the full movement and enter the missing pairs in EBUScore"
                )
            )
        elsewhere = movement.seats[round, movement.played_mask[round], seat]
        if not elsewhere.size:
            raise CannotExpress(
                say("EBUScore text cannot have a round without play: round {round}; use json", round=round + 1)
            )
        seats[round, table, seat], groups[round, table] = elsewhere[0], 0
    numbers = numbers_within(Movement("", seats, groups, movement.field, movement.deal_groups))
    return np.concatenate((numbers, groups[:, :, np.newaxis]), axis=2)


FORMAT = Format(
    name="ebuscore",
    extension="txt",
    readers=phrase("EBUScore and Jeff Smith's programs"),
    looks_like=begins_like(looks_like),
    loads=lambda data, source: tuple(blocks(windows_lines_of(data, source), source=source)),
    dumps=lambda documents: windows_text(dumps(tuple(map(unfold_rounds, documents)))),
    media="text/plain; charset=utf-8",
    is_text=True,
    holds_many=True,
    board_by_board=True,
)
