"""Start lists: everybody by name with the table to go to, and every table with who starts there."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil

from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.people import split_names
from byestand.model.session import Section, Session
from byestand.sheets.pages import ONE_METRE, SEVENTY_CENTIMETRES, Order, Part, chunks, ems, page_size
from byestand.words.names import alphabetical, split_name
from byestand.words.people import NOBODY, PLAYERS, called, there
from byestand.words.roving import no_tables

MARGIN_X, MARGIN_Y, TITLE, HEADS, FOOT = 63.0, 69.0, 50.0, 18.0, 4.0
GUTTER = 26.0
LARGEST = 24.0
ROW = 1.4
"""The height of a row, as a share of the size of its names."""
MOST_COLUMNS = 4
LEAST_NAME, LONGEST_NAME, BESIDE_NAMES = 9.0, 22.0, 5.6
"""In boxes, as shares of the size: room for a name that is not known, for the longest, and for table and seats."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Somebody on the list: the name, and where to go."""

    surname: str
    rest: str
    table: str
    direction: str
    number: str = ""
    """The number of a pair or a player, where the table does not tell it."""

    @property
    def letters(self) -> int:
        """How long the name is on a list."""
        return len(self.surname) + 1 + len(self.rest) + (1 + len(self.number) if self.number else 0)


@dataclass(frozen=True, slots=True)
class Side:
    """Those who sit on one side of a table, or on one seat."""

    called: str
    number: str
    names: tuple[str, ...]
    """Empty where a name is not known: there is a line to write it on."""


@dataclass(frozen=True, slots=True)
class Start:
    """A table and who starts there."""

    table: str
    sides: tuple[Side, ...]


def is_known(section: Section) -> bool:
    """Tell whether somebody's name is known."""
    return any(contestant.names for contestant in section.contestants.values())


def starters(session: Session) -> tuple[Starter, ...]:
    """Return everybody by surname, all sections in one list; seats without a name come last."""
    found, unnamed = [], []
    for section in session:
        for contestant in there(section.movement, section.movement.rounds):
            places = _place(section, contestant)
            people = section.members(section.movement.field.label(contestant))
            names = [one for person in people if person.name for one in split_names(person.name)]
            found += [Starter(*split_name(name), *places) for name in names]
            if not names:
                unnamed.append(Starter("", say("no name yet"), *places))
    found.sort(key=lambda one: (alphabetical(one.surname), alphabetical(one.rest), one.surname, one.rest))
    return (*found, *unnamed) if found else ()


def _place(section: Section, contestant: int) -> tuple[str, str, str]:
    """Return table, direction and number of somebody in the round in which the list hangs."""
    movement = section.movement
    visits = movement.itinerary(movement.field.label(contestant))
    now = _first_round(movement)
    number = str(movement.field.number(contestant)) if len(movement.field.lines) == 1 or movement.is_individual else ""
    here = next((visit for visit in visits if visit.round == now), None)
    if here is None or here.table in no_tables(movement):
        return say("out"), "", number
    seat = here.seat[0] if called(movement) is PLAYERS else here.seat
    return f"{section.letter}{here.table}", seat, number


def _first_round(movement: Movement) -> int:
    return min(movement.next_round, movement.rounds)


def starts(section: Section) -> tuple[Start, ...]:
    """Return every table with who starts there."""
    movement = section.movement
    sitting = movement.seats[_first_round(movement) - 1].tolist()
    return tuple(
        Start(str(table), tuple(_side(section, name, c) for name, c in zip(movement.seat_names, here, strict=True)))
        for table, here in enumerate(sitting, start=1)
        if table not in no_tables(movement)
    )


def _side(section: Section, seat: str, contestant: int) -> Side:
    movement = section.movement
    alone = called(movement) is PLAYERS
    shown = seat[0] if alone else seat
    if not contestant:
        return Side(shown, "", (NOBODY,))
    people = section.members(movement.field.label(contestant))
    names = [one for person in people for one in split_names(person.name)]
    names = (names + [""] * 2)[: 1 if alone else max(2, len(names))]
    one_line = len(movement.field.lines) == 1 or alone
    return Side(shown, str(movement.field.number(contestant)) if one_line else "", tuple(names))


