"""The log of a night and what it comes to: every prefix of it is a night, and what is undone never happened.

The log only grows. An `Undone` takes an earlier event out of the fold; it may be undone in its turn. What came later
has to stand without what is undone, otherwise it stays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.night.events import Event, Results, Undone
from byestand.night.progress import Progress

LATE = "somebody else was quicker, in another window or at another screen, so this was not done; look again"


RECENT = 30


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
    recent: tuple[Progress, ...] = field(default=(), compare=False, repr=False)
    """How the night was before the last few events."""

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "Log":
        """Return the log of some entries; refuse one in which something does not follow."""
        found = cls(tuple(entries), replace(Progress(), position=len(entries)))
        return replace(found, now=_folded(found))

    def undone(self) -> frozenset[int]:
        """Return the positions of what was undone, and not done again; refuse what undoes what it cannot."""
        out: set[int] = set()
        for position, entry in enumerate(self.entries, start=1):
            if not isinstance(entry.event, Undone):
                continue
            if not 1 < entry.event.position < position or entry.event.position in out:
                raise BadRequest(f"what happened at {entry.event.position} cannot be undone at {position}")
            self._undo(entry.event.position, out)
        return frozenset(out)

    def _undo(self, position: int, out: set[int]) -> None:
        """Take something out; where that undid something itself, that is there again, and so on."""
        gone: Event | None = None
        while gone is None or isinstance(gone, Undone):
            position = gone.position if gone else position
            out ^= {position}
            gone = self.entries[position - 1].event

    def standing(self) -> Iterator[tuple[int, Entry]]:
        """Yield what was not undone, with its position, from the first on."""
        out = self.undone()
        for position, entry in enumerate(self.entries, start=1):
            if position not in out and not isinstance(entry.event, Undone):
                yield position, entry

    def imported_rows(self) -> frozenset[str]:
        """Return the results that are as an imported file had them; all others somebody typed."""
        rows: set[str] = set()
        for _, entry in self.standing():
            if isinstance(entry.event, Results):
                rows -= {*entry.event.gone, *entry.event.new}
                rows |= set(entry.event.new if entry.event.source else ())
        return frozenset(rows)

    def require_fits(self, event: Event, seen: int) -> None:
        """Refuse an event of somebody who saw as much as *seen*, where what it is about has changed since."""
        if not 0 <= seen <= self.now.position:
            raise BadRequest(f"nobody can have seen more of this night than there is: {seen}")
        if seen < self.now.position and event.about(self._seen(seen)) != event.about(self.now):
            raise OutOfDate(LATE, revision=self.now.position)

    def _seen(self, position: int) -> Progress:
        """Return the night as it was when so much had happened: who is late has mostly seen it a moment ago."""
        recent = next((one for one in self.recent if one.position == position), None)
        return recent or Log.of(self.entries[:position]).now

    def then(self, event: Event, at: float) -> "Log":
        """Return the log with one event more; refuse what cannot happen now."""
        entries, recent = (*self.entries, Entry(event, at)), (*self.recent[-RECENT:], self.now)
        if isinstance(event, Undone):
            return replace(self._undoing(event, entries), recent=recent)
        return Log(entries, event.applied(replace(self.now, position=len(entries)), at), recent)

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
