"""How long rounds are, and when there are breaks."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.model.timing import MINUTE, Timing
from byestand.night.event import NightEvent
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part
from byestand.words.phrases import say, say_many


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
        del stamp
        if state.clocks and self.timing.apart != state.setup.timing.apart:
            raise BadRequest("whether sections have clocks of their own is decided before play")
        for clock in state.clocks:
            clock.require_possible(self.timing)
        return state.with_setup(replace(state.setup, timing=self.timing))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        del state
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
