"""What a clock shows at an instant, computed from the director's actions without a timeline."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model.timing import Break, Timing


@dataclass(frozen=True)
class ClockFacts:
    """The director's actions on the clock: the fields of a clock that count."""

    rounds: int
    round: int
    called_at: float
    paused_at: float | None
    held: float
    break_extra: float
    more: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class ClockReading:
    """What a clock shows."""

    state: str
    seconds_left: float | None
    ends: float | None
    length: float
    next_at: float | None
    finish: float | None


def read_clock(clock: ClockFacts, timing: Timing, now: float) -> ClockReading:
    """Return what a clock shows at an instant after the last change."""
    if not clock.round:
        slots = list(_slots(clock, timing, now))
        first, finish = (slots[0][0], slots[-1][1]) if slots else (None, None)
        left = None if timing.starts is None else timing.starts - now
        return ClockReading("before", left, timing.starts, 0, first, finish)
    if clock.round > clock.rounds:
        return ClockReading("ended", None, None, 0, None, None)
    slots = list(_slots(clock, timing, now))
    next_at = slots[1][0] if len(slots) > 1 else None
    state, ends, length = _under_way(clock, timing, now)
    is_paused = clock.paused_at is not None
    return ClockReading(state, ends - now, None if is_paused else ends, length, next_at, max(now, slots[-1][1]))


def _under_way(clock: ClockFacts, timing: Timing, now: float) -> tuple[str, float, float]:
    """Return the state, the end of the current round or break, and its length."""
    ends, over = _round_ends(clock, timing, now), _break_ends(clock, timing, now)
    if over is not None and _is_break(clock, timing, now if clock.paused_at is None else clock.paused_at):
        if clock.paused_at is not None:
            return "break-paused", over, _break_length(clock, timing)  # a paused break does not get longer
        return ("break" if now < over else "break-over"), over, over - ends
    length = float(_length(clock, timing, clock.round))
    if clock.paused_at is not None:
        return "paused", ends, length
    return (_warning_state(timing, ends - now) if now < ends else "over"), ends, length


def _warning_state(timing: Timing, left: float) -> str:
    due = [warning for warning in timing.warnings if left <= warning]
    return "running" if not due else "last" if len(due) == len(timing.warnings) else "warned"


def _slots(clock: ClockFacts, timing: Timing, now: float) -> Iterator[tuple[float, float]]:
    """Yield start and end of the current and coming rounds, as they follow from each other."""
    begins = now if timing.starts is None else max(now, timing.starts)
    for round in range(max(clock.round, 1), clock.rounds + 1):
        rest = timing.break_after(round)
        if round == clock.round:
            begins, ends = clock.called_at, _round_ends(clock, timing, now)
            over = _break_ends(clock, timing, now) or ends
        else:
            ends = begins + _length(clock, timing, round)
            over = ends if rest is None else _rest_ends(rest, ends)
        yield begins, ends
        begins = max(over, now)


def _length(clock: ClockFacts, timing: Timing, round: int) -> int:
    return timing.round_seconds + sum(seconds for first, last, seconds in clock.more if first <= round <= last)


def _due(clock: ClockFacts, timing: Timing) -> float:
    return clock.called_at + clock.held + _length(clock, timing, clock.round)


def _rest(clock: ClockFacts, timing: Timing) -> Break | None:
    return timing.break_after(clock.round) if 1 <= clock.round < clock.rounds else None


def _rest_ends(rest: Break, begun: float) -> float:
    return begun + rest.seconds if rest.until is None else max(begun, rest.until)


def _waiting_state(clock: ClockFacts, now: float) -> float:
    return 0.0 if clock.paused_at is None else max(0.0, now - clock.paused_at)


def _is_break(clock: ClockFacts, timing: Timing, at: float | None) -> bool:
    rest, due = _rest(clock, timing), _due(clock, timing)
    return at is not None and rest is not None and at >= due and _rest_ends(rest, due) + clock.break_extra > due


def _round_ends(clock: ClockFacts, timing: Timing, now: float) -> float:
    due = _due(clock, timing)
    return due if _is_break(clock, timing, clock.paused_at) else due + _waiting_state(clock, now)


def _break_ends(clock: ClockFacts, timing: Timing, now: float) -> float | None:
    rest, ends = _rest(clock, timing), _round_ends(clock, timing, now)
    if rest is None:
        return None
    waiting = _waiting_state(clock, now) if _is_break(clock, timing, clock.paused_at) else 0.0
    return max(ends, _rest_ends(rest, ends) + clock.break_extra) + waiting


def _break_length(clock: ClockFacts, timing: Timing) -> float:
    rest, due = _rest(clock, timing), _due(clock, timing)
    return 0.0 if rest is None else _rest_ends(rest, due) + clock.break_extra - due
