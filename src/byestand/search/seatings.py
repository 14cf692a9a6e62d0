"""Find the seating of a second session: fewest playbacks, or what else comes first; with a bound, perhaps a proof.

Anytime: runs of annealing that stress now this figure and now that, each from another start; the best by the order of
goals is kept. Then, while there is time, an exhausted search for anything better. Runs are numbered, not timed: a
proved optimum is the same on every machine.
"""

import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from byestand.errors import BadRequest
from byestand.search.anneal import HOT, WARM, Weights, anneal
from byestand.search.choose import Clock, OutOfTimeError
from byestand.search.openings import changes, opening
from byestand.search.outcome import Found, Impossible
from byestand.search.refute import Better, exists_better
from byestand.search.seating_problem import Problem, Score, score
from byestand.search.switchers import MOST_TABLES, Lines, counting_bound

GOALS = ("total", "max", "contact", "balance")
TRIALS = 1700
"""Exchanges tried in a run, for each person."""
QUIET_CYCLES = 2
"""So often all mixtures are tried in vain before the search is content, or turns to the proof."""
MOST_RUNS = 1000

Key = tuple[float, ...]
Progress = Callable[[Score, float], None]


@dataclass(frozen=True, slots=True)
class Proof:
    """How low a figure can go at best, and why; it is proved when it has got there."""

    bound: float
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """A seating found, what it is worth, and what is known about better ones."""

    seats: tuple[int, ...]
    """For each person its seat, both counted from 1."""
    score: Score
    leading: Proof
    """The bound of the figure that comes first."""
    total: Proof
    """The bound of playbacks, with the leading figure as good as it is."""
    proved: bool
    total_proved: bool


def full_order(goals: Sequence[str]) -> tuple[str, ...]:
    """Return all goals, those named first."""
    if unknown := [goal for goal in goals if goal not in GOALS]:
        raise BadRequest(f"goals are {', '.join(GOALS)}: {unknown[0]!r}")
    return tuple(dict.fromkeys((*goals, *GOALS)))


def figure(goal: str, worth: Score) -> float:
    """Return the figure of a goal: the less, the better."""
    figures = {"total": worth.total, "max": worth.most, "contact": worth.never}
    return figures.get(goal, round(worth.competition, 6))


def key(order: Sequence[str], worth: Score) -> Key:
    """Return what to compare seatings by."""
    return (worth.clashes, *(figure(goal, worth) for goal in order))


def find_seating(
    problem: Problem,
    goals: Sequence[str] = ("total",),
    *,
    seconds: float = 10.0,
    earlier: Lines | None = None,
    progress: Progress | None = None,
    starts: Iterable[Sequence[int]] = (),
) -> Found[Seating] | Impossible:
    """Find the best seating by the order of *goals*.

    *earlier* is the first session of one section; with it there is a bound, and perhaps a proof. *starts* are seatings
    known already, counted from 1; the best of them is kept unless a better one turns up.
    """
    change = changes(problem)
    if isinstance(change, Impossible):
        return change
    hunt = _Hunt(problem, full_order(goals), change, earlier, time.monotonic() + seconds, progress)
    for start in starts:
        hunt.visit([seat - 1 for seat in start])
    hunt.run()
    return Found(hunt.result(), hunt.how)


