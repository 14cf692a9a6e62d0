"""The proof that no seating of one section does better: every half of the field that could is tried, and refuted.

Fix who changes direction and which seats they get. Then those who change and those who stay are two separate packings
(:mod:`byestand.search.second_sessions.packing`), each with at least e1 + e2 - h·h playbacks. Only halves with few
enough meetings inside are left, and there are not many.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from byestand.search.outcome import Clock
from byestand.search.second_sessions.halves import Lines, Matrix
from byestand.search.second_sessions.packing import Limits, fewest_common


@dataclass(frozen=True, slots=True)
class Better:
    """What is to be refuted: so few playbacks in all, for one pair, and perhaps with everybody compared."""

    total: int
    most: int = 99
    full_contact: bool = False


@dataclass(frozen=True, slots=True)
class Half:
    """The meetings among those who change direction, and among those who stay."""

    changing: Matrix
    staying: Matrix

    @property
    def meetings(self) -> tuple[int, int]:
        """How many there are of each."""
        return int(self.changing.sum()), int(self.staying.sum())


def exists_better(first: Lines, second: Lines, changing: int, wanted: Better, clock: Clock) -> bool:
    """Tell whether there is a seating as good as *wanted*; False is a proof that there is none."""
    t = first.tables
    sizes = changing, t - changing
    fewest = [[lines.fewest_inside(size) for size in sizes] for lines in (first, second)]
    halves = [
        sorted(_halves(lines, sizes, others, wanted, clock), key=lambda half: half.meetings)
        for lines, others in ((first, fewest[1]), (second, fewest[0]))
    ]
    # The same movement twice: with a seating there is the one that leads back, and the halves exchange their parts.
    same = np.array_equal(first.meets, second.meets)
    for i, one in enumerate(halves[0]):
        for other in halves[1][i:] if same else halves[1]:
            if sum(_least(one.meetings, other.meetings, sizes)) > wanted.total:
                if second.is_regular:
                    break  # all that follow have more meetings, among those who stay, too
                continue
            if _fits(one, other, sizes, wanted, clock):
                return True
    return False


def _halves(lines: Lines, sizes: tuple[int, int], others: list[int], wanted: Better, clock: Clock) -> Iterator[Half]:
    """Yield the halves that, with the best half of the other session, could be good enough."""
    t, changing = lines.tables, sizes[0]
    best = others[0], others[1]
    most = changing * changing - others[0] + wanted.total
    if lines.is_regular:
        # Those who stay then have as many meetings among them as those who change, and a fixed number more.
        more = lines.edges // t * (t - 2 * changing)
        while most > 0 and sum(_least((most, most + more), best, sizes)) > wanted.total:
            most -= 1
    everyone = set(range(t))
    for ns, ew in lines.small_halves(changing, most, clock):
        stay_ns, stay_ew = sorted(everyone - set(ns)), sorted(everyone - set(ew))
        half = Half(lines.meets[np.ix_(ns, ew)], lines.meets[np.ix_(stay_ns, stay_ew)])
        if sum(_least(half.meetings, best, sizes)) <= wanted.total:
            yield half


def _least(one: tuple[int, int], other: tuple[int, int], sizes: tuple[int, int]) -> tuple[int, int]:
    low = [max(0, e1 + e2 - size * size) for e1, e2, size in zip(one, other, sizes, strict=True)]
    return low[0], low[1]


def _fits(one: Half, other: Half, sizes: tuple[int, int], wanted: Better, clock: Clock) -> bool:
    """Tell whether both packings of two halves together are good enough.

    One of the two has at most half of the playbacks allowed: so each is tried with that, and with more only if the
    other one leaves room for it. A small limit is refuted in far fewer nodes.
    """
    low = _least(one.meetings, other.meetings, sizes)
    # Who changes from NS sits EW afterwards: that half of the second session is turned over.
    packings = ((one.changing, np.ascontiguousarray(other.changing.T)), (one.staying, other.staying))

    def least(i: int, room: int) -> int:
        """Return the fewest playbacks of a packing; one more than *room* stands for too many."""
        people, seats = packings[i]
        allowed = room
        if wanted.full_contact:  # a stranger more is a playback more
            allowed = min(room, int(people.sum() + seats.sum()) - sizes[i] * sizes[i])
        if allowed < low[i]:
            return room + 1
        common = fewest_common(people, seats, Limits(allowed, wanted.most), clock)
        return common if common <= allowed else room + 1

    half = wanted.total // 2
    spent = least(0, half)
    if spent <= half:
        return least(1, wanted.total - spent) <= wanted.total - spent
    rest = wanted.total - half - 1
    spent = least(1, rest)
    return spent <= rest and least(0, wanted.total - spent) <= wanted.total - spent
