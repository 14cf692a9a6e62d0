"""Webs and relay Mitchells directly from the published formulas, to compare with the program.

It shares no code with the makers of the program, so that an error there cannot hide an error in the rover search.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from byestand.model.field import Field
from byestand.model.layout import Copy, Layout, Subsection
from byestand.model.movement import Movement
from byestand.model.walks import ring


class Shape(NamedTuple):
    """A Web: *whole* subsections of as many tables as groups, then *half* up and *half* down."""

    tables: int
    groups: int
    whole: int
    half: int

    @property
    def longest(self) -> int:
        """The number of rounds in the standard library: at most one revenge round."""
        t, d = self.tables, self.groups
        limit = min(d, t) if d % 2 or t <= d // 2 else min(d, t - 1)
        return min(d, limit + 1)


def shapes(tables: int, groups: int) -> Iterator[Shape]:
    """Yield every Web with this many tables and deal groups."""
    for whole in range(tables // groups + 1):
        half, odd = divmod(tables - whole * groups, 2)
        if not odd and half < groups:
            yield Shape(tables, groups, whole, half)


@cache
def web(shape: Shape, rounds: int) -> Movement:
    """Return a Web: EW move up one table per round, one more after half of the rounds if the groups are even."""
    t, d, n, s = shape
    skip = d // 2 if d % 2 == 0 else None
    table = np.arange(1, t + 1)
    seats, groups = [], []
    for j in range(1, rounds + 1):
        moved = j - 1 + (skip is not None and j > skip)
        seats.append(np.stack([table, t + ring(table - moved, t)], axis=1))
        down = ring(s - (table - n * d - s) - (j - 1), d)
        groups.append(np.where(table <= n * d + s, ring(table + j - 1, d), down))
    return Movement(
        f"{t} tables, {d} groups",
        np.stack(seats),
        np.stack(groups),
        Field((t, t)),
        d,
        Layout(_subsections(shape, rounds)),
    )


def _subsections(shape: Shape, rounds: int) -> tuple[Subsection, ...]:
    _, d, n, s = shape
    orders: list[tuple[int, int, Literal["up", "down"]]] = [(i * d, d, "up") for i in range(n)]
    if s:
        orders += [(n * d, s, "up"), (n * d + s, s, "down")]
    return tuple(
        Subsection(
            places=tuple((before + p,) if p <= size else () for p in range(1, d + 1)),
            initial_copies=tuple(
                Copy(chr(ord("A") + i), p if order == "up" else ring(s - p, d)) for p in range(1, d + 1)
            ),
            descents=tuple(range(rounds)),
            order=order,
        )
        for i, (before, size, order) in enumerate(orders)
    )


def relay(tables: int) -> Movement:
    """Return an even Mitchell with relay and bye stand: tables 1 and t share."""
    t = tables
    table = np.arange(1, t + 1)
    slot = np.where(table <= t // 2, table - 1, table)
    seats = [np.stack([table, t + ring(table - j, t)], axis=1) for j in range(t)]
    groups = [ring(slot + j + 1, t) for j in range(t)]
    return Movement(f"{t} tables, relay", np.stack(seats), np.stack(groups), Field((t, t)), t)


def library() -> Iterator[Shape]:
    """Yield the 380 bases of the standard library."""
    for groups in range(6, 16):
        for tables in range(6, 46):
            yield from shapes(tables, groups)
