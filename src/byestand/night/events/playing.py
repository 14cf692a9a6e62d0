"""What is said while people play: the clock, the wall, and whether pairs see their results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.model.timing import Timing
from byestand.night.clock import Clock
from byestand.night.events.event import Event
from byestand.night.progress import Progress


@dataclass(frozen=True, slots=True)
class Timed(Event):
    """How long rounds are, and when there are breaks."""

    kind: ClassVar[str] = "timed"
    timing: Timing

    def about(self, now: Progress) -> object:
        """The hours."""
        return now.timing

    def applied(self, now: Progress, at: float) -> Progress:
        """The hours are others; with clocks under way nobody can be parted or put together."""
        del at
        if now.clocks and self.timing.apart != now.timing.apart:
            raise BadRequest("whether sections have clocks of their own is decided before play")
        for clock in now.clocks:
            clock.require_possible(self.timing)
        return replace(now, timing=self.timing)


@dataclass(frozen=True, slots=True)
class Started(Event):
    """Play begins: round 1 is called, of so many in each section."""

    kind: ClassVar[str] = "started"
    rounds: Mapping[str, int]

    def about(self, now: Progress) -> object:
        """What is played, and that it has not begun."""
        return now.clocks, now.plan.sections

    def applied(self, now: Progress, at: float) -> Progress:
        """All clocks go; who is not there yet is still awaited."""
        if now.clocks:
            raise BadRequest("play has begun already")
        letters = [section.letter for section in now.plan.sections]
        if not letters or sorted(self.rounds) != sorted(letters):
            raise BadRequest("play begins when every section has a movement")
        if now.timing.apart and len(letters) > 1:
            clocks = tuple(Clock(letter, self.rounds[letter]) for letter in letters)
        else:
            clocks = (Clock("", max(self.rounds.values())),)
        return replace(now, clocks=tuple(clock.calling(1, at) for clock in clocks), shown="")


@dataclass(frozen=True, slots=True)
class RoundCalled(Event):
    """The next round is called; after the last one, the end."""

    kind: ClassVar[str] = "round called"
    round: int
    section: str = ""

    def about(self, now: Progress) -> object:
        """Which round it is."""
        return _clock(now, self.section).round

    def applied(self, now: Progress, at: float) -> Progress:
        """The clock begins anew."""
        clock = _clock(now, self.section)
        if self.round != clock.round + 1 or self.round > clock.rounds + 1:
            raise BadRequest(f"after round {clock.round} of {clock.rounds} the next is called, not round {self.round}")
        return _with_clock(replace(now, shown=""), clock.calling(self.round, at))


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The time stands still."""

    kind: ClassVar[str] = "paused"
    section: str = ""

    def about(self, now: Progress) -> object:
        """The clock."""
        return _clock(now, self.section)

    def applied(self, now: Progress, at: float) -> Progress:
        """The clock stops."""
        clock = _playing(now, self.section)
        if clock.paused is not None:
            raise BadRequest("the clock stands still already")
        return _with_clock(now, clock.stopped(at))


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The time goes on."""

    kind: ClassVar[str] = "resumed"
    section: str = ""

    def about(self, now: Progress) -> object:
        """The clock."""
        return _clock(now, self.section)

    def applied(self, now: Progress, at: float) -> Progress:
        """The clock goes on."""
        clock = _playing(now, self.section)
        if clock.paused is None:
            raise BadRequest("the clock goes already")
        return _with_clock(now, clock.going(now.timing, at))


@dataclass(frozen=True, slots=True)
class Lengthened(Event):
    """Some time more or less for the round under way, or for all that come as well."""

    kind: ClassVar[str] = "minutes"
    seconds: int
    section: str = ""
    later: bool = False

    def about(self, now: Progress) -> object:
        """Which round it is."""
        return _clock(now, self.section).round

    def applied(self, now: Progress, at: float) -> Progress:
        """The round ends later or earlier; during the break after it, the break."""
        clock = _playing(now, self.section)
        return _with_clock(now, clock.lengthened(self.seconds, now.timing, at, later=self.later))


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """What stands on the wall until the next round is called."""

    kind: ClassVar[str] = "shown"
    words: str

    def about(self, now: Progress) -> object:
        """What stands there, and which round it is said for."""
        return now.shown, now.plan.sections, [clock.round for clock in now.clocks]

    def applied(self, now: Progress, at: float) -> Progress:
        """Other words stand there, or none."""
        del at
        return replace(now, shown=self.words)


@dataclass(frozen=True, slots=True)
class Released(Event):
    """Whether pairs see their results, and the wall the ranking before the end."""

    kind: ClassVar[str] = "released"
    released: bool = True

    def about(self, now: Progress) -> object:
        """Whether they do."""
        return now.released

    def applied(self, now: Progress, at: float) -> Progress:
        """They do, or no longer."""
        del at
        return replace(now, released=self.released)


def _clock(now: Progress, section: str) -> Clock:
    found = now.clock(section)
    if found is None:
        raise BadRequest("play has not begun yet")
    return found


def _playing(now: Progress, section: str) -> Clock:
    found = _clock(now, section)
    if not found.is_playing:
        raise BadRequest("no round is under way")
    return found


def _with_clock(now: Progress, clock: Clock) -> Progress:
    clocks = tuple(clock if one.section == clock.section else one for one in now.clocks)
    return replace(now, clocks=clocks)
