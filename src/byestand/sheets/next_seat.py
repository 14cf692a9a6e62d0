"""Where a contestant goes after a round, in a few words for a mat: "stay", "table 8", "table 8, sit NS".

Directions are for chairs. At an arrow switch people move as usual, and a separate note says that the boards are turned.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from byestand.flow.arrows import TurningPair, turning_pairs
from byestand.flow.rover import parties, tables_without_pairs
from byestand.language import say
from byestand.model.claims import Follow
from byestand.model.inferred_claims import arrow_mask, infer_claims, unturned_seats
from byestand.model.layout import BoardSpot
from byestand.model.movement import Movement
from byestand.words.people import NOBODY, number_title
from byestand.words.seats import seat_text

Width: TypeAlias = Literal["full", "cell", "narrow"]
"""How much room there is for a text: a line, a cell of a table, or a narrow cell with only numbers."""


class TableSeat(NamedTuple):
    """A seat at a table."""

    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Destination:
    """Where players or boards go after a round."""

    kind: Literal["nowhere", "stay", "table", "party", "sit out", "boards", "director"] = "nowhere"
    """Boards go to a spot or to the director, players to a table or a party table."""
    table: int = 0
    seat: str = ""
    """The seat to take, if it must be named.

    ``free``: the free one; ``out``: sit out at that table; ``row``: the row of the round says it.
    """
    after_sit_out: "Destination | None" = None
    """Where to go after the sit-out."""
    spot: BoardSpot = field(default_factory=BoardSpot)
    """Where boards go."""
    place: str = ""
    """The same as text."""

    def clauses(self, width: Width = "full", *, later: bool = False) -> tuple[str, ...]:
        """Return the text in parts, which are joined with commas or stand on lines of their own.

        *later* is for a move after a sit-out.
        """
        seat = (self._seat(width),) if self.seat else ()
        match self.kind:
            case "nowhere":
                return (NOBODY,)
            case "boards" | "director":
                return (self.place,)
            case "stay":
                return (say("then stay") if later else say("stay"), *seat)
            case "sit out":
                then = self.after_sit_out.clauses(width, later=True) if self.after_sit_out else ()
                return (say("sit out"), *then)
            case "party":
                return (self._party(width, later=later), *seat)
            case "table":
                return (self._table(width, later=later), *seat)

    @property
    def text(self) -> str:
        """The whole text on one line."""
        return ", ".join(self.clauses())

    def _seat(self, width: Width) -> str:
        match self.seat:
            case "free":
                return say("free seat")
            case "out":
                return say("sit out")
            case "row":
                return say("see your row")
            case seat:
                return seat_text(seat) if width == "narrow" else say("sit {seat}", seat=seat_text(seat))

    def _table(self, width: Width, *, later: bool) -> str:
        if width == "narrow":
            return say("then {table}", table=self.table) if later else str(self.table)
        return say("then table {table}", table=self.table) if later else say("table {table}", table=self.table)

    def _party(self, width: Width, *, later: bool) -> str:
        if later:
            return say("then table {table} (party)", table=self.table)
        if width == "full":
            return say("table {table} (party)", table=self.table)
        return say("party {table}", table=self.table)


class SeatIndex:
    """The chairs of every contestant in every round."""

    def __init__(self, movement: Movement, section: str = "") -> None:
        self._section = section
        self._movement = without_arrow_switch(movement)
        self._switched = {int(t) + 1 for t in np.flatnonzero(arrow_mask(movement).any(axis=0))}

    @cached_property
    def _seats(self) -> dict[tuple[int, int], TableSeat]:
        names = self._movement.seat_names
        return {
            (round, contestant): TableSeat(table, name)
            for round, tables in enumerate(self._movement.seats.tolist(), start=1)
            for table, here in enumerate(tables, start=1)
            for name, contestant in zip(names, here, strict=True)
            if contestant
        }

    def seat_of(self, contestant: int, round: int) -> TableSeat | None:
        """Return where a contestant sits in a round, or None if it has no seat."""
        return self._seats.get((round, contestant))

    def goes(self, contestant: int, round: int) -> Destination:
        """Return where a contestant goes after a round. A sit-out includes the move after it."""
        here, there = self.seat_of(contestant, round), self.seat_of(contestant, round + 1)
        if there and (turning := self.turning_pairs.get(there.table)):
            return self._to_turning_pair(contestant, turning)
        if there is None or there.table in tables_without_pairs(self._movement):
            later = self.seat_of(contestant, round + 2)
            return Destination("sit out", after_sit_out=self._direction(here, later) if later else None)
        return self._direction(here, there)

    def _direction(self, here: TableSeat | None, there: TableSeat) -> Destination:
        # A contestant that keeps its seat gets no text, unless the next seat could also be the other one.
        same_seat = here and here.seat == there.seat and not self._names_every_seat
        seat = "" if here == there or same_seat else there.seat
        if here and here.table == there.table:
            return Destination("stay", there.table, seat)
        return Destination("party" if there.table in self._party_tables else "table", there.table, seat)

    def _to_turning_pair(self, contestant: int, turning: TurningPair) -> Destination:
        """Return the move to a table whose stationary pair changes direction: the same after every round."""
        if contestant == turning.pair:
            return Destination("stay", turning.table)
        return Destination("table", turning.table, "free" if turning.pair else "out")

    def home(self, table: int) -> tuple[int, ...]:
        """Return who sits at a table in all the rounds that are left."""
        here = [set(row) for row in self._movement.seats[self._movement.next_round - 1 :, table - 1].tolist()]
        return tuple(sorted(set.intersection(*here) - {0})) if here else ()

    def names_at(self, table: int) -> tuple[str, ...]:
        """Return what a mat calls those at a table: seats, or the stationary pair and its visitors.

        The second is for a table where the arrow is switched or the stationary pair changes direction.
        """
        pair = self.host(table)
        if pair is None:
            return self._movement.seat_names
        return number_title(self._movement, pair, self._section), say("Visitors")

    def mat_label(self, contestant: int, table: int, seat: str) -> str:
        """Return what a mat calls one of them."""
        pair = self.host(table)
        return seat if pair is None else self.names_at(table)[contestant != pair]

    def host(self, table: int) -> int | None:
        """Return the stationary pair that changes direction at a table, or None where seats say who is who."""
        if turning := self.turning_pairs.get(table):
            return turning.pair
        home = self.home(table) if table in self._switched else ()
        return home[0] if len(home) == 1 else None

    @cached_property
    def _names_every_seat(self) -> bool:
        """Whether pairs follow each other into NS or EW seats without a card that says which."""
        claims = infer_claims(self._movement)
        return not self._movement.is_individual and any(isinstance(c, Follow) and c.same_seat for c in claims)

    @cached_property
    def turning_pairs(self) -> dict[int, TurningPair]:
        """The stationary pairs that change direction, by table."""
        return turning_pairs(self._movement)

    @cached_property
    def _party_tables(self) -> frozenset[int]:
        return frozenset(party.table for party in parties(self._movement))


def without_arrow_switch(movement: Movement) -> Movement:
    """Return the movement without arrow switches: moves follow its rule, and the switch is described separately."""
    return replace(movement, seats=unturned_seats(movement)) if arrow_mask(movement).any() else movement
