"""The form for clock and breaks: from a timing, from a request, and back to a timing."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.timing import MINUTE, Break, Timing
from byestand.server.live.message import hour as hour_words
from byestand.server.web.query import Query
from byestand.session.setups import LONG_AGO, next_time, round_length

MAX_BREAKS = 6
SPARE = 2
"""Empty lines for more breaks."""


@dataclass(frozen=True, slots=True)
class BreakLine:
    """A break as typed."""

    after: str = ""
    minutes: str = ""
    until: str = ""

    def rest(self, begins: float, rounds: int) -> Break:
        """Return the break, in a session that starts at an instant and has a number of rounds."""
        after = Query((("after", self.after),)).number("after") if self.after else None
        if not after:
            raise BadRequest(say("enter the round before the break"))
        if after > rounds:
            raise BadRequest(say("a break must be after round 1 to {rounds}, not {round}", rounds=rounds, round=after))
        if bool(self.minutes) == bool(self.until):
            raise BadRequest(say("break after round {round}: enter minutes or an end time, not both", round=after))
        return Break(after, _seconds(self.minutes, "break"), next_time(self.until, begins) if self.until else None)


@dataclass(frozen=True, slots=True)
class ClockForm:
    """The form for clock and breaks."""

    minutes: str
    each: str
    """``round`` or ``board``."""
    warnings: tuple[str, str]
    breaks: tuple[BreakLine, ...]
    starts: str
    apart: bool
    gong: bool
    error: str = ""

    @classmethod
    def from_timing(cls, timing: Timing) -> "ClockForm":
        """Return the form of a saved timing."""
        first, second = (*map(_minutes, timing.warnings), "", "")[:2]
        breaks = (
            BreakLine(str(one.after), "" if one.until else _minutes(one.seconds), hour_words(one.until))
            for one in timing.breaks
        )
        return cls(
            _minutes(timing.round_seconds),
            "round",
            (first, second),
            _with_spare(breaks),
            hour_words(timing.starts),
            timing.separate_clocks,
            timing.gong,
        )

    @classmethod
    def from_request(cls, form: Query) -> "ClockForm":
        """Return the form of a request."""
        lines = (
            BreakLine(*(form.text(f"{name}{number}") for name in ("after", "rest", "until")))
            for number in range(1, MAX_BREAKS + 1)
        )
        return cls(
            form.text("minutes"),
            form.choice("each", ("round", "board")),
            (form.text("warning1"), form.text("warning2")),
            _with_spare(line for line in lines if line != BreakLine()),
            form.text("starts"),
            form.text("clocks") == "apart",
            form.flag("gong"),
        )

    def timing(self, now: float, boards: int, rounds: int) -> Timing:
        """Return the timing, typed at an instant, for a number of boards per round and of rounds."""
        seconds = _seconds(self.minutes, "minutes")
        if not seconds:
            raise BadRequest(say("enter minutes per round or per board"))
        earliest = now - LONG_AGO * 60 * MINUTE
        starts = next_time(self.starts, earliest) if self.starts else None
        return Timing(
            round_seconds=round_length(seconds * (boards if self.each == "board" else 1)),
            warnings=tuple(sorted({_seconds(one, "warnings") for one in self.warnings if one}, reverse=True)),
            breaks=self._breaks(starts or earliest, rounds),
            starts=starts,
            separate_clocks=self.apart,
            gong=self.gong,
        )

    def _breaks(self, begins: float, rounds: int) -> tuple[Break, ...]:
        breaks: dict[int, Break] = {}
        for line in self.breaks:
            if line == BreakLine():
                continue
            rest = line.rest(begins, rounds)
            if rest.after in breaks:
                raise BadRequest(say("two breaks after round {round}; remove one", round=rest.after))
            breaks[rest.after] = rest
        return tuple(breaks[after] for after in sorted(breaks))


def _with_spare(lines: Iterator[BreakLine]) -> tuple[BreakLine, ...]:
    typed = tuple(lines)[:MAX_BREAKS]
    return (*typed, *(BreakLine() for _ in range(min(SPARE, MAX_BREAKS - len(typed)))))


def _minutes(seconds: int) -> str:
    return f"{seconds / MINUTE:g}"


def _seconds(text: str, name: str) -> int:
    """Return typed minutes, also fractions such as 7.5, in seconds."""
    return round_length(Query(((name, text),)).figure(name) * MINUTE) if text else 0  # type: ignore[operator] # not empty
