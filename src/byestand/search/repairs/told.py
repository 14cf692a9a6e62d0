"""Tell one, two, three, four tables what to play: every set of them that could help, the most hopeful first."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TypeAlias

from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.healing import Healing
from byestand.search.repairs.problem import AGAIN, Figures, Values
from byestand.search.repairs.tables import Tables
from byestand.search.repairs.tight import TightSearch

EFFORT = 200
"""Nodes for a set of tables before others have their turn."""

Told: TypeAlias = tuple[int, ...]
Hopes: TypeAlias = list[tuple[int, Told]]
"""Sets of tables, with how many lost cells may heal there."""


class Telling:
    """The search for tables to tell, with so many more shared sets a round; others may lose what is *losable*."""

    def __init__(self, answers: Answers, extra: int, losable: Sequence[int]) -> None:
        self.answers, self.extra = answers, extra
        self.tables = Tables(answers.problem, extra, losable)
        self.tight = TightSearch(answers.problem, extra, Clock(0))

    def improve(self, size: int, clock: Clock, effort: int = EFFORT) -> None:
        """Tell so many tables that fewer cells are lost, or as many and fewer meet again: for no other advantage.

        Sets that need more effort are left; raises OutOfTimeError where there was no time for every set.
        """

        def beat() -> int:
            best = self.answers.best(size, self.extra)
            return 0 if self.answers.is_proved(best) else best.key // AGAIN * AGAIN

        # What was good with a table less is a good start: the best may be there, and it rules out many of the others.
        for sets in (self._grown(size), combinations(range(self.tables.problem.tables), size)):
            hopes = self._unfinished(self._hopes(sets, size, beat(), clock), size, beat, EFFORT, clock)
            for find in (self._fewer_lost, self._fewer_again):
                for healed, told in hopes:
                    if self.tables.least_key(healed) + size < beat():
                        self._decide(find, told, clock, effort)

    def refine(self, size: int, clock: Clock) -> None:
        """Tell so many tables that less is shared or changed as well."""

        def beat() -> int:
            return self.answers.best(size, self.extra).key

        sets = combinations(range(self.tables.problem.tables), size)
        hopes = self._unfinished(self._hopes(sets, size, beat(), clock), size, beat, EFFORT, clock)
        hopes, effort = [hope for hope in hopes if self._can_tie(hope[1], clock)], EFFORT
        while hopes:
            effort *= 8
            hopes = self._unfinished(hopes, size, beat, effort, clock)

    def _grown(self, size: int) -> list[Told]:
        """The told tables of the best that tells one less, and any other."""
        told = self.answers.tables_told(self.answers.best(size - 1, self.extra))
        others = [table for table in range(self.tables.problem.tables) if table not in told]
        return [tuple(sorted((*told, table))) for table in others] if len(told) == size - 1 else []

    def _hopes(self, sets: Iterable[Told], size: int, beat: int, clock: Clock) -> Hopes:
        """Those of the sets that may beat it; where many cells may heal first."""
        tables, hopes = self.tables, []
        lost = [len(cells) for cells in tables.lost_at]
        enough = (n for n in range(1, tables.lost + 1) if tables.least_key(n) + max(n, size) < beat)
        needed = next(enough, None)
        if needed is None:
            return []
        for told in sets:
            if sum([lost[table] for table in told]) >= needed:
                _look_at(clock)
                if healed := tables.most_healed(told, needed):
                    hopes.append((healed, told))
        hopes.sort(key=lambda hope: -hope[0])
        return hopes

    def _unfinished(self, hopes: Hopes, size: int, beat: Callable[[], int], effort: int, clock: Clock) -> Hopes:
        """Search at each of these sets with some effort; return those that it was not enough for."""
        unfinished = []
        for healed, told in hopes:
            if self.tables.least_key(healed) + size >= beat():
                continue
            _look_at(clock)
            within = Clock(clock.end - time.monotonic(), effort)
            healing = Healing(self.tables, told, self.tables.domains(told), beat(), within)
            try:
                healing.run()
            except OutOfEffortError:
                unfinished.append((healed, told))
            finally:
                if healing.best:
                    self.answers.offer(healing.best)
        return unfinished

    def _decide(self, find: Callable[[Figures, Told], Values | None], told: Told, clock: Clock, effort: int) -> None:
        """Find what is better at these tables, as long as there is something and it takes no more effort than that."""
        self.tight.clock = Clock(clock.end - time.monotonic(), effort)
        with suppress(OutOfEffortError):
            while values := find(self.answers.best(len(told), self.extra), told):
                self.answers.offer(values)

    def _fewer_lost(self, best: Figures, told: Told) -> Values | None:
        return self.tight.find(best.lost - self.tables.problem.gone - 1, None, self.tables.domains(told))

    def _fewer_again(self, best: Figures, told: Told) -> Values | None:
        return self.tight.find_fewer_again(best, self.tables.domains(told))

    def _can_tie(self, told: Told, clock: Clock) -> bool:
        """Tell whether these tables can lose as few cells as the best and meet again as seldom, or may who knows."""
        self.tight.clock = Clock(clock.end - time.monotonic(), EFFORT)
        try:
            values = self.tight.find_as_good(self.answers.best(len(told), self.extra), self.tables.domains(told))
        except OutOfEffortError:
            return True
        if values:
            self.answers.offer(values)
        return bool(values)


def _look_at(clock: Clock) -> None:
    if time.monotonic() > clock.end:
        raise OutOfTimeError
