"""Where a contestant goes after a round, in the few words that fit on a mat: "stay", "table 8", "table 8, sit NS".

It is told of chairs: where the arrow is switched people go as always, and what is turned is told beside it.
"""

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.claims import Follow
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned, claims_seen, unturned_seats
from byestand.words.people import number_title
from byestand.words.roving import no_tables, parties
from byestand.words.turns import TurningPair, turning_pairs

STAY = "stay"
SIT_OUT = "sit out"
VISITORS = "Visitors"


class Seat(NamedTuple):
    """A seat at a table."""

    table: int
    seat: str


class Seating:
    """Who sits where, the other way round: the chairs of every contestant in every round."""

    def __init__(self, movement: Movement, section: str = "") -> None:
        self._section = section
        self._movement = with_arrow_unturned(movement)
        self._switched = {int(t) + 1 for t in np.flatnonzero(arrow_turned(movement).any(axis=0))}

    @cached_property
    def _seats(self) -> dict[tuple[int, int], Seat]:
        names = self._movement.seat_names
        return {
            (round, contestant): Seat(table, name)
            for round, tables in enumerate(self._movement.seats.tolist(), start=1)
            for table, here in enumerate(tables, start=1)
            for name, contestant in zip(names, here, strict=True)
            if contestant
        }

    def of(self, contestant: int, round: int) -> Seat | None:
        """Return where a contestant sits in a round; None where it has no seat."""
        return self._seats.get((round, contestant))

    def goes(self, contestant: int, round: int) -> str:
        """Return where a contestant goes after a round, in words; whoever sits out is told where to go then."""
        here, there = self.of(contestant, round), self.of(contestant, round + 1)
        if there and (turning := self.turning.get(there.table)):
            return self._to_turning_pair(contestant, turning)
        if there is None or there.table in no_tables(self._movement):
            later = self.of(contestant, round + 2)
            return say("sit out, then {goes}", goes=self._way(here, later)) if later else SIT_OUT
        return self._way(here, there)

    def _way(self, here: Seat | None, there: Seat) -> str:
        phrase = "party table {table}" if there.table in self._party_tables else "table {table}"
        words = STAY if here and here.table == there.table else say(phrase, table=there.table)
        # Who stays in the seat knows it; who goes need remember nothing where the next seat is as likely the other one.
        stays = here == there
        same_seat = here and here.seat == there.seat and not self._names_every_seat
        return words if stays or same_seat else say("{goes}, sit {seat}", goes=words, seat=there.seat)

    def _to_turning_pair(self, contestant: int, turning: TurningPair) -> str:
        """Return the way to a table by the pair that turns there: it is the same after every round."""
        if contestant == turning.pair:
            return STAY
        return say("table {table}, free seat" if turning.pair else "table {table}, to sit out", table=turning.table)

    def home(self, table: int) -> tuple[int, ...]:
        """Return who sits at a table in all the rounds that are left."""
        here = [set(row) for row in self._movement.seats[self._movement.next_round - 1 :, table - 1].tolist()]
        return tuple(sorted(set.intersection(*here) - {0})) if here else ()

    def names_at(self, table: int) -> tuple[str, ...]:
        """Return what a mat calls those at a table: by their seats; or, where a seat is not always theirs, who stays.

        At such a table, where the arrow is switched or the pair that stays turns, everybody else is a visitor.
        """
        pair = self._host(table)
        if pair is None:
            return self._movement.seat_names
        return number_title(self._movement, pair, self._section), VISITORS

    def called(self, contestant: int, table: int, seat: str) -> str:
        """Return what a mat calls one of them."""
        pair = self._host(table)
        return seat if pair is None else self.names_at(table)[contestant != pair]

    def _host(self, table: int) -> int | None:
        """Return the pair that stays and is turned now and then; None where seats tell who is who."""
        if turning := self.turning.get(table):
            return turning.pair
        home = self.home(table) if table in self._switched else ()
        return home[0] if len(home) == 1 else None

    @cached_property
    def _names_every_seat(self) -> bool:
        """Whether pairs take each other's seats, now NS and now EW, with no card to tell which."""
        claims = claims_seen(self._movement)
        return not self._movement.is_individual and any(isinstance(c, Follow) and c.same_seat for c in claims)

    @cached_property
    def turning(self) -> dict[int, TurningPair]:
        """The pairs that stay and turn, by their tables."""
        return turning_pairs(self._movement)

    @cached_property
    def _party_tables(self) -> frozenset[int]:
        return frozenset(party.table for party in parties(self._movement))


def with_arrow_unturned(movement: Movement) -> Movement:
    """Return the movement as it would be without arrow switches: it is told by its rule, and the switch beside it."""
    return replace(movement, seats=unturned_seats(movement)) if arrow_turned(movement).any() else movement
