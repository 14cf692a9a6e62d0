"""A movement: aligned grids of seats and deal groups, and queries on them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import C, Claim, Revenge, Route, Step, Swivel, fits, people_of
from byestand.model.field import Field
from byestand.model.history import History
from byestand.model.layout import Layout
from byestand.sanitize import title_line

Grid: TypeAlias = npt.NDArray[np.int64]

SEATS = {2: ("NS", "EW"), 4: ("North", "South", "East", "West")}
"""The seats of a table, for pairs and for individuals."""

LINE_OF_SEAT = (0, 2, 3, 1)
"""The line that sits North, South, East, West in a Rainbow: players are numbered in the order N, W, S, E."""

MAX_TABLES = 255
MAX_TABLES_PER_SECTION = 60
"""In movements with a code; files may have more."""
MAX_ROUNDS = 255
MAX_GROUPS = 999
MAX_CONTESTANTS = 4 * MAX_TABLES
"""Per line."""


class Meeting(NamedTuple):
    """One table in one round, with labels."""

    round: int
    table: int
    contestants: tuple[str, ...]
    """Labels, seat by seat; ``-`` is an empty seat."""
    group: int
    """The deal group on the table; 0 is none."""


class GuideLine(NamedTuple):
    """One line of a contestant's guide card."""

    round: int
    table: int
    seat: str
    others: tuple[str, ...]
    """The others at the table; for pairs, the opponents."""
    group: int
    plays: bool
    """False if the contestant sits out: a seat is empty or there are no boards."""


