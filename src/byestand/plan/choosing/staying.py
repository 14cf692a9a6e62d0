"""Who must not be asked to move, and in which seat: what people type, and what to tell them.

In every movement for pairs here NS stay and EW move. Whoever needs an East or West chair is seated NS all the same, at
a table that is turned a quarter: boards have an arrow, and chairs have no name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.words.numbers import enumerated

MOST_LETTERS = 40
_PART = re.compile(r"(?P<many>\d{1,3})|(?P<chair>[NSEW])(?P<table>\d{1,3})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair at a table, where somebody sits all night."""

    chair: str
    """N, S, E or W."""
    table: int

    def __str__(self) -> str:
        return f"{self.chair}{self.table}"

    @property
    def is_turned(self) -> bool:
        """Whether the table is turned, so that those who stay sit East and West."""
        return self.chair in "EW"


def who_stays(text: str) -> tuple[int, tuple[Seat, ...]]:
    """Return how many pairs must not move, and the seats that are named: ``2``, ``N3,E1`` or both, ``2,E1``.

    >>> who_stays("2"), who_stays("n3, 2")
    ((2, ()), (3, (Seat(chair='N', table=3),)))
    """
    many = 0
    seats: dict[tuple[int, bool], Seat] = {}
    for part in text.replace(",", " ").split():
        found = _PART.fullmatch(part)
        if not found:
            raise BadRequest(
                f"say how many pairs must not move, or in which seats, like N3,E1: {text[:MOST_LETTERS]!r}"
            )
        if found["many"]:
            many += int(found["many"])
        else:
            seat = Seat(found["chair"].upper(), int(found["table"]))
            seats.setdefault((seat.table, seat.is_turned), seat)  # N3 and S3 are partners
    return many + len(seats), tuple(seats.values())


def seating(seats: Sequence[Seat]) -> Iterator[str]:
    """Yield where those who must not move are seated, and what that takes."""
    plain = [seat for seat in seats if not seat.is_turned]
    turned = [seat for seat in seats if seat.is_turned]
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
