"""Cutting what is too wide for a page into blocks."""

from collections.abc import Sequence
from math import ceil


def equal_blocks(numbers: Sequence[int], most: int) -> tuple[tuple[int, ...], ...]:
    """Return numbers in as few blocks of at most *most* as there must be, all of about the same length.

    >>> equal_blocks(range(1, 8), 3)
    ((1, 2, 3), (4, 5, 6), (7,))
    >>> equal_blocks(range(1, 9), 7)
    ((1, 2, 3, 4), (5, 6, 7, 8))
    """
    length = ceil(len(numbers) / ceil(len(numbers) / most))
    return tuple(tuple(numbers[i : i + length]) for i in range(0, len(numbers), length))
