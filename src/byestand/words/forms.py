"""What stands on paper to write on: short sentences for whoever fills it in, and for whoever adds it up."""

from collections.abc import Sequence

from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.numbers import numbered
from byestand.words.people import line_title, spoken_side
from byestand.words.roving import no_tables


def switch_on_slip(north_south: str) -> str:
    """Return what a slip says where the arrow is switched: who plays which cards."""
    return say("ARROW SWITCH: pair {pair} plays NS", pair=north_south)


def nothing_here(round: int) -> str:
    """Return what lies on a table in place of a slip where nothing is played in a round."""
    return say("Nobody plays here in round {round}.", round=round)


def with_other_sets(here: int, of: int, board: int, others: Sequence[str]) -> str:
    """Return what a traveller of one set says about the results of the others."""
    rest = "The other is" if of - here == 1 else "The others are"
    return say(
        "{here} of {of} results here. {rest} with board {board} of {sets}; the scorer puts them together.",
        rest=say(rest),
        here=here,
        of=of,
        board=board,
        sets=numbered("set", others),
    )


def copied_to(sets: Sequence[str]) -> str:
    """Return how the sheet is used on which the results of several sets come together."""
    return say("Copy the scores of {sets} here.", sets=numbered("set", sets))


def how_scored(plays: int, *, imps: bool) -> str:
    """Return how the points of a board are found, and what is the most of them."""
    if imps:
        return say("IMPs: the mean of the comparisons with all other scores.")
    return say("2 points for a worse score, 1 for an equal one; top {top}.", top=_top(plays))


def scored_by(plays: int, *, imps: bool) -> str:
    """Return what is written into a recap."""
    return say("IMPs") if imps else say("matchpoints, top {top}", top=_top(plays))


def _top(plays: int) -> int:
    return 2 * plays - 2


def recap_title(movement: Movement, line: int, *, short: bool = False) -> str:
    """Return whose recap it is: "North-South", "South", nothing for all; over the column of their numbers "NS"."""
    if len(movement.field.lines) == 1:
        return say("No.") if short else ""
    side = line_title(movement, line).partition(" ")[0]
    if short:
        return side if side in ("NS", "EW") else side[0]
    return spoken_side(side)


def recap_explained(movement: Movement, *, imps: bool) -> tuple[str, ...]:
    """Return what the figures of a recap are, and what is written beside them."""
    met = "the partner" if movement.is_individual else "the pair met"
    points = say("the IMPs") if imps else say("the matchpoints")
    return (
        say("Write {points} above the small figure, which is {met} on that board.", points=points, met=met),
        say("Carried: from an earlier session."),
        *(() if imps else (say("%: of the most possible on the boards played."),)),
    )


def entry_seat(section: Section, contestant: int) -> str:
    """Return where a contestant sits first: "table B5, East-West"; a rover that waits is told so."""
    movement = section.movement
    first = movement.next_round if movement.rounds_left else 1
    for table, seats in enumerate(movement.seats[first - 1].tolist(), start=1):
        if contestant in seats and table not in no_tables(movement):
            seat = movement.seat_names[seats.index(contestant)]
            return say("table {letter}{table}, {seat}", letter=section.letter, table=table, seat=spoken_side(seat))
    return say("no table in round {round}: sit out", round=first)