class _Hunt:
    """One search: the best so far, the bounds, and what may still be tried."""

    def __init__(
        self,
        problem: Problem,
        order: tuple[str, ...],
        change: tuple[int, int],
        earlier: Lines | None,
        deadline: float,
        progress: Progress | None,
    ) -> None:
        self.problem, self.order, self.change = problem, order, change
        self.deadline, self.progress = deadline, progress
        self.started = time.monotonic()
        self.best: tuple[Key, list[int], Score] | None = None
        self.tried: set[Better] = set()
        later = Lines.of(problem.graph, problem.direction) if earlier else None
        comparable = earlier and later and not problem.phantoms and earlier.tables == later.tables
        self.lines = (earlier, later) if comparable and earlier and later else None
        low = counting_bound(*self.lines, change[0]) if self.lines else 0
        self.total = Proof(low, "counting bound" if low else "there are no fewer than none")
        self.leading = self._leading(self.total)

    def _leading(self, total: Proof) -> Proof:
        match self.order[0]:
            case "total":
                return total
            case "max":
                return Proof(math.ceil(2 * total.bound / len(self.problem.people)), total.argument)
            case "contact":
                return Proof(0, "there are no fewer than none")
            case _:
                return Proof(least_competition(self.problem), "rearrangement bound")

    @property
    def how(self) -> str:
        """What is known about better ones, as a clause."""
        return f"proved best: {self.leading.argument}" if self._is_settled(self.leading) else "a better one may exist"

    def _is_settled(self, proof: Proof) -> bool:
        return self.best is not None and figure(self.order[0], self.best[2]) <= proof.bound + 1e-6

    @property
    def _has_time(self) -> bool:
        return time.monotonic() < self.deadline

    def visit(self, seats: list[int]) -> bool:
        """Keep a seating if it is the best so far; True would end the run, and never is."""
        worth = score(self.problem, seats)
        mine = key(self.order, worth)
        if self.best is None or mine < self.best[0]:
            self.best = mine, list(seats), worth
            if self.progress:
                self.progress(worth, self.leading.bound)
        return False

    def run(self) -> None:
        """Anneal until nothing better turns up, then prove; and again, as long as there is time and hope."""
        quiet = run = 0
        while run < MOST_RUNS and (self._has_time or self.best is None):
            before = self.best and self.best[0]
            self._cool(run)
            run += 1
            quiet = quiet + 1 if self.best and self.best[0] == before else 0
            if quiet >= QUIET_CYCLES * len(self._mixes):
                quiet = 0
                if self._prove() or self._is_settled(self.leading):
                    return

    @property
    def _mixes(self) -> tuple[Weights, ...]:
        """What to stress: where the first figure cannot be better, the others."""
        goal = self.order[0]
        return SETTLED.get(goal, MIXES[goal]) if self._is_settled(self.leading) else MIXES[goal]

    def _cool(self, run: int) -> None:
        weights = self._mixes[run % len(self._mixes)]
        if weights.excess and self.best:
            # Below the largest number so far, or (when that comes first already) not above it.
            weights = replace(weights, cap=max(0, self.best[2].most + weights.cap))
        # Every other time from the best so far, and not so hot.
        anew = self.best is None or (run + run // len(self._mixes)) % 2 == 0
        chance = random.Random(run)  # noqa: S311 - no secret
        seats = opening(self.problem, self.change, chance) if self.best is None or anew else list(self.best[1])
        self.visit(seats)
        anneal(
            self.problem,
            seats,
            weights,
            hot=HOT if anew else WARM,
            seed=run,
            trials=TRIALS * len(self.problem.people),
            deadline=self.deadline,
            visit=self.visit,
        )

    def _prove(self) -> bool:
        """Try to prove that there is nothing better; False where there may be."""
        if not self.best or not self.lines or self.lines[0].tables > MOST_TABLES:
            return False
        worth, people = self.best[2], len(self.problem.people)
        refuted = partial(self._refuted, *self.lines)
        exhausted = "exhausted search"
        if self.order[0] == "total" and self.total.bound < worth.total and refuted(Better(worth.total - 1)):
            self.total = self.leading = Proof(worth.total, exhausted)
        if self.order[0] == "max":
            fewer = worth.most - 1
            if self.leading.bound < worth.most and refuted(Better(fewer * people // 2, fewer)):
                self.leading = Proof(worth.most, exhausted)
            if self.total.bound < worth.total and refuted(Better(worth.total - 1, worth.most)):
                self.total = Proof(worth.total, exhausted)
        in_contact = self.order[0] == "contact" and not worth.never
        if in_contact and self.total.bound < worth.total and refuted(Better(worth.total - 1, full_contact=True)):
            self.total = Proof(worth.total, exhausted)
        return self._is_settled(self.leading) and worth.total <= self.total.bound

    def _refuted(self, first: Lines, second: Lines, wanted: Better) -> bool:
        left = self.deadline - time.monotonic()
        if wanted in self.tried:
            return False
        self.tried.add(wanted)
        try:
            return left > 0 and not exists_better(first, second, self.change[0], wanted, Clock(left))
        except OutOfTimeError:
            return False

    def result(self) -> Seating:
        """Return the best seating with what is known about it."""
        if self.best is None:
            raise AssertionError
        worth = self.best[2]
        return Seating(
            seats=tuple(seat + 1 for seat in self.best[1]),
            score=worth,
            leading=self.leading,
            total=self.total,
            proved=self._is_settled(self.leading),
            total_proved=worth.total <= self.total.bound,
        )


def least_competition(problem: Problem) -> float:
    """Return a bound of past times new competition: each person gets its best seat, with the others at their best.

    Two rows of numbers have their least product when one rises as the other falls (rearrangement inequality).
    """
    import numpy as np  # noqa: PLC0415

    if problem.past_competition is None or problem.competition is None:
        return 0.0
    rising = np.sort(problem.past_competition, axis=1)
    falling = -np.sort(-problem.competition, axis=1)
    return float((rising @ falling.T).min(axis=1).sum() / 2)


MIXES: dict[str, tuple[Weights, ...]] = {
    "total": (
        Weights(),
        Weights(excess=0.5, cap=-1),
        Weights(never=0.25),
        Weights(balance=0.2),
    ),
    "max": (
        Weights(total=0.5, excess=2.0, cap=-1),
        Weights(excess=2.0, cap=0),
        Weights(),
        Weights(excess=2.0, cap=0, never=0.25),
    ),
    "contact": (
        Weights(never=1.0),
        Weights(total=0.5, never=0.8),
        Weights(never=1.0, excess=0.3, cap=-1),
    ),
    "balance": (
        Weights(total=0.0, balance=1.0),
        Weights(total=0.1, balance=0.5),
        Weights(total=0.1, never=0.3, balance=1.0),
    ),
}
"""What to stress, by the goal that comes first, in turn. Here *cap* is counted from the largest number so far."""

_EVENLY = (
    Weights(total=3.0, never=0.5),
    Weights(total=2.0, never=0.3),
    Weights(excess=0.5, cap=-1, never=0.1),
    Weights(total=3.0, never=0.5, balance=0.1),
)
SETTLED = {"total": _EVENLY, "max": (*_EVENLY, Weights(excess=2.0, cap=0))}
"""The same where the first figure is the best there can be."""
