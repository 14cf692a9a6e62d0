"""Rows of the tables ``nights`` and ``events``, and how they become logs."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.language import say, say_many
from byestand.model.setup import CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.night.events import NightCreated
from byestand.night.log import EventLog, LogEntry
from byestand.night.night_document import StoredEvent, continue_log, unknown_author, write_event
from byestand.night.stamp import Author, Stamp
from byestand.night.state import NightState

DIGEST_BYTES = 8

MOMENT = "%Y-%m-%d %H:%M:%S"
"""The format of the column `changed`, in UTC."""
UNKNOWN_MOMENT = "1970-01-01 00:00:00"


class Summary(NamedTuple):
    """What a list shows of a session."""

    name: str
    date: str | None = None
    state: str = ""
    """planned, started or ended; empty if it is unknown."""
    tables: int | None = None

    @classmethod
    def from_state(cls, log: EventLog, *, before: EventLog | None = None) -> "Summary":
        """Return the summary of a session; tables are not counted again if they are as *before*."""
        now = log.state
        event = now.setup.event
        state = "ended" if now.has_ended else "started" if now.is_started else "planned"
        is_counted = before and _movements(before) == _movements(log)
        date = event.date.isoformat() if event.date else None
        return cls(event.title, date, state, None if is_counted else count_tables(now.setup.sections))


class NightRow(NamedTuple):
    """A row of the table `nights`."""

    id: int
    workspace: int
    name: str
    date: str | None
    changed_at: str
    revision: int
    state: str
    tables: int | None
    checksum: str
    head: str | None
    """The checksum of the last event, which distinguishes logs of the same length."""

    @property
    def is_intact(self) -> bool:
        """Whether the row is undamaged."""
        return self.checksum == checksum(*self[:8])

    @classmethod
    def read(cls, values: Sequence[Any]) -> "NightRow":
        """Return a row that can be shown; of a damaged one the values with the right type."""
        columns: list[Any] = [
            value if isinstance(value, type) else None for value, type in zip(values, _TYPES, strict=True)
        ]
        row = cls(*columns)
        return row._replace(
            workspace=row.workspace or 0,
            name=row.name or "",
            changed_at=parse_moment(row.changed_at or "") or UNKNOWN_MOMENT,
            revision=row.revision or 0,
            state=row.state or "",
            checksum=row.checksum or "",
        )


_TYPES = int, int, str, str, str, int, str, int, str, str
"""Types of the columns of a `NightRow`."""


class EventRow(NamedTuple):
    """A stored event."""

    at: float
    kind: str
    contents: str
    author: str = "director"
    key: str = ""
    """Chosen by the client, so that it can send the event again without an answer; empty if it chose none."""

    def checksum(self, revision: int) -> str:
        """Return its checksum at a revision."""
        return checksum(revision, float(self.at), self.kind, self.author, self.key, self.contents)


class NewNight(NamedTuple):
    """A session to insert, even an unreadable one from elsewhere."""

    events: Sequence[EventRow]
    summary: Summary
    changed_at: str = ""
    """The time of the last change, if it is not now."""

    @classmethod
    def from_log(cls, log: EventLog) -> "NewNight":
        """Return a session with all its events."""
        return cls(event_rows(log.entries), Summary.from_state(log))

    @classmethod
    def anew(cls, night: SessionSetup | EventLog, at: float) -> "NewNight":
        """Return a session that is stored for the first time, with or without events from elsewhere."""
        return cls.from_log(night if isinstance(night, EventLog) else EventLog().append(NightCreated(night), Stamp(at)))


class DamagedNight(FormatError):
    """A session with a missing or damaged event, or with more events than its row has."""

    def __init__(self, id: int, problem: str, intact: Sequence[EventRow]) -> None:
        self.intact = tuple(intact)
        """The events before the damaged one."""
        if intact:
            advice = say_many("event 1 can be exported", "events 1 to {number} can be exported", len(intact))
        else:
            advice = say("it cannot be opened")
        super().__init__(session_name(id), f"{problem}; {advice}")


@dataclass(frozen=True, slots=True)
class StoredNight:
    """A session with its number, its log, and the time of its last change."""

    id: int
    log: EventLog
    changed_at: str

    @property
    def state(self) -> NightState:
        """The state after all events."""
        return self.log.state

    @property
    def title(self) -> str:
        """The title of the session."""
        return self.state.setup.event.title

    @property
    def sections(self) -> tuple[SectionSetup, ...]:
        """The set-up of the sections."""
        return self.state.setup.sections

    @property
    def revision(self) -> int:
        """The number of events in its log."""
        return self.state.revision

    @property
    def started(self) -> bool:
        """Whether play has started."""
        return self.state.is_started

    @property
    def ended(self) -> bool:
        """Whether the last round is over."""
        return self.state.has_ended


@dataclass(frozen=True, slots=True)
class UnreadableNight:
    """A session that cannot be opened, and why."""

    id: int
    reason: str
    changed_at: str


def session_name(id: int) -> str:
    """Return the name of a stored session in errors."""
    return say("session {id}", id=id)


def event_rows(entries: Sequence[LogEntry]) -> tuple[EventRow, ...]:
    """Return log entries as rows."""
    return tuple(
        EventRow(stamp.at, kind, contents, str(stamp.by), stamp.key)
        for stamp, kind, contents in map(write_event, entries)
    )


def verify_rows(id: int, rows: Iterable[Sequence[Any]], first: int, last: int) -> list[EventRow]:
    """Return the events *first* to *last* of a session, given as rows; raise DamagedNight if one is damaged."""
    events: list[EventRow] = []
    for revision, (number, *fields, stored) in enumerate(rows, first):
        event = EventRow(*fields)
        if number != revision:
            raise DamagedNight(id, say("damaged: event {number} is missing", number=revision), events)
        if list(map(type, fields)) != [float, str, str, str, str] or event.checksum(revision) != stored:
            raise DamagedNight(id, say("damaged: event {number} has changed", number=revision), events)
        events.append(event)
    stored_events = first - 1 + len(events)
    if stored_events < last:
        raise DamagedNight(id, say("damaged: event {number} is missing", number=stored_events + 1), events)
    if stored_events > last:
        problem = say("damaged: the session list has {listed} events, not {stored}", listed=last, stored=stored_events)
        raise DamagedNight(id, problem, events)
    return events


def replay(log: EventLog, events: Iterable[EventRow], *, source: str) -> EventLog:
    """Return a log with more stored events; raise FormatError if they are inconsistent."""
    stored = (StoredEvent(_stamp(event, source), event.kind, event.contents) for event in events)
    return continue_log(log, stored, source=source)


def _stamp(event: EventRow, source: str) -> Stamp:
    author = Author.parse(event.author)
    if author is None:
        raise FormatError(source, unknown_author(event.author))
    return Stamp(event.at, author, event.key)


def _movements(log: EventLog) -> list[MovementSource]:
    return [section.movement for section in log.state.setup.sections]


def count_tables(sections: Sequence[SectionSetup]) -> int | None:
    """Return the number of tables of all sections; None if a movement is unknown."""
    try:
        return sum(_count_tables(section.movement) for section in sections)
    except BadRequest:
        return None


@lru_cache(maxsize=256)
def _count_tables(movement: MovementSource) -> int:
    if isinstance(movement, CustomMovement):
        return int(json.loads(movement.document)["tables"])
    from byestand.catalog import parse  # noqa: PLC0415 - numpy comes with it: `byestand admin` starts without

    code = parse(movement.name)
    return code.tables + bool(code.rover_kind)


def parse_moment(text: str) -> str:
    """Return the time of a change if it is valid, else an empty text."""
    try:
        return text if f"{datetime.strptime(text, MOMENT):{MOMENT}}" == text else ""  # noqa: DTZ007 - it is UTC
    except ValueError:
        return ""


def checksum(*values: str | float | None) -> str:
    """Return the checksum of the values of a row, in their order.

    Of an event: revision, at, kind, author, key, contents. Of a session: `NightRow` without its checksums.

    >>> checksum(1, 0.5, "noted", "director", "", "{}") == checksum(2, 0.5, "noted", "director", "", "{}")
    False
    """
    return blake2b(json.dumps(values).encode(), digest_size=DIGEST_BYTES).hexdigest()
