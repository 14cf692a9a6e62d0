"""Change the boards of one, two, three or four tables: every set of tables that could help, the most promising first.

Each set is searched a little from disturbance to disturbance (`fixed_tables`); what that does not decide is decided by
exact cover.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TypeAlias

from byestand.search.outcome import Clock, OutOfEffortError
from byestand.search.repairs.exact_cover import ExactCover
from byestand.search.repairs.fixed_tables import ChangedTables, FixedTablesSearch
from byestand.search.repairs.problem import LOST, Figures, ParetoFront, Values

SET_UNITS = 6
"""Work to look at a set of tables."""

FIRST_NODES = 20
"""Nodes at a set of tables before others have their turn: most need no more."""

EFFORT, MAX_EFFORT = 200, 800
"""Nodes to decide whether a set can be better at all: at first, and at most."""

TableSet: TypeAlias = tuple[int, ...]
RankedSets: TypeAlias = list[tuple[int, TableSet]]
"""Sets of tables, with how many lost cells may be repaired there."""


class FewTablesSearch:
    """The search for few tables to change, with *extra* shared sets a round."""

    def __init__(self, front: ParetoFront, extra: int) -> None:
        self.front, self.extra = front, extra
        self.tables = ChangedTables(front.problem, extra)
        self.cover = ExactCover(front.problem, extra, Clock(0))

    def lose_less(self, size: int, clock: Clock, max_effort: int = MAX_EFFORT) -> None:
        """Change so many tables that fewer cells are lost, at whatever price.

        Sets that need more effort are left; raises OutOfTimeError where there was no time for every set.
        """

        def to_beat() -> int:
            return max(self.front.best(size, self.extra).lost, self.front.least_lost) * LOST

        # What was good with a table less is a good start: the best may be there, and it rules out many of the others.
        for sets in (self._grow_best(size), self._all_sets(size)):
            self._improve(sets, size, to_beat, clock, max_effort)

    def change_less(self, size: int, clock: Clock) -> None:
        """Change so many tables that less is shared or fewer cells are changed as well."""

        def to_beat() -> int:
            return self.front.best(size, self.extra).key

        ranked, effort = self._rank(self._all_sets(size), size, to_beat(), clock), FIRST_NODES
        ranked = self._search_sets(ranked, size, to_beat, effort, clock)
        ranked = [each for each in ranked if self._can_tie(each[1], clock)]
        while ranked:
            effort *= 8
            ranked = self._search_sets(ranked, size, to_beat, effort, clock)

    def _improve(
        self, sets: Iterable[TableSet], size: int, to_beat: Callable[[], int], clock: Clock, max_effort: int
    ) -> None:
        """Search at each of these sets a little, then decide by exact cover where that was not enough."""
        ranked = self._rank(sets, size, to_beat(), clock)
        ranked, effort = self._search_sets(ranked, size, to_beat, FIRST_NODES, clock), EFFORT
        while effort <= max_effort:
            ranked = [each for each in ranked if self.tables.least_key(each[0]) + size < to_beat()]
            ranked = [each for each in ranked if not self._decide(each[1], effort, clock)]
            effort *= 4

    def _decide(self, changed: TableSet, effort: int, clock: Clock) -> bool:
        """Find what is better at these tables, as long as there is something; tell whether the effort was enough."""
        self.cover.clock = clock.part(nodes=effort)
        try:
            while values := self._find_fewer_lost(self.front.best(len(changed), self.extra), changed):
                self.front.offer(values)
        except OutOfEffortError:
            return False
        return True

    def _all_sets(self, size: int) -> Iterable[TableSet]:
        return combinations(range(self.tables.problem.tables), size)

    def _grow_best(self, size: int) -> list[TableSet]:
        """Return the tables of the best that changes one less, with each other table."""
        changed = self.front.changed_tables(self.front.best(size - 1, self.extra))
        others = [table for table in range(self.tables.problem.tables) if table not in changed]
        return [tuple(sorted((*changed, table))) for table in others] if len(changed) == size - 1 else []

    def _rank(self, sets: Iterable[TableSet], size: int, to_beat: int, clock: Clock) -> RankedSets:
        """Return those of the sets that may be good enough; first where many cells may be repaired."""
        tables, ranked = self.tables, []
        lost = [len(cells) for cells in tables.lost_at]
        enough = (n for n in range(1, tables.lost + 1) if tables.least_key(n) + max(n, size) < to_beat)
        needed = next(enough, None)
        if needed is None:
            return []
        for changed in sets:
            if sum([lost[table] for table in changed]) >= needed:
                clock.tick(SET_UNITS)
                if repaired := tables.max_repaired(changed, needed):
                    ranked.append((repaired, changed))
        ranked.sort(key=lambda each: -each[0])
        return ranked

    def _search_sets(
        self, ranked: RankedSets, size: int, to_beat: Callable[[], int], effort: int, clock: Clock
    ) -> RankedSets:
        """Search at each of these sets with some effort; return those that it was not enough for."""
        unfinished = []
        for repaired, changed in ranked:
            if self.tables.least_key(repaired) + size >= to_beat():
                continue
            clock.tick(SET_UNITS)
            domains = self.tables.domains(changed)
            search = FixedTablesSearch(self.tables, changed, domains, to_beat(), clock.part(nodes=effort))
            try:
                search.run()
            except OutOfEffortError:
                unfinished.append((repaired, changed))
            finally:
                if search.best:
                    self.front.offer(search.best)
        return unfinished

    def _find_fewer_lost(self, best: Figures, changed: TableSet) -> Values | None:
        return self.cover.find(best.lost - self.tables.problem.gone - 1, None, self.tables.domains(changed))

    def _can_tie(self, changed: TableSet, clock: Clock) -> bool:
        """Tell whether these tables can lose as few cells as the best and meet again as seldom; True where unknown."""
        self.cover.clock = clock.part(nodes=EFFORT)
        try:
            values = self.cover.find_as_good(self.front.best(len(changed), self.extra), self.tables.domains(changed))
        except OutOfEffortError:
            return True
        if values:
            self.front.offer(values)
        return bool(values)
