"""A Howell made by hand from its compact form, independently of the program.

In round j = 0, 1, … a table [a, b, c] has movers a + j and b + j and group c + j, modulo r; b = -1 is a stationary
pair. So every mover goes to the previous table of the mover one lower, and boards move down a ring of r places.
"""

import numpy as np

from byestand.model.claims import Follow, Stay
from byestand.model.field import Field
from byestand.model.layout import Copy, Layout, Subsection
from byestand.model.movement import Movement

PERFECT_13 = ((1, 5, 0), (0, 7, 1), (11, 10, 2), (3, -1, 3), (8, 6, 4), (2, 12, 5), (9, 4, 6))
"""Seven tables, 13 rounds: with pair 14 missing all pairs compete equally."""


def howell(tables: tuple[tuple[int, int, int], ...], rounds: int) -> Movement:
    """Return the Howell of a compact form whose tables are in the order of their places, without gaps."""
    t, r = len(tables), rounds
    seats, groups = np.zeros((r, t, 2), dtype=np.int64), np.zeros((r, t), dtype=np.int64)
    stays = iter(range(r + 1, 2 * t + 1))
    for k, (a, b, c) in enumerate(tables):
        stayer = next(stays) if b < 0 else 0
        for j in range(r):
            seats[j, k] = (a + j) % r + 1, stayer or (b + j) % r + 1
            groups[j, k] = (c + j) % r + 1
    ring = Subsection(
        places=tuple((p + 1,) if p < t else () for p in range(r)),
        initial_copies=tuple(Copy("A", p + 1) for p in range(r)),
        descents=tuple(range(r)),
    )
    return Movement(
        title=f"{t}-table Howell, {r} rounds, {r} deal groups",
        seats=seats,
        groups=groups,
        field=Field((2 * t,)),
        deal_groups=r,
        layout=Layout((ring,)),
        claims=(Stay(tuple(range(r + 1, 2 * t + 1))), Follow(tuple(range(1, r + 1)))),
    )
