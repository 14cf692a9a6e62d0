"""Events during play: the clock, the display, and published results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import Size, Text, Whole
from byestand.model.limits import MAX_ROUNDS, MAX_SECTIONS, Letter, RoundNumber
from byestand.model.timing import LONGEST_ROUND, MINUTE
from byestand.night.clock import Clock
from byestand.night.events.setup import format_minutes
from byestand.night.night_event import EventForm, FormContext, NightEvent, require_clock, require_number, require_round
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

MAX_WALL_CHARS = 2000
CLOCK: frozenset[Part] = frozenset({"clock"})
CLOCK_AND_WALL: frozenset[Part] = frozenset({"clock", "wall"})


@dataclass(frozen=True, slots=True)
class Started(NightEvent):
    """Play starts: round 1 is called."""

    kind: ClassVar[str] = "started"
    touches: ClassVar[frozenset[Part]] = CLOCK_AND_WALL
    verbs: ClassVar[tuple[str, ...]] = ("start",)
    rounds: Annotated[Mapping[Letter, RoundNumber], Size(MAX_SECTIONS)]
    """How many rounds each section has."""

    def precondition(self, state: NightState) -> object:
        """Return the clocks and the movements."""
        return state.clocks, _movements(state)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with all clocks started."""
        if state.clocks:
            raise BadRequest(say("play has already started"))
        letters = [section.letter for section in state.setup.sections]
        if not letters or sorted(self.rounds) != sorted(letters):
            raise BadRequest(say("every section needs a movement before play can start"))
        if state.setup.timing.separate_clocks and len(letters) > 1:
            clocks = tuple(Clock(letter, self.rounds[letter]) for letter in letters)
        else:
            clocks = (Clock("", max(self.rounds.values())),)
        return replace(state, clocks=tuple(clock.call_round(1, stamp.at) for clock in clocks), wall_message="")

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Round 1 called")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "Started":
        """Return the start of play."""
        return cls(context.rounds)


def _movements(state: NightState) -> list[object]:
    """Return the set-up of the sections without names."""
    return [replace(section, contestants={}) for section in state.setup.sections]


@dataclass(frozen=True, slots=True)
class RoundCalled(NightEvent):
    """The next round is called; after the last one, the end of play."""

    kind: ClassVar[str] = "round called"
    touches: ClassVar[frozenset[Part]] = CLOCK_AND_WALL
    verbs: ClassVar[tuple[str, ...]] = ("call",)
    round: Annotated[int, Whole(1, MAX_ROUNDS + 1)]
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """Return the current round."""
        return _round_under_way(state, self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the clock of the round started."""
        clock = require_clock(state, self.section)
        if self.round != clock.round + 1 or self.round > clock.rounds + 1:
            raise BadRequest(
                say(
                    "round {round} cannot be called now; the current round is {current} of {rounds}",
                    round=self.round,
                    current=clock.round,
                    rounds=clock.rounds,
                )
            )
        return _with_clock(replace(state, wall_message=""), clock.call_round(self.round, stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        clock = state.clock(self.section)
        if clock and self.round > clock.rounds:
            return say("Play ended")
        return say("Round {round} called", round=self.round)

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "RoundCalled":
        """Return the call of a round."""
        return cls(require_number(form, "round"), form.text("section"))


@dataclass(frozen=True, slots=True)
class ClockPaused(NightEvent):
    """The clock is paused."""

    kind: ClassVar[str] = "paused"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("pause",)
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """Return the clock."""
        return state.clock(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the clock paused."""
        clock = require_round(state, self.section)
        if clock.paused_at is not None:
            raise BadRequest(say("the clock is already paused"))
        return _with_clock(state, clock.pause(stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Clock paused")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "ClockPaused":
        """Return the pause of a clock."""
        return cls(form.text("section"))


@dataclass(frozen=True, slots=True)
class ClockResumed(NightEvent):
    """The clock is resumed."""

    kind: ClassVar[str] = "resumed"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("go-on",)
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """Return the clock."""
        return state.clock(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the clock running."""
        clock = require_round(state, self.section)
        if clock.paused_at is None:
            raise BadRequest(say("the clock is already running"))
        return _with_clock(state, clock.resume(state.setup.timing, stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Clock resumed")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "ClockResumed":
        """Return the end of a pause."""
        return cls(form.text("section"))


@dataclass(frozen=True, slots=True)
class RoundLengthened(NightEvent):
    """The current round, or also all later ones, gets longer or shorter."""

    kind: ClassVar[str] = "round lengthened"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("longer",)
    seconds: Annotated[int, Whole(-LONGEST_ROUND, LONGEST_ROUND)]
    section: Letter = ""
    later_rounds: bool = False

    def precondition(self, state: NightState) -> object:
        """Return the current round."""
        return _round_under_way(state, self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state in which the round, or the break after it, ends later or earlier."""
        clock = require_round(state, self.section)
        return _with_clock(state, clock.lengthen(self.seconds, state.setup.timing, stamp.at, later=self.later_rounds))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        minutes = format_minutes(self.seconds)
        if self.later_rounds:
            if self.seconds > 0:
                return say("{minutes} min added to this and all later rounds", minutes=minutes)
            return say("{minutes} min taken off this and all later rounds", minutes=minutes)
        if self.seconds > 0:
            return say("{minutes} min added to this round", minutes=minutes)
        return say("{minutes} min taken off this round", minutes=minutes)

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "RoundLengthened":
        """Return one minute more or less."""
        seconds = {"more": MINUTE, "less": -MINUTE}.get(form.text("by"))
        if seconds is None:
            raise BadRequest(say("by must be more or less: {text!r}", text=form.text("by")[:40]))
        return cls(seconds, form.text("section"), later_rounds=form.flag("later"))


@dataclass(frozen=True, slots=True)
class WallMessageSet(NightEvent):
    """The display shows a message until the next round is called."""

    kind: ClassVar[str] = "wall message set"
    touches: ClassVar[frozenset[Part]] = frozenset({"wall"})
    verbs: ClassVar[tuple[str, ...]] = ("show", "clear-wall")
    text: Annotated[str, Text(MAX_WALL_CHARS, lines=True)]

    def precondition(self, state: NightState) -> object:
        """Return the present message, the movements and the current rounds."""
        return state.wall_message, _movements(state), [clock.round for clock in state.clocks]

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with another message, or none."""
        return replace(state, wall_message=self.text)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Message shown on the display") if self.text else say("Message removed from the display")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "WallMessageSet":
        """Return the announcement of the next round, or nothing."""
        return cls(context.announcement[:MAX_WALL_CHARS] if verb == "show" else "")


@dataclass(frozen=True, slots=True)
class ResultsReleased(NightEvent):
    """Results are published to phones and the display, or hidden."""

    kind: ClassVar[str] = "released"
    touches: ClassVar[frozenset[Part]] = frozenset({"release"})
    verbs: ClassVar[tuple[str, ...]] = ("release", "withhold")
    released: bool = True

    def precondition(self, state: NightState) -> object:
        """Return whether results are published."""
        return state.is_released

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with results published or hidden."""
        return replace(state, is_released=self.released)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        return say("Results published") if self.released else say("Results hidden")

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "ResultsReleased":
        """Return the publication of results, or its end."""
        return cls(verb == "release")


def _round_under_way(state: NightState, section: str) -> int:
    clock = state.clock(section)
    return clock.round if clock else 0


def _with_clock(state: NightState, clock: Clock) -> NightState:
    clocks = tuple(clock if one.section == clock.section else one for one in state.clocks)
    return replace(state, clocks=clocks)
