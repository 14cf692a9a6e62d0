"""What went wrong, how play goes on, and what is undone."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, ClassVar

from byestand.codec import dumps
from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import OmitDefault, Size
from byestand.model.limits import MAX_NAMES, Letter, Revision, Title
from byestand.model.setup import MovementSource, SectionSetup
from byestand.night.event import Form, FormContext, NightEvent, require_number, require_section
from byestand.night.events.people import SeatContestant, current_contestants, with_contestants
from byestand.night.reports import describe_report
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part, Repair, ReportItem

MAX_REPORT_ITEMS = 64
REPAIR: frozenset[Part] = frozenset({"setup", "people", "mishaps"})


@dataclass(frozen=True, slots=True)
class MishapReported(NightEvent):
    """Something went wrong in a section; how to go on is not decided yet."""

    kind: ClassVar[str] = "mishap reported"
    touches: ClassVar[frozenset[Part]] = frozenset({"mishaps"})
    verbs: ClassVar[tuple[str, ...]] = ("discard",)
    names_section: ClassVar[bool] = True
    section: Letter
    report: Annotated[tuple[ReportItem, ...], Size(MAX_REPORT_ITEMS)] = ()
    """Empty: what was reported is discarded."""

    def precondition(self, state: NightState) -> object:
        """What the section plays, and what was reported before."""
        section = state.setup.section(self.section)
        return section and replace(section, contestants={}), state.mishaps.get(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Let the report wait for an answer; an empty one takes back what was reported."""
        require_section(state, self.section)
        others = _without_report(state, self.section)
        return replace(others, mishaps={**others.mishaps, self.section: self.report}) if self.report else others

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return describe_report(self.report, self.section if state.setup.has_letters else "")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "MishapReported":
        """Return the discarding of a report."""
        return cls(form.text("section"))


def movement_digest(section: SectionSetup) -> str:
    """Return a digest of what a section plays, whatever it is called and wherever its boards begin."""
    played = dumps(MovementSource, section.movement), section.boards and section.boards.per_round
    return sha256(repr(played).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class RepairChosen(NightEvent):
    """How a section goes on after something went wrong."""

    kind: ClassVar[str] = "repair chosen"
    touches: ClassVar[frozenset[Part]] = REPAIR
    section: Letter
    movement: MovementSource
    title: Title
    """After which round, and how play goes on."""
    replaces: str
    """The digest of what the section played before; a repair fits nothing else."""
    contestants: Annotated[tuple[SeatContestant, ...], Size(2 * MAX_NAMES), OmitDefault()] = ()
    """Who plays where since: those who came, and pairs with new numbers."""

    def precondition(self, state: NightState) -> object:
        """What the section plays, and who plays in these seats."""
        section = state.setup.section(self.section)
        return section and replace(section, contestants={}), current_contestants(state.setup, self.contestants)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Let the section play on with the new movement; its report is answered."""
        before = require_section(state, self.section)
        if movement_digest(before) != self.replaces:
            raise BadRequest(f"section {self.section} was to play something else before that")
        repair = Repair(self.section, self.title, replace(before, contestants={}))
        state = _without_report(state.with_section(replace(before, movement=self.movement)), self.section)
        setup = with_contestants(state.setup, self.contestants)
        return replace(state, setup=setup, repairs=(*state.repairs, repair))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("repaired {words}", words=self.title)


@dataclass(frozen=True, slots=True)
class RepairWithdrawn(NightEvent):
    """A section plays again what it played before its last repair, which came with the whole night from a file.

    A repair that is in the log is undone like everything else, with `Undone`.
    """

    kind: ClassVar[str] = "repair withdrawn"
    touches: ClassVar[frozenset[Part]] = REPAIR
    section: Letter
    contestants: Annotated[tuple[SeatContestant, ...], Size(2 * MAX_NAMES), OmitDefault()] = ()

    def precondition(self, state: NightState) -> object:
        """What the section plays, wherever its boards begin, and who plays in these seats."""
        section = state.setup.section(self.section)
        return section and movement_digest(section), current_contestants(state.setup, self.contestants)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return to the movement before."""
        section = require_section(state, self.section)
        repairs = state.repairs_of(self.section)
        if not repairs:
            raise BadRequest(f"nothing has been repaired in this section: {self.section[:40]!r}")
        state = _without_report(
            state.with_section(replace(section, movement=repairs[-1].before.movement)), self.section
        )
        left = tuple(repair for repair in state.repairs if repair is not repairs[-1])
        return replace(state, setup=with_contestants(state.setup, self.contestants), repairs=left)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("put back")


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
        """`EventLog` knows whether that event still stands."""
        return None

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """By itself it changes nothing."""
        return state

    def sentence(self, state: NightState) -> str:
        """`EventLog` knows what it undoes."""
        raise NotImplementedError

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "Undone":
        """Return the undoing of an event."""
        return cls(require_number(form, "position"))
