"""Table mats: for every round who sits at the table, which boards they play, and where everyone goes next.

`mat_pages` lays them out. After a repair there are new mats only for tables where something changes, with the rounds
that are left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from byestand.flow.board_travel import BoardTravel, travel
from byestand.flow.rover import parties, tables_without_pairs
from byestand.flow.steps import skips
from byestand.language import say
from byestand.model.event import Switch
from byestand.model.inferred_claims import arrow_mask
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.boards import board_range
from byestand.sentences.change_slips import SlipWriter
from byestand.sheets import mat_texts
from byestand.sheets.mat_notes import Notes
from byestand.sheets.next_seat import Destination, SeatIndex
from byestand.words.people import NOBODY

BOARDS = "Boards"
"""The key of the boards among those that go somewhere."""


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Where the players of a seat, or the boards, go."""

    contestants: str
    """A seat (``NS``, ``East``) or ``Boards``; or, where a stationary pair changes direction, ``Pair 14``/``Visitors``.
    """
    to: str
    """``stay``, ``table 8``, ``table 8, sit NS``, ``table 8, free seat``, ``sit out, then table 3``, …"""
    destination: Destination = field(default=Destination(), compare=False)
    """The same as data."""


@dataclass(frozen=True, slots=True)
class MatRow:
    """One round at one table."""

    round: int
    seats: tuple[str, ...]
    """Numbers of who plays here, seat by seat; ``–`` is an empty seat."""
    marks: tuple[str, ...]
    """Seat by seat: ``rover``, or ``stays`` for a stationary pair that changes direction, or nothing."""
    boards: str
    plays: bool
    partnerships: tuple[str, ...]
    """The partnerships on each board, where players change seats within a round: ``5+27 v 38+16``."""
    after: tuple[NextPlace, ...]
    """Moves after this round that differ from the plates."""
    remarks: tuple[str, ...]
    """What is special about this round at this table: a rover, shared boards, instructions after a repair."""
    plate: str = ""
    """The text in place of the boards: who sits out, or that there are no boards."""
    skip: bool = False
    """After this round EW skip a table."""
    turn: str = ""
    """A warning before this round: arrow switch, or the end of it."""
    is_lost: bool = False
    """The round was planned here but cannot be played."""


@dataclass(frozen=True, slots=True)
class StationarySeat:
    """A stationary pair."""

    label: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mat:
    """The mat of one table."""

    table: int
    names: tuple[str, ...]
    """What those who move are called: their seats, or a stationary pair and its visitors."""
    plates: tuple[NextPlace, ...]
    """Where each goes after every round, unless a row says otherwise."""
    rows: tuple[MatRow, ...]
    notes: tuple[str, ...]
    """Notes for this table."""
    home: tuple[StationarySeat, ...] = ()
    case: str = ""
    """The set that the boards here belong to, if there are several sets; empty if it changes."""
    party: bool = False
    always_in_chairs: bool = True
    """Whether the chairs tell who stays and who moves."""

    @property
    def visitors(self) -> str:
        """Who moves to other tables, where two pairs sit at a table."""
        return self.names[1] if len(self.names) == 2 else ""

    def row(self, round: int) -> MatRow:
        """Return the row of a round."""
        return self.rows[round - self.rows[0].round]

    def usual(self, who: str) -> str:
        """Return where they go after most rounds, or nothing if there is no such place."""
        return next((going.to for going in self.plates if going.contestants == who), "")

    def goes(self, round: int, who: str) -> str:
        """Return where a seat's players, or the boards, go after a round, as the mat says it."""
        going = self._next_place(round, who)
        return going.to if going else NOBODY

    def destination(self, round: int, who: str) -> Destination:
        """Return the same as data."""
        going = self._next_place(round, who)
        return going.destination if going else Destination()

    def _next_place(self, round: int, who: str) -> NextPlace | None:
        return next((going for going in (*self.row(round).after, *self.plates) if going.contestants == who), None)


def mats(section: Section, switch: Switch = "boards") -> tuple[Mat, ...]:
    """Return the mats of all tables that need one. With a half table and a rover there is no party table."""
    writer = _Writer(section, switch)
    return tuple(writer.mat(table) for table in tables_with_mats(section))


def tables_with_mats(section: Section) -> tuple[int, ...]:
    """Return the tables that need a mat: after a repair only those where something changes."""
    none = tables_without_pairs(section.movement)
    return tuple(table for table in section.movement.changed_tables if table not in none)


