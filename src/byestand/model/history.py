"""The history of a repaired session: what was played so far, and how it continues.

A repaired session is a movement like any other: its grids say who sits where with which boards, in past and future
rounds. Its `History` lets the judge excuse what happened and tells every sheet which rounds remain.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Claim

Cell: TypeAlias = tuple[int, int]
"""A round and a table, counted from 1."""

Scope: TypeAlias = Literal["seats as planned", "any seating"]
"""The continuations among which one is proved best: those with the planned seats, or all."""


class SeenCell(NamedTuple):
    """What was actually played at a table in a round."""

    round: int
    table: int
    contestants: tuple[int, ...]
    """Contestants, seat by seat; 0 is nobody."""
    group: int
    """0 if nothing was played."""
    cancelled: bool = False
    """Whether the director has cancelled it, in addition to what the laws cancel."""


class LostMeeting(NamedTuple):
    """A planned meeting that is not played, so that its contestants get artificial adjusted scores."""

    round: int
    table: int
    contestants: tuple[int, ...]
    """Contestants, seat by seat; a pair that has left stands for its empty seat."""
    group: int


class LatePlay(NamedTuple):
    """Unplayed boards that the contestants can still play with each other."""

    contestants: tuple[int, ...]
    group: int
    round: int = 0
    """A round in which they and the boards are free; 0 is after the last round."""


@dataclass(frozen=True, slots=True)
class History:
    """What was played and ruled: past rounds are facts, future rounds are judged."""

    after: int
    """The last round played: up to it the grids say what happened, not what was planned."""
    cancelled_cells: frozenset[Cell] = frozenset()
    """Played and cancelled because a contestant knew the boards: all have seen and met, but there is no score."""
    lost_cells: frozenset[Cell] = frozenset()
    """Planned, but not playable: there is no group at the table."""
    instructed_cells: frozenset[Cell] = frozenset()
    """Where an instruction slip differs from the normal moves of contestants and boards."""
    departures: tuple[tuple[int, int], ...] = ()
    """Contestants that left, each with the last round it played."""
    arrivals: tuple[tuple[int, int], ...] = ()
    """Late contestants, each with the first round in which it has a seat."""
    copies: int | None = None
    """Sets of boards the director has; None means those of the layout."""
    changed_tables: frozenset[int] = frozenset()
    """The tables whose mats are no longer right: other play in the remaining rounds, or other moves."""
    lost_meetings: tuple[LostMeeting, ...] = ()
    """Meetings not played because of a mishap or because a pair left; scheduled sit-outs are not included."""
    places: tuple[tuple[int, int], ...] = ()
    """Late contestants, each with the pair that left and whose seats it takes."""

    def __post_init__(self) -> None:
        if self.after < 0 or any(round > self.after for round, _ in self.cancelled_cells):
            raise BadRequest(say("only rounds that have been played can be cancelled"))
        if any(round <= self.after for round, _ in self.instructed_cells):
            raise BadRequest(say("instruction slips are for future rounds only"))

    def fits(self, *, rounds: int, tables: int, contestants: int) -> bool:
        """Return whether its rounds, tables and contestants exist."""
        cells = {
            *self.cancelled_cells,
            *self.lost_cells,
            *self.instructed_cells,
            *(one[:2] for one in self.lost_meetings),
        }
        people = (
            *self.departures,
            *self.arrivals,
            *((who, one.round) for one in self.lost_meetings for who in one.contestants),
        )
        return (
            self.after <= rounds
            and all(1 <= round <= rounds and 1 <= table <= tables for round, table in cells)
            and all(1 <= table <= tables for table in self.changed_tables)
            and all(1 <= who <= contestants and 0 <= round <= rounds for who, round in people)
            and all(1 <= who <= contestants for two in self.places for who in two)
        )

    def is_away(self, contestant: int, round: int) -> bool:
        """Return whether a contestant has left before a round or arrives after it."""
        gone = any(who == contestant and round > after for who, after in self.departures)
        return gone or any(who == contestant and round < first for who, first in self.arrivals)

    @property
    def replaced_contestants(self) -> frozenset[int]:
        """The pairs that left and whose seats another pair has taken."""
        return frozenset(leaver for _, leaver in self.places)

    def arrivals_in(self, round: int) -> list[int]:
        """Return the contestants that arrive for a round and have not left again before it."""
        return [who for who, first in self.arrivals if first == round and not self.is_away(who, round)]


@dataclass(frozen=True, slots=True)
class RoomCall:
    """An announcement of moves for the whole room before a round."""

    people: int
    """Tables that moving pairs go up (down if negative); in a Howell, the number of pairs they follow on."""
    boards: int | None
    """Places that all boards go down (up if negative); None if each table gets its own instruction."""
    is_usual: bool
    """Whether it is the normal move after every round."""


@dataclass(frozen=True, eq=False)
class Continuation:
    """The remaining rounds: who sits where with which boards. A full table without a group loses the round."""

    seats: npt.NDArray[np.int64]
    """Remaining rounds × tables × seats; contestants as counted in the movement of the option."""
    groups: npt.NDArray[np.int64]
    """Remaining rounds × tables; 0 if nothing is played."""
    kind: str
    """The kind of change: ``plan``, ``tables``, ``alike``, ``half``, ``rover``, …"""
    proved: bool = False
    """Whether nothing in its scope loses fewer tables, or as few with fewer repeat opponents."""
    scope: Scope = "seats as planned"
    calls: tuple[RoomCall, ...] = ()
    """If all contestants move alike: the announcement before each remaining round."""
    claims: tuple[Claim, ...] | None = None
    """How contestants move from now on; None means as in the plan."""

    @cached_property
    def key(self) -> tuple[bytes, bytes]:
        """The identity of a continuation, which several searches may find."""
        return self.seats.tobytes(), self.groups.tobytes()
