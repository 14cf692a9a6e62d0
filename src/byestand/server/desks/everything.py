"""Everything on a desk in one file: a zip with every night as it is exported alone, and a list of them.

So a club moves from a laptop to a service and back (`importing`). Nights that cannot be opened are included unread: a
newer version at the other end may read them.
"""

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from byestand.errors import FormatError
from byestand.night import codec
from byestand.night.fold import Log
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.pages.files import LONG_AGO
from byestand.server.storage.records import EventRow, NightRow, replay
from byestand.server.storage.store import Store

FORMAT, VERSION = "byestand desk", 1
LIST = "desk.json"
FILENAME = "byestand-everything.zip"
UNREAD_KEYS = ("as_it_is", "events")
"""What a night that could not be opened consists of: its row and its events as they are stored."""


@dataclass(frozen=True, slots=True)
class ListedNight:
    """A night in the list of an archive."""

    file: str
    changed: str
    is_current: bool

    def data(self) -> dict[str, str | bool]:
        """Return it as plain data."""
        return {"file": self.file, "changed": self.changed, **({"on_desk": True} if self.is_current else {})}


class LoadedNight(NamedTuple):
    """A night as it is stored, to be exported."""

    row: NightRow
    events: list[EventRow]


def load_nights(store: Store, rows: Iterable[NightRow]) -> list[LoadedNight]:
    """Return nights as they are stored, without those that were deleted since they were listed."""
    found = (LoadedNight(row, store.events(row.id)) for row in rows)
    return [one for one in found if one.events]


@job("slow")
def write_nights(nights: Sequence[LoadedNight]) -> tuple[str, ...]:
    """Return the exported text of each night; this takes time, so workers do it."""
    return tuple(map(_contents, nights))


def _contents(one: LoadedNight) -> str:
    try:
        return codec.dumps(replay(Log(), one.events, source=f"night {one.row.id}"))
    except FormatError:
        return _json(dict(zip(UNREAD_KEYS, (one.row.contents, one.events), strict=True)))


class Packing:
    """A zip to which nights are added."""

    def __init__(self, current: int) -> None:
        self._current = current
        self._listed: list[ListedNight] = []
        self._out = io.BytesIO()
        self._archive = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        """Close it, also after an error."""
        self._archive.close()

    def add(self, nights: Sequence[LoadedNight], texts: Sequence[str]) -> None:
        """Add nights with their exported texts."""
        for (row, _), text in zip(nights, texts, strict=True):
            name = f"night-{row.id}.json"
            self._listed.append(ListedNight(name, row.changed, is_current=row.id == self._current))
            self._write(name, text)

    def finish(self) -> File:
        """Return the zip, with the list of all nights in it."""
        nights = [one.data() for one in self._listed]
        self._write(LIST, _json({"format": FORMAT, "version": VERSION, "nights": nights}))
        self._archive.close()
        return File(self._out.getvalue(), "application/zip", FILENAME)

    def _write(self, name: str, text: str) -> None:
        self._archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
