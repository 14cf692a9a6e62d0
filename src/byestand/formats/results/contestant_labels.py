"""The results of a session, and the names of its contestants by seat in round 1, by section, or by a list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from os import PathLike
from typing import TypeAlias

from byestand.errors import BadRequest, FormatError
from byestand.formats.document import Chair
from byestand.formats.file_io import read_text
from byestand.formats.name_list import names_in
from byestand.formats.player_list import chairs_in
from byestand.language import say
from byestand.model.line import EW, NS, Absent, Line
from byestand.model.people import Contestant, Person
from byestand.score.contestants import ContestantId, KnownContestants
from byestand.score.findings import ResultFinding
from byestand.score.schedule import Schedule

StartingSeats: TypeAlias = Mapping[tuple[str, str, str], Contestant]
"""Contestants by section, side and number in round 1."""
FirstRound: TypeAlias = Mapping[str, Mapping[int, Sequence[str]]]
"""The numbers at the tables in round 1, by section and table: North-South first."""


@dataclass(frozen=True, slots=True)
class SessionResultFile:
    """The results of a session. Values that a file does not have are empty."""

    lines: tuple[Line, ...]
    schedules: tuple[Schedule, ...] = ()
    """The scheduled plays, section by section."""
    starting_seats: StartingSeats = field(default_factory=dict)
    findings: tuple[ResultFinding, ...] = ()
    """Notes about left out or unusual results."""
    day: date | None = None
    """The date of the last entered result."""

    @property
    def first_round(self) -> dict[str, dict[int, tuple[str, ...]]]:
        """The numbers at the tables in round 1, by section, as far as the file has them."""
        numbers: dict[str, dict[int, tuple[str, ...]]] = {}
        for schedule in self.schedules:
            for play in schedule.plays:
                if play.round == 1:
                    numbers.setdefault(schedule.letter, {}).setdefault(play.table, play.ns + play.ew)
        for line in self.lines:
            if line.round == 1 and line.table is not None:
                numbers.setdefault(line.section, {}).setdefault(line.table, line.numbers)
        return numbers

    @property
    def has_results(self) -> bool:
        """Whether there is any result, including boards not played."""
        return any(line.outcome is not Absent.MISSING for line in self.lines)


def seats_of(letter: str, first: Mapping[int, Sequence[int | str]], players: Mapping[Chair, Person]) -> StartingSeats:
    """Return the contestants of the numbers at the tables of round 1, from the players there."""
    contestants: dict[tuple[str, str, str], Contestant] = {}
    for table, numbers in first.items():
        north, south, east, west = (players.get(Chair(table, seat), Person("")) for seat in ("N", "S", "E", "W"))
        sides = ((NS, north, south), (EW, east, west))
        for side, *people in sides:
            own = numbers[: len(numbers) // 2] if side == NS else numbers[len(numbers) // 2 :]
            groups = [tuple(people)] if len(own) == 1 else [(person,) for person in people]
            for number, group in zip(own, groups, strict=True):
                if number and any(person.name or person.number for person in group):
                    contestants[letter, side, str(number)] = Contestant(group)
    return contestants


def known_by_seats(contestants: Iterable[ContestantId], seated: StartingSeats) -> KnownContestants:
    """Return the known contestants, from the seats in round 1; with one ranking the side does not matter."""
    known = {}
    for ident in contestants:
        for side in (ident.line,) if ident.line in (NS, EW) else (NS, EW):
            if contestant := seated.get((ident.section, side, ident.number)):
                known[ident] = contestant
    return known


def known_by_list(
    contestants: Sequence[ContestantId],
    path: str | PathLike[str],
    seats: Mapping[ContestantId, ContestantId],
    first_round: FirstRound,
    *,
    alone: bool,
) -> KnownContestants:
    """Return the known contestants, from a list by label or by chair in round 1 of session 1.

    In a single section labels need no letter. *seats* are the contestants of each seat in session 1.
    """
    text = read_text(path)
    if not contestants:
        return {}
    chairs = chairs_in(text, str(path), sorted({seat.section for seat in seats}))
    if chairs is not None:
        seated = known_by_seats(seats, _starting_seats(chairs, first_round, str(path)))
        return {seats[seat]: known for seat, known in seated.items()}
    error: BadRequest | None = None
    for lettered in (True, False):
        labels = {(ident.section if lettered else "") + ident.label: ident for ident in contestants}
        if len(labels) < len(contestants):
            continue
        try:
            names = names_in(text, tuple(labels))
        except BadRequest as bad:
            error = error or bad
        else:
            typed = ((labels[label], Contestant.parse(name)) for label, name in names.items())
            return {ident: known.as_player() if alone else known for ident, known in typed}
    if error:
        raise FormatError(str(path), str(error))
    raise FormatError(str(path), say("players of different lines have the same number; use a list by seats"))


def _starting_seats(
    chairs: Mapping[str, Mapping[Chair, Person]], first_round: FirstRound, source: str
) -> StartingSeats:
    """Return the contestants in round 1; raise for a table that the results do not have in round 1."""
    contestants: dict[tuple[str, str, str], Contestant] = {}
    for letter, players in chairs.items():
        tables = first_round.get(letter, {})
        if unknown := next((chair for chair in players if chair.table not in tables), None):
            reason = say("the results have no pairs for table {table} in round 1; add --movement", table=unknown.table)
            raise FormatError(source, reason)
        contestants |= seats_of(letter, tables, players)
    return contestants
