"""Mitchells: as many deal groups as tables, NS stationary, EW up, boards down."""

import numpy as np

from byestand.errors import NoSuchMovement
from byestand.model import Copy, Layout, Movement, Step, Subsection, ring
from byestand.movements.boarding import ew_pairs, in_words, pairs_movement, require_sizes, rounds_and_tables
from byestand.movements.webs import Shape, opponents_limit, web


def mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the Mitchell; with an even number of tables EW skip one after half the rounds.

    It is the Web with one full subsection (see `byestand.movements.webs` for the reason): by default t rounds, or
    t - 1 with a skip, after which round t is a revenge round.
    """
    played = opponents_limit(tables, tables) if rounds is None else rounds
    require_sizes(tables=tables, rounds=played, most=tables, what=f"a Mitchell of {tables} tables")
    return web(tables=tables, deal_groups=tables, rounds=played, shape=Shape(1, 0, tables))


def relay_mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the even Mitchell without a skip: tables 1 and t share, a bye stand waits half-way.

    Why nothing repeats: the ring has t places, of which the relay (tables 1 and t) is one and the stand another. An EW
    pair goes up one table a round and the boards come down, so its group rises by 2 each round within tables 1 … t/2
    and within t/2 + 1 … t; across the stand it rises by 3, to the other parity, and from table t to table 1, the same
    place, by 1, to the first parity again, where it goes on from where it had left off. NS groups rise by one a round.
    """
    if tables % 2:
        raise NoSuchMovement(
            f"no relay Mitchell has {tables} tables",
            because="the bye stand goes half-way, between two equal halves of the room",
            instead="the plain Mitchell, which needs no relay with an odd number of tables",
        )
    played = tables if rounds is None else rounds
    require_sizes(tables=tables, rounds=played, most=tables, what=f"a relay Mitchell of {tables} tables")
    half = tables // 2
    places: list[tuple[int, ...]] = [(k,) for k in range(1, tables)]
    places[0] = (1, tables)
    places.insert(half, ())
    ring_of_tables = Subsection(
        places=tuple(places),
        boarding=tuple(Copy("A", group) for group in range(1, tables + 1)),
        descents=tuple(range(played)),
    )
    j, k = rounds_and_tables(played, tables)
    return pairs_movement(
        f"{tables}-table Mitchell with relay and bye stand, {in_words(played, 'round')}, {tables} deal groups",
        Layout((ring_of_tables,)),
        ring(k - j + 1, tables),
        deal_groups=tables,
    )


def crisscross_mitchell(*, tables: int, rounds: int | None = None) -> Movement:
    """Return the crisscross (double weave): odd and even pairs, and odd and even groups, go opposite ways.

    Odd EW pairs go up, even ones down. Odd groups come down and even ones go up; after half of the t rounds
    every group changes sides and turns round. Why nothing repeats: write h = t/2, even because 4 divides t. An odd pair
    p sits at p + j - 1 and finds group p + 2(j - 1), an odd one, up to round h, and p + 2j - 1 - h, an even one,
    from then on: h different groups of each parity; even pairs are the mirror image. NS pair k finds k, k + 2, …
    and k - 1, k - 3, … by turns, then k + 1, k + 3, … and k - 2, k - 4, …: again all t, and with the pairs likewise.
    With h odd an odd pair would find group p - 1 + h in every round of the second half.
    """
    if tables % 4:
        raise NoSuchMovement(
            f"no crisscross Mitchell has {tables} tables",
            because="unless 4 divides the tables every pair meets one and the same group in all rounds after half-time",
            instead="the Mitchell with a skip, or with relay and bye stand",
        )
    played = tables if rounds is None else rounds
    require_sizes(tables=tables, rounds=played, most=tables, what=f"a crisscross Mitchell of {tables} tables")
    half = tables // 2
    odd_down = tuple(j - 1 if j <= half else half - j for j in range(1, played + 1))
    even_down = tuple(-down for down in odd_down)
    weave = tuple(
        Subsection(
            places=tuple((k,) for k in range(1, tables + 1)),
            boarding=tuple(Copy("A", g) if g % 2 == parity else None for g in range(1, tables + 1)),
            descents=descents,
        )
        for parity, descents in ((1, odd_down), (0, even_down))
    )
    j, k = rounds_and_tables(played, tables)
    rising, falling = ring(k - j + 1, tables), ring(k + j - 1, tables)
    return pairs_movement(
        f"{tables}-table crisscross Mitchell, {in_words(played, 'round')}, {tables} deal groups",
        Layout(weave),
        np.where(rising % 2, rising, falling),  # an odd pair, or an even one
        deal_groups=tables,
        claims=[
            Step(ew_pairs(tables)[parity::2], tables, (step,) * (played - 1)) for parity, step in enumerate((1, -1))
        ],
    )
