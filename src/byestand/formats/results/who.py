"""What was handed in of a night, and who its contestants are: by seat in round 1, by section, or by a list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from os import PathLike
from typing import TypeAlias

from byestand.errors import BadRequest, FormatError
from byestand.formats.document import Chair
from byestand.formats.files import read_text
from byestand.formats.names import names_in
from byestand.formats.people import chairs_in
from byestand.model.line import EW, NS, Absent, Line
from byestand.model.people import Contestant, Person
from byestand.model.session import Session
from byestand.score.against import Schedule
from byestand.score.contestants import ContestantId
from byestand.score.findings import ResultFinding

Seated: TypeAlias = Mapping[tuple[str, str, str], Contestant]
"""Who sat where first: by section, side and number."""
FirstRound: TypeAlias = Mapping[str, Mapping[int, Sequence[str]]]
"""The numbers at the tables in round 1, by section and table: North-South first."""
Known: TypeAlias = Mapping[ContestantId, Contestant]
"""Who each contestant is, as far as that is known."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The results of a session. What a file does not say is empty."""

    lines: tuple[Line, ...]
    schedules: tuple[Schedule, ...] = ()
    """What was to be played, section by section."""
    seated: Seated = field(default_factory=dict)
    findings: tuple[ResultFinding, ...] = ()
    """What was left out, or is odd."""
    day: date | None = None
    """When the last result was entered."""

    @property
    def first_round(self) -> dict[str, dict[int, tuple[str, ...]]]:
        """The numbers at the tables in round 1, by section, as far as the file tells."""
        found: dict[str, dict[int, tuple[str, ...]]] = {}
        for schedule in self.schedules:
            for play in schedule.plays:
                if play.round == 1:
                    found.setdefault(schedule.letter, {}).setdefault(play.table, play.ns + play.ew)
        for line in self.lines:
            if line.round == 1 and line.table is not None:
                found.setdefault(line.section, {}).setdefault(line.table, line.numbers)
        return found

    @property
    def has_results(self) -> bool:
        """Whether anything is known of any board, be it that it was not to be played."""
        return any(line.outcome is not Absent.MISSING for line in self.lines)


def seats_of(letter: str, first: Mapping[int, Sequence[int | str]], players: Mapping[Chair, Person]) -> Seated:
    """Return who the numbers at the tables of round 1 are, from who sits there."""
    found: dict[tuple[str, str, str], Contestant] = {}
    for table, numbers in first.items():
        north, south, east, west = (players.get(Chair(table, seat), Person("")) for seat in ("N", "S", "E", "W"))
        sides = ((NS, north, south), (EW, east, west))
        for side, *people in sides:
            own = numbers[: len(numbers) // 2] if side == NS else numbers[len(numbers) // 2 :]
            groups = [tuple(people)] if len(own) == 1 else [(person,) for person in people]
            for number, group in zip(own, groups, strict=True):
                if number and any(person.name or person.number for person in group):
                    found[letter, side, str(number)] = Contestant(group)
    return found


def known_by_seats(contestants: Iterable[ContestantId], seated: Seated) -> Known:
    """Return who contestants are, from who sat where first; where all are ranked together sides do not matter."""
    found = {}
    for one in contestants:
        for side in (one.line,) if one.line in (NS, EW) else (NS, EW):
            if known := seated.get((one.section, side, one.number)):
                found[one] = known
    return found


def known_by_sections(contestants: Iterable[ContestantId], session: Session) -> Known:
    """Return who contestants are, from the sections that they play in."""
    known = {(section.letter, label): who for section in session for label, who in section.contestants.items()}
    return {one: known[one.section, one.label] for one in contestants if (one.section, one.label) in known}


def known_by_list(
    contestants: Sequence[ContestantId],
    path: str | PathLike[str],
    seats: Mapping[ContestantId, ContestantId],
    first_round: FirstRound,
    *,
    alone: bool,
) -> Known:
    """Return who contestants are, from a list by their labels or by their chairs in round 1 of session 1.

    In a single section labels need no letter. *seats* says who sits in each seat in session 1.
    """
    text = read_text(path)
    if not contestants:
        return {}
    chairs = chairs_in(text, str(path), sorted({seat.section for seat in seats}))
    if chairs is not None:
        seated = known_by_seats(seats, _seated(chairs, first_round, str(path)))
        return {seats[seat]: known for seat, known in seated.items()}
    refused: BadRequest | None = None
    for lettered in (True, False):
        labels = {(one.section if lettered else "") + one.label: one for one in contestants}
        if len(labels) < len(contestants):
            continue
        try:
            named = names_in(text, tuple(labels))
        except BadRequest as bad:
            refused = refused or bad
        else:
            typed = ((labels[label], Contestant.parse(name)) for label, name in named.items())
            return {one: known.as_player() if alone else known for one, known in typed}
    reason = refused or "players of different lines have the same number: a list cannot tell them apart"
    raise FormatError(str(path), str(reason))


def _seated(chairs: Mapping[str, Mapping[Chair, Person]], first_round: FirstRound, source: str) -> Seated:
    """Return who sits where in round 1; refuse chairs of which the results do not tell whose they are."""
    found: dict[tuple[str, str, str], Contestant] = {}
    for letter, players in chairs.items():
        tables = first_round.get(letter, {})
        if lacking := next((chair for chair in players if chair.table not in tables), None):
            reason = f"the results do not say who sits at table {lacking.table} in round 1: add --movement"
            raise FormatError(source, reason)
        found |= seats_of(letter, tables, players)
    return found
