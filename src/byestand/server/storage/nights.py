"""The nights that a visitor may open: all of a workspace, or the one that an access code is for."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import FormatError, NotFound, OutOfDate
from byestand.model.setup import SessionSetup
from byestand.night import document
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
)
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.store import Conflict, Store, night_not_found

_NIGHT_FILE = '{"night": '
"""Before the night file in the first event of a night of an earlier version."""
CHANGED_SINCE = (
    "this night was changed in another window after you opened it here, so nothing was saved;"
    " look at what is kept now, or save yours over it"
)
MAX_ATTEMPTS = 50
"""How often an append may lose the race; each time somebody else got on."""


@dataclass(frozen=True, slots=True)
class NightScope:
    """What a visitor may open: the nights of a workspace, or a single one; without either none."""

    workspace: int = 0
    night: int = 0

    def has(self, row: NightRow) -> bool:
        """Tell whether a night is within it."""
        is_in_workspace = self.workspace != 0 and row.workspace == self.workspace  # 0 is that of a damaged row, too
        return is_in_workspace or row.id == self.night


class Exported(NamedTuple):
    """A night as a file."""

    text: str
    filename: str


@dataclass(frozen=True, slots=True)
class VisibleNights:
    """The nights within a scope; for a visitor all others do not exist."""

    store: Store
    reach: NightScope = NightScope(workspace=LOCAL)

    def all(self) -> tuple[NightRow | UnreadableNight, ...]:
        """Return every night, the one changed last first; also those that cannot be opened."""
        rows = map(self._for_list, self.store.rows(self.reach.workspace))
        lost = (UnreadableNight(id, str(lost_error(id)), UNKNOWN_MOMENT) for id in self.lost())
        return (*rows, *lost)

    def lost(self) -> list[int]:
        """Return the nights whose rows are missing, since the database is damaged."""
        return self.store.lost(self.reach.workspace)

    def open(self, id: int | None) -> StoredNight | None:
        """Return the night with this number; the current one if there is none that can be opened."""
        if id is not None:
            with suppress(NotFound, FormatError):
                return self.get(id)
        return self.current()

    def current(self) -> StoredNight | None:
        """Return the current night of the workspace."""
        row = self.store.on_desk(self.reach.workspace)
        try:
            return StoredNight(row.id, self.store.log(row), row.changed) if row else None
        except FormatError:
            return None

    def has(self, id: int) -> bool:
        """Tell whether there is a night within the scope."""
        try:
            self._row(id)
        except (NotFound, FormatError):
            return False
        return True

    def get(self, id: int) -> StoredNight:
        """Return one night."""
        row = self._row(id)
        return StoredNight(row.id, self.store.log(row), row.changed)

    def log(self, id: int) -> EventLog:
        """Return the log of a night."""
        return self.store.log(self._row(id))

    def export(self, id: int) -> Exported:
        """Return a night as json text; of a damaged one the undamaged beginning, under a name that says so.

        A night that is undamaged and cannot be read here goes out as it is stored.
        """
        try:
            return Exported(document.dumps(self.log(id)), f"night-{id}.json")
        except DamagedNight as damage:
            if not damage.intact:
                raise
            return Exported(readable_json(id, damage.intact), partial_filename(id, damage.intact))
        except FormatError:
            if events := self._lost_events(id):
                return Exported(readable_json(id, events), partial_filename(id, events))
            return Exported(raw_json(self.store.events(id)), f"night-{id}.json")

    def add(self, night: SessionSetup | EventLog) -> int:
        """Insert a new night, make it the current one, and return its number."""
        (id,) = self.add_all((NewNight.anew(night, self.store.now()),), 0)
        return id

    def add_all(self, nights: Sequence[NewNight], current: int) -> list[int]:
        """Insert new nights, all or none, and make the one at the index *current* the current; return their numbers."""
        return self.store.create(self.reach.workspace, nights, DEFAULT_QUOTA, current=current)

    def append(self, id: int, *events: NightEvent, seen: int | None = None) -> EventLog:
        """Append events to a night, all or none; refuse what no longer fits since its sender has *seen* it."""
        for _ in range(MAX_ATTEMPTS):
            before = after = self.log(id)
            if seen is not None and seen > before.state.revision:
                raise OutOfDate(
                    CHANGED_SINCE, revision=before.state.revision
                )  # the database was restored from a backup
            for event in events:
                if seen is not None:
                    before.require_fits(event, seen)
                after = after.append(event, Stamp(self.store.now()))
            try:
                revision = self.store.append(id, before, after)
            except Conflict:
                continue
            return after if revision == after.state.revision else self.log(id)
        raise OutOfDate(CHANGED_SINCE, revision=before.state.revision)

    def put_on_desk(self, id: int) -> None:
        """Make a night the current one."""
        self.store.put_on_desk(self.reach.workspace, self.get(id).id)

    def throw_away(self, id: int) -> None:
        """Delete a night for good."""
        if not self._lost_events(id):
            self._row(id)
        self.store.delete(id)

    def _for_list(self, row: NightRow) -> NightRow | UnreadableNight:
        """Return a night for the list: one that is damaged, or could not be opened before, is opened again."""
        if row.is_intact and not self.store.is_unreadable(row.id):
            return row
        try:
            self.store.log(row)
            return self.store.row(row.id)
        except FormatError as no:
            return UnreadableNight(row.id, str(no), row.changed)

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
        return self.store.lost_events(id) if id in self.lost() else []


def readable_json(id: int, events: Sequence[EventRow]) -> str:
    """Return the beginning of a night as a night of its own; as it is stored if it cannot be read here."""
    try:
        return document.dumps(replay(EventLog(), events, source=f"night {id}"))
    except FormatError:
        return raw_json(events)


def raw_json(events: Sequence[EventRow]) -> str:
    """Return stored events as they are; of an early night without further events its night file."""
    if len(events) == 1 and events[0].contents.startswith(_NIGHT_FILE):
        return events[0].contents.removeprefix(_NIGHT_FILE).removesuffix("}")
    return json.dumps([(event.kind, event.contents) for event in events], ensure_ascii=False)


def partial_filename(id: int, events: Sequence[EventRow]) -> str:
    """Return the name of a file with the first events of a night."""
    return f"night-{id}-events-1-to-{len(events)}.json"


def lost_error(id: int) -> FormatError:
    """Return the error for a night that has events but no row."""
    return FormatError(
        f"night {id}",
        "it is damaged: its entry in the list of nights is missing, so that nobody knows how many events it had;"
        " those that are there can be exported",
    )
