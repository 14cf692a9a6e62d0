"""The base of all events of a night: one class each, with all that is particular to it.

The fields of an event are what is stored of it; the codec reads and writes them by their types. A new event is a
class in `night.events`, and its button or page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, Self, TypeVar

from byestand.errors import BadRequest, NotFound
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.clock import Clock
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

E = TypeVar("E", bound="NightEvent")


class Form(Protocol):
    """What a button or a form of the director's page sends."""

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field."""

    def number(self, name: str) -> int | None:
        """Return the whole number in a field; None where it is empty."""

    def flag(self, name: str) -> bool:
        """Return whether a box was ticked."""


@dataclass(frozen=True, slots=True)
class FormContext:
    """What the events of a form need to know of the movements that are played."""

    setup: SessionSetup = field(default_factory=SessionSetup)
    people: Mapping[str, str] = field(default_factory=dict)
    """The names of all contestants, by what pages call them: ``N3``, with several sections ``BN3``."""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """How many rounds each section has."""
    announcement: str = ""
    """What is announced for the next round."""


@dataclass(frozen=True, slots=True)
class NightEvent:
    """One thing that happened."""

    kind: ClassVar[str]
    """What it is called in the log. A kind never changes its meaning: a new shape gets a new kind."""
    touches: ClassVar[frozenset[Part]]
    """The parts of the night that it can change."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The buttons that send it."""
    names_section: ClassVar[bool] = False
    """Whether its sentence names the section itself."""

    def precondition(self, state: NightState) -> object:
        """Return what must be the same as when its sender looked; otherwise the event no longer fits."""
        raise NotImplementedError

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night after it; raise BadRequest where it cannot happen."""
        raise NotImplementedError

    def sentence(self, state: NightState) -> str:
        """Return what happened in words, without the section."""
        raise NotImplementedError

    @property
    def letter(self) -> str:
        """The section to be named with its sentence; empty where it is about all, or names the section itself."""
        return "" if self.names_section else str(getattr(self, "section", ""))

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> Self:
        """Return the event that a button sends."""
        del form, context
        raise NotFound(f"there is no such button: {verb[:40]!r}")


def require_section(state: NightState, letter: str) -> SectionSetup:
    """Return a section of the night."""
    section = state.setup.section(letter)
    if section is None:
        raise BadRequest(f"there is no such section in this night: {letter[:40]!r}")
    return section


def require_clock(state: NightState, section: str) -> Clock:
    """Return the clock of a section; play must have begun."""
    clock = state.clock(section)
    if clock is None:
        raise BadRequest("play has not begun yet")
    return clock


def require_round(state: NightState, section: str) -> Clock:
    """Return the clock of a section in which a round is under way."""
    clock = require_clock(state, section)
    if not clock.is_playing:
        raise BadRequest("no round is under way")
    return clock


def require_number(form: Form, name: str) -> int:
    """Return the whole number in a field of a form."""
    number = form.number(name)
    if number is None:
        raise BadRequest(f"{name}: expected a whole number")
    return number
