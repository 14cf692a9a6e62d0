"""Mitchells: as many deal groups as tables, NS stationary, EW up, boards down.

In segments of d/2 tables each, an odd number of tables can play an even number of rounds, all on the same boards. The
known Webs cannot do this (9 tables × 6 groups, 15 × 10, 21 × 14). It needs one set of boards per segment and no rover.
"""

import numpy as np

from byestand.errors import NoSuchMovement
from byestand.language import phrase, say
from byestand.model.claims import Step
from byestand.model.layout import CASES, Copy, Layout, Subsection
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.movements.board_grid import ew_pairs, pairs_movement, require_sizes, rounds_and_tables, subsection
from byestand.movements.webs import Shape, opponents_limit, web


def mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the Mitchell; with an even number of tables EW skip one after half of the rounds.

    It is the Web with one full subsection (see `byestand.movements.webs` for the proof): by default t rounds, or t - 1
    with a skip; then round t is a revenge round.
    """
    played = opponents_limit(tables, tables) if rounds is None else rounds
    what = say("Mitchell with {tables} tables", tables=tables)
    require_sizes(tables=tables, rounds=played, most=tables, what=what)
    return web(tables=tables, deal_groups=tables, rounds=played, shape=Shape(1, 0, tables))


def relay_mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the even Mitchell without a skip: tables 1 and t share, and a bye stand is half-way.

    Proof that nothing repeats: the ring has t places; the sharing tables 1 and t are one of them, the stand is another.
    An EW pair moves up one table per round and the boards move down, so its group rises by 2 each round within tables 1
    … t/2 and within t/2 + 1 … t. Across the stand it rises by 3, to the other parity. From table t to table 1, the same
    place, it rises by 1, back to the first parity, where it continues after the last group of that parity. NS groups
    rise by one per round.
    """
    if tables % 2:
        raise NoSuchMovement(
            say("no relay Mitchell has {tables} tables", tables=tables),
            because=say("the bye stand needs two equal halves of the room"),
            instead=say("the Mitchell without share and bye stand"),
        )
    played = tables if rounds is None else rounds
    what = say("relay Mitchell with {tables} tables", tables=tables)
    require_sizes(tables=tables, rounds=played, most=tables, what=what)
    half = tables // 2
    places: list[tuple[int, ...]] = [(k,) for k in range(1, tables)]
    places[0] = (1, tables)
    places.insert(half, ())
    ring_of_tables = Subsection(
        places=tuple(places),
        initial_copies=tuple(Copy("A", group) for group in range(1, tables + 1)),
        descents=tuple(range(played)),
    )
    j, k = rounds_and_tables(played, tables)
    return pairs_movement(
        phrase("{tables}-table Mitchell with relay and bye stand"),
        Layout((ring_of_tables,)),
        ring(k - j + 1, tables),
        deal_groups=tables,
    )


def crisscross_mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the crisscross (double weave): odd and even pairs, and odd and even groups, move in opposite directions.

    Odd EW pairs move up, even ones down. Odd groups move down and even ones up; after half of the t rounds every group
    changes sides and reverses direction. Proof that nothing repeats: let h = t/2, which is even because 4 divides t. An
    odd pair p is at p + j - 1 and plays group p + 2(j - 1), an odd one, up to round h, and p + 2j - 1 - h, an even one,
    after it: h different groups of each parity; even pairs are the mirror image. NS pair k plays k, k + 2, … and k - 1,
    k - 3, … alternately, then k + 1, k + 3, … and k - 2, k - 4, …: again all t; the same holds for its opponents. With
    h odd an odd pair would play group p - 1 + h in every round of the second half.
    """
    if tables % 4:
        raise NoSuchMovement(
            say("no crisscross Mitchell has {tables} tables", tables=tables),
            because=say("unless the number of tables is a multiple of 4, pairs meet one group in every later round"),
            instead=say("the Mitchell with a skip, or with share and bye stand"),
        )
    played = tables if rounds is None else rounds
    what = say("crisscross Mitchell with {tables} tables", tables=tables)
    require_sizes(tables=tables, rounds=played, most=tables, what=what)
    half = tables // 2
    odd_down = tuple(j - 1 if j <= half else half - j for j in range(1, played + 1))
    even_down = tuple(-down for down in odd_down)
    weave = tuple(
        Subsection(
            places=tuple((k,) for k in range(1, tables + 1)),
            initial_copies=tuple(Copy("A", g) if g % 2 == parity else None for g in range(1, tables + 1)),
            descents=descents,
        )
        for parity, descents in ((1, odd_down), (0, even_down))
    )
    j, k = rounds_and_tables(played, tables)
    rising, falling = ring(k - j + 1, tables), ring(k + j - 1, tables)
    return pairs_movement(
        phrase("{tables}-table crisscross Mitchell"),
        Layout(weave),
        np.where(rising % 2, rising, falling),  # an odd pair, or an even one
        deal_groups=tables,
        claims=[
            Step(ew_pairs(tables)[parity::2], tables, (step,) * (played - 1)) for parity, step in enumerate((1, -1))
        ],
    )


def is_segmented(tables: int, deal_groups: int) -> bool:
    """Return whether the tables can be divided into two or more segments of d/2 = 3, 5, 7, … tables."""
    m, rest = divmod(deal_groups, 2)
    return rest == 0 and m >= 3 and m % 2 == 1 and tables >= deal_groups and tables % m == 0


def segmented_mitchell(*, tables: int, deal_groups: int, rounds: int | None = None) -> Movement:
    """Return q segments of m tables playing d = 2m groups, m odd: each boarded 1 … m, the rest on its bye stand.

    Proof that nothing repeats: count from 0, and let c be the number of whole segments that an EW pair has passed. In
    round j it plays group b + 2j - m·c (mod 2m). If rounds i < j gave the same group, 2(j - i) = m·(c' - c) (mod 2m),
    and c' - c is even because m is odd. Then m divides j - i, so j = i + m, which makes c' = c + 1, odd: contradiction.
    The move from the last table to the first passes a segment like any other, because m divides t. Opponents do not
    repeat, because t ≥ d.
    """
    if not is_segmented(tables, deal_groups):
        raise NoSuchMovement(
            say(
                "no segmented Mitchell has {tables} tables and {groups} deal groups", tables=tables, groups=deal_groups
            ),
            because=say("it needs 2 or more segments of half as many tables as deal groups, an odd number from 3"),
        )
    played = deal_groups if rounds is None else rounds
    require_sizes(
        tables=tables,
        rounds=played,
        most=deal_groups,
        what=say("segmented Mitchell with {groups} deal groups", groups=deal_groups),
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
        phrase("{tables}-table segmented Mitchell"),
        layout,
        ring(k - j + 1, tables),
        deal_groups=deal_groups,
    )
