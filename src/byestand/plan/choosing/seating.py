"""Where those sit who must not be asked to move.

In every movement of two lines NS stay and EW move. Whoever needs an East or West chair is seated NS all the same, at a
table that is turned a quarter: boards have an arrow, and chairs have no name. In a Howell a few pairs stay, each at its
own table, and which way they sit is a matter of the mat: whoever must not move gets the number of one of them.
"""

from collections.abc import Iterator, Mapping

from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.room import Room, Seat
from byestand.words.numbers import enumerated


def seats_given(made: Candidate, room: Room) -> Mapping[Seat, int] | None:
    """Return the table at which each seat that was named can be had; None where one of them cannot.

    NS have their tables. In a Howell a table at which nobody stays can change its number with one at which somebody
    does, before anybody has sat down.
    """
    if not is_howell(made):
        tables = {seat: seat.table for seat in room.seats}
        return tables if set(tables.values()) <= set(made.staying_ns) else None
    given = {seat: seat.table for seat in room.seats if seat.table in made.staying}
    free = [table for table in made.staying if table not in given.values()]
    others = [seat for seat in room.seats if seat not in given]
    return given | dict(zip(others, free, strict=False)) if len(others) <= len(free) else None


def seating(made: Candidate, room: Room) -> Iterator[str]:
    """Yield where those who must not move are seated, and what that takes."""
    if is_howell(made):
        yield from _by_number(made, room)
        return
    plain = [seat for seat in room.seats if not seat.is_turned]
    turned = [seat for seat in room.seats if seat.is_turned]
    if plain:
        pairs = enumerated(f"N{seat.table}" for seat in plain)
        yield f"NS pairs stay all night: whoever needs {enumerated(plain)} sits down as {pairs}"
    if turned:
        pairs, tables = enumerated(f"N{seat.table}" for seat in turned), enumerated(seat.table for seat in turned)
        yield (
            f"EW pairs move, so whoever needs {enumerated(turned)} sits down as {pairs} and stays, with table {tables}"
            " turned a quarter: mat and boards point North to one of them, and the others come to the two chairs beside"
        )
    if turned and not plain:
        yield (
            "or let the NS pairs move in place of the EW pairs in the whole room, reading NS for EW on every sheet:"
            " then all EW pairs stay, and no NS pair does"
        )


def is_howell(made: Candidate) -> bool:
    """Tell whether nearly everybody moves, in one field."""
    return len(made.measures.movement.field.lines) == 1 and not made.has_rover


def _by_number(made: Candidate, room: Room) -> Iterator[str]:
    """Yield who of a Howell gets which number."""
    given = seats_given(made, room) or {}
    for seat, table in given.items():
        there = "" if seat.table == table else f": let the table that suits them be table {table}"
        yield f"whoever needs {seat} sits down as pair {made.staying[table]}, who stays at table {table}{there}"
    if len(given) < room.stationary:
        free = {pair: table for table, pair in made.staying.items() if table not in given.values()}
        pairs, tables = sorted(free), [free[pair] for pair in sorted(free)]
        who = f"pair {pairs[0]}" if len(pairs) == 1 else f"one of pairs {enumerated(pairs)}"
        stay = "stays at table" if len(pairs) == 1 else "stay at tables"
        yield f"whoever must not move sits down as {who}, who {stay} {enumerated(tables)}"
    if room.stationary:
        yield (
            "pairs that stay keep their chairs, whichever these are: where the mat has them sit the other way, mat and"
            " boards are turned, not people"
        )
