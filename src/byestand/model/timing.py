"""The planned duration of rounds and breaks. Timestamps are seconds of the server since 1970."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from byestand.marks import Size, Whole
from byestand.model.limits import RoundNumber, Timestamp

MINUTE = 60
USUAL_BOARD = 7.5 * MINUTE
"""Seconds per board, the same as in plans."""
USUAL_ROUND = round(2 * USUAL_BOARD)
LONGEST_ROUND = 4 * 60 * MINUTE
LONGEST_BREAK = 24 * 60 * MINUTE
MAX_BREAKS = 12
MAX_WARNINGS = 4

RoundSeconds: TypeAlias = Annotated[int, Whole(0, LONGEST_ROUND)]


@dataclass(frozen=True, slots=True)
class Break:
    """A break for all after a round, for some time or until a timestamp."""

    after: RoundNumber
    seconds: Annotated[int, Whole(0, LONGEST_BREAK)] = 0
    until: Timestamp | None = None

    def ends(self, begun: float) -> float:
        """Return when a break that began at a timestamp ends."""
        return begun + self.seconds if self.until is None else max(begun, self.until)


@dataclass(frozen=True, slots=True)
class Timing:
    """The planned times of a session."""

    round_seconds: RoundSeconds = USUAL_ROUND
    warnings: Annotated[tuple[RoundSeconds, ...], Size(MAX_WARNINGS)] = (5 * MINUTE, MINUTE)
    """Seconds before the end of a round at which a warning is given."""
    breaks: Annotated[tuple[Break, ...], Size(MAX_BREAKS)] = ()
    starts: Timestamp | None = None
    """When play starts."""
    separate_clocks: bool = False
    """Whether each section has its own clock."""
    gong: bool = True

    def break_after(self, round: int) -> Break | None:
        """Return the break after a round."""
        return next((pause for pause in self.breaks if pause.after == round), None)
