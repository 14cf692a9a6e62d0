"""The rounds of one contestant: table, seat, boards, partners, opponents, and how to get there."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from byestand.flow.arrows import boards_alike
from byestand.flow.attendance import present_contestants
from byestand.flow.board_travel import travel
from byestand.flow.rover import NO_PAIR, parties, tables_without_pairs
from byestand.model.claims import Step
from byestand.model.inferred_claims import arrow_mask, infer_claims
from byestand.model.movement import GuideLine, Movement
from byestand.model.session import Section
from byestand.model.walks import ring

PARTNER = {"North": "South", "South": "North", "East": "West", "West": "East"}
"""The seat opposite."""


class ArrivalKind(Enum):
    """How a contestant comes to a table."""

    FIRST = auto()
    """By sitting down in the first round."""
    STAY = auto()
    CHANGE_SEATS = auto()
    """By changing seats at the same table."""
    STEP = auto()
    """By the rule."""
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class RoundStop:
    """One round of a contestant with a seat."""

    visit: GuideLine
    case: str
    """The set of the boards, where there are several."""
    partners: tuple[str, ...]
    """Of a player: one, or several where seats change within the round."""
    opponents: tuple[str, ...]
    arrival: ArrivalKind
    step: int = 0
    """For an arrival by the rule: how many tables up."""
    shares_with: tuple[int, ...] = ()
    is_party: bool = False
    is_switched: bool = False
    is_cancelled: bool = False
    is_deprived: bool = False
    """The director awards a score, because the boards could not be played."""


class Itineraries:
    """The rounds of all contestants of a section."""

    def __init__(self, section: Section) -> None:
        movement = section.movement
        self._movement, self._history = movement, movement.history
        self._travel = travel(movement, section.cases)
        self._turned = arrow_mask(movement)
        self._steps = [claim for claim in infer_claims(movement) if isinstance(claim, Step)]
        self._party_tables = {party.table for party in parties(movement)}
        self._several_sets = len({copy.case for copy in self._travel.journeys}) > 1

    def itinerary_of(self, contestant: int) -> Iterator[tuple[int, RoundStop | None]]:
        """Yield the rounds of a contestant, each with its stop; None without a seat."""
        movement, unused = self._movement, tables_without_pairs(self._movement)
        visits = movement.itinerary(movement.field.label(contestant))
        at = {visit.round: visit for visit in visits if visit.table not in unused}
        for round in range(1, movement.rounds + 1):
            yield round, self._stop(contestant, at[round], at.get(round - 1)) if round in at else None

    def is_away(self, contestant: int, round: int) -> bool:
        """Return whether a contestant is not in the room in a round."""
        return contestant not in present_contestants(self._movement, round)

    def _stop(self, contestant: int, visit: GuideLine, before: GuideLine | None) -> RoundStop:
        movement, history = self._movement, self._history
        others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
        partner = others.pop(PARTNER.get(visit.seat, ""), "")
        partners: tuple[str, ...] = (partner,) if partner else ()
        if len(set(movement.swivel)) > 1 and visit.plays:
            partners = tuple(partners_in(movement, visit))
            others = {seat: label for seat, label in others.items() if label not in partners}
        copy = self._travel.plays_from(visit.table, visit.round)
        arrival, step = self._arrival(contestant, visit, before)
        cell = visit.round, visit.table
        return RoundStop(
            visit,
            copy.case if copy and self._several_sets else "",
            tuple(label for label in partners if label != NO_PAIR),
            tuple(label for label in others.values() if label != NO_PAIR),
            arrival,
            step,
            self._sharing(visit),
            visit.table in self._party_tables,
            bool(self._turned[visit.round - 1, visit.table - 1]),
            history is not None and cell in history.cancelled_cells,
            history is not None and cell in {deprived[:2] for deprived in history.lost_meetings},
        )

    def _arrival(self, contestant: int, visit: GuideLine, before: GuideLine | None) -> tuple[ArrivalKind, int]:
        """Return how a contestant comes to a table, by the rule where there is one."""
        if before is None:
            return (ArrivalKind.FIRST if visit.round == 1 else ArrivalKind.OTHER), 0
        if before.table == visit.table:
            return (ArrivalKind.STAY if before.seat == visit.seat else ArrivalKind.CHANGE_SEATS), 0
        for step in self._steps:
            if contestant in step.contestants and max(before.table, visit.table) <= step.tables:
                by = step.by[before.round - 1]
                if ring(before.table + by, step.tables) == visit.table:
                    return ArrivalKind.STEP, by
        return ArrivalKind.OTHER, 0

    def _sharing(self, visit: GuideLine) -> tuple[int, ...]:
        together = {*self._travel.sharers(visit.table, visit.round)}
        together.update(table for relay in self._travel.relays if visit.table in relay for table in relay)
        return tuple(sorted(together - {visit.table}))


def partners_in(movement: Movement, visit: GuideLine) -> Iterator[str]:
    """Yield the partner of a player on each board of the round; boards without a seat change count once."""
    here = movement.seat_names.index(visit.seat)
    player = int(movement.seats[visit.round - 1, visit.table - 1, here])
    for boards in boards_alike(movement):
        seats = movement.seats_on(boards[0])[visit.round - 1, visit.table - 1].tolist()
        opposite = movement.seat_names.index(PARTNER[movement.seat_names[seats.index(player)]])
        yield movement.field.label(seats[opposite])


def seats_within_round(movement: Movement, seat: str) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the boards of a round before which a player changes seats, each time with the new seat (one letter)."""
    before = seat[0]
    for boards in boards_alike(movement):
        now = "NSEW"[movement.swivel[boards[0] - 1].index(seat[0])]
        if now != before:
            yield boards, now
        before = now
