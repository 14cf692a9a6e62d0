"""Where a night is: what is set up, what is known of the results, what the clocks say. The fold of its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from byestand.model.timing import Timing
from byestand.night.clock import Clock
from byestand.night.night import Night
from byestand.night.results import Rows
from byestand.night.setting import Setting

Said: TypeAlias = tuple[tuple[str, str], ...]
"""What went wrong, in the words that `byestand repair` has for it."""


@dataclass(frozen=True)
class Progress:
    """A night after some events."""

    plan: Night = field(default_factory=lambda: Night(""))
    """What is set up; results are apart."""
    results: Rows = field(default_factory=Rows)
    timing: Timing = field(default_factory=Timing)
    clocks: tuple[Clock, ...] = ()
    """One for all, or one a section; none before play."""
    awaited: frozenset[str] = frozenset()
    """Who was to play and is not there yet."""
    troubles: Mapping[str, Said] = field(default_factory=dict)
    """What went wrong in a section, and is not answered yet."""
    shown: str = ""
    """What the director has put on the wall, until the next round is called."""
    released: bool = False
    """Whether pairs see their results."""
    position: int = 0
    """How many events there are, with those that were undone."""

    @cached_property
    def night(self) -> Night:
        """The night as pages know it: what is set up, with all results."""
        return replace(self.plan, results=self.results.text)

    @property
    def is_started(self) -> bool:
        """Whether play has begun."""
        return any(clock.round for clock in self.clocks)

    @property
    def has_ended(self) -> bool:
        """Whether the last round of every section is over."""
        return self.is_started and all(clock.round > clock.rounds for clock in self.clocks)

    def clock(self, section: str) -> Clock | None:
        """Return the clock of a section: its own, or everybody's."""
        return next((clock for clock in self.clocks if clock.section in ("", section)), None)

    def section(self, letter: str) -> Setting | None:
        """Return what is set up in a section."""
        return next((section for section in self.plan.sections if section.letter == letter), None)
