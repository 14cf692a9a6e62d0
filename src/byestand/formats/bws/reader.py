"""Sections with their movements from a Bridgemate database, read strictly.

Deal groups are not in the file: they follow from the boards, which must be consecutive and of equal number at every
table; the lowest is the first of the session. Missing pairs are not in it either: they follow from empty seats.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from byestand.errors import BadRequest, FormatError
from byestand.formats.bws.jet4 import PAGE, JetImage, JetTable, definition
from byestand.formats.bws.jet4_rows import Value, catalogue, rows
from byestand.formats.document import DIRECTIONS, Chair, Document, read_section, seated_contestants
from byestand.formats.grid_builder import group_of, infer_boards
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Grid, Movement
from byestand.model.people import Person
from byestand.sanitize import title_line

MAX_TABLES = MAX_ROUNDS = 255
MAX_SECTIONS = 26
MAX_CONTESTANT_NUMBER = 9_999


class SectionRow(NamedTuple):
    """A row of the table Section."""

    ident: int
    letter: str
    tables: int
    missing: int
    lines: int
    """The number of lines (winners); 0 if the file does not say."""


class BwsLine(NamedTuple):
    """The contestants of a line: their number, and the missing ones."""

    size: int
    missing: frozenset[int]


class Reader(NamedTuple):
    """The tables of one database."""

    image: JetImage
    pages: Mapping[str, int]

    def table(self, name: str) -> JetTable:
        """Return the definition of a required table."""
        if name not in self.pages:
            raise FormatError(self.image.source, say("not a Bridgemate file: no table {table}", table=name))
        return definition(self.image, self.pages[name], name)

    def rows(self, name: str, needed: Sequence[str], optional: Sequence[str]) -> Iterator[tuple[Value, ...]]:
        """Yield the rows of a table; missing optional columns are NULL."""
        table = self.table(name)
        there = [*needed, *(column for column in optional if table.column(column))]
        places = [there.index(c) if c in there else None for c in (*needed, *optional)]
        for row in rows(self.image, table, there):
            yield tuple(None if place is None else row[place] for place in places)

    def fault(self, place: str, reason: str) -> FormatError:
        """Return the error for a problem in a row."""
        return FormatError(self.image.source, f"{place}: {reason}")


def _section_place(head: SectionRow) -> str:
    return say("section {letter}", letter=head.letter)


def _round_place(section: object, table: object, round: object) -> str:
    return say("RoundData, section {section}, table {table}, round {round}", section=section, table=table, round=round)


def reader_of(image: JetImage) -> Reader:
    """Return the tables of a complete database."""
    reader = Reader(image, catalogue(image))
    for name in reader.pages:
        # A truncated copy may be complete in the tables read below, but not in the maps of the others.
        table = reader.table(name)
        _ = list(image.usage_map_pages(table.usage_map, seen_at=table.page * PAGE))
    return reader


def sections_in(image: JetImage) -> tuple[Document, ...]:
    """Return the sections of the event, in the order of their numbers."""
    reader = reader_of(image)
    heads = heads_in(reader)
    meetings = meetings_in(reader, heads)
    players = players_in(reader, heads)
    documents = []
    for ident, head in sorted(heads.items()):
        try:
            movement, boards = movement_in(reader, head, meetings[ident])
            contestants, unknown = seated_contestants(movement, players[ident])
            section = read_section(movement, boards, letter=head.letter, contestants=contestants)
            documents.append(Document(section, notes=_unseated_numbers(unknown)))
        except BadRequest as fault:
            raise reader.fault(_section_place(head), str(fault)) from None
    return tuple(documents)


def _unseated_numbers(chairs: Sequence[Chair]) -> tuple[str, ...]:
    if not chairs:
        return ()
    seats = ", ".join(f"{chair.table}{chair.direction}" for chair in chairs[:4])
    return (say("names for seats that are empty in round 1 are left out: {seats}", seats=seats),)


def heads_in(reader: Reader) -> dict[int, SectionRow]:
    """Return the sections by their numbers."""
    heads: dict[int, SectionRow] = {}
    columns = ("ID", "Letter", "Tables"), ("MissingPair", "Winners")
    for ident, letter, tables, missing, winners in reader.rows("Section", *columns):
        place = say("Section, row {row}", row=len(heads) + 1)
        if not isinstance(ident, int) or ident in heads or len(heads) == MAX_SECTIONS:
            raise reader.fault(place, say("expected a new section number, not {number!r}", number=ident))
        if not isinstance(letter, str) or not letter.strip():
            raise reader.fault(place, say("expected a section letter, not {letter!r}", letter=letter))
        if not isinstance(tables, int) or not 1 <= tables <= MAX_TABLES:
            raise reader.fault(
                place, say("expected 1 to {limit} tables, not {tables!r}", limit=MAX_TABLES, tables=tables)
            )
        if winners not in (None, 0, 1, 2):
            raise reader.fault(place, say("expected 1 or 2 winners, not {winners!r}", winners=winners))
        absent = missing if isinstance(missing, int) else 0
        heads[ident] = SectionRow(ident, title_line(letter.strip()), tables, absent, int(cast("int", winners or 0)))
    if not heads:
        raise FormatError(reader.image.source, say("the file has no sections"))
    return heads


def meetings_in(reader: Reader, heads: Mapping[int, SectionRow]) -> dict[int, dict[tuple[int, int], tuple[int, ...]]]:
    """Return the contestants and the first and last board, by section, round and table."""
    meetings: dict[int, dict[tuple[int, int], tuple[int, ...]]] = {ident: {} for ident in heads}
    needed = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
    for ident, table, round, *rest, custom, south, west in reader.rows(
        "RoundData", needed, ("CustomBoards", "South", "West")
    ):
        head = heads.get(ident) if isinstance(ident, int) else None
        if head is None:
            raise reader.fault(_round_place(ident, table, round), say("unknown section"))
        if not isinstance(table, int) or not 1 <= table <= head.tables:
            reason = say("the section has tables 1 to {tables}", tables=head.tables)
            raise reader.fault(_round_place(ident, table, round), reason)
        if not isinstance(round, int) or not 1 <= round <= MAX_ROUNDS:
            reason = say("expected a round from 1 to {limit}", limit=MAX_ROUNDS)
            raise reader.fault(_round_place(ident, table, round), reason)
        if (round, table) in meetings[head.ident]:
            raise reader.fault(_round_place(ident, table, round), say("the row appears twice"))
        if custom:
            reason = say("only consecutive boards are supported: {boards!r}", boards=custom)
            raise reader.fault(_round_place(ident, table, round), reason)
        north, east, low, high = rest
        seats = (north, east) if south is None and west is None else (north, south, east, west)
        numbers = [n for n in (*seats, low, high) if isinstance(n, int) and n >= 0]
        if len(numbers) < len(seats) + 2 or max(numbers) > MAX_CONTESTANT_NUMBER:
            reason = say("expected whole numbers from 0, not {values}", values=(*seats, low, high))
            raise reader.fault(_round_place(ident, table, round), reason)
        meetings[head.ident][round, table] = tuple(numbers)
    return meetings


def movement_in(
    reader: Reader, head: SectionRow, meetings: Mapping[tuple[int, int], tuple[int, ...]]
) -> tuple[Movement, Boards]:
    """Return the movement of a section and its boards; raise for inconsistent data."""
    rounds = max((round for round, _ in meetings), default=0)
    if not rounds:
        raise reader.fault(_section_place(head), say("RoundData has no rows for this section"))
    for round in range(1, rounds + 1):
        for table in range(1, head.tables + 1):
            if (round, table) not in meetings:
                raise reader.fault(_round_place(head.ident, table, round), say("the row is missing"))
    if len({len(row) for row in meetings.values()}) > 1:
        raise reader.fault(_section_place(head), say("South and West are filled in some rows only"))
    ordered = [meetings[key] for key in sorted(meetings)]
    whole = np.array(ordered, dtype=np.int64).reshape(rounds, head.tables, -1)
    boards, groups = _groups(reader, head, whole[:, :, -2], whole[:, :, -1])
    seats, field = _seat_grid(reader, head, whole[:, :, :-2].copy())
    title = f"section {head.letter}"
    return Movement(title, seats, groups, field, max(int(groups.max()), 1)), boards


def _groups(reader: Reader, head: SectionRow, low: Grid, high: Grid) -> tuple[Boards, Grid]:
    """Return how boards are numbered, and the deal groups that follow from it."""
    if not (low.any() or high.any()):
        raise reader.fault(_section_place(head), say("the movement has no boards"))
    spans = np.dstack([low, high])
    used = [(first, last) for first, last in spans.reshape(-1, 2).tolist() if first or last]
    boards = infer_boards(used) or Boards(1)
    groups = np.zeros_like(low)
    for round, table in np.ndindex(low.shape):
        group = group_of(boards, *spans[round, table].tolist())
        if group is None:
            reason = say(
                "expected {boards} consecutive boards of a group, not {first}-{last}",
                boards=boards.per_round,
                first=low[round, table],
                last=high[round, table],
            )
            raise reader.fault(_round_place(head.ident, table + 1, round + 1), reason)
        groups[round, table] = group
    return boards, groups


def _seat_grid(reader: Reader, head: SectionRow, seats: Grid) -> tuple[Grid, Field]:
    """Return the seats with contestants counted through the lines, and the field."""
    if seats.shape[2] == 4 or (head.lines or _told_by_numbers(seats)) == 1:
        if head.missing > 0:
            seats[seats == head.missing] = 0
        line = _line(seats, seats, absent=head.missing)
        return seats, Field((line.size,), line.missing)
    ns, ew = seats[:, :, 0], seats[:, :, 1]
    absent_ns, absent_ew = _absent(reader, head, ns, ew)
    ns[ns == absent_ns], ew[ew == absent_ew] = 0, 0
    north = _line(ns, seats, absent=absent_ns)
    lowest = int(ew[ew > 0].min(initial=MAX_CONTESTANT_NUMBER + 1))
    if north.size < lowest <= MAX_CONTESTANT_NUMBER:
        # Numbered on after the NS pairs, perhaps without the first EW pair, or from 101 or so.
        shift = north.size if lowest <= north.size + 2 else lowest - 1
        ew[ew > 0] -= shift
        absent_ew = max(absent_ew - shift, 0)
    east = _line(ew, seats, absent=absent_ew)
    ew[ew > 0] += north.size
    missing = north.missing | {number + north.size for number in east.missing}
    return seats, Field((north.size, east.size), missing)


def _told_by_numbers(seats: Grid) -> int:
    """Return the number of winners: two if a number sits NS and EW in the same round."""
    for row in seats.tolist():
        if {ns for ns, _ in row if ns} & {ew for _, ew in row if ew}:
            return 2
    return 1


def _absent(reader: Reader, head: SectionRow, ns: Grid, ew: Grid) -> tuple[int, int]:
    """Return the missing NS and EW pair from the section's row; 0 is none."""
    pair = abs(head.missing)
    in_ns, in_ew = bool((ns == pair).any()), bool((ew == pair).any())
    if head.missing > 0 and in_ns and in_ew:
        raise reader.fault(_section_place(head), say("the missing pair {pair} could be NS or EW", pair=pair))
    is_ew = head.missing < 0 or in_ew
    return (0, pair) if is_ew else (pair, 0)


