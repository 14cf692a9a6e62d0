"""Everything on a desk in one file: a zip with every night as it is exported alone, and a list of them.

So a club moves from a laptop to a service and back, and whoever opens the zip finds what the page of a night exports.
Nights that cannot be opened go along as they are: a newer version at the other end may read them.
"""

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, NoReturn, Self

from byestand.errors import FormatError
from byestand.model.limits import MAX_TIMESTAMP
from byestand.night import codec
from byestand.night.fold import Log
from byestand.night.night import dumps
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.nights.page import checked
from byestand.server.pages.files import LONG_AGO
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import EventRow, NewNight, NightRow, replay
from byestand.server.storage.store import Store
from byestand.texts import can_be_kept

FORMAT, VERSION = "byestand desk", 1
LIST = "desk.json"
FILENAME = "byestand-everything.zip"
NONE = "that is a zip, and not one with everything of a desk"
MOST_OF_ONE = 8 * 1024 * 1024
MOST_OF_ALL = 128 * 1024 * 1024
"""Unpacked; a thousand evenings of thirteen tables with every result typed are some eighty."""
MOST_UNREAD, MOST_UNREAD_EVENTS = 1024 * 1024, 5000
"""Of a night that cannot be opened here, so that nobody can tell whether it is one."""
MOMENT = "%Y-%m-%d %H:%M:%S"


class Taken(NamedTuple):
    """A night as it is taken off the shelf to be packed."""

    row: NightRow
    events: list[EventRow]


def taken(store: Store, rows: Iterable[NightRow]) -> list[Taken]:
    """Return nights as they are kept; one that was thrown away since they were listed is not among them."""
    found = (Taken(row, store.events(row.id)) for row in rows)
    return [one for one in found if one.events]


@job("slow")
def written_out(nights: Sequence[Taken]) -> tuple[str, ...]:
    """Return nights as they are exported, each as a text: that takes time, and workers have it."""
    return tuple(map(_contents, nights))


def _contents(one: Taken) -> str:
    try:
        return codec.dumps(replay(Log(), one.events, source=f"night {one.row.id}"))
    except FormatError:
        return _json({"as_it_is": one.row.contents, "events": one.events})


class Packing:
    """A file to which nights are added."""

    def __init__(self, on_desk: int) -> None:
        self._on_desk = on_desk
        self._told: list[dict[str, Any]] = []
        self._out = io.BytesIO()
        self._archive = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        """Close it, also where it is given up."""
        self._archive.close()

    def add(self, nights: Sequence[Taken], texts: Sequence[str]) -> None:
        """Put nights into it, as they were written out."""
        for (row, _), text in zip(nights, texts, strict=True):
            name = f"night-{row.id}.json"
            self._told.append(_line(name, row, on_desk=row.id == self._on_desk))
            self._write(name, text)

    def done(self) -> File:
        """Return the file, with the list of all that is in it."""
        self._write(LIST, _json({"format": FORMAT, "version": VERSION, "nights": self._told}))
        self._archive.close()
        return File(self._out.getvalue(), "application/zip", FILENAME)

    def _write(self, name: str, text: str) -> None:
        self._archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED)


def _line(name: str, row: NightRow, *, on_desk: bool) -> dict[str, Any]:
    return {"file": name, "changed": row.changed} | ({"on_desk": True} if on_desk else {})


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Packed:
    """A night in such a file, as it was found there."""

    source: str
    text: str
    changed: str
    on_desk: bool


DAMAGES = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
"""What zipfile raises for bytes of anybody; a file that wants a password, or an unknown way of packing."""


