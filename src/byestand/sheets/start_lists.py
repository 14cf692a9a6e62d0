"""Start lists: all names with their tables, and all tables with their names."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil

from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.people import split_names
from byestand.model.session import Section
from byestand.sentences.start_entries import StartListEntry, start_round, starters
from byestand.sheets.print_order import ONE_METRE, SEVENTY_CENTIMETRES, Part, PrintOrder, chunks, ems, page_size
from byestand.words.people import NOBODY
from byestand.words.seats import seat_letter

MARGIN_X, MARGIN_Y, TITLE, HEADS, FOOT = 63.0, 69.0, 50.0, 18.0, 4.0
GUTTER = 26.0
LARGEST = 24.0
ROW = 1.4
"""The height of a row, as a share of the size of its names."""
MAX_COLUMNS = 4
MIN_NAME_SIZE, LONGEST_NAME, BESIDE_NAMES = 9.0, 22.0, 5.6
"""In boxes, as shares of the size: room for an unknown name, for the longest name, and for table and seats."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """The players of a side of a table, or of a seat."""

    label: str
    number: str
    names: tuple[str, ...]
    """Empty for an unknown name: there is a line to write it on."""


@dataclass(frozen=True, slots=True)
class TableStart:
    """A table with those who start there."""

    table: str
    sides: tuple[TableSide, ...]


def is_known(section: Section) -> bool:
    """Return whether any name is known."""
    return any(contestant.names for contestant in section.contestants.values())


def starts(section: Section) -> tuple[TableStart, ...]:
    """Return all tables with those who start there."""
    movement = section.movement
    sitting = movement.seats[start_round(movement) - 1].tolist()
    return tuple(
        TableStart(
            str(table), tuple(_side(section, name, c) for name, c in zip(movement.seat_names, here, strict=True))
        )
        for table, here in enumerate(sitting, start=1)
        if table not in tables_without_pairs(movement)
    )


def _side(section: Section, seat: str, contestant: int) -> TableSide:
    movement = section.movement
    alone = movement.is_individual
    shown = seat_letter(seat)
    if not contestant:
        return TableSide(shown, "", (NOBODY,))
    people = section.members(movement.field.label(contestant))
    names = [one for person in people for one in split_names(person.name)]
    names = (names + [""] * 2)[: 1 if alone else max(2, len(names))]
    one_line = len(movement.field.lines) == 1 or alone
    return TableSide(shown, str(movement.field.number(contestant)) if one_line else "", tuple(names))


def start_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the list by name, once for all sections."""
    entries = starters(order.session) if section is order.session.sections[0] else ()
    if not entries:
        return []
    numbered = any(one.number for one in entries)
    fit = _list_fit(entries, order, numbered=numbered)
    a_page = fit.rows * fit.columns
    rows = [asdict(one) | {"direction": one.direction} for one in entries]
    pages = [[page[i * fit.rows : (i + 1) * fit.rows] for i in range(fit.columns)] for page in chunks(rows, a_page)]
    people = say("player") if section.movement.is_individual else say("pair")
    several = {"letter": "", "section": "", "title": say("all sections")} if len(order.session.sections) > 1 else {}
    return [
        several
        | {"wall": order.large, "landscape": fit.landscape, "size": fit.size, "table_size": _table_size(fit.size)}
        | {"rows": fit.rows, "pages": pages, "numbered": numbered, "people": people}
    ]


@dataclass(frozen=True, slots=True)
class _ListFit:
    """The layout of the list by name."""

    landscape: bool
    columns: int
    size: float
    rows: int


def _list_fit(entries: Sequence[StartListEntry], order: PrintOrder, *, numbered: bool) -> _ListFit:
    """Return the layout with the fewest pages, and of these with the largest type. Names are read from 70 cm."""
    widest = max(ems(f"{one.surname}, {one.rest}", bold=True) for one in entries)
    table = max(ems(one.table, bold=True) for one in entries)
    others = 3.2 + (2.4 if numbered else 0.0)
    fits = []
    half_points = range(int(2 * SEVENTY_CENTIMETRES), int(2 * LARGEST) + 1)
    for landscape, columns, half in product((False, True), range(1, MAX_COLUMNS + 1), half_points):
        size = half / 2
        width, height = page_size(order.paper, landscape=landscape, large=order.large)
        need = (widest + others) * size + 1.1 * table * _table_size(size)
        if columns > 1 and need > (width - MARGIN_X - GUTTER * (columns - 1)) / columns:
            continue
        rows = int((height - MARGIN_Y - TITLE - HEADS - FOOT) // (ROW * size))
        pages = ceil(len(entries) / (rows * columns))
        fit = _ListFit(landscape, columns, size, ceil(len(entries) / (pages * columns)))
        fits.append((pages, -size, landscape, fit))
    return min(fits, key=lambda one: one[:3])[-1]


def _table_size(size: float) -> float:
    """Return the size of the table number next to a name, which is read from a metre."""
    return max(ONE_METRE, 1.2 * size)


def table_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the list by table. Unknown names have lines to write them on."""
    tables = starts(section)
    landscape, across, down, size = _box_fit(tables, order)
    pages = chunks([asdict(one) for one in tables], across * down)
    caption = say("Starting positions, round {round}", round=start_round(section.movement))
    shared = {"landscape": landscape, "wall": order.large, "caption": caption}
    return [shared | {"size": size, "across": across, "down": down, "pages": pages}]


def _box_fit(tables: Sequence[TableStart], order: PrintOrder) -> tuple[bool, int, int, float]:
    """Return whether the page is landscape, the numbers of boxes across and down, and the size of names.

    Names are read from 70 cm. Names that are too long have two lines.
    """
    lines = max(sum(len(side.names) for side in start.sides) for start in tables)
    names = (ems(name) for start in tables for side in start.sides for name in side.names)
    widest = min(max((*names, MIN_NAME_SIZE)), LONGEST_NAME)
    fits = []
    for landscape, across, down in product((True, False), range(1, 6), range(1, 16)):
        width, height = page_size(order.paper, landscape=landscape, large=order.large)
        wide, high = (width - MARGIN_X) / across - 9, (height - MARGIN_Y - TITLE) / down - 9
        size = min(LARGEST, (high - 8) / (lines * 1.2), wide / (widest + BESIDE_NAMES))
        if size >= SEVENTY_CENTIMETRES:
            pages = ceil(len(tables) / (across * down))
            fits.append((pages, -size, not landscape, across, down))
    pages, larger, upright, across, down = min(fits)
    return not upright, across, min(down, ceil(len(tables) / (pages * across))), -larger
