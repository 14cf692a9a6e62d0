"""Events that change the set-up: movements, event details, scoring, timing and notes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from byestand.errors import BadRequest
from byestand.language import phrase, say, say_many
from byestand.marks import OmitDefault, Size, Whole
from byestand.model.event import Event
from byestand.model.limits import MAX_SECTIONS, MAX_SETS, Letter, Notes
from byestand.model.scoring import Method, Scoring
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.model.timing import MINUTE, Timing
from byestand.night.night_event import NightEvent
from byestand.night.results import MAX_RESULTS, EnteredLine, Results
from byestand.night.stamp import Stamp
from byestand.night.state import PARTS, NightState, Part, Repair

MAX_REPAIRS = 144


@dataclass(frozen=True, slots=True)
class NightCreated(NightEvent):
    """A session is saved for the first time: a new one, or one from a file without a log."""

    kind: ClassVar[str] = "created"
    touches: ClassVar[frozenset[Part]] = frozenset(PARTS)
    setup: SessionSetup
    notes: Annotated[Notes, OmitDefault()] = ""
    results: Annotated[tuple[EnteredLine, ...], Size(MAX_RESULTS), OmitDefault()] = ()
    repairs: Annotated[tuple[Repair, ...], Size(MAX_REPAIRS), OmitDefault()] = ()

    def precondition(self, state: NightState) -> object:
        """Return the set-up and the number of results."""
        return state.setup, state.results.count

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the new state; raise BadRequest if this is not the first event."""
        if state.revision > 1:
            raise BadRequest(say("a session can be imported only as its first event"))
        results = Results()
        for entered in self.results:
            results = results.put(entered, stamp, state.revision)
        return replace(state, setup=self.setup, notes=self.notes, results=results, repairs=self.repairs)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Session saved")


@dataclass(frozen=True, slots=True)
class SetupChanged(NightEvent):
    """Movements, boards or section letters change."""

    kind: ClassVar[str] = "setup changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "people", "results", "mishaps"})
    sections: Annotated[tuple[SectionSetup, ...], Size(MAX_SECTIONS)]
    """Without contestants: they stay with the letter of their section."""
    sets: Annotated[int, Whole(1, MAX_SETS)] | None = None
    new_letters: Annotated[Mapping[Letter, Letter], Size(MAX_SECTIONS), OmitDefault()] = field(default_factory=dict)
    """New letters by the old ones; contestants and results move with their section."""

    def precondition(self, state: NightState) -> object:
        """Return the present movements, boards and letters, and the sections with results that would be lost."""
        letters = {self.new_letters.get(letter, letter) for letter in state.results.sections}
        lost = letters - {section.letter for section in self.sections}
        return [replace(section, contestants={}) for section in state.setup.sections], state.setup.sets, lost

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the new state; during play only the first board of a section can change."""
        new, old = ([_fixed_parts(section) for section in all] for all in (self.sections, state.setup.sections))
        if state.is_started and new != old:
            raise BadRequest(
                say(
                    "play has started: movement, boards per round and section letters cannot be changed here."
                    " Use Play > Report a problem"
                )
            )
        state = _reletter(state, self.new_letters) if self.new_letters else state
        known = {section.letter: section.contestants for section in state.setup.sections}
        sections = tuple(replace(section, contestants=known.get(section.letter, {})) for section in self.sections)
        pairs = ((state.setup.section(section.letter), section) for section in self.sections)
        unchanged = {after.letter for before, after in pairs if before and before.movement == after.movement}
        repairs = tuple(repair for repair in state.repairs if repair.section in unchanged)
        letters = {section.letter for section in sections}
        return replace(
            state,
            setup=replace(state.setup, sections=sections, sets=self.sets),
            repairs=repairs,
            absent=frozenset(seat for seat in state.absent if seat.section in letters),
            mishaps={letter: report for letter, report in state.mishaps.items() if letter in letters},
        )

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        titles = ", ".join(section.title for section in self.sections)
        return say("Movement set: {names}", names=titles) if titles else say("Movement removed")


def _fixed_parts(section: SectionSetup) -> tuple[object, ...]:
    return section.letter, section.movement, section.boards and section.boards.per_round


def _reletter(state: NightState, letters: Mapping[str, str]) -> NightState:
    """Return the state with new section letters everywhere."""

    def new(letter: str) -> str:
        return letters.get(letter, letter)

    sections = tuple(replace(section, letter=new(section.letter)) for section in state.setup.sections)
    return replace(
        state,
        setup=replace(state.setup, sections=sections),
        results=state.results.with_letters(letters),
        absent=frozenset(seat._replace(section=new(seat.section)) for seat in state.absent),
        mishaps={new(letter): report for letter, report in state.mishaps.items()},
        repairs=tuple(replace(repair, section=new(repair.section)) for repair in state.repairs),
    )


@dataclass(frozen=True, slots=True)
class EventChanged(NightEvent):
    """The club, the title or the date changes."""

    kind: ClassVar[str] = "event changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup"})
    event: Event = field(default_factory=Event)

    def precondition(self, state: NightState) -> object:
        """Return the present event details."""
        return state.setup.event

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with it."""
        return state.with_setup(replace(state.setup, event=self.event))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Session renamed {name}", name=self.event.title)


