"""Pick-up slips: one table in one round, collected after the round.

A page is a round and a place on it a table. The pages are cut as a stack: each pile is the slips of one table, round 1
on top. If a page has too few places for all tables, slips continue from pile to pile. The piles put under each other
are then in order of table and round. Places that are not needed are spare slips.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil

from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.inferred_claims import arrow_mask
from byestand.model.session import Section
from byestand.sheets.forms.cut_layout import EDGE, POINTS, CutLayout, cut_for, cuts, identity, stack_pieces
from byestand.sheets.forms.form_texts import nothing_here, switch_on_slip
from byestand.sheets.forms.scheduled_plays import boards_of, names_of, numbers_on, seat_heads, seats_on
from byestand.sheets.print_order import FORTY_CENTIMETRES, Part, PrintOrder, chunks, ems
from byestand.words.names import with_initials

ROW = 7.0
"""The least height of a row to write in, in millimetres."""
HIGHEST_ROW = 25.0
"""The greatest height of a row."""
_AROUND, _NAMES, _BAND = 26.0, 9.0, 3.9
"""Millimetres without rows: edges, numbers, headings, the line below; then names; then the arrow switch."""
_CLOSER = 0.6
"""The arrow switch is this much nearer to the names than rows would be."""
_BESIDE_NAMES, _SLIMMER, _MAX_CUT = 6.5, 0.93, 0.1
"""Millimetres for the seat; the width of names relative to the estimate; the share of names that may be cut."""
_AS_MANY_AS_FIT = 1000
_LETTERS = {2: 40, 3: 27, 4: 27}
"""The letters of a line of identity, by the columns of the page."""


@dataclass(frozen=True, slots=True)
class PickUpSlip:
    """One table in one round."""

    table: int
    round: int
    seats: tuple[str, ...]
    """The numbers in each seat."""
    boards: tuple[int, ...]
    """Empty if nothing is played here."""
    sides: tuple[tuple[str, ...], ...] = ()
    """For single players the numbers North, South, East and West on each board."""
    names: tuple[tuple[str, ...], ...] = ()
    """The names in each seat, as far as they are known."""
    brief: tuple[tuple[str, ...], ...] = ()
    """The same with initials, if there is no room for full names."""
    band: str = ""
    """A warning: arrow switch, or nobody plays here."""


def slips(section: Section) -> Iterator[PickUpSlip]:
    """Yield the slips of the rounds that are left, table by table."""
    for table in range(1, section.movement.tables + 1):
        for slip in _of_table(section, table):
            if slip.boards:
                yield slip


def _of_table(section: Section, table: int) -> Iterator[PickUpSlip]:
    """Yield a slip for every round that is left, without boards if nothing is played."""
    movement, boards = section.movement, boards_of(section)
    turned = arrow_mask(movement)
    for round in movement.remaining_rounds:
        if not movement.played_mask[round - 1, table - 1]:
            yield PickUpSlip(table, round, (), (), band=nothing_here(round))
            continue
        played = tuple(boards.numbers_of(int(movement.groups[round - 1, table - 1])))
        on_boards = [numbers_on(movement, round, table, which) for which in range(1, len(played) + 1)]
        here = seats_on(movement, round, table, 1)
        names = tuple(names_of(section, c) for c in here) if section.contestants else ()
        yield PickUpSlip(
            table,
            round,
            on_boards[0],
            played,
            tuple(on_boards) if movement.is_individual else (),
            names,
            tuple(tuple(map(with_initials, some)) for some in names),
            switch_on_slip(on_boards[0][0]) if turned[round - 1, table - 1] else "",
        )


def slip_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the slips for their template, or those of one table."""
    movement = section.movement
    tables = [t for t in range(1, movement.tables + 1) if t not in tables_without_pairs(movement)]
    if order.table is not None:
        return [_one_table(section, order)] if order.table in tables and movement.remaining_rounds else []
    if not movement.remaining_rounds:
        return []
    cut = _cut(section, order, len(tables), len(movement.remaining_rounds))
    if len(tables) <= cut.places:
        return [_by_round(section, order, cut, tables)]
    return [_by_pile(section, order, cut, [slip for slip in slips(section) if slip.table in tables])]


