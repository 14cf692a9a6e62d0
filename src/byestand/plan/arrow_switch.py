"""One winner from a two-winner movement: the arrow-switched rounds that give the most even competition.

An arrow switch changes directions but not opponents. With a signed matrix per round (contestants × deal groups: +1 for
NS, -1 for EW) the competition matrix is X·Xᵀ + M. X is the sum of the matrices, negated for switched rounds; M comes
from the meetings and does not change. So one matrix product evaluates one set of rounds.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.model.movement import Movement
from byestand.movements import require_an_arrow, switch_arrow
from byestand.search.directions import DesignCell, Directions, minimise_turned
from byestand.verify import judge
from byestand.verify.measures import balance, competition
from byestand.words.titles import title_of

Signs = npt.NDArray[np.float64]

RUNS, STEPS_A_CELL = 12, 500
"""Annealing effort: some seconds for 13 tables; twice as much gave no better result in the tests."""
ENDS = (10.0, 20.0)
"""Final temperatures of the runs, in turn: Webs freeze well above the first, Mitchells below the second."""
MAX_PASSES = 200
"""An upper limit that climbs do not reach."""


@dataclass(frozen=True)
class ArrowSwitchPlan:
    """The arrow switches of a movement, and the balance with them."""

    two_winners: Movement
    """The movement without arrow switches."""
    rounds: tuple[int, ...]
    """Rounds with an arrow switch at every table."""
    tables: dict[int, tuple[int, ...]]
    """Rounds with an arrow switch at some tables, with those tables."""
    balance: float

    @cached_property
    def movement(self) -> Movement:
        """The judged movement with one winner; made on demand, because a plan tries many."""
        switched = switch_arrow(self.two_winners, rounds=self.rounds, tables=self.tables)
        return judge(switched).require_valid(title_of(switched)).movement


def one_winner(movement: Movement, *, by_table: bool = False, thorough: bool = True) -> ArrowSwitchPlan:
    """Return the movement with the arrow switches that give the best balance Qf.

    All sets of at most two rounds and all runs of last rounds are tried, then every change of one round as long as it
    improves. If equal, later rounds win, because they are easier to remember. *by_table* continues with single tables,
    also by annealing with fixed seeds, so the result is always the same. Without *thorough* only last rounds are tried,
    which is fast enough for a plan.
    """
    evaluator = _SwitchEvaluator(movement)
    rounds = movement.rounds
    tries: Iterable[tuple[int, ...]] = [tuple(range(rounds - k, rounds)) for k in range(rounds // 3 + 1)]
    if thorough:
        tries = [*tries, *_small_sets(rounds)]
    signs = max((_switch_rows(evaluator.nothing, rows) for rows in tries), key=evaluator.balance)
    if thorough:
        signs = _climb(evaluator, signs, [(row, slice(None)) for row in reversed(range(rounds))])
    if by_table:
        signs = max(_by_cells(evaluator, signs), key=evaluator.balance)
    whole = tuple(int(row) + 1 for row in np.flatnonzero((signs < 0).all(axis=1)))
    some = {
        int(row) + 1: tuple(int(table) + 1 for table in np.flatnonzero(signs[row] < 0))
        for row in np.flatnonzero((signs < 0).any(axis=1) & (signs > 0).any(axis=1))
    }
    return ArrowSwitchPlan(movement, whole, some, evaluator.balance(signs))


def _by_cells(evaluator: "_SwitchEvaluator", signs: Signs) -> Iterator[Signs]:
    """Yield switches of single tables: by climbing from whole rounds, and from each run of annealing."""
    rounds, tables = signs.shape
    yield _climb(evaluator, signs, [(row, table) for row in reversed(range(rounds)) for table in range(tables)])
    cells = evaluator.cells()
    for seed in range(RUNS):
        chance = random.Random(seed)  # noqa: S311 - no secret
        directions = Directions(cells, evaluator.competition(evaluator.nothing).tolist(), evaluator.groups, chance)
        directions.shuffle()
        _, turned = directions.anneal(STEPS_A_CELL, cold=ENDS[seed % len(ENDS)])
        turned = minimise_turned(cells, turned, [0] * len(cells))
        # Switching every table gives the same competition.
        yield evaluator.signs([not t for t in turned] if 2 * sum(turned) > len(turned) else turned)


def _small_sets(rounds: int) -> Iterator[tuple[int, ...]]:
    latest_first = range(rounds - 1, -1, -1)
    for size in (1, 2):
        yield from combinations(latest_first, size)


def _switch_rows(signs: Signs, rows: Iterable[int]) -> Signs:
    turned = signs.copy()
    turned[list(rows)] *= -1
    return turned


def _climb(evaluator: "_SwitchEvaluator", signs: Signs, moves: Sequence[tuple[int, int | slice]]) -> Signs:
    """Return the signs after the best switches, one at a time, until none improves the balance."""
    best = evaluator.balance(signs)
    for _ in range(MAX_PASSES):
        tries = []
        for move in moves:
            changed = signs.copy()
            changed[move] *= -1
            tries.append((evaluator.balance(changed), changed))
        figure, changed = max(tries, key=lambda item: item[0])
        if figure <= best + 1e-9:
            break
        best, signs = figure, changed
    return signs


class _SwitchEvaluator:
    """Evaluates arrow switches of a movement without building it again."""

    def __init__(self, movement: Movement) -> None:
        require_an_arrow(movement)
        rounds, tables = movement.groups.shape
        size, width = movement.field.size + 1, int(movement.groups.max()) + 1
        row, table = movement.played_mask.nonzero()
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
        return balance(self.competition(signs))

    def competition(self, signs: Signs) -> npt.NDArray[np.int64]:
        sides = self._sides(signs)
        matrix = sides @ sides.T + self._meetings
        np.fill_diagonal(matrix, 0)
        return matrix.astype(np.int64)  # exact, so that symmetric sets of rounds tie

    @property
    def groups(self) -> int:
        return self._shape[1]

    def cells(self) -> list[DesignCell]:
        """Return the cells with play; contestants present are counted from 0."""
        place = {int(contestant): i for i, contestant in enumerate(self._here)}
        width = self._shape[1]
        return [
            DesignCell(place[ns // width], place[ew // width], ns % width)
            for ns, ew in zip(self._ns.tolist(), self._ew.tolist(), strict=True)
        ]

    def signs(self, turned: Sequence[bool]) -> Signs:
        """Return the signs for switched cells, given in the order of the cells with play."""
        signs = self.nothing.copy()
        signs[self._row, self._table] = np.where(turned, -1.0, 1.0)
        return signs