class _Writer:
    """Writes the mats of a section."""

    def __init__(self, section: Section, switch: Switch) -> None:
        movement = section.movement
        self._section, self._movement, self._boards = section, movement, section.boards
        self._switch = switch
        self._everybody: list[list[list[int]]] = movement.seats.tolist()
        self._travel: BoardTravel = travel(movement, section.cases)
        self._seating = SeatIndex(movement, section.letter)
        self._skips = skips(movement)
        self._turned = arrow_mask(movement)
        self._teller = SlipWriter(movement, section.boards, self._travel, section.letter)
        self._notes = Notes(section, self._travel, self._seating, self._teller)
        self._party_tables = {party.table for party in parties(movement)}
        self._rovers = {party.pair for party in parties(movement)}

    def mat(self, table: int) -> Mat:
        left, names = self._movement.remaining_rounds, self._seating.names_at(table)
        goings = [list(self._goings(table, round)) for round in left[:-1]]
        plates = tuple(_plates(goings, (*names, BOARDS)))
        usual = {(plate.contestants, plate.to) for plate in plates}
        after = [[going for going in row if (going.contestants, going.to) not in usual] for row in goings]
        rows = tuple(self._row(table, round, tuple(goes)) for round, goes in zip(left, [*after, []], strict=True))
        return Mat(
            table,
            names,
            plates,
            rows,
            tuple(self._notes.at(table, sits_out=any(row.plate and not row.is_lost for row in rows))),
            tuple(self._home(table)),
            self._case(table),
            party=table in self._party_tables,
            always_in_chairs=self._seating.host(table) is None
            or (self._switch == "boards" and table not in self._seating.turning_pairs),
        )

    def _goings(self, table: int, round: int) -> Iterator[NextPlace]:
        for name, contestant in zip(self._movement.seat_names, self._chairs(table, round), strict=True):
            if contestant:
                to = self._seating.goes(contestant, round)
                yield NextPlace(self._seating.mat_label(contestant, table, name), to.text, to)
        spot = self._travel.goes(table, round)
        if spot is not None:
            to = self._notes.board_destination(spot, table)
            yield NextPlace(BOARDS, to.text, to)

    def _seats(self, table: int, round: int) -> list[int]:
        return self._everybody[round - 1][table - 1]

    def _chairs(self, table: int, round: int) -> list[int]:
        """Return who sits in which chairs: at an arrow switch the boards are turned, not the people."""
        here = self._seats(table, round)
        return here[::-1] if self._turned[round - 1, table - 1] else here

    def _row(self, table: int, round: int, after: tuple[NextPlace, ...]) -> MatRow:
        movement, here = self._movement, self._seats(table, round)
        plays, lost = bool(movement.played_mask[round - 1, table - 1]), self._teller.is_lost(table, round)
        out = mat_texts.sit_out_plate(self._section, table, round) or ("" if plays else say(mat_texts.NOBODY_HERE))
        return MatRow(
            round,
            tuple(str(movement.field.number(c) or NOBODY) for c in here),
            tuple(self._mark(table, contestant) for contestant in here),
            board_range(int(movement.groups[round - 1, table - 1]), self._boards),
            plays,
            tuple(_partnerships(movement, table, round)) if plays else (),
            after,
            tuple(self._remarks(table, round)),
            say(mat_texts.NOTHING_TO_PLAY) if lost else out,
            skip=self._is_skip(table, round, here, after),
            turn=self._turn(table, round),
            is_lost=lost,
        )

    def _mark(self, table: int, contestant: int) -> str:
        turning = self._seating.turning_pairs.get(table)
        if turning and contestant and contestant == turning.pair:
            return "stays"
        return "rover" if contestant in self._rovers else ""

    def _turn(self, table: int, round: int) -> str:
        turned = self._turned[:, table - 1]
        before, now = round > 1 and bool(turned[round - 2]), bool(turned[round - 1])
        if before == now:
            return ""
        return mat_texts.turn_band(self._section, table, before=before, now=now, switch=self._switch)

    def _is_skip(self, table: int, round: int, here: Sequence[int], after: Sequence[NextPlace]) -> bool:
        """Return whether EW skip a table from here. A pair at a party table does not."""
        skipping = not self._skips.get(round, frozenset()).isdisjoint(here) and table not in self._party_tables
        host = self._seating.host(table) is not None
        visitors = self._seating.names_at(table)[1] if host else "EW"
        return skipping and any(going.contestants == visitors and going.destination.kind == "table" for going in after)

    def _remarks(self, table: int, round: int) -> Iterator[str]:
        if instruction := self._teller.words(table, round):
            yield instruction
        elif others := self._travel.sharers(table, round):
            group = int(self._movement.groups[round - 1, table - 1])
            yield mat_texts.share_band(group, others, self._boards)
        if self._teller.is_lost(table, round) and (closed := self._teller.closed_text(table, round)):
            yield closed
        if self._rovers and (rover := mat_texts.rover_band(self._section, table, round)):
            yield rover
        if round in self._movement.revenge_rounds:
            yield say(mat_texts.MET_BEFORE)

    def _home(self, table: int) -> Iterator[StationarySeat]:
        movement = self._movement
        for contestant in self._seating.home(table) if movement.rounds > 1 and not movement.is_individual else ():
            people = self._section.members(movement.field.label(contestant))
            label = movement.field.label(contestant, self._section.letter)
            yield StationarySeat(label, tuple(person.name for person in people if person.name))

    def _case(self, table: int) -> str:
        """Return the set from which a table plays all session, if other tables play from another one."""
        if len({copy.case for copy in self._travel.journeys}) < 2:
            return ""
        on_table = (self._travel.on_table(table, round) for round in self._movement.remaining_rounds)
        cases = {copy.case for copy in on_table if copy}
        return cases.pop() if len(cases) == 1 else ""


def _partnerships(movement: Movement, table: int, round: int) -> Iterator[str]:
    """Yield the partnerships on each board, where players change seats within a round."""
    if len(set(movement.swivel)) > 1:
        for board in range(1, len(movement.swivel) + 1):
            n, s, e, w = map(movement.field.number, movement.seats_on(board)[round - 1, table - 1].tolist())
            yield say("{north}+{south} v {east}+{west}", north=n, south=s, east=e, west=w)


def _plates(goings: Sequence[Sequence[NextPlace]], everyone: Sequence[str]) -> Iterator[NextPlace]:
    """Yield for each seat, and the boards, where it goes after more than half of the rounds."""
    for who in everyone:
        times = Counter(going for row in goings for going in row if going.contestants == who)
        for going, often in times.most_common(1):
            if 2 * often > times.total():
                yield going
