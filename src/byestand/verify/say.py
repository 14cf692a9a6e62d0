"""Small words for the findings, and places counted from 1."""

import numpy as np

from byestand.verify.evidence import Mask

RARELY = 3
"""What comes a third as often as others do, or less, is rare: a slip of the pen, if nothing excuses it."""


def where(mask: Mask) -> list[tuple[int, int]]:
    """Return the places of True, counted from 1."""
    return [(a + 1, b + 1) for a, b in np.argwhere(mask).tolist()]


def tables_of(mask: Mask) -> tuple[int, ...]:
    """Return the tables, counted from 1, for which a row of the mask has a True."""
    return tuple(sorted({row[0] + 1 for row in np.argwhere(mask).tolist()}))


def often(times: float) -> str:
    """Return how often: "never", "once", "18 times"."""
    words: dict[float, str] = {0: "never", 1: "once"}
    return words.get(times, f"{times:g} times")


def counted(number: int, one: str, many: str) -> str:
    """Return "1 copy", "2 copies"."""
    return f"{number} {one if number == 1 else many}"


def cut(labels: tuple[str, ...], most: int = 10) -> tuple[str, ...]:
    """Return labels that can be read in a sentence: the first of them, and how many more there are."""
    return labels if len(labels) <= most else (*labels[: most - 1], f"{len(labels) - most + 1} others")
