"""The room in every round: tables and bye stands in rows, and where each pair and each board group is.

Tables stand in their order, back and forth, each bye stand after the table it feeds, so that neighbours in the movement
are neighbours in the picture. Pairs and boards are tokens that know their place in every round; a page draws one round,
and a little script moves them. On a phone the same room has fewer tables in a row.
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
from byestand.words.boards import board_range
from byestand.words.people import PLAYERS, contestant_noun

MARGIN = 8
FEWEST_ACROSS = 6
"""Cells that are drawn as large as the page allows: three tables would be giants."""
MOST_ROWS = 3
"""With more the room is as high as it is, and not made to fit the screen."""
OUT = "out"
"""Who has no opponents, or no seat at all, is here."""


class Spot(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plan:
    """How tables are drawn: those of pairs, and those of four players on a compass."""

    width: int
    height: int
    """Of a cell, with the way between the tables."""
    seats: tuple[Spot, ...]
    """Where those sit who sit at a table, from its middle."""
    boards: Spot
    """Where the boards lie on it."""
    across_phone: int
    """Tables in a row where the screen is narrow."""


PAIRS_PLAN = Plan(152, 132, (Spot(0, -45), Spot(0, 45)), Spot(19, 0), 3)
COMPASS_PLAN = Plan(250, 168, (Spot(0, -50), Spot(0, 50), Spot(80, 0), Spot(-80, 0)), Spot(11, 0), 2)
COMPASS_ACROSS = 4
"""Tables of players in a row on a laptop."""


@dataclass(frozen=True, slots=True)
class Box:
    """A table or a bye stand."""

    number: int
    at: Spot
    kind: str
    """``table``, ``party``, ``stand`` or ``out``."""
    plain: tuple[str, ...] = ()
    """What lies on it in every round, where that is told and not drawn: boards that go by no ring."""
    marks: tuple[str, ...] = ()
    """In a night that went wrong, by round: ``told``, ``shared``, ``lost``, or several of them."""


@dataclass(frozen=True, slots=True)
class Token:
    """A pair or a board group, and where it is in every round; None where it is nowhere."""

    label: str
    kind: str
    """``ns``, ``ew``, ``rover``; in one field ``stays``, ``moves``; ``player``; or ``board``."""
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
    lane: tuple[Spot, ...] = ()
    """The way from table to table that pairs go up; empty where they do not."""
    is_compass: bool = False
    is_low: bool = True
    """Whether it may be made to fit the screen."""

    @property
    def lane_arrows(self) -> tuple[str, ...]:
        """Where the lane is marked with its direction, half way between two tables, as transforms."""
        return tuple(
            f"translate({(one.x + two.x) / 2} {(one.y + two.y) / 2}){_turn(one, two)}"
            for one, two in pairwise(self.lane)
        )

    def data(self) -> dict[str, object]:
        """Return where the tokens go, for the script: x and y in every round."""
        return {
            "rounds": self.rounds,
            "tokens": [[[s.x, s.y] if s else None for s in token.spots] for token in self.tokens],
            "plain": [list(box.plain) for box in self.boxes],
            "marks": [list(box.marks) for box in self.boxes],
        }


def _turn(one: Spot, two: Spot) -> str:
    return " rotate(180)" if two.x < one.x else " rotate(90)" if two.y > one.y else ""


@dataclass(frozen=True, slots=True)
class Room:
    """The same room twice: as wide as a page, and as narrow as a phone."""

    wide: Picture
    tall: Picture


def room_picture(movement: Movement, boards: Boards | None) -> Room:
    """Return the room of a movement.

    In a night that went wrong boards are not always where the layout would have them: where a table plays others they
    are told, and not drawn.
    """
    plan = COMPASS_PLAN if contestant_noun(movement) is PLAYERS else PAIRS_PLAN
    many = len(_order(movement))
    wide = min(many, COMPASS_ACROSS) if plan is COMPASS_PLAN else min(many, ceil(sqrt(many * 2.2)))
    return Room(_picture(movement, boards, plan, wide), _picture(movement, boards, plan, min(many, plan.across_phone)))


def _picture(movement: Movement, boards: Boards | None, plan: Plan, columns: int) -> Picture:
    order = _order(movement)
    fewest = min(FEWEST_ACROSS, COMPASS_ACROSS) if plan is COMPASS_PLAN else FEWEST_ACROSS
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
        is_low=rows <= MOST_ROWS,
    )


def _order(movement: Movement) -> list[int | Stand | str]:
    """Return what stands in the room, one after another."""
    stands = movement.layout.stands if movement.layout else ()
    empty = {party.table for party in parties(movement) if party.half}
    order: list[int | Stand | str] = []
    for table in range(1, movement.tables + 1):
        order += [*([table] if table not in empty else []), *(stand for stand in stands if stand.beside == table)]
    labels = map(movement.field.label, movement.field.present)
    seats_all = all(len(movement.itinerary(label)) == movement.rounds for label in labels)
    return [*order, OUT] if empty or not seats_all else order


def _goes_up(movement: Movement) -> bool:
    """Tell whether EW go up from table to table: most of them do after round 1, or the way is another."""
    if len(movement.field.lines) != 2 or movement.rounds == 1:
        return False
    before, after = movement.seats[0, :, 1], movement.seats[1, :, 1]
    return int((before[:-1] == after[1:]).sum()) * 2 > len(before)


def _key(one: int | Stand | str) -> tuple[str, int]:
    if isinstance(one, Stand):
        return "stand", one.number
    return ("table", one) if isinstance(one, int) else (OUT, 0)


def _serpentine(plan: Plan, columns: int, beside: float) -> Iterator[Spot]:
    """Yield the middles of the cells, rows back and forth, with so many cells left free on either side."""
    for row in count():
        across = range(columns) if row % 2 == 0 or plan is COMPASS_PLAN else range(columns - 1, -1, -1)
        for column in across:
            yield Spot(MARGIN + (beside + column + 0.5) * plan.width, MARGIN + (row + 0.5) * plan.height)


def _box(movement: Movement, one: int | Stand | str, at: Spot, ringed: set[int], boards: Boards | None) -> Box:
    if isinstance(one, Stand):
        return Box(one.number, at, "stand")
    if isinstance(one, str):
        return Box(0, at, OUT)
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


def _people(movement: Movement, middle: dict[tuple[str, int], Spot], plan: Plan) -> Iterator[Token]:
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        spots = [middle.get((OUT, 0))] * movement.rounds
        for visit in movement.itinerary(label):
            if at := middle.get(("table", visit.table)):
                x, y = plan.seats[movement.seat_names.index(visit.seat)]
                spots[visit.round - 1] = Spot(at.x + x, at.y + y)
        yield Token(label, _kind(movement, contestant), 0, tuple(spots))


def _kind(movement: Movement, contestant: int) -> str:
    """Return how somebody is drawn: by the line, and where all are in one by whether the pair ever moves."""
    if contestant_noun(movement) is PLAYERS:
        return "player"
    if contestant in {route.contestant for route in movement.claimed(Route) if route.party_table}:
        return "rover"
    if len(movement.field.lines) == 2:
        return ("ns", "ew")[movement.field.line(contestant)]
    return "stays" if (movement.seats == contestant).any(axis=(0, 2)).sum() == 1 else "moves"


def _boards(
    movement: Movement, middle: dict[tuple[str, int], Spot], boards: Boards | None, plan: Plan
) -> Iterator[Token]:
    if not (layout := movement.layout):
        return
    looks = {case: number for number, case in enumerate(layout.cases, start=1)}
    for number, sub in enumerate(layout.subsections, start=1):
        spots = {place: _place(layout, number, place, middle, plan) for place in range(1, len(sub.places) + 1)}
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


def _place(
    layout: Layout, subsection: int, place: int, middle: dict[tuple[str, int], Spot], plan: Plan
) -> tuple[Spot, float]:
    """Return where a place of a ring is, and how small what lies there must be."""
    sub = layout.subsections[subsection - 1]
    if tables := sub.places[place - 1]:
        at = middle["table", tables[0]]
        return Spot(at.x + plan.boards.x, at.y + plan.boards.y), 1
    stand = next(s for s in layout.stands if s.subsection == subsection and place in s.places)
    at, many = middle["stand", stand.number], len(stand.places)
    across = 1 if many <= 4 else 2 if many <= 10 else ceil(sqrt(many / 1.6))
    down = ceil(many / across)
    column, row = divmod(stand.places.index(place), down)
    width, height = 112 / across, 92 / max(4, down)
    spot = Spot(at.x + (column - (across - 1) / 2) * width, at.y + 10 + (row - (down - 1) / 2) * height)
    return spot, min(1, width / 60, height / 18)  # boards may lie a little on one another
