"""The sessions that a visitor may open: all of a workspace, or the one of an access code."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import FormatError, NotFound, OutOfDate
from byestand.language import phrase, say
from byestand.model.setup import SessionSetup
from byestand.night import night_document
from byestand.night.events import NightEvent
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import (
    UNKNOWN_MOMENT,
    DamagedNight,
    EventRow,
    NewNight,
    NightRow,
    StoredNight,
    UnreadableNight,
    replay,
    session_name,
)
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.store import Conflict, Store, night_not_found

CHANGED_SINCE = phrase(
    "not saved: this session was changed in another window. Show the saved version, or overwrite it with yours"
)
MAX_ATTEMPTS = 50
"""The number of attempts to append an event while others change the session."""


@dataclass(frozen=True, slots=True)
class NightScope:
    """The sessions of a workspace, or a single one; none if both are 0."""

    workspace: int = 0
    night: int = 0

    def has(self, row: NightRow) -> bool:
        """Return whether a session is within it."""
        is_in_workspace = self.workspace != 0 and row.workspace == self.workspace  # a damaged row has 0 too
        return is_in_workspace or row.id == self.night


class ExportedNight(NamedTuple):
    """A session as a file."""

    text: str
    filename: str


@dataclass(frozen=True, slots=True)
class VisibleNights:
    """The sessions within a scope; all others are hidden."""

    store: Store
    reach: NightScope = NightScope(workspace=LOCAL)

    def all(self) -> tuple[NightRow | UnreadableNight, ...]:
        """Return every session, the last changed one first; also unreadable ones."""
        rows = map(self._for_list, self.store.rows(self.reach.workspace))
        lost = (UnreadableNight(id, str(lost_error(id)), UNKNOWN_MOMENT) for id in self.lost_nights())
        return (*rows, *lost)

    def lost_nights(self) -> list[int]:
        """Return the sessions whose rows are missing because the database is damaged."""
        return self.store.lost_nights(self.reach.workspace)

    def open(self, id: int | None) -> StoredNight | None:
        """Return the session with this number; the current one if it cannot be opened."""
        if id is not None:
            with suppress(NotFound, FormatError):
                return self.get(id)
        return self.current()

    def current(self) -> StoredNight | None:
        """Return the current session of the workspace."""
        row = self.store.on_desk(self.reach.workspace)
        try:
            return StoredNight(row.id, self.store.log(row), row.changed_at) if row else None
        except FormatError:
            return None

    def has(self, id: int) -> bool:
        """Return whether a session is within the scope."""
        try:
            self._row(id)
        except (NotFound, FormatError):
            return False
        return True

    def get(self, id: int) -> StoredNight:
        """Return one session."""
        row = self._row(id)
        return StoredNight(row.id, self.store.log(row), row.changed_at)

    def log(self, id: int) -> EventLog:
        """Return the log of a session."""
        return self.store.log(self._row(id))

    def export(self, id: int) -> ExportedNight:
        """Return a session as json text; of a damaged one its valid first events, under a special file name.

        A session that is valid but cannot be read by this version is exported as stored.
        """
        try:
            return ExportedNight(night_document.dumps(self.log(id)), f"night-{id}.json")
        except DamagedNight as damage:
            if not damage.intact:
                raise
            return ExportedNight(readable_json(id, damage.intact), partial_filename(id, damage.intact))
        except FormatError:
            if events := self._lost_events(id):
                return ExportedNight(readable_json(id, events), partial_filename(id, events))
            return ExportedNight(raw_json(self.store.events(id)), f"night-{id}.json")

    def add(self, night: SessionSetup | EventLog) -> int:
        """Insert a new session, make it the current one, and return its number."""
        (id,) = self.add_all((NewNight.anew(night, self.store.now()),), 0)
        return id

    def add_all(self, nights: Sequence[NewNight], current: int) -> list[int]:
        """Insert new sessions, all or none, make the one at index *current* the current; return their numbers."""
        return self.store.create(self.reach.workspace, nights, DEFAULT_QUOTA, current=current)

    def append(self, id: int, *events: NightEvent, seen: int | None = None) -> EventLog:
        """Append events, all or none; raise OutOfDate if they no longer fit the revision *seen*."""
        for _ in range(MAX_ATTEMPTS):
            before = after = self.log(id)
            if seen is not None and seen > before.state.revision:
                # The database was restored from a backup.
                raise OutOfDate(say(CHANGED_SINCE), revision=before.state.revision)
            for event in events:
                if seen is not None:
                    before.require_fits(event, seen)
                after = after.append(event, Stamp(self.store.now()))
            try:
                revision = self.store.append(id, before, after)
            except Conflict:
                continue
            return after if revision == after.state.revision else self.log(id)
        raise OutOfDate(say(CHANGED_SINCE), revision=before.state.revision)

    def put_on_desk(self, id: int) -> None:
        """Make a session the current one."""
        self.store.put_on_desk(self.reach.workspace, self.get(id).id)

    def throw_away(self, id: int) -> None:
        """Delete a session permanently."""
        if not self._lost_events(id):
            self._row(id)
        self.store.delete(id)

    def _for_list(self, row: NightRow) -> NightRow | UnreadableNight:
        """Return a session for the list; try again to open one that was damaged or unreadable."""
        if row.is_intact and not self.store.is_unreadable(row.id):
            return row
        try:
            self.store.log(row)
            return self.store.row(row.id)
        except FormatError as error:
            return UnreadableNight(row.id, str(error), row.changed_at)

    def _row(self, id: int) -> NightRow:
        try:
            row = self.store.row(id)
        except NotFound:
            if self._lost_events(id):
                raise lost_error(id) from None
            raise
        is_ours = self.reach.workspace == LOCAL and not row.is_intact and self.store.belongs_nowhere(id)
        if not (self.reach.has(row) or is_ours):
            raise night_not_found(id)
        return row

    def _lost_events(self, id: int) -> list[EventRow]:
        return self.store.lost_events(id) if id in self.lost_nights() else []


def readable_json(id: int, events: Sequence[EventRow]) -> str:
    """Return the first events of a session as a session file; as stored if they cannot be read."""
    try:
        return night_document.dumps(replay(EventLog(), events, source=session_name(id)))
    except FormatError:
        return raw_json(events)


def raw_json(events: Sequence[EventRow]) -> str:
    """Return stored events unchanged."""
    return json.dumps([(event.kind, event.contents) for event in events], ensure_ascii=False)


def partial_filename(id: int, events: Sequence[EventRow]) -> str:
    """Return the name of a file with the first events of a session."""
    return f"night-{id}-events-1-to-{len(events)}.json"


def lost_error(id: int) -> FormatError:
    """Return the error for a session that has events but no row."""
    reason = say("damaged: its entry in the session list is missing. The remaining events can be exported")
    return FormatError(session_name(id), reason)
