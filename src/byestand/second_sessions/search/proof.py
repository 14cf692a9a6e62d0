"""The proof that no seating of one section is better: every half of the field that could be is tried and refuted.

A *half* here has any number of pairs of each line: those numbers are tried that the counting bound does not rule out.
Fix the pairs that change direction and their seats. Then the pairs that change and those that stay are two separate
packings (:func:`fewest_common`), each with at least e1 + e2 - h·h repeats. Only halves with few
enough meetings inside are left, and there are not many.

A packing is two bipartite graphs laid on each other with the fewest common edges: exactly, by exhaustive search.
A pair that changes direction in a session meets, among opponents of both sessions, only others that change: a graph of
people from the first session, a graph of seats from the second, of one size. To seat them is to lay one graph on the
other, lines on lines; repeats are the edges in common. The rows are placed one by one; in every case, a column of
degree a laid on one of degree b among m rows still to come has at least a + b - m edges in common with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.search.outcome import OutOfTimeError, SearchBudget
from byestand.second_sessions.search.seating_bounds import EXHAUSTED, MAX_TABLES, Lines, LowerBound, Matrix
from byestand.second_sessions.search.seating_problem import SeatingProblem, SeatingScore, bits

Counts = npt.NDArray[np.int16]

_TOO_MANY = 1000
NODE_UNITS = 5
"""Units of work of a node, in which a row is placed or a column."""


@dataclass(frozen=True, slots=True)
class ImprovementTarget:
    """The figures to refute: repeats in all, repeats of one pair, and perhaps that all pairs are compared."""

    total: int
    max_repeats: int = 99
    full_contact: bool = False


def fewest_common(first: Counts, second: Counts, wanted: ImprovementTarget, clock: SearchBudget) -> int:
    """Return the fewest common edges of two square 0/1 matrices, rows on rows and columns on columns.

    ``wanted.total + 1`` stands for "more than that", where the search stops looking.

    >>> one = np.array([[1, 1], [1, 0]], dtype=np.int16)
    >>> fewest_common(one, one, ImprovementTarget(9), SearchBudget(1))
    2
    """
    return _RowPlacement(first, second, wanted, clock).solve() if len(first) else 0


class _RowPlacement:
    """One such search: rows of *first* are placed on rows of *second*, one by one."""

    def __init__(self, first: Counts, second: Counts, wanted: ImprovementTarget, clock: SearchBudget) -> None:
        self.first, self.second, self.wanted, self.clock = first, second, wanted, clock
        self.size = len(first)
        self.best = wanted.total + 1
        self.to_come = np.vstack([np.cumsum(first[::-1], axis=0)[::-1], np.zeros((1, self.size), np.int16)])
        self.row_sums = second.sum(axis=1)

    def solve(self) -> int:
        """Return the fewest common edges, as far as they are of interest."""
        n, first, second = self.size, self.first, self.second
        rows, columns = (_least_overlap(first.sum(axis=i), second.sum(axis=i), n) for i in (1, 0))
        if max(self._bound(rows), self._bound(columns)) < self.best:
            self._place(0, np.zeros_like(first), tuple(range(n)), second.sum(axis=0), ())
        return self.best

    def _bound(self, cost: Counts) -> int:
        return _assignment_bound(np.where(cost > self.wanted.max_repeats, _TOO_MANY, cost))

    def _place(
        self, depth: int, common: Counts, open_rows: tuple[int, ...], left: Counts, placed: tuple[int, ...]
    ) -> None:
        """Place row *depth* and all that follow; *common* is the number of common edges of the columns so far."""
        self.clock.tick(NODE_UNITS)
        n = self.size
        if depth == n:
            self._finish(common, placed)
            return
        row, still = self.first[depth], self.to_come[depth + 1]
        choices: list[tuple[int, int, int, Counts, Counts]] = []
        for target in open_rows:
            laid = self.second[target]
            now, rest = common + np.outer(row, laid), left - laid
            value = self._bound(now + np.maximum(0, np.add.outer(still, rest) - (n - depth - 1)))
            choices.append((value, -int(self.row_sums[target]), target, now, rest))
        for value, _, target, now, rest in sorted(choices, key=lambda choice: choice[:3]):
            if value < self.best:
                self._place(depth + 1, now, tuple(r for r in open_rows if r != target), rest, (*placed, target))

    def _finish(self, common: Counts, placed: tuple[int, ...]) -> None:
        """Place the columns; check every row if lines have their own limit."""
        cheapest = np.append(np.cumsum(common.min(axis=1)[::-1])[::-1], 0).tolist()
        costs, seats = common.tolist(), self.second[list(placed)]

        def place(column: int, free: int, rows: Counts, spent: int) -> None:
            if spent + cheapest[column] >= self.best:
                return
            if column == self.size:
                self.best = spent
                return
            self.clock.tick(NODE_UNITS)
            for target in sorted(bits(free), key=costs[column].__getitem__):
                cost = costs[column][target]
                after = rows + self.first[:, column] * seats[:, target] if limited else rows
                if not limited or (cost <= self.wanted.max_repeats and after.max() <= self.wanted.max_repeats):
                    place(column + 1, free & ~(1 << target), after, spent + cost)

        limited = self.wanted.max_repeats < self.size
        place(0, (1 << self.size) - 1, np.zeros(self.size, np.int16), 0)


def _least_overlap(first: Counts, second: Counts, size: int) -> Counts:
    least: Counts = np.maximum(0, np.add.outer(first, second) - size)
    return least


def _assignment_bound(cost: Counts) -> int:
    """Return a lower bound of the cheapest assignment: every line pays at least its minimum, after its row has."""
    rows = cost.min(axis=1)
    reduced = cost - rows[:, np.newaxis]
    return int(rows.sum() + reduced.min(axis=0).sum())


@dataclass(frozen=True)
class Half:
    """The meetings among the pairs that change direction, and among those that stay."""

    changing_rows: Matrix
    staying_rows: Matrix

    @cached_property
    def meetings(self) -> tuple[int, int]:
        """The number of each."""
        return int(self.changing_rows.sum()), int(self.staying_rows.sum())


def exists_better(first: Lines, second: Lines, changing: int, wanted: ImprovementTarget, clock: SearchBudget) -> bool:
    """Return whether there is a seating as good as *wanted*; False is a proof that there is none."""
    t = first.tables
    sizes = changing, t - changing
    fewest = [[lines.fewest_inside(size) for size in sizes] for lines in (first, second)]
    halves = [
        sorted(_halves(lines, sizes, others, wanted, clock), key=lambda half: half.meetings)
        for lines, others in ((first, fewest[1]), (second, fewest[0]))
    ]
    # The same movement twice: each seating has an inverse, and the halves exchange their roles.
    for i, one in enumerate(halves[0]):
        for other in halves[1][i:] if first == second else halves[1]:
            if sum(_minimum(one.meetings, other.meetings, sizes)) > wanted.total:
                if second.is_regular:
                    break  # all that follow have more meetings, also among those that stay
                continue
            if _fits(one, other, sizes, wanted, clock):
                return True
    return False


def _halves(
    lines: Lines, sizes: tuple[int, int], others: list[int], wanted: ImprovementTarget, clock: SearchBudget
) -> Iterator[Half]:
    """Yield the halves that, with the best half of the other session, could be good enough."""
    t, changing = lines.tables, sizes[0]
    best = others[0], others[1]
    most = changing * changing - others[0] + wanted.total
    if lines.is_regular:
        # Those that stay then have as many meetings among them as those that change, plus a fixed number.
        more = lines.edges // t * (t - 2 * changing)
        while most > 0 and sum(_minimum((most, most + more), best, sizes)) > wanted.total:
            most -= 1
    everyone = set(range(t))
    for ns, ew in lines.small_halves(changing, most, clock):
        stay_ns, stay_ew = sorted(everyone - set(ns)), sorted(everyone - set(ew))
        half = Half(lines.meets[np.ix_(ns, ew)], lines.meets[np.ix_(stay_ns, stay_ew)])
        if sum(_minimum(half.meetings, best, sizes)) <= wanted.total:
            yield half


def _minimum(one: tuple[int, int], other: tuple[int, int], sizes: tuple[int, int]) -> tuple[int, int]:
    low = [max(0, e1 + e2 - size * size) for e1, e2, size in zip(one, other, sizes, strict=True)]
    return low[0], low[1]


def _fits(one: Half, other: Half, sizes: tuple[int, int], wanted: ImprovementTarget, clock: SearchBudget) -> bool:
    """Return whether both packings of two halves together are good enough.

    One of the two has at most half of the repeats allowed: so each is tried with that, and with more only if the
    other one leaves room for it. A small limit is refuted in far fewer nodes.
    """
    low = _minimum(one.meetings, other.meetings, sizes)
    # A pair that changes from NS sits EW afterwards: that half of the second session is transposed.
    packings = (
        (one.changing_rows, np.ascontiguousarray(other.changing_rows.T)),
        (one.staying_rows, other.staying_rows),
    )

    def least(i: int, room: int) -> int:
        """Return the fewest repeats of a packing; *room* + 1 stands for too many."""
        people, seats = packings[i]
        allowed = room
        if wanted.full_contact:  # one stranger more is one repeat more
            allowed = min(room, int(people.sum() + seats.sum()) - sizes[i] * sizes[i])
        if allowed < low[i]:
            return room + 1
        common = fewest_common(people, seats, ImprovementTarget(allowed, wanted.max_repeats), clock)
        return common if common <= allowed else room + 1

    half = wanted.total // 2
    spent = least(0, half)
    if spent <= half:
        return least(1, wanted.total - spent) <= wanted.total - spent
    rest = wanted.total - half - 1
    spent = least(1, rest)
    return spent <= rest and least(0, wanted.total - spent) <= wanted.total - spent


class Prover:
    """Refutes better seatings of one section; tries nothing twice."""

    def __init__(
        self,
        first: Lines,
        second: Lines,
        problem: SeatingProblem,
        bounds: Mapping[tuple[int, int], int],
        clock: SearchBudget,
    ) -> None:
        self.first, self.second, self.problem, self.clock = first, second, problem, clock
        before, after = problem.direction_before, problem.direction
        turned = sum(before[person] == 0 and after[seat] == 1 for person, seat in problem.phantoms)
        self.bounds = {ns + turned: bound for (ns, _), bound in bounds.items()}
        """The counting bound for every number of NS pairs that may change direction, including phantoms."""
        self.tried: set[ImprovementTarget] = set()

    def raise_bounds(
        self, goal: str, worth: SeatingScore, leading: LowerBound, total: LowerBound
    ) -> tuple[LowerBound, LowerBound]:
        """Return the bounds of the leading figure and of repeats, as far as better ones are refuted."""
        if self.first.tables > MAX_TABLES:
            return leading, total
        refuted, people = self.is_refuted, len(self.problem.people)
        if goal == "total" and total.minimum < worth.total and refuted(ImprovementTarget(worth.total - 1)):
            total = leading = LowerBound(worth.total, EXHAUSTED)
        if goal == "max":
            fewer = worth.max_repeats - 1
            if leading.minimum < worth.max_repeats and refuted(ImprovementTarget(fewer * people // 2, fewer)):
                leading = LowerBound(worth.max_repeats, EXHAUSTED)
            if total.minimum < worth.total and refuted(ImprovementTarget(worth.total - 1, worth.max_repeats)):
                total = LowerBound(worth.total, EXHAUSTED)
        # Phantoms are rows of zeros in the matrix: they have no meetings, which is not a lack of contact.
        in_contact = goal == "contact" and not worth.never and not self.problem.phantoms
        if (
            in_contact
            and total.minimum < worth.total
            and refuted(ImprovementTarget(worth.total - 1, full_contact=True))
        ):
            total = LowerBound(worth.total, EXHAUSTED)
        return leading, total

    def is_refuted(self, wanted: ImprovementTarget) -> bool:
        """Return whether an exhaustive search has shown in time that nothing is as good."""
        if wanted in self.tried or self.clock.is_over:
            return False
        self.tried.add(wanted)
        try:
            clock = self.clock.part()
            return not any(
                exists_better(self.first, self.second, size, wanted, clock)
                for size, bound in self.bounds.items()
                if bound <= wanted.total
            )
        except OutOfTimeError:
            return False
