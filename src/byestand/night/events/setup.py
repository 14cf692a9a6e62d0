"""What is decided: the night itself, movements, the event, scoring, minutes and breaks, notes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.marks import OmitDefault, Size, Whole
from byestand.model.event import Event
from byestand.model.limits import MAX_SECTIONS, MAX_SETS, Letter, Notes
from byestand.model.scoring import METHOD_NAMES, Scoring
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.model.timing import MINUTE, Timing
from byestand.night.event import NightEvent
from byestand.night.results import MAX_RESULTS, EnteredLine, Results
from byestand.night.stamp import Stamp
from byestand.night.state import PARTS, NightState, Part, Repair

MAX_REPAIRS = 144


@dataclass(frozen=True, slots=True)
class NightCreated(NightEvent):
    """A night is saved for the first time: a new one, or one from a file without a log."""

    kind: ClassVar[str] = "created"
    touches: ClassVar[frozenset[Part]] = frozenset(PARTS)
    setup: SessionSetup
    notes: Annotated[Notes, OmitDefault()] = ""
    results: Annotated[tuple[EnteredLine, ...], Size(MAX_RESULTS), OmitDefault()] = ()
    repairs: Annotated[tuple[Repair, ...], Size(MAX_REPAIRS), OmitDefault()] = ()

    def precondition(self, state: NightState) -> object:
        """Everything."""
        return state.setup, state.results.count

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Nothing that was before stays."""
        if state.revision > 1:
            raise BadRequest("a night is taken over before anything else happens in it")
        results = Results()
        for entered in self.results:
            results = results.put(entered, stamp, state.revision)
        return replace(state, setup=self.setup, notes=self.notes, results=results, repairs=self.repairs)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("the night was kept")


@dataclass(frozen=True, slots=True)
class SetupChanged(NightEvent):
    """Other movements, boards or letters of sections."""

    kind: ClassVar[str] = "setup changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "people", "results", "mishaps"})
    sections: Annotated[tuple[SectionSetup, ...], Size(MAX_SECTIONS)]
    """Without contestants: those of a section stay with its letter."""
    sets: Annotated[int, Whole(1, MAX_SETS)] | None = None
    relettered: Annotated[Mapping[Letter, Letter], Size(MAX_SECTIONS), OmitDefault()] = field(default_factory=dict)
    """Sections that get another letter, by the old one; their contestants and results go with them."""

    def precondition(self, state: NightState) -> object:
        """The movements, boards and letters so far, and which sections with results would go."""
        letters = {self.relettered.get(letter, letter) for letter in state.results.sections}
        lost = letters - {section.letter for section in self.sections}
        return [replace(section, contestants={}) for section in state.setup.sections], state.setup.sets, lost

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """During play only the first board of a section can change: clocks know sections by their letters."""
        here, there = ([_played(one) for one in some] for some in (self.sections, state.setup.sections))
        if state.is_started and here != there:
            raise BadRequest(
                "people are playing, so movements, boards a round and letters of sections stay as they are:"
                " say under Play what happened"
            )
        state = _reletter(state, self.relettered) if self.relettered else state
        known = {section.letter: section.contestants for section in state.setup.sections}
        sections = tuple(replace(section, contestants=known.get(section.letter, {})) for section in self.sections)
        pairs = ((state.setup.section(one.letter), one) for one in self.sections)
        kept = {one.letter for before, one in pairs if before and before.movement == one.movement}
        repairs = tuple(repair for repair in state.repairs if repair.section in kept)
        letters = {section.letter for section in sections}
        return replace(
            state,
            setup=replace(state.setup, sections=sections, sets=self.sets),
            repairs=repairs,
            absent=frozenset(seat for seat in state.absent if seat.section in letters),
            mishaps={letter: report for letter, report in state.mishaps.items() if letter in letters},
        )

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        titles = say(", ").join(section.title for section in self.sections)
        return say("set up: {names}", names=titles or say("nothing"))


def _played(section: SectionSetup) -> tuple[object, ...]:
    return section.letter, section.movement, section.boards and section.boards.per_round


def _reletter(state: NightState, letters: Mapping[str, str]) -> NightState:
    """Return the night with other letters of sections, wherever they stand."""

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
    """The club, the title, the date: what stands on every page and paper."""

    kind: ClassVar[str] = "event changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup"})
    event: Event = field(default_factory=Event)

    def precondition(self, state: NightState) -> object:
        """The event so far."""
        return state.setup.event

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night with it."""
        return state.with_setup(replace(state.setup, event=self.event))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("the evening is called {name}", name=self.event.title)


@dataclass(frozen=True, slots=True)
class ScoringChanged(NightEvent):
    """How results are compared and ranked."""

    kind: ClassVar[str] = "scoring changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "results"})
    scoring: Scoring

    def precondition(self, state: NightState) -> object:
        """The scoring so far."""
        return state.setup.scoring

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night with it."""
        return state.with_setup(replace(state.setup, scoring=self.scoring))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        method, is_apart = METHOD_NAMES[self.scoring.method], self.scoring.sections == "apart"
        if not state.setup.has_letters:
            return say("scored by {method}", method=method)
        if self.scoring.method == "matchpoints":
            return say("each section ranked on its own" if is_apart else "all sections ranked together")
        apart, together = "scored by {method}, each section on its own", "scored by {method}, all sections together"
        return say(apart if is_apart else together, method=method)


@dataclass(frozen=True, slots=True)
class NotesChanged(NightEvent):
    """What the director wants to remember."""

    kind: ClassVar[str] = "notes changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"notes"})
    notes: Notes

    def precondition(self, state: NightState) -> object:
        """The notes so far."""
        return state.notes

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night with them."""
        return replace(state, notes=self.notes)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("notes written")


@dataclass(frozen=True, slots=True)
class TimingChanged(NightEvent):
    """How long rounds are, and when there are breaks."""

    kind: ClassVar[str] = "timing changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"setup", "clock"})
    timing: Timing

    def precondition(self, state: NightState) -> object:
        """The timing so far."""
        return state.setup.timing

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night with it; clocks that run cannot be parted or put together."""
        if state.clocks and self.timing.apart != state.setup.timing.apart:
            raise BadRequest("whether sections have clocks of their own is decided before play")
        for clock in state.clocks:
            clock.require_possible(self.timing)
        return state.with_setup(replace(state.setup, timing=self.timing))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("minutes and breaks set: {timing}", timing=describe_timing(self.timing))


def describe_timing(timing: Timing) -> str:
    """Return how long rounds are, and after which there are breaks.

    >>> describe_timing(Timing(seconds=450))
    '7:30 minutes a round'
    """
    length = format_minutes(timing.seconds)
    parts = [say_many("{long} minute a round", "{long} minutes a round", timing.seconds, long=length)]
    parts += (say("a break after round {round}", round=rest.after) for rest in timing.breaks)
    return say(", ").join(parts)


def format_minutes(seconds: int) -> str:
    """Return a length of time as minutes: ``15``, ``7:30``."""
    whole, rest = divmod(abs(seconds), MINUTE)
    return f"{whole}:{rest:02}" if rest else str(whole)
