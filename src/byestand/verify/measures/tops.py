"""Matchpoints on boards that are played fewer times than others: the two ways to bring them to the same top.

With A scores of E expected, and two points for every score beaten, a result of M becomes (M + 1)·E/A - 1 by Neuberg's
formula, which leaves an average an average and takes account of the scores that are missing; and M·(E - 1)/(A - 1) by
factoring to the top. What ACBLscore does with boards that the movement itself plays less often is not known to us.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Factored:
    """A top, and the bottom, on a board with fewer scores."""

    times_played: int
    neuberg_top: float
    neuberg_bottom: float
    ratio_top: float


def factored(times_played: int, most: int) -> Factored:
    """Return what a top and a bottom are worth on a board played so many times, where others are played *most* times.

    >>> board = factored(17, 18)
    >>> round(board.neuberg_top, 2), round(board.ratio_top, 2), round(board.neuberg_bottom, 2)
    (33.94, 34.0, 0.06)
    """
    top = 2 * (times_played - 1)
    return Factored(
        times_played,
        neuberg_top=(top + 1) * most / times_played - 1,
        neuberg_bottom=most / times_played - 1,
        ratio_top=top * (most - 1) / (times_played - 1) if times_played > 1 else float(most - 1),
    )
