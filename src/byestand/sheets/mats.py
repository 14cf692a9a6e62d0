"""Table mats: what a table needs to know, every round: who sits here, on which boards, and where all go next.

What is the same after every round stands once, in large type (`plates`); a row tells only what departs from it. After
a mishap there are new mats only for tables where something changes, with the rounds that are left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from byestand.model import Section
from byestand.model.seen import arrow_turned
from byestand.sheets.goings import STAY, Seating
from byestand.sheets.pages import Order, Part
from byestand.words.bands import home_at, turn_band
from byestand.words.boards import board_range, how_to_share, listed_sharing
from byestand.words.claims import told_of
from byestand.words.numbers import numbered
from byestand.words.phrases import say
from byestand.words.roving import no_tables, parties
from byestand.words.slips_told import NOTHING_TO_PLAY, Teller
from byestand.words.steps import skips
from byestand.words.travel import Travel, travel

BOARDS = "Boards"


@dataclass(frozen=True, slots=True)
class Going:
    """Where the players of a seat, or the boards, go."""

    who: str
    """A seat (``NS``, ``East``) or ``Boards``; where a pair stays and turns, ``Pair 14`` or ``Guests``."""
    to: str
    """``stay``, ``table 8``, ``table 8, sit NS``, ``table 8, against pair 14``, ``sit out, then table 3``, …"""


@dataclass(frozen=True, slots=True)
class MatRow:
    """One round at one table."""

    round: int
    seats: tuple[str, ...]
    """Numbers of who sits here, seat by seat; ``–`` is an empty seat."""
    boards: str
    plays: bool
    after: tuple[Going, ...]
    """Who goes elsewhere than the plates say, after this round."""
    remarks: tuple[str, ...]
    """What is special about this round: a rover, a sit-out."""
    skip: bool = False
    """After this round EW skip a table."""
    turn: str = ""
    """What nobody may overlook before this round: the arrow is turned, or turned back."""
    lost: bool = False
    """Nothing can be played here, though it was planned."""


@dataclass(frozen=True, slots=True)
class Mat:
    """The mat of one table."""

    table: int
    seat_names: tuple[str, ...]
    plates: tuple[Going, ...]
    """Where all go after every round, unless a row says otherwise."""
    rows: tuple[MatRow, ...]
    notes: tuple[str, ...]
    """What to beware of at this table."""
    party: bool = False

    def row(self, round: int) -> MatRow:
        """Return the row of a round."""
        return self.rows[round - self.rows[0].round]

    def goes(self, round: int, who: str) -> str:
        """Return where a seat's players, or the boards, go after a round, as somebody reads it off the mat."""
        here = next((going.to for going in self.row(round).after if going.who == who), None)
        return here or next(going.to for going in self.plates if going.who == who)


def mat_parts(section: Section, order: Order) -> list[Part]:
    """Return the mats for their template."""
    two = order.mats_per_page == 2
    drawn = [asdict(mat) for mat in mats(section)]
    return [{"landscape": not two, "per_page": order.mats_per_page, "mats": drawn}] if drawn else []


def mats(section: Section) -> tuple[Mat, ...]:
    """Return the mats of all tables that need one; with a half table and a rover the party table is none."""
    writer, none = _Writer(section), no_tables(section.movement)
    return tuple(writer.mat(table) for table in section.movement.changed_tables if table not in none)


