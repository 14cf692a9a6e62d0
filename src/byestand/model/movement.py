"""A movement: three aligned grids, and the questions a reader would ask of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.model.claims import C, Claim, Revenge, Route, Step, Swivel, fits, people_of
from byestand.model.field import Field
from byestand.model.history import History
from byestand.model.layout import Layout
from byestand.texts import title_line

Grid: TypeAlias = npt.NDArray[np.int64]

SEATS = {2: ("NS", "EW"), 4: ("North", "South", "East", "West")}
"""The seats of a table, for pairs and for individuals."""

LINE_OF_SEAT = (0, 2, 3, 1)
"""In a Rainbow, which line sits North, South, East, West: players are numbered in the order N, W, S, E."""

MOST_TABLES = 255
MOST_TABLES_IN_A_SECTION = 60
"""Of movements that have names; files may have more."""
MOST_ROUNDS = 255
MOST_GROUPS = 999
MOST_CONTESTANTS = 4 * MOST_TABLES
"""In a line."""


class Meeting(NamedTuple):
    """One table in one round, as people read it."""

    round: int
    table: int
    contestants: tuple[str, ...]
    """Who sits there, seat by seat; ``-`` is an empty seat."""
    group: int
    """The deal group on the table; 0 is none."""


class Visit(NamedTuple):
    """One line of a contestant's guide card."""

    round: int
    table: int
    seat: str
    others: tuple[str, ...]
    """Who else sits there; for pairs, the opponents."""
    group: int
    plays: bool
    """False when the contestant sits out: a seat is empty or no boards are there."""


