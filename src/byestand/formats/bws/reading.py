"""A Bridgemate database read as sections with their movements; what does not fit is refused.

Deal groups are not in the file: they follow from the boards, which must be consecutive and equally many at every
table; the lowest is the first of the session. Phantoms are not in it either: an empty seat opposite somebody means one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np

from byestand.errors import BadRequest, FormatError
from byestand.formats.bws.jet4 import PAGE, Image, Table, definition
from byestand.formats.bws.jet4_rows import Value, catalogue, rows
from byestand.formats.cells import boards_told, group_of
from byestand.formats.document import DIRECTIONS, Chair, Document, read_section, seated_contestants
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Grid, Movement
from byestand.model.people import Person
from byestand.texts import title_line

MOST_TABLES = MOST_ROUNDS = 255
MOST_SECTIONS = 26
MOST_CONTESTANT = 9_999


class Head(NamedTuple):
    """A row of the table Section."""

    ident: int
    letter: str
    tables: int
    missing: int
    lines: int
    """In how many lines contestants are ranked; 0 where that is not told."""


class Line(NamedTuple):
    """The contestants of a line: how many, and which of them are not there."""

    size: int
    missing: frozenset[int]


class Reader(NamedTuple):
    """The tables of one database."""

    image: Image
    pages: Mapping[str, int]

    def table(self, name: str) -> Table:
        """Return the definition of a table that has to be there."""
        if name not in self.pages:
            raise FormatError(self.image.source, f"not a Bridgemate file: no table {name}")
        return definition(self.image, self.pages[name], name)

    def rows(self, name: str, needed: Sequence[str], optional: Sequence[str]) -> Iterator[tuple[Value, ...]]:
        """Yield the rows of a table; an optional column the table lacks reads as NULL."""
        table = self.table(name)
        there = [*needed, *(column for column in optional if table.column(column))]
        places = [there.index(c) if c in there else None for c in (*needed, *optional)]
        for row in rows(self.image, table, there):
            yield tuple(None if place is None else row[place] for place in places)

    def fault(self, place: str, reason: str) -> FormatError:
        """Return the error that names the row."""
        return FormatError(self.image.source, f"{place}: {reason}")


def reader_of(image: Image) -> Reader:
    """Return the tables of a database that is whole."""
    reader = Reader(image, catalogue(image))
    for name in reader.pages:
        # A copy cut short may be whole in the tables read below; the maps of the others tell.
        table = reader.table(name)
        _ = list(image.mapped(table.owned, seen_at=table.page * PAGE))
    return reader


def sections_in(image: Image) -> tuple[Document, ...]:
    """Return the sections of the event, in the order of their numbers."""
    reader = reader_of(image)
    heads = heads_in(reader)
    meetings = meetings_in(reader, heads)
    players = players_in(reader, heads)
    found = []
    for ident, head in sorted(heads.items()):
        try:
            movement, boards = movement_in(reader, head, meetings[ident])
            contestants, nobodys = seated_contestants(movement, players[ident])
            section = read_section(movement, boards, letter=head.letter, contestants=contestants)
            found.append(Document(section, notes=_unseated(nobodys)))
        except BadRequest as fault:
            raise reader.fault(f"section {head.letter}", str(fault)) from None
    return tuple(found)


def _unseated(chairs: Sequence[Chair]) -> tuple[str, ...]:
    if not chairs:
        return ()
    where = ", ".join(f"{chair.direction} at table {chair.table}" for chair in chairs[:4])
    return (f"names of players at seats that nobody has in round 1 are left out: {where}",)


def heads_in(reader: Reader) -> dict[int, Head]:
    """Return the sections by their numbers."""
    heads: dict[int, Head] = {}
    columns = ("ID", "Letter", "Tables"), ("MissingPair", "Winners")
    for ident, letter, tables, missing, winners in reader.rows("Section", *columns):
        place = f"Section, row {len(heads) + 1}"
        if not isinstance(ident, int) or ident in heads or len(heads) == MOST_SECTIONS:
            raise reader.fault(place, f"expected a new section number, not {ident!r}")
        if not isinstance(letter, str) or not letter.strip():
            raise reader.fault(place, f"expected a letter, not {letter!r}")
        if not isinstance(tables, int) or not 1 <= tables <= MOST_TABLES:
            raise reader.fault(place, f"expected 1 to {MOST_TABLES} tables, not {tables!r}")
        if winners not in (None, 0, 1, 2):
            raise reader.fault(place, f"expected one or two winners, not {winners!r}")
        absent = missing if isinstance(missing, int) else 0
        heads[ident] = Head(ident, title_line(letter.strip()), tables, absent, int(cast("int", winners or 0)))
    if not heads:
        raise reader.fault("Section", "the file has no sections")
    return heads


def meetings_in(reader: Reader, heads: Mapping[int, Head]) -> dict[int, dict[tuple[int, int], tuple[int, ...]]]:
    """Return, by section, round and table, who sits there and the first and last board."""
    found: dict[int, dict[tuple[int, int], tuple[int, ...]]] = {ident: {} for ident in heads}
    needed = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
    for ident, table, round, *rest, custom, south, west in reader.rows(
        "RoundData", needed, ("CustomBoards", "South", "West")
    ):
        place = f"RoundData, section {ident}, table {table}, round {round}"
        head = heads.get(ident) if isinstance(ident, int) else None
        if head is None:
            raise reader.fault(place, "no such section")
        if not isinstance(table, int) or not 1 <= table <= head.tables:
            raise reader.fault(place, f"the section has tables 1 to {head.tables}")
        if not isinstance(round, int) or not 1 <= round <= MOST_ROUNDS:
            raise reader.fault(place, f"expected a round from 1 to {MOST_ROUNDS}")
        if (round, table) in found[head.ident]:
            raise reader.fault(place, "the row is there twice")
        if custom:
            raise reader.fault(place, f"boards that are not consecutive are not read: {custom!r}")
        north, east, low, high = rest
        seats = (north, east) if south is None and west is None else (north, south, east, west)
        numbers = [n for n in (*seats, low, high) if isinstance(n, int) and n >= 0]
        if len(numbers) < len(seats) + 2 or max(numbers) > MOST_CONTESTANT:
            raise reader.fault(place, f"expected whole numbers from 0, not {(*seats, low, high)}")
        found[head.ident][round, table] = tuple(numbers)
    return found


def movement_in(
    reader: Reader, head: Head, meetings: Mapping[tuple[int, int], tuple[int, ...]]
) -> tuple[Movement, Boards]:
    """Return the movement of a section and its boards; what does not fit is refused."""
    rounds = max((round for round, _ in meetings), default=0)
    if not rounds:
        raise reader.fault(f"section {head.letter}", "RoundData has no rows for it")
    for round in range(1, rounds + 1):
        for table in range(1, head.tables + 1):
            if (round, table) not in meetings:
                place = f"RoundData, section {head.ident}, table {table}, round {round}"
                raise reader.fault(place, "the row is missing")
    if len({len(row) for row in meetings.values()}) > 1:
        raise reader.fault(f"section {head.letter}", "South and West are filled in some rows only")
    ordered = [meetings[key] for key in sorted(meetings)]
    whole = np.array(ordered, dtype=np.int64).reshape(rounds, head.tables, -1)
    boards, groups = _groups(reader, head, whole[:, :, -2], whole[:, :, -1])
    seats, field = _seated(reader, head, whole[:, :, :-2].copy())
    title = f"section {head.letter}"
    return Movement(title, seats, groups, field, max(int(groups.max()), 1)), boards


def _groups(reader: Reader, head: Head, low: Grid, high: Grid) -> tuple[Boards, Grid]:
    """Return how boards are numbered, and the deal groups that follow from it."""
    if not (low.any() or high.any()):
        raise reader.fault(f"section {head.letter}", "no boards are played")
    spans = np.dstack([low, high])
    used = [(first, last) for first, last in spans.reshape(-1, 2).tolist() if first or last]
    boards = boards_told(used) or Boards(1)
    groups = np.zeros_like(low)
    for round, table in np.ndindex(low.shape):
        group = group_of(boards, *spans[round, table].tolist())
        if group is None:
            place = f"RoundData, section {head.ident}, table {table + 1}, round {round + 1}"
            seen = f"{low[round, table]} to {high[round, table]}"
            raise reader.fault(place, f"expected {boards.per_round} consecutive boards of a group, not {seen}")
        groups[round, table] = group
    return boards, groups


def _seated(reader: Reader, head: Head, seats: Grid) -> tuple[Grid, Field]:
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
    lowest = int(ew[ew > 0].min(initial=MOST_CONTESTANT + 1))
    if north.size < lowest <= MOST_CONTESTANT:
        # Numbered on after the NS pairs, perhaps without its first pair, or from 101 or so.
        shift = north.size if lowest <= north.size + 2 else lowest - 1
        ew[ew > 0] -= shift
        absent_ew = max(absent_ew - shift, 0)
    east = _line(ew, seats, absent=absent_ew)
    ew[ew > 0] += north.size
    missing = north.missing | {number + north.size for number in east.missing}
    return seats, Field((north.size, east.size), missing)


def _told_by_numbers(seats: Grid) -> int:
    """Return how many winners there are: two when some number sits NS and EW in the same round."""
    for row in seats.tolist():
        if {ns for ns, _ in row if ns} & {ew for _, ew in row if ew}:
            return 2
    return 1


def _absent(reader: Reader, head: Head, ns: Grid, ew: Grid) -> tuple[int, int]:
    """Return the missing NS and EW pair as the section's row has it; 0 is none."""
    pair = abs(head.missing)
    here, there = bool((ns == pair).any()), bool((ew == pair).any())
    if head.missing > 0 and here and there:
        reason = f"the missing pair, {pair}, could be NS or EW"
        raise reader.fault(f"section {head.letter}", reason)
    is_ew = head.missing < 0 or there
    return (0, pair) if is_ew else (pair, 0)


