"""Segmented Mitchells: odd tables with an even number of deal groups, everybody playing the same boards.

S tt dd [rr] [rover]       tables, deal groups, rounds when curtailed
"""

from collections.abc import Iterator

from byestand.catalog.families.web import MOST_UNPLAYED, full_length, is_long_enough
from byestand.catalog.family import ALL_ROVERS, Family, Name
from byestand.movements import is_segmented, segmented_mitchell, shapes
from byestand.verify import is_fair_share


def _members(tables: int) -> Iterator[Name]:
    for deal_groups in SEGMENTED.deal_groups:
        if is_segmented(tables, deal_groups):
            yield SEGMENTED.name(tables, deal_groups)


def _offers(tables: int, rounds: int) -> Iterator[Name]:
    for groups in range(rounds, rounds + MOST_UNPLAYED + 1):
        if is_fair_share(rounds, groups):
            yield from _playing(tables, groups, rounds)
    # Where there is a Web too, a rover over that will do.
    under = tables - 1
    if rounds > 1 and not shapes(under, rounds):
        yield from (name.with_rover("ER") for name in _playing(under, rounds, rounds))


def _playing(tables: int, groups: int, rounds: int) -> Iterator[Name]:
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
