"""The section that a page is about: of a movement that is asked for by its name, or of a night."""

from dataclasses import replace
from typing import NamedTuple

from byestand.model.setup import CatalogMovement, CustomMovement, SectionSetup, SessionSetup
from byestand.server.web.links import movement_path, movement_url
from byestand.setup.resolve import find_section


class ShownSection(NamedTuple):
    """A section with the setup that it belongs to."""

    setup: SessionSetup
    letter: str
    night: int | None = None
    """The number of the night; None for a movement by its name."""

    @property
    def section(self) -> SectionSetup:
        """The section itself."""
        return find_section(self.setup, self.letter)

    @property
    def sets(self) -> int | None:
        """Copies of the boards at hand."""
        return self.setup.sets

    @property
    def alone(self) -> SessionSetup:
        """The section as a session of its own, which can be stored."""
        return SessionSetup(sections=(self.section,), sets=self.sets)

    @property
    def per_round(self) -> int:
        """Boards a round; 0 where the page speaks of groups."""
        return self.section.boards.per_round if self.section.boards else 0

    @property
    def is_custom(self) -> bool:
        """Whether the movement comes from a file or a repair."""
        return isinstance(self.section.movement, CustomMovement)

    @property
    def is_chained(self) -> bool:
        """Whether boards are chained, which only movements of the catalogue are."""
        return isinstance(self.section.movement, CatalogMovement) and self.section.movement.chained

    @property
    def path(self) -> str:
        """The page of its movement, without a query."""
        return movement_path(self.section, night=self.night)

    def url(self, path: str = "") -> str:
        """Return the address of its movement as it is set up, or of something about it."""
        return movement_url(self.section, path, sets=self.sets, night=self.night)

    def with_section(self, section: SectionSetup) -> "ShownSection":
        """Return the same with another section in place of this one."""
        sections = tuple(section if one.letter == self.letter else one for one in self.setup.sections)
        return self._replace(setup=replace(self.setup, sections=sections))

    def without_names(self) -> "ShownSection":
        """Return the same, whatever the players are called."""
        sections = tuple(replace(one, contestants={}) for one in self.setup.sections)
        return self._replace(setup=replace(self.setup, sections=sections))
