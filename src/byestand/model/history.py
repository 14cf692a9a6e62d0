"""What became of a plan: what was really seen so far, and how the night goes on from there.

A night that went wrong is a movement like any other: its grids say who sat where with which boards, seen and to come.
What makes it one that nobody would have planned is its `History`, by which the judge excuses what happened and every
sheet knows which rounds are left.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.model.claims import Claim

Cell: TypeAlias = tuple[int, int]
"""A round and a table, counted from 1."""

Scope: TypeAlias = Literal["seats as planned", "any seating"]
"""For what a continuation is proved best: among those that seat everybody as planned, or among all."""


class SeenCell(NamedTuple):
    """What really happened at a table in a round."""

    round: int
    table: int
    who: tuple[int, ...]
    """Contestants, seat by seat; 0 is nobody."""
    group: int
    """0 where nothing was played."""
    cancelled: bool = False
    """Whether a director has said so, besides what the laws say."""


class Deprived(NamedTuple):
    """A meeting that was planned and is not played, and for which people get artificial scores."""

    round: int
    table: int
    who: tuple[int, ...]
    """Contestants, seat by seat; those who have left stand for the seat that they leave empty."""
    group: int


class LatePlay(NamedTuple):
    """Boards that some are deprived of, which they could play with each other after all."""

    who: tuple[int, ...]
    group: int
    round: int = 0
    """A round in which they and the boards are free; 0: after the last one."""


@dataclass(frozen=True, slots=True)
class History:
    """What a director has seen and ruled: the rounds before are facts, what comes is to be judged."""

    after: int
    """Up to this round the grids say what happened, whatever had been planned."""
    cancelled: frozenset[Cell] = frozenset()
    """Played and cancelled, because somebody knew the boards: seen and met by all at the table, but no score."""
    lost: frozenset[Cell] = frozenset()
    """Nothing can be played here though it was planned: no group lies there."""
    told: frozenset[Cell] = frozenset()
    """Where a slip says something else than how people and boards move by themselves."""
    left: tuple[tuple[int, int], ...] = ()
    """Who went home, and after which round."""
    came: tuple[tuple[int, int], ...] = ()
    """Who came late, and the first round in which they have a seat."""
    copies: int | None = None
    """Of every board, as many as the director has at hand; None: those of the layout."""
    changed: frozenset[int] = frozenset()
    """The tables whose mats are no longer true: there is other play in the rounds left, or people go elsewhere."""
    deprived: tuple[Deprived, ...] = ()
    """What is not played because others left or something went wrong; scheduled sit-outs are not."""
    places: tuple[tuple[int, int], ...] = ()
    """Who came late, and the pair that left whose place they take: they sit wherever that pair would have sat."""

    def __post_init__(self) -> None:
        if self.after < 0 or any(round > self.after for round, _ in self.cancelled):
            raise BadRequest("only what has been played can be cancelled")
        if any(round <= self.after for round, _ in self.told):
            raise BadRequest("tables are told of rounds to come only")

    def fits(self, *, rounds: int, tables: int, contestants: int) -> bool:
        """Tell whether it is about rounds, tables and contestants that there are."""
        cells = {*self.cancelled, *self.lost, *self.told, *(one[:2] for one in self.deprived)}
        people = (*self.left, *self.came, *((who, one.round) for one in self.deprived for who in one.who))
        return (
            self.after <= rounds
            and all(1 <= round <= rounds and 1 <= table <= tables for round, table in cells)
            and all(1 <= table <= tables for table in self.changed)
            and all(1 <= who <= contestants and 0 <= round <= rounds for who, round in people)
            and all(1 <= who <= contestants for two in self.places for who in two)
        )

    def is_away(self, contestant: int, round: int) -> bool:
        """Tell whether somebody has left by then, or is yet to come."""
        gone = any(who == contestant and round > after for who, after in self.left)
        return gone or any(who == contestant and round < first for who, first in self.came)

    @property
    def replaced(self) -> frozenset[int]:
        """Return those who left and whose place somebody else has taken."""
        return frozenset(leaver for _, leaver in self.places)

    def arriving(self, round: int) -> list[int]:
        """Return who has come for this round, and has not gone home again before it."""
        return [who for who, first in self.came if first == round and not self.is_away(who, round)]


@dataclass(frozen=True, slots=True)
class Call:
    """What the whole room is told to do before a round."""

    people: int
    """How many tables those who move go up (down if negative); in a Howell, how many they follow on."""
    boards: int | None
    """How many places all boards go down (up if negative); None: each table is told what it plays."""
    is_usual: bool
    """Whether it is what people and boards do after every round anyway."""


@dataclass(frozen=True, eq=False)
class Continuation:
    """Who sits where with which boards in the rounds that are left; a table that should play and has no group loses."""

    seats: npt.NDArray[np.int64]
    """Rounds left × tables × seats; contestants as the movement of the option counts them."""
    groups: npt.NDArray[np.int64]
    """Rounds left × tables; 0 where nothing is played."""
    kind: str
    """What it asks of the room: ``plan``, ``tables``, ``alike``, ``half``, ``rover``, …"""
    proved: bool = False
    """Whether it is proved that nothing in its scope loses fewer tables, or as few with fewer meetings again."""
    scope: Scope = "seats as planned"
    calls: tuple[Call, ...] = ()
    """Where everybody moves alike: what is called before each of the rounds left."""
    claims: tuple[Claim, ...] | None = None
    """How people move from now on; None: as the plan claims."""

    @cached_property
    def key(self) -> tuple[bytes, bytes]:
        """What tells continuations apart that come out of different searches."""
        return self.seats.tobytes(), self.groups.tobytes()
