"""A session with its results, for workers: schedules, lines, the results book and the standings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import say
from byestand.model.line import Absent, Line
from byestand.model.session import Section, Session
from byestand.model.setup import SessionSetup
from byestand.night.results import UNPLACED, Results
from byestand.night.state import NightState
from byestand.score.book import Book, everybody
from byestand.score.contestants import Winners, known_by_sections
from byestand.score.schedule import Schedule
from byestand.score.score_format import with_plus
from byestand.score.score_sessions import score_night
from byestand.sentences.result_pages import PersonalPage, Ranking, personal_pages, rankings
from byestand.sentences.scoring_explanation import not_final_text
from byestand.session.resolve import resolve
from byestand.session.section_results import SectionResults, require_known_sections
from byestand.words.titles import spoken_title

MAX_FINDINGS = 60
"""On a page; the json file has all."""


@dataclass(frozen=True, eq=False)
class SessionResults:
    """The schedules and the results of a session."""

    setup: SessionSetup
    sections: tuple[Section, ...]
    """As on pages: a single section has no letter."""
    schedules: tuple[Schedule, ...]
    results: Results

    @classmethod
    def from_night(cls, state: NightState) -> "SessionResults":
        """Return the results of a session; it reads the parts setup, people and results."""
        setup = state.setup
        if not setup.sections:
            raise BadRequest(say("this session has no movement yet; choose one before entering results"))
        sections = resolve(setup).sections
        if len({section.movement.is_individual for section in sections}) > 1:
            raise BadRequest(say("pairs results and individual results cannot be in the same session"))
        require_known_sections(state.results, (section.letter for section in setup.sections))
        schedules = tuple(Schedule.from_section(section, section.boards) for section in sections if section.boards)
        return cls(setup, sections, schedules, state.results)

    @property
    def title(self) -> str:
        """The title of the session."""
        return self.setup.event.title

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line, in the order of play."""
        return self.results.lines(has_letters=self.setup.has_letters)

    @cached_property
    def by_section(self) -> tuple[SectionResults, ...]:
        """Each section with its results."""
        letters = (
            setup.letter for setup, section in zip(self.setup.sections, self.sections, strict=True) if section.boards
        )
        return tuple(
            SectionResults(letter, schedule, self.results)
            for letter, schedule in zip(letters, self.schedules, strict=True)
        )

    @property
    def winners(self) -> Winners:
        """The number of winners."""
        return max(schedule.winners for schedule in self.schedules)

    @property
    def is_individual(self) -> bool:
        """Whether it is an individual event."""
        return self.sections[0].movement.is_individual

    def stored_letter(self, section: str) -> str:
        """Return the stored letter of a section, given by its letter on pages."""
        return section or self.setup.sections[0].letter

    def book(self, lines: Sequence[Line] | None = None) -> Book:
        """Return the results book with the scoring of the session, perhaps for other *lines*."""
        night = score_night([self.lines if lines is None else lines], self.setup.scoring, schedules=self.schedules)
        played = ", ".join(dict.fromkeys(spoken_title(section.movement) for section in self.sections))
        known = known_by_sections(everybody(night), Session(self.sections))
        return Book(night, self.setup.event, known, played)

    def is_cancelled(self, line: Line) -> bool:
        """Return whether the score of a line is cancelled."""
        plays = (schedule.play_of(line) for schedule in self.schedules if schedule.letter == line.section)
        return any(play is not None and not play.counts(line) for play in plays)

    def place(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Return lines with their scheduled rounds and tables.

        Scheduled lines without a result, or with a cancelled score, are left out.
        """
        return in_order([line for schedule in self.schedules for line in _place_results(schedule, lines)])


def _place_results(schedule: Schedule, lines: Sequence[Line]) -> Iterator[Line]:
    placed, _ = schedule.held_against([line for line in lines if line.section == schedule.letter])
    for line in placed:
        if line.outcome not in (Absent.MISSING, Absent.CANCELLED) or schedule.play_of(line) is None:
            yield replace(line, number=0)


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines by section and board, in the order of play."""
    return tuple(
        sorted(
            lines,
            key=lambda line: (line.section, line.board, line.round or UNPLACED, line.table or UNPLACED, line.numbers),
        )
    )


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking, and the results of each contestant."""

    unit: str
    """Of the figures: "%" or "IMPs"."""
    is_in_imps: bool
    rankings: tuple[Ranking, ...]
    personal: Mapping[str, PersonalPage] = field(default_factory=dict)
    """By label."""
    not_final: str = ""
    """Why the ranking is not final; empty if it is."""


@job("quick", reads={"setup", "people", "results"})
def standings(id: int, state: NightState) -> Standings:
    """Return the standings of a session with published results."""
    del id
    book = SessionResults.from_night(state).book()
    ranked, pages = rankings(book), personal_pages(book)
    contestants = [entry.contestant for ranked_list in book.lists for entry in ranked_list.contestants]
    if book.in_imps:
        ranked = tuple(
            ranking._replace(places=tuple(place._replace(figure=with_plus(place.figure)) for place in ranking.places))
            for ranking in ranked
        )
        figures = [place.figure for ranking in ranked for place in ranking.places]
        pages = tuple(_page_with_signs(*both) for both in zip(pages, figures, strict=True))
    personal = dict(zip(map(book.label_of, contestants), pages, strict=True))
    return Standings(say("IMPs") if book.in_imps else "%", book.in_imps, ranked, personal, not_final_text(book))


def _page_with_signs(page: PersonalPage, figure: str) -> PersonalPage:
    """Return the results of a contestant with signs before IMPs; *figure* is their total."""
    meetings = tuple(
        met._replace(boards=tuple(had._replace(points=with_plus(had.points)) for had in met.boards))
        for met in page.opponents
    )
    _, *others = page.figures
    return page._replace(figures=(say("{figure} IMPs", figure=figure), *others), opponents=meetings)
