"""Search for seatings after a first session: fewest repeats or another leading goal, with bounds and proofs.

An anytime search: runs of annealing with alternating weights, each from another start; the best by the order of goals
is kept. With one session to seat, an exhaustive search for anything better follows while there is time. Two sessions
are seated together for few repeats, and then alternately, each with the other one as part of the past, for all
figures. Runs are numbered, and their work is counted: a search gives the same seatings on every machine.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from byestand.search.outcome import Found, Impossible, SearchBudget, Work, note_cut_off
from byestand.second_sessions.search.annealing import HOT, WARM, AnnealingWeights, Pair, anneal, anneal_together
from byestand.second_sessions.search.goals import GOAL_WEIGHTS, MIXES, Best, Key, Progress, full_order, relative
from byestand.second_sessions.search.proof import Prover
from byestand.second_sessions.search.seating_bounds import (
    Lines,
    LowerBound,
    counted_bound,
    counting_bounds,
    leading_bound,
    repeats_bound,
)
from byestand.second_sessions.search.seating_problem import SeatingProblem, SeatingScore, Seats, SessionSeries, score
from byestand.second_sessions.search.starting_seats import (
    ChangeCounts,
    more_changes,
    nearest_half,
    opening,
    possible_changes,
    runs_opening,
    spread_opening,
)

TRIALS = 1700
"""Exchanges tried in a run, per person."""
QUIET_CYCLES = 2
"""Rounds of all weights without success before the search stops, or starts the proof."""
MAX_RUNS = 1000
LONGER = {"contact": 3}
"""The length of runs for some goals, as a multiple: two conflicting figures need slow cooling."""
LONGER_IN_SECTIONS = 3
MILD = 1.0
"""The start temperature of a run that should keep runs of pairs together."""
MAX_RESEATINGS = 200
"""The number of times that one of two sessions is seated again."""
RESTART_AFTER = 24
"""After this many turns without success both sessions are seated from scratch."""
TOGETHER, FOR_REPEATS = 200_000, 0.8
"""Exchanges per person when both sessions are seated together, and their share of the time."""


@dataclass(frozen=True, slots=True)
class FoundSeating:
    """The seatings, their figures, and the bounds of better ones."""

    seatings: tuple[Seats, ...]
    """One per session after the first."""
    score: SeatingScore
    main_bound: LowerBound
    """The bound of the leading figure."""
    total: LowerBound
    """The bound of repeats, with the leading figure as good as it is."""
    proved: bool
    was_cut_off: bool = False
    """Whether the search was stopped by time, so that another run may find other seatings."""


def find_seatings(
    event: SessionSeries,
    goals: Sequence[str] = ("total",),
    *,
    seconds: float = 10.0,
    progress: Progress | None = None,
    starts: Iterable[Sequence[Seats]] = (),
    floor: LowerBound | None = None,
    clock: SearchBudget | None = None,
) -> Found[FoundSeating] | Impossible:
    """Find the best seatings of all sessions but the first by the order of *goals*.

    Any number of pairs may change direction; the search begins with half of each line. *starts* are known seatings; the
    best of them is kept unless a better one is found, and some runs start from them. *floor* is a known bound of
    repeats.
    """
    problem = event.problem((event.opening,), 1)
    possible = possible_changes(problem)
    if isinstance(possible, Impossible):
        return possible
    best, clock = Best(full_order(goals)), clock or SearchBudget(seconds, work=Work.for_seconds(seconds))
    search: SecondSessionSearch | BothSessionsSearch
    if len(event.sessions) == 2:
        search = SecondSessionSearch(problem, best, Lines.of_session(event, 0), clock, possible, floor)
    else:
        search = BothSessionsSearch(event, best, possible[0], clock)
    best.progress = progress
    search.start_from(starts)
    search.run()
    proved = best.is_settled(search.leading)
    note_cut_off(clock.work)
    found = FoundSeating(best.seatings, best.score, search.leading, search.total, proved, clock.work.was_cut_off)
    return Found(found)


def _seats(places: Sequence[int]) -> Seats:
    return tuple(place + 1 for place in places)


def _places(seats: Sequence[int]) -> list[int]:
    return [seat - 1 for seat in seats]


class SecondSessionSearch:
    """The search for one session: the bounds, and the remaining choices.

    *earlier* is the first session if it has one section; then there is a bound, and perhaps a proof.
    """

    def __init__(
        self,
        problem: SeatingProblem,
        best: Best,
        earlier: Lines | None,
        clock: SearchBudget,
        possible: Sequence[ChangeCounts],
        floor: LowerBound | None = None,
    ) -> None:
        self.problem, self.best, self.clock = problem, best, clock
        self.starts: list[tuple[int, ...]] = []
        later = Lines.for_lines(problem.graph, problem.direction) if earlier else None
        self.lines = (earlier, later) if earlier and later and earlier.tables == later.tables else None
        if self.lines and any(lines.is_cyclic for lines in self.lines) and not problem.fixed_direction:
            # All directions may be reversed: see docs/crossovers.md.
            possible = [change for change in possible if 2 * change[0] <= self.lines[0].tables]
        self.choices = nearest_half(problem, possible)
        if earlier is None:
            self.choices += more_changes(problem, possible)
        self.bounds = counting_bounds(problem, self.lines, possible) if self.lines else {}
        """The counting bounds for every number of pairs that may change direction."""
        self.total = counted_bound(min(self.bounds.values(), default=0))
        if floor and floor.minimum > self.total.minimum:
            self.total = floor
        self.leading = leading_bound(best.goal, self.total, [problem])
        self.prover = Prover(*self.lines, problem, self.bounds, clock) if self.lines else None
        seats = opening(problem, self.choices[0], random.Random(0))  # noqa: S311 - no secret
        best.minimum = self.leading.minimum
        self.keep(seats)

    def keep(self, seats: Sequence[int]) -> None:
        """Keep a seating if it is the best so far."""
        self.best.keep((_seats(seats),), score(self.problem, seats))

    def start_from(self, starts: Iterable[Sequence[Seats]]) -> None:
        """Keep the best of these seatings, and start runs from them."""
        for start in dict.fromkeys(tuple(_places(seats)) for (seats,) in starts):
            self.keep(start)
            self.starts.append(start)

    def run(self) -> None:
        """Anneal until nothing better is found, then prove; repeat while there is time and a chance."""
        quiet, run, best = 0, 0, self.best
        while run < MAX_RUNS and (not self.clock.is_over or not run):
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
        """The weights; those of the other figures if the leading figure cannot be better."""
        goal = self.best.goal
        return GOAL_WEIGHTS.get(goal, MIXES[goal]) if self.best.is_settled(self.leading) else MIXES[goal]

    def cool(self, run: int) -> None:
        """Anneal once; the number of the run is its seed."""
        stress = relative(self._mixes[run % len(self._mixes)], self.best.score.max_repeats)
        seats, hot = self._start(run)
        self.keep(seats)
        longer = LONGER.get(self.best.goal, 1) if self.lines else LONGER_IN_SECTIONS
        trials = TRIALS * longer * len(self.problem.people)
        anneal(self.problem, seats, stress, hot=hot, seed=run, trials=trials, clock=self.clock, keep=self.keep)

    def _start(self, run: int) -> tuple[list[int], float]:
        """Return a seating to start from, and its temperature: random ones alternate with known ones and with runs.

        Every other time it is the best so far, at a lower temperature.
        """
        if (run + run // len(self._mixes)) % 2:
            return _places(self.best.seatings[0]), WARM
        problem, chance = self.problem, random.Random(run)  # noqa: S311 - no secret
        may_run = self.best.goal == "contact" and not problem.phantoms and not problem.fixed_direction
        runs = self.choices[:1] if self.lines and may_run else ()
        # Other numbers that change direction are tried only where their bound leaves room for fewer repeats.
        others = [change for change, bound in self.bounds.items() if bound < self.best.score.total]
        kinds = [*runs, *self.starts, *dict.fromkeys((*self.choices, *others))]
        number = run // 2 % len(kinds)
        kind = kinds[number]
        if number < len(runs) and self.lines:
            return runs_opening(problem, *self.lines, kind[0], chance), MILD
        if number < len(runs) + len(self.starts):
            return list(kind), WARM
        return opening(problem, (kind[0], kind[1]), chance), HOT


class BothSessionsSearch:
    """The search for two sessions, from scratch again and again."""

    def __init__(self, event: SessionSeries, best: Best, change: ChangeCounts, clock: SearchBudget) -> None:
        self.event, self.best, self.change, self.clock = event, best, change, clock
        self.total = counted_bound(repeats_bound(event))
        every_two = [event.problem((*[None] * one, event.opening), other) for one, other in combinations(range(3), 2)]
        self.leading = leading_bound(best.goal, self.total, every_two)
        best.minimum = self.total.minimum

    def start_from(self, starts: Iterable[Sequence[Seats]]) -> None:
        """Keep the best of these seatings."""
        for pair in starts:
            self._keep(pair)

    def _keep(self, pair: Sequence[Seats]) -> Key:
        """Return the key of two seatings, and keep them if they are the best so far."""
        seated = (self.event.opening, *pair)
        earlier, worth = (
            score(self.event.problem(seated[:session], session), _places(seated[session])) for session in (1, 2)
        )
        # The last count has the repeats of all three sessions, but not the competition of the first two.
        worth = replace(worth, competition=worth.competition + earlier.competition)
        return self.best.keep(tuple(pair), worth)

    @property
    def _is_done(self) -> bool:
        """Whether all figures with a known bound have reached it: repeats, and contact if that is the leading goal."""
        worth = self.best.score
        leads = {"total": True, "max": worth.total == 0, "contact": worth.never == 0}.get(self.best.goal, False)
        return bool(self.best.seatings) and leads and worth.total <= self.total.minimum

    def run(self) -> None:
        """Seat both sessions from scratch, improve them together or alternately, and repeat while there is time."""
        wishes, spread = self.event.wishes, self._eight_are_better
        if self.best.goal in ("total", "max") and not wishes.apart and not self._is_done:
            self._seat_together(spread=spread)
        turn = 0
        while turn < MAX_RESEATINGS and not self._is_done and not (turn and self.clock.is_over):
            turn = self._improve(self._by_lot(turn, spread=spread), turn)
            spread = not spread or bool(wishes.stay | wishes.change)

    def _seat_together(self, *, spread: bool) -> None:
        """Search for few repeats, from scratch again and again; then improve the other figures of the best."""
        clock = self.clock.part(FOR_REPEATS)
        for seed in range(MAX_RESEATINGS):
            pair, trials = self._by_lot(seed, spread=spread), TOGETHER * self.event.size
            self._keep(anneal_together(self.event, pair, seed=seed, trials=trials, clock=clock))
            if self._is_done or clock.is_over:
                break
        second, third = self.best.seatings
        self._improve((second, third), 0)

    @property
    def _eight_are_better(self) -> bool:
        """Whether eight classes are tried first.

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
        """Seat the two alternately until nothing is gained for some time; return the number of the next turn."""
        value, vain = self._keep(pair), 0
        while vain < RESTART_AFTER and turn < MAX_RESEATINGS and not self.clock.is_over and not self._is_done:
            pair, now = self._again(pair, turn)
            vain, value = (0, now) if now < value else (vain + 1, value)
            turn += 1
        return turn + 1

    def _again(self, pair: Pair, turn: int) -> tuple[Pair, Key]:
        """Seat one session again, from its present seating, and return the best."""
        session = 2 - turn % 2
        problem, now = self.event.problem((self.event.opening, *pair), session), _places(pair[session - 1])
        best = Best(self.best.order)

        def keep(seats: Sequence[int]) -> None:
            best.keep((_seats(seats),), score(problem, seats))

        keep(now)
        stress = relative(MIXES[best.goal][turn // 2 % len(MIXES[best.goal])], best.score.max_repeats)
        anneal(problem, now, stress, seed=turn, trials=2 * TRIALS * problem.size, clock=self.clock, keep=keep)
        (mine,) = best.seatings
        pair = (mine, pair[1]) if session == 1 else (pair[0], mine)
        return pair, self._keep(pair)
