"""One winner from a two-winner movement: in which rounds to turn the arrow so that everybody competes with everybody.

Turning the arrow changes who sat which way and not who met whom. With a signed table a round (contestants × deal
groups: +1 for NS, -1 for EW) the competition matrix is X·Xᵀ + M, where X adds the tables up, those of switched rounds
turned over, and M, from the meetings, stays. So one set of rounds is tried in a matrix product.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.model import Movement
from byestand.movements import arrow_switched, require_an_arrow
from byestand.verify import judge
from byestand.verify.measures import balance, competition
from byestand.words.titles import title_of

Signs = npt.NDArray[np.float64]

MOST_PASSES = 200
"""A climb ends by itself long before."""


@dataclass(frozen=True)
class Switching:
    """Where to turn the arrow, and how even the competition is then."""

    two_winners: Movement
    """The movement as it was."""
    rounds: tuple[int, ...]
    """Rounds in which the arrow is turned at every table."""
    tables: dict[int, tuple[int, ...]]
    """Rounds in which it is turned at some tables, and at which."""
    balance: float

    @cached_property
    def movement(self) -> Movement:
        """The movement with one winner, judged; made when it is asked for, for a plan tries many."""
        switched = arrow_switched(self.two_winners, rounds=self.rounds, tables=self.tables)
        return judge(switched).or_refused(title_of(switched)).movement


def one_winner(movement: Movement, *, by_table: bool = False, thorough: bool = True) -> Switching:
    """Return the movement with the arrow turned where the balance Qf is best.

    All sets of at most two rounds and all runs of last rounds are tried, and then every change of one round, as long
    as it gets better; of equals the later rounds win, which are easier to remember. *by_table* goes on in the same way
    with single tables. Not *thorough*, only last rounds are tried: as quick as a plan needs it.
    """
    rehearsal = _Rehearsal(movement)
    rounds = movement.rounds
    tries: Iterable[tuple[int, ...]] = [tuple(range(rounds - k, rounds)) for k in range(rounds // 3 + 1)]
    if thorough:
        tries = [*tries, *_small_sets(rounds)]
    signs = max((_turned(rehearsal.nothing, rows) for rows in tries), key=rehearsal.balance)
    if thorough:
        signs = _climbed(rehearsal, signs, [(row, slice(None)) for row in reversed(range(rounds))])
    if by_table:
        cells = [(row, table) for row in reversed(range(rounds)) for table in range(movement.tables)]
        signs = _climbed(rehearsal, signs, cells)
    whole = tuple(int(row) + 1 for row in np.flatnonzero((signs < 0).all(axis=1)))
    some = {
        int(row) + 1: tuple(int(table) + 1 for table in np.flatnonzero(signs[row] < 0))
        for row in np.flatnonzero((signs < 0).any(axis=1) & (signs > 0).any(axis=1))
    }
    return Switching(movement, whole, some, rehearsal.balance(signs))


def _small_sets(rounds: int) -> Iterator[tuple[int, ...]]:
    latest_first = range(rounds - 1, -1, -1)
    for size in (1, 2):
        yield from combinations(latest_first, size)


def _turned(signs: Signs, rows: Iterable[int]) -> Signs:
    turned = signs.copy()
    turned[list(rows)] *= -1
    return turned


def _climbed(rehearsal: "_Rehearsal", signs: Signs, moves: Sequence[tuple[int, int | slice]]) -> Signs:
    """Turn whatever makes it better, the best first, until nothing does."""
    best = rehearsal.balance(signs)
    for _ in range(MOST_PASSES):
        tries = []
        for move in moves:
            changed = signs.copy()
            changed[move] *= -1
            tries.append((rehearsal.balance(changed), changed))
        figure, changed = max(tries, key=lambda item: item[0])
        if figure <= best + 1e-9:
            break
        best, signs = figure, changed
    return signs


class _Rehearsal:
    """The competition matrix of a movement for any switches, without making it anew."""

    def __init__(self, movement: Movement) -> None:
        require_an_arrow(movement)
        rounds, tables = movement.groups.shape
        size, width = movement.field.size + 1, int(movement.groups.max()) + 1
        row, table = movement.played.nonzero()
        group = movement.groups[row, table]
        self.nothing: Signs = np.ones((rounds, tables))
        self._here = np.array(movement.field.present)
        self._row, self._table = row, table
        self._ns = movement.seats[row, table, 0] * width + group
        self._ew = movement.seats[row, table, 1] * width + group
        self._shape = (size, width)
        sides = self._sides(self.nothing)
        self._meetings = competition(movement) - sides @ sides.T

    def _sides(self, signs: Signs) -> Signs:
        weights = signs[self._row, self._table]
        size = self._shape[0] * self._shape[1]
        ns, ew = (np.bincount(where, weights=weights, minlength=size) for where in (self._ns, self._ew))
        sides: Signs = (ns - ew).reshape(self._shape)[self._here]
        return sides

    def balance(self, signs: Signs) -> float:
        sides = self._sides(signs)
        matrix = sides @ sides.T + self._meetings
        np.fill_diagonal(matrix, 0)
        return balance(matrix.astype(np.int64))  # exact, so that sets of rounds equal by symmetry tie
