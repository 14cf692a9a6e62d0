"""Spend the seconds in the order in which they pay.

A few told tables come first, since that is what a director wants; then what bounds them, all tables at once; then fewer
shared sets and changes, and whatever else may be of use to somebody.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.problem import Values
from byestand.search.repairs.tight import TightSearch
from byestand.search.repairs.told import Telling

MOST_TOLD = 4
"""More tables are not told one by one."""


class Course:
    """One search, from the first told table to the last second."""

    def __init__(self, answers: Answers, extra: int, clock: Clock) -> None:
        self.answers, self.extra, self.clock = answers, extra, clock
        self.problem = answers.problem
        self.again = [cell for cell, again in enumerate(self.problem.is_again) if again]
        self.sharings = sorted({extra, 0}, reverse=True)
        self.whole_room = self.problem.tables

    def run(self) -> None:
        """Go through it until time runs out."""
        sizes = range(1, MOST_TOLD + 1)
        more, *no_more = [Telling(self.answers, sharing, self.again) for sharing in self.sharings]
        self._each(more.improve, sizes[:3], 0.35)
        self._bound(200)
        self._each(more.improve, sizes[3:], 0.6)
        self._each(more.refine, sorted(sizes, key=lambda size: (size != self._needed(), size)), 0.5)
        for telling in no_more:
            self._each(telling.improve, sizes, 0.3)
            self._each(telling.refine, sizes, 0.3)
        self._bound(5_000)
        self._whole_room()
        self._each(Telling(self.answers, self.extra, range(len(self.problem.who))).improve, sizes, 0.5)
        self._bound(1 << 60)

    def _share(self, share: float, effort: int = 1 << 60) -> Clock:
        """A clock for this much of the time that is left."""
        return Clock(max(0.0, self.clock.end - time.monotonic()) * share, effort)

    def _each(self, search: Callable[[int, Clock], None], sizes: Iterable[int], share: float) -> None:
        """Tell tables, of each of these numbers."""
        clock = self._share(share)
        with suppress(OutOfTimeError):
            for size in sizes:
                search(size, clock)

    def _needed(self) -> int:
        """How many tables are told by the best that tells few."""
        return self.answers.best(MOST_TOLD, self.extra).told

    def _bound(self, effort: int) -> None:
        """Prove that nobody can lose fewer or meet again less, or find who does."""
        answers, room = self.answers, (self.whole_room, self.extra)
        search = TightSearch(self.problem, self.extra, self._share(0.5, effort))
        with suppress(OutOfTimeError, OutOfEffortError):
            while answers.least_lost < answers.best(*room).lost:
                self._take(search.find(answers.least_lost - self.problem.gone), answers.least_lost + 1)
            while answers.least_again < (best := answers.best(*room)).again and not self.problem.is_individual:
                if values := search.find_fewer_again(best):
                    answers.offer(values)
                else:
                    answers.least_again = best.again

    def _take(self, values: Values | None, refuted: int) -> None:
        if values is None:
            self.answers.refuted(refuted)
        else:
            self.answers.offer(values)

    def _whole_room(self) -> None:
        """Find who loses fewer than any four told tables do, and tell as few tables as that needs."""
        for sharing in self.sharings:
            search = TightSearch(self.problem, sharing, self._share(0.5))
            least, best = self.answers.least_lost, self.answers.best(self.whole_room, sharing)
            for lost in range(least, best.lost):
                search.clock = self._share(0.3, 2_000)
                with suppress(OutOfTimeError, OutOfEffortError):
                    values = search.find(lost - self.problem.gone)
                    if values:
                        self.answers.offer(values)
                        self._shrink(search, values)
                        break

    def _shrink(self, search: TightSearch, values: Values) -> None:
        """Tell one table less, and again, as long as no more is lost."""
        lost, kept = values.count(0), set[int]()
        while True:
            changed = [cell for cell, group in enumerate(values) if group not in (0, self.problem.planned[cell])]
            told = [self.problem.table_of[cell] for cell in changed]
            dropped = min(set(told) - kept, key=lambda table: (told.count(table), table), default=None)
            if dropped is None:
                return
            search.clock = self._share(0.5, 300)
            fewer = None
            with suppress(OutOfEffortError):
                fewer = search.find(lost, None, self._only_at(set(told) - {dropped}))
            if fewer is None:
                kept.add(dropped)
            else:
                values = fewer
                self.answers.offer(values)

    def _only_at(self, told: set[int]) -> dict[int, int]:
        """What every cell may have where only these tables are told."""
        problem = self.problem
        return {
            cell: problem.unseen[cell] if table in told else 1 << problem.plan[cell] & ~1
            for cell, table in enumerate(problem.table_of)
        }
