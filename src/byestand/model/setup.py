"""What was decided about a session: small, comparable values without grids, as a night stores them.

`setup.resolve` makes a `Session` with judged movements of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, TypeAlias

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
    """With one winner, the rounds in which the arrow is switched; None: where it is fairest."""
    chained: bool = False


@dataclass(frozen=True, slots=True)
class CustomMovement:
    """A movement from a file, or one that was repaired."""

    kind: ClassVar[str] = "custom"
    document: MovementDocument
    name: Name
    """What pages call it."""
    missing: tuple[Label, ...] = ()
    one_winner: bool = False
    switch_rounds: tuple[RoundNumber, ...] | None = None


MovementSource: TypeAlias = CatalogMovement | CustomMovement


@dataclass(frozen=True, slots=True)
class SectionSetup:
    """A section: its movement, its boards, and those who play, as far as their names are known."""

    letter: Letter
    """Also of the only section, which pages and paper show without it."""
    movement: MovementSource
    boards: Boards | None = field(default_factory=lambda: Boards(2))
    """None: pages speak of deal groups."""
    contestants: Annotated[Mapping[Label, Contestant], Size(MAX_NAMES)] = field(default_factory=dict)
    """By their labels within the section: ``N3``."""

    def typed_name(self, label: str) -> str:
        """Return the name of a contestant as it was typed; nothing where it is not known."""
        contestant = self.contestants.get(label)
        return contestant.typed if contestant else ""

    @property
    def title(self) -> str:
        """The movement, and who is missing."""
        missing = self.movement.missing
        return self.movement.name + (f" without {', '.join(missing)}" if missing else "")


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """Everything that was decided about a session."""

    event: Event = field(default_factory=Event)
    scoring: Scoring = field(default_factory=Scoring)
    sections: Annotated[tuple[SectionSetup, ...], Size(MAX_SECTIONS)] = ()
    sets: Annotated[int, Whole(1, MAX_SETS)] | None = None
    """Sets of boards at hand for all sections together; None: nobody counts them."""
    timing: Timing = field(default_factory=Timing)

    def section(self, letter: str) -> SectionSetup | None:
        """Return the section with a letter."""
        return next((section for section in self.sections if section.letter == letter), None)

    @property
    def has_letters(self) -> bool:
        """Whether pages and paper show the letters of sections."""
        return len(self.sections) > 1

    def seat_label(self, letter: str, label: str) -> str:
        """Return what pages call a contestant: with the letter of the section where there are several."""
        return f"{letter if self.has_letters else ''}{label}"
