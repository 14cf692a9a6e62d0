"""The clock of a night: which round it is, when it ends, what comes then, and when everybody goes home.

Instants are seconds of the server since 1970; nothing here asks what time it is. A clock is what was said (called,
paused, a minute more); what it shows is worked out from that and from the instant at which somebody looks, so that a
killed server, a sleeping tablet and a late screen show the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from byestand.errors import BadRequest
from byestand.model.timing import LONGEST_ROUND, MINUTE, Break, Timing

State: TypeAlias = Literal["before", "running", "paused", "break", "break-paused", "over", "break-over", "ended"]
"""Over: the time of a round is up, or of the break after it, and the next round is not called yet."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A round and its time."""

    round: int
    starts: float
    ends: float


@dataclass(frozen=True, slots=True)
class Face:
    """What a clock shows at an instant."""

    section: str
    state: State
    round: int
    of: int
    ends: float | None = None
    """When what is under way ends: the round, or the break; None where the time stands still."""
    left: float | None = None
    """How much is left of it while it stands still."""
    length: float = 0
    """Of what is under way, from its beginning to its end."""
    next_at: float | None = None
    """When the next round begins, as far as can be told."""
    finish: float | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What was said about the time of one section, or of all."""

    section: str = ""
    """Empty: everybody's."""
    rounds: int = 0
    round: int = 0
    """0 before play, one more than there are when it has ended."""
    called: float = 0.0
    paused: float | None = None
    """Since when the time stands still."""
    held: float = 0.0
    """How long it has stood still in this round before."""
    break_extra: float = 0.0
    """Seconds by which the break after this round is longer than planned: minutes added, and pauses during it."""
    more: tuple[tuple[int, int, int], ...] = ()
    """Seconds more, or less: from a round to a round."""

    @property
    def is_playing(self) -> bool:
        """Whether a round is under way."""
        return 1 <= self.round <= self.rounds

    def length(self, round: int, timing: Timing) -> int:
        """Return how long a round lasts."""
        return timing.seconds + sum(seconds for first, last, seconds in self.more if first <= round <= last)

    def ends(self, timing: Timing, now: float) -> float:
        """Return when the round under way ends, if nothing more is said."""
        due = self._due(timing)
        return due if self.is_break(timing, self.paused) else due + self._waiting(now)

    def break_ends(self, timing: Timing, now: float) -> float | None:
        """Return when the break after the round under way ends; None where there is no break."""
        rest, ends = self._rest(timing), self.ends(timing, now)
        if rest is None:
            return None
        waiting = self._waiting(now) if self.is_break(timing, self.paused) else 0.0
        return max(ends, rest.ends(ends) + self.break_extra) + waiting

    def is_break(self, timing: Timing, at: float | None) -> bool:
        """Return whether the break after this round had begun at an instant; pauses and minutes belong to it then."""
        rest, due = self._rest(timing), self._due(timing)
        return at is not None and rest is not None and at >= due and rest.ends(due) + self.break_extra > due

    def _due(self, timing: Timing) -> float:
        return self.called + self.held + self.length(self.round, timing)

    def _rest(self, timing: Timing) -> Break | None:
        return timing.break_after(self.round) if 1 <= self.round < self.rounds else None

    def _waiting(self, now: float) -> float:
        return 0.0 if self.paused is None else max(0.0, now - self.paused)

    def calling(self, round: int, at: float) -> "Clock":
        """Return it when a round is called."""
        return replace(self, round=round, called=at, paused=None, held=0.0, break_extra=0.0)

    def stopped(self, at: float) -> "Clock":
        """Return it when the time is stopped."""
        return replace(self, paused=at)

    def going(self, timing: Timing, at: float) -> "Clock":
        """Return it when the time goes on."""
        waited = self._waiting(at)
        if self.is_break(timing, self.paused):
            return replace(self, paused=None, break_extra=self.break_extra + waited)
        return replace(self, paused=None, held=self.held + waited)

    def lengthened(self, seconds: int, timing: Timing, at: float, *, later: bool) -> "Clock":
        """Return it with a longer or shorter round, or break if that has begun, and all later rounds if asked."""
        is_break = self.is_break(timing, at if self.paused is None else self.paused)
        first, last = self.round + is_break, self.rounds if later else self.round
        more = (*self.more, (first, last, seconds)) if first <= last else self.more
        longer = replace(self, more=more, break_extra=self.break_extra + (seconds if is_break else 0))
        longer.require_possible(timing)
        return longer

    def require_possible(self, timing: Timing) -> None:
        """Refuse hours with which a round would be shorter than nothing, with the minutes that were taken off it."""
        lengths = {round: self.length(round, timing) for round in range(max(1, self.round), self.rounds + 1)}
        wrong = next((round for round, seconds in lengths.items() if not 0 <= seconds <= LONGEST_ROUND), None)
        if wrong is not None:
            minutes = f"{lengths[wrong] / MINUTE:g} minutes in round {wrong}"
            raise BadRequest(f"a round lasts up to four hours, and not less than nothing: {minutes}")

    def timeline(self, timing: Timing, now: float) -> Iterator[Slot]:
        """Yield the rounds that are under way or to come, as they follow from each other."""
        begins = now if timing.starts is None else max(now, timing.starts)
        for round in range(max(self.round, 1), self.rounds + 1):
            rest = timing.break_after(round)
            if round == self.round:
                begins, ends = self.called, self.ends(timing, now)
                over = self.break_ends(timing, now) or ends
            else:
                ends = begins + self.length(round, timing)
                over = ends if rest is None else rest.ends(ends)
            yield Slot(round, begins, ends)
            begins = max(over, now)

    def face(self, timing: Timing, now: float) -> Face:
        """Return what it shows."""
        slots = list(self.timeline(timing, now))
        finish = slots[-1].ends if slots else None
        shown = Face(self.section, "ended", self.round, self.rounds)
        if not self.round:
            first = slots[0].starts if slots else None
            return replace(shown, state="before", ends=timing.starts, next_at=first, finish=finish)
        if not self.is_playing:
            return shown
        after = slots[1].starts if len(slots) > 1 else None
        return replace(self._running(shown, timing, now), next_at=after, finish=max(now, finish or now))

    def _running(self, shown: Face, timing: Timing, now: float) -> Face:
        """Return what it shows of the round under way, or of the break after it."""
        ends, over = self.ends(timing, now), self.break_ends(timing, now)
        if not self.is_break(timing, now if self.paused is None else self.paused) or over is None:
            state: State = "running" if now < ends else "over"
            shown = replace(shown, state=state, ends=ends, length=float(self.length(self.round, timing)))
            return shown if self.paused is None else replace(shown, state="paused", ends=None, left=ends - now)
        shown = replace(shown, state="break" if now < over else "break-over", ends=over, length=over - ends)
        return shown if self.paused is None else replace(shown, state="break-paused", ends=None, left=over - now)
