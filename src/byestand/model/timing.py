"""How long rounds and breaks are meant to last. Instants are seconds of the server since 1970."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from byestand.marks import Size, Whole
from byestand.model.limits import RoundNumber, Timestamp

MINUTE = 60
USUAL_BOARD = 7.5 * MINUTE
"""As plans reckon; they are made by others, who know movements."""
USUAL_ROUND = round(2 * USUAL_BOARD)
LONGEST_ROUND = 4 * 60 * MINUTE
LONGEST_BREAK = 24 * 60 * MINUTE
MAX_BREAKS = 12
MAX_WARNINGS = 4

RoundSeconds: TypeAlias = Annotated[int, Whole(0, LONGEST_ROUND)]


@dataclass(frozen=True, slots=True)
class Break:
    """A pause for everybody after a round: so long, or until an instant."""

    after: RoundNumber
    seconds: Annotated[int, Whole(0, LONGEST_BREAK)] = 0
    until: Timestamp | None = None

    def ends(self, begun: float) -> float:
        """Return when it is over, if it has begun then."""
        return begun + self.seconds if self.until is None else max(begun, self.until)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long rounds are meant to last."""

    seconds: RoundSeconds = USUAL_ROUND
    """Of a round."""
    warnings: Annotated[tuple[RoundSeconds, ...], Size(MAX_WARNINGS)] = (5 * MINUTE, MINUTE)
    """So long before the end of a round it is said that it ends."""
    breaks: Annotated[tuple[Break, ...], Size(MAX_BREAKS)] = ()
    starts: Timestamp | None = None
    """When play is to begin."""
    apart: bool = False
    """Whether each section has a clock of its own."""
    gong: bool = True

    def break_after(self, round: int) -> Break | None:
        """Return the break after a round."""
        return next((one for one in self.breaks if one.after == round), None)
