"""What else to say with a plan: what was assumed, who sits where, what a club can prepare, what needs no file."""

from collections.abc import Iterator

from byestand.catalog.library import built_in_note
from byestand.plan.candidates import Candidate
from byestand.plan.room import Room
from byestand.plan.staying import seating

STANDING_STOCK = 3
ASSUMED = (
    "nobody said how many cases of boards there are: one or two are assumed, one where that is nearly as good; what"
    " needs more comes first only where nothing else is near, so say how many there are and the order may change"
)
STOCK = (
    "a third case need not be dealt for every game: a club can keep one set of three cases ready for the night that"
    " needs it"
)


def notes(room: Room, best: Candidate) -> Iterator[str]:
    """Yield the sentences, those about the room first."""
    if room.cases is None:
        yield ASSUMED
    if best.cases >= STANDING_STOCK > room.cases_at_hand:
        yield STOCK
    yield from seating(room.seats)
    yield from filter(None, map(built_in_note, best.way.names))
