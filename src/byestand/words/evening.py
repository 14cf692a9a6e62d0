"""The evening of one contestant, round by round, as a phone shows it: where, which way, with what, against whom."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.language import say
from byestand.model.claims import Step
from byestand.model.movement import Visit
from byestand.model.seen import arrow_turned, claims_seen
from byestand.model.session import Section
from byestand.model.walks import ring
from byestand.words.boards import board_range
from byestand.words.numbers import listed
from byestand.words.on_card import PARTNER, partners_in, seat_change
from byestand.words.people import spoken_side, there
from byestand.words.phrases import first_up
from byestand.words.roving import no_tables, parties
from byestand.words.slips_told import Teller
from byestand.words.steps import step_words
from byestand.words.travel import travel

EMPTY = "-"
"""What the grids have for an empty seat."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One round of somebody's evening."""

    round: int
    table: int = 0
    """0 without a seat."""
    seat: str = ""
    """As it is said: "East-West", "North"."""
    boards: str = ""
    """Empty where nothing is played."""
    case: str = ""
    """The set they are of, where there are several."""
    partners: tuple[str, ...] = ()
    """Of a single player: one, or where seats change within the round, one after the other."""
    against: tuple[str, ...] = ()
    go: str = ""
    """How to come here: "Go up one table", "Stay"."""
    notes: tuple[str, ...] = ()
    """What else there is to know."""
    away: bool = False
    """Not in the room: yet to come, or gone home."""
    cancelled: bool = False
    """Played, and its scores do not count."""


class Evenings:
    """The evenings of all contestants of a section."""

    def __init__(self, section: Section) -> None:
        movement = section.movement
        self._section, self._movement, self._history = section, movement, movement.history
        self._travel = travel(movement, section.cases)
        self._teller = Teller(movement, section.boards, self._travel, section.letter)
        self._turned = arrow_turned(movement)
        self._steps = [claim for claim in claims_seen(movement) if isinstance(claim, Step)]
        self._party_tables = {party.table for party in parties(movement)}
        self._several_sets = len({copy.case for copy in self._travel.journeys}) > 1

    def of(self, contestant: int) -> tuple[Stop, ...]:
        """Return every round of a contestant, those without a seat too."""
        movement, none = self._movement, no_tables(self._movement)
        visits = movement.itinerary(movement.field.label(contestant))
        at = {visit.round: visit for visit in visits if visit.table not in none}
        return tuple(
            self._stop(contestant, at[round], at.get(round - 1))
            if round in at
            else Stop(round, away=contestant not in there(movement, round))
            for round in range(1, movement.rounds + 1)
        )

    def _stop(self, contestant: int, visit: Visit, before: Visit | None) -> Stop:
        movement = self._movement
        others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
        partner = others.pop(PARTNER.get(visit.seat, ""), "")
        partners: tuple[str, ...] = (partner,) if partner else ()
        if len(set(movement.swivel)) > 1 and visit.plays:
            partners = tuple(partners_in(movement, visit))
            others = {seat: label for seat, label in others.items() if label not in partners}
        return Stop(
            visit.round,
            visit.table,
            spoken_side(visit.seat),
            board_range(visit.group, self._section.boards) if visit.plays else "",
            self._case(visit),
            tuple(label for label in partners if label != EMPTY),
            tuple(label for label in others.values() if label != EMPTY),
            self._go(contestant, visit, before),
            tuple(self._notes(visit)),
            cancelled=self._history is not None and (visit.round, visit.table) in self._history.cancelled,
        )

    def _case(self, visit: Visit) -> str:
        copy = self._travel.plays_from(visit.table, visit.round)
        return self._section.set_name(copy.case) if copy and self._several_sets else ""

    def _go(self, contestant: int, visit: Visit, before: Visit | None) -> str:
        """Return how somebody comes to a table from the one before, by the rule where there is one."""
        if before is None:
            return say("Sit down") if visit.round == 1 else say("Go")
        if before.table == visit.table:
            return say("Stay") if before.seat == visit.seat else say("Stay, and change seats")
        for step in self._steps:
            if contestant in step.contestants and max(before.table, visit.table) <= step.tables:
                by = step.by[before.round - 1]
                if ring(before.table + by, step.tables) == visit.table:
                    return say("Go {far}", far=step_words(by))
        return say("Go")

    def _notes(self, visit: Visit) -> Iterator[str]:
        if told := self._teller.words(visit.table, visit.round):
            yield first_up(told)
        elif visit.plays and (sharing := self._sharing(visit)):
            yield say("shared with {tables}", tables=listed("table", sharing))
        if self._history and (visit.round, visit.table) in self._history.cancelled:
            yield say("this round is cancelled: the director gives both sides a score")
        if self._history and (visit.round, visit.table) in {one[:2] for one in self._history.deprived}:
            yield say("you get a score from the director for this round")
        if visit.table in self._party_tables:
            yield say("party table")
        if self._turned[visit.round - 1, visit.table - 1]:
            yield say("arrow switch")
        if visit.plays and (change := seat_change(self._movement, visit.seat)):
            yield change

    def _sharing(self, visit: Visit) -> list[int]:
        together = {*self._travel.sharers(visit.table, visit.round)}
        together.update(table for relay in self._travel.relays if visit.table in relay for table in relay)
        return sorted(together - {visit.table})
