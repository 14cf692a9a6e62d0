"""One block of EBUScore text: its lines, read strictly, and what they mean.

- Two winners have NS and EW pairs 1, 2, … each, or EW counted on from the tables. Players have a number each, or in
  each direction one. The type claims the one or the other, but where most numbers sit twice in a round they are two.
- x is the missing pair: with two winners NS x, or beyond the tables T EW x - T. Its opponents sit out.
- Group 0 is no table but a sit-out: who is named there and plays elsewhere in that round, or never, has no seat there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest, FormatError
from byestand.formats.cells import field_of
from byestand.formats.document import DECLARED, MAY_BE_MEANT, Document, read_section
from byestand.formats.files import whole_number
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import (
    LINE_OF_SEAT,
    MOST_CONTESTANTS,
    MOST_GROUPS,
    MOST_ROUNDS,
    MOST_TABLES,
    SEATS,
    Grid,
    Movement,
)

Mask: TypeAlias = npt.NDArray[np.bool_]

HOWELL, MITCHELL, SWITCHED, ONE_WINNER_INDIVIDUAL, FOUR_WINNER_INDIVIDUAL, *TEAMS = range(8)
"""The types. Howell is any one-winner movement for pairs, Mitchell any with two winners."""


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
    def deal_groups(self) -> int:
        """How many groups the boards make, the last perhaps not a whole one."""
        return -(-self.boards // self.boards_per_group)


def understood(title: str, cells: Grid, header: Header) -> tuple[Movement, tuple[str, ...]]:
    """Return the movement of a block (rounds × tables × seats and group), and what is odd about it."""
    numbers, groups = cells[:, :, :-1], cells[:, :, -1]
    if not groups.any():
        raise BadRequest("there are no boards in it")
    notes: list[str] = []
    if header.boards % header.boards_per_group:
        notes.append(f"{header.boards} boards do not make whole groups of {header.boards_per_group}")
    lines = _lines(numbers, groups > 0, header, notes)
    field, seats = _field(numbers, lines, groups > 0, header, notes)
    _without_sit_outs_that_play(seats, groups > 0, field if len(header.seats) == 4 else None)
    if len(header.seats) == 2:
        seats, groups = _with_sit_outs_not_listed(seats, groups, field, notes)
    return Movement(title, seats, groups, field, header.deal_groups), tuple(notes)


def _lines(numbers: Grid, plays: Mask, header: Header, notes: list[str]) -> tuple[int, ...]:
    """Return the line that each seat counts in; all 0 where there is one line."""
    distinct = sum(len(set(row[here].ravel().tolist()) - {0}) for row, here in zip(numbers, plays, strict=True))
    taken = int((numbers[plays] > 0).sum())
    if len(header.seats) == 4:
        return LINE_OF_SEAT if 2 * distinct < taken else (0,) * 4
    if header.type == MITCHELL:
        ns, ew = (set(numbers[:, :, seat][plays].tolist()) for seat in (0, 1))
        if distinct == taken and ns & ew and max(ns | ew) > header.tables:
            notes.append("the header says two winners, but pairs change direction: taken as one")
            return (0, 0)
        return (0, 1)
    # More than half of the smaller line would sit twice.
    if 4 * (taken - distinct) > taken:
        notes.append("the header says one winner, but numbers sit NS and EW at once: taken as two")
        return (0, 1)
    return (0, 0)


def _field(numbers: Grid, lines: tuple[int, ...], plays: Mask, header: Header, notes: list[str]) -> tuple[Field, Grid]:
    """Return who competes, and the seats with contestants counted through the lines; who is missing has none."""
    numbers = numbers.copy()
    tables, many = header.tables, max(lines) + 1
    if many == 2 and numbers[:, :, 1][plays & (numbers[:, :, 1] > 0)].min(initial=tables + 1) > tables:
        # EW pairs are counted on from the tables.
        numbers[:, :, 1] -= np.where(numbers[:, :, 1] > tables, tables, 0)
    there: list[set[int]] = [set() for _ in range(many)]
    for seat, line in enumerate(lines):
        there[line] |= set(numbers[:, :, seat][plays].tolist()) - {0}
    at_least = tables if many == 2 else 1
    if len(lines) == 4:
        at_least = _players(there, header, notes)
    elif header.x > 2 * tables + 2:
        notes.append(f"the header says that pair {header.x} is missing, but there is none")
    elif header.x:
        line, missing = (1, header.x - tables) if many == 2 and header.x > tables else (0, header.x)
        there[line].discard(missing)
        at_least = max(at_least, missing)
    field = field_of(there, at_least=at_least)
    seats = np.zeros_like(numbers)
    for seat, line in enumerate(lines):
        contestant = np.zeros(max(int(numbers.max()), *there[line], 0) + 1, dtype=np.int64)
        known = sorted(there[line])
        contestant[known] = np.array(known, dtype=np.int64) + field.before(line)
        seats[:, :, seat] = contestant[numbers[:, :, seat]]
    return field, seats


def _players(there: Sequence[set[int]], header: Header, notes: list[str]) -> int:
    """Return how many players a line has at least, and note where the header counts fewer than sit."""
    most = max(max(line, default=1) for line in there)
    if len(there) > 1:
        return most
    if 0 < header.x < most:
        notes.append(f"the header says {header.x} players, but player {most} sits")
    return max(1, header.x)


def _without_sit_outs_that_play(seats: Grid, plays: Mask, players: Field | None) -> None:
    """Take the seats at tables without boards from those who have another in that round: they do not sit out.

    In an individual such a row (1,2,3,4,0) may only fill the line: the players it does not name sit out there too.
    """
    if plays.all():
        return
    for row, here in zip(seats, plays, strict=True):
        busy, fillers = {0, *row[here].ravel().tolist()}, []
        for table in np.flatnonzero(~here).tolist():
            for seat, contestant in enumerate(row[table].tolist()):
                if contestant in busy:
                    row[table, seat] = 0
                    fillers.append((table, seat))
                busy.add(contestant)
        idle = [] if players is None else [player for player in players.present if player not in busy]
        for place, player in zip(fillers, idle, strict=False):
            row[place] = player


def _with_sit_outs_not_listed(seats: Grid, groups: Grid, field: Field, notes: list[str]) -> tuple[Grid, Grid]:
    """Return the grids with a table more for those who sit out and are not mentioned, if that is what is meant.

    It is when in most rounds somebody is not mentioned, one of a line at most, nobody in more than a third of the
    rounds, and no table waits for more than are missing. One mistyped number fails: it comes and goes only once.
    """
    rounds, tables, _ = seats.shape
    seated = np.zeros((rounds, field.size + 1), dtype=np.bool_)
    seated[np.arange(rounds)[:, np.newaxis], seats.reshape(rounds, -1)] = True
    out = ~seated[:, list(field.present)]
    if not out.any() or tables == MOST_TABLES:
        return seats, groups
    lines = np.array([field.line(c) for c in field.present])
    extra = np.zeros((rounds, 1, 2), dtype=np.int64)
    for line in range(len(field.lines)):
        mine = out & (lines == line)
        if mine.sum(axis=1).max() > 1 or 3 * mine.sum(axis=0).max() > rounds:
            return seats, groups
        extra[:, 0, line] = (mine * np.array(field.present)).sum(axis=1)
    alone = ((seats > 0).sum(axis=2) == 1) & (groups > 0)
    if 2 * out.any(axis=1).sum() <= rounds or alone.sum(axis=1).max() > len(field.missing):
        return seats, groups
    notes.append(f"who sits out is not listed: seated at table {tables + 1}, where no boards are")
    return np.concatenate((seats, extra), axis=1), np.pad(groups, ((0, 0), (0, 1)))


_HEADER = (
    ("type", 0, TEAMS[-1]),
    ("tables", 1, MOST_TABLES),
    ("boards", 1, MOST_GROUPS * MAX_BOARDS_PER_ROUND),
    ("boards per group", 1, MAX_BOARDS_PER_ROUND),
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
        wanted = f"{header.rounds} rounds of {width} numbers, {header.rounds * width}"
        raise FormatError(source, f"expected {wanted}, not {len(cells)}: {line[:40]!r}", line=place)
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
