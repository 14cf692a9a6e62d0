"""Places of tables in rows back and forth, with each stand after the table that it feeds.

Rainbows with jumps have rows in one direction. The party table is in the middle.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, prod
from typing import NamedTuple

from byestand.flow.board_travel import BoardTravel
from byestand.model.claims import Jump
from byestand.model.inferred_claims import infer_claims, ring_tables
from byestand.model.movement import Movement

PITCH = 1.4
"""From one table to the next along a row, in sides of a table."""
GAP, WIDE_GAP = 0.9, 2.0
"""Between two rows: the usual gap, and the gap for more ways or the party table."""
LANE = 0.62
"""Next to the rows, for ways from the last table to the first."""
LARGEST = 150.0
WIDEST_STRETCH = 1.2
"""The most extra space between rows, if a page has room for it."""
MAX_ROWS = 8
FEW_TABLES = 4
ODD_ROWS = 0.85
"""The weight of an odd number of rows. With an even number the last table is near the first."""


class RoomCell(NamedTuple):
    """A place in the room, counted from 0."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class RoomLayout:
    """Rows of places with tables and stands."""

    columns: int
    rows: int
    at: Mapping[str, RoomCell]
    """``table 1``, ``stand 2``."""
    side: float
    """Of a table."""
    gap: float
    """Between two rows, in sides of a table."""
    middle_gap: float
    """Between the two in the middle."""
    back_and_forth: bool = True

    @property
    def width(self) -> float:
        """The width with the lanes on both sides."""
        return (self.columns * PITCH + 2 * LANE) * self.side

    @property
    def height(self) -> float:
        """The height with the lanes above and below."""
        return (self.rows + (self.rows - 1) * self.gap + self._wider + 2 * LANE) * self.side

    @property
    def _wider(self) -> float:
        return self.middle_gap - (self.gap if self.rows > 1 else 0.0)

    def x(self, column: int) -> float:
        """Return the middle of a column."""
        return (LANE + (column + 0.5) * PITCH) * self.side

    def y(self, row: int) -> float:
        """Return the middle of a row."""
        below_middle = self.rows > 1 and row >= (self.rows + 1) // 2
        return (LANE + 0.5 + row * (1 + self.gap) + (self._wider if below_middle else 0.0)) * self.side

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the widest gap."""
        if self.rows == 1:
            return self.width / 2, self.y(0) + (0.5 + self.middle_gap / 2) * self.side
        upper = (self.rows + 1) // 2 - 1
        return self.width / 2, (self.y(upper) + self.y(upper + 1)) / 2


def room_of(movement: Movement, travel: BoardTravel, width: float, height: float, *, wide: bool) -> RoomLayout:
    """Return the room with the largest tables; *wide* leaves room for more ways, or a party table."""
    gap = WIDE_GAP if wide else GAP
    if sides := _grid_sides(movement):
        rows, columns = prod(sides[:-1]), sides[-1]
        at = {f"table {t}": RoomCell((t - 1) % columns, (t - 1) // columns) for t in range(1, movement.tables + 1)}
        return _fit(columns, rows, at, width, height, gap, back_and_forth=False)
    order = list(_in_order(movement, travel))
    tried = [_serpentine(order, rows, width, height, gap) for rows in range(1, min(MAX_ROWS, len(order)) + 1)]
    return max(tried, key=lambda room: room.side * (ODD_ROWS if room.rows % 2 and len(order) > FEW_TABLES else 1.0))


def _grid_sides(movement: Movement) -> tuple[int, ...]:
    """Return the sides of the grid of tables; empty if tables are simply in order."""
    sides = next((claim.sides for claim in infer_claims(movement) if isinstance(claim, Jump)), ())
    return sides if len(sides) > 1 and prod(sides) == movement.tables else ()


def _in_order(movement: Movement, travel: BoardTravel) -> Iterator[str]:
    beside = (
        {stand.number: stand.next_to_table for stand in travel.layout.stands}
        if travel.layout and travel.laid_out
        else {}
    )
    if travel.pool:
        beside[travel.pool.stand] = travel.pool.between[1]
    for table in range(1, ring_tables(movement) + 1):
        yield f"table {table}"
        yield from (f"stand {number}" for number, there in beside.items() if there == table)


def _serpentine(order: list[str], rows: int, width: float, height: float, gap: float) -> RoomLayout:
    columns = ceil(len(order) / rows)
    at = {}
    for i, name in enumerate(order):
        row, along = divmod(i, columns)
        at[name] = RoomCell(columns - 1 - along if row % 2 else along, row)
    return _fit(columns, max(cell.row for cell in at.values()) + 1, at, width, height, gap)


def _fit(
    columns: int,
    rows: int,
    at: dict[str, RoomCell],
    width: float,
    height: float,
    gap: float,
    *,
    back_and_forth: bool = True,
) -> RoomLayout:
    middle = gap if rows > 1 else max(0.0, gap - GAP)
    room = RoomLayout(columns, rows, at, 1.0, GAP, middle, back_and_forth)
    side = min(LARGEST, width / room.width, height / room.height)
    more = min(WIDEST_STRETCH, (height / side - room.height) / max(1, rows - 1)) if rows > 1 else 0.0
    return RoomLayout(columns, rows, at, side, GAP + more, middle + more, back_and_forth)
