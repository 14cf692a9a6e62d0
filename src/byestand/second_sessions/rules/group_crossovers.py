"""Crossovers in which groups of pairs move together, so that a few sentences can describe them.

A line (or a half or a third of it) stays together, in the same or in reversed order. The repeat opponents of two groups
depend on these two alone, so whole families of crossovers are tried by adding up tables. Fewer groups are better,
because directors must announce them. Crossovers are for two sessions with the same movement.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from byestand.language import say
from byestand.model.session import Session
from byestand.model.walks import ring
from byestand.second_sessions.rules.crossovers import Crossover, CrossoverStep

Matrix = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
EFFORT = 8_000
"""The maximum number of placements to try for blocks of one size."""


@dataclass(frozen=True, slots=True)
class CrossoverGroup:
    """Consecutive pairs that move to consecutive seats."""

    people: tuple[int, int]
    """The first and the last pair."""
    seats: tuple[int, int]
    """Their new seats; the first number is the higher one if the order is reversed."""


def groups(first: Session, second: Session, seats: Sequence[int]) -> tuple[CrossoverGroup, ...]:
    """Return a seating as the smallest number of groups: neighbours of a line that move to neighbouring seats."""
    found: list[CrossoverGroup] = []
    for person, seat in enumerate(seats, start=1):
        if person in first.missing:
            continue
        if found:
            (low, last), (start, end) = found[-1].people, found[-1].seats
            # A group does not reverse its direction, because the previous seat is taken.
            neighbours = last + 1 == person and abs(seat - end) == 1
            if neighbours and _line(first, last) == _line(first, person) and _line(second, end) == _line(second, seat):
                found[-1] = CrossoverGroup((low, person), (start, seat))
                continue
        found.append(CrossoverGroup((person, person), (seat, seat)))
    return tuple(found)


def _line(room: Session, seat: int) -> tuple[int, int]:
    return room.section(seat), room.directions[seat - 1]


@dataclass(frozen=True, slots=True)
class _Cut:
    """One arrangement of a run of pairs: cut in three, parts may be reversed, in forward or backward order."""

    order: tuple[int, ...]
    price: int
    """How complicated the announcement is."""


def _cuts(size: int) -> list[_Cut]:
    """Return every arrangement of a run of *size*, the simple ones first."""
    found: dict[tuple[int, ...], int] = {}
    for third in sorted({size // 3, -(-size // 3)}):
        parts = (range(third), range(third, size - third), range(size - third, size))
        for turned, back in product(product((False, True), repeat=3), (False, True)):
            rows = [tuple(reversed(part) if turn else part) for part, turn in zip(parts, turned, strict=True)]
            order = tuple(i for row in (reversed(rows) if back else rows) for i in row)
            price = sum(abs(b - a) != 1 for a, b in pairwise(order)) * 2 + sum(turned) + back
            found[order] = min(price, found.get(order, price))
    return sorted((_Cut(order, price) for order, price in found.items()), key=lambda cut: (cut.price, cut.order))


def thirds(meetings: Matrix) -> Crossover:
    """Return the best crossover of one section in which runs change direction, each cut in at most three parts.

    *meetings* is 1 if a pair of NS (row) meets a pair of EW (column) in a session, else 0. NS 1 … h change direction,
    and a run of equally many EW; the pairs that change and the pairs that do not change each sit in runs, in an order
    from :func:`_cuts`. The fewest playbacks come first, then the simplest announcement.
    """
    t = len(meetings)
    half = t // 2
    blocks = [
        _RunBlock(meetings, 0, _cuts(half), changing=True),
        _RunBlock(meetings, half, _cuts(t - half), changing=False),
    ]
    values = sum(block.values.min(axis=(1, 3)) for block in blocks)
    shift, start = (int(i) for i in np.unravel_index(np.argmin(values), (t, t)))
    seats = [0] * (2 * t)
    for block in blocks:
        block.seat(shift, start, seats)
    return Crossover("runs", (CrossoverStep(say("Groups of consecutive pairs move together."), tuple(seats)),))


class _RunBlock:
    """The pairs that change direction, or those that do not: a run of NS, a run of EW, and all their arrangements.

    The NS run begins at place *begin*, the EW run at *begin* + *shift*; in the second session the new NS pairs begin at
    *begin*, the new EW pairs at *begin* + *start*. All shifts and starts are tried.
    """

    def __init__(self, meetings: Matrix, begin: int, cuts: list[_Cut], *, changing: bool) -> None:
        self.tables, self.begin, self.cuts, self.changing = len(meetings), begin, cuts, changing
        size = len(cuts[0].order)
        orders = np.array([cut.order for cut in cuts])
        run = begin + np.arange(size)
        people, seats = [], []
        for moved in range(self.tables):
            across = (run + moved) % self.tables
            meets = meetings[np.ix_(run, across)]
            people.append(np.stack([meets[order] for order in orders]))
            # NS pairs that change sit EW afterwards; rows are pairs that were NS, so this half is transposed.
            later = meets.T if changing else meets
            seats.append(np.stack([later[:, np.argsort(order)] for order in orders]))
        many = self.tables * len(cuts)
        one = np.concatenate(people).reshape(many, -1).astype(np.float32)
        other = np.concatenate(seats).reshape(many, -1).astype(np.float32)
        shape = (self.tables, len(cuts), self.tables, len(cuts))
        prices = np.array([cut.price for cut in cuts]) / 1000
        self.values = (one @ other.T).reshape(shape) + prices[:, np.newaxis, np.newaxis] + prices

    def seat(self, shift: int, start: int, seats: list[int]) -> None:
        """Seat the pairs in the best arrangement for a shift and a start."""
        t, here = self.tables, self.values[shift, :, start, :]
        i, j = (int(k) for k in np.unravel_index(np.argmin(here), here.shape))
        for place, (row, column) in enumerate(zip(self.cuts[i].order, self.cuts[j].order, strict=True)):
            ns, ew = self.begin + row + 1, t + ring(self.begin + shift + column + 1, t)
            new_ns, new_ew = self.begin + place + 1, t + ring(self.begin + start + place + 1, t)
            seats[ns - 1], seats[ew - 1] = (new_ew, new_ns) if self.changing else (new_ns, new_ew)


def exchanged_groups(session: Session, figures: Sequence[Floats]) -> Crossover | None:
    """Return the best exchange of lines and half lines between sections; None if half of each line cannot change.

    *figures* are to be minimised, the most important first: each is a matrix over seats, and the figure is the sum over
    all two pairs of its entries for their seats before and after, multiplied. Whole lines are preferred to half lines
    if they are equally good.
    """
    found = [best for parts in (1, 2) if (best := _BlockExchange(session, figures, parts).best)]
    if not found:
        return None
    _, seats = min(found, key=lambda choice: choice[0])
    return Crossover("groups", (CrossoverStep(say("Whole groups exchange places."), tuple(seats)),))


class _BlockExchange:
    """The search over all exchanges of places between blocks of one size, with an effort limit."""

    def __init__(self, session: Session, figures: Sequence[Floats], parts: int) -> None:
        self.session, self.figures, self.effort = session, figures, EFFORT
        self.blocks = list(_blocks(session, parts))
        self.best: tuple[tuple[float, ...], list[int]] | None = None
        self.known: dict[tuple[int, int, int, int], tuple[float, ...]] = {}
        self.changed = [0, 0]
        self.lines = [session.directions.count(way) for way in (0, 1)]
        if not session.missing:
            self._place([], (0.0,) * len(figures))

    def _place(self, chosen: list[int], spent: tuple[float, ...]) -> None:
        self.effort -= 1
        # Only the first figure grows with every block; the others have both signs.
        if self.effort < 0 or (self.best and spent[0] > self.best[0][0]):
            return
        i = len(chosen)
        if i == len(self.blocks):
            self._keep(chosen, spent)
            return
        block = self.blocks[i]
        way = self.session.directions[block[0] - 1]
        for j, place in enumerate(self.blocks):
            if j in chosen or len(place) != len(block):
                continue
            moved = len(block) * (self.session.directions[place[0] - 1] != way)
            if 2 * (self.changed[way] + moved) > self.lines[way] + 1:
                continue
            self.changed[way] += moved
            shared = [self._shared_figures(k, i, h, j) for k, h in enumerate([*chosen, j])]
            after = [cost + sum(figures) for cost, figures in zip(spent, zip(*shared, strict=True), strict=True)]
            self._place([*chosen, j], tuple(after))
            self.changed[way] -= moved

    def _shared_figures(self, k: int, i: int, h: int, j: int) -> tuple[float, ...]:
        """Return what blocks *k* and *i*, on places *h* and *j*, add to each figure."""
        if (k, i, h, j) not in self.known:
            before, after = (np.ix_(*(np.array(self.blocks[b]) - 1 for b in two)) for two in ((k, i), (h, j)))
            share = 0.5 if k == i else 1.0
            self.known[k, i, h, j] = tuple(share * float((m[before] * m[after]).sum()) for m in self.figures)
        return self.known[k, i, h, j]

    def _keep(self, chosen: list[int], spent: tuple[float, ...]) -> None:
        if any(abs(2 * c - n) > 1 for c, n in zip(self.changed, self.lines, strict=True)):
            return
        if self.best is None or spent < self.best[0]:
            seats = [0] * self.session.size
            for i, j in enumerate(chosen):
                for person, seat in zip(self.blocks[i], self.blocks[j], strict=True):
                    seats[person - 1] = seat
            self.best = spent, seats


def _blocks(room: Session, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the lines of all sections, each cut into this many parts."""
    for movement, offset in zip(room.movements, room.offsets, strict=True):
        for line, size in enumerate(movement.field.lines):
            start = offset + movement.field.before(line)
            edges = [start + size * i // parts for i in range(parts + 1)]
            for low, high in pairwise(edges):
                yield tuple(range(low + 1, high + 1))
