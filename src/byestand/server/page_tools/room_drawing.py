"""The room in every round: tables and bye stands in rows, and the place of each pair and each deal group.

Tables are in their order, back and forth, each bye stand after the table that it feeds, so that neighbours in the
movement are neighbours in the picture. Pairs and boards are tokens with a place in every round; a page draws one round,
and a script moves them. On a phone the same room has fewer tables in a row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, pairwise
from math import ceil, sqrt
from typing import NamedTuple

from byestand.flow.rover import parties
from byestand.model.boards import Boards
from byestand.model.claims import Route
from byestand.model.history import History
from byestand.model.layout import Layout, Stand
from byestand.model.movement import Movement
from byestand.sentences.boards import board_range
from byestand.words.people import PLAYERS, contestant_noun

MARGIN = 8
MIN_TABLES_PER_ROW = 6
"""The picture is at least this wide, so that few tables are not drawn too large."""
MAX_ROWS = 3
"""With more rows the picture is not scaled to fit the screen."""
OUT = "out"
"""The place of contestants without opponents or a seat."""


class DrawingPoint(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """How to draw tables: with pairs, or with four players on a compass."""

    width: int
    height: int
    """Of a cell, with the space between tables."""
    seats: tuple[DrawingPoint, ...]
    """Positions of the seats, from the centre of the table."""
    boards: DrawingPoint
    """Position of the boards."""
    across_phone: int
    """Tables per row on a narrow screen."""


PAIRS_PLAN = DrawingStyle(152, 132, (DrawingPoint(0, -45), DrawingPoint(0, 45)), DrawingPoint(19, 0), 3)
COMPASS_PLAN = DrawingStyle(
    250,
    168,
    (DrawingPoint(0, -50), DrawingPoint(0, 50), DrawingPoint(80, 0), DrawingPoint(-80, 0)),
    DrawingPoint(11, 0),
    2,
)
COMPASS_ACROSS = 4
"""Tables of players per row on a laptop."""


@dataclass(frozen=True, slots=True)
class PlaceBox:
    """A table or a bye stand."""

    number: int
    at: DrawingPoint
    kind: str
    """``table``, ``party``, ``stand`` or ``out``."""
    plain: tuple[str, ...] = ()
    """Its boards in every round as text, if they are not drawn as tokens."""
    marks: tuple[str, ...] = ()
    """After a problem, by round: ``told``, ``shared``, ``lost``, or several of them."""


@dataclass(frozen=True, slots=True)
class DrawnToken:
    """A pair or a deal group, and its place in every round; None if it has none."""

    label: str
    kind: str
    """``ns``, ``ew``, ``rover``; in one field ``stays``, ``moves``; ``player``; or ``board``."""
    look: int
    """The set of a deal group, counted from 1."""
    spots: tuple[DrawingPoint | None, ...]
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole picture."""

    width: int
    height: int
    boxes: tuple[PlaceBox, ...]
    tokens: tuple[DrawnToken, ...]
    rounds: int
    lane: tuple[DrawingPoint, ...] = ()
    """The path of pairs that move up; empty if they do not."""
    is_compass: bool = False
    is_low: bool = True
    """Whether it may be scaled to fit the screen."""

    @property
    def lane_arrows(self) -> tuple[str, ...]:
        """Transforms of the arrows on the lane, half way between two tables."""
        return tuple(
            f"translate({(start.x + end.x) / 2} {(start.y + end.y) / 2}){_turn(start, end)}"
            for start, end in pairwise(self.lane)
        )

    def data(self) -> dict[str, object]:
        """Return the positions of the tokens for the script: x and y in every round."""
        return {
            "rounds": self.rounds,
            "tokens": [[[s.x, s.y] if s else None for s in token.spots] for token in self.tokens],
            "plain": [list(box.plain) for box in self.boxes],
            "marks": [list(box.marks) for box in self.boxes],
        }


def _turn(start: DrawingPoint, end: DrawingPoint) -> str:
    return " rotate(180)" if end.x < start.x else " rotate(90)" if end.y > start.y else ""


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """The same room twice: for a wide page and for a phone."""

    wide: Picture
    tall: Picture


