"""What is told to every open page of a night, and the same as a page shows it when it is drawn.

A message holds for every later instant: it has the timeline of each clock. Every screen looks up what the clock shows
now, with the instant of the server that each message brings.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import ceil
from typing import NamedTuple

from byestand.model.timing import MINUTE, Timing
from byestand.night.clock import Clock, Face, State, timeline
from byestand.night.state import NightState, Part


def message(now: NightState) -> dict[str, object]:
    """Return what is told of a night as it is."""
    return {
        "position": now.revision,
        "zone": time.localtime().tm_gmtoff,
        "gong": now.setup.timing.gong,
        "faces": page_marks(now)._asdict(),
        "clocks": [_clock(clock, now.setup.timing) for clock in now.clocks or (Clock(),)],
    }


class PageMarks(NamedTuple):
    """A text for each kind of page, which is another one as soon as the page shows something else."""

    desk: str
    wall: str
    pair: str


def page_marks(state: NightState) -> PageMarks:
    """Return the marks of a night: the revisions of what each page shows. Results count only if they are released.

    Who is absent is not shown on wall and phones, though it is a part of the people: so names are compared, not their
    revision. A call of a round takes the message off the wall, so the wall has another mark then. A phone has the whole
    evening and learns from the clocks which round it is, so that hundreds of phones need not ask.
    """
    shown: tuple[Part, ...] = ("setup", "release", "results") if state.is_released else ("setup", "release")
    everywhere = (*_revisions(state, shown), _digest(*(section.names for section in state.setup.sections)))
    return PageMarks(
        desk=str(state.revision),
        wall="-".join((*everywhere, *_revisions(state, ("wall",)))),
        pair="-".join((*everywhere, "started" if state.is_started else "")),
    )


def _revisions(state: NightState, parts: tuple[Part, ...]) -> Iterator[str]:
    return (str(state.revisions.get(part, 0)) for part in parts)


def _digest(*values: object) -> str:
    return blake2b(repr(values).encode(), digest_size=6).hexdigest()


def _clock(clock: Clock, timing: Timing) -> dict[str, object]:
    phases = [asdict(phase) for phase in timeline(clock, timing)]
    return {"section": clock.section, "round": clock.round, "of": clock.rounds, "phases": phases}


@dataclass(frozen=True, slots=True)
class ClockShown:
    """What a page shows of a clock when it is drawn; a script goes on from there."""

    section: str
    state: State
    round: int
    of: int
    left: str
    until: str
    next_at: str
    finish: str
    part: float
    """How much is over, of a hundred."""

    @property
    def next_round(self) -> int:
        """The round after this one."""
        return self.round + 1


def clocks_shown(now: NightState, instant: float, rounds: int = 1) -> tuple[ClockShown, ...]:
    """Return every clock of a night as it is at an instant; before play one, of so many *rounds*."""
    clocks = now.clocks or (Clock(rounds=rounds),)
    return tuple(_shown(clock.face(now.setup.timing, instant)) for clock in clocks)


def _shown(face: Face) -> ClockShown:
    return ClockShown(
        face.section,
        face.state,
        face.round,
        face.of,
        minutes(face.left),
        hour(face.ends),
        hour(face.next_at),
        hour(face.finish),
        round(100 * (1 - min(1.0, max(0.0, (face.left or 0) / face.length))), 2) if face.length else 0,
    )


def minutes(seconds: float | None) -> str:
    """Return a time that is left; what is over is nothing.

    >>> minutes(766.2), minutes(-3), minutes(None)
    ('12:47', '0:00', '')
    """
    if seconds is None:
        return ""
    whole = max(0, ceil(seconds))
    return f"{whole // MINUTE}:{whole % MINUTE:02}"


def hour(instant: float | None) -> str:
    """Return an instant by the clock of this machine, which is that of the room."""
    return "" if instant is None else time.strftime("%H:%M", time.localtime(instant)).removeprefix("0")
