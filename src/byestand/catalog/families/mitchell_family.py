"""Mitchells: as many deal groups as tables, so a name has only tables and rounds.

M tt rr [R | X] [rover]    R = relay and bye stand, X = crisscross

Segmented Mitchells: an odd number of tables, an even number of deal groups, the same boards for all pairs.

S tt dd [rr] [rover]       tables, deal groups, rounds when curtailed
"""

from collections.abc import Callable, Iterator, Sequence

from byestand.catalog.families.web_family import MAX_EXTRA_GROUPS, full_length, is_long_enough
from byestand.catalog.family import ALL_ROVERS, MAX_TABLES, Family, Grammar, Name, NameNumbers
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import crisscross_mitchell, is_segmented, mitchell, relay_mitchell, segmented_mitchell, shapes
from byestand.verify import is_fair_share

USUAL_TABLES = range(4, 21)


def _read(numbers: Sequence[int]) -> NameNumbers:
    if len(numbers) > 2:
        raise BadRequest(say("the code of a Mitchell has 2 numbers: tables and rounds"))
    tables, rounds = numbers
    return NameNumbers(tables, tables, rounds)


TABLES_AND_ROUNDS = Grammar(_read, lambda name: (name.tables, name.rounds or name.tables), tells_rounds=True)


def _mitchell(
    word: str,
    variant: str,
    maker: Callable[..., Movement],
    *,
    divisor: int,
    quick_rovers: int,
    under_rover: Callable[[int, int], Iterator[Name]] = lambda _tables, _rounds: iter(()),
) -> Family:
    """Return a kind of Mitchell, which needs a number of tables that *divisor* divides."""

    def members(tables: int) -> Iterator[Name]:
        if tables % divisor == 0:
            yield family.name(tables, tables, tables)

    def offers(tables: int, rounds: int) -> Iterator[Name]:
        if rounds <= tables <= MAX_TABLES and tables % divisor == 0:
            yield family.name(tables, tables, rounds)
        yield from under_rover(tables - 1, rounds)

    def usual() -> Iterator[Name]:
        for tables in USUAL_TABLES:
            yield from members(tables)

    family = Family(
        word=word,
        letter="M",
        make=lambda name: maker(tables=name.tables, rounds=name.rounds),
        longest=lambda name: name.tables,
        members=members,
        variants=(variant,),
        grammar=TABLES_AND_ROUNDS,
        deal_groups=range(2, MAX_TABLES + 1),
        rovers=ALL_ROVERS,
        quick_rovers=quick_rovers,
        a_group_a_table=True,
        offers=offers,
        usual=usual,
    )
    return family


def _under_rover(tables: int, rounds: int) -> Iterator[Name]:
    """Yield the Mitchell with a rover; a rover that sits both NS and EW if no other works (docs/rover-proofs.md)."""
    name = MITCHELL.name(tables, tables, rounds)
    if 2 <= rounds <= tables <= MAX_TABLES and is_fair_share(rounds, tables):
        yield name.with_rover("ER")
    if tables == rounds and tables % 6 == 3:
        yield name.with_rover("TR")


MITCHELL = _mitchell("mitchell", "", mitchell, divisor=1, quick_rovers=45, under_rover=_under_rover)
RELAY = _mitchell("relay", "R", relay_mitchell, divisor=2, quick_rovers=10)
CRISSCROSS = _mitchell("crisscross", "X", crisscross_mitchell, divisor=4, quick_rovers=10)


def _members(tables: int) -> Iterator[Name]:
    for deal_groups in SEGMENTED.deal_groups:
        if is_segmented(tables, deal_groups):
            yield SEGMENTED.name(tables, deal_groups)


def _offers(tables: int, rounds: int) -> Iterator[Name]:
    for groups in range(rounds, rounds + MAX_EXTRA_GROUPS + 1):
        if is_fair_share(rounds, groups):
            yield from _mitchells_for(tables, groups, rounds)
    # If there is a Web too, a rover over that one is used.
    under = tables - 1
    if rounds > 1 and not shapes(under, rounds):
        yield from (name.with_rover("ER") for name in _mitchells_for(under, rounds, rounds))


def _mitchells_for(tables: int, groups: int, rounds: int) -> Iterator[Name]:
    sizes_fit = tables in SEGMENTED.tables and groups in SEGMENTED.deal_groups
    if sizes_fit and is_segmented(tables, groups) and is_long_enough(tables, groups, rounds):
        yield SEGMENTED.name(tables, groups, None if rounds == groups else rounds)


SEGMENTED = Family(
    word="segmented",
    letter="S",
    make=lambda name: segmented_mitchell(tables=name.tables, deal_groups=name.deal_groups, rounds=name.rounds),
    longest=lambda name: full_length(name.tables, name.deal_groups),
    members=_members,
    rovers=ALL_ROVERS,
    quick_rovers=45,
    offers=_offers,
)
