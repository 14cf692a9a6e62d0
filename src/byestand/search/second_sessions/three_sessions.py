"""Three sessions: the second and the third are seated together for few repeats, and then in turn for all the rest.

In turn each is seated with the other one as part of the past, and every figure counts.

Together means annealing both at once: two people exchange seats, now in the one, now in the other.
Seated in turn, each session would be fitted to the other one as it is, and both soon rest where neither alone can be
better. Only repeats are counted here: a meeting is one too many if the two also meet in another session. So the price
of an exchange is read off six masks, and a run has millions of them. Chance comes from a seed.
"""

import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from byestand.search.outcome import Found, Impossible
from byestand.search.second_sessions.anneal import anneal
from byestand.search.second_sessions.event import Event, Seats
from byestand.search.second_sessions.goals import Key, full_order, key, repeats_bound, stressed
from byestand.search.second_sessions.openings import changes, opening, spread_opening
from byestand.search.second_sessions.problem import Problem, Score, bits, score
from byestand.search.second_sessions.two_sessions import TRIALS, Progress

HOT, COLD = 0.6, 0.2
"""Above nothing is kept, below hardly an exchange is taken."""
LEVELS = 200

Pair = tuple[Seats, Seats]


class Together:
    """Three seatings, the first of which stays, and the best met so far."""

    def __init__(self, event: Event, pair: Pair, seed: int) -> None:
        self.seats = [[seat - 1 for seat in seats] for seats in (event.opening, *pair)]
        both = zip(event.sessions, self.seats, strict=True)
        self.way = [[room.directions[seat] for seat in seats] for room, seats in both]
        self.opponents = [event.opponents(session, seats) for session, seats in enumerate(self.seats)]
        self.people = [person - 1 for person in event.sessions[0].present]
        self.fixed = event.wishes.stay | event.wishes.change
        self.chance = random.Random(seed)  # noqa: S311 - no secret
        self.cost = self.best = self.repeats
        self.best_pair = pair

    @property
    def repeats(self) -> int:
        """All meetings but the first of any two."""
        meetings = sum(mask.bit_count() for masks in self.opponents for mask in masks)
        first, second, third = self.opponents
        met = sum((a | b | c).bit_count() for a, b, c in zip(first, second, third, strict=True))
        return (meetings - met) // 2

    def stay(self, trials: int, heat: float) -> None:
        """Try so many exchanges at one heat; all in one loop, for a call would cost as much as what it does."""
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
        """Tell whether an exchange leaves as many people with every row of directions, and fixed ones in theirs."""
        here = self.way[session]
        if here[p] == here[q]:
            return p != q
        first, other = self.way[0], self.way[3 - session]
        return first[p] == first[q] and other[p] == other[q] and p not in self.fixed and q not in self.fixed

    def _exchange(self, session: int, p: int, q: int) -> None:
        now, both = self.opponents[session], 1 << p | 1 << q
        mine, its = now[p], now[q]
        for x in bits((mine ^ its) & ~both):
            now[x] ^= both
        now[p], now[q] = (its ^ both, mine ^ both) if mine >> q & 1 else (its, mine)
        for of_session in (self.seats[session], self.way[session]):
            of_session[p], of_session[q] = of_session[q], of_session[p]

    def _pair(self) -> Pair:
        second, third = (tuple(seat + 1 for seat in seats) for seats in self.seats[1:])
        return second, third


