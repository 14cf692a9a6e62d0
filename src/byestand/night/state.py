"""The state of a session: set-up, results, clocks. `EventLog` computes it from its events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

from byestand.model.limits import Label, Letter, Title
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.clock import Clock
from byestand.night.results import Results

Part: TypeAlias = Literal["setup", "people", "results", "clock", "wall", "release", "notes", "mishaps"]
"""Parts of the state that pages show; each has the revision of its last change."""
PARTS: tuple[Part, ...] = get_args(Part)


class ReportItem(NamedTuple):
    """One problem, written as for ``byestand repair``."""

    option: Title
    text: Title


Report: TypeAlias = tuple[ReportItem, ...]


class SeatLabel(NamedTuple):
    """A contestant of a session."""

    section: Letter
    label: Label


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair that the director chose, and the set-up of the section before it."""

    section: Letter
    title: Title
    """After which round, and how play goes on."""
    before: SectionSetup


@dataclass(frozen=True)
class NightState:
    """A session after some events."""

    revision: int = 0
    """The number of events in the log, including undone ones."""
    revisions: Mapping[Part, int] = field(default_factory=dict)
    """The revision of the last change of each part."""
    setup: SessionSetup = field(default_factory=SessionSetup)
    results: Results = field(default_factory=Results)
    clocks: tuple[Clock, ...] = ()
    """One for all sections, or one per section; none before play."""
    absent: frozenset[SeatLabel] = frozenset()
    """Contestants who are marked absent."""
    mishaps: Mapping[str, Report] = field(default_factory=dict)
    """By section, the reported problems without a chosen repair."""
    repairs: tuple[Repair, ...] = ()
    """All repairs in force, the first one first."""
    wall_message: str = ""
    """The message on the display until the next round is called."""
    is_released: bool = False
    """Whether results are published to the pairs."""
    notes: str = ""

    @property
    def is_started(self) -> bool:
        """Whether play has begun."""
        return any(clock.round for clock in self.clocks)

    @property
    def has_ended(self) -> bool:
        """Whether the last round of every section is over."""
        return self.is_started and all(clock.round > clock.rounds for clock in self.clocks)

    def clock(self, section: str) -> Clock | None:
        """Return the clock of a section: its own, or the one of all sections."""
        return next((clock for clock in self.clocks if clock.section in ("", section)), None)

    def repairs_of(self, section: str) -> tuple[Repair, ...]:
        """Return the repairs of a section, the first one first."""
        return tuple(repair for repair in self.repairs if repair.section == section)

    def with_setup(self, setup: SessionSetup) -> "NightState":
        """Return the state with another set-up."""
        return replace(self, setup=setup)

    def with_section(self, section: SectionSetup) -> "NightState":
        """Return the state with another set-up of one section."""
        sections = tuple(section if one.letter == section.letter else one for one in self.setup.sections)
        return self.with_setup(replace(self.setup, sections=sections))

    def only(self, parts: frozenset[Part]) -> "NightState":
        """Return the state with some parts; the others are empty, so that nothing can depend on them.

        Contestants are in the set-up: they are included only with both set-up and people.
        """
        setup = self.setup if "setup" in parts else SessionSetup()
        if "people" not in parts:
            setup = replace(setup, sections=tuple(replace(section, contestants={}) for section in setup.sections))
        return NightState(
            revisions={part: revision for part, revision in self.revisions.items() if part in parts},
            setup=setup,
            results=self.results if "results" in parts else Results(),
            clocks=self.clocks if "clock" in parts else (),
            absent=self.absent if "people" in parts else frozenset(),
            mishaps=self.mishaps if "mishaps" in parts else {},
            repairs=self.repairs if "setup" in parts else (),
            wall_message=self.wall_message if "wall" in parts else "",
            is_released="release" in parts and self.is_released,
            notes=self.notes if "notes" in parts else "",
        )
