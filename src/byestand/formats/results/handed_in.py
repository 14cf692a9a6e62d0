"""What was handed in: the results of a session, and what else their file tells."""

from dataclasses import dataclass, field
from datetime import date

from byestand.formats.results.who import Seated
from byestand.model.line import Absent, Line
from byestand.score.against import Schedule
from byestand.score.findings import ResultFinding


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
