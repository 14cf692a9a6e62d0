"""Texts on the mat of a table: notes, and bands across the rounds."""

from collections.abc import Iterator, Sequence

from byestand.flow.arrows import home_at
from byestand.flow.attendance import sitting_out_at
from byestand.flow.rover import displacement_at, is_unused
from byestand.language import phrase, say, say_many
from byestand.model.boards import Boards
from byestand.model.event import Switch
from byestand.model.session import Section
from byestand.sentences.boards import board_range, plural_count, sharing_instruction
from byestand.words.numbers import join_items, short_list
from byestand.words.people import number_title
from byestand.words.seats import seat_text

STAYS = phrase("you stay")
DIRECTOR = phrase("the director")
COLLECTED = phrase("Leave the boards here: the director collects them.")
EMPTY = phrase("empty seat")
NOBODY_HERE = phrase("TABLE EMPTY")
NOTHING_TO_PLAY = phrase("NO BOARDS THIS ROUND")
AT_DIRECTOR = phrase("Boards not in play are at the director's table.")
SITTING_OUT = phrase("Sitting out? Do not open the boards. Pass them on as usual.")
CHECK_PAIRS = phrase("Check pair and board numbers before you play.")
CHECK_PLAYERS = phrase("Check all numbers before you play.")
BY_INVITATION = phrase("By invitation only. A pair plays one round here when the rover takes its seat.")
MET_BEFORE = phrase("Repeat opponents, new boards.")


def sharing_notes(
    tables: Sequence[int], boards: Boards | None, *, always: bool, but_where_told: bool = False
) -> Iterator[str]:
    """Yield how boards are shared with other tables: all session, or in the rounds that show it."""
    instruction = sharing_instruction(1 + len(tables), boards)
    if always and but_where_told:
        note = say_many(
            "Share boards with table {tables}, except where a round shows otherwise.",
            "Share boards with tables {tables}, except where a round shows otherwise.",
            len(tables),
            tables=short_list(tables),
        )
    elif always:
        note = say_many(
            "Share boards with table {tables} in every round.",
            "Share boards with tables {tables} in every round.",
            len(tables),
            tables=short_list(tables),
        )
    else:
        note = say("In some rounds you share boards.")
    if always or instruction:
        yield " ".join(filter(None, (note, instruction)))


def next_boards(spot: str, *, in_front: bool) -> str:
    """Return where the next boards come from; on a bye stand they are at the front."""
    if in_front:
        return say("Next boards: front of {spot}.", spot=spot)
    return say("Next boards: from {spot}.", spot=spot)


def own_set(name: str) -> str:
    """Return where the boards of the party table come from."""
    return say("This table has its own set, {name}. Take the boards of the round. Put them back after it.", name=name)


def visitors_note(first: str, last: str) -> str:
    """Return which pairs visit a table."""
    return say("Visiting pairs are {first} to {last}. Keep your number all session.", first=first, last=last)


def turn_band(section: Section, table: int, *, before: bool, now: bool, switch: Switch = "boards") -> str:
    """Return that an arrow switch begins or ends at a table; nothing where it does neither."""
    if before == now:
        return ""
    home = home_at(section.movement, table)
    band = _turn_text(switch, begins=now)
    if not home.contestant:
        return band
    pair, side = (
        number_title(section.movement, home.contestant, section.letter),
        seat_text(home.other if now else home.side),
    )
    if switch == "boards":
        return f"{band} {say('{pair} plays {side}.', pair=pair, side=side)}"
    return f"{band} {say('{pair} sits {side}.', pair=pair, side=side)}"


def _turn_text(switch: Switch, *, begins: bool) -> str:
    if switch == "boards":
        if begins:
            return say("ARROW SWITCH: keep your seats, turn the boards a quarter turn.")
        return say("END OF ARROW SWITCH: boards the normal way round.")
    if begins:
        return say("ARROW SWITCH: change seats with your opponents.")
    return say("END OF ARROW SWITCH: return to your normal seats.")


def skip_band(who: str, table: int) -> str:
    """Return where those at a table go at the skip.

    >>> skip_band("EW", 10)
    'SKIP: EW go to table 10, one table further than usual.'
    """
    return say("SKIP: {who} go to table {table}, one table further than usual.", who=who, table=table)


def rover_band(section: Section, table: int, round: int) -> str:
    """Return that a rover sits at a table, and where the displaced pair plays; nothing without a rover."""
    displacement = displacement_at(section.movement, table, round)
    if displacement is None:
        return ""
    party, guest, side = displacement
    if not guest:
        return say("Rover here.")
    pair = number_title(section.movement, guest, section.letter)
    if is_unused(section.movement, party, round):
        return say("Rover here. {pair}: sit out this round.", pair=pair)
    if len(section.movement.field.lines) == 1:
        return say(
            "Rover here. {pair}: play this round at table {table}, {side}.",
            pair=pair,
            table=party.table,
            side=seat_text(side),
        )
    return say("Rover here. {pair}: play this round at table {table}.", pair=pair, table=party.table)


def sit_out_plate(section: Section, table: int, round: int) -> str:
    """Return who sits out at a table, "N7 SITS OUT"; nothing where it is played, or empty."""
    movement = section.movement
    here = sitting_out_at(movement, table, round)
    if not here:
        return ""
    numbers = join_items(movement.field.label(contestant, section.letter) for contestant in here)
    if len(movement.field.lines) == 2:
        return say_many("{numbers} SITS OUT", "{numbers} SIT OUT", len(here), numbers=numbers)
    if movement.is_individual:
        return say_many("PLAYER {numbers} SITS OUT", "PLAYERS {numbers} SIT OUT", len(here), numbers=numbers)
    return say_many("PAIR {numbers} SITS OUT", "PAIRS {numbers} SIT OUT", len(here), numbers=numbers)


def share_band(group: int, tables: Sequence[int], boards: Boards | None) -> str:
    """Return with which tables the boards of a round are shared.

    >>> share_band(1, [16], Boards(2))
    'Share boards 1-2 with table 16.'
    """
    numbers, others, count = board_range(group, boards), short_list(tables), len(tables)
    if boards is None:
        return say_many(
            "Share group {numbers} with table {tables}.",
            "Share group {numbers} with tables {tables}.",
            count,
            numbers=numbers,
            tables=others,
        )
    if plural_count(boards) == 1:
        return say_many(
            "Share board {numbers} with table {tables}.",
            "Share board {numbers} with tables {tables}.",
            count,
            numbers=numbers,
            tables=others,
        )
    return say_many(
        "Share boards {numbers} with table {tables}.",
        "Share boards {numbers} with tables {tables}.",
        count,
        numbers=numbers,
        tables=others,
    )


def stayer_note(section: Section, pair: int) -> str:
    """Return the note on the mat of a stationary pair that changes sides."""
    title = number_title(section.movement, pair, section.letter)
    number = section.movement.field.number(pair)
    return say("{pair} stays. Find {number} in the line of the round: it shows your side.", pair=title, number=number)
