"""Table mats: what a table needs to know, every round: who sits here, on which boards, and where all go next.

Here is what they say; `mat_pages` is how that is laid out. After a mishap there are new mats only for tables where
something changes, with the rounds that are left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.language import say
from byestand.model.event import Switch
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.model.session import Section
from byestand.sheets.goings import STAY, VISITORS, Seating
from byestand.sheets.mat_notes import Notes
from byestand.words import at_table
from byestand.words.boards import board_range
from byestand.words.people import NOBODY, named
from byestand.words.roving import no_tables, parties
from byestand.words.slips_told import Teller
from byestand.words.steps import skips
from byestand.words.travel import Travel, travel

BOARDS = "Boards"


@dataclass(frozen=True, slots=True)
class Going:
    """Where the players of a seat, or the boards, go."""

    who: str
    """A seat (``NS``, ``East``) or ``Boards``; where a pair that stays is turned, ``Pair 14`` or ``Visitors``."""
    to: str
    """``stay``, ``table 8``, ``table 8, sit NS``, ``table 8, free seat``, ``sit out, then table 3``, …"""


@dataclass(frozen=True, slots=True)
class MatRow:
    """One round at one table."""

    round: int
    seats: tuple[str, ...]
    """Numbers of who plays here, seat by seat; ``–`` is an empty seat."""
    marks: tuple[str, ...]
    """Seat by seat: ``rover``, or ``stays`` for a pair that stays and is to find itself, or nothing."""
    boards: str
    plays: bool
    partnerships: tuple[str, ...]
    """Who plays with whom, board by board, where single players change seats: ``5+27 v 38+16``."""
    after: tuple[Going, ...]
    """Who goes elsewhere than the plates say, after this round."""
    remarks: tuple[str, ...]
    """What is special about this round at this table: a rover, boards that are shared, what is told after a mishap."""
    plate: str = ""
    """What stands in place of the boards: who sits out, or that there is nothing to play."""
    skip: bool = False
    """After this round EW skip a table."""
    turn: str = ""
    """What nobody may overlook before this round: the arrow is turned, or turned back."""
    lost: bool = False
    """Nothing can be played here, though it was planned."""


@dataclass(frozen=True, slots=True)
class Home:
    """Somebody who stays at a table."""

    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mat:
    """The mat of one table."""

    table: int
    names: tuple[str, ...]
    """What those are called who go somewhere: their seats, or a pair that stays and its visitors."""
    plates: tuple[Going, ...]
    """Where all go after every round, unless a row says otherwise."""
    rows: tuple[MatRow, ...]
    notes: tuple[str, ...]
    """What to beware of at this table."""
    home: tuple[Home, ...] = ()
    case: str = ""
    """The case that the boards here are of, where there are several; empty: it is not always the same."""
    party: bool = False
    always_in_chairs: bool = True
    """Whether who stays and who goes can be told by their chairs."""

    def row(self, round: int) -> MatRow:
        """Return the row of a round."""
        return self.rows[round - self.rows[0].round]

    def usual(self, who: str) -> str:
        """Return where they go after most rounds; nothing where that is always somewhere else."""
        return next((going.to for going in self.plates if going.who == who), "")

    def goes(self, round: int, who: str) -> str:
        """Return where a seat's players, or the boards, go after a round, as somebody reads it off the mat."""
        here = next((going.to for going in self.row(round).after if going.who == who), "")
        return here or self.usual(who) or NOBODY


def mats(section: Section, switch: Switch = "boards") -> tuple[Mat, ...]:
    """Return the mats of all tables that need one; with a half table and a rover the party table is none."""
    writer = _Writer(section, switch)
    return tuple(writer.mat(table) for table in tables_with_mats(section))


def tables_with_mats(section: Section) -> tuple[int, ...]:
    """Return the tables that need a mat: after a mishap only those where something changes."""
    none = no_tables(section.movement)
    return tuple(table for table in section.movement.changed_tables if table not in none)


