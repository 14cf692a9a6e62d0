"""A night with its results: what is played in each section, and every line that is known of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from byestand.errors import BadRequest, FormatError
from byestand.formats.results import csv
from byestand.formats.results.who import known_by_sections
from byestand.model.event import Event
from byestand.model.line import Absent, Line
from byestand.model.scoring import Scoring, Sections
from byestand.model.session import Section, Session
from byestand.night.night import MOST_RESULTS, Night, loads
from byestand.score.against import Schedule
from byestand.score.book import Book, everybody
from byestand.score.contestants import Winners
from byestand.score.night import score_night
from byestand.server.jobs.job import job
from byestand.server.questions import sections_of
from byestand.words.titles import spoken_title

REMEMBERED = 8
"""Results that were read last: while somebody types, each page begins with what the one before ended with."""
_OLD_SPLIT = re.compile(r"(?<=,)(100|0)/(100|0)(?=,)")
"""A split score without signs: older nights contain it, and ``written.outcome`` refuses it now."""
LAST = 1_000
"""Where lines stand of which nobody knows the round or the table."""


@dataclass(frozen=True, eq=False)
class Evening:
    """What was to be played, and what is known of it."""

    night: Night
    sections: tuple[Section, ...]
    """As they are spoken of: a single one without its letter."""
    schedules: tuple[Schedule, ...]
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, night: Night) -> "Evening":
        """Return a night as it is kept."""
        if not night.sections:
            raise BadRequest("this night has no movement yet: results are typed when it is known what is played")
        sections = sections_of(night)
        if len({section.movement.is_individual for section in sections}) > 1:
            raise BadRequest("results of pairs and of single players are typed in nights of their own")
        if len(sections) == 1:
            sections = (replace(sections[0], letter=""),)
        schedules = tuple(Schedule.of(section, section.boards) for section in sections if section.boards)
        return cls(night, sections, schedules, lines_of(night))

    @property
    def winners(self) -> Winners:
        """How many lines are ranked apart."""
        return max(schedule.winners for schedule in self.schedules)

    @property
    def is_individual(self) -> bool:
        """Whether single players are ranked."""
        return self.sections[0].movement.is_individual

    @property
    def sections_compared(self) -> Sections:
        """Whether results are compared in one field or within each section, as the night has it."""
        return "apart" if self.night.sections_apart else "field"

    def book(self, rules: Scoring | None = None, event: Event | None = None) -> Book:
        """Return everything that pages tell of it, as an *event* has it; the night decides how sections compare."""
        rules = replace(rules or Scoring(), sections=self.sections_compared)
        night = score_night([self.lines], rules, schedules=self.schedules)
        played = ", ".join(dict.fromkeys(spoken_title(section.movement) for section in self.sections))
        people = known_by_sections(everybody(night), Session(self.sections))
        return Book(night, event or Event(), people, played)

    def is_cancelled(self, line: Line) -> bool:
        """Tell whether a line is a score that does not count, because what was played there is cancelled."""
        plays = (one.play_of(line) for one in self.schedules if one.letter == line.section)
        return any(play is not None and not play.counts(line) for play in plays)

    def placed(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Return lines with the rounds and tables in which they were to be played, as far as they were.

        One without a result says nothing that the movement does not: it is missing, with a line or without. A score
        that is cancelled is left out.
        """
        found: list[Line] = []
        for schedule in self.schedules:
            own = schedule.held_against([line for line in lines if line.section == schedule.letter])[0]
            found += (
                replace(line, number=0)
                for line in own
                if line.outcome not in (Absent.MISSING, Absent.CANCELLED) or schedule.play_of(line) is None
            )
        return in_order(found)


def lines_of(night: Night) -> tuple[Line, ...]:
    """Return the results of a night; each of a section that it has."""
    found = _read(night.results) if night.results else ()
    letters = [section.letter for section in night.sections] if len(night.sections) > 1 else [""]
    if stranger := next((line for line in found if line.section not in letters), None):
        raise BadRequest(f"there are results of a section that this night has not: {stranger.section!r}")
    return found


@lru_cache(maxsize=REMEMBERED)
def _read(results: str) -> tuple[Line, ...]:
    signed = _OLD_SPLIT.sub(r"+\1/+\2", results)
    return tuple(replace(line, number=0) for line in csv.parse_rows(signed, "the results"))


def as_kept(lines: Sequence[Line]) -> str:
    """Return results as a night keeps them."""
    text = csv.dumps(in_order(lines)) if lines else ""
    if len(text) > MOST_RESULTS:
        raise FormatError("the results", f"there is room for {MOST_RESULTS} letters of results in a night")
    return text


@job("quick")
def relettered(contents: str, letters: Sequence[str]) -> str:
    """Return the results of a night whose sections get other letters."""
    night = loads(contents)
    new = dict(zip((section.letter for section in night.sections), letters, strict=True))
    lines = [replace(line, section=new.get(line.section, line.section)) for line in lines_of(night)]
    return as_kept(lines)


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines section by section and board by board, as they were played."""
    return tuple(
        sorted(lines, key=lambda line: (line.section, line.board, line.round or LAST, line.table or LAST, line.numbers))
    )
