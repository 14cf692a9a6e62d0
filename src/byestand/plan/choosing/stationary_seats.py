"""Where pairs sit that must not move.

In every two-winner movement NS are stationary and EW move. Players who need an East or West chair still sit NS, at a
table that is turned by a quarter: boards have an arrow, chairs have no name. In a Howell a few pairs are stationary,
each at its own table, and the mat shows their direction: pairs that must not move get the numbers of those.
"""

from collections.abc import Iterator, Mapping

from byestand.language import say, say_many
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.room import Room, SeatRequest
from byestand.words.numbers import join_items


def assign_stationary_seats(made: Candidate, room: Room) -> Mapping[SeatRequest, int] | None:
    """Return the table of each seat requested; None if one of them is not available.

    NS have their tables. In a Howell a table without a stationary pair can exchange its number with one that has one,
    before play.
    """
    if not is_howell(made):
        tables = {seat: seat.table for seat in room.seats}
        return tables if set(tables.values()) <= set(made.staying_ns) else None
    given = {seat: seat.table for seat in room.seats if seat.table in made.stationary_tables}
    free = [table for table in made.stationary_tables if table not in given.values()]
    others = [seat for seat in room.seats if seat not in given]
    return given | dict(zip(others, free, strict=False)) if len(others) <= len(free) else None


def seating(made: Candidate, room: Room) -> Iterator[str]:
    """Yield where pairs sit that must not move, and what to do for it."""
    if is_howell(made):
        yield from _howell_seats(made, room)
        return
    plain = [seat for seat in room.seats if not seat.is_turned]
    turned = [seat for seat in room.seats if seat.is_turned]
    if plain:
        yield say(
            "NS pairs are stationary. Players who need {seats} play as {pairs}.",
            seats=join_items(plain),
            pairs=join_items(f"N{seat.table}" for seat in plain),
        )
    if turned:
        yield say_many(
            "EW pairs move. Players who need {seats} play as {pairs}: turn table {tables} by a quarter.",
            "EW pairs move. Players who need {seats} play as {pairs}: turn tables {tables} by a quarter.",
            len(turned),
            seats=join_items(turned),
            pairs=join_items(f"N{seat.table}" for seat in turned),
            tables=join_items(seat.table for seat in turned),
        )
        yield say("Mat and boards then point North to one of these players. Visitors take the other two chairs.")
    if turned and not plain:
        yield say(
            "Or let NS move instead of EW in the whole room. Read NS for EW on every sheet. EW are then stationary."
        )


def is_howell(made: Candidate) -> bool:
    """Return whether nearly everyone moves, with one ranking."""
    return len(made.measures.movement.field.lines) == 1 and not made.has_rover


def _howell_seats(made: Candidate, room: Room) -> Iterator[str]:
    """Yield which pair numbers of a Howell are for pairs that must not move."""
    given = assign_stationary_seats(made, room) or {}
    for seat, table in given.items():
        pair = made.stationary_tables[table]
        if seat.table == table:
            yield say(
                "Players who need {seat} play as pair {pair}, which is stationary at table {table}.",
                seat=seat,
                pair=pair,
                table=table,
            )
        else:
            yield say(
                "Players who need {seat} play as pair {pair}, which is stationary at table {table}."
                " Give their table the number {table}.",
                seat=seat,
                pair=pair,
                table=table,
            )
    if len(given) < room.stationary:
        free = {pair: table for table, pair in made.stationary_tables.items() if table not in given.values()}
        pairs = sorted(free)
        yield say_many(
            "Players who must not move play as pair {pairs}, which is stationary at table {tables}.",
            "Players who must not move play as one of pairs {pairs}, which are stationary at tables {tables}.",
            len(pairs),
            pairs=join_items(pairs),
            tables=join_items(free[pair] for pair in pairs),
        )
    if room.stationary:
        yield say(
            "Stationary pairs keep their seats. If the mat shows the other direction, turn the mat and the boards, not"
            " the players."
        )