class _Writer:
    """What the mats of a section have in common, worked out once."""

    def __init__(self, section: Section) -> None:
        movement = section.movement
        self._movement = movement
        self._boards = section.boards
        self._set_name = section.set_name
        self._travel: Travel = travel(movement, section.cases)
        self._seating = Seating(movement)
        self._skips = skips(movement)
        self._turned = arrow_turned(movement)
        self._told = told_of(movement, section.boards)
        self._teller = Teller(movement, section.boards, self._travel)
        self._party_tables = {party.table for party in parties(movement)}

    def mat(self, table: int) -> Mat:
        movement = self._movement
        left = movement.rounds_left
        goings = [list(self._goings(table, round)) for round in left[:-1]]
        plates = tuple(_plates(goings, (*self._seating.names_at(table), BOARDS)))
        usual = {(plate.who, plate.to) for plate in plates}
        after = [[going for going in row if (going.who, going.to) not in usual] for row in goings]
        rows = tuple(self._row(table, round, tuple(goes)) for round, goes in zip(left, [*after, []], strict=True))
        party = table in self._party_tables
        return Mat(table, movement.seat_names, plates, rows, tuple(self._notes(table)), party)

    def _goings(self, table: int, round: int) -> Iterator[Going]:
        for name, contestant in zip(self._movement.seat_names, self._seats(table, round), strict=True):
            if contestant:
                yield Going(self._seating.called(contestant, table, name), self._seating.goes(contestant, round))
        spot = self._travel.goes(table, round)
        if spot is not None:
            here = table in spot.tables
            yield Going(BOARDS, STAY if here else self._travel.words(spot, self._set_name))

    def _seats(self, table: int, round: int) -> list[int]:
        return list(map(int, self._movement.seats[round - 1, table - 1]))

    def _row(self, table: int, round: int, after: tuple[Going, ...]) -> MatRow:
        movement, here = self._movement, self._seats(table, round)
        plays = bool(movement.played[round - 1, table - 1])
        return MatRow(
            round,
            tuple(str(movement.field.number(c) or "–") for c in here),
            board_range(int(movement.groups[round - 1, table - 1]), self._boards),
            plays,
            after,
            tuple(self._remarks(table, round, here, plays=plays)),
            skip=self._is_skip(table, round, here, after),
            turn=self._turn(table, round),
            lost=self._teller.is_lost(table, round),
        )

    def _turn(self, table: int, round: int) -> str:
        turned = self._turned[:, table - 1]
        before, now = round > 1 and bool(turned[round - 2]), bool(turned[round - 1])
        return turn_band(home_at(self._movement, table), before=before, now=now)

    def _is_skip(self, table: int, round: int, here: Sequence[int], after: Sequence[Going]) -> bool:
        """Tell whether EW skip a table from here; from a party table one goes by invitation."""
        skipping = not self._skips.get(round, frozenset()).isdisjoint(here) and table not in self._party_tables
        return skipping and any(going.who == "EW" for going in after)

    def _remarks(self, table: int, round: int, here: Sequence[int], *, plays: bool) -> Iterator[str]:
        label = self._movement.field.label
        if told := self._teller.words(table, round):
            yield told
        if self._teller.is_lost(table, round):
            yield say(NOTHING_TO_PLAY)
            if closed := self._teller.closed(table, round):
                yield closed
        elif not plays and any(here):
            yield say("{who} sits out", who=" and ".join(label(c) for c in here if c))
        elif not plays:
            yield say("nobody here")
        yield from (remark for part in self._told for remark in part.in_round(table, round))

    def _notes(self, table: int) -> Iterator[str]:
        yield from (note for part in self._told for note in part.at_table(table))
        layout = self._travel.layout
        if layout:
            if sharers := layout.sharers(table):
                told = any(self._teller.words(table, round) for round in self._movement.rounds_left)
                phrase = "Share the boards with {tables} in every round: {how}."
                phrase = "Share the boards with {tables}, but where a round says otherwise: {how}." if told else phrase
                how = how_to_share(1 + len(sharers), self._boards)
                yield say(phrase, tables=numbered("table", sharers), how=how)
            for stand in layout.stands:
                if self._takes(table, stand.number):
                    phrase = "Take your next boards from stand {stand}: the group in front."
                    yield say(phrase, stand=stand.number)
        yield from listed_sharing(self._movement, self._boards, at_table=table)
        if self._travel.uses_director:
            yield say("Boards not in play are at the director's table.")

    def _takes(self, table: int, stand: int) -> bool:
        spots = (self._travel.comes(table, round) for round in self._movement.moves_left)
        return any(spot is not None and spot.stand == stand for spot in spots)


def _plates(goings: Sequence[Sequence[Going]], everybody: Sequence[str]) -> Iterator[Going]:
    """Yield for each seat, and the boards, where it goes after more than half of the rounds."""
    for who in everybody:
        counted = Counter(going.to for row in goings for going in row if going.who == who)
        for to, times in counted.most_common(1):
            if 2 * times > counted.total():
                yield Going(who, to)
