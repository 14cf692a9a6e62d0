"""What entering results needs of the movements: computed once for a setup, then kept by the server."""

from collections.abc import Mapping
from dataclasses import dataclass

from byestand.night.results import Results
from byestand.night.state import NightState
from byestand.score.against import Schedule
from byestand.score.contestants import Winners
from byestand.server.jobs.job import job
from byestand.server.nights.section_results import SectionResults, require_known_sections
from byestand.server.nights.session_results import SessionResults


@dataclass(frozen=True, eq=False)
class SectionPlan:
    """A section: who plays what, and what they are called."""

    letter: str
    """As it is stored."""
    schedule: Schedule
    names: Mapping[str, str]
    """By their labels within the section."""


@dataclass(frozen=True, eq=False)
class EntryPlan:
    """All sections in which results can be entered."""

    sections: tuple[SectionPlan, ...]
    is_individual: bool
    in_imps: bool

    @property
    def winners(self) -> Winners:
        """How many lines are ranked apart."""
        return max(section.schedule.winners for section in self.sections)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the sections, where there are several."""
        return tuple(section.letter for section in self.sections) if len(self.sections) > 1 else ()

    def section(self, letter: str) -> SectionPlan:
        """Return the section with a letter."""
        return next(section for section in self.sections if section.letter == letter)

    def with_results(self, results: Results) -> tuple[SectionResults, ...]:
        """Return each section with its results."""
        require_known_sections(results, (section.letter for section in self.sections))
        return tuple(SectionResults(section.letter, section.schedule, results) for section in self.sections)


@job("quick", reads={"setup", "people"})
def entry_plan(id: int, state: NightState) -> EntryPlan:
    """Return what entering results needs of the movements."""
    del id
    session = SessionResults.of(state)
    sections = {section.letter: section for section in session.sections}
    plans = []
    for own in session.by_section:
        section = sections[own.schedule.letter]
        names = {label: section.name(label) for label in section.contestants}
        plans.append(SectionPlan(own.letter, own.schedule, names))
    return EntryPlan(tuple(plans), session.is_individual, state.setup.scoring.method != "matchpoints")
