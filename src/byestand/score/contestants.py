"""Who the numbers on slips are: with one winner a number is one pair, with two it is one of each line.

In an individual of four lines a number may be counted in each line anew, or through all of them; that shows at the
tables: where it is counted in each, somebody sits with others of the same number.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from byestand.model.line import EW, NS, Line

Winners: TypeAlias = Literal[1, 2, 4]
_LABEL = re.compile(r"[NE]\d+", re.ASCII)


class ContestantId(NamedTuple):
    """Somebody who is ranked."""

    section: str
    line: str
    """The line in which it is ranked: nothing where all are ranked together, ``NS``, ``EW``, or a seat."""
    number: str

    @property
    def label(self) -> str:
        """What it is called: ``N5``, or the number as it was written."""
        return f"{self.line[0]}{self.number}" if self.line in (NS, EW) else self.number


def seat_labels(seats: Iterable[ContestantId]) -> dict[ContestantId, str]:
    """Return the labels of all seats of a session, with the section where there are several."""
    listed = list(seats)
    several = len({seat.section for seat in listed}) > 1
    return {seat: (seat.section if several else "") + seat.label for seat in listed}


@dataclass(frozen=True, slots=True)
class Contestants:
    """The contestants of a session, by where they sit."""

    winners: Winners
    homes: "dict[tuple[str, str], str]"
    """The line of players who are counted through four lines, by section and number; empty where seats tell."""
    ranked_as: Mapping[ContestantId, ContestantId] = field(default_factory=dict)
    """Who is ranked for each seat, where contestants have changed seats since session 1; otherwise the seat itself."""

    def of(self, line: Line) -> tuple[ContestantId, ...]:
        """Return who is ranked for the seats of a line."""
        return tuple(self.ranked_as.get(seat, seat) for seat in self.seats(line))

    def seats(self, line: Line) -> tuple[ContestantId, ...]:
        """Return the seats of a line: whoever sits there is in this session called by them."""
        where = line.section
        if self.winners == 1:
            return tuple(ContestantId(where, "", number) for number in line.numbers)
        if self.winners == 2:
            sides = zip(line.sides, line.numbers, strict=True)
            return tuple(ContestantId(where, side, number) for side, number in sides)
        seats = zip(line.seats, line.numbers, strict=True)
        return tuple(ContestantId(where, self.homes.get((where, number), seat), number) for seat, number in seats)


def contestants(lines: Sequence[Line], winners: Winners | None = None) -> Contestants:
    """Return who plays; how many winners there are is seen where nobody says it."""
    chosen = winners or winners_seen(lines)
    return Contestants(chosen, _homes(lines) if chosen == 4 else {})


def winners_seen(lines: Sequence[Line]) -> Winners:
    """Return how many winners there seem to be: pairs that meet their own number, or never change sides, are two lines.

    Nobody plays against himself, and with one winner some pair sits both ways.
    """
    if any(line.is_individual for line in lines):
        return 1
    if any(_LABEL.fullmatch(number) for line in lines for number in line.numbers):
        return 1  # labels are left only where pairs of both lines sit in one column: each is a pair of its own
    if any(line.ns == line.ew for line in lines):
        return 2
    ns, ew = {(line.section, line.ns) for line in lines}, {(line.section, line.ew) for line in lines}
    return 1 if ns & ew else 2


def _homes(lines: Sequence[Line]) -> dict[tuple[str, str], str]:
    """Return the seat that each player has most often, where nobody ever sits with others of the same number."""
    if any(len(set(line.numbers)) < len(line.numbers) for line in lines):
        return {}
    seats: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for line in lines:
        for seat, number in zip(line.seats, line.numbers, strict=True):
            seats[line.section, number][seat] += 1
    return {who: counted.most_common(1)[0][0] for who, counted in seats.items()}
