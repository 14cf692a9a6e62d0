"""Pick-up slips: one table in one round, handed in when the round is over.

A page is a round and a place on it a table. The pages are cut as a stack: each pile is one table's slips, the first
round on top. Places that no table needs are spare slips.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import ceil

from byestand.model import Section
from byestand.model.seen import arrow_turned
from byestand.sheets.forms.cutting import Cut, cut_for, cuts, identity
from byestand.sheets.forms.played import boards_of, is_played, names_of, numbers_on, seats_on
from byestand.sheets.pages import Order, Part, equal_blocks
from byestand.words.forms import nothing_here, switch_on_slip
from byestand.words.numbers import numbered_runs
from byestand.words.phrases import say
from byestand.words.roving import no_tables

ROW = 7.0
"""Millimetres that a pen needs."""
HIGHEST_ROW = 25.0
"""Rows grow to the page up to here."""
_AROUND, _NAMES, _BAND = 25.5, 6.8, 3.7
"""Millimetres that are no rows: edges, numbers, heads of columns, the line below; then names; then the switch."""
_LARGER_NAMES = 3.0
"""So much more is enough for names in letters that are easily read."""
_CLOSER = 0.6
"""So much nearer to the names the switch is than rows would be."""
_AS_MANY_AS_FIT = 1000
_LETTERS = {2: 40, 3: 27}
"""So many letters of the identity go on a line, by the columns of the page."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One table in one round."""

    table: int
    round: int
    seats: tuple[str, ...]
    """Who comes to the table, seat by seat, by their numbers."""
    boards: tuple[int, ...]
    """None where nothing is played here."""
    sides: tuple[tuple[str, ...], ...] = ()
    """Of single players who sits North, South, East and West on each board."""
    names: tuple[tuple[str, ...], ...] = ()
    """Of the people of those who come to the table, as far as they are known."""
    band: str = ""
    """What nobody may overlook: the arrow is switched, or nobody plays here."""


def slips(section: Section) -> Iterator[Slip]:
    """Yield the slips of the rounds that are left, table by table."""
    for table in range(1, section.movement.tables + 1):
        for slip in _of_table(section, table):
            if slip.boards:
                yield slip


def _of_table(section: Section, table: int) -> Iterator[Slip]:
    """Yield a slip for every round that is left, with no boards where nothing is played."""
    movement, boards = section.movement, boards_of(section)
    turned = arrow_turned(movement)
    for round in movement.rounds_left:
        if not is_played(movement, round, table):
            yield Slip(table, round, (), (), band=nothing_here(round))
            continue
        played = tuple(boards.of(int(movement.groups[round - 1, table - 1])))
        on_boards = [numbers_on(movement, round, table, which) for which in range(1, len(played) + 1)]
        here = seats_on(movement, round, table, 1)
        yield Slip(
            table,
            round,
            on_boards[0],
            played,
            tuple(on_boards) if movement.is_individual else (),
            tuple(names_of(section, c) for c in here) if section.people else (),
            switch_on_slip(on_boards[0][0]) if turned[round - 1, table - 1] else "",
        )


def slip_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips for their template, a block of tables after the other; or those of one table."""
    movement = section.movement
    tables = [t for t in range(1, movement.tables + 1) if t not in no_tables(movement)]
    if order.table is not None:
        return [_one_table(section, order)] if order.table in tables and movement.rounds_left else []
    cut = _cut(section, order, len(tables))
    blocks = equal_blocks(tables, ceil(len(tables) / ceil(len(tables) / cut.places)))
    return [_block(section, order, cut, block, of=len(blocks)) for block in blocks if movement.rounds_left]


def blank_parts(section: Section, order: Order) -> list[Part]:
    """Return a page of slips without numbers, for what nobody has foreseen."""
    cut = _cut(section, order, _AS_MANY_AS_FIT)
    return [_part(section, order, cut) | {"pages": [{"bookmark": "", "slips": [None] * cut.places}]}]


def _cut(section: Section, order: Order, pieces: int) -> Cut:
    ways = cuts(order.paper, columns=(2,) if section.movement.is_individual else (3, 2))
    height = _least_height(section)
    taller = (HIGHEST_ROW - ROW) * boards_of(section).per_round
    return cut_for(pieces, ways, height=height, most=height + taller)


def _least_height(section: Section) -> float:
    """Return the millimetres that a slip needs."""
    height = _AROUND + ROW * boards_of(section).per_round
    height += _NAMES if section.people else 0
    if arrow_turned(section.movement).any():
        height += _BAND - (_CLOSER if section.people else 0)
    return height


def _part(section: Section, order: Order, cut: Cut) -> Part:
    return {
        **cut.part,
        "kind": "slips",
        "seats": [name[0] for name in section.movement.seat_names] if section.movement.is_individual else ["NS", "EW"],
        "per_round": boards_of(section).per_round,
        "roomy": cut.columns < 3 and cut.height >= _least_height(section) + _LARGER_NAMES,
        "identity": identity(section, order, _LETTERS[cut.columns]),
    }


def _block(section: Section, order: Order, cut: Cut, tables: tuple[int, ...], *, of: int) -> Part:
    piles = [list(_of_table(section, table)) for table in tables]
    spare = [None] * (cut.places - len(tables))
    rounds = enumerate(section.movement.rounds_left)
    told = {"heading": say("Slips, {tables}", tables=numbered_runs("table", tables))} if of > 1 else {}
    pages = [
        {
            "bookmark": say("Round {round}", round=round),
            "slips": [*(asdict(pile[at]) for pile in piles), *spare],
        }
        for at, round in rounds
    ]
    return _part(section, order, cut) | told | {"pages": pages}


def _one_table(section: Section, order: Order) -> Part:
    """Return the slips of a single table: round after round, as they are read."""
    own = [slip for slip in _of_table(section, order.table or 0) if slip.boards]
    cut = _cut(section, order, len(own))
    blocks = [own[start : start + cut.places] for start in range(0, len(own), cut.places)]
    pages = [
        {
            "bookmark": say("Table {table}", table=order.table),
            "slips": [*(asdict(slip) for slip in block), *[None] * (cut.places - len(block))],
        }
        for block in blocks
    ]
    return _part(section, order, cut) | {"pages": pages}
