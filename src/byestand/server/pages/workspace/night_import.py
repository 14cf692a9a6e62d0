"""Read uploaded nights: a file with one night, or a zip with all nights of a workspace.

These functions run in worker processes, never in the server: a zip of a few kilobytes can unpack to many megabytes. A
zip is read in batches, so that other uploads are processed in between.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import NoReturn

from byestand.codec.json_cursor import JsonCursor, require_version
from byestand.errors import ByestandError, FormatError, RequestRefused
from byestand.formats.file_io import decode_utf8
from byestand.job import job
from byestand.language import say
from byestand.model.limits import MAX_TIMESTAMP
from byestand.night import night_document
from byestand.night.log import EventLog
from byestand.sanitize import is_storable, place
from byestand.server.jobs.job_results import refusal
from byestand.server.pages.workspace.archive import FORMAT, LIST, UNREAD_KEYS, VERSION, ListedNight
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import EventRow, NewNight, Summary, parse_moment, replay
from byestand.session.setups import require_valid

MEGABYTE = 2**20
_OLDER_LIST, _OLDER_VERSION = "desk.json", {"format": "byestand desk", "version": 1}
"""The list in a backup of the only older version, and what it says."""
_DIRECTORY_ENTRY = b"PK\x01\x02"
_DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError)
"""What zipfile raises for damaged archives, and for those with a password."""


@dataclass(frozen=True, slots=True)
class ImportLimits:
    """What an upload may contain. The server refuses larger uploads, and a worker has limited time for each batch."""

    members: int = 4000
    """Files in a zip."""
    list_bytes: int = MEGABYTE
    """The list of the nights in a zip; a thousand take 0.1 MB."""
    night_bytes: int = 8 * MEGABYTE
    total_bytes: int = 128 * MEGABYTE
    """All nights of a zip; a thousand nights of 13 tables with all results take 80 MB."""
    batch_bytes: int = 4 * MEGABYTE
    """A batch ends with the night that reaches this."""
    nights: int = DEFAULT_QUOTA.nights
    events: int = DEFAULT_QUOTA.events
    """Of all nights in a zip together; the limit for a single night is in `model.limits`."""
    depth: int = 64
    """Nested lists and objects; a night that was repaired 12 times has about 40."""
    containers: int = 500_000
    """Lists and objects in one file; 50,000 events have 150,000."""
    unread_bytes: int = MEGABYTE
    unread_events: int = 5000
    """Of a night that cannot be opened here, so that it cannot be checked."""


LIMITS = ImportLimits()


@dataclass(frozen=True, slots=True)
class UnpackProgress:
    """How much of a zip has been read."""

    nights: int = 0
    unpacked_bytes: int = 0
    events: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Some nights of a zip, ready to be stored."""

    nights: tuple[NewNight, ...]
    current: int | None
    """The position of the current night in the zip, if it is in this batch."""
    progress: UnpackProgress
    is_last: bool


@job("check")
def read_night(name: str, data: bytes, at: float, limits: ImportLimits = LIMITS) -> NewNight:
    """Return the night in a file; one without a log begins *at* this time."""
    text = decode_utf8(data, source=name)
    _require_simple(text, limits, source=name)
    return _valid(night_document.loads(text, source=name, at=at), name)


@job("check")
def read_batch(name: str, data: bytes, progress: UnpackProgress, at: float, limits: ImportLimits = LIMITS) -> Batch:
    """Return the next nights in a zip; raise an error if it is damaged, not a backup, or beyond a limit."""
    if data.count(_DIRECTORY_ENTRY) > limits.members:  # before zipfile makes an object of each
        raise FormatError(name, say("more than {most:,} files in the zip", most=limits.members))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _Reader(archive, name, limits).batch(progress, at)
    except _DAMAGE as fault:
        raise FormatError(name, say("the zip is damaged or has a password")) from fault