@dataclass(eq=False)
class Unpacking:
    """A file that somebody brings, as far as one has to look at it without knowing what a night is."""

    data: bytes
    source: str
    _left: int = field(default=MOST_OF_ALL, init=False)

    @property
    def size(self) -> int:
        """How many bytes were unpacked."""
        return MOST_OF_ALL - self._left

    def nights(self) -> list[Packed]:
        """Return all nights; refuse what is no such file, or damaged, or too much."""
        try:
            with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
                return list(self._nights(archive))
        except DAMAGES as fault:
            raise FormatError(self.source, "that is no file with everything of a desk, or it is damaged") from fault

    def _nights(self, archive: zipfile.ZipFile) -> Iterator[Packed]:
        there = set(archive.namelist())
        told = self._list(archive, there)
        for one in told:
            if not isinstance(one, dict):
                self._refuse(NONE)
            name, changed = (str(one.get(key, "")) for key in ("file", "changed"))
            if name not in there:
                self._refuse(f"a night that it tells of is not in it: {name[:40]!r}")
            text = self._read(archive, name)
            yield Packed(f"{self.source}, {name}", text, _moment(changed), one.get("on_desk") is True)

    def _list(self, archive: zipfile.ZipFile, there: set[str]) -> list[Any]:
        if LIST not in there:
            self._refuse(NONE)
        told = json.loads(self._read(archive, LIST))
        if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(told.get("nights"), list):
            self._refuse(NONE)
        if told.get("version") != VERSION:
            self._refuse("it was made by a newer version of Byestand: update this one, and bring it again")
        if not 1 <= len(told["nights"]) <= DEFAULT_QUOTA.nights:
            self._refuse(f"it has {len(told['nights'])} nights, and from 1 to {DEFAULT_QUOTA.nights} can be brought")
        return list(told["nights"])

    def _read(self, archive: zipfile.ZipFile, name: str) -> str:
        """Return what a file in it says; not more than is left, whatever the zip says of its size."""
        most = min(self._left, MOST_OF_ONE)
        with archive.open(name) as packed_file:
            data = packed_file.read(most + 1)
        if len(data) > most:
            self._refuse(
                f"it has more in it than {MOST_OF_ALL // 2**20} MB, or more than a night can have: {name[:40]!r}"
            )
        self._left -= len(data)
        return data.decode()

    def _refuse(self, why: str) -> NoReturn:
        raise FormatError(self.source, why)


def _moment(text: str) -> str:
    """Return when a night was changed, if that is a moment; otherwise it is now."""
    try:
        return text if f"{datetime.strptime(text, MOMENT):{MOMENT}}" == text else ""  # noqa: DTZ007 - the file has UTC
    except ValueError:
        return ""


@job("check")
def read(source: str, text: str, at: float) -> NewNight:
    """Return a night of such a file as it is to be kept; refuse what could not be read again.

    What could not be read where it comes from, and cannot here, stays as it is.
    """
    raw = _as_it_is(source, text)
    if raw is None:
        return _judged(codec.log_in(text, source=source, at=at))
    try:
        log = replay(Log(), raw.events, source=source)
    except FormatError:
        return raw
    return _judged(log)


def _judged(log: Log) -> NewNight:
    checked.run(dumps(log.now.night))
    return NewNight.of(log)


def _as_it_is(source: str, text: str) -> NewNight | None:
    """Return a night that could not be opened where it comes from; none where this is another."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise FormatError(source, "not json, so no night") from fault
    if not isinstance(found, dict) or set(found) != {"as_it_is", "events"}:
        return None
    contents, events = found["as_it_is"], found["events"]
    if not (isinstance(contents, str) and can_be_kept(contents) and isinstance(events, list) and events):
        raise FormatError(source, "what is kept there is no night")
    if len(text) > MOST_UNREAD or len(events) > MOST_UNREAD_EVENTS:
        raise FormatError(source, "that night cannot be opened here, and is larger than one that is taken in unread")
    if not all(map(_may_have_happened, events)):
        raise FormatError(source, "what is kept there is no night")
    return NewNight(contents, tuple(EventRow(*one) for one in events))


def _may_have_happened(one: object) -> bool:
    if not isinstance(one, list) or list(map(type, one)) != [float, str, str]:
        return False
    at, kind, contents = one
    return 0 <= at <= MAX_TIMESTAMP and can_be_kept(kind) and can_be_kept(contents)
