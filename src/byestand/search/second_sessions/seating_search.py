"""Find the seatings that follow a first session: fewest playbacks, or what else comes first; with bounds, even proofs.

Anytime: runs of annealing that stress now this figure and now that, each from another start; the best by the order of
goals is kept. With one session to seat there follows, while there is time, an exhausted search for anything better.
Two sessions are seated together for few repeats, and then in turn, each with the other one as part of the past, for all
figures. Runs are numbered, not timed: a proved optimum is the same on every machine.
"""

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from byestand.search.outcome import Found, Impossible
from byestand.search.second_sessions.annealing import HOT, WARM, AnnealingWeights, Pair, anneal, anneal_together
from byestand.search.second_sessions.goals import GOAL_WEIGHTS, MIXES, Best, Key, Progress, full_order, relative
from byestand.search.second_sessions.proof import Prover
from byestand.search.second_sessions.seating_bounds import (
    Lines,
    LowerBound,
    counted_bound,
    counting_bound_of,
    leading_bound,
    repeats_bound,
)
from byestand.search.second_sessions.seating_problem import SeatingProblem, SeatingScore, Seats, SessionSeries, score
from byestand.search.second_sessions.starting_seats import (
    changes,
    every_change,
    more_changes,
    opening,
    runs_opening,
    spread_opening,
)

TRIALS = 1700
"""Exchanges tried in a run, for each person."""
QUIET_CYCLES = 2
"""So often all mixtures are tried in vain before the search is content, or turns to the proof."""
MAX_RUNS = 1000
LONGER = {"contact": 3}
"""For some goals a run is so many times as long: two figures that pull apart need slow cooling."""
LONGER_IN_SECTIONS = 3
MILD = 1.0
"""How hot a run begins that should keep runs of pairs more or less together."""
MAX_RESEATINGS = 200
"""So often one of two sessions is seated anew."""
RESTART_AFTER = 24
"""After so many turns in vain both sessions are seated from scratch."""
TOGETHER, FOR_REPEATS = 200_000, 0.8
"""Exchanges tried for each person when both sessions are seated together, and how much of the time goes there."""


@dataclass(frozen=True, slots=True)
class FoundSeating:
    """What was found, what it is worth, and what is known about better ones."""

    seatings: tuple[Seats, ...]
    """For each session after the first."""
    score: SeatingScore
    main_bound: LowerBound
    """The bound of the figure that comes first."""
    total: LowerBound
    """The bound of playbacks, with the leading figure as good as it is."""
    proved: bool


def find_seatings(
    event: SessionSeries,
    goals: Sequence[str] = ("total",),
    *,
    seconds: float = 10.0,
    progress: Progress | None = None,
    starts: Iterable[Sequence[Seats]] = (),
    floor: LowerBound | None = None,
    half: bool = True,
) -> Found[FoundSeating] | Impossible:
    """Find the best seatings of all sessions but the first by the order of *goals*.

    Half of each line change direction; with one session to seat, and unless *half* must, the search also tries more.
    *starts* are seatings known already; the best of them is kept unless a better one turns up, and runs begin with
    them, too. *floor* is a bound of playbacks known already.
    """
    problem = event.problem((event.opening,), 1)
    change = changes(problem)
    if isinstance(change, Impossible):
        return change
    best, deadline = Best(full_order(goals)), time.monotonic() + seconds
    search: SecondSessionSearch | BothSessionsSearch
    if len(event.sessions) == 2:
        search = SecondSessionSearch(problem, best, Lines.of_session(event, 0), deadline, floor)
        if not half:
            search.choices += more_changes(problem)
    else:
        search = BothSessionsSearch(event, best, change, deadline)
    best.progress = progress
    search.start_from(starts)
    search.run()
    proved = best.is_settled(search.leading)
    return Found(FoundSeating(best.seatings, best.score, search.leading, search.total, proved))


def _seats(places: Sequence[int]) -> Seats:
    return tuple(place + 1 for place in places)


def _places(seats: Sequence[int]) -> list[int]:
    return [seat - 1 for seat in seats]