def room_picture(movement: Movement, boards: Boards | None) -> RoomDrawing:
    """Return the room of a movement.

    After a problem boards are not always where the layout has them: a table with other boards shows them as text.
    """
    plan = COMPASS_PLAN if contestant_noun(movement) is PLAYERS else PAIRS_PLAN
    cells = len(_order(movement))
    wide = min(cells, COMPASS_ACROSS) if plan is COMPASS_PLAN else min(cells, ceil(sqrt(cells * 2.2)))
    return RoomDrawing(
        _picture(movement, boards, plan, wide), _picture(movement, boards, plan, min(cells, plan.across_phone))
    )


def _picture(movement: Movement, boards: Boards | None, plan: DrawingStyle, columns: int) -> Picture:
    order = _order(movement)
    fewest = min(MIN_TABLES_PER_ROW, COMPASS_ACROSS) if plan is COMPASS_PLAN else MIN_TABLES_PER_ROW
    across = columns if columns <= plan.across_phone else max(columns, fewest)
    middle = dict(zip(map(_key, order), _serpentine(plan, columns, (across - columns) / 2), strict=False))
    rows = ceil(len(order) / columns)
    ringed = {t for sub in movement.layout.subsections for p in sub.places for t in p[:1]} if movement.layout else set()
    return Picture(
        width=across * plan.width + 2 * MARGIN,
        height=rows * plan.height + 2 * MARGIN,
        boxes=tuple(_box(movement, one, middle[_key(one)], ringed, boards) for one in order),
        tokens=(*_boards(movement, middle, boards, plan), *_people(movement, middle, plan)),
        rounds=movement.rounds,
        lane=tuple(middle[_key(one)] for one in order if one != OUT) if _goes_up(movement) else (),
        is_compass=plan is COMPASS_PLAN,
        is_low=rows <= MAX_ROWS,
    )


def _order(movement: Movement) -> list[int | Stand | str]:
    """Return the tables and bye stands in order."""
    stands = movement.layout.stands if movement.layout else ()
    empty = {party.table for party in parties(movement) if party.half}
    order: list[int | Stand | str] = []
    for table in range(1, movement.tables + 1):
        order += [
            *([table] if table not in empty else []),
            *(stand for stand in stands if stand.next_to_table == table),
        ]
    labels = map(movement.field.label, movement.field.present)
    seats_all = all(len(movement.itinerary(label)) == movement.rounds for label in labels)
    return [*order, OUT] if empty or not seats_all else order


def _goes_up(movement: Movement) -> bool:
    """Return whether most EW pairs move up one table after round 1."""
    if len(movement.field.lines) != 2 or movement.rounds == 1:
        return False
    before, after = movement.seats[0, :, 1], movement.seats[1, :, 1]
    return int((before[:-1] == after[1:]).sum()) * 2 > len(before)


def _key(one: int | Stand | str) -> tuple[str, int]:
    if isinstance(one, Stand):
        return "stand", one.number
    return ("table", one) if isinstance(one, int) else (OUT, 0)


def _serpentine(plan: DrawingStyle, columns: int, beside: float) -> Iterator[DrawingPoint]:
    """Yield the centres of the cells, rows back and forth, with free cells on either side."""
    for row in count():
        across = range(columns) if row % 2 == 0 or plan is COMPASS_PLAN else range(columns - 1, -1, -1)
        for column in across:
            yield DrawingPoint(MARGIN + (beside + column + 0.5) * plan.width, MARGIN + (row + 0.5) * plan.height)


def _box(
    movement: Movement, one: int | Stand | str, at: DrawingPoint, ringed: set[int], boards: Boards | None
) -> PlaceBox:
    if isinstance(one, Stand):
        return PlaceBox(one.number, at, "stand")
    if isinstance(one, str):
        return PlaceBox(0, at, OUT)
    kind = "party" if one in {party.table for party in parties(movement)} else "table"
    plain = tuple(board_range(g, boards) for g in movement.groups[:, one - 1].tolist())
    if not (history := movement.history):
        return PlaceBox(one, at, kind, () if one in ringed else plain)
    drawn = [one in ringed and _lies_there(movement, one, round) for round in range(1, movement.rounds + 1)]
    texts = tuple("" if is_drawn else text for text, is_drawn in zip(plain, drawn, strict=True))
    return PlaceBox(one, at, kind, texts, tuple(_marks(movement, history, one)))


