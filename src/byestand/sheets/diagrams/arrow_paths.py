"""Ways through the room: straight between neighbours, round the ends of rows, and along lanes.

Pairs move on the inner side of the tables and boards on the outer one, so that ways do not overlap.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from byestand.sheets.diagrams.room_layout import RoomLayout
from byestand.sheets.diagrams.typical_moves import DiagramBox, DiagramMove, Point, between, edge

MovedThing: TypeAlias = Literal["pairs", "boards"]
Path: TypeAlias = tuple[Point, ...]

TRACK = 0.28
"""The distance of ways from the middle of a row, in sides of a table."""
ASIDE = 0.2
"""The distance of ways from the middle of a column."""
CLEAR = 0.04
"""Between an arrow and a box."""
LANES = 0.27, 0.13
"""The distance of the first lane from a row, and of the next lane from it."""


class Router:
    """Finds ways between the boxes of a room."""

    def __init__(self, room: RoomLayout, boxes: Mapping[str, DiagramBox]) -> None:
        self._room, self._boxes, self._side = room, boxes, room.side
        self._order = list(room.at)
        self._lanes: defaultdict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)

    def is_long(self, move: DiagramMove) -> bool:
        """Return whether a way is neither between neighbours nor from one end of the room to the other."""
        return not (self._neighbours(move) or self._from_end_to_end(move))

    def path(self, what: MovedThing, move: DiagramMove) -> Path:
        """Return the corners of a way."""
        if self._neighbours(move):
            return self._beside_lane(what, move)
        if self._from_end_to_end(move):
            return self._round_the_room(what, move)
        return self._along_lanes(move)

    def curve(self, move: DiagramMove) -> Path:
        """Return a curve: its start, its control point and its end."""
        a, b = self._boxes[move.source], self._boxes[move.target]
        cells = self._room.at[move.source], self._room.at[move.target]
        bend = between(a.at, b.at)
        if cells[0].row == cells[1].row:
            reach = min(2.4, 0.9 + 0.35 * abs(cells[0].column - cells[1].column)) * self._side
            bend = Point(bend.x, a.at.y + self._inner(cells[0].row) * reach)
        else:
            bend = Point(bend.x + 0.12 * (b.at.y - a.at.y), bend.y)
        gap = CLEAR * self._side
        return edge(a, bend, gap), bend, edge(b, bend, gap)

    def _neighbours(self, move: DiagramMove) -> bool:
        """Return whether only stands, or the end of a row, are between two things."""
        if not self._room.back_and_forth and self._room.at[move.source].row != self._room.at[move.target].row:
            return False
        low, high = sorted(self._order.index(name) for name in (move.source, move.target))
        between_them = self._order[low + 1 : high]
        return all(name.startswith("stand") for name in between_them) and (
            "stand" not in move.source + move.target or high == low + 1
        )

    def _from_end_to_end(self, move: DiagramMove) -> bool:
        tables = [name for name in self._order if name.startswith("table")]
        ends = {tables[0], tables[-1]}
        return self._room.back_and_forth and len(tables) > 2 and {move.source, move.target} == ends

    def _inner(self, row: int) -> int:
        """Return the side of a row on which pairs move: 1 below, -1 above."""
        return -1 if row % 2 and self._room.back_and_forth else 1

    def _track(self, what: MovedThing, row: int) -> float:
        side = self._inner(row) if what == "pairs" else -self._inner(row)
        return self._room.y(row) + side * TRACK * self._side

    def _edge_x(self, name: str, towards: float) -> float:
        box = self._boxes[name]
        sign = 1 if towards > box.at.x else -1
        return box.at.x + sign * (box.half_width + CLEAR * self._side)

    def _edge_y(self, name: str, towards: float) -> float:
        box = self._boxes[name]
        sign = 1 if towards > box.at.y else -1
        return box.at.y + sign * (box.half_height + CLEAR * self._side)

    def _beside_lane(self, what: MovedThing, move: DiagramMove) -> Path:
        a, b = self._room.at[move.source], self._room.at[move.target]
        if a.row != b.row:
            return self._corner(
                what, move, max(a.column, b.column) if min(a.row, b.row) % 2 == 0 else min(a.column, b.column)
            )
        y = self._track(what, a.row)
        ends = self._room.x(b.column), self._room.x(a.column)
        return Point(self._edge_x(move.source, ends[0]), y), Point(self._edge_x(move.target, ends[1]), y)

    def _corner(self, what: MovedThing, move: DiagramMove, column: int) -> Path:
        """Return the way from one row to the next round its end, where *column* is."""
        x = self._room.x(column) + (ASIDE if what == "pairs" else -ASIDE) * self._side
        return (
            *self._to_column(what, move.source, move.target, x, column),
            *reversed(self._to_column(what, move.target, move.source, x, column)),
        )

    def _to_column(self, what: MovedThing, name: str, other: str, x: float, column: int) -> list[Point]:
        cell = self._room.at[name]
        if cell.column == column:
            return [Point(x, self._edge_y(name, self._boxes[other].at.y))]
        y = self._track(what, cell.row)
        return [Point(self._edge_x(name, x), y), Point(x, y)]

    def _round_the_room(self, what: MovedThing, move: DiagramMove) -> Path:
        rows = self._room.rows
        if rows == 2:
            return self._corner(what, move, 0)
        lane = (0.45 if what == "pairs" else 0.62) * self._side
        if rows % 2:
            return self._below(what, move, lane)
        x = self._room.x(0) - 0.5 * self._side - lane + 0.2 * self._side
        ends = [(name, self._track(what, self._room.at[name].row)) for name in (move.source, move.target)]
        (a, ya), (b, yb) = ends
        return Point(self._edge_x(a, x), ya), Point(x, ya), Point(x, yb), Point(self._edge_x(b, x), yb)

    def _below(self, what: MovedThing, move: DiagramMove, lane: float) -> Path:
        """Return the way between the ends of an odd number of rows: below the last, and up beside them."""
        bottom = self._room.y(self._room.rows - 1) + 0.5 * self._side + lane - 0.15 * self._side
        first, last = sorted((move.source, move.target), key=self._order.index)
        x_last = self._boxes[last].at.x + (ASIDE if what == "pairs" else -ASIDE) * self._side
        path = [Point(x_last, self._edge_y(last, bottom)), Point(x_last, bottom)]
        if self._room.rows == 1:
            x_first = self._boxes[first].at.x + (ASIDE if what == "pairs" else -ASIDE) * self._side
            path += [Point(x_first, bottom), Point(x_first, self._edge_y(first, bottom))]
        else:
            x = self._room.x(0) - 0.3 * self._side - lane
            y = self._track(what, 0)
            path += [Point(x, bottom), Point(x, y), Point(self._edge_x(first, x), y)]
        return tuple(path if move.source == last else reversed(path))

    def _along_lanes(self, move: DiagramMove) -> Path:
        a, b = self._room.at[move.source], self._room.at[move.target]
        xa, xb = self._boxes[move.source].at.x, self._boxes[move.target].at.x
        if a.row == b.row:
            outer = -self._inner(a.row)
            y = self._lane(a.row, outer, xa, xb)
            return self._hook(move, [Point(xa, y), Point(xb, y)])
        down = 1 if b.row > a.row else -1
        if abs(a.row - b.row) == 1:
            y = self._lane(b.row, -down, xa, xb)
            return self._hook(move, [Point(xa, y), Point(xb, y)])
        side = self._room.width - 0.2 * self._side if xa + xb > self._room.width else 0.2 * self._side
        ya, yb = self._lane(a.row, down, xa, side), self._lane(b.row, -down, xb, side)
        return self._hook(move, [Point(xa, ya), Point(side, ya), Point(side, yb), Point(xb, yb)])

    def _hook(self, move: DiagramMove, corners: Sequence[Point]) -> Path:
        first, last = corners[0], corners[-1]
        start = Point(first.x, self._edge_y(move.source, first.y))
        return (start, *corners, Point(last.x, self._edge_y(move.target, last.y)))

    def _lane(self, row: int, side: int, *ends: float) -> float:
        """Return the height of a free lane beside a row: above it (-1) or below (1)."""
        low, high = min(ends), max(ends)
        for number in range(99):
            taken = self._lanes["above" if side < 0 else "below", 100 * row + number]
            if all(high < a or low > b for a, b in taken):
                taken.append((low, high))
                away = 0.5 + LANES[0] + LANES[1] * number
                return self._room.y(row) + side * away * self._side
        raise AssertionError("no free lane")
