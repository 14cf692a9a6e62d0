"""What stands on a guide card beside its rows: which way to sit, how to change seats, what black means."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from byestand.language import say
from byestand.model.event import Switch
from byestand.model.movement import Movement, Visit
from byestand.words.numbers import ordinal
from byestand.words.people import SEATS_BY_LETTER

PARTNER = {"North": "South", "South": "North", "East": "West", "West": "East"}
"""Who sits opposite."""
SIT_OUT = say("sit out")
PARTY = say("party")
AFTER_SKIP = say("after skip")
NOTHING_TO_PLAY = say("Black boards: nothing to play, sit out.")
TURNED: dict[Switch, str] = {
    "boards": say("Black: boards a quarter turn."),
    "chairs": say("Black: change chairs."),
}


def sits(seats: Sequence[str], *, rover: bool) -> str:
    """Return which way to sit, where that never changes; nothing where it does."""
    if len(set(seats)) != 1:
        return say("the rover") if rover else ""
    seat = seats[0]
    if len(seat) > 2:
        return say("sit {seat}", seat=seat)
    return say("the rover: sit {seat}" if rover else "sit {seat} all evening", seat=seat)


def boards_alike(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the boards of a round that are played without a change of seats between them, together."""
    runs = groupby(enumerate(movement.swivel, start=1), key=lambda item: item[1])
    return tuple(tuple(board for board, _ in run) for _, run in runs)


def boards_words(boards: Sequence[int]) -> str:
    """Return which boards of a round these are: "2nd", "3-4"."""
    return ordinal(boards[0]) if len(boards) == 1 else f"{boards[0]}-{boards[-1]}"


def partners_in(movement: Movement, visit: Visit) -> Iterator[str]:
    """Yield the partner of a player on each board of the round, as the swivel has it; boards without a change once."""
    here = movement.seat_names.index(visit.seat)
    me = int(movement.seats[visit.round - 1, visit.table - 1, here])
    for boards in boards_alike(movement):
        seats = movement.seats_on(boards[0])[visit.round - 1, visit.table - 1].tolist()
        opposite = movement.seat_names.index(PARTNER[movement.seat_names[seats.index(me)]])
        yield movement.field.label(seats[opposite])


def seat_change(movement: Movement, seat: str) -> str:
    """Return what somebody does within a round who has come to a seat: "2nd board: sit East. Change back."."""
    if len(set(movement.swivel)) < 2:
        return ""
    moves = list(_changes(movement, seat))
    if not moves:
        both = len(movement.swivel) == 2
        return say("You keep your chair for both boards." if both else "You keep your chair for all boards.")
    return " ".join([*moves, say("Change back.")])


def _changes(movement: Movement, seat: str) -> Iterator[str]:
    before = seat
    for boards in boards_alike(movement):
        now = SEATS_BY_LETTER["NSEW"[movement.swivel[boards[0] - 1].index(seat[0])]]
        if now != before:
            phrase = "{which} board: sit {seat}." if len(boards) == 1 else "Boards {which}: sit {seat}."
            yield say(phrase, which=boards_words(boards), seat=now)
        before = now
