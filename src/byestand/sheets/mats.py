"""Table mats: what a table needs to know, every round: who sits here, on which boards, and where all go next.

What is the same after every round stands once, in large type (`plates`); a row tells only what departs from it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.model import Movement
from byestand.model.seen import arrow_turned
from byestand.sheets.boards import boards
from byestand.sheets.goings import Seating
from byestand.sheets.swivel import seat_changes
from byestand.sheets.travel import Travel, travel

BOARDS = "Boards"


@dataclass(frozen=True, slots=True)
class Going:
    """Where the players of a seat, or the boards, go."""

    who: str
    """A seat (``NS``, ``East``) or ``Boards``."""
    to: str
    """``stay``, ``table 8``, ``table 8, sit NS``, ``party table 19``, ``sit out, then table 3``, ``bye stand 1``, …"""


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
    switched: bool = False
    """The arrow is turned in this round."""


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

    def goes(self, round: int, who: str) -> str:
        """Return where a seat's players, or the boards, go after a round, as somebody reads it off the mat."""
        here = next((going.to for going in self.rows[round - 1].after if going.who == who), None)
        return here or next(going.to for going in self.plates if going.who == who)


def mats(movement: Movement, *, boards_per_round: int | None = None) -> tuple[Mat, ...]:
    """Return the mats of all tables; with a half table and a rover the party table is none."""
    return _Writer(movement, boards_per_round).mats()


class _Writer:
    """What the mats of a movement have in common, worked out once."""

    def __init__(self, movement: Movement, boards_per_round: int | None) -> None:
        self._movement = movement
        self._boards_per_round = boards_per_round
        self._travel: Travel = travel(movement)
        self._seating = Seating(movement)
        self._skip = movement.skip_after
        self._turned = arrow_turned(movement)
        self._rover = movement.rover
        self._half = movement.rover is not None and movement.rover.host in movement.field.missing

    def mats(self) -> tuple[Mat, ...]:
        none = self._rover.party_table if self._rover and self._half else 0
        return tuple(self._mat(table) for table in range(1, self._movement.tables + 1) if table != none)

    def _mat(self, table: int) -> Mat:
        movement = self._movement
        goings = [list(self._goings(table, round)) for round in range(1, movement.rounds)]
        plates = tuple(_plates(goings, (*movement.seat_names, BOARDS)))
        usual = {(plate.who, plate.to) for plate in plates}
        after = [[going for going in row if (going.who, going.to) not in usual] for row in goings]
        party = self._rover is not None and self._rover.party_table == table
        rows = tuple(self._row(table, round, tuple(goes)) for round, goes in enumerate([*after, []], start=1))
        return Mat(table, movement.seat_names, plates, rows, tuple(self._notes(table, plates)), party)

    def _goings(self, table: int, round: int) -> Iterator[Going]:
        for name, contestant in zip(self._movement.seat_names, self._seats(table, round), strict=True):
            if contestant:
                yield Going(name, self._seating.goes(contestant, round))
        spot = self._travel.goes(table, round)
        if spot is not None:
            here = table in spot.tables
            yield Going(BOARDS, "stay" if here else self._travel.words(spot))

    def _seats(self, table: int, round: int) -> list[int]:
        return list(map(int, self._movement.seats[round - 1, table - 1]))

    def _row(self, table: int, round: int, after: tuple[Going, ...]) -> MatRow:
        movement, here = self._movement, self._seats(table, round)
        plays = bool(movement.played[round - 1, table - 1])
        group = boards(int(movement.groups[round - 1, table - 1]), self._boards_per_round)
        return MatRow(
            round,
            tuple(str(movement.field.number(c) or "–") for c in here),
            group,
            plays,
            after,
            tuple(self._remarks(table, round, here, plays=plays)),
            skip=round == self._skip and not self._by_invitation(table, here) and any(g.who == "EW" for g in after),
            switched=bool(self._turned[round - 1, table - 1]),
        )

    def _by_invitation(self, table: int, here: Sequence[int]) -> bool:
        """Tell whether the rover or a party table decides where they go from here."""
        return self._rover is not None and (table == self._rover.party_table or self._rover.contestant in here)

    def _remarks(self, table: int, round: int, here: Sequence[int], *, plays: bool) -> Iterator[str]:
        label, rover = self._movement.field.label, self._rover
        if not plays:
            yield " and ".join(label(c) for c in here if c) + " sits out" if any(here) else "nobody here"
        if rover and rover.party_table != table and rover.contestant in here:
            away = self._movement.seats[round - 1, rover.party_table - 1].tolist()
            guests = [c for c in away if c not in (0, rover.host)]
            where = "sits out" if self._half else f"is at party table {rover.party_table}"
            yield f"rover {label(rover.contestant)} here" + "".join(f", {label(c)} {where}" for c in guests)
        if round in self._movement.revenge_rounds:
            yield "revenge: these have met before"

    def _notes(self, table: int, plates: Sequence[Going]) -> Iterator[str]:
        last = self._movement.tables - bool(self._rover)
        layout = self._movement.layout
        to = {plate.who: plate.to for plate in plates}
        if self._rover and not self._half and table == last and to.get("EW") == "table 1":
            yield f"EW from here go to table 1, not table {self._movement.tables}, unless invited to the party table."
        if self._rover and table == self._rover.party_table and not self._half:
            host = self._movement.field.label(self._rover.host)
            yield f"Party table: {host} stays. Others come when the rover displaces them, and only then."
            if layout and layout.party_case:
                yield f"Boards come out of case {layout.party_case} for each round, and go back."
        if layout and self._travel.laid_out:
            for partner in layout.sharers(table):
                yield f"Share the boards with table {partner} in every round."
            fed = [stand.number for stand in layout.stands if self._takes(table, stand.number)]
            for number in fed:
                yield f"Take your next boards from bye stand {number}: the group in front."
        yield from seat_changes(self._movement)
        if self._travel.uses_director:
            yield "Boards not in play are at the director's table."

    def _takes(self, table: int, stand: int) -> bool:
        rounds = range(1, self._movement.rounds)
        spots = (self._travel.comes(table, round) for round in rounds)
        return any(spot is not None and spot.stand == stand for spot in spots)


def _plates(goings: Sequence[Sequence[Going]], everybody: Sequence[str]) -> Iterator[Going]:
    """Yield for each seat, and the boards, where it goes after more than half of the rounds."""
    for who in everybody:
        counted = Counter(going.to for row in goings for going in row if going.who == who)
        for to, times in counted.most_common(1):
            if 2 * times > counted.total():
                yield Going(who, to)
