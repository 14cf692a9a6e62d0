"""Annealing of the second and the third session at once: two people exchange seats, now in the one, now in the other.

Seated in turn, each session would be fitted to the other one as it is, and both soon rest where neither alone can be
better. Only repeats are counted here: a meeting is one too many if the two also meet in another session. So the price
of an exchange is read off six masks, and a run has millions of them. Chance comes from a seed.
"""

import math
import random
import time

from byestand.search.second_sessions.event import Event, Seats
from byestand.search.second_sessions.problem import bits

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
