"""Rainbow Webs: t tables of individuals play d < t deal groups in d rounds, without a repeated board or meeting.

None are published, so the search prescribes a symmetry: one permutation, of cycles of m and of fixed points, that acts
on rounds, tables, boards and every line of players in the same way, so that one cell of the schedule decides m cells.
Then boards, South, East and West are filled in one after another, each as a small exact cover in random order. If a
column cannot be filled, or not quickly, the search starts again.

An exact cover is a choice of options that covers every item once, and optional items at most once. Items are bits and
an option is the mask of its items. The item with the fewest options is always next, so that a contradiction shows
early; the order of options is shuffled, so that every attempt is another search.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count
from random import Random
from typing import TypeAlias

from byestand.language import say
from byestand.search.outcome import Found, Impossible, OutOfEffortError, OutOfTime, SearchBudget

Cell: TypeAlias = tuple[int, int]
"""Round and table, from 0."""
Column: TypeAlias = dict[Cell, int]
"""The content of each cell: a deal group, or a player's number within the line; from 0."""

FIRST_EFFORT = 400
"""Nodes for one column at first; the number grows with the attempts."""
FIRST_TRIES = 4
"""Attempts with each symmetry before those that fill fewer columns are dropped."""
COLUMNS = ("boards", "South", "East", "West")


@dataclass(frozen=True, slots=True)
class RainbowWebSchedule:
    """A Rainbow Web; North stays at the table. ``columns["South"][round, table]`` and so on, all from 0."""

    tables: int
    deal_groups: int
    copies: int
    columns: dict[str, Column]


@dataclass(frozen=True)
class Symmetry:
    """The sizes and the symmetry: blocks of *cycle* numbers rotate, the remaining ones are fixed."""

    tables: int
    deal_groups: int
    copies: int
    cycle: int

    def size(self, kind: str) -> int:
        """Return the number of symbols of a kind."""
        return self.deal_groups if kind in ("round", "boards") else self.tables

    def rotate(self, number: int, kind: str, steps: int) -> int:
        """Return the position of a number after some steps."""
        if number >= self.size(kind) - self.size(kind) % self.cycle:
            return number
        block, place = divmod(number, self.cycle)
        return block * self.cycle + (place + steps) % self.cycle

    def orbits(self, kind: str, other: str) -> dict[Cell, tuple[int, int]]:
        """Return for every pair of numbers its orbit, numbered, and the size of the orbit."""
        sizes = self.size(kind), self.size(other)
        if sizes not in self._orbits:
            self._orbits[sizes] = self._number_orbits(kind, other)
        return self._orbits[sizes]

    @cached_property
    def _orbits(self) -> dict[tuple[int, int], dict[Cell, tuple[int, int]]]:
        return {}

    def _number_orbits(self, kind: str, other: str) -> dict[Cell, tuple[int, int]]:
        orbits: dict[Cell, tuple[int, int]] = {}
        number = count()
        for a in range(self.size(kind)):
            for b in range(self.size(other)):
                if (a, b) not in orbits:
                    orbit = {(self.rotate(a, kind, i), self.rotate(b, other, i)) for i in range(self.cycle)}
                    orbits |= dict.fromkeys(orbit, (next(number), len(orbit)))
        return orbits

    @cached_property
    def cells(self) -> list[tuple[Cell, int]]:
        """One cell of each orbit, with the size of the orbit."""
        first: dict[int, tuple[Cell, int]] = {}
        for cell, (orbit, length) in self.orbits("round", "table").items():
            first.setdefault(orbit, (cell, length))
        return list(first.values())