def start_parts(section: Section, order: Order) -> list[Part]:
    """Return the list by name, once for all sections."""
    everybody = starters(order.session) if section is order.session.sections[0] else ()
    if not everybody:
        return []
    numbered = any(one.number for one in everybody)
    fit = _list_fit(everybody, order, numbered=numbered)
    a_page = fit.rows * fit.columns
    pages = [
        [[asdict(one) for one in page[i * fit.rows : (i + 1) * fit.rows]] for i in range(fit.columns)]
        for page in chunks(everybody, a_page)
    ]
    people = called(section.movement).one
    several = {"letter": "", "title": say("all sections")} if len(order.session.sections) > 1 else {}
    return [
        several
        | {"wall": order.large, "landscape": fit.landscape, "size": fit.size, "table_size": _table_size(fit.size)}
        | {"rows": fit.rows, "pages": pages, "numbered": numbered, "people": people}
    ]


@dataclass(frozen=True, slots=True)
class _ListFit:
    """How the list by name is set."""

    landscape: bool
    columns: int
    size: float
    rows: int


def _list_fit(everybody: Sequence[Starter], order: Order, *, numbered: bool) -> _ListFit:
    """Return the setting with the fewest pages, and of these with the largest type; names are read from 70 cm."""
    widest = max(ems(f"{one.surname}, {one.rest}", bold=True) for one in everybody)
    table = max(ems(one.table, bold=True) for one in everybody)
    others = 3.2 + (2.4 if numbered else 0.0)
    found = []
    half_points = range(int(2 * SEVENTY_CENTIMETRES), int(2 * LARGEST) + 1)
    for landscape, columns, half in product((False, True), range(1, MOST_COLUMNS + 1), half_points):
        size = half / 2
        width, height = page_size(order.paper, landscape=landscape, large=order.large)
        need = (widest + others) * size + 1.1 * table * _table_size(size)
        if columns > 1 and need > (width - MARGIN_X - GUTTER * (columns - 1)) / columns:
            continue
        rows = int((height - MARGIN_Y - TITLE - HEADS - FOOT) // (ROW * size))
        pages = ceil(len(everybody) / (rows * columns))
        fit = _ListFit(landscape, columns, size, ceil(len(everybody) / (pages * columns)))
        found.append((pages, -size, landscape, fit))
    return min(found, key=lambda one: one[:3])[-1]


def _table_size(size: float) -> float:
    """Return the size of the table beside a name: it is read from a metre."""
    return max(ONE_METRE, 1.2 * size)


def table_parts(section: Section, order: Order) -> list[Part]:
    """Return the list by table; where names are not known there are lines to write them on."""
    everywhere = starts(section)
    landscape, across, down, size = _box_fit(everywhere, order)
    pages = chunks([asdict(one) for one in everywhere], across * down)
    about = {"landscape": landscape, "wall": order.large, "round": _first_round(section.movement)}
    return [about | {"size": size, "across": across, "down": down, "pages": pages}]


def _box_fit(everywhere: Sequence[Start], order: Order) -> tuple[bool, int, int, float]:
    """Return which way the page lies, how many boxes go across and down it, and the size of names in them.

    Names are read from 70 cm; those that are too long for the page are parted.
    """
    lines = max(sum(len(side.names) for side in start.sides) for start in everywhere)
    names = (ems(name) for start in everywhere for side in start.sides for name in side.names)
    widest = min(max((*names, LEAST_NAME)), LONGEST_NAME)
    found = []
    for landscape, across, down in product((True, False), range(1, 6), range(1, 16)):
        width, height = page_size(order.paper, landscape=landscape, large=order.large)
        wide, high = (width - MARGIN_X) / across - 9, (height - MARGIN_Y - TITLE) / down - 9
        size = min(LARGEST, (high - 8) / (lines * 1.2), wide / (widest + BESIDE_NAMES))
        if size >= SEVENTY_CENTIMETRES:
            pages = ceil(len(everywhere) / (across * down))
            found.append((pages, -size, not landscape, across, down))
    pages, larger, upright, across, down = min(found)
    return not upright, across, min(down, ceil(len(everywhere) / (pages * across))), -larger
