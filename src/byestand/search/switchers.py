"""Who changes direction: how few meetings there can be inside a half of the field, and which halves have so few.

Opponents of both sessions are both among those who change direction or both among those who stay. With h in each line
who change, e1 and e2 meetings among them in the two sessions, and h·h pairs of them in all, at least e1 + e2 - h·h
meet twice: the counting bound. So what counts is how small e can be, over every choice of h pairs NS and h pairs EW.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.search.choose import Clock
from byestand.search.seating_problem import Masks, bits

Matrix = npt.NDArray[np.int16]

MOST_TABLES = 20
"""All choices of one line are listed for so many tables (184,756 for 20); beyond that only simple bounds are known."""


@dataclass(frozen=True)
class Lines:
    """A session of one section as a table of 0 and 1: who of NS meets whom of EW."""

    meets: Matrix

    @classmethod
    def of(cls, graph: Masks, direction: tuple[int, ...]) -> "Lines | None":
        """Return the table for two lines of one length; None where they differ."""
        ns = [seat for seat, way in enumerate(direction) if way == 0]
        ew = [seat for seat, way in enumerate(direction) if way == 1]
        if len(ns) != len(ew):
            return None
        return cls(np.array([[graph[a] >> b & 1 for b in ew] for a in ns], dtype=np.int16))

    @property
    def tables(self) -> int:
        """How many pairs a line has."""
        return len(self.meets)

    @cached_property
    def is_cyclic(self) -> bool:
        """Whether it looks the same from every table, as Mitchells and Webs do."""
        return bool((np.roll(self.meets, (1, 1), axis=(0, 1)) == self.meets).all())

    @cached_property
    def is_regular(self) -> bool:
        """Whether everybody has as many opponents."""
        return len({*self.meets.sum(axis=0).tolist(), *self.meets.sum(axis=1).tolist()}) == 1

    @cached_property
    def edges(self) -> int:
        """All meetings."""
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

    def fewest_inside(self, size: int) -> int:
        """Return the fewest meetings between *size* NS pairs and *size* EW pairs, whoever they are."""
        t = self.tables
        if t > MOST_TABLES:
            # Each NS pair has at most t - size opponents outside.
            least = np.sort(np.maximum(0, self.meets.sum(axis=1) - (t - size)))
            return int(least[:size].sum())
        met = self.halves(size) @ self.meets
        return int(np.sort(met, axis=1)[:, :size].sum(axis=1).min())

    def small_halves(self, size: int, most: int, clock: Clock) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return every choice of *size* pairs in each line with at most *most* meetings among them.

        Of choices that are one another turned round the room, one.
        """
        rows = self.halves(size)
        met = rows @ self.meets
        few = np.sort(met, axis=1)[:, :size].sum(axis=1) <= most
        found = []
        for row, degrees in zip(rows[few].tolist(), met[few].tolist(), strict=True):
            if not (self.is_cyclic and _is_turned(row)):
                ns = tuple(i for i, chosen in enumerate(row) if chosen)
                found += [(ns, ew) for ew in _cheap(degrees, size, most, clock)]
        return found


def counting_bound(first: Lines, second: Lines, changing: int) -> int:
    """Return how many playbacks there are at least when so many of each line change direction."""
    t = first.tables
    bound = 0
    for size in (changing, t - changing):
        bound += max(0, first.fewest_inside(size) + second.fewest_inside(size) - size * size)
    return bound


def _is_turned(row: list[int]) -> bool:
    """Tell whether some other turn of the choice, with table 1 in it, comes first."""
    return any(row[i:] + row[:i] > row for i in range(1, len(row)) if row[i])


def _cheap(degrees: list[int], size: int, most: int, clock: Clock) -> list[tuple[int, ...]]:
    """Return every choice of *size* places whose degrees add up to at most *most*."""
    order = sorted(range(len(degrees)), key=lambda place: (degrees[place], place))
    found: list[tuple[int, ...]] = []

    def go(start: int, need: int, left: int, chosen: int) -> None:
        clock.tick()
        if not need:
            found.append(tuple(bits(chosen)))
            return
        for i in range(start, len(order) - need + 1):
            if sum(degrees[place] for place in order[i : i + need]) > left:
                return
            go(i + 1, need - 1, left - degrees[order[i]], chosen | 1 << order[i])

    go(0, size, most, 0)
    return found
