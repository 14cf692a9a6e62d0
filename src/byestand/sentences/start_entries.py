"""Where everyone starts: all players by surname, with their tables and seats."""

from dataclasses import dataclass

from byestand.flow.attendance import present_contestants
from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.people import split_names
from byestand.model.session import Section, Session
from byestand.words.names import alphabetical, split_name
from byestand.words.seats import seat_letter


@dataclass(frozen=True, slots=True)
class StartListEntry:
    """An entry of the list: a name, a table and a seat."""

    surname: str
    rest: str
    table: str
    seat: str
    """The seat or direction as in the movement: ``EW``, ``North``; empty without a table."""
    number: str = ""
    """The number of a pair or a player, if it is not the table number."""

    @property
    def direction(self) -> str:
        """The seat or direction in letters."""
        return seat_letter(self.seat) if self.seat else ""

    @property
    def letters(self) -> int:
        """The length of the name on a list."""
        return len(self.surname) + 1 + len(self.rest) + (1 + len(self.number) if self.number else 0)


def starters(session: Session) -> tuple[StartListEntry, ...]:
    """Return all players by surname, all sections in one list. Seats without a name come last."""
    known, unnamed = [], []
    for section in session:
        for contestant in present_contestants(section.movement, section.movement.rounds):
            places = _place(section, contestant)
            people = section.members(section.movement.field.label(contestant))
            names = [name for person in people if person.name for name in split_names(person.name)]
            known += [StartListEntry(*split_name(name), *places) for name in names]
            if not names:
                unnamed.append(StartListEntry("", say("no name yet"), *places))
    known.sort(key=lambda one: (alphabetical(one.surname), alphabetical(one.rest), one.surname, one.rest))
    return (*known, *unnamed) if known else ()


def _place(section: Section, contestant: int) -> tuple[str, str, str]:
    """Return table, seat and number of a contestant in the first round of the list."""
    movement = section.movement
    visits = movement.itinerary(movement.field.label(contestant))
    now = start_round(movement)
    number = str(movement.field.number(contestant)) if len(movement.field.lines) == 1 or movement.is_individual else ""
    here = next((visit for visit in visits if visit.round == now), None)
    if here is None or here.table in tables_without_pairs(movement):
        return say("out"), "", number
    return f"{section.letter}{here.table}", here.seat, number


def start_round(movement: Movement) -> int:
    """Return the round in which a list starts: the next one of a session under way."""
    return min(movement.next_round, movement.rounds)
