"""Text files ``.ASC``, version 1.0 (pjms.nl): one movement a file, for pairs or individuals.

A header ``contestants tables rounds groups individual``; then a line a round with ``NS EW group`` for each table,
``N S E W group`` for individuals. Blanks or hyphens separate; groups are numbers or capitals; ``#`` begins a comment.

Contestants count from 1 through the whole field, and a file does not say how many winners there are. When the
lower half of the pairs always sits NS and the upper half always EW, it is read as two winners; otherwise as one.
An unused table has zeros only. The standard has no word for a table at which one pair sits out: 0 for the other pair.
"""

import re
from collections.abc import Sequence

import numpy as np

from byestand.errors import FormatError
from byestand.formats.cells import field_of, refuse_another_field, seated
from byestand.formats.document import MAY_BE_MEANT, Document, read_section
from byestand.formats.files import numbered_lines, whole_number
from byestand.formats.format import Format, begins_like, lines_of, only, windows_text
from byestand.formats.single_players import unfolded
from byestand.model.field import Field
from byestand.model.movement import MOST_CONTESTANTS, MOST_GROUPS, MOST_ROUNDS, MOST_TABLES, SEATS, Grid, Movement
from byestand.words.titles import title_of

_HEADER = (
    ("contestants", 1, MOST_CONTESTANTS),
    ("tables", 1, MOST_TABLES),
    ("rounds", 1, MOST_ROUNDS),
    ("groups", 1, MOST_GROUPS),
    ("individual", 0, 1),
)
_SEPARATORS = re.compile(r"[ \t-]+")
_LOOKS_LIKE_HEADER = re.compile(r"[ \t]*(?:[0-9]{1,4}[ \t-]+){4}[01][ \t]*")
_LOOKS_LIKE_ROUND = re.compile(r"[0-9A-Z \t-]+")

FORGIVEN = MAY_BE_MEANT | {"ragged-round"}
"""A table may be declared unused, so that boards need not move."""

Line = tuple[int, list[str]]


def looks_like(text: str) -> bool:
    """Tell whether a text begins with the five numbers of a header and a round of numbers and capitals."""
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
    # A title is one line of the file, whatever is in it.
    return "\n".join((" ".join(map(str, sizes)), f"# {' '.join(title_of(movement).split())}", *rounds, ""))


def loads(text: str, *, source: str = ".ASC text") -> Movement:
    """Return the movement in .ASC text."""
    (_, first), *rest = [(number, _words_of(line)) for number, line in numbered_lines(text)]
    if len(first) != len(_HEADER):
        wanted = " ".join(what for what, _, _ in _HEADER)
        raise FormatError(source, f"expected the five numbers {wanted}, not {len(first)} of them", line=1)
    named = zip(first, _HEADER, strict=True)
    sizes = [whole_number(cell, low, high, what, source=source, line=1) for cell, (what, low, high) in named]
    contestants, tables, rounds, deal_groups, individual = sizes
    seat_names = SEATS[4 if individual else 2]
    lines = [line for line in rest if line[1]]
    columns = [(seat, contestants) for seat in seat_names]
    rows = [_round(line, tables, columns, source) for line in lines[:rounds]]
    _refuse_another_count(lines, rounds, source)
    _refuse_mixed_groups(lines, len(columns) + 1, source)
    cells = np.array(rows, dtype=np.int64).reshape(rounds, tables, -1)
    seats, groups = cells[:, :, :-1], cells[:, :, -1]
    if not groups.any():
        raise FormatError(source, "there are no boards in it", line=1)
    return Movement(source, seats, groups, _understood_field(seats, contestants), deal_groups)


def _words_of(line: str) -> list[str]:
    """Return the words of a line without its comment."""
    return [word for word in _SEPARATORS.split(line.partition("#")[0].strip()) if word]


def _refuse_another_count(lines: Sequence[Line], rounds: int, source: str) -> None:
    if len(lines) < rounds:
        raise FormatError(source, f"the header says {rounds} rounds, but {len(lines)} lines follow it", line=1)
    if len(lines) > rounds:
        raise FormatError(source, f"expected no more than the {rounds} rounds of the header", line=lines[rounds][0])


def _round(line: Line, tables: int, columns: Sequence[tuple[str, int]], source: str) -> list[int]:
    """Return the numbers of a round, table by table."""
    place, words = line
    width = len(columns) + 1
    if len(words) != tables * width:
        reason = f"expected {tables} tables of {width} numbers, {tables * width}, not {len(words)}"
        raise FormatError(source, reason, line=place)
    found: list[int] = []
    for i, word in enumerate(words):
        table, column = divmod(i, width)
        if column == len(columns):
            found.append(_group(word, table + 1, source, place))
        else:
            seat, most = columns[column]
            found.append(whole_number(word, 0, most, f"{seat} at table {table + 1}", source=source, line=place))
    return found


def _is_letter(word: str) -> bool:
    return len(word) == 1 and "A" <= word <= "Z"


def _group(word: str, table: int, source: str, place: int) -> int:
    if _is_letter(word):
        return ord(word) - ord("A") + 1
    what = f"the group at table {table}, or a capital"
    return whole_number(word, 0, MOST_GROUPS, what, source=source, line=place)


def _refuse_mixed_groups(lines: Sequence[Line], width: int, source: str) -> None:
    """Raise where some groups are numbers and some are letters: the standard wants one or the other."""
    groups = ((place, word) for place, words in lines for word in words[width - 1 :: width] if word != "0")
    _, first = next(groups, (0, ""))
    for place, word in groups:
        if _is_letter(word) != _is_letter(first):
            raise FormatError(source, f"groups are letters in one place and numbers in another: {word!r}", line=place)


def _understood_field(seats: Grid, contestants: int) -> Field:
    """Return the field of a schedule: two winners when the lower half sits NS and the upper half EW throughout."""
    half, left = divmod(contestants, 2)
    if seats.shape[2] == 2 and not left:
        ns, ew = seated(seats, winners=2)
        if max(ns, default=0) <= half < min(ew, default=contestants):
            return field_of([ns, {contestant - half for contestant in ew}], at_least=half)
    return field_of(seated(seats, winners=1), at_least=contestants)


def _documents(data: bytes, source: str) -> tuple[Document, ...]:
    return (Document(read_section(loads(lines_of(data, source), source=source), forgiven=FORGIVEN), line=1),)


FORMAT = Format(
    name="asc",
    extension="asc",
    words="the open .ASC format",
    looks_like=begins_like(looks_like),
    loads=_documents,
    dumps=lambda documents: windows_text(dumps(unfolded(only(documents, "an .ASC")).movement)),
    media="text/plain; charset=utf-8",
    is_text=True,
    board_by_board=True,
)
