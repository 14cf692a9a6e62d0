"""The room in every round: tables and bye stands in rows, and where each pair and each board group is.

Tables stand in their order, back and forth, each bye stand after the table it feeds, so that neighbours in the movement
are neighbours in the picture. Pairs and boards are tokens that know their place in every round; a page draws one round,
and a little script moves them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil, sqrt
from typing import NamedTuple

from byestand.model import Boards, History, Layout, Movement, Stand
from byestand.words.boards import board_range
from byestand.words.people import PLAYERS, called
from byestand.words.roving import parties

CELL_WIDTH, CELL_HEIGHT = 112, 104
MARGIN = 8
FEWEST_ACROSS = 6
"""Cells that are drawn as large as the page allows: three tables would be giants."""
SEATS = {2: ((0, -35), (0, 35)), 4: ((0, -35), (0, 35), (41, 0), (-41, 0))}
"""Where those sit who sit at a table, from its middle."""


class Spot(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A table or a bye stand."""

    number: int
    at: Spot
    kind: str
    """``table``, ``party`` or ``stand``."""
    plain: tuple[str, ...] = ()
    """What lies on it in every round, where that is told and not drawn: boards that go by no ring."""
    marks: tuple[str, ...] = ()
    """In a night that went wrong, by round: ``told``, ``shared``, ``lost``, or several of them."""


@dataclass(frozen=True, slots=True)
class Token:
    """A pair or a board group, and where it is in every round; None where it is nowhere."""

    label: str
    kind: str
    """``ns``, ``ew``; in one field ``stays``, ``moves``; ``player``; or ``board``."""
    look: int
    """The case of a board group, counted from 1."""
    spots: tuple[Spot | None, ...]
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything there is to draw."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    tokens: tuple[Token, ...]
    rounds: int

    def data(self) -> dict[str, object]:
        """Return where the tokens go, for the script: x and y in every round."""
        return {
            "rounds": self.rounds,
            "tokens": [[[s.x, s.y] if s else None for s in token.spots] for token in self.tokens],
            "plain": [list(box.plain) for box in self.boxes],
            "marks": [list(box.marks) for box in self.boxes],
        }


def room_picture(movement: Movement, boards: Boards | None) -> Picture:
    """Return the room of a movement.

    In a night that went wrong boards are not always where the layout would have them: where a table plays others they
    are told, and not drawn.
    """
    stands = movement.layout.stands if movement.layout else ()
    order: list[int | Stand] = []
    for table in range(1, movement.tables + 1):
        order += [table, *(stand for stand in stands if stand.beside == table)]
    columns = _columns(len(order))
    across = max(columns, FEWEST_ACROSS)
    middle = dict(zip(map(_key, order), _serpentine(columns, (across - columns) / 2), strict=False))
    rows = ceil(len(order) / columns)
    ringed = {t for sub in movement.layout.subsections for p in sub.places for t in p[:1]} if movement.layout else set()
    return Picture(
        width=across * CELL_WIDTH + 2 * MARGIN,
        height=rows * CELL_HEIGHT + 2 * MARGIN,
        boxes=tuple(_box(movement, one, middle[_key(one)], ringed, boards) for one in order),
        tokens=(*_boards(movement, middle, boards), *_people(movement, middle)),
        rounds=movement.rounds,
    )


def _columns(many: int) -> int:
    return min(many, ceil(sqrt(many * 2.2)))


def _key(one: int | Stand) -> tuple[str, int]:
    return ("table", one) if isinstance(one, int) else ("stand", one.number)


def _serpentine(columns: int, beside: float) -> Iterator[Spot]:
    """Yield the middles of the cells, rows back and forth, with so many cells left free on either side."""
    for row in count():
        across = range(columns) if row % 2 == 0 else range(columns - 1, -1, -1)
        for column in across:
            yield Spot(MARGIN + (beside + column + 0.5) * CELL_WIDTH, MARGIN + (row + 0.5) * CELL_HEIGHT)


def _box(movement: Movement, one: int | Stand, at: Spot, ringed: set[int], boards: Boards | None) -> Box:
    if isinstance(one, Stand):
        return Box(one.number, at, "stand")
    kind = "party" if one in {party.table for party in parties(movement)} else "table"
    plain = tuple(board_range(g, boards) for g in movement.groups[:, one - 1].tolist())
    if not (history := movement.history):
        return Box(one, at, kind, () if one in ringed else plain)
    drawn = [one in ringed and _lies_there(movement, one, round) for round in range(1, movement.rounds + 1)]
    told = tuple("" if is_drawn else words for words, is_drawn in zip(plain, drawn, strict=True))
    return Box(one, at, kind, told, tuple(_marks(movement, history, one)))


