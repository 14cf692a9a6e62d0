"""Bounds for the figures of every seating, without a search.

The counting bound of two sessions needs the fewest meetings inside a half of the field, and the halves that have them.
Opponents of both sessions are both among the pairs that change direction or both among those that stay. With h pairs
in each line that change, e1 and e2 meetings among them in the two sessions, and h·h pairs of them in all, at least
e1 + e2 - h·h meet twice: the counting bound. So it depends on how small e can be, over every choice of h pairs NS and
h pairs EW.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from byestand.search.outcome import SearchBudget
from byestand.second_sessions.search.seating_problem import Masks, SeatingProblem, SessionSeries, bits

Matrix = npt.NDArray[np.int16]

MAX_TABLES = 20
"""All choices of one line are listed up to this number of tables (184,756 for 20); beyond it only simple bounds."""

COUNTING_BOUND = "counting bound"
EXHAUSTED = "exhausted search"
REARRANGEMENT_BOUND = "rearrangement bound"


@dataclass(frozen=True, slots=True)
class LowerBound:
    """The least possible value of a figure, and the argument; a seating that reaches it is proved best."""

    minimum: float
    argument: str = ""


NO_FEWER_THAN_NONE = LowerBound(0, "there are no fewer than none")


def counted_bound(low: int) -> LowerBound:
    """Return a counted number of repeats as a bound."""
    return LowerBound(low, COUNTING_BOUND) if low else NO_FEWER_THAN_NONE


@dataclass(frozen=True, eq=False)
class Lines:
    """A session of one section as a matrix of 0 and 1: which NS pairs meet which EW pairs."""

    meets: Matrix

    def __eq__(self, other: object) -> bool:
        """Return whether the same pairs meet."""
        return isinstance(other, Lines) and np.array_equal(self.meets, other.meets)

    def __hash__(self) -> int:
        """Return a hash of the meetings."""
        return hash(self.meets.tobytes())

    @classmethod
    def for_lines(cls, graph: Masks, direction: tuple[int, ...]) -> "Lines | None":
        """Return the matrix for two lines of equal length; None if they differ."""
        ns = [seat for seat, way in enumerate(direction) if way == 0]
        ew = [seat for seat, way in enumerate(direction) if way == 1]
        if len(ns) != len(ew):
            return None
        return cls(np.array([[graph[a] >> b & 1 for b in ew] for a in ns], dtype=np.int16))

    @classmethod
    def of_session(cls, event: SessionSeries, session: int) -> "Lines | None":
        """Return a session of one section as two lines; None if it has several sections."""
        room = event.sessions[session]
        return cls.for_lines(event.graphs[session], room.directions) if len(room.movements) == 1 else None

    @property
    def tables(self) -> int:
        """The number of pairs in a line."""
        return len(self.meets)

    @cached_property
    def is_cyclic(self) -> bool:
        """Whether it is the same from every table, as Mitchells and Webs are."""
        square = self.meets.shape[0] == self.meets.shape[1]
        return square and bool((np.roll(self.meets, (1, 1), axis=(0, 1)) == self.meets).all())

    @cached_property
    def is_mirrored(self) -> bool:
        """Whether it is the same with all places numbered backwards, NS and EW each from some place."""
        back = self.meets[::-1, ::-1]
        return any((np.roll(back, shift, axis=1) == self.meets).all() for shift in range(self.tables))

    @cached_property
    def is_regular(self) -> bool:
        """Whether all pairs have equally many opponents."""
        return len({*self.meets.sum(axis=0).tolist(), *self.meets.sum(axis=1).tolist()}) == 1

    @cached_property
    def edges(self) -> int:
        """The number of meetings."""
        return int(self.meets.sum())

    def halves(self, size: int) -> Matrix:
        """Return every choice of *size* NS pairs, as rows of 0 and 1; in a cyclic movement those with table 1."""
        t = self.tables
        if self.is_cyclic and size:
            numbers = 1 + 2 * np.arange(1 << (t - 1), dtype=np.int64)
        else:
            numbers = np.arange(1 << t, dtype=np.int64)
        numbers = numbers[np.bitwise_count(numbers) == size]
        chosen: Matrix = (numbers[:, np.newaxis] >> np.arange(t) & 1).astype(np.int16)
        return chosen

    def without(self, absent: Collection[int], direction: tuple[int, ...]) -> "Lines":
        """Return the same without some seats, or the people in them."""
        ns, ew = ([seat not in absent for seat, its in enumerate(direction) if its == way] for way in (0, 1))
        return Lines(self.meets[np.array(ns)][:, np.array(ew)])

    def fewest_inside(self, ns: int, ew: int | None = None) -> int:
        """Return the fewest meetings between a number of NS pairs and a number of EW pairs (equal if not given)."""
        return _fewest_inside(self, ns, ns if ew is None else ew)

    def small_halves(self, size: int, most: int, clock: SearchBudget) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return every choice of *size* pairs in each line with at most *most* meetings among them.

        Only one of all choices that are rotations of each other is returned, and one of two that are mirror images, if
        the movement is symmetric.
        """
        rows = self.halves(size)
        met = rows @ self.meets
        few = np.sort(met, axis=1)[:, :size].sum(axis=1) <= most
        few_meetings = []
        for row, degrees in zip(rows[few].tolist(), met[few].tolist(), strict=True):
            if not (self.is_cyclic and _is_turned(row, mirrored=self.is_mirrored)):
                ns = tuple(i for i, chosen in enumerate(row) if chosen)
                few_meetings += [(ns, ew) for ew in _cheap(degrees, size, most, clock)]
        return few_meetings


