"""What came of it: results, what went wrong and how it goes on, and what did not happen after all."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.night.events.event import Event
from byestand.night.events.setting_up import played
from byestand.night.progress import Progress, Said
from byestand.night.setting import Setting


@dataclass(frozen=True, slots=True)
class Results(Event):
    """Results that came, and those that they replace."""

    kind: ClassVar[str] = "results"
    heading: str
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    source: str = ""
    """The file from which they were imported; empty where somebody typed them."""

    def about(self, now: Progress) -> object:
        """What is known of the same boards at the same tables."""
        return now.results.at_the_tables_of((*self.new, *self.gone))

    def applied(self, now: Progress, at: float) -> Progress:
        """Rows go and rows come."""
        del at
        return replace(now, results=now.results.without(self.gone).with_more(self.heading, self.new))


@dataclass(frozen=True, slots=True)
class Seen(Event):
    """Something went wrong in a section; how to go on is not decided yet."""

    kind: ClassVar[str] = "seen"
    section: str
    said: Said

    def about(self, now: Progress) -> object:
        """What was to be played there, and what was told before."""
        return now.section(self.section), now.troubles.get(self.section)

    def applied(self, now: Progress, at: float) -> Progress:
        """It waits for an answer; an empty report takes back what was reported."""
        del at
        _require_section(now, self.section)
        others = {letter: said for letter, said in now.troubles.items() if letter != self.section}
        return replace(now, troubles={**others, self.section: self.said} if self.said else others)


@dataclass(frozen=True, slots=True)
class Repaired(Event):
    """How a section goes on after something went wrong."""

    kind: ClassVar[str] = "repaired"
    setting: Setting
    names: Mapping[str, str] = field(default_factory=dict)
    """Names that change with it: of those who came, and of pairs with new numbers; an empty one is removed."""

    def about(self, now: Progress) -> object:
        """What was to be played there, and these names."""
        return now.section(self.setting.letter), [now.plan.pairs.get(label, "") for label in self.names]

    def applied(self, now: Progress, at: float) -> Progress:
        """The section plays on as told, and nothing is open there any more."""
        del at
        letter, repaired = self.setting.letter, self.setting.repaired
        _require_section(now, letter)
        if repaired and played(repaired.before) != played(now.section(letter)):
            raise BadRequest(f"section {letter} was to play something else before that")
        sections = tuple(self.setting if one.letter == letter else one for one in now.plan.sections)
        troubles = {section: said for section, said in now.troubles.items() if section != letter}
        pairs = {label: name for label, name in {**now.plan.pairs, **self.names}.items() if name}
        return replace(now, plan=replace(now.plan, sections=sections, pairs=pairs), troubles=troubles)


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Something did not happen after all; `fold` leaves it out."""

    kind: ClassVar[str] = "undone"
    position: int

    def about(self, now: Progress) -> object:
        """What is undone must still stand, which `fold` knows."""
        del now
        return None

    def applied(self, now: Progress, at: float) -> Progress:
        """By itself it changes nothing."""
        del at
        return now


def _require_section(now: Progress, letter: str) -> None:
    if now.section(letter) is None:
        raise BadRequest(f"there is no such section in this night: {letter[:40]!r}")