@dataclass(frozen=True, eq=False)
class Movement:
    """Who sits where (rounds × tables × seats), and which deal group lies there (rounds × tables)."""

    title: str
    """What somebody called it, in a file say: one line that every format and page can carry, made fit here. Empty
    where nobody did: `words.titles` derives it."""
    seats: Grid
    """Contestants, counted through the lines of the field; 0 is nobody. Read-only."""
    groups: Grid
    """Deal groups from 1; 0 is none. Read-only."""
    field: Field
    deal_groups: int
    layout: Layout | None = None
    name: str = ""
    """The name in the catalogue, where it has one."""
    variant_of: str = ""
    """The name it had before somebody was missing, or its arrow was turned."""
    claims: tuple[Claim, ...] = ()
    """How people move, where a rule is known; the judge holds the grids to it."""
    kind: str = ""
    """What its maker calls it, with gaps: ``{tables}-table Web``, ``whist movement for {players} players``."""
    remark: str = ""
    """What a derived title says besides, of this movement alone: ``no rover lasts 12 rounds``."""
    history: History | None = None
    """What was seen and ruled, in a night that did not go as planned."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", title_line(self.title))
        object.__setattr__(self, "name", title_line(self.name))
        seats, groups = _frozen(self.seats), _frozen(self.groups)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "groups", groups)
        if seats.ndim != 3 or seats.shape[2] not in SEATS or seats.shape[:2] != groups.shape:
            raise BadRequest(f"the grids of a movement do not fit together: {seats.shape} and {groups.shape}")
        if not (1 <= groups.shape[0] <= MOST_ROUNDS and 1 <= groups.shape[1] <= MOST_TABLES):
            raise BadRequest(
                f"a movement has 1 to {MOST_TABLES} tables and 1 to {MOST_ROUNDS} rounds,"
                f" not {groups.shape[1]} tables and {groups.shape[0]} rounds"
            )
        if not 1 <= self.deal_groups <= MOST_GROUPS or groups.min() < 0:
            raise BadRequest(f"deal groups count from 1 to at most {MOST_GROUPS}")
        if max(self.field.lines) > MOST_CONTESTANTS:
            raise BadRequest(f"contestants are numbered up to {MOST_CONTESTANTS}, not to {max(self.field.lines)}")
        self._refuse_strange_claims()
        self._refuse_strangers()
        if self.history and not self.history.fits(rounds=self.rounds, tables=self.tables, contestants=self.field.size):
            raise BadRequest("the history is about rounds, tables or contestants that there are not")

    def _refuse_strange_claims(self) -> None:
        """Raise where a claim is about tables or seats that there are not."""
        people = [contestant for claim in self.claims for contestant in people_of(claim)]
        if people and not 1 <= min(people) <= max(people) <= self.field.size:
            raise BadRequest(f"somebody is said to move who is not in the field, which has {self.field.describe()}")
        if self.rover and self.rover.party_table > self.tables:
            raise BadRequest(f"there is no party table {self.rover.party_table}")
        for claim in self.claims:
            if not fits(claim, rounds=self.rounds, tables=self.tables):
                raise BadRequest(
                    f"a claim about a {type(claim).__name__.lower()} does not fit {self.rounds} rounds and"
                    f" {self.tables} tables"
                )
        if self.swivel and not self.is_individual:
            raise BadRequest("only individuals change seats within a round")

    def _refuse_strangers(self) -> None:
        """Raise where a seat holds somebody the field does not have in that line."""
        seats, size = self.seats, self.field.size
        if seats.min() < 0 or seats.max() > size:
            raise BadRequest(f"a contestant is not in the field, which has {self.field.describe()}")
        if len(self.field.lines) == 4:
            self._refuse_changed_lines()
        if self.field.winners != 2:
            return
        line = self.field.lines[0]
        ew = seats[:, :, 1]
        if seats.shape[2] != 2 or seats[:, :, 0].max() > line or ((ew > 0) & (ew <= line)).any():
            raise BadRequest("with two winners NS pairs sit NS and EW pairs sit EW throughout")

    def _refuse_changed_lines(self) -> None:
        """Raise where somebody in four lines of players has the seat of another line."""
        if self.seats.shape[2] != 4:
            raise BadRequest("four lines of contestants are four lines of players, at tables with four seats")
        for seat, line in enumerate(LINE_OF_SEAT):
            here, first = self.seats[:, :, seat], self.field.before(line)
            if ((here > 0) & ((here <= first) | (here > first + self.field.lines[line]))).any():
                raise BadRequest("in four lines everybody comes to the seat of the own line: N, then W, S and E")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Movement):
            return NotImplemented
        return bool(
            self.field == other.field
            and self.deal_groups == other.deal_groups
            and self.layout == other.layout
            and self.claims == other.claims
            and self.history == other.history
            and self.same_schedule(other)
        )

    def __hash__(self) -> int:
        return hash((self.field, self.seats.tobytes(), self.groups.tobytes()))

    def same_schedule(self, other: "Movement") -> bool:
        """Tell whether the same contestants play the same groups at the same tables."""
        here, there = (self.seats, self.groups), (other.seats, other.groups)
        return all(bool(np.array_equal(a, b)) for a, b in zip(here, there, strict=True))

    def claimed(self, kind: type[C]) -> tuple[C, ...]:
        """Return the claims of one kind."""
        return tuple([claim for claim in self.claims if isinstance(claim, kind)])

    def claiming(self, claim: Claim) -> "Movement":
        """Return the movement with this claim in place of those of its kind."""
        return replace(self, claims=(*(c for c in self.claims if type(c) is not type(claim)), claim))

    @cached_property
    def rover(self) -> Route | None:
        """The rover, who has a party table; spare players have none."""
        return next((route for route in self.claimed(Route) if route.party_table), None)

    @cached_property
    def skip_after(self) -> int | None:
        """The round after which everybody who steps goes one table further than usual."""
        for step in self.claimed(Step):
            if set(step.by) <= {1, 2} and step.by.count(2) == 1:
                return step.by.index(2) + 1
        return None

    @cached_property
    def revenge_rounds(self) -> tuple[int, ...]:
        """The rounds in which opponents are meant to meet again."""
        return tuple(round for claim in self.claimed(Revenge) for round in claim.rounds)

    @cached_property
    def swivel(self) -> tuple[str, ...]:
        """Who sits N, S, E, W on each board of a round, by the seat they have come to; empty: all keep their seats."""
        return next((claim.turns for claim in self.claimed(Swivel)), ())

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return int(self.groups.shape[0])

    @property
    def next_round(self) -> int:
        """The first round that is yet to be played: the first of all, unless it is known what happened in others."""
        return self.history.after + 1 if self.history else 1

    @property
    def rounds_left(self) -> range:
        """The rounds that are yet to be played."""
        return range(self.next_round, self.rounds + 1)

    @property
    def moves_left(self) -> range:
        """The rounds after which people and boards are yet to move: from the last that has been played on."""
        return range(max(1, self.next_round - 1), self.rounds)

    @property
    def changed_tables(self) -> tuple[int, ...]:
        """The tables where something changes in the rounds that are left; all, where there was no mishap."""
        return tuple(sorted(self.history.changed)) if self.history else tuple(range(1, self.tables + 1))

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return int(self.groups.shape[1])

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return SEATS[self.seats.shape[2]]

    @property
    def is_individual(self) -> bool:
        """Whether the contestants are single players."""
        return len(self.seat_names) == 4

    @cached_property
    def played(self) -> npt.NDArray[np.bool_]:
        """Where boards are played (rounds × tables): every seat taken and a group on the table."""
        return (self.seats > 0).all(axis=2) & (self.groups > 0)

    def seats_on(self, board: int) -> Grid:
        """Return who sits where on the first, second, … board of each round, as the swivel has it."""
        if not self.swivel:
            return self.seats
        if not 1 <= board <= len(self.swivel):
            raise BadRequest(f"a round has {len(self.swivel)} boards here: there is no board {board} of it")
        return self.seats[:, :, ["NSEW".index(seat) for seat in self.swivel[board - 1]]]

    def at(self, round: int, table: int) -> Meeting:
        """Return who sits at *table* in *round*, and with which deal group."""
        if not (1 <= round <= self.rounds and 1 <= table <= self.tables):
            raise BadRequest(
                f"there are {self.rounds} rounds and {self.tables} tables: no round {round}, table {table}"
            )
        who = tuple(self.field.label(int(c)) for c in self.seats[round - 1, table - 1])
        return Meeting(round, table, who, int(self.groups[round - 1, table - 1]))

    def meetings(self) -> Iterator[Meeting]:
        """Yield every table of every round, round by round."""
        for round in range(1, self.rounds + 1):
            for table in range(1, self.tables + 1):
                yield self.at(round, table)

    def itinerary(self, contestant: str) -> tuple[Visit, ...]:
        """Return where a contestant sits, round by round, whom it meets and what it plays."""
        found = np.argwhere(self.seats == self.field.contestant(contestant))
        visits = []
        for r, t, s in found.tolist():
            meeting = self.at(r + 1, t + 1)
            others = meeting.contestants[:s] + meeting.contestants[s + 1 :]
            plays = bool(self.played[r, t])
            visits.append(Visit(r + 1, t + 1, self.seat_names[s], others, meeting.group, plays))
        return tuple(visits)

    def opponents(self, contestant: str) -> tuple[str, ...]:
        """Return everybody a contestant plays boards with, in the order of the rounds."""
        return tuple(o for v in self.itinerary(contestant) if v.plays for o in v.others)

    def sit_outs(self, contestant: str) -> tuple[int, ...]:
        """Return the rounds in which a contestant plays nothing."""
        busy = {visit.round for visit in self.itinerary(contestant) if visit.plays}
        return tuple(round for round in range(1, self.rounds + 1) if round not in busy)

    def plays_per_group(self) -> tuple[int, ...]:
        """Return how often each deal group is played; the first figure is group 1."""
        counts = np.bincount(self.groups[self.played], minlength=self.deal_groups + 1)
        return tuple(counts.tolist()[1:])


def _frozen(grid: npt.ArrayLike) -> Grid:
    given = np.asarray(grid)
    if given.size and given.dtype.kind not in "iu":
        raise BadRequest("the grids of a movement hold whole numbers")
    own = given.astype(np.int64)
    own.setflags(write=False)
    return own