class SecondSessionSearch:
    """The search for one session: the bounds, and what may still be tried.

    *earlier* is the first session where that is of one section; with it there is a bound, and perhaps a proof.
    """

    def __init__(
        self,
        problem: SeatingProblem,
        best: Best,
        earlier: Lines | None,
        deadline: float,
        floor: LowerBound | None = None,
    ) -> None:
        self.problem, self.best, self.deadline = problem, best, deadline
        self.starts: list[tuple[int, ...]] = []
        later = Lines.for_lines(problem.graph, problem.direction) if earlier else None
        self.lines = (earlier, later) if earlier and later and earlier.tables == later.tables else None
        choices = every_change(problem)
        # In a cyclic movement the directions may be turned over as a whole: see `docs/crossovers.md`.
        self.choices = choices[:1] if self.lines and any(lines.is_cyclic for lines in self.lines) else choices
        self.total = counted_bound(counting_bound_of(problem, self.lines, self.choices) if self.lines else 0)
        if floor and floor.minimum > self.total.minimum:
            self.total = floor
        self.leading = leading_bound(best.goal, self.total, [problem])
        self.prover = Prover(*self.lines, problem, self.choices, deadline) if self.lines else None
        seats = opening(problem, self.choices[0], random.Random(0))  # noqa: S311 - no secret
        best.minimum = self.leading.minimum
        self.keep(seats)

    def keep(self, seats: Sequence[int]) -> None:
        """Keep a seating if it is the best so far."""
        self.best.keep((_seats(seats),), score(self.problem, seats))

    def start_from(self, starts: Iterable[Sequence[Seats]]) -> None:
        """Keep the best of these seatings, and begin runs with them."""
        for start in dict.fromkeys(tuple(_places(seats)) for (seats,) in starts):
            self.keep(start)
            self.starts.append(start)

    def run(self) -> None:
        """Anneal until nothing better turns up, then prove; and again, as long as there is time and hope."""
        quiet, run, best = 0, 0, self.best
        while run < MAX_RUNS and (time.monotonic() < self.deadline or not run):
            before = best.key
            self.cool(run)
            run += 1
            quiet = quiet + 1 if best.key == before else 0
            if quiet >= QUIET_CYCLES * len(self._mixes):
                quiet = 0
                if self.prover:
                    bounds = self.prover.raise_bounds(best.goal, best.score, self.leading, self.total)
                    self.leading, self.total = bounds
                    best.minimum = self.leading.minimum
                if best.is_settled(self.leading):
                    return

    @property
    def _mixes(self) -> tuple[AnnealingWeights, ...]:
        """What to stress: where the first figure cannot be better, the others."""
        goal = self.best.goal
        return GOAL_WEIGHTS.get(goal, MIXES[goal]) if self.best.is_settled(self.leading) else MIXES[goal]

    def cool(self, run: int) -> None:
        """Anneal once; the number of the run is its seed."""
        stress = relative(self._mixes[run % len(self._mixes)], self.best.score.max_repeats)
        seats, hot = self._beginning(run)
        self.keep(seats)
        longer = LONGER.get(self.best.goal, 1) if self.lines else LONGER_IN_SECTIONS
        trials = TRIALS * longer * len(self.problem.people)
        anneal(self.problem, seats, stress, hot=hot, seed=run, trials=trials, deadline=self.deadline, keep=self.keep)

    def _beginning(self, run: int) -> tuple[list[int], float]:
        """Return a seating to begin with, and how hot: by lot, in turn with what is known already and with runs.

        Every other time it is the best so far, and not so hot.
        """
        if (run + run // len(self._mixes)) % 2:
            return _places(self.best.seatings[0]), WARM
        problem, chance = self.problem, random.Random(run)  # noqa: S311 - no secret
        may_run = self.best.goal == "contact" and not problem.phantoms and not problem.fixed_direction
        runs = self.choices[:1] if self.lines and may_run else ()
        kinds = [*runs, *self.starts, *self.choices]
        number = run // 2 % len(kinds)
        kind = kinds[number]
        if number < len(runs) and self.lines:
            return runs_opening(problem, *self.lines, kind[0], chance), MILD
        if number < len(runs) + len(self.starts):
            return list(kind), WARM
        return opening(problem, (kind[0], kind[1]), chance), HOT


class BothSessionsSearch:
    """The search for two sessions, from scratch again and again."""

    def __init__(self, event: SessionSeries, best: Best, change: tuple[int, int], deadline: float) -> None:
        self.event, self.best, self.change, self.deadline = event, best, change, deadline
        self.total = counted_bound(repeats_bound(event))
        every_two = [event.problem((*[None] * one, event.opening), other) for one, other in combinations(range(3), 2)]
        self.leading = leading_bound(best.goal, self.total, every_two)
        best.minimum = self.total.minimum

    def start_from(self, starts: Iterable[Sequence[Seats]]) -> None:
        """Keep the best of these seatings."""
        for pair in starts:
            self._keep(pair)

    def _keep(self, pair: Sequence[Seats]) -> Key:
        """Return what two seatings are worth, and keep them if they are the best so far."""
        seated = (self.event.opening, *pair)
        earlier, worth = (
            score(self.event.problem(seated[:session], session), _places(seated[session])) for session in (1, 2)
        )
        # Playbacks of all three sessions are in the last count; competition of the first two is not.
        worth = replace(worth, competition=worth.competition + earlier.competition)
        return self.best.keep(tuple(pair), worth)

    @property
    def _is_done(self) -> bool:
        """Whether the figures that can be known to be best are: playbacks, and contact where that comes first."""
        worth = self.best.score
        leads = {"total": True, "max": worth.total == 0, "contact": worth.never == 0}.get(self.best.goal, False)
        return bool(self.best.seatings) and leads and worth.total <= self.total.minimum

    def run(self) -> None:
        """Seat both sessions from scratch, improve them together or in turn, and again, while there is time."""
        wishes, spread = self.event.wishes, self._eight_are_better
        if self.best.goal in ("total", "max") and not wishes.apart and not self._is_done:
            self._seat_together(spread=spread)
        turn = 0
        while turn < MAX_RESEATINGS and not self._is_done and not (turn and time.monotonic() > self.deadline):
            turn = self._improve(self._by_lot(turn, spread=spread), turn)
            spread = not spread or bool(wishes.stay | wishes.change)

    def _seat_together(self, *, spread: bool) -> None:
        """Look for few repeats, from scratch again and again; then improve the other figures of the best."""
        start = time.monotonic()
        end = start + FOR_REPEATS * (self.deadline - start)
        for seed in range(MAX_RESEATINGS):
            pair, trials = self._by_lot(seed, spread=spread), TOGETHER * self.event.size
            self._keep(anneal_together(self.event, pair, seed=seed, trials=trials, deadline=end))
            if self._is_done or time.monotonic() > end:
                break
        second, third = self.best.seatings
        self._improve((second, third), 0)

    @property
    def _eight_are_better(self) -> bool:
        """Whether eight classes come first.

        Four classes (NNN, NEE, ENE, EEN) have any two people in the same direction once, but fewer pairs that may meet:
        3/8 of the square of all people.
        """
        directed = self.event.wishes.stay | self.event.wishes.change
        crowded = 8 * self.event.meetings > 3 * self.event.size**2
        return bool(directed) or (crowded and self.best.goal in ("total", "max"))

    def _by_lot(self, seed: int, *, spread: bool) -> Pair:
        event, chance = self.event, random.Random(seed)  # noqa: S311 - no secret
        second = _seats(opening(event.problem((event.opening,), 1), self.change, chance))
        third = (spread_opening if spread else opening)(event.problem((event.opening, second), 2), self.change, chance)
        return second, _seats(third)

    def _improve(self, pair: Pair, turn: int) -> int:
        """Seat the two in turn until nothing is gained for some time; return the number of the next turn."""
        value, vain = self._keep(pair), 0
        while vain < RESTART_AFTER and turn < MAX_RESEATINGS and time.monotonic() < self.deadline and not self._is_done:
            pair, now = self._again(pair, turn)
            vain, value = (0, now) if now < value else (vain + 1, value)
            turn += 1
        return turn + 1

    def _again(self, pair: Pair, turn: int) -> tuple[Pair, Key]:
        """Seat one session anew, from where it is, and return the best met on the way."""
        session = 2 - turn % 2
        problem, now = self.event.problem((self.event.opening, *pair), session), _places(pair[session - 1])
        best = Best(self.best.order)

        def keep(seats: Sequence[int]) -> None:
            best.keep((_seats(seats),), score(problem, seats))

        keep(now)
        stress = relative(MIXES[best.goal][turn // 2 % len(MIXES[best.goal])], best.score.max_repeats)
        anneal(problem, now, stress, seed=turn, trials=2 * TRIALS * problem.size, deadline=self.deadline, keep=keep)
        (mine,) = best.seatings
        pair = (mine, pair[1]) if session == 1 else (pair[0], mine)
        return pair, self._keep(pair)
