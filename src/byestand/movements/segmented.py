"""Odd tables with an even number of rounds, everybody playing the same boards: segments of d/2 tables.

The known Webs cannot do this (9 tables × 6 groups, 15 × 10, 21 × 14). It takes one case a segment and no rover.
"""

from byestand.errors import NoSuchMovement
from byestand.model import Layout, Movement, ring
from byestand.movements.boarding import (
    CASES,
    pairs_movement,
    require_sizes,
    rounds_and_tables,
    subsection,
)


def is_segmented(tables: int, deal_groups: int) -> bool:
    """Tell whether the tables can be divided into two or more segments of d/2 = 3, 5, 7, … tables."""
    m, rest = divmod(deal_groups, 2)
    return rest == 0 and m >= 3 and m % 2 == 1 and tables >= deal_groups and tables % m == 0


def segmented_mitchell(*, tables: int, deal_groups: int, rounds: int | None = None) -> Movement:
    """Return q segments of m tables playing d = 2m groups, m odd: each boarded 1 … m, the rest on its stand.

    Why nothing repeats: count from 0, let an EW pair have passed c whole segments. In round j it finds group
    b + 2j - m·c (mod 2m). If rounds i < j gave the same group, 2(j - i) = m·(c' - c) (mod 2m), and m being odd
    c' - c is even; then m divides j - i, so j = i + m, which makes c' = c + 1, odd: contradiction. Going from the
    last table to the first is passing a segment like any other, because m divides t. Opponents are new: t ≥ d.
    """
    if not is_segmented(tables, deal_groups):
        raise NoSuchMovement(
            f"no segmented Mitchell has {tables} tables and {deal_groups} deal groups",
            because="segments have half as many tables as there are deal groups, that half must be"
            " 3 or more and odd, and there must be two segments or more",
        )
    played = deal_groups if rounds is None else rounds
    require_sizes(
        tables=tables,
        rounds=played,
        most=deal_groups,
        what=f"a segmented Mitchell of {deal_groups} deal groups",
    )
    m = deal_groups // 2
    q = tables // m
    layout = Layout(
        tuple(
            subsection(range(i * m + 1, i * m + m + 1), deal_groups=deal_groups, rounds=played, case=case)
            for i, case in enumerate(CASES[:q])
        )
    )
    j, k = rounds_and_tables(played, tables)
    return pairs_movement(
        "{tables}-table segmented Mitchell",
        layout,
        ring(k - j + 1, tables),
        deal_groups=deal_groups,
    )
