"""The message to every open page of a session, and the same data for rendering a page.

A message stays valid over time: it has the timeline of each clock. Every screen looks up what the clock shows now, with
the server time in each message. It has numbers and keys only, so nothing in it is translated.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import ceil
from typing import NamedTuple

from byestand.model.timing import MINUTE, Timing
from byestand.night.clock import Clock, ClockFace, State, timeline
from byestand.night.state import NightState, Part


def message(now: NightState) -> dict[str, object]:
    """Return the message about a session."""
    return {
        "position": now.revision,
        "zone": time.localtime().tm_gmtoff,
        "gong": now.setup.timing.gong,
        "faces": page_marks(now)._asdict(),
        "clocks": [_clock(clock, now.setup.timing) for clock in now.clocks or (Clock(),)],
    }


class PageMarks(NamedTuple):
    """A mark for each kind of page, which changes when the page changes."""

    desk: str
    wall: str
    pair: str


def page_marks(state: NightState) -> PageMarks:
    """Return the marks of a session: the revisions of what each page shows. Results count only if they are published.

    The display and phones do not show absence, which is in the same part as names: so names are compared, not their
    revision. Calling a round removes the message from the display, so its mark changes. A phone has all rounds and
    finds the current one from the clocks, so that hundreds of phones need not reload.
    """
    shown: tuple[Part, ...] = ("setup", "release", "results") if state.is_released else ("setup", "release")
    everywhere = (*_revisions(state, shown), _digest(*(section.contestants for section in state.setup.sections)))
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
class ClockView:
    """A clock as rendered in a page; a script updates it."""

    section: str
    state: State
    round: int
    rounds: int
    time_left: str
    until: str
    next_at: str
    finish: str
    part: float
    """Elapsed per cent."""

    @property
    def next_round(self) -> int:
        """The round after this one."""
        return self.round + 1


def clock_views(now: NightState, instant: float, rounds: int = 1) -> tuple[ClockView, ...]:
    """Return every clock of a session at an instant; before play one with this number of *rounds*."""
    clocks = now.clocks or (Clock(rounds=rounds),)
    return tuple(_clock_view(clock.face(now.setup.timing, instant)) for clock in clocks)


def _clock_view(face: ClockFace) -> ClockView:
    return ClockView(
        face.section,
        face.state,
        face.round,
        face.rounds,
        minutes(face.seconds_left),
        hour(face.ends),
        hour(face.next_at),
        hour(face.finish),
        round(100 * (1 - min(1.0, max(0.0, (face.seconds_left or 0) / face.length))), 2) if face.length else 0,
    )


def minutes(seconds: float | None) -> str:
    """Return the remaining time; 0:00 if it is over.

    >>> minutes(766.2), minutes(-3), minutes(None)
    ('12:47', '0:00', '')
    """
    if seconds is None:
        return ""
    whole = max(0, ceil(seconds))
    return f"{whole // MINUTE}:{whole % MINUTE:02}"


def hour(instant: float | None) -> str:
    """Return an instant as the time of day on this machine."""
    return "" if instant is None else time.strftime("%H:%M", time.localtime(instant)).removeprefix("0")
