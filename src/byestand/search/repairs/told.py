"""Tell one, two, three, four tables what to play: every set of them that could help, the most hopeful first."""

import time
from collections.abc import Callable, Sequence
from itertools import combinations

from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.healing import Healing
from byestand.search.repairs.problem import AGAIN
from byestand.search.repairs.tables import Tables
from byestand.search.repairs.tight import TightSearch

EFFORT = 200
"""Nodes for a set of tables before others have their turn."""


class Telling:
    """The search for tables to tell, with so many more shared sets a round; others may lose what is *losable*."""

    def __init__(self, answers: Answers, extra: int, losable: Sequence[int]) -> None:
        self.answers, self.extra = answers, extra
        self.tables = Tables(answers.problem, extra, losable)
        self.tight = TightSearch(answers.problem, extra, Clock(0))

    def improve(self, size: int, clock: Clock) -> None:
        """Tell so many tables that fewer cells are lost, or as many and fewer meet again: for no other advantage.

        Raises OutOfTimeError where there was no time for every set.
        """

        def beat() -> int:
            best = self.answers.best(size, self.extra)
            return 0 if self.answers.is_proved(best) else best.key // AGAIN * AGAIN

        hopeful = self._hopeful(size, beat(), clock)
        for healed, told in self._unfinished(hopeful, size, beat, EFFORT, clock):
            if self.tables.least_key(healed) + size < beat():
                self._decide(told, clock)

    def refine(self, size: int, clock: Clock) -> None:
        """Tell so many tables that less is shared or changed as well."""

        def beat() -> int:
            return self.answers.best(size, self.extra).key

        unfinished, effort = self._hopeful(size, beat(), clock), EFFORT
        while unfinished:
            unfinished, effort = self._unfinished(unfinished, size, beat, effort, clock), effort * 8

    def _hopeful(self, size: int, beat: int, clock: Clock) -> list[tuple[int, tuple[int, ...]]]:
        """The sets of tables that may beat it, with how many lost cells may heal there: many of them first."""
        tables, hopeful = self.tables, []
        lost = [len(cells) for cells in tables.lost_at]
        enough = (n for n in range(1, tables.lost + 1) if tables.least_key(n) + max(n, size) < beat)
        needed = next(enough, None)
        if needed is None:
            return []
        for told in combinations(range(tables.problem.tables), size):
            if sum([lost[table] for table in told]) < needed:
                continue
            _look_at(clock)
            healed = tables.most_healed(told, tables.domains(told))
            if healed >= needed:
                hopeful.append((healed, told))
        hopeful.sort(key=lambda entry: -entry[0])
        return hopeful

    def _unfinished(
        self,
        hopeful: list[tuple[int, tuple[int, ...]]],
        size: int,
        beat: Callable[[], int],
        effort: int,
        clock: Clock,
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Search at each of these sets with some effort; return those that it was not enough for."""
        unfinished = []
        for healed, told in hopeful:
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

    def _decide(self, told: tuple[int, ...], clock: Clock) -> None:
        """Find the fewest lost cells and meetings again at these tables, or leave it when it takes too long."""
        self.tight.clock = Clock(clock.end - time.monotonic(), 5 * EFFORT)
        try:
            while values := self.tight.beating(self.answers.best(len(told), self.extra), told):
                self.answers.offer(values)
        except OutOfEffortError:
            return


def _look_at(clock: Clock) -> None:
    if time.monotonic() > clock.end:
        raise OutOfTimeError
