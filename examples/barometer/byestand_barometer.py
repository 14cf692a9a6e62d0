"""Barometer Mitchells: all tables play the same boards at the same time, so results can be shown after each round.

    B tt rr    tables, rounds

NS are stationary and EW move up one table. Every table has its own set, with the next boards each round, so there are
as many sets as tables. There are at most as many rounds as tables.
"""

from collections.abc import Iterator, Sequence

from byestand.catalog.family import Family, Grammar, Name, NameNumbers
from byestand.errors import BadRequest
from byestand.model.layout import CASES, Layout
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.movements.board_grid import pairs_movement, require_sizes, rounds_and_tables, subsection


def _make(name: Name) -> Movement:
    tables, rounds = name.tables, name.deal_groups
    require_sizes(tables=tables, rounds=rounds, most=tables, what=f"a barometer Mitchell of {tables} tables")
    cases = (
        subsection([table], deal_groups=rounds, rounds=rounds, case=case)
        for table, case in enumerate(CASES[:tables], start=1)
    )
    round, table = rounds_and_tables(rounds, tables)
    return pairs_movement(
        "{tables}-table barometer Mitchell",
        Layout(tuple(cases)),
        ring(table - round + 1, tables),
        deal_groups=rounds,
    )


def _read(numbers: Sequence[int]) -> NameNumbers:
    if len(numbers) > 2:
        raise BadRequest("the name of a barometer Mitchell has two numbers, tables and rounds")
    tables, rounds = numbers
    return NameNumbers(tables, rounds, rounds)


def _members(tables: int) -> Iterator[Name]:
    if tables in BAROMETER.deal_groups:
        yield BAROMETER.name(tables, tables, tables)


def _offers(tables: int, rounds: int) -> Iterator[Name]:
    if 2 <= rounds <= tables and rounds in BAROMETER.deal_groups:
        yield BAROMETER.name(tables, rounds, rounds)


def _usual() -> Iterator[Name]:
    yield from (BAROMETER.name(tables, tables, tables) for tables in range(4, 13))


BAROMETER = Family(
    word="barometer",
    letter="B",
    make=_make,
    longest=lambda name: name.tables,
    members=_members,
    grammar=Grammar(_read, lambda name: (name.tables, name.rounds or name.deal_groups), tells_rounds=True),
    offers=_offers,
    usual=_usual,
)
