"""Problems, repairs and undoing."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, ClassVar

from byestand.codec import dumps
from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import OmitDefault, Size
from byestand.model.limits import MAX_NAMES, Letter, Revision, Title
from byestand.model.setup import MovementSource, SectionSetup
from byestand.night.events.people import SeatContestant, current_contestants, with_contestants
from byestand.night.night_event import EventForm, FormContext, NightEvent, require_number, require_section
from byestand.night.reports import describe_report
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part, Repair, ReportItem

MAX_REPORT_ITEMS = 64
REPAIR: frozenset[Part] = frozenset({"setup", "people", "mishaps"})


@dataclass(frozen=True, slots=True)
class MishapReported(NightEvent):
    """A problem is reported in a section; no repair is chosen yet."""

    kind: ClassVar[str] = "mishap reported"
    touches: ClassVar[frozenset[Part]] = frozenset({"mishaps"})
    verbs: ClassVar[tuple[str, ...]] = ("discard",)
    names_section: ClassVar[bool] = True
    section: Letter
    report: Annotated[tuple[ReportItem, ...], Size(MAX_REPORT_ITEMS)] = ()
    """Empty if the report is discarded."""

    def precondition(self, state: NightState) -> object:
        """Return the set-up of the section and its present report."""
        section = state.setup.section(self.section)
        return section and replace(section, contestants={}), state.mishaps.get(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the report, or without one if it is empty."""
        require_section(state, self.section)
        others = _without_report(state, self.section)
        return replace(others, mishaps={**others.mishaps, self.section: self.report}) if self.report else others

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return describe_report(self.report, self.section if state.setup.has_letters else "")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "MishapReported":
        """Return an empty report."""
        return cls(form.text("section"))


def movement_digest(section: SectionSetup) -> str:
    """Return a digest of the movement and the boards per round of a section."""
    played = dumps(MovementSource, section.movement), section.boards and section.boards.per_round
    return sha256(repr(played).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class RepairChosen(NightEvent):
    """A repair is chosen for a section."""

    kind: ClassVar[str] = "repair chosen"
    touches: ClassVar[frozenset[Part]] = REPAIR
    section: Letter
    movement: MovementSource
    title: Title
    """After which round, and how play goes on."""
    replaces: str
    """The digest of the set-up before; the repair fits nothing else."""
    contestants: Annotated[tuple[SeatContestant, ...], Size(2 * MAX_NAMES), OmitDefault()] = ()
    """Late contestants, and pairs with new numbers."""

    def precondition(self, state: NightState) -> object:
        """Return the set-up of the section and the contestants of these seats."""
        section = state.setup.section(self.section)
        return section and replace(section, contestants={}), current_contestants(state.setup, self.contestants)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the new movement and without the report."""
        before = require_section(state, self.section)
        if movement_digest(before) != self.replaces:
            raise BadRequest(say("this repair is for another movement of section {letter}", letter=self.section))
        repair = Repair(self.section, self.title, replace(before, contestants={}))
        state = _without_report(state.with_section(replace(before, movement=self.movement)), self.section)
        setup = with_contestants(state.setup, self.contestants)
        return replace(state, setup=setup, repairs=(*state.repairs, repair))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return f"{say('Repair')} {self.title}"


@dataclass(frozen=True, slots=True)
class RepairWithdrawn(NightEvent):
    """A section returns to its movement before its last repair, which came from a session file without a log.

    A repair that is in the log is undone with `Undone`.
    """

    kind: ClassVar[str] = "repair withdrawn"
    touches: ClassVar[frozenset[Part]] = REPAIR
    section: Letter
    contestants: Annotated[tuple[SeatContestant, ...], Size(2 * MAX_NAMES), OmitDefault()] = ()

    def precondition(self, state: NightState) -> object:
        """Return the digest of the section and the contestants of these seats."""
        section = state.setup.section(self.section)
        return section and movement_digest(section), current_contestants(state.setup, self.contestants)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the movement before the repair."""
        section = require_section(state, self.section)
        repairs = state.repairs_of(self.section)
        if not repairs:
            raise BadRequest(say("this section has no repair to undo: {letter!r}", letter=self.section[:40]))
        state = _without_report(
            state.with_section(replace(section, movement=repairs[-1].before.movement)), self.section
        )
        left = tuple(repair for repair in state.repairs if repair is not repairs[-1])
        return replace(state, setup=with_contestants(state.setup, self.contestants), repairs=left)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Repair undone")


def _without_report(state: NightState, section: str) -> NightState:
    return replace(state, mishaps={letter: report for letter, report in state.mishaps.items() if letter != section})


@dataclass(frozen=True, slots=True)
class Undone(NightEvent):
    """An earlier event is undone; `EventLog` leaves it out."""

    kind: ClassVar[str] = "undone"
    touches: ClassVar[frozenset[Part]] = frozenset()
    verbs: ClassVar[tuple[str, ...]] = ("undo",)
    revision: Revision

    def precondition(self, state: NightState) -> object:
        """Return nothing: `EventLog` checks whether the event is undone already."""
        return None

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state unchanged: `EventLog` leaves the event out."""
        return state

    def sentence(self, state: NightState) -> str:
        """Raise NotImplementedError: `EventLog` makes the sentence."""
        raise NotImplementedError

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "Undone":
        """Return the undo of an event."""
        return cls(require_number(form, "position"))