class _Reader:
    """Unpacks the members of a zip, up to the limits."""

    def __init__(self, archive: zipfile.ZipFile, source: str, limits: ImportLimits) -> None:
        self._archive = archive
        self._source = source
        self._limits = limits
        self._unpacked = 0

    def batch(self, progress: UnpackProgress, at: float) -> Batch:
        """Return the nights that come next."""
        events, listed = progress.events, self._list()
        self._unpacked = progress.unpacked_bytes  # the list has its own limit
        nights: list[NewNight] = []
        for entry in listed[progress.nights :]:
            night = self._night(entry, at)
            events += len(night.events)
            if events > self._limits.events:
                self._refuse(say("more than {most:,} log entries in all sessions together", most=self._limits.events))
            nights.append(night)
            if self._unpacked - progress.unpacked_bytes >= self._limits.batch_bytes:
                break
        first, last = progress.nights, progress.nights + len(nights)
        current = next((number for number in range(first, last) if listed[number].is_current), None)
        return Batch(tuple(nights), current, UnpackProgress(last, self._unpacked, events), is_last=last == len(listed))

    def _list(self) -> tuple[ListedNight, ...]:
        if LIST not in self._archive.NameToInfo:
            self._refuse_older()
            self._refuse(say("not a Byestand backup: {file} is missing", file=LIST))
        text, source = self._text(LIST, self._limits.list_bytes), f"{self._source}, {LIST}"
        _require_simple(text, self._limits, source=source)
        top = JsonCursor(_json(text, source), "$", source)
        require_version(top, format=FORMAT, version=VERSION)
        nights = top["sessions"].items()
        if not 1 <= len(nights) <= self._limits.nights:
            self._refuse(
                say("expected 1 to {most:,} sessions, not {count:,}", most=self._limits.nights, count=len(nights))
            )
        return tuple(_list_nights(night) for night in nights)

    def _refuse_older(self) -> None:
        """Raise an error for a backup of the older version."""
        if _OLDER_LIST not in self._archive.NameToInfo:
            return
        text, source = self._text(_OLDER_LIST, self._limits.list_bytes), f"{self._source}, {_OLDER_LIST}"
        _require_simple(text, self._limits, source=source)
        data = _json(text, source)
        if isinstance(data, dict) and data.items() >= _OLDER_VERSION.items():
            self._refuse(
                say(
                    "a backup from before the first release (version {version}) cannot be read."
                    " Import it with the version that made it",
                    version=_OLDER_VERSION["version"],
                )
            )

    def _night(self, listed: ListedNight, at: float) -> NewNight:
        if listed.file not in self._archive.NameToInfo:
            self._refuse(say("a listed session is missing: {file!r}", file=listed.file[:40]))
        source, text = f"{self._source}, {listed.file}", self._text(listed.file, self._limits.night_bytes)
        if self._unpacked > self._limits.total_bytes:
            size = _size(self._limits.total_bytes)
            self._refuse(say("larger than {size} unpacked, all sessions together", size=size))
        _require_simple(text, self._limits, source=source)
        return _read_exported(text, source, at, self._limits)._replace(changed_at=listed.changed_at)

    def _text(self, name: str, most: int) -> str:
        """Return the text of a member; its real size is checked, not the one in the zip."""
        if self._archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self._refuse(say("unsupported compression; use a normal zip: {file!r}", file=name[:40]))
        with self._archive.open(name) as member:
            data = member.read(most + 1)
        if len(data) > most:
            self._refuse(say("larger than {size} unpacked: {file!r}", size=_size(most), file=name[:40]))
        self._unpacked += len(data)
        return data.decode()

    def _refuse(self, reason: str) -> NoReturn:
        raise FormatError(self._source, reason)


def _size(count: int) -> str:
    if count >= MEGABYTE:
        return say("{number} MB", number=count // MEGABYTE)
    return say("{number:,} bytes", number=count)


def _list_nights(night: JsonCursor) -> ListedNight:
    file = night["file"].text()
    changed = night["changed"].text() if night.has("changed") else ""
    return ListedNight(file, parse_moment(changed), night.has("current") and night["current"].flag())


def _json(text: str, source: str) -> object:
    try:
        data: object = json.loads(text)
    except ValueError as fault:
        raise FormatError(source, say("not json")) from fault
    return data


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(set(range(256)) - set(_STEPS))


def _require_simple(text: str, limits: ImportLimits, *, source: str) -> None:
    """Raise an error for JSON with too many or too deeply nested lists and objects, before it is parsed."""
    brackets = _STRING.sub("", text).encode(errors="replace").translate(None, _NO_BRACKETS)
    if len(brackets) > 2 * limits.containers:
        raise FormatError(source, say("json with more than {most:,} lists and objects", most=limits.containers))
    if max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > limits.depth:
        raise FormatError(source, say("json nested more than {most} levels deep", most=limits.depth))


def _valid(log: EventLog, source: str) -> NewNight:
    try:
        require_valid(log.state)
    except ByestandError as error:
        raise RequestRefused(refusal(error).status, f"{place(source)}: {error}") from error
    return NewNight.from_log(log)


def _read_exported(text: str, source: str, at: float, limits: ImportLimits) -> NewNight:
    """Return an exported night; one that cannot be opened stays unread."""
    data = _json(text, source)
    if not isinstance(data, dict) or set(data) != set(UNREAD_KEYS):
        return _valid(night_document.loads(text, source=source, at=at), source)
    name, events = (data[key] for key in UNREAD_KEYS)
    if not (isinstance(name, str) and is_storable(name) and isinstance(events, list) and events):
        raise FormatError(source, say("not a session"))
    if len(text) > limits.unread_bytes or len(events) > limits.unread_events:
        raise FormatError(
            source,
            say(
                "a session that cannot be opened here, and larger than {size} or {events:,} log entries",
                size=_size(limits.unread_bytes),
                events=limits.unread_events,
            ),
        )
    unread = NewNight(tuple(_event_rows(events, source)), Summary(name))
    keys = [event.key for event in unread.events if event.key]
    if len(set(keys)) < len(keys):
        raise FormatError(source, say("two log entries have the same key"))
    try:
        log = replay(EventLog(), unread.events, source=source)
    except FormatError:
        return unread
    return _valid(log, source)


def _event_rows(events: list[object], source: str) -> Iterable[EventRow]:
    for event in events:
        match event:
            case [float(at), *texts] if 0 <= at <= MAX_TIMESTAMP and len(texts) == 4 and all(map(_is_text, texts)):
                yield EventRow(at, *map(str, texts))
            case _:
                raise FormatError(source, say("not a session"))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_storable(value)
