"""Simulated annealing over seatings: two people exchange seats, again and again, at falling temperatures.

The gain of an exchange is read off the masks of the two people: those whom one of them meets and the other does not,
before and after. So a trial takes a few machine words whatever the number of tables. Random numbers come from a seed:
the run is the same every time.

One session is annealed for all figures, with the other sessions as the past. Two sessions are annealed together for
few repeats only: seated alternately, each would be fitted to the other, and both would soon be stuck where neither
can improve alone.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from byestand.search.outcome import SearchBudget
from byestand.second_sessions.search.seating_problem import (
    Floats,
    SeatingProblem,
    Seats,
    SessionSeries,
    bits,
    mask_of,
    opponents_of,
)

LEVELS = 60
"""Temperatures of a run, falling from HOT to COLD by equal factors."""
HOT, COLD = 1.3, 0.12
WARM = 0.8
"""The start temperature of a run that should stay near its start."""
APART = 4
"""The cost of a meeting of two people that should be kept apart, in repeats."""
HOT_TOGETHER, COLD_TOGETHER = 0.6, 0.2
"""The same for two sessions: above it everything changes, below it hardly any exchange is accepted."""
LEVELS_TOGETHER = 200
TRIALS_PER_UNIT = 2
"""Exchanges tried in a unit of work."""

Pair = tuple[Seats, Seats]


@dataclass(frozen=True, slots=True)
class AnnealingWeights:
    """The weights of the figures in a run."""

    total: float = 1.0
    excess: float = 0.0
    """For each repeat of a pair beyond *cap*."""
    cap: int = 99
    never: float = 0.0
    balance: float = 0.0


def exchange_opponents(opponents: list[int], p: int, q: int) -> int:
    """Let two people exchange their opponents, and return the mask of the others that are affected."""
    both, mine, its = 1 << p | 1 << q, opponents[p], opponents[q]
    touched = (mine ^ its) & ~both
    for x in bits(touched):
        opponents[x] ^= both
    opponents[p], opponents[q] = (its ^ both, mine ^ both) if mine >> q & 1 else (its, mine)
    return touched


class AnnealingState:
    """A seating that changes, with everything that is needed to value an exchange."""

    def __init__(self, problem: SeatingProblem, seats: list[int], stress: AnnealingWeights) -> None:
        self.problem, self.seats, self.stress = problem, seats, stress
        self.opponents = opponents_of(problem.graph, seats)
        self.way = [problem.direction[seat] for seat in seats]
        self.lines = [mask_of(p for p in problem.people if self.way[p] == way) for way in (0, 1)]
        pasts = zip(problem.past_again, problem.past_meetings, self.opponents, strict=True)
        self.again = again = [had + (met & now).bit_count() for had, met, now in pasts]
        self.at_cap = mask_of(p for p, n in enumerate(again) if n >= stress.cap)
        self.over_cap = mask_of(p for p, n in enumerate(again) if n > stress.cap)
        self.without = [~(1 << p) & ((1 << len(seats)) - 1) for p in range(len(seats))]
        self.now: Floats | None = None
        self.past_rows: list[Floats] = []
        self.now_rows: list[Floats] = []
        self.unit = 1.0
        if stress.balance and problem.past_competition is not None and problem.competition is not None:
            self.now = problem.competition[np.ix_(seats, seats)]
            self.past_rows, self.now_rows = list(problem.past_competition), list(self.now)
            # A typical exchange then weighs about as much as a repeat.
            self.unit = stress.balance / max(1.0, float(problem.past_competition.std() * problem.competition.std()))

    def may_exchange(self, p: int, q: int) -> bool:
        """Return whether an exchange keeps the size of every class and all fixed directions."""
        if self.way[p] == self.way[q]:
            return p != q
        fixed = self.problem.fixed_direction
        return self.problem.past_class[p] == self.problem.past_class[q] and p not in fixed and q not in fixed

    def loss(self, p: int, q: int) -> float:
        """Return the cost of exchanging the seats of two people; negative is a gain.

        Only people that meet one of the two now and have met one of them before matter: if it is the same one, the
        exchange saves a repeat, otherwise it makes one.
        """
        problem, stress = self.problem, self.stress
        others = self.without[p] & self.without[q]
        op, oq = self.opponents[p], self.opponents[q]
        mp, mq = problem.past_meetings[p], problem.past_meetings[q]
        changed = (op ^ oq) & (mp ^ mq) & others
        more = changed & (op ^ mp)
        cost = stress.total * (2 * more.bit_count() - changed.bit_count())
        if stress.excess:
            excess = (more & self.at_cap).bit_count() - (changed & ~more & self.over_cap).bit_count()
            lost, won = op & ~oq & others, oq & ~op & others  # opponents that p loses, and those that q loses
            if gained := (mp & won).bit_count() - (mp & lost).bit_count():
                excess += self._more_excess(p, gained)
            if gained := (mq & lost).bit_count() - (mq & won).bit_count():
                excess += self._more_excess(q, gained)
            cost += stress.excess * excess
        if stress.never:
            up, uq = self.lines[1 - self.way[p]] & ~op, self.lines[1 - self.way[q]] & ~oq
            sp, sq = problem.past_strangers[p], problem.past_strangers[q]
            changed = (up ^ uq) & (sp ^ sq) & others
            cost += stress.never * (2 * (changed & (up ^ sp)).bit_count() - changed.bit_count())
        if problem.wishes.apart:
            changed = (op ^ oq) & (problem.apart[p] ^ problem.apart[q]) & others
            cost += APART * (2 * (changed & (op ^ problem.apart[p])).bit_count() - changed.bit_count())
        return cost if self.now is None else cost + self.unit * self._more_competition(p, q)

    def _more_excess(self, person: int, gained: int) -> int:
        """Return the change in the number of repeats beyond the cap."""
        had, cap = self.again[person], self.stress.cap
        return max(0, had + gained - cap) - max(0, had - cap)

    def _more_competition(self, p: int, q: int) -> float:
        """Return the increase of past times new competition."""
        past, now = self.past_rows, self.now_rows
        change = float((past[p] - past[q]) @ (now[q] - now[p]))
        # The competition between the two does not change.
        return change + 2 * float(past[p][q] * now[p][q])

    def exchange(self, p: int, q: int) -> None:
        """Let two people exchange their seats."""
        both, touched = 1 << p | 1 << q, exchange_opponents(self.opponents, p, q)
        self.seats[p], self.seats[q] = self.seats[q], self.seats[p]
        if self.way[p] != self.way[q]:
            self.way[p], self.way[q] = self.way[q], self.way[p]
            self.lines[0] ^= both
            self.lines[1] ^= both
        if self.stress.excess:
            met = self.problem.past_meetings
            self._recount(touched & (met[p] ^ met[q]) | both)  # people that have met both or neither keep their number
        if self.now is not None:
            for lines in (self.now, self.now.T):
                kept = lines[p].copy()
                lines[p] = lines[q]
                lines[q] = kept

    def _recount(self, people: int) -> None:
        cap, met = self.stress.cap, self.problem.past_meetings
        for x in bits(people):
            count = self.problem.past_again[x] + (met[x] & self.opponents[x]).bit_count()
            self.again[x] = count
            bit = 1 << x
            self.at_cap = self.at_cap | bit if count >= cap else self.at_cap & ~bit
            self.over_cap = self.over_cap | bit if count > cap else self.over_cap & ~bit


def anneal(
    problem: SeatingProblem,
    seats: list[int],
    stress: AnnealingWeights,
    *,
    hot: float = HOT,
    seed: int,
    trials: int,
    clock: SearchBudget,
    keep: Callable[[list[int]], None],
) -> None:
    """Anneal a chain from *seats*; *keep* is called with every seating that is better than all before."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    chain = AnnealingState(problem, seats, stress)
    people, draw = problem.people, chance.random
    many, cost, best = len(people), 0.0, 0.0
    for level in range(LEVELS):
        heat = hot * (COLD / hot) ** (level / (LEVELS - 1))
        for _ in range(trials // LEVELS):
            p, q = people[int(draw() * many)], people[int(draw() * many)]
            if not chain.may_exchange(p, q):
                continue
            loss = chain.loss(p, q)
            if loss <= 0 or draw() < math.exp(-loss / heat):
                chain.exchange(p, q)
                cost += loss
                if cost < best - 1e-9:
                    best = cost
                    keep(chain.seats)
        clock.work.done += trials // LEVELS // TRIALS_PER_UNIT
        if clock.is_over:
            return


class ThreeSeatings:
    """Three seatings, the first of which is fixed, and the best so far."""

    def __init__(self, event: SessionSeries, pair: Pair, seed: int) -> None:
        self.seats = [[seat - 1 for seat in seats] for seats in (event.opening, *pair)]
        both = zip(event.sessions, self.seats, strict=True)
        self.way = [[room.directions[seat] for seat in seats] for room, seats in both]
        self.opponents = [opponents_of(graph, seats) for graph, seats in zip(event.graphs, self.seats, strict=True)]
        self.people = [person - 1 for person in event.sessions[0].present]
        self.fixed = event.wishes.stay | event.wishes.change
        self.chance = random.Random(seed)  # noqa: S311 - no secret
        self.cost = self.best = self.repeats
        self.best_pair = pair

    @property
    def repeats(self) -> int:
        """All meetings but the first of any two people."""
        meetings = sum(mask.bit_count() for masks in self.opponents for mask in masks)
        first, second, third = self.opponents
        met = sum((a | b | c).bit_count() for a, b, c in zip(first, second, third, strict=True))
        return (meetings - met) // 2

    def stay(self, trials: int, heat: float) -> None:
        """Try a number of exchanges at one temperature; in one loop, because function calls would double the time."""
        draw, people, many, opponents = self.chance.random, self.people, len(self.people), self.opponents
        first, tolerance = opponents[0], [math.exp(-loss / heat) for loss in range(4 * many)]
        for _ in range(trials):
            session = 1 if draw() < 0.5 else 2
            p, q = people[int(draw() * many)], people[int(draw() * many)]
            if not self._may_exchange(session, p, q):
                continue
            now, other = opponents[session], opponents[3 - session]
            apart = (now[p] ^ now[q]) & ~(1 << p | 1 << q)
            lost, won = now[p] & apart, now[q] & apart
            met_p, met_q = first[p] | other[p], first[q] | other[q]
            loss = (met_p & won).bit_count() - (met_p & lost).bit_count()
            loss += (met_q & lost).bit_count() - (met_q & won).bit_count()
            if loss <= 0 or draw() < tolerance[loss]:
                self._exchange(session, p, q)
                self.cost += loss
                if self.cost < self.best:
                    self.best, self.best_pair = self.cost, self._pair()

    def _may_exchange(self, session: int, p: int, q: int) -> bool:
        """Return whether an exchange keeps the number of people with every sequence of directions, and fixed ones."""
        here = self.way[session]
        if here[p] == here[q]:
            return p != q
        first, other = self.way[0], self.way[3 - session]
        return first[p] == first[q] and other[p] == other[q] and p not in self.fixed and q not in self.fixed

    def _exchange(self, session: int, p: int, q: int) -> None:
        exchange_opponents(self.opponents[session], p, q)
        for of_session in (self.seats[session], self.way[session]):
            of_session[p], of_session[q] = of_session[q], of_session[p]

    def _pair(self) -> Pair:
        second, third = (tuple(seat + 1 for seat in seats) for seats in self.seats[1:])
        return second, third


def anneal_together(event: SessionSeries, pair: Pair, *, seed: int, trials: int, clock: SearchBudget) -> Pair:
    """Anneal two seatings and return the best two; with little time the cooling is faster."""
    chain, length, done = ThreeSeatings(event, pair, seed), max(1e-9, clock.seconds_left), 0.0
    for level in range(LEVELS_TOGETHER):
        chain.stay(trials // LEVELS_TOGETHER, HOT_TOGETHER * (COLD_TOGETHER / HOT_TOGETHER) ** done)
        clock.work.done += trials // LEVELS_TOGETHER // TRIALS_PER_UNIT
        done = max((level + 1) / LEVELS_TOGETHER, 1 - clock.seconds_left / length)
        if clock.is_over or not chain.best:
            break
    return chain.best_pair
