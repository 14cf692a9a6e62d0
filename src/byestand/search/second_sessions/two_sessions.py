"""Find the seating of a second session: fewest playbacks, or what else comes first; with a bound, perhaps a proof.

Anytime: runs of annealing that stress now this figure and now that, each from another start; the best by the order of
goals is kept. Then, while there is time, an exhausted search for anything better. Runs are numbered, not timed: a
proved optimum is the same on every machine.
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from byestand.search.outcome import Clock, Found, Impossible, OutOfTimeError
from byestand.search.second_sessions.anneal import HOT, WARM, Stress, anneal
from byestand.search.second_sessions.goals import (
    COUNTED,
    EXHAUSTED,
    MIXES,
    NO_FEWER_THAN_NONE,
    REARRANGED,
    SETTLED,
    Bound,
    bound_of_most,
    figure,
    full_order,
    key,
    least_competition,
    relative,
)
from byestand.search.second_sessions.halves import MOST_TABLES, Lines, counting_bound
from byestand.search.second_sessions.openings import changes, every_change, more_changes, opening, runs_opening
from byestand.search.second_sessions.problem import Problem, Score, score
from byestand.search.second_sessions.refute import Better, exists_better

TRIALS = 1700
"""Exchanges tried in a run, for each person."""
QUIET_CYCLES = 2
"""So often all mixtures are tried in vain before the search is content, or turns to the proof."""
MOST_RUNS = 1000
LONGER = {"contact": 3}
"""For some goals a run is so many times as long: two figures that pull apart need slow cooling."""
LONGER_IN_SECTIONS = 3
MILD = 1.0
"""How hot a run begins that should keep runs of pairs more or less together."""

Progress = Callable[[Score, float], None]


@dataclass(frozen=True, slots=True)
class Seating:
    """A seating found, what it is worth, and what is known about better ones."""

    seats: tuple[int, ...]
    """For each person its seat, both counted from 1."""
    score: Score
    leading: Bound
    """The bound of the figure that comes first."""
    total: Bound
    """The bound of playbacks, with the leading figure as good as it is."""
    proved: bool
    total_proved: bool


def find_seating(
    problem: Problem,
    goals: Sequence[str] = ("total",),
    *,
    seconds: float = 10.0,
    earlier: Lines | None = None,
    progress: Progress | None = None,
    starts: Iterable[Sequence[int]] = (),
    floor: Bound | None = None,
    half: bool = True,
) -> Found[Seating] | Impossible:
    """Find the best seating by the order of *goals*; unless *half* of each line must change direction, also with more.

    *earlier* is the first session of one section; with it there is a bound, and perhaps a proof. *starts* are seatings
    known already, counted from 1; the best of them is kept unless a better one turns up, and runs begin with them, too.
    *floor* is a bound of playbacks known already.
    """
    change = changes(problem)
    if isinstance(change, Impossible):
        return change
    search = SeatingSearch(problem, full_order(goals), earlier, time.monotonic() + seconds, progress, floor)
    if not half:
        search.choices += more_changes(problem)
    for start in dict.fromkeys(tuple(seat - 1 for seat in start) for start in starts):
        search.keep_if_best(list(start))
        search.starts.append(start)
    search.run()
    return Found(search.result(), search.how)


class SeatingSearch:
    """One search: the best so far, the bounds, and what may still be tried."""

    def __init__(
        self,
        problem: Problem,
        order: tuple[str, ...],
        earlier: Lines | None,
        deadline: float,
        progress: Progress | None,
        floor: Bound | None,
    ) -> None:
        self.problem, self.order = problem, order
        self.deadline, self.progress = deadline, progress
        self.tried: set[Better] = set()
        self.starts: list[tuple[int, ...]] = []
        later = Lines.of(problem.graph, problem.direction) if earlier else None
        comparable = earlier and later and earlier.tables == later.tables
        self.lines = (earlier, later) if comparable and earlier and later else None
        choices = every_change(problem)
        # In a cyclic movement the directions may be turned over as a whole: see `docs/crossovers.md`.
        self.choices = choices[:1] if self.lines and any(lines.is_cyclic for lines in self.lines) else choices
        low = self._counting_bound(*self.lines) if self.lines else 0
        self.total = Bound(low, COUNTED) if low else NO_FEWER_THAN_NONE
        if floor and floor.least > low:
            self.total = floor
        self.leading = self._leading(self.total)
        seats = opening(problem, self.choices[0], random.Random(0))  # noqa: S311 - no secret
        worth = score(problem, seats)
        self.best = key(order, worth), seats, worth

    def _counting_bound(self, first: Lines, second: Lines) -> int:
        """Return the counting bound: phantoms are left out, and of two numbers that may change the better counts."""
        problem = self.problem
        people, seats = ([phantom[i] for phantom in problem.phantoms] for i in (0, 1))
        one, other = first.without(people, problem.direction_before), second.without(seats, problem.direction)
        return min(counting_bound(one, other, ns, ew) for ns, ew in self.choices)

    @property
    def _sizes(self) -> tuple[int, ...]:
        """How many of the NS line change direction, phantoms among them; in odd lines that may be two numbers."""
        before, after = self.problem.direction_before, self.problem.direction
        turned = sum(before[person] == 0 and after[seat] == 1 for person, seat in self.problem.phantoms)
        return tuple(ns + turned for ns, _ in self.choices)

    def _leading(self, total: Bound) -> Bound:
        match self.order[0]:
            case "total":
                return total
            case "max":
                return bound_of_most(total, len(self.problem.people))
            case "contact":
                return NO_FEWER_THAN_NONE
            case _:
                return Bound(least_competition(self.problem), REARRANGED)

    @property
    def how(self) -> str:
        """What is known about better ones, as a clause."""
        return f"proved best: {self.leading.argument}" if self._is_settled(self.leading) else "a better one may exist"

    def _is_settled(self, bound: Bound) -> bool:
        return figure(self.order[0], self.best[2]) <= bound.least + 1e-6

    @property
    def _has_time(self) -> bool:
        return time.monotonic() < self.deadline

    def keep_if_best(self, seats: list[int]) -> None:
        """Keep a seating if it is the best so far."""
        worth = score(self.problem, seats)
        mine = key(self.order, worth)
        if mine < self.best[0]:
            self.best = mine, list(seats), worth
            if self.progress:
                self.progress(worth, self.leading.least)

    def run(self) -> None:
        """Anneal until nothing better turns up, then prove; and again, as long as there is time and hope."""
        quiet = run = 0
        while run < MOST_RUNS and (self._has_time or not run):
            before = self.best[0]
            self.cool(run)
            run += 1
            quiet = quiet + 1 if self.best[0] == before else 0
            if quiet >= QUIET_CYCLES * len(self._mixes):
                quiet = 0
                if self._prove() or self._is_settled(self.leading):
                    return

    @property
    def _mixes(self) -> tuple[Stress, ...]:
        """What to stress: where the first figure cannot be better, the others."""
        goal = self.order[0]
        return SETTLED.get(goal, MIXES[goal]) if self._is_settled(self.leading) else MIXES[goal]

    def cool(self, run: int) -> None:
        """Anneal once; the number of the run is its seed."""
        stress = relative(self._mixes[run % len(self._mixes)], self.best[2].most)
        # Every other time from the best so far, and not so hot.
        anew = (run + run // len(self._mixes)) % 2 == 0
        seats, hot = self._beginning(run) if anew else (list(self.best[1]), WARM)
        self.keep_if_best(seats)
        longer = LONGER.get(self.order[0], 1) if self.lines else LONGER_IN_SECTIONS
        anneal(
            self.problem,
            seats,
            stress,
            hot=hot,
            seed=run,
            trials=TRIALS * longer * len(self.problem.people),
            deadline=self.deadline,
            keep=self.keep_if_best,
        )

    def _beginning(self, run: int) -> tuple[list[int], float]:
        """Return a seating to begin with, and how hot: by lot, in turn with what is known already and with runs."""
        chance = random.Random(run)  # noqa: S311 - no secret
        runs = self.choices[:1] if self.order[0] == "contact" and self._may_run else ()
        kinds = [*runs, *self.starts, *self.choices]
        number = run // 2 % len(kinds)
        kind = kinds[number]
        if number < len(runs) and self.lines:
            return runs_opening(self.problem, *self.lines, kind[0], chance), MILD
        if number < len(runs) + len(self.starts):
            return list(kind), WARM
        return opening(self.problem, (kind[0], kind[1]), chance), HOT

    @property
    def _may_run(self) -> bool:
        """Whether any two runs may change direction: everybody is there, and nobody asks for a direction."""
        return bool(self.lines) and not self.problem.phantoms and not self.problem.fixed_direction

    def _prove(self) -> bool:
        """Try to prove that there is nothing better; False where there may be."""
        if not self.lines or self.lines[0].tables > MOST_TABLES:
            return False
        worth, people = self.best[2], len(self.problem.people)
        refuted = partial(self.refuted, *self.lines)
        if self.order[0] == "total" and self.total.least < worth.total and refuted(Better(worth.total - 1)):
            self.total = self.leading = Bound(worth.total, EXHAUSTED)
        if self.order[0] == "max":
            fewer = worth.most - 1
            if self.leading.least < worth.most and refuted(Better(fewer * people // 2, fewer)):
                self.leading = Bound(worth.most, EXHAUSTED)
            if self.total.least < worth.total and refuted(Better(worth.total - 1, worth.most)):
                self.total = Bound(worth.total, EXHAUSTED)
        # Phantoms are lines of noughts in the table: nobody meets them, and that is no lack of contact.
        in_contact = self.order[0] == "contact" and not worth.never and not self.problem.phantoms
        if in_contact and self.total.least < worth.total and refuted(Better(worth.total - 1, full_contact=True)):
            self.total = Bound(worth.total, EXHAUSTED)
        return self._is_settled(self.leading) and worth.total <= self.total.least

    def refuted(self, first: Lines, second: Lines, wanted: Better) -> bool:
        """Tell whether a search, exhausted in time, has shown that nothing is as good; nothing is tried twice."""
        left = self.deadline - time.monotonic()
        if wanted in self.tried:
            return False
        self.tried.add(wanted)
        try:
            clock = Clock(left)
            return left > 0 and not any(exists_better(first, second, size, wanted, clock) for size in self._sizes)
        except OutOfTimeError:
            return False

    def result(self) -> Seating:
        """Return the best seating with what is known about it."""
        worth = self.best[2]
        return Seating(
            seats=tuple(seat + 1 for seat in self.best[1]),
            score=worth,
            leading=self.leading,
            total=self.total,
            proved=self._is_settled(self.leading),
            total_proved=worth.total <= self.total.least,
        )