def anneal_together(event: Event, pair: Pair, *, seed: int, trials: int, deadline: float) -> Pair:
    """Cool two seatings down and return the best two met on the way; where time is short, cool the faster."""
    chain, start, done = Together(event, pair, seed), time.monotonic(), 0.0
    for level in range(LEVELS):
        chain.stay(trials // LEVELS, HOT * (COLD / HOT) ** done)
        spent = (time.monotonic() - start) / max(1e-9, deadline - start)
        done = max((level + 1) / LEVELS, spent)
        if done > 1 or not chain.best:
            break
    return chain.best_pair


Opening = Callable[[Problem, tuple[int, int], random.Random], list[int]]

MOST_TURNS = 200
"""So often a session is seated anew."""
PATIENCE = 24
"""After so many turns in vain the sessions are seated from scratch."""
TOGETHER, FOR_REPEATS = 200_000, 0.8
"""Exchanges tried for each person when both sessions are seated together, and how much of the time goes there."""


def find_three(
    event: Event,
    goals: Sequence[str] = ("total",),
    *,
    seconds: float = 10.0,
    progress: Progress | None = None,
    starts: Iterable[Pair] = (),
) -> Found[Pair] | Impossible:
    """Find the seatings of the second and third session by the order of *goals*, no worse than any of *starts*."""
    change = changes(event.problem((event.opening, None, None), 1))
    if isinstance(change, Impossible):
        return change
    search = _ThreeSessionSearch(event, full_order(goals), time.monotonic() + seconds, progress)
    for start in starts:
        search.keep(start)
    search.run(change)
    return Found(search.best[1], "annealing, the two sessions in turn")


class _ThreeSessionSearch:
    """One search: the best two seatings so far, and the two at hand."""

    def __init__(self, event: Event, order: tuple[str, ...], deadline: float, progress: Progress | None) -> None:
        self.event, self.order, self.deadline, self.progress = event, order, deadline, progress
        self.low = repeats_bound(event)
        self.best: tuple[Key, Pair, Score] = ((float("inf"),), ((), ()), Score(0, 0, 0, 0.0))

    def keep(self, pair: Pair) -> Key:
        """Return what two seatings are worth, and keep them if they are the best so far."""
        event, seated = self.event, (self.event.opening, *pair)
        earlier, worth = (
            score(event.problem((*seated[:session], None), session), [seat - 1 for seat in seated[session]])
            for session in (1, 2)
        )
        # Playbacks of all three sessions are in the last count; competition of the first two is not.
        worth = replace(worth, competition=worth.competition + earlier.competition)
        mine = key(self.order, worth)
        if mine < self.best[0]:
            self.best = mine, pair, worth
            if self.progress:
                self.progress(worth, self.low)
        return mine

    @property
    def _is_done(self) -> bool:
        """Whether the figures that can be known to be best are: playbacks, and contact where that comes first."""
        worth = self.best[2]
        leads = {"total": True, "max": worth.total == 0, "contact": worth.never == 0}.get(self.order[0], False)
        return bool(self.best[1][0]) and leads and worth.total <= self.low

    def run(self, change: tuple[int, int]) -> None:
        """Seat both sessions from scratch, improve them together or in turn, and again, while there is time."""
        if self.order[0] in ("total", "max") and not self.event.wishes.apart and not self._is_done:
            self._together(change)
        turn, spread = 0, self._eight_are_better
        while turn < MOST_TURNS and not self._is_done:
            if turn and time.monotonic() > self.deadline:
                return
            turn = self._from_scratch(change, turn, opening if not spread else spread_opening)
            spread = not spread or bool(self.event.wishes.stay | self.event.wishes.change)

    def _together(self, change: tuple[int, int]) -> None:
        """Look for few repeats, from scratch again and again; then improve the other figures of the best."""
        start = time.monotonic()
        end = start + FOR_REPEATS * (self.deadline - start)
        third, trials = spread_opening if self._eight_are_better else opening, TOGETHER * self.event.size
        for seed in range(MOST_TURNS):
            pair = self._by_lot(change, seed, third)
            self.keep(anneal_together(self.event, pair, seed=seed, trials=trials, deadline=end))
            if self._is_done or time.monotonic() > end:
                break
        self._improve(self.best[1], 0)

    @property
    def _eight_are_better(self) -> bool:
        """Whether eight classes come first.

        Four classes (NNN, NEE, ENE, EEN) have any two people in the same direction once, but fewer pairs that may meet:
        3/8 of the square of all people.
        """
        directed = self.event.wishes.stay | self.event.wishes.change
        crowded = 8 * self.event.meetings > 3 * self.event.size**2
        return bool(directed) or (crowded and self.order[0] in ("total", "max"))

    def _by_lot(self, change: tuple[int, int], seed: int, third: Opening) -> Pair:
        chance = random.Random(seed)  # noqa: S311 - no secret
        problem = self.event.problem((self.event.opening, None, None), 1)
        second = _seats(opening(problem, change, chance))
        problem = self.event.problem((self.event.opening, second, None), 2)
        return second, _seats(third(problem, change, chance))

    def _from_scratch(self, change: tuple[int, int], turn: int, third: Opening) -> int:
        """Improve two seatings by lot until nothing is gained for some time; return the number of the next turn."""
        return self._improve(self._by_lot(change, turn, third), turn)

    def _improve(self, pair: Pair, turn: int) -> int:
        """Seat the two in turn until nothing is gained for some time; return the number of the next turn."""
        value, vain = self.keep(pair), 0
        while vain < PATIENCE and turn < MOST_TURNS and time.monotonic() < self.deadline and not self._is_done:
            pair, now = self._again(pair, turn)
            vain, value = (0, now) if now < value else (vain + 1, value)
            turn += 1
        return turn + 1

    def _again(self, pair: Pair, turn: int) -> tuple[Pair, Key]:
        """Seat one session anew, from where it is, and return the best met on the way."""
        session = 2 - turn % 2
        problem = self.event.problem((self.event.opening, *pair), session)
        now = [seat - 1 for seat in pair[session - 1]]
        worth = score(problem, now)
        best: list[tuple[Key, list[int]]] = [(key(self.order, worth), list(now))]

        def keep(seats: list[int]) -> None:
            mine = key(self.order, score(problem, seats))
            if mine < best[0][0]:
                best[0] = mine, list(seats)

        stress = stressed(self.order[0], turn // 2, worth.most)
        trials = 2 * TRIALS * problem.size
        anneal(problem, now, stress, seed=turn, trials=trials, deadline=self.deadline, keep=keep)
        mine = _seats(best[0][1])
        pair = (mine, pair[1]) if session == 1 else (pair[0], mine)
        return pair, self.keep(pair)


def _seats(places: Sequence[int]) -> Seats:
    return tuple(place + 1 for place in places)
