"""Text files ``.ASC``, version 1.0 (pjms.nl): one movement per file, for pairs or individuals.

A header ``contestants tables rounds groups individual``; then a line per round with ``NS EW group`` for each table,
``N S E W group`` for individuals. Separators are spaces or hyphens; groups are numbers or capitals; ``#`` starts a
comment.

Contestants are numbered from 1 through the whole field, and a file does not give the number of winners. If the
lower half of the pairs always sits NS and the upper half always EW, it is read as two winners; otherwise as one.
An unused table has only zeros. The standard does not define sit-outs; here the missing pair at a table is 0.
"""

import re
from collections.abc import Sequence

import numpy as np

from byestand.errors import FormatError
from byestand.formats.document import MAY_BE_MEANT, Document, read_section
from byestand.formats.file_io import numbered_lines, whole_number
from byestand.formats.format import Format, begins_like, lines_of, only, windows_text
from byestand.formats.grid_builder import field_of, refuse_another_field, seated_numbers
from byestand.formats.individual_rounds import unfold_rounds
from byestand.language import phrase, say
from byestand.model.field import Field
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES, SEATS, Grid, Movement
from byestand.words.titles import title_of

_HEADER = (
    ("contestants", 1, MAX_CONTESTANTS),
    ("tables", 1, MAX_TABLES),
    ("rounds", 1, MAX_ROUNDS),
    ("groups", 1, MAX_GROUPS),
    ("individual", 0, 1),
)
_SEPARATORS = re.compile(r"[ \t-]+")
_LOOKS_LIKE_HEADER = re.compile(r"[ \t]*(?:[0-9]{1,4}[ \t-]+){4}[01][ \t]*")
_LOOKS_LIKE_ROUND = re.compile(r"[0-9A-Z \t-]+")

FORGIVEN = MAY_BE_MEANT | {"ragged-round"}
"""A table may be declared unused, so that boards need not move."""

Line = tuple[int, list[str]]


def looks_like(text: str) -> bool:
    """Return whether a text starts with the five numbers of a header and a round of numbers and capitals."""
    first, *rest = [line.partition("#")[0] for _, line in numbered_lines(text[:4000])]
    round = next((line for line in rest if line.strip()), "")
    return bool(_LOOKS_LIKE_HEADER.fullmatch(first) and _LOOKS_LIKE_ROUND.fullmatch(round))


def dumps(movement: Movement) -> str:
    """Return a movement as .ASC text, with its title as a comment; groups are written as numbers."""
    field = movement.field
    refuse_another_field(movement, _understood_field(movement.seats, field.size), format=".ASC text")
    sizes = (field.size, movement.tables, movement.rounds, movement.deal_groups, int(len(movement.seat_names) == 4))
    cells = np.concatenate((movement.seats, movement.groups[:, :, np.newaxis]), axis=2)
    rounds = (
        "  ".join(" ".join(f"{number:{len(str(field.size))}}" for number in table) for table in tables)
        for tables in cells.tolist()
    )
    # The title must be one line of the file.
    return "\n".join((" ".join(map(str, sizes)), f"# {' '.join(title_of(movement).split())}", *rounds, ""))


def loads(text: str, *, source: str = ".ASC text") -> Movement:
    """Return the movement in .ASC text."""
    (_, first), *rest = [(number, _words_of(line)) for number, line in numbered_lines(text)]
    if len(first) != len(_HEADER):
        columns = " ".join(what for what, _, _ in _HEADER)
        raise FormatError(
            source, say("expected 5 numbers ({columns}), not {count}", columns=columns, count=len(first)), line=1
        )
    named = zip(first, _HEADER, strict=True)
    sizes = [whole_number(cell, low, high, what, source=source, line=1) for cell, (what, low, high) in named]
    contestants, tables, rounds, deal_groups, individual = sizes
    seat_names = SEATS[4 if individual else 2]
    lines = [line for line in rest if line[1]]
    seats_in_line = [(seat, contestants) for seat in seat_names]
    rows = [_round(line, tables, seats_in_line, source) for line in lines[:rounds]]
    _check_line_count(lines, rounds, source)
    _check_group_notation(lines, len(seats_in_line) + 1, source)
    cells = np.array(rows, dtype=np.int64).reshape(rounds, tables, -1)
    seats, groups = cells[:, :, :-1], cells[:, :, -1]
    if not groups.any():
        raise FormatError(source, say("the movement has no boards"), line=1)
    return Movement(source, seats, groups, _understood_field(seats, contestants), deal_groups)


