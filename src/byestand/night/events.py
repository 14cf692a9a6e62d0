"""What can happen in a night, one class a kind: what it is about, and what the night is after it.

An event is said by somebody who looked at the night as it was then. `about` is the part of the night that it speaks of:
where that is another by now, the event no longer fits and is refused; everything else may have gone on meanwhile.
`applied` is the night after it, or a refusal where there is no such thing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.night.clock import Clock, Timing
from byestand.night.night import Night
from byestand.night.progress import Progress, Said
from byestand.night.results import Rows
from byestand.night.setting import Setting


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was said or done; each kind says of itself what it is called."""

    kind: ClassVar[str]

    def about(self, now: Progress) -> object:
        """Return what must not have changed since somebody looked."""
        raise NotImplementedError

    def applied(self, now: Progress, at: float) -> Progress:
        """Return the night after it, which happened at an instant."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """A whole night as earlier versions kept it, or as it was when it was kept first."""

    kind: ClassVar[str] = "taken over"
    night: Night

    def about(self, now: Progress) -> object:
        """Everything."""
        return now.plan, now.results

    def applied(self, now: Progress, at: float) -> Progress:
        """Nothing of what was before stays."""
        del at
        if now.position > 1:
            raise BadRequest("a night is taken over before anything else happens in it")
        return replace(now, plan=replace(self.night, results=""), results=Rows.of(self.night.results))


@dataclass(frozen=True, slots=True)
class SetUp(Event):
    """Movements and their boards, section by section."""

    kind: ClassVar[str] = "set up"
    sections: tuple[Setting, ...]

    def about(self, now: Progress) -> object:
        """What is set up."""
        return now.plan.sections

    def applied(self, now: Progress, at: float) -> Progress:
        """While people play only what a section is called can change, and where its boards begin."""
        del at
        if now.is_started and list(map(_played, self.sections)) != list(map(_played, now.plan.sections)):
            raise BadRequest("people are playing, so the movement cannot be exchanged: say under Play what happened")
        return replace(now, plan=replace(now.plan, sections=self.sections))


def _played(section: Setting | None) -> tuple[object, ...]:
    return (
        () if section is None else (section.name, section.missing, section.brought, section.one_winner, section.switch)
    )


@dataclass(frozen=True, slots=True)
class Called(Event):
    """What the evening is called."""

    kind: ClassVar[str] = "called"
    name: str

    def about(self, now: Progress) -> object:
        """The name."""
        return now.plan.name

    def applied(self, now: Progress, at: float) -> Progress:
        """The name is another."""
        del at
        return replace(now, plan=replace(now.plan, name=self.name))


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Who is who; an empty name takes one away. Somebody who is replaced is named anew."""

    kind: ClassVar[str] = "named"
    names: Mapping[str, str] = field(default_factory=dict)

    def about(self, now: Progress) -> object:
        """These pairs."""
        return [now.plan.pairs.get(label, "") for label in self.names]

    def applied(self, now: Progress, at: float) -> Progress:
        """Those who have a name already stay where they are in the list."""
        del at
        pairs = {label: name for label, name in {**now.plan.pairs, **self.names}.items() if name}
        return replace(now, plan=replace(now.plan, pairs=pairs))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """What the director wants to remember."""

    kind: ClassVar[str] = "noted"
    notes: str

    def about(self, now: Progress) -> object:
        """The notes."""
        return now.plan.notes

    def applied(self, now: Progress, at: float) -> Progress:
        """The notes are others."""
        del at
        return replace(now, plan=replace(now.plan, notes=self.notes))


@dataclass(frozen=True, slots=True)
class Results(Event):
    """Results that came, and those that they replace."""

    kind: ClassVar[str] = "results"
    heading: str
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def about(self, now: Progress) -> object:
        """What is known of the same boards at the same tables."""
        return now.results.at_the_tables_of((*self.new, *self.gone))

    def applied(self, now: Progress, at: float) -> Progress:
        """Rows go and rows come."""
        del at
        return replace(now, results=now.results.without(self.gone).with_more(self.heading, self.new))


@dataclass(frozen=True, slots=True)
class Seen(Event):
    """Something went wrong in a section; how to go on is not decided yet."""

    kind: ClassVar[str] = "seen"
    section: str
    said: Said

    def about(self, now: Progress) -> object:
        """What was to be played there, and what was told before."""
        return now.section(self.section), now.troubles.get(self.section)

    def applied(self, now: Progress, at: float) -> Progress:
        """It waits for an answer."""
        del at
        _require_section(now, self.section)
        return replace(now, troubles={**now.troubles, self.section: self.said})


@dataclass(frozen=True, slots=True)
class Repaired(Event):
    """How a section goes on after something went wrong."""

    kind: ClassVar[str] = "repaired"
    setting: Setting

    def about(self, now: Progress) -> object:
        """What was to be played there."""
        return now.section(self.setting.letter)

    def applied(self, now: Progress, at: float) -> Progress:
        """The section plays on as told, and nothing is open there any more."""
        del at
        letter, repaired = self.setting.letter, self.setting.repaired
        _require_section(now, letter)
        if repaired and _played(repaired.before) != _played(now.section(letter)):
            raise BadRequest(f"section {letter} was to play something else before that")
        sections = tuple(self.setting if one.letter == letter else one for one in now.plan.sections)
        troubles = {section: said for section, said in now.troubles.items() if section != letter}
        return replace(now, plan=replace(now.plan, sections=sections), troubles=troubles)


@dataclass(frozen=True, slots=True)
class Awaited(Event):
    """Who is not there yet, or has come."""

    kind: ClassVar[str] = "awaited"
    label: str
    here: bool = False

    def about(self, now: Progress) -> object:
        """This pair."""
        return self.label in now.awaited

    def applied(self, now: Progress, at: float) -> Progress:
        """It is waited for, or no longer."""
        del at
        return replace(now, awaited=now.awaited - {self.label} if self.here else now.awaited | {self.label})


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
        if now.timing.apart:
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
        return _with_clock(now, clock.going(at))


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
        """The round ends later or earlier."""
        del at
        clock = _playing(now, self.section)
        return _with_clock(now, clock.lengthened(self.seconds, now.timing, later=self.later))


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """What stands on the wall until the next round is called."""

    kind: ClassVar[str] = "shown"
    words: str

    def about(self, now: Progress) -> object:
        """What stands there."""
        return now.shown

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


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Something did not happen after all; `fold` leaves it out."""

    kind: ClassVar[str] = "undone"
    position: int

    def about(self, now: Progress) -> object:
        """What is undone must still stand, which `fold` knows."""
        del now
        return None

    def applied(self, now: Progress, at: float) -> Progress:
        """By itself it changes nothing."""
        del at
        return now


KINDS: Mapping[str, type[Event]] = {one.kind: one for one in Event.__subclasses__()}


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


def _require_section(now: Progress, letter: str) -> None:
    if now.section(letter) is None:
        raise BadRequest(f"there is no such section in this night: {letter[:40]!r}")
