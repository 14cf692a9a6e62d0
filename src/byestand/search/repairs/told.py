"""Tell one, two, three, four tables what to play: every set of them that could help, the most hopeful first."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from byestand.search.outcome import Clock, OutOfEffortError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.healing import Healing
from byestand.search.repairs.problem import AGAIN, LOST, Figures, Values
from byestand.search.repairs.tables import Tables
from byestand.search.repairs.tight import TightSearch

SET_UNITS = 6
"""Work to look at a set of tables."""

FIRST_LOOK = 20
"""Nodes at a set of tables before others have their turn: most need no more."""

EFFORT, MOST_EFFORT = 200, 800
"""Nodes to decide whether a set can be better at all: at first, and at most."""

Told: TypeAlias = tuple[int, ...]
Hopes: TypeAlias = list[tuple[int, Told]]
"""Sets of tables, with how many lost cells may heal there."""


class Telling:
    """The search for tables to tell, with so many more shared sets a round; others may lose what is *losable*."""

    def __init__(self, answers: Answers, extra: int, losable: Sequence[int]) -> None:
        self.answers, self.extra = answers, extra
        self.tables = Tables(answers.problem, extra, losable)
        self.tight = TightSearch(answers.problem, extra, Clock(0))

    def lose_less(self, size: int, clock: Clock, most_effort: int = MOST_EFFORT) -> None:
        """Tell so many tables that fewer cells are lost, at whatever price.

        Sets that need more effort are left; raises OutOfTimeError where there was no time for every set.
        """

        def beat() -> int:
            return max(self.answers.best(size, self.extra).lost, self.answers.least_lost) * LOST

        # What was good with a table less is a good start: the best may be there, and it rules out many of the others.
        for sets in (self._grown(size), self._sets(size)):
            self._look_for(self._fewer_lost, sets, size, beat, clock, most_effort)

    def meet_less(self, size: int, clock: Clock, most_effort: int = MOST_EFFORT) -> None:
        """The same for fewer meetings again, where no more is lost."""

        def beat() -> int:
            best = self.answers.best(size, self.extra)
            return 0 if self.answers.is_proved(best) else best.key // AGAIN * AGAIN

        if self.answers.best(size, self.extra).again:
            self._look_for(self._fewer_again, self._sets(size), size, beat, clock, most_effort)

    def refine(self, size: int, clock: Clock) -> None:
        """Tell so many tables that less is shared or changed as well."""

        def beat() -> int:
            return self.answers.best(size, self.extra).key

        hopes = self._unfinished(self._hopes(self._sets(size), size, beat(), clock), size, beat, FIRST_LOOK, clock)
        hopes, effort = [hope for hope in hopes if self._can_tie(hope[1], clock)], FIRST_LOOK
        while hopes:
            effort *= 8
            hopes = self._unfinished(hopes, size, beat, effort, clock)

    def _look_for(
        self,
        find: Callable[[Figures, Told], Values | None],
        sets: Iterable[Told],
        size: int,
        beat: Callable[[], int],
        clock: Clock,
        most_effort: int,
    ) -> None:
        """Look at each of these sets a little, then decide what is to be found where that was not enough."""
        hopes = self._unfinished(self._hopes(sets, size, beat(), clock), size, beat, FIRST_LOOK, clock)
        effort = EFFORT
        while effort <= most_effort:
            hopes = [hope for hope in hopes if self.tables.least_key(hope[0]) + size < beat()]
            hopes = [hope for hope in hopes if not self._is_settled(find, hope[1], effort, clock)]
            effort *= 4

    def _is_settled(
        self, find: Callable[[Figures, Told], Values | None], told: Told, effort: int, clock: Clock
    ) -> bool:
        """Find what is better at these tables, as long as there is something; tell whether the effort was enough."""
        self.tight.clock = clock.part(nodes=effort)
        try:
            while values := find(self.answers.best(len(told), self.extra), told):
                self.answers.offer(values)
        except OutOfEffortError:
            return False
        return True

    def _sets(self, size: int) -> Iterable[Told]:
        return combinations(range(self.tables.problem.tables), size)

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
                clock.tick(SET_UNITS)
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
            clock.tick(SET_UNITS)
            within = clock.part(nodes=effort)
            healing = Healing(self.tables, told, self.tables.domains(told), beat(), within)
            try:
                healing.run()
            except OutOfEffortError:
                unfinished.append((healed, told))
            finally:
                if healing.best:
                    self.answers.offer(healing.best)
        return unfinished

    def _fewer_lost(self, best: Figures, told: Told) -> Values | None:
        return self.tight.find(best.lost - self.tables.problem.gone - 1, None, self.tables.domains(told))

    def _fewer_again(self, best: Figures, told: Told) -> Values | None:
        values = self.tight.find_as_good(best, self.tables.domains(told), fewer=1)
        return values if values and self.tables.problem.figures(values)[:2] < best[:2] else None

    def _can_tie(self, told: Told, clock: Clock) -> bool:
        """Tell whether these tables can lose as few cells as the best and meet again as seldom, or may who knows."""
        self.tight.clock = clock.part(nodes=EFFORT)
        try:
            values = self.tight.find_as_good(self.answers.best(len(told), self.extra), self.tables.domains(told))
        except OutOfEffortError:
            return True
        if values:
            self.answers.offer(values)
        return bool(values)
