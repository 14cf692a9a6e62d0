"""The contestants behind the numbers on slips: with one winner a number is one pair, with two it is one in each line.

In an individual of four lines, numbers may start again in each line or run through all of them. If they start again,
players of the same number meet at some table.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from byestand.model.line import EW, NS, Line
from byestand.model.people import Contestant
from byestand.model.session import Session

Winners: TypeAlias = Literal[1, 2, 4]
_LABEL = re.compile(r"[NE]\d+", re.ASCII)


class ContestantId(NamedTuple):
    """A ranked pair or player."""

    section: str
    line: str
    """The line in which it is ranked: ``NS``, ``EW`` or a seat; empty if all are ranked together."""
    number: str

    @property
    def label(self) -> str:
        """The label: ``N5``, or the number as it was written."""
        return f"{self.line[0]}{self.number}" if self.line in (NS, EW) else self.number


KnownContestants: TypeAlias = Mapping[ContestantId, Contestant]
"""The contestants with known names."""


def seat_labels(seats: Iterable[ContestantId]) -> dict[ContestantId, str]:
    """Return the labels of all seats of a session, with the section if there are several."""
    all_seats = list(seats)
    has_sections = len({seat.section for seat in all_seats}) > 1
    return {seat: (seat.section if has_sections else "") + seat.label for seat in all_seats}


@dataclass(frozen=True, slots=True)
class Contestants:
    """The contestants of a session by their seats."""

    winners: Winners
    homes: "dict[tuple[str, str], str]"
    """The line of each player, by section and number, if numbers run through four lines; otherwise empty."""
    ranked_as: Mapping[ContestantId, ContestantId] = field(default_factory=dict)
    """The contestant of each seat, if contestants have changed seats since session 1; otherwise the seat itself."""

    def for_line(self, line: Line) -> tuple[ContestantId, ...]:
        """Return the contestants of a line."""
        return tuple(self.ranked_as.get(seat, seat) for seat in self.seats(line))

    def seats(self, line: Line) -> tuple[ContestantId, ...]:
        """Return the seats of a line, which identify the contestants within this session."""
        where = line.section
        if self.winners == 1:
            return tuple(ContestantId(where, "", number) for number in line.numbers)
        if self.winners == 2:
            sides = zip(line.sides, line.numbers, strict=True)
            return tuple(ContestantId(where, side, number) for side, number in sides)
        seats = zip(line.seats, line.numbers, strict=True)
        return tuple(ContestantId(where, self.homes.get((where, number), seat), number) for seat, number in seats)


def contestants(lines: Sequence[Line], winners: Winners | None = None) -> Contestants:
    """Return the contestants; without a number of *winners* it is inferred from the lines."""
    number = winners or infer_winners(lines)
    return Contestants(number, _homes(lines) if number == 4 else {})


def infer_winners(lines: Sequence[Line]) -> Winners:
    """Return the number of winners, inferred from the lines.

    There are two if a number meets itself, or if no number sits both ways: with one winner some pair does.
    """
    if any(line.is_individual for line in lines):
        return 1
    if any(_LABEL.fullmatch(number) for line in lines for number in line.numbers):
        return 1  # labels such as N5 are left only if pairs of both lines sit in one column
    if any(line.ns == line.ew for line in lines):
        return 2
    ns, ew = {(line.section, line.ns) for line in lines}, {(line.section, line.ew) for line in lines}
    return 1 if ns & ew else 2


def _homes(lines: Sequence[Line]) -> dict[tuple[str, str], str]:
    """Return the most frequent seat of each player; nothing if players of the same number ever meet."""
    if any(len(set(line.numbers)) < len(line.numbers) for line in lines):
        return {}
    seats: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for line in lines:
        for seat, number in zip(line.seats, line.numbers, strict=True):
            seats[line.section, number][seat] += 1
    return {player: counts.most_common(1)[0][0] for player, counts in seats.items()}


def known_by_sections(contestants: Iterable[ContestantId], session: Session) -> KnownContestants:
    """Return the known contestants, from the sections of a session."""
    known = {(section.letter, label): who for section in session for label, who in section.contestants.items()}
    return {ident: known[ident.section, ident.label] for ident in contestants if (ident.section, ident.label) in known}
