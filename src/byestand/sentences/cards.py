"""Texts on a guide card beside its rows: which way to sit, and how to change seats."""

from collections.abc import Iterator, Sequence

from byestand.flow.itinerary import seats_within_round
from byestand.language import phrase, say
from byestand.model.event import Switch
from byestand.model.movement import Movement
from byestand.words.numbers import ordinal
from byestand.words.seats import seat_text, spoken_side

SIT_OUT = phrase("sit out")
PARTY = phrase("party")
AFTER_SKIP = phrase("after skip")
NOTHING_TO_PLAY = phrase("Black boards: no boards to play, sit out.")
SWITCH_NOTES: dict[Switch, str] = {
    "boards": phrase("Black: turn the boards a quarter turn."),
    "chairs": phrase("Black: change seats."),
}


def sits(seats: Sequence[str], *, rover: bool) -> str:
    """Return which way to sit, where this never changes; nothing where it does."""
    if len(set(seats)) != 1:
        return say("rover") if rover else ""
    seat = seats[0]
    if len(seat) > 2:
        return say("sit {seat}", seat=spoken_side(seat))
    return (
        say("rover: sit {side}", side=seat_text(seat)) if rover else say("sit {side} all session", side=seat_text(seat))
    )


def boards_words(boards: Sequence[int]) -> str:
    """Return which boards of a round these are: "2nd", "3-4"."""
    return ordinal(boards[0]) if len(boards) == 1 else f"{boards[0]}-{boards[-1]}"


def seat_change(movement: Movement, seat: str) -> str:
    """Return the seat changes within a round from a seat: "2nd board: sit East. Then return to your own seat."."""
    if len(set(movement.swivel)) < 2:
        return ""
    changes = list(_changes(movement, seat))
    if changes:
        return " ".join([*changes, say("Then return to your own seat.")])
    if len(movement.swivel) == 2:
        return say("You keep your seat for both boards.")
    return say("You keep your seat for all boards.")


def _changes(movement: Movement, seat: str) -> Iterator[str]:
    for boards, letter in seats_within_round(movement, seat):
        to = spoken_side(letter)
        if len(boards) == 1:
            yield say("{ordinal} board: sit {seat}.", ordinal=ordinal(boards[0]), seat=to)
        else:
            yield say("Boards {first}-{last}: sit {seat}.", first=boards[0], last=boards[-1], seat=to)
