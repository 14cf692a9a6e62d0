"""Where contestants sit first."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model.movement import Movement
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.words.roving import no_tables


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a contestant sits first."""

    label: str
    """With several sections the letter first."""
    own: str
    """The same within its section."""
    table: int
    seat: str
    round: int
    """The first round with a seat."""
    name: str


def first_seats(setup: SessionSetup, section: SectionSetup, movement: Movement) -> Iterator[Seat]:
    """Yield where the contestants of a section sit first."""
    for contestant in movement.field.present:
        own = movement.field.label(contestant)
        first = next(visit for visit in movement.itinerary(own) if visit.table not in no_tables(movement))
        label = setup.seat_label(section.letter, own)
        yield Seat(label, own, first.table, first.seat, first.round, section.typed_name(own))
