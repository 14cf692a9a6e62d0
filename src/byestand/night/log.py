"""The log of a session, and the state that it leads to.

The log only grows, and every prefix of it is a valid log. An `Undone` removes the effect of an earlier event, and can
be undone itself. Undoing is refused if a later event depends on the one to undo.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.language import phrase, say
from byestand.night.events import SetupChanged, Undone
from byestand.night.night_event import NightEvent
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

OVERTAKEN = phrase("not done: another user or window changed this first. Check the page and try again")
RECENT_STATES = 30
"""Earlier states kept in memory for devices that are behind; older ones are computed again."""
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
    """All events of a session, and the state that they lead to."""

    state: NightState = field(default_factory=NightState)
    recent: tuple[NightState, ...] = field(default=(), repr=False)
    """The states before the last events."""
    _entries: list[LogEntry] = field(default_factory=list, repr=False)
    """Shared by the logs of one session, each of which has the first `state.revision`: appending copies nothing."""

    @classmethod
    def from_entries(cls, entries: Iterable[LogEntry]) -> "EventLog":
        """Return the log of some entries; raise BadRequest if an event is not possible after those before it."""
        all_entries = list(entries)
        unfolded = cls(NightState(revision=len(all_entries)), (), all_entries)
        return cls(unfolded._fold(), (), all_entries)

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

    def undone_positions(self) -> frozenset[int]:
        """Return the revisions that are undone and not redone; raise BadRequest if one cannot be undone."""
        undone: set[int] = set()
        for revision, entry in enumerate(self.entries, start=1):
            if not isinstance(entry.event, Undone):
                continue
            if not 1 < entry.event.revision < revision or entry.event.revision in undone:
                raise BadRequest(
                    say(
                        "event {first} cannot be undone at position {second}",
                        first=entry.event.revision,
                        second=revision,
                    )
                )
            undone ^= set(self.chain(entry.event.revision))
        return frozenset(undone)

    def chain(self, revision: int) -> Iterator[int]:
        """Yield a revision, the one it undoes, the one that undoes, and so on to the first event."""
        yield revision
        while isinstance(event := self.entry(revision).event, Undone):
            revision = event.revision
            yield revision

    def active(self) -> Iterator[tuple[int, LogEntry]]:
        """Yield the entries that are not undone, with their revisions, the first one first."""
        undone = self.undone_positions()
        for revision, entry in enumerate(self.entries, start=1):
            if revision not in undone and not isinstance(entry.event, Undone):
                yield revision, entry

    def require_fits(self, event: NightEvent, seen: int) -> None:
        """Raise OutOfDate if what an event is about has changed since its sender saw revision *seen*."""
        if not 0 <= seen <= self.state.revision:
            raise BadRequest(say("this revision does not exist yet: {revision}", revision=seen))
        if seen < self.state.revision and event.precondition(self._state_at(seen)) != event.precondition(self.state):
            raise OutOfDate(say(OVERTAKEN), revision=self.state.revision)

    def _state_at(self, revision: int) -> NightState:
        recent = next((state for state in self.recent if state.revision == revision), None)
        return recent or EventLog.from_entries(self._entries[:revision]).state

    def append(self, event: NightEvent, stamp: Stamp) -> "EventLog":
        """Return the log with one more event; raise an error if it is not possible now."""
        entry, recent = LogEntry(event, stamp), (*self.recent[-RECENT_STATES:], self.state)
        if isinstance(event, Undone):
            return replace(self._undo(event, entry), recent=recent)
        revision = self.state.revision + 1
        state = _with_revisions(event.apply(replace(self.state, revision=revision), stamp), event.touches)
        return EventLog(state, recent, self._with_entry(entry))

    def _with_entry(self, entry: LogEntry) -> list[LogEntry]:
        """Return the entries with one more: the shared list, unless another log has added to it."""
        with _APPENDING:  # two threads may continue one log
            if len(self._entries) == self.state.revision:
                self._entries.append(entry)
                return self._entries
        return [*self.entries, entry]

    def _undo(self, event: Undone, entry: LogEntry) -> "EventLog":
        if not 1 < event.revision <= self.state.revision or event.revision in self.undone_positions():
            raise OutOfDate(say("this event is already undone or does not exist"), revision=self.state.revision)
        self._require_same_letters(event.revision)
        try:
            return EventLog.from_entries([*self.entries, entry])
        except ByestandError as error:
            reason = say("a later event depends on this one; undo that first")
            raise BadRequest(f"{reason}: {error}") from error

    def _require_same_letters(self, revision: int) -> None:
        """Raise BadRequest if undoing would exchange the letters of sections that later events name.

        What was entered for section A would silently belong to another section.
        """
        *_, first = self.chain(revision)
        event = self.entry(first).event
        if not isinstance(event, SetupChanged) or event.new_letters.keys().isdisjoint(event.new_letters.values()):
            return
        if any(later > first and entry.event.touches & NAMING_SECTIONS for later, entry in self.active()):
            raise BadRequest(
                say("later entries use the new section letters; undo those first, or change the letters in the set-up")
            )

    def _touched_parts(self, event: Undone) -> frozenset[Part]:
        *_, first = self.chain(event.revision)
        return self.entry(first).event.touches

    def _fold(self) -> NightState:
        state = NightState()
        for revision, entry in self.active():
            state = entry.event.apply(replace(state, revision=revision), entry.stamp)
            state = _with_revisions(state, entry.event.touches)
        return self._revised_by_undoing(replace(state, revision=len(self.entries)))

    def _revised_by_undoing(self, state: NightState) -> NightState:
        """Return the state with the revisions of the parts that undoing changed."""
        for revision, entry in enumerate(self.entries, start=1):
            if isinstance(entry.event, Undone):
                revisions = dict.fromkeys(self._touched_parts(entry.event), revision)
                newer = {part: max(revision, state.revisions.get(part, 0)) for part, revision in revisions.items()}
                state = replace(state, revisions={**state.revisions, **newer})
        return state

    def sentence(self, revision: int) -> str:
        """Return the entry of a revision as a sentence for the log on the director's page."""
        event, state = self.entry(revision).event, self.state
        if isinstance(event, Undone):
            *_, first = self.chain(revision)
            action = say("Undone") if self.is_undoing(revision) else say("Redone")
            return f"{action}: {self.sentence(first)}"
        sentence, letter = event.sentence(state), event.letter
        if letter and state.setup.has_letters:
            return f"{say('Section {letter}', letter=letter)}: {sentence}"
        return sentence

    def is_undoing(self, revision: int) -> bool:
        """Return whether an entry undoes an event; otherwise it redoes one."""
        return len(list(self.chain(revision))) % 2 == 0


def _with_revisions(state: NightState, parts: frozenset[Part]) -> NightState:
    return replace(state, revisions={**state.revisions, **dict.fromkeys(parts, state.revision)})