@lru_cache(maxsize=256)
def _fewest_inside(lines: Lines, ns: int, ew: int) -> int:
    """Return the fewest meetings, cached for both sessions and every goal: all halves are listed for it."""
    meets = lines.meets
    if lines.tables > MAX_TABLES:
        # The most opponents of each NS pair outside.
        least = np.sort(np.maximum(0, meets.sum(axis=1) - (meets.shape[1] - ew)))
        return int(least[:ns].sum())
    met = lines.halves(ns) @ meets
    return int(np.sort(met, axis=1)[:, :ew].sum(axis=1).min())


def counting_bound(first: Lines, second: Lines, ns: int, ew: int | None = None) -> int:
    """Return the fewest repeats if these numbers of NS and EW pairs (equal if not given) change direction.

    A pair that changes from NS sits EW afterwards. Phantoms must be left out of both sessions.
    """
    many = ns if ew is None else ew
    stay, stay_ew = len(first.meets) - ns, len(first.meets.T) - many
    changing = first.fewest_inside(ns, many) + second.fewest_inside(many, ns) - ns * many
    staying = first.fewest_inside(stay, stay_ew) + second.fewest_inside(stay, stay_ew) - stay * stay_ew
    return max(0, changing) + max(0, staying)


def _is_turned(row: list[int], *, mirrored: bool) -> bool:
    """Return whether another rotation of the choice (or of its mirror image) with table 1 comes first."""
    ways = (row, row[::-1]) if mirrored else (row,)
    return any(way[i:] + way[:i] > row for way in ways for i in range(len(row)) if way[i])


def _cheap(degrees: list[int], size: int, most: int, clock: SearchBudget) -> list[tuple[int, ...]]:
    """Return every choice of *size* places whose degrees add up to at most *most*."""
    order = sorted(range(len(degrees)), key=lambda place: (degrees[place], place))
    choices: list[tuple[int, ...]] = []

    def go(start: int, need: int, left: int, chosen: int) -> None:
        clock.tick()
        if not need:
            choices.append(tuple(bits(chosen)))
            return
        for i in range(start, len(order) - need + 1):
            if sum(degrees[place] for place in order[i : i + need]) > left:
                return
            go(i + 1, need - 1, left - degrees[order[i]], chosen | 1 << order[i])

    go(0, size, most, 0)
    return choices


def counting_bounds(
    problem: SeatingProblem, lines: tuple[Lines, Lines], changes: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """Return the counting bound without phantoms for each of the numbers that may change direction."""
    first, second = lines
    one = first.without([person for person, _ in problem.phantoms], problem.direction_before)
    other = second.without([seat for _, seat in problem.phantoms], problem.direction)
    return {(ns, ew): counting_bound(one, other, ns, ew) for ns, ew in changes}


def leading_bound(goal: str, total: LowerBound, problems: Sequence[SeatingProblem]) -> LowerBound:
    """Return the bound of the leading figure; *problems* are those of every two sessions."""
    match goal:
        case "total":
            return total
        case "max":
            return bound_of_most(total, len(problems[0].people))
        case "contact":
            return NO_FEWER_THAN_NONE
        case _:
            return LowerBound(sum(map(least_competition, problems)), REARRANGEMENT_BOUND)


def bound_of_most(total: LowerBound, people: int) -> LowerBound:
    """Return the least possible maximum: some pair has at least the average, and each repeat has two pairs."""
    return LowerBound(math.ceil(2 * total.minimum / people), total.argument)


def least_competition(problem: SeatingProblem) -> float:
    """Return a bound of past times new competition: each person gets its best seat, with the others at their best.

    Two rows of numbers have their least product when one rises as the other falls (rearrangement inequality).
    """
    if problem.past_competition is None or problem.competition is None:
        return 0.0
    rising = np.sort(problem.past_competition, axis=1)
    falling = -np.sort(-problem.competition, axis=1)
    return float((rising @ falling.T).min(axis=1).sum() / 2)


def repeats_bound(event: SessionSeries) -> int:
    """Return the fewest repeats in three sessions, whoever changes direction.

    Two people that sit in the same direction in all sessions never meet. People fall into eight classes by their
    directions, four of each line; all pairs but those within a class may meet, and further meetings are repeats. The
    pairs outside are most if the classes of a line are as equal as possible.
    """
    room = event.sessions[0]
    lines = [sum(room.directions[p - 1] == way for p in room.present) for way in (0, 1)]
    outside = (sum(lines) ** 2 - sum(map(_least_squares, lines))) // 2
    return max(0, event.meetings - outside)


def _least_squares(line: int) -> int:
    """Return the least sum of squares of four whole numbers with this sum."""
    each, rest = divmod(line, 4)
    return (4 - rest) * each**2 + rest * (each + 1) ** 2