def _lies_there(movement: Movement, table: int, round: int) -> bool:
    """Return whether a table plays the boards of the layout."""
    copy = movement.layout.on_table(table, round) if movement.layout else None
    return copy is not None and copy.group == movement.groups[round - 1, table - 1]


def _marks(movement: Movement, history: History, table: int) -> Iterator[str]:
    """Yield the marks of a table in every round after a problem."""
    copies = history.copies or (len(movement.layout.cases) if movement.layout else 1)
    for round, (lies, plays) in enumerate(zip(movement.groups, movement.played_mask, strict=True), start=1):
        group = lies[table - 1]
        shared = plays[table - 1] and (lies[plays] == group).sum() > copies
        marks = {
            "told": (round, table) in history.instructed_cells,
            "shared": shared,
            "lost": (round, table) in history.lost_cells,
        }
        yield " ".join(mark for mark, is_so in marks.items() if is_so)


def _people(
    movement: Movement, middle: dict[tuple[str, int], DrawingPoint], plan: DrawingStyle
) -> Iterator[DrawnToken]:
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        spots = [middle.get((OUT, 0))] * movement.rounds
        for visit in movement.itinerary(label):
            if at := middle.get(("table", visit.table)):
                x, y = plan.seats[movement.seat_names.index(visit.seat)]
                spots[visit.round - 1] = DrawingPoint(at.x + x, at.y + y)
        yield DrawnToken(label, _kind(movement, contestant), 0, tuple(spots))


def _kind(movement: Movement, contestant: int) -> str:
    """Return the kind of a token: its line, or in one field whether the pair ever moves."""
    if contestant_noun(movement) is PLAYERS:
        return "player"
    if contestant in {route.contestant for route in movement.claims_of(Route) if route.party_table}:
        return "rover"
    if len(movement.field.lines) == 2:
        return ("ns", "ew")[movement.field.line(contestant)]
    return "stays" if (movement.seats == contestant).any(axis=(0, 2)).sum() == 1 else "moves"


def _boards(
    movement: Movement, middle: dict[tuple[str, int], DrawingPoint], boards: Boards | None, plan: DrawingStyle
) -> Iterator[DrawnToken]:
    if not (layout := movement.layout):
        return
    looks = {case: number for number, case in enumerate(layout.cases, start=1)}
    for number, sub in enumerate(layout.subsections, start=1):
        spots = {place: _place(layout, number, place, middle, plan) for place in range(1, len(sub.places) + 1)}
        places: dict[tuple[str, int], list[tuple[DrawingPoint, float] | None]] = {}
        for round in range(1, movement.rounds + 1):
            for place, spot in spots.items():
                if (copy := sub.on(place, round)) and _is_known(movement, sub.places[place - 1], round):
                    places.setdefault(copy, [None] * movement.rounds)[round - 1] = spot
        for (case, group), by_round in sorted(places.items()):
            scale = min((place[1] for place in by_round if place), default=1)
            spots_in_time = tuple(place[0] if place else None for place in by_round)
            yield DrawnToken(board_range(group, boards), "board", looks[case], spots_in_time, scale)


def _is_known(movement: Movement, tables: tuple[int, ...], round: int) -> bool:
    """Return whether boards are where the layout has them: after a problem it is valid for later rounds only."""
    if not movement.history:
        return True
    return _lies_there(movement, tables[0], round) if tables else round > movement.history.after


def _place(
    layout: Layout, subsection: int, place: int, middle: dict[tuple[str, int], DrawingPoint], plan: DrawingStyle
) -> tuple[DrawingPoint, float]:
    """Return the position of a place of a ring, and the scale of its boards."""
    sub = layout.subsections[subsection - 1]
    if tables := sub.places[place - 1]:
        at = middle["table", tables[0]]
        return DrawingPoint(at.x + plan.boards.x, at.y + plan.boards.y), 1
    stand = next(s for s in layout.stands if s.subsection == subsection and place in s.places)
    at, size = middle["stand", stand.number], len(stand.places)
    across = 1 if size <= 4 else 2 if size <= 10 else ceil(sqrt(size / 1.6))
    down = ceil(size / across)
    column, row = divmod(stand.places.index(place), down)
    width, height = 112 / across, 92 / max(4, down)
    spot = DrawingPoint(at.x + (column - (across - 1) / 2) * width, at.y + 10 + (row - (down - 1) / 2) * height)
    return spot, min(1, width / 60, height / 18)  # boards may overlap a little
