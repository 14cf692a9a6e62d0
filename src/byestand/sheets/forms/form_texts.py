"""Texts on paper forms: short sentences for the players who fill them in and for the scorer."""

from collections.abc import Sequence

from byestand.flow.rover import tables_without_pairs
from byestand.language import say, say_many
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.numbers import join_items
from byestand.words.seats import seat_letter, spoken_side


def switch_on_slip(north_south: str) -> str:
    """Return the note on a pick-up slip of an arrow-switched round: which pair plays NS."""
    return say("ARROW SWITCH: pair {pair} plays NS", pair=north_south)


def nothing_here(round: int) -> str:
    """Return the note for a table that does not play in a round."""
    return say("Table not in play in round {round}.", round=round)


def with_other_sets(here: int, of: int, board: int, others: Sequence[str]) -> str:
    """Return where the other results of a traveller are, if there are several sets."""
    return say_many(
        "{here} of {of} results. The others are with board {board} of set {sets}.",
        "{here} of {of} results. The others are with board {board} of sets {sets}.",
        len(others),
        here=here,
        of=of,
        board=board,
        sets=join_items(others),
    )


def copied_to(sets: Sequence[str]) -> str:
    """Return the note on the sheet that combines the results of several sets."""
    return say_many(
        "Copy the scores of set {sets} here.", "Copy the scores of sets {sets} here.", len(sets), sets=join_items(sets)
    )


def scoring_note(plays: int, *, imps: bool) -> str:
    """Return how a board is scored, and its top."""
    if imps:
        return say("IMPs: average of the comparisons with all other scores.")
    return say("2 matchpoints per lower score, 1 per equal score; top {top}.", top=_top(plays))


def scored_by(plays: int, *, imps: bool) -> str:
    """Return what is written into a recap."""
    return say("IMPs") if imps else say("matchpoints, top {top}", top=_top(plays))


def _top(plays: int) -> int:
    return 2 * plays - 2


def recap_title(movement: Movement, line: int, *, short: bool = False) -> str:
    """Return the title of a recap: "North-South", "South", "" for one ranking; *short*: the heading of a column."""
    if len(movement.field.lines) == 1:
        return say("No.") if short else ""
    first = movement.field.before(line) + 1
    seat = movement.seat_names[int((movement.seats[0] == first).any(axis=0).argmax())]
    if short:
        return seat_letter(seat)
    return spoken_side(seat)


def recap_explained(movement: Movement, *, imps: bool) -> tuple[str, ...]:
    """Return the notes on a recap."""
    carried = say("Carried: from an earlier session.")
    if imps and movement.is_individual:
        return (say("Write the IMPs above the small number (the partner on that board)."), carried)
    if imps:
        return (say("Write the IMPs above the small number (the opponents on that board)."), carried)
    percentage = say("%: percentage of the maximum on the boards played.")
    if movement.is_individual:
        note = say("Write the matchpoints above the small number (the partner on that board).")
        return (note, carried, percentage)
    return (say("Write the matchpoints above the small number (the opponents on that board)."), carried, percentage)


def entry_seat(section: Section, contestant: int) -> str:
    """Return the starting seat of a contestant: "table B5, East-West"; a rover may have no table yet."""
    movement = section.movement
    first = movement.next_round if movement.remaining_rounds else 1
    for table, seats in enumerate(movement.seats[first - 1].tolist(), start=1):
        if contestant in seats and table not in tables_without_pairs(movement):
            seat = movement.seat_names[seats.index(contestant)]
            return say("table {letter}{table}, {seat}", letter=section.letter, table=table, seat=spoken_side(seat))
    return say("no table in round {round}: sit out", round=first)
