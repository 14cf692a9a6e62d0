"""The rounds of one contestant in words, for phones."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.flow.board_travel import travel
from byestand.flow.itinerary import ArrivalKind, Itineraries, RoundStop
from byestand.flow.rover import hosts_of
from byestand.language import say, say_many
from byestand.model.session import Section
from byestand.sentences.boards import board_range
from byestand.sentences.cards import seat_change
from byestand.sentences.change_slips import SlipWriter
from byestand.words.numbers import number_word, short_list
from byestand.words.seats import spoken_side


@dataclass(frozen=True, slots=True)
class ItineraryStop:
    """One round of a contestant."""

    round: int
    table: int = 0
    """0 without a seat."""
    seat: str = ""
    """As it is announced: "East-West", "North"."""
    seat_code: str = ""
    """As in the movement: ``EW``, ``North``."""
    boards: str = ""
    """Empty for a sit-out."""
    case: str = ""
    """The set of the boards, where there are several."""
    partners: tuple[str, ...] = ()
    """Of a player: one, or several where seats change within the round."""
    opponents: tuple[str, ...] = ()
    go: str = ""
    """How to get here: "Go up one table", "Stay"."""
    notes: tuple[str, ...] = ()
    away: bool = False
    """Not in the room: not arrived yet, or gone."""
    cancelled: bool = False
    """Played, but its scores do not count."""


class ItineraryTexts:
    """The rounds of all contestants of a section."""

    def __init__(self, section: Section) -> None:
        movement = section.movement
        self._section, self._movement = section, movement
        self._itineraries = Itineraries(section)
        self._teller = SlipWriter(movement, section.boards, travel(movement, section.cases), section.letter)

    def itinerary_of(self, contestant: int) -> tuple[ItineraryStop, ...]:
        """Return every round of a contestant, including those without a seat."""
        return tuple(
            self._text(stop, contestant) if stop else self._without_seat(contestant, round)
            for round, stop in self._itineraries.itinerary_of(contestant)
        )

    def _without_seat(self, contestant: int, round: int) -> ItineraryStop:
        return ItineraryStop(round, away=self._itineraries.is_away(contestant, round))

    def _text(self, stop: RoundStop, contestant: int) -> ItineraryStop:
        visit = stop.visit
        if stop.is_party and not visit.plays and contestant not in hosts_of(self._movement):
            # A displaced pair has no reason to go to a party table without boards.
            notes = (say("The director will award a score for this round."),) if stop.is_deprived else ()
            return ItineraryStop(visit.round, notes=notes)
        return ItineraryStop(
            visit.round,
            visit.table,
            spoken_side(visit.seat),
            visit.seat,
            board_range(visit.group, self._section.boards) if visit.plays else "",
            self._section.set_name(stop.case) if stop.case else "",
            stop.partners,
            stop.opponents,
            _go_text(stop),
            tuple(self._notes(stop)),
            cancelled=stop.is_cancelled,
        )

    def _notes(self, stop: RoundStop) -> Iterator[str]:
        visit = stop.visit
        if changed := self._teller.words(visit.table, visit.round):
            yield changed
        elif visit.plays and stop.shares_with:
            yield say_many(
                "shared with table {tables}",
                "shared with tables {tables}",
                len(stop.shares_with),
                tables=short_list(stop.shares_with),
            )
        if stop.is_cancelled:
            yield say("this round is cancelled: the director awards a score to both sides")
        if stop.is_deprived:
            yield say("The director will award a score for this round.")
        if stop.is_party:
            yield say("party table")
        if stop.is_switched:
            yield say("arrow switch")
        if visit.plays and (change := seat_change(self._movement, visit.seat)):
            yield change


def _go_text(stop: RoundStop) -> str:
    match stop.arrival:
        case ArrivalKind.FIRST:
            return say("Sit down")
        case ArrivalKind.STAY:
            return say("Stay")
        case ArrivalKind.CHANGE_SEATS:
            return say("Stay, and change seats")
        case ArrivalKind.STEP if stop.step > 0:
            return say_many("Go up {count} table", "Go up {count} tables", stop.step, count=number_word(stop.step))
        case ArrivalKind.STEP:
            by = -stop.step
            return say_many("Go down {count} table", "Go down {count} tables", by, count=number_word(by))
        case ArrivalKind.OTHER:
            return say("Go")
