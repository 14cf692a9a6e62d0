"""A whole session as a json file, and events as rows of a database.

A file has the state of the session, for people and scripts, and the log that leads to it. A file without a log, for
example from a script, becomes a session whose first event has that state.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from byestand import codec
from byestand.codec.json_cursor import SESSION, JsonCursor, require_version
from byestand.errors import BadRequest, FormatError, OutOfDate
from byestand.language import say
from byestand.marks import Size, Text
from byestand.model.limits import MAX_EVENTS, Name, Notes, Timestamp
from byestand.model.setup import SessionSetup
from byestand.night.events import KINDS, NightCreated
from byestand.night.events.setup import MAX_REPAIRS
from byestand.night.log import EventLog, LogEntry
from byestand.night.night_event import NightEvent
from byestand.night.results import MAX_RESULTS, EnteredLine
from byestand.night.stamp import DIRECTOR, MAX_KEY_CHARS, Author, Stamp
from byestand.night.state import NightState, Repair

VERSION = 10
EventKey: TypeAlias = Annotated[str, Text(MAX_KEY_CHARS)]


@dataclass(frozen=True, slots=True)
class SessionDescription:
    """What a session file has besides its log."""

    setup: SessionSetup
    notes: Notes = ""
    results: Annotated[tuple[EnteredLine, ...], Size(MAX_RESULTS)] = ()
    repairs: Annotated[tuple[Repair, ...], Size(MAX_REPAIRS)] = ()

    @classmethod
    def from_state(cls, state: NightState) -> "SessionDescription":
        """Return the description of a state."""
        return cls(state.setup, state.notes, state.results.entered_lines(), state.repairs)


class StoredEvent(NamedTuple):
    """An event as a database stores it."""

    stamp: Stamp
    kind: str
    contents: str


def write_event(entry: LogEntry) -> StoredEvent:
    """Return an event as a database stores it."""
    return StoredEvent(entry.stamp, entry.event.kind, codec.dumps(type(entry.event), entry.event))


def require_storable(event: NightEvent, *, source: str = "") -> None:
    """Raise FormatError for an event that could not be read again because it exceeds a limit."""
    read_event(event.kind, codec.dumps(type(event), event), source=source or say("the session"))


def continue_log(log: EventLog, events: Iterable[StoredEvent], *, source: str) -> EventLog:
    """Return a log with the events stored after it; raise FormatError if they are inconsistent."""
    entries = list(_read_stored(events, log.state.revision + 1, source))
    try:
        if not log.state.revision:
            return EventLog.from_entries(entries)
        for entry in entries:
            log = log.append(entry.event, entry.stamp)
    except (BadRequest, OutOfDate) as error:
        raise FormatError(source, f"{say('the event log is inconsistent')}: {error}") from error
    return log


def _read_stored(events: Iterable[StoredEvent], first: int, source: str) -> Iterator[LogEntry]:
    for revision, (stamp, kind, contents) in enumerate(events, start=first):
        place = f"{source}, {say('event {number}', number=revision)}"
        yield LogEntry(read_event(kind, contents, source=place), stamp)


def read_event(kind: str, contents: str, *, source: str) -> NightEvent:
    """Return an event, as `write_event` wrote it."""
    return _read_event(kind, JsonCursor(_parse(contents, source), "$", source))


def _read_event(kind: str, fields: JsonCursor) -> NightEvent:
    if kind not in KINDS:
        fields.refuse(say("unknown event type: {kind!r}", kind=kind[:40]))
    event: NightEvent = codec.read_checked(KINDS[kind], fields)
    return event


def _author(text: str, source: str) -> Author:
    author = Author.parse(text)
    if author is None:
        raise FormatError(source, unknown_author(text))
    return author


def unknown_author(text: str) -> str:
    """Return why the author of an event cannot be read."""
    return say("expected director, table:A7 or pair:AN3: {author!r}", author=text[:40])


def dumps(log: EventLog) -> str:
    """Return a whole session, with its log, as json text."""
    described = SessionDescription.from_state(log.state)
    night: dict[str, object] = codec.write(SessionDescription, described)  # type: ignore[assignment] # an object
    entries = [_write_logged(entry) for entry in log.entries]
    whole = {"format": SESSION, "version": VERSION, **night, "log": entries}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _write_logged(entry: LogEntry) -> dict[str, object]:
    fields: dict[str, object] = codec.write(type(entry.event), entry.event)  # type: ignore[assignment] # an object
    stamp: dict[str, object] = {"kind": entry.event.kind, "at": entry.stamp.at}
    if entry.stamp.by != DIRECTOR:
        stamp["by"] = str(entry.stamp.by)
    if entry.stamp.key:
        stamp["key"] = entry.stamp.key
    return stamp | fields


def loads(text: str, *, source: str = "", at: float = 0.0) -> EventLog:
    """Return the session in json text; raise FormatError for anything else."""
    source = source or say("the file")
    top = JsonCursor(_parse(text, source), "$", source)
    require_version(top, format=SESSION, version=VERSION)
    try:
        return _read(top, at)
    except RecursionError as fault:
        raise FormatError(source, say("not a session file (nested too deeply)")) from fault


def _parse(text: str, source: str) -> object:
    try:
        return json.loads(text)
    except ValueError as fault:
        raise FormatError(source, say("not a session file (no json)")) from fault
    except RecursionError as fault:
        raise FormatError(source, say("not a session file (nested too deeply)")) from fault


def _read(top: JsonCursor, at: float) -> EventLog:
    source = top.source
    logged = [*top["log"].items()] if top.has("log") else []
    if len(logged) > MAX_EVENTS:
        top["log"].refuse(say("expected 1 to {most} events", most=MAX_EVENTS))
    night = {key: value for key, value in top.value.items() if key not in ("format", "version", "log")}
    described = codec.read(SessionDescription, night, source=source)
    if not logged:
        created = NightCreated(described.setup, described.notes, described.results, described.repairs)
        return _follow(source, [LogEntry(created, Stamp(at))])
    log = _follow(source, _read_logged(logged, source))
    if SessionDescription.from_state(log.state) != described:
        raise FormatError(source, say("the event log does not match the stored session"))
    return log


def _follow(source: str, entries: Iterable[LogEntry]) -> EventLog:
    try:
        return EventLog.from_entries(entries)
    except BadRequest as error:
        raise FormatError(source, f"{say('the event log is inconsistent')}: {error}") from error


def _read_logged(logged: Iterable[JsonCursor], source: str) -> Iterator[LogEntry]:
    keys = set[str]()
    for top in logged:
        at = codec.read(Timestamp, top["at"].value, source=source, path=f"{top.path}.at")
        by = _author(_read_text(Name, top["by"]), source) if top.has("by") else DIRECTOR
        key = _read_text(EventKey, top["key"]) if top.has("key") else ""
        if key and key in keys:
            top["key"].refuse(say("two events have the same key: {key!r}", key=key))
        keys.add(key)
        fields = {name: value for name, value in top.value.items() if name not in ("kind", "at", "by", "key")}
        yield LogEntry(_read_event(top["kind"].text(), JsonCursor(fields, top.path, source)), Stamp(at, by, key))


def _read_text(type_: object, top: JsonCursor) -> str:
    text: str = codec.read_checked(type_, top)
    return text
