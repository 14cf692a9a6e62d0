"""The base class of all events of a session.

The fields of an event are what is stored; the codec reads and writes them by their types. A new event is a class in
`night.events`, and its button or page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, Self

from byestand.errors import BadRequest, NotFound
from byestand.language import say
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.clock import Clock
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part


class EventForm(Protocol):
    """What a button or a form of the director's page sends."""

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field."""

    def number(self, name: str) -> int | None:
        """Return the whole number in a field; None where it is empty."""

    def flag(self, name: str) -> bool:
        """Return whether a box was ticked."""


@dataclass(frozen=True, slots=True)
class FormContext:
    """What the events of a form need to know about the movements."""

    setup: SessionSetup = field(default_factory=SessionSetup)
    people: Mapping[str, str] = field(default_factory=dict)
    """The names of all contestants by their labels on pages: ``N3``, with several sections ``BN3``."""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """How many rounds each section has."""
    announcement: str = ""
    """The announcement of the next round."""


@dataclass(frozen=True, slots=True)
class NightEvent:
    """One thing that happened."""

    kind: ClassVar[str]
    """Its type in the log. A kind never changes its meaning: a new shape gets a new kind."""
    touches: ClassVar[frozenset[Part]]
    """The parts of the state that it can change."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The buttons that send it."""
    names_section: ClassVar[bool] = False
    """Whether its sentence names the section itself."""

    def precondition(self, state: NightState) -> object:
        """Return what must be unchanged since the sender loaded the page; otherwise the event no longer fits."""
        raise NotImplementedError

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state after the event; raise BadRequest if it is not possible now."""
        raise NotImplementedError

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence in the past tense, without its section."""
        raise NotImplementedError

    @property
    def letter(self) -> str:
        """The section to name with the sentence; empty if the event is about all, or if the sentence names it."""
        return "" if self.names_section else str(getattr(self, "section", ""))

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> Self:
        """Return the event that a button sends."""
        del form, context
        raise NotFound(unknown_action(verb))


def unknown_action(verb: str) -> str:
    """Return why no event can be made of a button."""
    return say("unknown action: {verb!r}", verb=verb[:40])


def require_section(state: NightState, letter: str) -> SectionSetup:
    """Return a section of the session."""
    section = state.setup.section(letter)
    if section is None:
        raise BadRequest(say("this session has no such section: {letter!r}", letter=letter[:40]))
    return section


def require_clock(state: NightState, section: str) -> Clock:
    """Return the clock of a section; raise BadRequest before play."""
    clock = state.clock(section)
    if clock is None:
        raise BadRequest(say("play has not started yet"))
    return clock


def require_round(state: NightState, section: str) -> Clock:
    """Return the clock of a section; raise BadRequest if no round is in progress."""
    clock = require_clock(state, section)
    if not clock.is_playing:
        raise BadRequest(say("no round is in progress"))
    return clock


def require_number(form: EventForm, name: str) -> int:
    """Return the whole number in a field of a form; raise BadRequest if it is empty."""
    number = form.number(name)
    if number is None:
        raise BadRequest(say("{field}: enter a whole number", field=name))
    return number
