"""Minutes and breaks: the form, as it is kept and as it was typed, and the timing that it says."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.model.timing import MINUTE, Break, Timing
from byestand.server.live.message import hour as hour_words
from byestand.server.nights.timing import LONG_AGO, next_time, round_length
from byestand.server.web.query import Asked

MOST_BREAKS = 6
SPARE = 2
"""Lines that are free for more breaks."""


@dataclass(frozen=True, slots=True)
class BreakLine:
    """A break, as the form has it."""

    after: str = ""
    minutes: str = ""
    until: str = ""

    def rest(self, begins: float, rounds: int) -> Break:
        """Return what it says, of an evening that begins at an instant and has so many rounds."""
        after = Asked((("after", self.after),)).number("after") if self.after else None
        if not after:
            raise BadRequest("say after which round the break is")
        if after > rounds:
            raise BadRequest(f"there are {rounds} rounds, so no break is after round {after}")
        if bool(self.minutes) == bool(self.until):
            raise BadRequest(f"a break lasts so many minutes, or until an hour: say one of them for round {after}")
        return Break(after, _seconds(self.minutes, "break"), next_time(self.until, begins) if self.until else None)


@dataclass(frozen=True, slots=True)
class Minutes:
    """The form."""

    minutes: str
    each: str
    """A ``round`` or a ``board``."""
    warnings: tuple[str, str]
    breaks: tuple[BreakLine, ...]
    starts: str
    apart: bool
    gong: bool
    refused: str = ""

    @classmethod
    def kept(cls, timing: Timing) -> "Minutes":
        """Return the form as it is kept."""
        first, second = (*map(_minutes, timing.warnings), "", "")[:2]
        breaks = (
            BreakLine(str(one.after), "" if one.until else _minutes(one.seconds), hour_words(one.until))
            for one in timing.breaks
        )
        return cls(
            _minutes(timing.seconds),
            "round",
            (first, second),
            _with_spare(breaks),
            hour_words(timing.starts),
            timing.apart,
            timing.gong,
        )

    @classmethod
    def typed(cls, form: Asked) -> "Minutes":
        """Return the form as somebody sent it."""
        lines = (
            BreakLine(*(form.text(f"{name}{number}") for name in ("after", "rest", "until")))
            for number in range(1, MOST_BREAKS + 1)
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
        """Return what it says, typed at an instant, where there are so many rounds, and a round has so many boards."""
        seconds = _seconds(self.minutes, "minutes")
        if not seconds:
            raise BadRequest("say how many minutes a round lasts, or a board")
        earliest = now - LONG_AGO * 60 * MINUTE
        starts = next_time(self.starts, earliest) if self.starts else None
        return Timing(
            seconds=round_length(seconds * (boards if self.each == "board" else 1)),
            warnings=tuple(sorted({_seconds(one, "warnings") for one in self.warnings if one}, reverse=True)),
            breaks=self._breaks(starts or earliest, rounds),
            starts=starts,
            apart=self.apart,
            gong=self.gong,
        )

    def _breaks(self, begins: float, rounds: int) -> tuple[Break, ...]:
        found: dict[int, Break] = {}
        for line in self.breaks:
            if line == BreakLine():
                continue
            rest = line.rest(begins, rounds)
            if rest.after in found:
                raise BadRequest(f"there is one break after a round: say it once for round {rest.after}")
            found[rest.after] = rest
        return tuple(found[after] for after in sorted(found))


def _with_spare(lines: Iterator[BreakLine]) -> tuple[BreakLine, ...]:
    found = tuple(lines)[:MOST_BREAKS]
    return (*found, *(BreakLine() for _ in range(min(SPARE, MOST_BREAKS - len(found)))))


def _minutes(seconds: int) -> str:
    return f"{seconds / MINUTE:g}"


def _seconds(text: str, name: str) -> int:
    """Return minutes as they were typed, also 7.5, in seconds."""
    return round_length(Asked(((name, text),)).figure(name) * MINUTE) if text else 0  # type: ignore[operator] # not empty
