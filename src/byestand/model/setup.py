"""The setup of a session: small, comparable values without grids, as they are stored.

`session.resolve` turns them into a `Session` with judged movements.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, TypeAlias

from byestand.language import say
from byestand.marks import Size, Whole
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.limits import (
    MAX_NAMES,
    MAX_SECTIONS,
    MAX_SETS,
    Label,
    Letter,
    MovementDocument,
    MovementName,
    Name,
    RoundNumber,
)
from byestand.model.people import Contestant
from byestand.model.scoring import Scoring
from byestand.model.timing import Timing


@dataclass(frozen=True, slots=True)
class CatalogMovement:
    """A movement of the catalogue."""

    kind: ClassVar[str] = "catalog"
    name: MovementName
    """``W1813``."""
    missing: tuple[Label, ...] = ()
    one_winner: bool = False
    switch_rounds: tuple[RoundNumber, ...] | None = None
    """The arrow-switched rounds for one winner; None means the fairest ones."""
    chained: bool = False


@dataclass(frozen=True, slots=True)
class CustomMovement:
    """A movement from a file, or a repaired one."""

    kind: ClassVar[str] = "custom"
    document: MovementDocument
    name: Name
    """Its name on pages."""
    missing: tuple[Label, ...] = ()
    one_winner: bool = False
    switch_rounds: tuple[RoundNumber, ...] | None = None


MovementSource: TypeAlias = CatalogMovement | CustomMovement


@dataclass(frozen=True, slots=True)
class SectionSetup:
    """A section: its movement, its boards, and the contestants with known names."""

    letter: Letter
    """A single section has a letter too, but pages and paper do not show it."""
    movement: MovementSource
    boards: Boards | None = field(default_factory=lambda: Boards(2))
    """None if pages show deal groups."""
    contestants: Annotated[Mapping[Label, Contestant], Size(MAX_NAMES)] = field(default_factory=dict)
    """By their labels within the section: ``N3``."""

    def typed_name(self, label: str) -> str:
        """Return the name of a contestant as typed; empty if it is not known."""
        contestant = self.contestants.get(label)
        return contestant.entry_text if contestant else ""

    @property
    def title(self) -> str:
        """The movement and its missing pairs."""
        if not self.movement.missing:
            return self.movement.name
        labels = ", ".join(self.movement.missing)
        return say("{movement} without {labels}", movement=self.movement.name, labels=labels)


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """The complete setup of a session."""

    event: Event = field(default_factory=Event)
    scoring: Scoring = field(default_factory=Scoring)
    sections: Annotated[tuple[SectionSetup, ...], Size(MAX_SECTIONS)] = ()
    sets: Annotated[int, Whole(1, MAX_SETS)] | None = None
    """Sets of boards for all sections together; None if not given."""
    timing: Timing = field(default_factory=Timing)

    def section(self, letter: str) -> SectionSetup | None:
        """Return the section with a letter."""
        return next((section for section in self.sections if section.letter == letter), None)

    @property
    def has_letters(self) -> bool:
        """Whether pages and paper show the letters of sections."""
        return len(self.sections) > 1

    def seat_label(self, letter: str, label: str) -> str:
        """Return the label of a contestant on pages, with the section letter if there are several sections."""
        return f"{letter if self.has_letters else ''}{label}"