def _line(own: Grid, seats: Grid, *, absent: int) -> Line:
    """Return the line whose seats are *own*: as many as the numbers and the empty seats tell."""
    there = set(own[own > 0].tolist())
    size = max(there | {absent, 1})
    gaps = set(range(1, size + 1)) - there
    # Somebody who sits opposite an empty seat waits for a phantom; phantoms count after the others.
    taken = (seats > 0).any(axis=2, keepdims=True)
    empty = (own.reshape(*taken.shape[:2], -1) == 0) & taken
    phantoms = int(empty.sum(axis=(1, 2)).max())
    more = max(phantoms - len(gaps), 0)
    return Line(size + more, frozenset(gaps | set(range(size + 1, size + more + 1))))


def players_in(reader: Reader, heads: Mapping[int, Head]) -> dict[int, dict[Chair, Person]]:
    """Return who is known by name or number, by section; seats are those of round 1."""
    found: dict[int, dict[Chair, Person]] = {ident: {} for ident in heads}
    if "PlayerNumbers" not in reader.pages:
        return found
    columns = ("Section", "Table", "Direction"), ("Number", "Name", "Round")
    for ident, table, direction, number, name, round in reader.rows("PlayerNumbers", *columns):
        if not (number or name) or (isinstance(round, int) and round > 1):
            continue
        place = f"PlayerNumbers, section {ident}, table {table}, direction {direction!r}"
        letter = direction.strip().upper() if isinstance(direction, str) else ""
        if ident not in found or not isinstance(table, int) or letter not in DIRECTIONS:
            raise reader.fault(place, "no such seat")
        found[cast("int", ident)][Chair(table, letter)] = Person(str(name or ""), str(number or ""))
    return found
