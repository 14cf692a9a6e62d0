"""A night as lists and pages have it: with its number, its state and its addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError, OutOfDate
from byestand.night import codec
from byestand.night.events import TakenOver
from byestand.night.fold import Entry, Log
from byestand.night.night import Night, dumps, loads


class NightRow(NamedTuple):
    """A night as it is kept, for lists."""

    id: int
    desk: int
    contents: str
    changed: str
    revision: int


class EventRow(NamedTuple):
    """An event as it is kept."""

    at: float
    kind: str
    contents: str


class NewNight(NamedTuple):
    """A night as it is to be kept; also one that could not be opened where it comes from."""

    contents: str
    events: Sequence[EventRow]
    changed: str = ""
    """When that was last, where it is not now."""

    @classmethod
    def of(cls, log: Log) -> "NewNight":
        """Return a night with everything that happened in it."""
        return cls(dumps(log.now.plan), event_rows(log.entries))

    @classmethod
    def anew(cls, night: Night | Log, at: float) -> "NewNight":
        """Return a night that is kept for the first time, now or with what happened in it elsewhere."""
        return cls.of(night if isinstance(night, Log) else Log().then(TakenOver(night), at))


def event_rows(entries: Sequence[Entry]) -> tuple[EventRow, ...]:
    """Return events as they are kept."""
    return tuple(EventRow(entry.at, entry.event.kind, codec.written(entry.event)) for entry in entries)


def replay(log: Log, events: Iterable[EventRow], *, source: str) -> Log:
    """Return a log with what happened since, as `event_rows` stored it; refuse what does not follow."""
    new = [Entry(codec.read(one.kind, one.contents, source=source), one.at) for one in events]
    try:
        if not log.entries:
            return Log.of(new)
        for entry in new:
            log = log.then(entry.event, entry.at)
    except (BadRequest, OutOfDate) as no:
        raise FormatError(source, f"what happened in it does not follow: {no}") from no
    return log


@dataclass(frozen=True, slots=True)
class StoredNight:
    """A night with its number, when it was changed last, how often, and how far it has come."""

    id: int
    night: Night
    changed: str
    revision: int = 1
    started: bool = False
    ended: bool = False

    @classmethod
    def of(cls, row: NightRow, log: Log) -> "StoredNight":
        """Return a night as its events make it."""
        now = log.now
        return cls(row.id, now.night, row.changed, now.position, now.is_started, now.has_ended)


@dataclass(frozen=True, slots=True)
class UnreadableNight:
    """A night that is there and cannot be opened, and why."""

    id: int
    why: str
    changed: str


def if_readable(row: NightRow) -> StoredNight | UnreadableNight:
    """Return a night as a list shows it."""
    try:
        night = loads(row.contents, source=f"night {row.id}")
    except FormatError as no:
        return UnreadableNight(row.id, str(no), row.changed)
    return StoredNight(row.id, night, row.changed, row.revision)
