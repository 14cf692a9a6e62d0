"""Balance: how evenly contestants compete with each other (J. R. Manning's measure, The EBU Manual of Movements).

On a deal played k times, two contestants who sat in the same direction compete once (+1): one gains what the other
loses. Two who sat in opposite directions at different tables help each other (-1). Two opponents compete k - 1 times:
what one gains against the scores of the k - 1 other tables, the other loses. Partners in an individual share what they
gain: -(k - 1). The sum over all deals is C(i, j): what j loses when i does better by a point against every other score.

With S the sum of C over all pairs of contestants, SS the sum of its squares and N their number, Qf = 100·S²/(N·SS): 100
if all pairs compete equally, less if C varies.
"""

from collections import Counter
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.model.movement import Grid, Movement

Matrix = npt.NDArray[np.int64]


def competition(movement: Movement) -> Matrix:
    """Return C as a symmetric matrix, contestants in the order of `movement.field.present`; the diagonal is 0."""
    total: Matrix = np.zeros((movement.field.size + 1,) * 2, dtype=np.int64)
    # If players change seats within a round, each of its boards is a separate deal.
    for turn, boards in Counter(movement.swivel or ("NSEW",)).items():
        seats = movement.seats_on(movement.swivel.index(turn) + 1) if movement.swivel else movement.seats
        total += boards * _on_one_board(movement, seats)
    np.fill_diagonal(total, 0)
    here = np.array(movement.field.present)
    among_them: Matrix = total[np.ix_(here, here)]
    return among_them


def _on_one_board(movement: Movement, all_seats: Grid) -> Matrix:
    """Return C for one board of each deal group, by contestant numbers; row and column 0 are empty."""
    size, groups = movement.field.size, int(movement.groups.max())
    seats, played = all_seats[movement.is_played], movement.groups[movement.is_played]
    # One signed column per deal group: +1 for contestants NS, -1 for EW, 0 for those that do not play it.
    height, width = size + 1, groups + 1
    half = seats.shape[1] // 2  # NS sit in the first half of the seats
    ns, ew = (
        np.bincount((side * width + played[:, np.newaxis]).ravel(), minlength=height * width)
        for side in (seats[:, :half], seats[:, half:])
    )
    sides = (ns - ew).reshape(height, width).astype(np.float64)  # fast to multiply, and exact for small whole numbers
    total: Matrix = (sides @ sides.T).astype(np.int64)
    # The product counts -1 for opponents and +1 for partners; adding k gives k - 1, subtracting k gives -(k - 1).
    times = np.bincount(played, minlength=width)[played]
    for a, b in combinations(range(seats.shape[1]), 2):
        weights = times if a < half <= b else -times
        met = np.bincount(seats[:, a] * height + seats[:, b], weights=weights, minlength=height * height)
        extra = met.reshape(height, height).astype(np.int64)
        total += extra + extra.T
    return total


def balance(matrix: Matrix) -> float:
    """Return Qf of a competition matrix; 100 is perfect.

    >>> round(balance(np.array([[0, 2, 2], [2, 0, 2], [2, 2, 0]])), 2)
    100.0
    """
    # The matrix is symmetric with diagonal 0, so every pair of contestants counts twice in both sums.
    total, squares = int(matrix.sum()) / 2, int((matrix * matrix).sum()) / 2
    pairs = len(matrix) * (len(matrix) - 1) / 2
    return 100 * total**2 / (pairs * squares) if squares else 0.0


def line_balance(movement: Movement, matrix: Matrix) -> tuple[float, ...]:
    """Return Qf within each line if each has its own winner; with one winner, of the field."""
    lines = np.array([movement.field.line(contestant) for contestant in movement.field.present])
    members = [np.flatnonzero(lines == line) for line in range(len(movement.field.lines))]
    return tuple(balance(matrix[np.ix_(who, who)]) for who in members)
