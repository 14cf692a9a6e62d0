"""The clock of a session: the round, when it ends, what comes next and when play ends.

Instants are seconds since 1970 on the server; nothing here reads the current time. A clock stores what the director did
(called, paused, added a minute). Its timeline has all that it will show until the next event, so that a restarted
server, a sleeping tablet and a late display show the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, TypeAlias

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.timing import LONGEST_ROUND, MINUTE, Break, Timing

State: TypeAlias = Literal[
    "before", "running", "warned", "last", "paused", "break", "break-paused", "over", "break-over", "ended"
]
"""Warned: after a warning; last: after the last warning. Over: the time of a round, or of the break after it, is up and
the next round is not called yet."""


@dataclass(frozen=True, slots=True)
class Phase:
    """What a clock shows from an instant until the next phase starts.

    A figure that drifts is given as of the start of the phase and moves on with the time.
    """

    state: State
    starts: float
    ends: float | None = None
    """When the current round or break ends; None while the clock is paused."""
    left: float | None = None
    """Remaining seconds while the clock is paused."""
    length: float = 0.0
    """Seconds of the whole round or break."""
    next_at: float | None = None
    """Expected start of the next round."""
    next_drifts: bool = False
    finish: float | None = None
    finish_drifts: bool = False


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a clock shows at an instant."""

    section: str
    state: State
    round: int
    rounds: int
    seconds_left: float | None
    """Seconds until the round or the break ends; negative when it should have ended."""
    ends: float | None
    length: float
    next_at: float | None
    finish: float | None


@dataclass(frozen=True, slots=True)
class Clock:
    """What the director did with the clock of one section, or of all."""

    section: str = ""
    """Empty for the clock of all sections."""
    rounds: int = 0
    round: int = 0
    """0 before play, `rounds` + 1 when play has ended."""
    called_at: float = 0.0
    paused_at: float | None = None
    """Since when the clock is paused."""
    paused_seconds: float = 0.0
    """Seconds of earlier pauses in this round."""
    break_extra: float = 0.0
    """Seconds by which the break after this round is longer than planned: minutes added, and pauses during it."""
    extra_seconds: tuple[tuple[int, int, int], ...] = ()
    """Seconds more, or less: from a round to a round."""

    @property
    def is_playing(self) -> bool:
        """Whether a round is in progress."""
        return 1 <= self.round <= self.rounds

    def length(self, round: int, timing: Timing) -> int:
        """Return how long a round lasts."""
        return timing.round_seconds + sum(
            seconds for first, last, seconds in self.extra_seconds if first <= round <= last
        )

    def is_break(self, timing: Timing, at: float | None) -> bool:
        """Return whether the break after this round had begun at an instant; pauses and minutes belong to it then."""
        rest, due = self.break_after(timing), self.due(timing)
        return at is not None and rest is not None and at >= due and rest.ends(due) + self.break_extra > due

    def due(self, timing: Timing) -> float:
        """Return when the current round ends, unless the clock is paused in it."""
        return self.called_at + self.paused_seconds + self.length(self.round, timing)

    def break_after(self, timing: Timing) -> Break | None:
        """Return the break after the current round."""
        return timing.break_after(self.round) if 1 <= self.round < self.rounds else None

    def _waited_seconds(self, now: float) -> float:
        return 0.0 if self.paused_at is None else max(0.0, now - self.paused_at)

    def call_round(self, round: int, at: float) -> "Clock":
        """Return the clock after a round is called."""
        return replace(self, round=round, called_at=at, paused_at=None, paused_seconds=0.0, break_extra=0.0)

    def pause(self, at: float) -> "Clock":
        """Return the clock after it is paused."""
        return replace(self, paused_at=at)

    def resume(self, timing: Timing, at: float) -> "Clock":
        """Return the clock after it is resumed."""
        waited = self._waited_seconds(at)
        if self.is_break(timing, self.paused_at):
            return replace(self, paused_at=None, break_extra=self.break_extra + waited)
        return replace(self, paused_at=None, paused_seconds=self.paused_seconds + waited)

    def lengthen(self, seconds: int, timing: Timing, at: float, *, later: bool) -> "Clock":
        """Return the clock with a longer or shorter round, or break if that has begun, and perhaps all later rounds."""
        is_break = self.is_break(timing, at if self.paused_at is None else self.paused_at)
        first, last = self.round + is_break, self.rounds if later else self.round
        more = (*self.extra_seconds, (first, last, seconds)) if first <= last else self.extra_seconds
        longer = replace(self, extra_seconds=more, break_extra=self.break_extra + (seconds if is_break else 0))
        longer.require_possible(timing)
        return longer

    def require_possible(self, timing: Timing) -> None:
        """Raise BadRequest if the length of a round would be negative or longer than the limit."""
        lengths = {round: self.length(round, timing) for round in range(max(1, self.round), self.rounds + 1)}
        round = next((round for round, seconds in lengths.items() if not 0 <= seconds <= LONGEST_ROUND), None)
        if round is not None:
            raise BadRequest(
                say(
                    "round {round} must last 0 to {most} minutes, not {minutes:g}",
                    round=round,
                    most=LONGEST_ROUND // MINUTE,
                    minutes=lengths[round] / MINUTE,
                )
            )

    def face(self, timing: Timing, now: float) -> ClockFace:
        """Return what the clock shows at an instant."""
        phase = phase_at(timeline(self, timing), now)
        drift = now - phase.starts
        return ClockFace(
            self.section,
            phase.state,
            self.round,
            self.rounds,
            seconds_left=phase.left if phase.ends is None else phase.ends - now,
            ends=phase.ends,
            length=phase.length,
            next_at=None if phase.next_at is None else phase.next_at + phase.next_drifts * drift,
            finish=None if phase.finish is None else phase.finish + phase.finish_drifts * drift,
        )


