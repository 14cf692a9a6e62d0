"""The log of a night and what it comes to: every prefix of it is a night, and what is undone never happened.

The log only grows. An `Undone` takes an earlier event out of the fold; it may be undone in its turn. What came later
has to stand without what is undone, otherwise it stays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.night.events import Event, Undone
from byestand.night.progress import Progress

LATE = "somebody else was quicker, in another window or at another screen, so this was not done; look again"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, and when it was said, in seconds since 1970 by the server's clock."""

    event: Event
    at: float


@dataclass(frozen=True)
class Log:
    """All that happened, and the night that it comes to."""

    entries: tuple[Entry, ...] = ()
    now: Progress = field(default_factory=Progress)

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "Log":
        """Return the log of some entries; refuse one in which something does not follow."""
        found = cls(tuple(entries), replace(Progress(), position=len(entries)))
        return replace(found, now=_folded(found))

    def undone(self) -> frozenset[int]:
        """Return the positions of what was undone, and not done again."""
        out: set[int] = set()
        for position in range(len(self.entries), 0, -1):
            event = self.entries[position - 1].event
            if isinstance(event, Undone) and position not in out:
                out.add(event.position)
        return frozenset(out)

    def standing(self) -> Iterator[tuple[int, Entry]]:
        """Yield what was not undone, with its position, from the first on."""
        out = self.undone()
        for position, entry in enumerate(self.entries, start=1):
            if position not in out and not isinstance(entry.event, Undone):
                yield position, entry

    def last(self) -> tuple[int, Entry] | None:
        """Return what would be undone next: the last that stands, but for how the night began."""
        *_, last = (None, *self.standing())
        return last if last and last[0] > 1 else None

    def require_fits(self, event: Event, seen: int) -> None:
        """Refuse an event of somebody who saw as much as *seen*, where what it is about has changed since."""
        if not 0 <= seen <= self.now.position:
            raise BadRequest(f"nobody can have seen more of this night than there is: {seen}")
        if seen < self.now.position and event.about(Log.of(self.entries[:seen]).now) != event.about(self.now):
            raise OutOfDate(LATE, revision=self.now.position)

    def then(self, event: Event, at: float) -> "Log":
        """Return the log with one event more; refuse what cannot happen now."""
        entries = (*self.entries, Entry(event, at))
        if isinstance(event, Undone):
            return self._undoing(event, entries)
        return Log(entries, event.applied(replace(self.now, position=len(entries)), at))

    def _undoing(self, event: Undone, entries: tuple[Entry, ...]) -> "Log":
        if not 1 < event.position <= len(self.entries) or event.position in self.undone():
            raise OutOfDate("that was undone already, or never happened; look again", revision=self.now.position)
        try:
            return Log.of(entries)
        except ByestandError as no:
            raise BadRequest(f"what came later builds on it, so undo that first: {no}") from no


def _folded(log: Log) -> Progress:
    now = Progress()
    for position, entry in log.standing():
        now = entry.event.applied(replace(now, position=position), entry.at)
    return replace(now, position=len(log.entries))


def fold(entries: Sequence[Entry]) -> Progress:
    """Return the night that a log comes to."""
    return Log.of(entries).now