class _Writer:
    """What the mats of a section have in common, worked out once."""

    def __init__(self, section: Section, switch: Switch) -> None:
        movement = section.movement
        self._section, self._movement, self._boards = section, movement, section.boards
        self._switch = switch
        self._everybody: list[list[list[int]]] = movement.seats.tolist()
        self._travel: Travel = travel(movement, section.cases)
        self._seating = Seating(movement, section.letter)
        self._skips = skips(movement)
        self._turned = arrow_turned(movement)
        self._teller = Teller(movement, section.boards, self._travel, section.letter)
        self._notes = Notes(section, self._travel, self._seating, self._teller)
        self._party_tables = {party.table for party in parties(movement)}
        self._rovers = {party.pair for party in parties(movement)}

    def mat(self, table: int) -> Mat:
        left, names = self._movement.rounds_left, self._seating.names_at(table)
        goings = [list(self._goings(table, round)) for round in left[:-1]]
        plates = tuple(_plates(goings, (*names, BOARDS)))
        usual = {(plate.who, plate.to) for plate in plates}
        after = [[going for going in row if (going.who, going.to) not in usual] for row in goings]
        rows = tuple(self._row(table, round, tuple(goes)) for round, goes in zip(left, [*after, []], strict=True))
        return Mat(
            table,
            names,
            plates,
            rows,
            tuple(self._notes.at(table, sits_out=any(row.plate and not row.lost for row in rows))),
            tuple(self._home(table)),
            self._case(table),
            party=table in self._party_tables,
            always_in_chairs=VISITORS not in names or (self._switch == "boards" and table not in self._seating.turning),
        )

    def _goings(self, table: int, round: int) -> Iterator[Going]:
        for name, contestant in zip(self._movement.seat_names, self._chairs(table, round), strict=True):
            if contestant:
                yield Going(self._seating.called(contestant, table, name), self._seating.goes(contestant, round))
        spot = self._travel.goes(table, round)
        if spot is not None:
            yield Going(BOARDS, STAY if table in spot.tables else self._notes.spot(spot))

    def _seats(self, table: int, round: int) -> list[int]:
        return self._everybody[round - 1][table - 1]

    def _chairs(self, table: int, round: int) -> list[int]:
        """Return who has which chairs: where the arrow is switched the boards are turned, not the people."""
        here = self._seats(table, round)
        return here[::-1] if self._turned[round - 1, table - 1] else here

    def _row(self, table: int, round: int, after: tuple[Going, ...]) -> MatRow:
        movement, here = self._movement, self._seats(table, round)
        plays, lost = bool(movement.played[round - 1, table - 1]), self._teller.is_lost(table, round)
        out = at_table.sit_out_plate(self._section, table, round) or ("" if plays else at_table.NOBODY_HERE)
        return MatRow(
            round,
            tuple(str(movement.field.number(c) or NOBODY) for c in here),
            tuple(self._mark(table, contestant) for contestant in here),
            board_range(int(movement.groups[round - 1, table - 1]), self._boards),
            plays,
            tuple(_partnerships(movement, table, round)) if plays else (),
            after,
            tuple(self._remarks(table, round)),
            at_table.NOTHING_TO_PLAY if lost else out,
            skip=self._is_skip(table, round, here, after),
            turn=self._turn(table, round),
            lost=lost,
        )

    def _mark(self, table: int, contestant: int) -> str:
        turning = self._seating.turning.get(table)
        if turning and contestant and contestant == turning.pair:
            return "stays"
        return "rover" if contestant in self._rovers else ""

    def _turn(self, table: int, round: int) -> str:
        turned = self._turned[:, table - 1]
        before, now = round > 1 and bool(turned[round - 2]), bool(turned[round - 1])
        if before == now:
            return ""
        return at_table.turn_band(at_table.home_at(self._section, table), before=before, now=now, switch=self._switch)

    def _is_skip(self, table: int, round: int, here: Sequence[int], after: Sequence[Going]) -> bool:
        """Tell whether EW skip a table from here; from a party table one goes by invitation."""
        skipping = not self._skips.get(round, frozenset()).isdisjoint(here) and table not in self._party_tables
        return skipping and any(going.who in ("EW", VISITORS) and going.to.startswith("table") for going in after)

    def _remarks(self, table: int, round: int) -> Iterator[str]:
        if told := self._teller.words(table, round):
            yield told
        elif others := self._travel.sharers(table, round):
            group = int(self._movement.groups[round - 1, table - 1])
            yield at_table.share_band(group, others, self._boards)
        if self._teller.is_lost(table, round) and (closed := self._teller.closed(table, round)):
            yield closed
        if self._rovers and (rover := at_table.rover_band(self._section, table, round)):
            yield rover
        if round in self._movement.revenge_rounds:
            yield say(at_table.MET_BEFORE)

    def _home(self, table: int) -> Iterator[Home]:
        movement = self._movement
        for contestant in self._seating.home(table) if movement.rounds > 1 and not movement.is_individual else ():
            people = self._section.members(movement.field.label(contestant))
            title = named([contestant], movement, self._section.letter)
            yield Home(title, tuple(person.name for person in people if person.name))

    def _case(self, table: int) -> str:
        """Return the case out of which a table plays all the time, where others play out of another one."""
        if len({copy.case for copy in self._travel.journeys}) < 2:
            return ""
        on_table = (self._travel.on_table(table, round) for round in self._movement.rounds_left)
        cases = {copy.case for copy in on_table if copy}
        return cases.pop() if len(cases) == 1 else ""


def _partnerships(movement: Movement, table: int, round: int) -> Iterator[str]:
    """Yield who plays with whom against whom on each board, where players change seats within a round."""
    if len(set(movement.swivel)) > 1:
        for board in range(1, len(movement.swivel) + 1):
            n, s, e, w = map(movement.field.number, movement.seats_on(board)[round - 1, table - 1].tolist())
            yield f"{n}+{s} v {e}+{w}"


def _plates(goings: Sequence[Sequence[Going]], everybody: Sequence[str]) -> Iterator[Going]:
    """Yield for each seat, and the boards, where it goes after more than half of the rounds."""
    for who in everybody:
        counted = Counter(going.to for row in goings for going in row if going.who == who)
        for to, times in counted.most_common(1):
            if 2 * times > counted.total():
                yield Going(who, to)