def blank_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return a page of slips without numbers."""
    cut = _cut(section, order, _AS_MANY_AS_FIT, 1)
    return [_part(section, order, cut) | {"pages": [{"bookmark": "", "slips": [None] * cut.places}]}]


def _cut(section: Section, order: PrintOrder, tables: int, rounds: int) -> CutLayout:
    """Return the cut of pages: with a place for every table if that needs no more pages."""
    narrow = (cuts(order.paper, columns=(3,)), cuts(order.paper, columns=(4,), landscape=True))
    ways = cuts(order.paper, columns=(2,))
    if not section.movement.is_individual:
        ways += [cut for some in narrow for cut in some if _has_room_for_names(section, cut)]
    height = _least_height(section)
    taller = (HIGHEST_ROW - ROW) * boards_of(section).per_round

    def pages(cut: CutLayout) -> int:
        return rounds if tables <= cut.places else ceil(tables * rounds / cut.places)

    return cut_for(tables, ways, height=height, most=height + taller, pages=pages)


def _has_room_for_names(section: Section, cut: CutLayout) -> bool:
    """Return whether nearly all pairs fit on a line with initials and surnames."""
    room = (cut.width - 2 * EDGE - _BESIDE_NAMES) * POINTS
    people = [[with_initials(person.name) for person in one.members] for one in section.contestants.values()]
    too_long = sum(FORTY_CENTIMETRES * _SLIMMER * ems(" & ".join(some)) > room for some in people)
    return too_long <= _MAX_CUT * len(people)


def _least_height(section: Section) -> float:
    """Return the least height of a slip in millimetres."""
    height = _AROUND + ROW * boards_of(section).per_round
    height += _NAMES if section.contestants else 0
    if arrow_mask(section.movement).any():
        height += _BAND - (_CLOSER if section.contestants else 0)
    return height


def _part(section: Section, order: PrintOrder, cut: CutLayout) -> Part:
    return {
        **cut.part,
        "kind": "slips",
        "seats": seat_heads(section.movement),
        "per_round": boards_of(section).per_round,
        "identity": identity(section, order, _LETTERS[cut.columns]),
    }


def _by_round(section: Section, order: PrintOrder, cut: CutLayout, tables: Sequence[int]) -> Part:
    """Return slips with a page per round and a pile per table."""
    piles = [list(_of_table(section, table)) for table in tables]
    pages = [
        {"bookmark": say("Round {round}", round=round), "slips": _with_spare([pile[at] for pile in piles], cut)}
        for at, round in enumerate(section.movement.remaining_rounds)
    ]
    return _part(section, order, cut) | {"pages": pages}


def _by_pile(section: Section, order: PrintOrder, cut: CutLayout, every: Sequence[PickUpSlip]) -> Part:
    """Return slips that continue from one pile to the next."""
    pages = [
        {"bookmark": say("Page {page}", page=page), "slips": [slip and asdict(slip) for slip in some]}
        for page, some in enumerate(stack_pieces(every, cut.places), start=1)
    ]
    return _part(section, order, cut) | {"pages": pages}


def _with_spare(some: Sequence[PickUpSlip], cut: CutLayout) -> list[Part | None]:
    return [*map(asdict, some), *[None] * (cut.places - len(some))]


def _one_table(section: Section, order: PrintOrder) -> Part:
    """Return the slips of one table, in the order of rounds."""
    own = [slip for slip in _of_table(section, order.table or 0) if slip.boards]
    cut = _cut(section, order, len(own), 1)
    bookmark = say("Table {table}", table=order.table)
    pages = [{"bookmark": bookmark, "slips": _with_spare(block, cut)} for block in chunks(own, cut.places)]
    return _part(section, order, cut) | {"pages": pages}
