"""Counting round a ring from 1: the only place that knows about ``%``."""

from typing import overload

import numpy as np
import numpy.typing as npt


@overload
def ring(x: int, size: int) -> int: ...
@overload
def ring(x: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]: ...
def ring(x: int | npt.NDArray[np.int64], size: int) -> int | npt.NDArray[np.int64]:
    """Return the number from 1 to *size* that stands where *x* does on a ring.

    >>> [ring(x, 5) for x in (-1, 0, 1, 5, 6, 12)]
    [4, 5, 1, 5, 1, 2]
    """
    return (x - 1) % size + 1
