"""Tell one, two, three, four tables what to play: every set of them that could help, the most hopeful first."""

import time
from collections.abc import Callable, Iterable, Sequence
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

    def improve(self, size: int, clock: Clock) -> None:
        """Tell so many tables that fewer cells are lost, or as many and fewer meet again: for no other advantage.

        Raises OutOfTimeError where there was no time for every set.
        """

        def beat() -> int:
            best = self.answers.best(size, self.extra)
            return 0 if self.answers.is_proved(best) else best.key // AGAIN * AGAIN

        # What was good with a table less is a good start: the best may be there, and it rules out many of the others.
        for sets in (self._grown(size), combinations(range(self.tables.problem.tables), size)):
            self._search(sets, size, beat, self._may_improve, clock)

    def refine(self, size: int, clock: Clock) -> None:
        """Tell so many tables that less is shared or changed as well."""

        def beat() -> int:
            return self.answers.best(size, self.extra).key

        every = combinations(range(self.tables.problem.tables), size)
        self._search(every, size, beat, self._may_be_as_good, clock)

    def _grown(self, size: int) -> list[Told]:
        """The told tables of the best that tells one less, and any other."""
        told = self.answers.tables_told(self.answers.best(size - 1, self.extra))
        others = [table for table in range(self.tables.problem.tables) if table not in told]
        return [tuple(sorted((*told, table))) for table in others] if len(told) == size - 1 else []

    def _search(
        self,
        sets: Iterable[Told],
        size: int,
        beat: Callable[[], int],
        still_hopeful: Callable[[Hopes, Clock, int], Hopes],
        clock: Clock,
    ) -> None:
        """Search at all these sets, with more and more effort for those that need it."""
        hopes, effort = self._hopes(sets, size, beat(), clock), EFFORT
        while hopes:
            hopes = self._unfinished(hopes, size, beat, effort, clock)
            hopes = [hope for hope in hopes if self.tables.least_key(hope[0]) + size < beat()]
            hopes, effort = still_hopeful(hopes, clock, effort), 8 * effort

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

    def _may_improve(self, hopes: Hopes, clock: Clock, effort: int) -> Hopes:
        """Look for fewer lost cells at each set, then for fewer meetings again; return the sets that are not settled."""
        unsettled = set[Told]()
        for find in (self._fewer_lost, self._fewer_again):
            for _, told in hopes:
                self.tight.clock = Clock(clock.end - time.monotonic(), effort)
                try:
                    while values := find(self.answers.best(len(told), self.extra), told):
                        self.answers.offer(values)
                except OutOfEffortError:
                    unsettled.add(told)
        return [hope for hope in hopes if hope[1] in unsettled]

    def _fewer_lost(self, best: Figures, told: Told) -> Values | None:
        return self.tight.find(best.lost - self.tables.problem.gone - 1, None, self.tables.domains(told))

    def _fewer_again(self, best: Figures, told: Told) -> Values | None:
        return self.tight.find_fewer_again(best, self.tables.domains(told))

    def _may_be_as_good(self, hopes: Hopes, clock: Clock, effort: int) -> Hopes:
        """Return the sets that can lose as few cells as the best and meet again as seldom, or may for all one knows."""
        return [hope for hope in hopes if self._ties(hope[1], clock, effort)]

    def _ties(self, told: Told, clock: Clock, effort: int) -> bool:
        self.tight.clock = Clock(clock.end - time.monotonic(), effort)
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
