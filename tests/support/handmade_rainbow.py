"""The Rainbow, an individual movement, written by its rule."""

import numpy as np

from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.walks import ring


def rainbow(tables: int) -> Movement:
    """Return the Rainbow, which is valid if neither 2 nor 3 divides the tables; S, E, W move +1, +2, -2 tables."""
    x = np.arange(1, tables + 1)
    lines = [[ring(x + step * j, tables) for step in (0, -1, -2, 2)] for j in range(tables)]
    seats = np.array(lines).transpose(0, 2, 1) + tables * np.arange(4)
    groups = np.array([ring(x + j, tables) for j in range(tables)])
    return Movement(f"{tables}-table Rainbow", seats, groups, Field((4 * tables,)), tables)
