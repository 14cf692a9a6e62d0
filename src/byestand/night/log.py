"""The log of a night, and the state that it leads to: every prefix of it is a night, and what is undone never happened.

The log only grows. An `Undone` takes an earlier event out of it; it may be undone in its turn. What came later has to
stand without what is undone, otherwise the undoing is refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.language import say
from byestand.night.event import NightEvent
from byestand.night.events import SetupChanged, Undone
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

OVERTAKEN = "somebody else was quicker, in another window or at another screen, so this was not done; look again"
RECENT_STATES = 30
"""A device that is behind is seldom further behind than that; for others the state is computed again."""
NAMING_SECTIONS: frozenset[Part] = frozenset({"results", "people", "mishaps", "clock"})
"""Parts whose events name sections by their letters."""
_APPENDING = Lock()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event and its stamp."""

    event: NightEvent
    stamp: Stamp


@dataclass(frozen=True, eq=False)
class EventLog:
    """All events of a night, and the state that they lead to."""

    state: NightState = field(default_factory=NightState)
    recent: tuple[NightState, ...] = field(default=(), repr=False)
    """The states before the last events."""
    _entries: list[LogEntry] = field(default_factory=list, repr=False)
    """Shared by the logs of one night: each has the first `state.revision` of them. So appending copies nothing."""

    @classmethod
    def of(cls, entries: Iterable[LogEntry]) -> "EventLog":
        """Return the log of some entries; refuse one in which something does not follow."""
        every = list(entries)
        unfolded = cls(NightState(revision=len(every)), (), every)
        return cls(unfolded._fold(), (), every)

    @property
    def entries(self) -> Sequence[LogEntry]:
        """All entries, the first one first."""
        return self._entries[: self.state.revision]

    def entry(self, revision: int) -> LogEntry:
        """Return the entry that led to a revision."""
        return self._entries[revision - 1]

    def since(self, revision: int) -> Sequence[LogEntry]:
        """Return the entries after a revision."""
        return self._entries[revision : self.state.revision]

    def undone(self) -> frozenset[int]:
        """Return the revisions that are undone, and not done again; refuse what undoes what it cannot."""
        undone: set[int] = set()
        for revision, entry in enumerate(self.entries, start=1):
            if not isinstance(entry.event, Undone):
                continue
            if not 1 < entry.event.revision < revision or entry.event.revision in undone:
                raise BadRequest(f"what happened at {entry.event.revision} cannot be undone at {revision}")
            undone ^= set(self.chain(entry.event.revision))
        return frozenset(undone)

    def chain(self, revision: int) -> Iterator[int]:
        """Yield a revision, what it undoes, what that undoes, and so on to what happened once."""
        yield revision
        while isinstance(event := self.entry(revision).event, Undone):
            revision = event.revision
            yield revision

    def active(self) -> Iterator[tuple[int, LogEntry]]:
        """Yield what is not undone, with its revision, from the first on."""
        undone = self.undone()
        for revision, entry in enumerate(self.entries, start=1):
            if revision not in undone and not isinstance(entry.event, Undone):
                yield revision, entry

    def require_fits(self, event: NightEvent, seen: int) -> None:
        """Refuse an event of somebody who saw the night at revision *seen*, if what it is about has changed since."""
        if not 0 <= seen <= self.state.revision:
            raise BadRequest(f"nobody can have seen more of this night than there is: {seen}")
        if seen < self.state.revision and event.precondition(self._state_at(seen)) != event.precondition(self.state):
            raise OutOfDate(OVERTAKEN, revision=self.state.revision)

    def _state_at(self, revision: int) -> NightState:
        recent = next((state for state in self.recent if state.revision == revision), None)
        return recent or EventLog.of(self._entries[:revision]).state

    def append(self, event: NightEvent, stamp: Stamp) -> "EventLog":
        """Return the log with one event more; refuse what cannot happen now."""
        entry, recent = LogEntry(event, stamp), (*self.recent[-RECENT_STATES:], self.state)
        if isinstance(event, Undone):
            return replace(self._undo(event, entry), recent=recent)
        revision = self.state.revision + 1
        state = _with_revisions(event.apply(replace(self.state, revision=revision), stamp), event.touches)
        return EventLog(state, recent, self._with_entry(entry))

    def _with_entry(self, entry: LogEntry) -> list[LogEntry]:
        """Return the entries with one more: the shared list, unless another log has continued it in another way."""
        with _APPENDING:  # two threads may continue one log
            if len(self._entries) == self.state.revision:
                self._entries.append(entry)
                return self._entries
        return [*self.entries, entry]

    def _undo(self, event: Undone, entry: LogEntry) -> "EventLog":
        if not 1 < event.revision <= self.state.revision or event.revision in self.undone():
            raise OutOfDate("that was undone already, or never happened; look again", revision=self.state.revision)
        self._require_same_letters(event.revision)
        try:
            return EventLog.of([*self.entries, entry])
        except ByestandError as error:
            raise BadRequest(f"what came later builds on it, so undo that first: {error}") from error

    def _require_same_letters(self, revision: int) -> None:
        """Refuse to undo letters that sections exchanged, or to do that again, where later events name sections.

        What was entered for section A would silently belong to another section.
        """
        *_, first = self.chain(revision)
        event = self.entry(first).event
        if not isinstance(event, SetupChanged) or event.relettered.keys().isdisjoint(event.relettered.values()):
            return
        if any(later > first and entry.event.touches & NAMING_SECTIONS for later, entry in self.active()):
            raise BadRequest(
                "sections exchanged letters, and what came later was entered for the sections as they are now:"
                " undo that first, or type other letters on the page of the night"
            )

    def _touched(self, event: Undone) -> frozenset[Part]:
        *_, first = self.chain(event.revision)
        return self.entry(first).event.touches

    def _fold(self) -> NightState:
        state = NightState()
        for revision, entry in self.active():
            state = entry.event.apply(replace(state, revision=revision), entry.stamp)
            state = _with_revisions(state, entry.event.touches)
        return self._revised_by_undoing(replace(state, revision=len(self.entries)))

    def _revised_by_undoing(self, state: NightState) -> NightState:
        """Return the state with the revisions of parts that changed by undoing something."""
        for revision, entry in enumerate(self.entries, start=1):
            if isinstance(entry.event, Undone):
                revisions = dict.fromkeys(self._touched(entry.event), revision)
                newer = {part: max(revision, state.revisions.get(part, 0)) for part, revision in revisions.items()}
                state = replace(state, revisions={**state.revisions, **newer})
        return state

    def sentence(self, revision: int) -> str:
        """Return what happened at a revision, as the director's page lists it."""
        event, state = self.entry(revision).event, self.state
        if isinstance(event, Undone):
            *_, first = self.chain(revision)
            phrase = "undone: {what}" if self.is_undoing(revision) else "done again: {what}"
            return say(phrase, what=self.sentence(first))
        words, section = event.sentence(state), event.letter
        if section and state.setup.has_letters:
            return say("{words} in section {section}", words=words, section=section)
        return words

    def is_undoing(self, revision: int) -> bool:
        """Return whether an entry takes something back; taking that back in turn does it again."""
        return len(list(self.chain(revision))) % 2 == 0


def _with_revisions(state: NightState, parts: frozenset[Part]) -> NightState:
    return replace(state, revisions={**state.revisions, **dict.fromkeys(parts, state.revision)})