@dataclass(frozen=True, eq=False)
class Movement:
    """A movement: contestants (rounds × tables × seats) and deal groups (rounds × tables)."""

    title: str
    """A given title, for example from a file, made one printable line here. If it is empty, `words.titles` derives
    one."""
    seats: Grid
    """Contestants, counted through the lines of the field; 0 is nobody. Read-only."""
    groups: Grid
    """Deal groups from 1; 0 is none. Read-only."""
    field: Field
    deal_groups: int
    layout: Layout | None = None
    name: str = ""
    """The code in the catalogue, if it has one."""
    variant_of: str = ""
    """The code of the movement it is a variant of: one without missing pairs or arrow switch."""
    claims: tuple[Claim, ...] = ()
    """How contestants move, if a rule is known; the judge checks the grids against it."""
    kind: str = ""
    """The phrase for its kind, with gaps: ``{tables}-table Web``, ``whist movement for {players} players``."""
    remark: str = ""
    """An addition to the derived title of this movement only: ``no rover lasts 12 rounds``."""
    history: History | None = None
    """What was played and ruled, in a repaired session."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", title_line(self.title))
        object.__setattr__(self, "name", title_line(self.name))
        seats, groups = _frozen(self.seats), _frozen(self.groups)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "groups", groups)
        if seats.ndim != 3 or seats.shape[2] not in SEATS or seats.shape[:2] != groups.shape:
            raise BadRequest(
                say("the grids do not match: {seats} and {groups}", seats=seats.shape, groups=groups.shape)
            )
        if not 1 <= self.tables <= MAX_TABLES:
            raise BadRequest(say("a movement has 1 to {most} tables, not {count}", most=MAX_TABLES, count=self.tables))
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise BadRequest(say("a movement has 1 to {most} rounds, not {count}", most=MAX_ROUNDS, count=self.rounds))
        if not 1 <= self.deal_groups <= MAX_GROUPS or groups.min() < 0:
            raise BadRequest(say("deal groups must be 1 to {limit}", limit=MAX_GROUPS))
        if max(self.field.lines) > MAX_CONTESTANTS:
            raise BadRequest(say("pair numbers go up to {limit} only", limit=MAX_CONTESTANTS))
        self._check_claims()
        self._check_seats()
        if self.history and not self.history.fits(rounds=self.rounds, tables=self.tables, contestants=self.field.size):
            raise BadRequest(say("the history has a round, table or contestant that the movement does not have"))

    def _check_claims(self) -> None:
        """Raise if a claim names a table or contestant that does not exist."""
        people = [contestant for claim in self.claims for contestant in people_of(claim)]
        if people and not 1 <= min(people) <= max(people) <= self.field.size:
            raise BadRequest(say("a claim names a contestant outside the field {field}", field=self.field.describe()))
        if self.rover and self.rover.party_table > self.tables:
            raise BadRequest(say("party table {table} does not exist", table=self.rover.party_table))
        for claim in self.claims:
            if not fits(claim, rounds=self.rounds, tables=self.tables):
                kind = type(claim).__name__.lower()
                raise BadRequest(
                    say("a claim does not match the rounds and tables of the movement: {kind!r}", kind=kind)
                )
        if self.swivel and not self.is_individual:
            raise BadRequest(say("only individual players change seats within a round"))

    def _check_seats(self) -> None:
        """Raise if a contestant in a seat is not in the field, or not in that line."""
        seats, size = self.seats, self.field.size
        if seats.min() < 0 or seats.max() > size:
            raise BadRequest(say("a contestant is not in the field {field}", field=self.field.describe()))
        if len(self.field.lines) == 4:
            self._check_four_lines()
        if self.field.winners != 2:
            return
        line = self.field.lines[0]
        ew = seats[:, :, 1]
        if seats.shape[2] != 2 or seats[:, :, 0].max() > line or ((ew > 0) & (ew <= line)).any():
            raise BadRequest(say("with two winners NS pairs must always sit NS and EW pairs EW"))

    def _check_four_lines(self) -> None:
        """Raise if a player in a field of four lines has a seat of another line."""
        if self.seats.shape[2] != 4:
            raise BadRequest(say("4 lines of contestants need tables with 4 seats"))
        for seat, line in enumerate(LINE_OF_SEAT):
            here, first = self.seats[:, :, seat], self.field.before(line)
            if ((here > 0) & ((here <= first) | (here > first + self.field.lines[line]))).any():
                raise BadRequest(say("with 4 lines each player must sit in the seat of the own line: N, W, S or E"))

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
        """Return whether the same contestants play the same groups at the same tables."""
        here, there = (self.seats, self.groups), (other.seats, other.groups)
        return all(bool(np.array_equal(a, b)) for a, b in zip(here, there, strict=True))

    def claims_of(self, kind: type[C]) -> tuple[C, ...]:
        """Return the claims of one kind."""
        return tuple([claim for claim in self.claims if isinstance(claim, kind)])

    def with_claim(self, claim: Claim) -> "Movement":
        """Return the movement with a claim that replaces all claims of its kind."""
        return replace(self, claims=(*(c for c in self.claims if type(c) is not type(claim)), claim))

    @cached_property
    def rover(self) -> Route | None:
        """The rover, which has a party table; spare players have none."""
        return next((route for route in self.claims_of(Route) if route.party_table), None)

    @cached_property
    def skip_after(self) -> int | None:
        """The round after which moving pairs skip a table."""
        for step in self.claims_of(Step):
            if set(step.by) <= {1, 2} and step.by.count(2) == 1:
                return step.by.index(2) + 1
        return None

    @cached_property
    def revenge_rounds(self) -> tuple[int, ...]:
        """The rounds in which opponents meet again on purpose."""
        return tuple(round for claim in self.claims_of(Revenge) for round in claim.rounds)

    @cached_property
    def swivel(self) -> tuple[str, ...]:
        """Who sits N, S, E, W on each board of a round, by the seat they arrived at; empty if all keep their seats."""
        return next((claim.turns for claim in self.claims_of(Swivel)), ())

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return int(self.groups.shape[0])

    @property
    def next_round(self) -> int:
        """The first round that is not played yet: 1 without a history."""
        return self.history.after + 1 if self.history else 1

    @property
    def remaining_rounds(self) -> range:
        """The rounds that are not played yet."""
        return range(self.next_round, self.rounds + 1)

    @property
    def remaining_moves(self) -> range:
        """The rounds after which contestants and boards still move, from the last one played."""
        return range(max(1, self.next_round - 1), self.rounds)

    @property
    def changed_tables(self) -> tuple[int, ...]:
        """The tables with changes in the remaining rounds; all tables if there was no mishap."""
        return tuple(sorted(self.history.changed_tables)) if self.history else tuple(range(1, self.tables + 1))

    @property
    def tables(self) -> int:
        """The number of tables."""
        return int(self.groups.shape[1])

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return SEATS[self.seats.shape[2]]

    @property
    def is_individual(self) -> bool:
        """Whether the contestants are individual players."""
        return len(self.seat_names) == 4

    @cached_property
    def played_mask(self) -> npt.NDArray[np.bool_]:
        """Where boards are played (rounds × tables): all seats are taken and there is a group."""
        return (self.seats > 0).all(axis=2) & (self.groups > 0)

    def seats_on(self, board: int) -> Grid:
        """Return the seats on the first, second, … board of each round, after the swivel."""
        if not self.swivel:
            return self.seats
        if not 1 <= board <= len(self.swivel):
            raise BadRequest(say("a round has {boards} boards, not {board}", boards=len(self.swivel), board=board))
        return self.seats[:, :, ["NSEW".index(seat) for seat in self.swivel[board - 1]]]

    def at(self, round: int, table: int) -> Meeting:
        """Return the contestants at *table* in *round*, and their deal group."""
        if not 1 <= round <= self.rounds:
            raise BadRequest(say("the round must be 1 to {rounds}, not {round}", rounds=self.rounds, round=round))
        if not 1 <= table <= self.tables:
            raise BadRequest(say("the table must be 1 to {tables}, not {table}", tables=self.tables, table=table))
        who = tuple(self.field.label(int(c)) for c in self.seats[round - 1, table - 1])
        return Meeting(round, table, who, int(self.groups[round - 1, table - 1]))

    def meetings(self) -> Iterator[Meeting]:
        """Yield every table of every round, round by round."""
        for round in range(1, self.rounds + 1):
            for table in range(1, self.tables + 1):
                yield self.at(round, table)

    def itinerary(self, contestant: str) -> tuple[GuideLine, ...]:
        """Return the seats, opponents and deal groups of a contestant, round by round."""
        places = np.argwhere(self.seats == self.field.contestant(contestant))
        visits = []
        for r, t, s in places.tolist():
            meeting = self.at(r + 1, t + 1)
            others = meeting.contestants[:s] + meeting.contestants[s + 1 :]
            plays = bool(self.played_mask[r, t])
            visits.append(GuideLine(r + 1, t + 1, self.seat_names[s], others, meeting.group, plays))
        return tuple(visits)

    def opponents(self, contestant: str) -> tuple[str, ...]:
        """Return everyone a contestant plays boards with, in the order of rounds."""
        return tuple(o for v in self.itinerary(contestant) if v.plays for o in v.others)

    def sit_outs(self, contestant: str) -> tuple[int, ...]:
        """Return the rounds in which a contestant sits out."""
        busy = {visit.round for visit in self.itinerary(contestant) if visit.plays}
        return tuple(round for round in range(1, self.rounds + 1) if round not in busy)

    def plays_per_group(self) -> tuple[int, ...]:
        """Return how often each deal group is played; the first figure is group 1."""
        counts = np.bincount(self.groups[self.played_mask], minlength=self.deal_groups + 1)
        return tuple(counts.tolist()[1:])


def _frozen(grid: npt.ArrayLike) -> Grid:
    values = np.asarray(grid)
    if values.size and values.dtype.kind not in "iu":
        raise BadRequest(say("the grids of a movement must contain whole numbers"))
    own = values.astype(np.int64)
    own.setflags(write=False)
    return own
