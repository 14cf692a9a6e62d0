"""Which search for better boards is tried when, and for how long; everybody stays in the planned seat.

A few changed tables come first, since that is what a director wants; then lower bounds over all tables; then fewer
shared sets and changes; then all tables at once, with growing effort.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial

from byestand.model.history import Continuation
from byestand.model.played import Played
from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.exact_cover import ExactCover
from byestand.search.repairs.few_tables import FewTablesSearch
from byestand.search.repairs.lower_bounds import RepairLoss, SeatingBounds, lost_with_planned_seats
from byestand.search.repairs.problem import Figures, ParetoFront, SearchLimits, read_problem
from byestand.search.repairs.tabu import TabuSearch, reduce_changes

MAX_CHANGED_TABLES = 4
"""More tables are not told one by one."""
SIZES = range(1, MAX_CHANGED_TABLES + 1)


def change_boards(played: Played, limits: SearchLimits) -> tuple[Continuation, ...]:
    """Return the plan, and what nothing beats among changes of boards with everybody in the planned seat."""
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
            played.planned.seats,
            problem.board_grid(played, values),
            "plan" if values == problem.plan else "tables",
            (anywhere := _is_best_anywhere(bounds, figures)) or front.is_proved(figures),
            "any seating" if anywhere else "seats as planned",
        )
        for figures, values in (plan, *others)
    )


def _is_best_anywhere(bounds: SeatingBounds, figures: Figures) -> bool:
    """Tell whether nothing is better in any seating; of repeat meetings of single players nothing is known."""
    if figures.lost == bounds.min_lost and not figures.again:
        return True
    return not bounds.played.plan.is_individual and bounds.proves(RepairLoss(figures.lost, figures.again))


class RepairStrategy:
    """One search, from the first changed table to the last second."""

    def __init__(self, front: ParetoFront, extra: int, clock: Clock) -> None:
        self.front, self.extra, self.clock = front, extra, clock
        self.problem = front.problem
        self.all_tables = self.problem.tables

    def run(self) -> None:
        """Take step after step until time runs out."""
        for step in self._steps():
            if self.clock.is_over:
                return
            with suppress(OutOfTimeError, OutOfEffortError):
                step()

    def _steps(self) -> Iterator[Callable[[], None]]:
        """Yield what is done, in this order."""
        few, each = self.few_tables, self._each_size
        yield partial(each, few.lose_less, SIZES[:3], 0.35)
        yield partial(self.prove_bound, 200)
        yield partial(each, few.lose_less, SIZES[3:], 0.5)
        yield partial(each, few.change_less, sorted(SIZES, key=lambda size: (size != self._needed(), size)), 0.6)
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
        """Changes few tables, while others may lose cells where people would only meet again."""
        return FewTablesSearch(self.front, self.extra)

    def _each_size(self, search: Callable[[int, Clock], None], sizes: Iterable[int], share: float) -> None:
        """Change so many tables, for each of these numbers."""
        clock = self.clock.part(share)
        for size in sizes:
            search(size, clock)

    def _needed(self) -> int:
        """Return how many tables the best changes of those that change few, and at least one."""
        return max(1, self.front.best(MAX_CHANGED_TABLES, self.extra).told)

    def prove_bound(self, effort: int) -> None:
        """Prove that it is impossible to lose fewer cells or meet again less, or find what does."""
        front, room = self.front, (self.all_tables, self.extra)
        search = ExactCover(self.problem, self.extra, self.clock.part(0.5, effort))
        while front.least_lost < front.best(*room).lost:
            if values := search.find(front.least_lost - self.problem.gone):
                front.offer(values)
            else:
                front.note_lower_bound(front.least_lost + 1)
        while front.least_again < (best := front.best(*room)).again and not self.problem.is_individual:
            values = search.find_as_good(best, fewer=1)
            if values is None:
                front.least_again = best.again
            elif front.offer(values)[:2] >= best[:2]:
                return  # it loses the right cells and people meet as often: there may be others

    def _search_by_tabu(self, sharing: int, steps: int) -> None:
        """Search all tables by tabu, and where that loses fewer cells, reduce the changes."""
        best = self.front.best(self.all_tables, sharing)
        tabu = TabuSearch(self.problem, sharing, self.clock.part(0.3))
        values = tabu.run(self.front.least_lost - self.problem.gone, steps)
        if self.front.offer(values).lost < best.lost:
            search = ExactCover(self.problem, sharing, self.clock)
            reduce_changes(self.front, search, values, partial(self.clock.part, 0.5))