_SCORING_CHANGED: Mapping[Method, str] = {
    "matchpoints": phrase("Scoring changed to matchpoints"),
    "cross-imps": phrase("Scoring changed to cross-IMPs"),
    "butler": phrase("Scoring changed to Butler IMPs"),
}


@dataclass(frozen=True, slots=True)
class ScoringChanged(NightEvent):
    """The scoring changes."""

    kind: ClassVar[str] = "scoring changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "results"})
    scoring: Scoring

    def precondition(self, state: NightState) -> object:
        """Return the present scoring."""
        return state.setup.scoring

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with it."""
        return state.with_setup(replace(state.setup, scoring=self.scoring))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        method = say(_SCORING_CHANGED[self.scoring.method])
        if not state.setup.has_letters:
            return method
        sections = say("sections apart") if self.scoring.sections == "apart" else say("all sections together")
        return f"{method}, {sections}"


@dataclass(frozen=True, slots=True)
class NotesChanged(NightEvent):
    """The director's notes change."""

    kind: ClassVar[str] = "notes changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"notes"})
    notes: Notes

    def precondition(self, state: NightState) -> object:
        """Return the present notes."""
        return state.notes

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with them."""
        return replace(state, notes=self.notes)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Notes changed")


@dataclass(frozen=True, slots=True)
class TimingChanged(NightEvent):
    """The length of rounds or the breaks change."""

    kind: ClassVar[str] = "timing changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "clock"})
    timing: Timing

    def precondition(self, state: NightState) -> object:
        """Return the present timing."""
        return state.setup.timing

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with it; running clocks cannot be separated or joined."""
        if state.clocks and self.timing.separate_clocks != state.setup.timing.separate_clocks:
            raise BadRequest(say("separate or shared clocks cannot be changed after round 1 has started"))
        for clock in state.clocks:
            clock.require_possible(self.timing)
        return state.with_setup(replace(state.setup, timing=self.timing))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return f"{say('Clock and breaks changed')}: {describe_timing(self.timing)}"


def describe_timing(timing: Timing) -> str:
    """Return the length of rounds, and the breaks.

    >>> describe_timing(Timing(round_seconds=450))
    '7:30 minutes per round'
    """
    minutes, seconds = divmod(timing.round_seconds, MINUTE)
    if seconds:
        length = say("{minutes} minutes per round", minutes=format_minutes(timing.round_seconds))
    else:
        length = say_many("1 minute per round", "{number} minutes per round", minutes)
    return ", ".join((length, *(say("break after round {round}", round=rest.after) for rest in timing.breaks)))


def format_minutes(seconds: int) -> str:
    """Return a number of seconds as minutes: ``15``, ``7:30``."""
    whole, rest = divmod(abs(seconds), MINUTE)
    return f"{whole}:{rest:02}" if rest else str(whole)
