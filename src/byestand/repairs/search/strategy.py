"""The order and effort of searches for better boards; all pairs stay in the planned seats.

A few changed tables come first, since directors prefer them: every set of one to four tables that could help,
the most promising first, searched a little (`fixed_tables`) and otherwise decided by exact cover. Then come lower
bounds over all tables; then fewer shared sets and changes; then all tables at once, with growing effort.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from itertools import combinations
from typing import TypeAlias

from byestand.model.history import Continuation
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.exact_cover import ExactCover
from byestand.repairs.search.fixed_tables import ChangedTables, FixedTablesSearch
from byestand.repairs.search.lower_bounds import RepairLoss, SeatingBounds, lost_with_planned_seats
from byestand.repairs.search.repair_problem import (
    LOST,
    ContinuationCost,
    ParetoFront,
    SearchLimits,
    Values,
    read_problem,
)
from byestand.repairs.search.tabu import TabuSearch, reduce_changes
from byestand.search.outcome import OutOfEffortError, OutOfTimeError, SearchBudget

MAX_CHANGED_TABLES = 4
"""More tables do not get separate instructions."""
SIZES = range(1, MAX_CHANGED_TABLES + 1)

SET_UNITS = 6
"""Work to check a set of tables."""

FIRST_NODES = 20
"""Nodes per set of tables before the others are tried: most need no more."""

EFFORT, MAX_EFFORT = 200, 800
"""Nodes to decide whether a set can be better at all: at first, and at most."""

TableSet: TypeAlias = tuple[int, ...]
RankedSets: TypeAlias = list[tuple[int, TableSet]]
"""Sets of tables, with the number of lost cells that may be repaired there."""


def change_boards(played: ActualPlay, limits: SearchLimits) -> tuple[Continuation, ...]:
    """Return the plan, and the best changes of boards with the planned seats."""
    problem = read_problem(played, limits.copies)
    front = ParetoFront(problem)
    bounds = SeatingBounds(played, copies=limits.copies, extra=limits.extra)
    front.note_lower_bound(max(bounds.min_lost, lost_with_planned_seats(problem)))
    if not front.is_proved(front.best(0, 0)):
        RepairStrategy(front, limits.extra, limits.clock).run()
    others = [(figures, values) for figures, values in front.members.items() if values != problem.plan]
    plan = (problem.figures(problem.plan), problem.plan)
    return tuple(
        Continuation(
            played.planned_rest.seats,
            problem.board_grid(played, values),
            "plan" if values == problem.plan else "tables",
            (anywhere := _is_best_anywhere(bounds, figures)) or front.is_proved(figures),
            "any seating" if anywhere else "seats as planned",
        )
        for figures, values in (plan, *others)
    )


def _is_best_anywhere(bounds: SeatingBounds, figures: ContinuationCost) -> bool:
    """Return whether nothing is better in any seating; for repeat meetings of individuals this is not known."""
    if figures.lost_count == bounds.min_lost and not figures.repeats:
        return True
    return not bounds.played.plan.is_individual and bounds.proves(RepairLoss(figures.lost_count, figures.repeats))


class FewTablesSearch:
    """The search for few changed tables, with *extra* shared sets in a round."""

    def __init__(self, front: ParetoFront, extra: int) -> None:
        self.front, self.extra = front, extra
        self.tables = ChangedTables(front.problem, extra)
        self.cover = ExactCover(front.problem, extra, SearchBudget(0))

    def lose_less(self, size: int, clock: SearchBudget, max_effort: int = MAX_EFFORT) -> None:
        """Change a number of tables so that fewer cells are lost, at any cost.

        Sets that need more effort are left out; raise OutOfTimeError if there was no time for every set.
        """

        def to_beat() -> int:
            return max(self.front.best(size, self.extra).lost_count, self.front.least_lost) * LOST

        # The best with one table less is a good start: the best may be near it, and it excludes many other sets.
        for sets in (self._grow_best(size), self._all_sets(size)):
            self._improve(sets, size, to_beat, clock, max_effort)

    def change_less(self, size: int, clock: SearchBudget) -> None:
        """Change a number of tables so that less is shared or fewer cells are changed as well."""

        def to_beat() -> int:
            return self.front.best(size, self.extra).key

        ranked, effort = self._rank(self._all_sets(size), size, to_beat(), clock), FIRST_NODES
        ranked = self._search_sets(ranked, size, to_beat, effort, clock)
        ranked = [each for each in ranked if self._can_tie(each[1], clock)]
        while ranked:
            effort *= 8
            ranked = self._search_sets(ranked, size, to_beat, effort, clock)

    def _improve(
        self, sets: Iterable[TableSet], size: int, to_beat: Callable[[], int], clock: SearchBudget, max_effort: int
    ) -> None:
        """Search each of these sets a little, then decide by exact cover if that was not enough."""
        ranked = self._rank(sets, size, to_beat(), clock)
        ranked, effort = self._search_sets(ranked, size, to_beat, FIRST_NODES, clock), EFFORT
        while effort <= max_effort:
            ranked = [each for each in ranked if self.tables.least_key(each[0]) + size < to_beat()]
            ranked = [each for each in ranked if not self._decide(each[1], effort, clock)]
            effort *= 4

    def _decide(self, changed: TableSet, effort: int, clock: SearchBudget) -> bool:
        """Find better continuations at these tables while there are any; return whether the effort was enough."""
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
        """Return the tables of the best that changes one table less, with each other table."""
        changed = self.front.changed_tables(self.front.best(size - 1, self.extra))
        others = [table for table in range(self.tables.problem.tables) if table not in changed]
        return [tuple(sorted((*changed, table))) for table in others] if len(changed) == size - 1 else []

    def _rank(self, sets: Iterable[TableSet], size: int, to_beat: int, clock: SearchBudget) -> RankedSets:
        """Return the sets that may be good enough, those with many repairable cells first."""
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
        self, ranked: RankedSets, size: int, to_beat: Callable[[], int], effort: int, clock: SearchBudget
    ) -> RankedSets:
        """Search each of these sets with some effort; return those for which it was not enough."""
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

    def _find_fewer_lost(self, best: ContinuationCost, changed: TableSet) -> Values | None:
        return self.cover.find(
            best.lost_count - self.tables.problem.unavoidable_losses - 1, None, self.tables.domains(changed)
        )

    def _can_tie(self, changed: TableSet, clock: SearchBudget) -> bool:
        """Return whether these tables can match the lost cells and repeat meetings of the best; True if unknown."""
        self.cover.clock = clock.part(nodes=EFFORT)
        try:
            values = self.cover.find_as_good(self.front.best(len(changed), self.extra), self.tables.domains(changed))
        except OutOfEffortError:
            return True
        if values:
            self.front.offer(values)
        return bool(values)


class RepairStrategy:
    """One search, from the first changed table until time runs out."""

    def __init__(self, front: ParetoFront, extra: int, clock: SearchBudget) -> None:
        self.front, self.extra, self.clock = front, extra, clock
        self.problem = front.problem
        self.all_tables = self.problem.tables

    def run(self) -> None:
        """Run all steps until time runs out."""
        for step in self._steps():
            if self.clock.is_over:
                return
            with suppress(OutOfTimeError, OutOfEffortError):
                step()

    def _steps(self) -> Iterator[Callable[[], None]]:
        """Yield the steps in their order."""
        few, each = self.few_tables, self._each_size
        yield partial(each, few.lose_less, SIZES[:3], 0.35)
        yield partial(self.prove_bound, 200)
        yield partial(each, few.lose_less, SIZES[3:], 0.5)
        yield partial(each, few.change_less, sorted(SIZES, key=lambda size: (size != self._first_size(), size)), 0.6)
        yield partial(self.prove_bound, 200)
        if self.front.is_proved(self.front.best(MAX_CHANGED_TABLES, 0)):
            return  # nothing is better, whatever is changed or shared
        if self.extra:
            unshared = FewTablesSearch(self.front, 0)
            for search in (unshared.lose_less, unshared.change_less):
                yield partial(each, search, SIZES, 0.3)
        for effort in (500, 5_000, 50_000):
            for sharing in {self.extra: None, 0: None}:
                yield partial(self._search_by_tabu, sharing, 10 * effort)
            yield partial(self.prove_bound, effort)
            yield partial(each, partial(few.lose_less, max_effort=effort), SIZES, 0.3)

    @cached_property
    def few_tables(self) -> FewTablesSearch:
        """Change few tables, while others may lose cells that are repeat meetings."""
        return FewTablesSearch(self.front, self.extra)

    def _each_size(self, search: Callable[[int, SearchBudget], None], sizes: Iterable[int], share: float) -> None:
        """Change each of these numbers of tables."""
        clock = self.clock.part(share)
        for size in sizes:
            search(size, clock)

    def _first_size(self) -> int:
        """Return the number of changed tables of the best with few changes, at least one."""
        return max(1, self.front.best(MAX_CHANGED_TABLES, self.extra).changed_tables)

    def prove_bound(self, effort: int) -> None:
        """Prove that fewer lost cells or repeat meetings are impossible, or find a better continuation."""
        front, room = self.front, (self.all_tables, self.extra)
        search = ExactCover(self.problem, self.extra, self.clock.part(0.5, effort))
        while front.least_lost < front.best(*room).lost_count:
            if values := search.find(front.least_lost - self.problem.unavoidable_losses):
                front.offer(values)
            else:
                front.note_lower_bound(front.least_lost + 1)
        while front.least_again < (best := front.best(*room)).repeats and not self.problem.is_individual:
            values = search.find_as_good(best, fewer=1)
            if values is None:
                front.least_again = best.repeats
            elif front.offer(values)[:2] >= best[:2]:
                return  # it loses the right cells with equally many repeat meetings: there may be others

    def _search_by_tabu(self, sharing: int, steps: int) -> None:
        """Search all tables by tabu; if that loses fewer cells, reduce the changes."""
        best = self.front.best(self.all_tables, sharing)
        tabu = TabuSearch(self.problem, sharing, self.clock.part(0.3))
        values = tabu.run(self.front.least_lost - self.problem.unavoidable_losses, steps)
        if self.front.offer(values).lost_count < best.lost_count:
            search = ExactCover(self.problem, sharing, self.clock)
            reduce_changes(self.front, search, values, partial(self.clock.part, 0.5))