def _words_of(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    return [word for word in _SEPARATORS.split(line.partition("#")[0].strip()) if word]


def _check_line_count(lines: Sequence[Line], rounds: int, source: str) -> None:
    if len(lines) < rounds:
        reason = say("the header has {rounds} rounds, but the file has {lines}", rounds=rounds, lines=len(lines))
        raise FormatError(source, reason, line=1)
    if len(lines) > rounds:
        raise FormatError(
            source, say("more lines than the {rounds} rounds of the header", rounds=rounds), line=lines[rounds][0]
        )


def _round(line: Line, tables: int, columns: Sequence[tuple[str, int]], source: str) -> list[int]:
    """Return the numbers of a round, table by table."""
    place, words = line
    width = len(columns) + 1
    if len(words) != tables * width:
        reason = say(
            "expected {expected} numbers ({tables} tables of {width}), not {count}",
            expected=tables * width,
            tables=tables,
            width=width,
            count=len(words),
        )
        raise FormatError(source, reason, line=place)
    numbers: list[int] = []
    for i, word in enumerate(words):
        table, column = divmod(i, width)
        if column == len(columns):
            numbers.append(_group(word, table + 1, source, place))
        else:
            seat, most = columns[column]
            where = say("{seat}, table {table}", seat=seat, table=table + 1)
            numbers.append(whole_number(word, 0, most, where, source=source, line=place))
    return numbers


def _is_letter(word: str) -> bool:
    return len(word) == 1 and "A" <= word <= "Z"


def _group(word: str, table: int, source: str, place: int) -> int:
    if _is_letter(word):
        return ord(word) - ord("A") + 1
    where = say("group, table {table}", table=table)
    return whole_number(word, 0, MAX_GROUPS, where, source=source, line=place)


def _check_group_notation(lines: Sequence[Line], width: int, source: str) -> None:
    """Raise if some groups are numbers and some are letters, which the standard does not allow."""
    groups = ((place, word) for place, words in lines for word in words[width - 1 :: width] if word != "0")
    _, first = next(groups, (0, ""))
    for place, word in groups:
        if _is_letter(word) != _is_letter(first):
            reason = say("groups must be all letters or all numbers: {word!r}", word=word)
            raise FormatError(source, reason, line=place)


def _understood_field(seats: Grid, contestants: int) -> Field:
    """Return the field of a schedule: two winners if the lower half always sits NS and the upper half EW."""
    half, left = divmod(contestants, 2)
    if seats.shape[2] == 2 and not left:
        ns, ew = seated_numbers(seats, winners=2)
        if max(ns, default=0) <= half < min(ew, default=contestants):
            return field_of([ns, {contestant - half for contestant in ew}], at_least=half)
    return field_of(seated_numbers(seats, winners=1), at_least=contestants)


def _documents(data: bytes, source: str) -> tuple[Document, ...]:
    return (Document(read_section(loads(lines_of(data, source), source=source), forgiven=FORGIVEN), line=1),)


FORMAT = Format(
    name="asc",
    extension="asc",
    readers=phrase("the open .ASC format"),
    looks_like=begins_like(looks_like),
    loads=_documents,
    dumps=lambda documents: windows_text(dumps(unfold_rounds(only(documents, ".ASC")).movement)),
    media="text/plain; charset=utf-8",
    is_text=True,
    board_by_board=True,
)
