"""Routes that players can follow: a constant step, or as few irregular moves as possible.

A route with k irregular moves is k + 1 *runs* with the same step. The items of a run are one bit
mask, so all routes with at most one irregular move are listed in a few milliseconds; each
further one takes about five times as long.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle, product
from typing import NamedTuple, TypeAlias

from byestand.model.walks import steps
from byestand.search.outcome import OutOfEffortError, SearchBudget
from byestand.search.rovers.rover_cells import RoverCells, Row


class RankedRoute(NamedTuple):
    """A route with its merits. Sorted, the best comes first; published movement codes depend on this order.

    Among routes with equally many irregular moves: fewest rounds in which a party table finds no
    idle copy on a bye stand, then the preferred step, then the lowest tables round by round.
    """

    copies: int
    rank: int
    tables: tuple[int, ...]


Tail: TypeAlias = tuple[int, int]
"""The items of a run that lasts to the end, and the place of the table at its end."""


class RegularRoutes:
    """The routes through some cells, listed by the number of their irregular moves.

    Rounds and places are counted from 0 here.
    """

    def __init__(self, cells: RoverCells) -> None:
        self._cells = cells
        self._known_tails: dict[int, list[list[Tail]]] = {}

    def by_step(self, breaks: int, clock: SearchBudget) -> Iterator[list[RankedRoute]]:
        """Yield, for each step that has any, all routes with at most *breaks* irregular moves.

        Steps come in order of preference. If a rotated route is equally good, only those from table 1
        are listed. When the clock has no effort left, the routes found until then come last.
        """
        for rank, step in enumerate(steps(self._cells.tables)):
            routes: list[tuple[int, ...]] = []
            with suppress(OutOfEffortError):
                self._collect(step, breaks, clock, routes)
            if routes:
                yield [RankedRoute(self._copies(tables), rank, tables) for tables in routes]
            if clock.is_spent:
                return

    def best(self, breaks: int, clock: SearchBudget) -> RankedRoute | None:
        """Return the best route with at most *breaks* irregular moves.

        If the clock is spent afterwards, some routes were not considered.
        """
        fewest = sum(not any(row) for row in self._cells.idle) + (not self._cells.idle_at_home)
        best = None
        for routes in self.by_step(breaks, clock):
            best = min(routes) if best is None else min(best, *routes)
            if best.copies == fewest:
                break  # the remaining steps rank lower
        return best

    def in_turn(self, clock: SearchBudget) -> RankedRoute | None:
        """Return the best route with two alternating steps, such as across the room and back."""
        best: RankedRoute | None = None
        ranked = list(enumerate(steps(self._cells.tables)))
        with suppress(OutOfEffortError):
            for (rank, step), (_, back), place in product(ranked, ranked, self._places(0)):
                clock.spend(1)
                tables = self._in_turn(place, step, back)
                if len(tables) == len(self._cells.rounds):
                    route = RankedRoute(self._copies(tables), rank, tables)
                    best = route if best is None else min(best, route)
        return best

    def _in_turn(self, place: int, step: int, back: int) -> tuple[int, ...]:
        """Return the tables from *place* on, as far as no item is used twice."""
        used, tables = 0, []
        for row, move in zip(self._cells.masks, cycle((step, back)), strict=False):
            mask = row[place]
            if not mask or used & mask:
                break
            used |= mask
            tables.append(place + 1)
            place = (place + move) % self._cells.tables
        return tuple(tables)

    def _copies(self, tables: tuple[int, ...]) -> int:
        """Return the number of rounds in which no idle copy for the party table is on a stand."""
        idle = self._cells.idle
        short = sum([not row[table - 1] for row, table in zip(idle, tables, strict=True)])
        return short + (not self._cells.lends_at_home(tables))

    def _collect(self, step: int, breaks: int, clock: SearchBudget, routes: list[tuple[int, ...]]) -> None:
        """Add to *routes* every route of *breaks* + 1 runs with *step*."""
        rounds, tables = len(self._cells.rounds), self._cells.tables
        tails = self._tails(step)
        runs = self._runs(step, breaks)
        finishes = _finishes(tails, runs, breaks)

        def go(start: int, left: int, used: int, path: tuple[tuple[int, int], ...]) -> None:
            """Place the runs that are *left* from round *start* on, without the items that are *used*."""
            if left == 1:
                clock.spend(len(tails[start]) + 1)
                for last in [last for mask, last in tails[start] if not mask & used]:
                    place = (last - step * (rounds - 1 - start)) % tables
                    routes.append(_walk((*path, (start, place)), step, rounds, tables))
                return
            in_time = finishes[left - 1]
            for place, run in enumerate(runs[start]):
                for end, mask in enumerate(run, start=start + 1):
                    if mask & used:
                        break
                    if in_time[end]:
                        go(end, left - 1, used | mask, (*path, (start, place)))

        if finishes[breaks + 1][0]:
            go(0, breaks + 1, 0, ())

    def _runs(self, step: int, breaks: int) -> list[list[list[int]]]:
        """Return the runs from each round and place that *breaks* requires, except the last."""
        starts = range(len(self._cells.rounds) if breaks > 1 else breaks)
        return [[_run(self._cells.masks, step, start, place) for place in self._places(start)] for start in starts]

    def _places(self, start: int) -> range:
        turned = start == 0 and self._cells.turns_into_itself
        return range(1 if turned else self._cells.tables)

    def _tails(self, step: int) -> list[list[Tail]]:
        """Return, for each round, the runs from there to the end; they are built backwards."""
        if step in self._known_tails:
            return self._known_tails[step]
        rounds, tables = len(self._cells.rounds), self._cells.tables
        tails: list[list[Tail]] = [[] for _ in range(rounds + 1)]
        backwards = tails[rounds - 1 :: -1]
        # Rotate the row of each round so that a run is in one column, with the last round on top.
        turned = [_rotate(row, -i * step % tables) for i, row in enumerate(reversed(self._cells.masks))]
        for last, column in enumerate(zip(*turned, strict=True)):
            used = 0
            for mask, tail in zip(column, backwards, strict=True):
                if not mask or used & mask:
                    break
                used |= mask
                tail.append((used, last))
        firsts = {(first + step * (rounds - 1)) % tables for first in self._places(0)}
        tails[0] = [tail for tail in tails[0] if tail[1] in firsts]
        self._known_tails[step] = tails
        return tails


def _rotate(row: Row, by: int) -> Row:
    return row[by:] + row[:by]


def _run(masks: Sequence[Row], step: int, start: int, place: int) -> list[int]:
    """Return the items of runs of 1, 2, … rounds from *start* and *place* on, as long as none is used twice."""
    tables, used, run = len(masks[0]), 0, []
    for row in masks[start:]:
        mask = row[place]
        if not mask or used & mask:
            break
        used |= mask
        run.append(used)
        place = (place + step) % tables
    return run


def _finishes(
    tails: Sequence[Sequence[Tail]], runs: Sequence[Sequence[Sequence[int]]], breaks: int
) -> list[list[bool]]:
    """Return, for m = 0, 1, …, the rounds from which m runs might reach the end, ignoring conflicts."""
    finishes = [[False] * len(tails), [bool(tail) for tail in tails]]
    longest = [max(map(len, starting)) for starting in runs]
    for _ in range(breaks):
        fewer = finishes[-1]
        reach = [any(fewer[start + 1 : start + n + 1]) for start, n in enumerate(longest)]
        finishes.append(reach + [False] * (len(tails) - len(reach)))
    return finishes


def _walk(path: Sequence[tuple[int, int]], step: int, rounds: int, tables: int) -> tuple[int, ...]:
    """Return the tables of a route that starts a run in each (round, place) of *path*."""
    ends = [start for start, _ in path[1:]] + [rounds]
    return tuple(
        [
            (place + i * step) % tables + 1
            for (start, place), end in zip(path, ends, strict=True)
            for i in range(end - start)
        ]
    )
