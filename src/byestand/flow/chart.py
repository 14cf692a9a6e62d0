"""The movement chart as data: tables by rounds, each bye stand below the table that it feeds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from byestand.flow.attendance import without_seat
from byestand.flow.board_travel import BoardTravel
from byestand.flow.rover import parties
from byestand.model.boards import Boards
from byestand.model.claims import Route
from byestand.model.history import Cell, History
from byestand.model.inferred_claims import arrow_mask
from byestand.model.layout import Layout, Stand
from byestand.model.movement import Movement


class LineKind(Enum):
    """What a line of the chart is about."""

    TABLE = auto()
    PARTY_TABLE = auto()
    STAND = auto()
    """One position on a bye stand."""
    OUT = auto()
    """Players without a seat."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A table, a position on a bye stand, or players without a seat, through all rounds."""

    kind: LineKind
    number: int
    """The number of the table or the bye stand."""
    cells: tuple[tuple[str, ...], ...]
    """For each round the text under each heading; a bye stand has boards only."""
    label: str = ""
    """The text before the line."""
    is_stand: bool = False
    cases: tuple[str, ...] = ()
    """For each round the set of the boards; empty where it is unknown."""
    table: int = 0
    """The number of the table; 0 for other lines."""
    marks: tuple[str, ...] = ()
    """For each round ``cancelled``, ``lost`` or nothing; empty without a repair."""
    turned: tuple[bool, ...] = ()
    """For each round whether this table is arrow-switched."""
    roving: tuple[tuple[bool, ...], ...] = ()
    """For each round whether a rover is under each heading."""


def chart_seats(movement: Movement, *, everybody: bool) -> tuple[str, ...]:
    """Return the seats that a chart shows; stationary NS, or North, are left out unless *everybody* is asked for."""
    names = tuple(name[0] if movement.is_individual else name for name in movement.seat_names)
    return names if everybody or not ns_stay_at_their_number(movement) else names[1:]


def chart_lines(travel: BoardTravel, seats: Sequence[str], boards: Boards | None) -> Iterator[ChartLine]:
    """Yield the lines of the chart."""
    movement, layout = travel.movement, travel.layout
    turned = arrow_mask(movement).tolist()
    for table in range(1, movement.tables + 1):
        here = tuple(row[table - 1] for row in turned)
        yield replace(_table_line(travel, table, seats, boards), turned=here)
        for stand in layout.stands if layout else ():
            if layout and stand.next_to_table == table:
                yield from _stand_lines(movement, layout, stand, len(seats), boards)
    yield from _out_lines(movement, len(seats))


def _table_line(travel: BoardTravel, table: int, seats: Sequence[str], boards: Boards | None) -> ChartLine:
    movement = travel.movement
    number, first = movement.field.number, movement.seats.shape[2] - len(seats)
    is_party = table in {party.table for party in parties(movement)}
    rovers = set() if is_party else {route.contestant for route in movement.claims_of(Route)}
    cells, roving, rounds = [], [], range(1, movement.rounds + 1)
    for round in rounds:
        numbers = _board_numbers(int(movement.groups[round - 1, table - 1]), boards)
        sitting = movement.seats[round - 1, table - 1, first:].tolist()
        played = movement.played_mask[round - 1, table - 1]
        cells.append((*(str(number(c) or "-") for c in sitting), numbers if played else f"({numbers})"))
        roving.append(tuple(c in rovers for c in sitting))
    return ChartLine(
        LineKind.PARTY_TABLE if is_party else LineKind.TABLE,
        table,
        tuple(cells),
        cases=tuple(_cases(travel, table)),
        table=table,
        marks=tuple(mark_of(movement, (round, table)) for round in rounds) if movement.history else (),
        roving=tuple(roving),
    )


def _board_numbers(group: int, boards: Boards | None) -> str:
    """Return the boards of a group as figures."""
    if not group:
        return "-"
    first, last = (boards or Boards(1)).numbers(group)
    return str(last) if first == last else f"{first}-{last}"


def mark_of(movement: Movement, cell: Cell) -> str:
    """Return the ruling about a table in a round, ``cancelled`` or ``lost``; mostly nothing."""
    history = movement.history or History(0)
    return "cancelled" if cell in history.cancelled_cells else "lost" if cell in history.lost_cells else ""


def _cases(travel: BoardTravel, table: int) -> Iterator[str]:
    """Yield the set from which a table plays, round by round."""
    for round in range(1, travel.movement.rounds + 1):
        copy = travel.visits.get((round, table)) or travel.on_table(table, round)
        yield copy.case if copy and travel.laid_out else ""


def _stand_lines(
    movement: Movement, layout: Layout, stand: Stand, blanks: int, boards: Boards | None
) -> Iterator[ChartLine]:
    sub = layout.home(stand)
    for place in stand.places:
        waiting = [sub.on(place, round) for round in range(1, movement.rounds + 1)]
        numbers = (_board_numbers(copy.group if copy else 0, boards) for copy in waiting)
        cells = tuple((*[""] * blanks, text) for text in numbers)
        cases = tuple(copy.case if copy else "" for copy in waiting)
        yield ChartLine(LineKind.STAND, stand.number, cells, is_stand=True, cases=cases)


def _out_lines(movement: Movement, seats: int) -> Iterator[ChartLine]:
    """Yield lines for players without a seat; pairs always have one."""
    if movement.is_individual:
        out = [[str(contestant) for contestant in sorted(players)] for players in without_seat(movement)]
        for i in range(max(map(len, out))):
            cells = tuple(((numbers[i] if i < len(numbers) else ""), *[""] * seats) for numbers in out)
            yield ChartLine(LineKind.OUT, 0, cells, cases=("",) * movement.rounds)


def ns_stay_at_their_number(movement: Movement) -> bool:
    """Return whether NS pair (or North) k always sits at table k, or is missing: a chart can leave them out."""
    ns = movement.seats[:, :, 0]
    here = range(1, movement.tables + 1)
    return all(set(column) <= {k, 0} for k, column in zip(here, ns.T.tolist(), strict=True))


def ns_stay(movement: Movement) -> bool:
    """Return whether NS, or North, always sit at the same table."""
    return bool((movement.seats[:, :, 0] == movement.seats[0, :, 0]).all())