def find_rainbow_web(
    tables: int,
    deal_groups: int,
    *,
    copies: int = 2,
    seconds: float = 60.0,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Found[RainbowWebSchedule] | Impossible | OutOfTime:
    """Search for a Rainbow Web with at most a number of copies of each board."""
    t, d = tables, deal_groups
    if why := missing_web_reason(t, d, copies):
        return Impossible(why, "theorem")
    deadline = time.monotonic() + seconds
    symmetries = [Symmetry(t, d, copies, cycle) for cycle in _cycles(t, d)]
    came = [0] * len(symmetries)
    work = [0] * len(symmetries)
    for attempt in count(1):
        # Symmetries take turns so that each gets the same work; later only those that filled the most columns.
        turn = [i for i, columns in enumerate(came) if attempt <= FIRST_TRIES * len(symmetries) or columns == max(came)]
        chosen = min(turn, key=work.__getitem__)
        if time.monotonic() > deadline:
            return OutOfTime(seconds)
        if progress:
            progress(say("attempt {attempt}, symmetry {cycle}", attempt=attempt, cycle=symmetries[chosen].cycle))
        random = Random(f"{seed} {attempt}")  # noqa: S311 - no secret: the same seed makes the same tries
        columns, nodes = _attempt(symmetries[chosen], random, FIRST_EFFORT * (1 + attempt // 500), deadline)
        # The time for a node grows with the square of the number of cells.
        work[chosen] += (nodes + 20) * len(symmetries[chosen].cells) ** 2
        came[chosen] = max(came[chosen], len(columns))
        if len(columns) == len(COLUMNS):
            how = say("symmetry {cycle}, attempt {attempt}", cycle=symmetries[chosen].cycle, attempt=attempt)
            return Found(RainbowWebSchedule(t, d, copies, columns), how)
    raise AssertionError


def missing_web_reason(tables: int, deal_groups: int, copies: int) -> str:
    """Return why there cannot be one; empty if no reason is known."""
    if tables < deal_groups:
        return say(
            "in {rounds} rounds each player meets {rounds} players of each other line, but there are only {tables}",
            rounds=deal_groups,
            tables=tables,
        )
    if tables > copies * deal_groups:
        return say(
            "{tables} tables and {groups} deal groups need {needed} copies of some deal group at once, not {copies}",
            tables=tables,
            groups=deal_groups,
            needed=-(-tables // deal_groups),
            copies=copies,
        )
    return _square_reason(tables, copies) if tables == deal_groups else ""


def _square_reason(t: int, copies: int) -> str:
    """Return why there is no schedule with as many rounds and deal groups as tables: Latin squares S, E and W.

    Three of order 4 are an affine plane without two of its five classes of lines, rounds and tables. Cells with the
    same board are on no common line of tables, S, E or W, so they are a line of rounds: all tables play it at once.
    """
    if t < 4:
        return say(
            "South, East and West would be 3 orthogonal Latin squares of order {order}, but at most {limit} exist",
            order=t,
            limit=t - 1,
        )
    if t == 6:
        return say("South and East would be 2 orthogonal Latin squares of order 6, but there are none (Tarry 1900)")
    if t == 4 and copies < 4:
        return say("in 4 rounds each player meets all players of other lines only if all 4 tables share boards")
    return ""


def _cycles(t: int, d: int) -> list[int]:
    """Return the cycles worth a try, the longest first.

    In a moving cell at most one of round, table, board, S, E and W is fixed, because two would be together m times. So
    in a moving round the four times t mod m fixed players sit at different tables, at most t of them.
    """
    worth_a_try = [m for m in range(d, 1, -1) if 4 * (t % m) <= t and 4 * (d % m) <= 2 * d]
    return worth_a_try or [1]


def _attempt(symmetry: Symmetry, random: Random, nodes: int, deadline: float) -> tuple[dict[str, Column], int]:
    """Return the columns that could be filled, and the number of nodes."""
    columns: dict[str, Column] = {}
    spent = 0
    for kind in COLUMNS:
        # It is not known which start succeeds, so a new start is better than a long search.
        for _ in range(1 if kind == "boards" else 3):
            clock = SearchBudget(math.inf, nodes)  # limited by nodes, not time: the same on every machine
            filled = _fill(symmetry, columns, kind, random, clock) if time.monotonic() < deadline else None
            spent += nodes - clock.nodes_left
            if filled is not None:
                columns[kind] = filled
                break
        else:
            break
    return columns, spent


def _fill(
    symmetry: Symmetry, columns: dict[str, Column], kind: str, random: Random, clock: SearchBudget
) -> Column | None:
    """Return one more column that fits those before, or None."""
    # The things that a number of this column meets in a cell, and must not meet again.
    met = ("table",) if kind == "boards" else ("round", "table", *columns)
    *bases, tail = accumulate((len(symmetry.orbits(what, kind)) for what in met), initial=0)
    base = dict(zip(met, bases, strict=True))
    copies = symmetry.orbits("round", kind)
    cells = tail + (symmetry.copies * len(copies) if kind == "boards" else 0)
    options: list[int] = []
    meaning: list[tuple[Cell, int]] = []
    needed = 0
    for index, (cell, length) in enumerate(symmetry.cells):
        here = {"round": cell[0], "table": cell[1]} | {name: column[cell] for name, column in columns.items()}
        needed |= 1 << cells + index
        for symbol in range(symmetry.size(kind)):
            orbits = {what: symmetry.orbits(what, kind)[here[what], symbol] for what in met}
            if any(size != length for _, size in orbits.values()):
                continue  # two fixed symbols would be together in every cell of the orbit
            mask = sum(1 << base[what] + orbit for what, (orbit, _) in orbits.items()) | 1 << cells + index
            needed |= sum(1 << base[what] + orbits[what][0] for what in _EXACTLY_ONCE[kind])
            if kind == "boards":
                orbit, size = copies[cell[0], symbol]
                extra = (
                    [1 << tail + orbit * symmetry.copies + copy for copy in range(symmetry.copies)]
                    if size == length
                    else []
                )
            else:
                extra = [0]
            options += [mask | copy for copy in extra]
            meaning += [(cell, symbol)] * len(extra)
    try:
        chosen = next(covers(options, needed, random, clock), None)
    except OutOfEffortError:
        return None
    return None if chosen is None else _unfold(symmetry, kind, [meaning[index] for index in chosen])


_EXACTLY_ONCE = {"boards": ("table",)} | dict.fromkeys(COLUMNS[1:], ("round", "boards"))
"""The things that meet every number of a column exactly once: a table all boards; rounds and boards all players."""


def _unfold(symmetry: Symmetry, kind: str, chosen: list[tuple[Cell, int]]) -> Column:
    """Return a whole column from one cell of each orbit."""
    return {
        (symmetry.rotate(round, "round", i), symmetry.rotate(table, "table", i)): symmetry.rotate(symbol, kind, i)
        for (round, table), symbol in chosen
        for i in range(symmetry.cycle)
    }


def covers(options: Sequence[int], needed: int, random: Random, clock: SearchBudget) -> Iterator[tuple[int, ...]]:
    """Yield every choice of options, as their indices, that covers all *needed* items and no item twice."""
    by_item: dict[int, list[int]] = {1 << i: [] for i in range(needed.bit_length()) if needed >> i & 1}
    for index in random.sample(range(len(options)), len(options)):
        rest = options[index] & needed
        while rest:
            low = rest & -rest
            by_item[low].append(index)
            rest ^= low
    yield from _extend(options, by_item, 0, (), clock)


def _extend(
    options: Sequence[int], by_item: dict[int, list[int]], taken: int, chosen: tuple[int, ...], clock: SearchBudget
) -> Iterator[tuple[int, ...]]:
    clock.spend(1)
    if not by_item:
        yield chosen
        return
    best = min(by_item.values(), key=len)
    for index in best:
        mask = options[index]
        covered = taken | mask
        left = {
            item: [i for i in indices if not options[i] & covered]
            for item, indices in by_item.items()
            if not item & mask
        }
        if all(left.values()):
            yield from _extend(options, left, covered, (*chosen, index), clock)