def _lies_there(movement: Movement, table: int, round: int) -> bool:
    """Tell whether a table plays what the layout has there."""
    copy = movement.layout.on_table(table, round) if movement.layout else None
    return copy is not None and copy.group == movement.groups[round - 1, table - 1]


def _marks(movement: Movement, history: History, table: int) -> Iterator[str]:
    """Yield what is to be seen of a table in every round of a night that went wrong."""
    copies = history.copies or (len(movement.layout.cases) if movement.layout else 1)
    for round, (lies, plays) in enumerate(zip(movement.groups, movement.played, strict=True), start=1):
        group = lies[table - 1]
        shared = plays[table - 1] and (lies[plays] == group).sum() > copies
        marks = {"told": (round, table) in history.told, "shared": shared, "lost": (round, table) in history.lost}
        yield " ".join(mark for mark, is_so in marks.items() if is_so)


def _people(movement: Movement, middle: dict[tuple[str, int], Spot]) -> Iterator[Token]:
    offsets = SEATS[len(movement.seat_names)]
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        spots: list[Spot | None] = [None] * movement.rounds
        for visit in movement.itinerary(label):
            x, y = offsets[movement.seat_names.index(visit.seat)]
            at = middle["table", visit.table]
            spots[visit.round - 1] = Spot(at.x + x, at.y + y)
        yield Token(label, _kind(movement, contestant), 0, tuple(spots))


def _kind(movement: Movement, contestant: int) -> str:
    """Return how somebody is drawn: by the line, and where all are in one by whether the pair ever moves."""
    if called(movement) is PLAYERS:
        return "player"
    if len(movement.field.lines) == 2:
        return ("ns", "ew")[movement.field.line(contestant)]
    return "stays" if (movement.seats == contestant).any(axis=(0, 2)).sum() == 1 else "moves"


def _boards(movement: Movement, middle: dict[tuple[str, int], Spot], boards: Boards | None) -> Iterator[Token]:
    if not (layout := movement.layout):
        return
    looks = {case: number for number, case in enumerate(layout.cases, start=1)}
    for number, sub in enumerate(layout.subsections, start=1):
        spots = {place: _place(layout, number, place, middle) for place in range(1, len(sub.places) + 1)}
        found: dict[tuple[str, int], list[tuple[Spot, float] | None]] = {}
        for round in range(1, movement.rounds + 1):
            for place, spot in spots.items():
                if (copy := sub.on(place, round)) and _is_known(movement, sub.places[place - 1], round):
                    found.setdefault(copy, [None] * movement.rounds)[round - 1] = spot
        for (case, group), ways in sorted(found.items()):
            scale = min((way[1] for way in ways if way), default=1)
            spots_in_time = tuple(way[0] if way else None for way in ways)
            yield Token(board_range(group, boards), "board", looks[case], spots_in_time, scale)


def _is_known(movement: Movement, tables: tuple[int, ...], round: int) -> bool:
    """Tell whether boards are where the layout has them: after a mishap it speaks of the rounds that are left."""
    if not movement.history:
        return True
    return _lies_there(movement, tables[0], round) if tables else round > movement.history.after


def _place(layout: Layout, subsection: int, place: int, middle: dict[tuple[str, int], Spot]) -> tuple[Spot, float]:
    """Return where a place of a ring is, and how small what lies there must be."""
    sub = layout.subsections[subsection - 1]
    if tables := sub.places[place - 1]:
        return middle["table", tables[0]], 1
    stand = next(s for s in layout.stands if s.subsection == subsection and place in s.places)
    at, many = middle["stand", stand.number], len(stand.places)
    across = 1 if many <= 4 else 2 if many <= 8 else ceil(sqrt(many / 1.6))
    down = ceil(many / across)
    column, row = divmod(stand.places.index(place), down)
    width, height = 86 / across, 76 / max(4, down)
    return Spot(at.x + (column - (across - 1) / 2) * width, at.y + 8 + (row - (down - 1) / 2) * height), min(
        1, width / 44, height / 18.5
    )