def _line(own: Grid, seats: Grid, *, absent: int) -> BwsLine:
    """Return the line with the seats *own*; its size follows from the numbers and the empty seats."""
    there = set(own[own > 0].tolist())
    size = max(there | {absent, 1})
    gaps = set(range(1, size + 1)) - there
    # A contestant opposite an empty seat meets a phantom; phantoms are numbered after the others.
    taken = (seats > 0).any(axis=2, keepdims=True)
    empty = (own.reshape(*taken.shape[:2], -1) == 0) & taken
    phantoms = int(empty.sum(axis=(1, 2)).max())
    more = max(phantoms - len(gaps), 0)
    return BwsLine(size + more, frozenset(gaps | set(range(size + 1, size + more + 1))))


def players_in(reader: Reader, heads: Mapping[int, SectionRow]) -> dict[int, dict[Chair, Person]]:
    """Return the players with a name or number, by section and seat in round 1."""
    players: dict[int, dict[Chair, Person]] = {ident: {} for ident in heads}
    if "PlayerNumbers" not in reader.pages:
        return players
    columns = ("Section", "Table", "Direction"), ("Number", "Name", "Round")
    for ident, table, direction, number, name, round in reader.rows("PlayerNumbers", *columns):
        if not (number or name) or (isinstance(round, int) and round > 1):
            continue
        letter = direction.strip().upper() if isinstance(direction, str) else ""
        if ident not in players or not isinstance(table, int) or letter not in DIRECTIONS:
            place = say(
                "PlayerNumbers, section {section}, table {table}, direction {direction!r}",
                section=ident,
                table=table,
                direction=direction,
            )
            raise reader.fault(place, say("unknown seat"))
        players[cast("int", ident)][Chair(table, letter)] = Person(str(name or ""), str(number or ""))
    return players
