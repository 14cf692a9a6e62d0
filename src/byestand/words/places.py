"""What is said where a pair that came late takes the place of one that left: one sentence, and one card."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model.movement import Movement
from byestand.words.people import called
from byestand.words.phrases import first_up, say


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card for a pair that takes somebody's place."""

    title: str
    """``Pair E19``."""
    lines: tuple[str, ...]


def places_taken(movement: Movement) -> dict[int, int]:
    """Return whose place each pair takes that has come for the next round."""
    history = movement.history
    arriving = history.arriving(movement.next_round) if history else ()
    return {came: left for came, left in history.places if came in arriving} if history else {}


def place_sentence(movement: Movement, newcomer: int, section: str = "") -> str:
    """Return what a director says: "Pair E19: Take pair E3's place, table 7 EW in round 5."."""
    round, table, seat = _first_seat(movement, newcomer)
    return say(
        "{who}: Take {left}'s place, table {table} {seat} in round {round}.",
        who=first_up(_name(movement, newcomer, section)),
        left=_name(movement, places_taken(movement)[newcomer], section),
        table=table,
        seat=seat,
        round=round,
    )


def place_cards(movement: Movement, section: str = "") -> Iterator[PlaceCard]:
    """Yield a card for each pair that takes somebody's place."""
    for newcomer, leaver in places_taken(movement).items():
        round, table, seat = _first_seat(movement, newcomer)
        left = _name(movement, leaver, section)
        lines = (
            say("Take {left}'s place.", left=left),
            say("Round {round}: table {table}, {seat}.", round=round, table=table, seat=seat),
            say("Then go where {left} would have gone.", left=left),
            say("Where a mat or a list still says {label}, that is you.", label=movement.field.label(leaver, section)),
        )
        yield PlaceCard(first_up(_name(movement, newcomer, section)), lines)


def _first_seat(movement: Movement, contestant: int) -> tuple[int, int, str]:
    """Return the round, the table and the seat at which somebody first sits down."""
    visit = movement.itinerary(movement.field.label(contestant))[0]
    return visit.round, visit.table, visit.seat


def _name(movement: Movement, contestant: int, section: str) -> str:
    return f"{called(movement).one} {movement.field.label(contestant, section)}"
