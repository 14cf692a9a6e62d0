"""Sets of compatible rounds with uniform moves: no pair plays boards or meets opponents twice.

With NS stationary, EW a tables up and boards b places down, rounds of a Mitchell are compatible if all a, all b and
all a + b are different round a ring of n: a partial transversal of the cyclic Latin square. Here it is read off the
grids, so that the same condition serves Webs, shares and Howells. A way is a number: the seating times the number of
board positions, plus the board position; sets of ways are the bits of an integer.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import product
from typing import TypeAlias

import numpy as np

from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.lower_bounds import Mask, PlayHistory
from byestand.repairs.search.move_rings import UniformMoves
from byestand.search.outcome import OutOfEffortError, OutOfTimeError, SearchBudget

Line: TypeAlias = tuple[int, ...]
"""The ways of the remaining rounds."""

MAX_DIFFERENT_STEPS = 4
"""Sequences with more different steps than this may have any steps."""
NODES_PER_QUESTION = 3_000
"""The limit for each number of calls: simple sequences are found soon."""


class Transversals:
    """The ways that are possible after the rounds played, and which of them are compatible."""

    def __init__(self, played: ActualPlay, ways: UniformMoves) -> None:
        self.ways, self.first_round = ways, played.after + 1
        self.left = played.plan.rounds - played.after
        seatings, boards = ways.seatings, ways.boards
        self.lies = len(boards)
        people = np.arange(len(seatings))[:, np.newaxis]
        self._against = np.zeros((len(seatings), played.plan.field.size + 1), dtype=np.int64)
        self._groups = np.zeros((len(seatings), self.lies, played.plan.field.size + 1), dtype=np.int64)
        full: Mask = np.all(seatings > 0, axis=2)
        for seat in (0, 1):
            self._against[people, seatings[:, :, seat]] = np.where(full, seatings[:, :, 1 - seat], 0)
            on_tables = np.where(full[:, np.newaxis], boards[np.newaxis], 0)
            at = np.broadcast_to(seatings[:, np.newaxis, :, seat], on_tables.shape)
            np.put_along_axis(self._groups, at, on_tables, axis=2)
        self._against[:, 0] = 0
        self._groups[:, :, 0] = 0
        self._clashes: dict[int, int] = {}
        self.sound = self._bits(self._is_sound(played))

    def encode(self, way: tuple[int, int]) -> int:
        """Return the number of a seating with boards."""
        return way[0] * self.lies + way[1]

    def decode(self, number: int) -> tuple[int, int]:
        """Return the seating and the boards of a way."""
        return divmod(number, self.lies)

    def clashes(self, number: int) -> int:
        """Return the ways that cannot be in the same session: a pair would repeat opponents or boards."""
        if number not in self._clashes:
            seating, boards = self.decode(number)
            again = ((self._against == self._against[seating]) & (self._against > 0)).any(axis=1)
            twice = ((self._groups == self._groups[seating, boards]) & (self._groups > 0)).any(axis=2)
            self._clashes[number] = self._bits(twice | again[:, np.newaxis])
        return self._clashes[number]

    def any(self, clock: SearchBudget) -> tuple[int, ...] | None:
        """Return as many compatible ways as there are remaining rounds, in any order; None is a proof of none."""
        return self._any(self.sound, self.left, clock)

    def _any(self, still_open: int, left: int, clock: SearchBudget) -> tuple[int, ...] | None:
        clock.tick()
        if not left:
            return ()
        seatings = [some for mask in self._by_seating if (some := still_open & mask)]
        boards = [some for mask in self._by_boards if (some := still_open & mask)]
        # At most one way per seating and per board position can be used: too few of either end the search.
        tighter = min(seatings, boards, key=len)
        if len(tighter) < left:
            return None
        fewest = min(tighter, key=int.bit_count)
        for number in ones(fewest):
            rest = self._any(still_open & ~self.clashes(number), left - 1, clock)
            if rest is not None:
                return (number, *rest)
        return self._any(still_open & ~fewest, left, clock) if len(tighter) > left else None

    def simplify(self, numbers: tuple[int, ...], clock: SearchBudget) -> tuple[int, ...]:
        """Return compatible ways in an order with few different calls; *numbers* are some, in any order.

        Only pairs or only boards make unusual moves, if that is possible.
        """
        for different, more, which in product(range(1, MAX_DIFFERENT_STEPS + 1), (0, 1, self.left), (0, 1)):
            with suppress(OutOfTimeError, OutOfEffortError):
                question = clock.part(nodes=NODES_PER_QUESTION)
                if found := self._with_few_calls(which, different, different + more, question):
                    return found
        with suppress(OutOfTimeError):
            return next(self._half_usual(clock), numbers)
        return numbers

    def _with_few_calls(self, which: int, different: int, most: int, clock: SearchBudget) -> tuple[int, ...] | None:
        """Return moves in which only pairs (0) or boards (1) make unusual steps, limited in number and variety."""
        sizes, usual = (len(self.ways.seatings), self.lies), self.ways.usual_step

        def go(left: int, before: tuple[int, int], still_open: int, steps: tuple[int, ...], more: int) -> Line | None:
            clock.tick()
            if not left:
                return ()
            new = [step for step in range(sizes[which]) if step not in steps] if len(steps) <= different else []
            for step in (*steps, *new) if more else steps[:1]:
                by = (step, usual[1]) if which == 0 else (usual[0], step)
                now = (before[0] + by[0]) % sizes[0], (before[1] + by[1]) % sizes[1]
                number = self.encode(now)
                if still_open >> number & 1:
                    known = steps if step in steps else (*steps, step)
                    rest = go(left - 1, now, still_open & ~self.clashes(number), known, more - (step != usual[which]))
                    if rest is not None:
                        return (number, *rest)
            return None

        return go(self.left, self.ways.last_position, self.sound, (usual[which],), most)

    def _half_usual(self, clock: SearchBudget) -> Iterator[tuple[int, ...]]:
        """Yield ways in which boards, or pairs, move as usual, if there are any."""
        for which, masks in ((0, self._by_seating), (1, self._by_boards)):
            size, step = len(masks), self.ways.usual_step[which]
            places = [(self.ways.last_position[which] + step * (i + 1)) % size for i in range(self.left)]
            usual = sum({masks[place] for place in places})
            if len(set(places)) == self.left and (found := self._any(self.sound & usual, self.left, clock)):
                yield tuple(sorted(found, key=lambda number: places.index(self.decode(number)[which])))

    def _is_sound(self, played: ActualPlay) -> Mask:
        """Return for each way whether no pair repeats boards or opponents of the rounds played."""
        night = PlayHistory.after(played)
        contestants = np.arange(len(night.pairs_met))
        twice = night.groups_seen[contestants, self._groups].any(axis=2)
        again: Mask = np.any(night.pairs_met[contestants, self._against], axis=1)
        return ~(twice | again[:, np.newaxis])

    @cached_property
    def _by_seating(self) -> list[int]:
        row = (1 << self.lies) - 1
        return [row << i * self.lies for i in range(len(self.ways.seatings))]

    @cached_property
    def _by_boards(self) -> list[int]:
        column = sum(1 << i * self.lies for i in range(len(self.ways.seatings)))
        return [column << i for i in range(self.lies)]

    @staticmethod
    def _bits(which: Mask) -> int:
        return int.from_bytes(np.packbits(which.ravel(), bitorder="little").tobytes(), "little")


def ones(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
