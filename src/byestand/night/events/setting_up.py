"""What is decided: movements, names, notes, who is not there yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.night.events.event import Event
from byestand.night.night import Night
from byestand.night.progress import Progress
from byestand.night.results import Rows
from byestand.night.setting import Setting


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """A whole night as earlier versions kept it, or as it was when it was kept first."""

    kind: ClassVar[str] = "taken over"
    night: Night

    def about(self, now: Progress) -> object:
        """Everything."""
        return now.plan, now.results

    def applied(self, now: Progress, at: float) -> Progress:
        """Nothing of what was before stays."""
        del at
        if now.position > 1:
            raise BadRequest("a night is taken over before anything else happens in it")
        return replace(now, plan=replace(self.night, results=""), results=Rows.of(self.night.results))


@dataclass(frozen=True, slots=True)
class SetUp(Event):
    """Movements and their boards, section by section."""

    kind: ClassVar[str] = "set up"
    sections: tuple[Setting, ...]

    def about(self, now: Progress) -> object:
        """What is set up."""
        return now.plan.sections

    def applied(self, now: Progress, at: float) -> Progress:
        """While people play only the first board of a section can change: clocks know sections by their letters."""
        del at
        here, there = ([(one.letter, played(one)) for one in some] for some in (self.sections, now.plan.sections))
        if now.is_started and here != there:
            raise BadRequest(
                "people are playing, so movements, boards a round and letters of sections stay as they are:"
                " say under Play what happened"
            )
        return replace(now, plan=replace(now.plan, sections=self.sections))


def played(section: Setting | None) -> tuple[object, ...]:
    """Return what is played in a section, whatever it is called and wherever its boards begin."""
    if section is None:
        return ()
    return section.name, section.missing, section.brought, section.one_winner, section.switch, section.boards


@dataclass(frozen=True, slots=True)
class Called(Event):
    """What the evening is called."""

    kind: ClassVar[str] = "called"
    name: str

    def about(self, now: Progress) -> object:
        """The name."""
        return now.plan.name

    def applied(self, now: Progress, at: float) -> Progress:
        """The name is another."""
        del at
        return replace(now, plan=replace(now.plan, name=self.name))


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Who is who; an empty name takes one away. Somebody who is replaced is named anew."""

    kind: ClassVar[str] = "named"
    names: Mapping[str, str] = field(default_factory=dict)

    def about(self, now: Progress) -> object:
        """These pairs."""
        return [now.plan.pairs.get(label, "") for label in self.names]

    def applied(self, now: Progress, at: float) -> Progress:
        """Those who have a name already stay where they are in the list."""
        del at
        pairs = {label: name for label, name in {**now.plan.pairs, **self.names}.items() if name}
        return replace(now, plan=replace(now.plan, pairs=pairs))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """What the director wants to remember."""

    kind: ClassVar[str] = "noted"
    notes: str

    def about(self, now: Progress) -> object:
        """The notes."""
        return now.plan.notes

    def applied(self, now: Progress, at: float) -> Progress:
        """The notes are others."""
        del at
        return replace(now, plan=replace(now.plan, notes=self.notes))


@dataclass(frozen=True, slots=True)
class SectionsCompared(Event):
    """Whether results are compared and ranked within each section, or in one field."""

    kind: ClassVar[str] = "sections compared"
    apart: bool

    def about(self, now: Progress) -> object:
        """The choice so far."""
        return now.plan.sections_apart

    def applied(self, now: Progress, at: float) -> Progress:
        """Return the night with this choice."""
        del at
        return replace(now, plan=replace(now.plan, sections_apart=self.apart))


@dataclass(frozen=True, slots=True)
class Awaited(Event):
    """Who is not there yet, or has come."""

    kind: ClassVar[str] = "awaited"
    label: str
    here: bool = False

    def about(self, now: Progress) -> object:
        """This pair."""
        return self.label in now.awaited

    def applied(self, now: Progress, at: float) -> Progress:
        """It is waited for, or no longer."""
        del at
        return replace(now, awaited=now.awaited - {self.label} if self.here else now.awaited | {self.label})
