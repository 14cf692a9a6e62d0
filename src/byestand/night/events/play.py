"""What happens during play: the clock, the wall, and whether pairs see their results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import Size, Text, Whole
from byestand.model.limits import MAX_ROUNDS, MAX_SECTIONS, Letter, RoundNumber
from byestand.model.timing import LONGEST_ROUND, MINUTE
from byestand.night.clock import Clock
from byestand.night.event import (
    Form,
    FormContext,
    NightEvent,
    require_clock,
    require_number,
    require_round,
)
from byestand.night.events.setup import format_minutes
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

MAX_WALL_CHARS = 2000
CLOCK: frozenset[Part] = frozenset({"clock"})
CLOCK_AND_WALL: frozenset[Part] = frozenset({"clock", "wall"})


@dataclass(frozen=True, slots=True)
class Started(NightEvent):
    """Play begins: round 1 is called."""

    kind: ClassVar[str] = "started"
    touches: ClassVar[frozenset[Part]] = CLOCK_AND_WALL
    verbs: ClassVar[tuple[str, ...]] = ("start",)
    rounds: Annotated[Mapping[Letter, RoundNumber], Size(MAX_SECTIONS)]
    """How many rounds each section has."""

    def precondition(self, state: NightState) -> object:
        """What is played, and that it has not begun."""
        return state.clocks, _movements(state)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Start all clocks."""
        if state.clocks:
            raise BadRequest("play has begun already")
        letters = [section.letter for section in state.setup.sections]
        if not letters or sorted(self.rounds) != sorted(letters):
            raise BadRequest("play begins when every section has a movement")
        if state.setup.timing.apart and len(letters) > 1:
            clocks = tuple(Clock(letter, self.rounds[letter]) for letter in letters)
        else:
            clocks = (Clock("", max(self.rounds.values())),)
        return replace(state, clocks=tuple(clock.calling(1, stamp.at) for clock in clocks), wall_message="")

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("round 1 called")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "Started":
        """Return the start of play."""
        return cls(context.rounds)


def _movements(state: NightState) -> list[object]:
    """Return what is played, whatever people are called."""
    return [replace(section, contestants={}) for section in state.setup.sections]


@dataclass(frozen=True, slots=True)
class RoundCalled(NightEvent):
    """The next round is called; after the last one, the end."""

    kind: ClassVar[str] = "round called"
    touches: ClassVar[frozenset[Part]] = CLOCK_AND_WALL
    verbs: ClassVar[tuple[str, ...]] = ("call",)
    round: Annotated[int, Whole(1, MAX_ROUNDS + 1)]
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """The round under way."""
        return _round_under_way(state, self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Start the clock of the round."""
        clock = require_clock(state, self.section)
        if self.round != clock.round + 1 or self.round > clock.rounds + 1:
            raise BadRequest(f"after round {clock.round} of {clock.rounds} the next is called, not round {self.round}")
        return _with_clock(replace(state, wall_message=""), clock.calling(self.round, stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        clock = state.clock(self.section)
        if clock and self.round > clock.rounds:
            return say("the end called")
        return say("round {round} called", round=self.round)

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "RoundCalled":
        """Return the call of a round."""
        return cls(require_number(form, "round"), form.text("section"))


@dataclass(frozen=True, slots=True)
class ClockPaused(NightEvent):
    """The clock stops."""

    kind: ClassVar[str] = "paused"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("pause",)
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """The clock."""
        return state.clock(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Stop the clock."""
        clock = require_round(state, self.section)
        if clock.paused is not None:
            raise BadRequest("the clock stands still already")
        return _with_clock(state, clock.stopped(stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("clock paused")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "ClockPaused":
        """Return the pause of a clock."""
        return cls(form.text("section"))


@dataclass(frozen=True, slots=True)
class ClockResumed(NightEvent):
    """The clock goes on."""

    kind: ClassVar[str] = "resumed"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("go-on",)
    section: Letter = ""

    def precondition(self, state: NightState) -> object:
        """The clock."""
        return state.clock(self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Let the clock go on."""
        clock = require_round(state, self.section)
        if clock.paused is None:
            raise BadRequest("the clock goes already")
        return _with_clock(state, clock.going(state.setup.timing, stamp.at))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("clock goes on")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "ClockResumed":
        """Return the end of a pause."""
        return cls(form.text("section"))


@dataclass(frozen=True, slots=True)
class RoundLengthened(NightEvent):
    """Some time more or less for the round under way, or for all later ones too."""

    kind: ClassVar[str] = "round lengthened"
    touches: ClassVar[frozenset[Part]] = CLOCK
    verbs: ClassVar[tuple[str, ...]] = ("longer",)
    seconds: Annotated[int, Whole(-LONGEST_ROUND, LONGEST_ROUND)]
    section: Letter = ""
    later_rounds: bool = False

    def precondition(self, state: NightState) -> object:
        """The round under way."""
        return _round_under_way(state, self.section)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """End the round later or earlier; during the break after it, the break."""
        clock = require_round(state, self.section)
        return _with_clock(state, clock.lengthened(self.seconds, state.setup.timing, stamp.at, later=self.later_rounds))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        phrase = "{far} min for this round and all later ones" if self.later_rounds else "{far} min for this round"
        sign = "+" if self.seconds > 0 else "−"
        return say(phrase, far=f"{sign}{format_minutes(self.seconds)}")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "RoundLengthened":
        """Return a minute more or less."""
        seconds = {"more": MINUTE, "less": -MINUTE}.get(form.text("by"))
        if seconds is None:
            raise BadRequest(f"by: expected more or less: {form.text('by')[:40]!r}")
        return cls(seconds, form.text("section"), later_rounds=form.flag("later"))


@dataclass(frozen=True, slots=True)
class WallMessageSet(NightEvent):
    """What the wall shows until the next round is called."""

    kind: ClassVar[str] = "wall message set"
    touches: ClassVar[frozenset[Part]] = frozenset({"wall"})
    verbs: ClassVar[tuple[str, ...]] = ("show", "clear-wall")
    text: Annotated[str, Text(MAX_WALL_CHARS, lines=True)]

    def precondition(self, state: NightState) -> object:
        """The message so far, what is played, and the round under way."""
        return state.wall_message, _movements(state), [clock.round for clock in state.clocks]

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the night with another message, or none."""
        return replace(state, wall_message=self.text)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("put on the wall" if self.text else "taken off the wall")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "WallMessageSet":
        """Return the announcement of the next round, or nothing."""
        return cls(context.announcement[:MAX_WALL_CHARS] if verb == "show" else "")


@dataclass(frozen=True, slots=True)
class ResultsReleased(NightEvent):
    """Whether pairs see their results, and the wall the ranking before the end."""

    kind: ClassVar[str] = "released"
    touches: ClassVar[frozenset[Part]] = frozenset({"release"})
    verbs: ClassVar[tuple[str, ...]] = ("release", "withhold")
    released: bool = True

    def precondition(self, state: NightState) -> object:
        """Whether they see them."""
        return state.is_released

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Show them, or no longer."""
        return replace(state, is_released=self.released)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        return say("results released to phones" if self.released else "results withheld")

    @classmethod
    def from_form(cls, verb: str, form: Form, context: FormContext) -> "ResultsReleased":
        """Return whether results are shown."""
        return cls(verb == "release")


def _round_under_way(state: NightState, section: str) -> int:
    clock = state.clock(section)
    return clock.round if clock else 0


def _with_clock(state: NightState, clock: Clock) -> NightState:
    clocks = tuple(clock if one.section == clock.section else one for one in state.clocks)
    return replace(state, clocks=clocks)