def phase_at(phases: Sequence[Phase], now: float) -> Phase:
    """Return the phase at an instant: the last one that has started."""
    return next((phase for phase in reversed(phases) if phase.starts <= now), phases[0])


@dataclass(frozen=True, slots=True)
class Estimate:
    """When something happens: not before *floor*, and at least *ahead* seconds from now."""

    floor: float
    ahead: float = -inf

    def at(self, now: float) -> float:
        """Return the estimate at an instant."""
        return max(self.floor, now + self.ahead)

    @property
    def drifts_from(self) -> float:
        """The instant after which the estimate moves with the time."""
        return self.floor - self.ahead

    def plus(self, seconds: float) -> "Estimate":
        """Return the estimate some seconds later."""
        return Estimate(self.floor + seconds, self.ahead + seconds)

    def after(self, rest: Break | None, extra: float = 0.0) -> "Estimate":
        """Return the estimate for the end of a break that begins then, with seconds more or less than planned."""
        if rest is None:
            return self
        if rest.until is None:
            return self.plus(max(0.0, rest.seconds + extra))
        ended = self.plus(max(0.0, extra))
        return replace(ended, floor=max(ended.floor, rest.until + extra))


def timeline(clock: Clock, timing: Timing) -> tuple[Phase, ...]:
    """Return the phases of a clock from its last event until the end of play."""
    if not clock.round:
        begins = Estimate(timing.starts or 0.0, 0.0)
        return tuple(_split([Phase("before", 0.0, timing.starts)], clock, timing, begins))
    if not clock.is_playing:
        return (Phase("ended", 0.0),)
    rest, due = clock.break_after(timing), clock.due(timing)
    over = Estimate(due).after(rest, clock.break_extra).floor
    if clock.paused_at is None:
        return tuple(_split(_running_phases(clock, timing, due, over), clock, timing, Estimate(over, 0.0)))
    if clock.is_break(timing, clock.paused_at):
        paused = Phase("break-paused", clock.paused_at, left=over - clock.paused_at, length=over - due)
        begins = Estimate(-inf, over - clock.paused_at)
    else:
        length = clock.length(clock.round, timing)
        paused = Phase("paused", clock.paused_at, left=due - clock.paused_at, length=length)
        begins = Estimate(-inf, due - clock.paused_at).after(rest, clock.break_extra)
    return tuple(_split([paused], clock, timing, replace(begins, ahead=max(0.0, begins.ahead))))


def _running_phases(clock: Clock, timing: Timing, due: float, over: float) -> list[Phase]:
    """Return the states of a clock that is not paused; of two with the same start the later one counts."""
    length = clock.length(clock.round, timing)
    warned = [Phase("warned", max(clock.called_at, due - seconds), due, length=length) for seconds in timing.warnings]
    warned = sorted(warned, key=lambda phase: phase.starts)
    warned[-1:] = [replace(phase, state="last") for phase in warned[-1:]]
    running = [Phase("running", clock.called_at, due, length=length), *warned]
    if over <= due:
        return [*running, Phase("over", due, due, length=length)]
    rests = Phase("break", due, over, length=over - due)
    return [*running, rests, replace(rests, state="break-over", starts=over)]


def _split(states: Sequence[Phase], clock: Clock, timing: Timing, begins: Estimate) -> Iterator[Phase]:
    """Yield the states with the next round and the finish; a phase starts also where one of these begins to drift."""
    finish = begins
    for round in range(clock.round + 1, clock.rounds + 1):
        rest = timing.break_after(round) if round < clock.rounds else None
        finish = finish.plus(clock.length(round, timing)).after(rest)
    drifts = (estimate.drifts_from for estimate in (begins, finish))
    starts = {phase.starts for phase in states} | {at for at in drifts if states[0].starts < at < inf}
    for at in sorted(starts):
        phase = replace(phase_at(states, at), starts=at)
        if clock.round < clock.rounds:
            phase = replace(phase, next_at=begins.at(at), next_drifts=at >= begins.drifts_from)
        if clock.rounds:
            phase = replace(phase, finish=finish.at(at), finish_drifts=at >= finish.drifts_from)
        yield phase
