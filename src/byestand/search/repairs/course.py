"""Spend the seconds in the order in which they pay.

A few told tables come first, since that is what a director wants; then what bounds them, all tables at once; then fewer
shared sets and changes, and whatever else may be of use to somebody.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial

from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.shrink import shrink
from byestand.search.repairs.tabu import Tabu
from byestand.search.repairs.tight import TightSearch
from byestand.search.repairs.told import Telling

MOST_TOLD = 4
"""More tables are not told one by one."""

SIZES = range(1, MOST_TOLD + 1)


class Course:
    """One search, from the first told table to the last second."""

    def __init__(self, answers: Answers, extra: int, clock: Clock) -> None:
        self.answers, self.extra, self.clock = answers, extra, clock
        self.problem = answers.problem
        self.again = [cell for cell, again in enumerate(self.problem.is_again) if again]
        self.whole_room = self.problem.tables

    def run(self) -> None:
        """Take step after step until time runs out."""
        for step in self._steps():
            if self.clock.is_over:
                return
            with suppress(OutOfTimeError, OutOfEffortError):
                step()

    def _steps(self) -> Iterator[Callable[[], None]]:
        """What is done, in this order."""
        tell, each = self.telling, self._each
        yield partial(each, tell.lose_less, SIZES[:3], 0.35)
        yield partial(self.bound, 200)
        yield partial(each, tell.lose_less, SIZES[3:], 0.5)
        yield partial(each, tell.meet_less, SIZES[self._needed() - 1 :], 0.4)
        yield partial(each, tell.refine, sorted(SIZES, key=lambda size: (size != self._needed(), size)), 0.6)
        yield partial(each, tell.meet_less, SIZES, 0.3)
        yield partial(self.bound, 200)
        if self.answers.is_proved(self.answers.best(MOST_TOLD, 0)):
            return  # nothing is better, whoever is told and whatever is shared
        if self.extra:
            alone = Telling(self.answers, 0, self.again)
            for search in (alone.lose_less, alone.meet_less, alone.refine):
                yield partial(each, search, SIZES, 0.3)
        for effort in (500, 5_000, 50_000):
            for sharing in {self.extra: None, 0: None}:
                yield partial(self._walk, sharing, 10 * effort)
                yield partial(self._whole_room, sharing, effort)
            yield partial(self.bound, effort)
            for search in (tell.lose_less, tell.meet_less):
                yield partial(each, partial(search, most_effort=effort), SIZES, 0.3)
            yield partial(each, self._losing_anything, SIZES, 0.3)

    @cached_property
    def telling(self) -> Telling:
        """Tells tables, while others may lose where people would only meet again."""
        return Telling(self.answers, self.extra, self.again)

    def _losing_anything(self, size: int, clock: Clock) -> None:
        """Tell tables, while others may lose anything."""
        Telling(self.answers, self.extra, range(len(self.problem.who))).lose_less(size, clock)

    def _each(self, search: Callable[[int, Clock], None], sizes: Iterable[int], share: float) -> None:
        """Tell so many tables, for each of these numbers."""
        clock = self.clock.part(share)
        for size in sizes:
            search(size, clock)

    def _needed(self) -> int:
        """How many tables the best tells of those that tell few, and at least one."""
        return max(1, self.answers.best(MOST_TOLD, self.extra).told)

    def bound(self, effort: int) -> None:
        """Prove that nobody can lose fewer or meet again less, or find who does."""
        answers, room = self.answers, (self.whole_room, self.extra)
        search = TightSearch(self.problem, self.extra, self.clock.part(0.5, effort))
        while answers.least_lost < answers.best(*room).lost:
            if values := search.find(answers.least_lost - self.problem.gone):
                answers.offer(values)
            else:
                answers.refuted(answers.least_lost + 1)
        while answers.least_again < (best := answers.best(*room)).again and not self.problem.is_individual:
            values = search.find_as_good(best, fewer=1)
            if values is None:
                answers.least_again = best.again
            elif answers.offer(values)[:2] >= best[:2]:
                return  # it loses the right cells and people meet as often: there may be others

    def _walk(self, sharing: int, steps: int) -> None:
        """Walk through the whole room, and where that lost fewer, tell as few tables as it needs."""
        best = self.answers.best(self.whole_room, sharing)
        walk = Tabu(self.problem, sharing, self.clock.part(0.3))
        values = walk.run(self.answers.least_lost - self.problem.gone, steps)
        if self.answers.offer(values).lost < best.lost:
            search = TightSearch(self.problem, sharing, self.clock)
            shrink(self.answers, search, values, partial(self.clock.part, 0.5))

    def _whole_room(self, sharing: int, effort: int) -> None:
        """Lose fewer and fewer at all tables, as long as that is soon found, and tell as few tables as that needs."""
        search = TightSearch(self.problem, sharing, self.clock)
        start = best = self.answers.best(self.whole_room, sharing)
        with suppress(OutOfEffortError):
            while best.lost > self.answers.least_lost:
                search.clock = self.clock.part(0.5, effort)
                values = search.find(best.lost - self.problem.gone - 1)
                if values is None:
                    break
                best = self.answers.offer(values)
        if best.lost < start.lost:
            shrink(self.answers, search, self.answers.front[best], partial(self.clock.part, 0.5))
