"""Everything on a desk in one file: a zip with every night as it is exported alone, and a list of them.

So a club moves from a laptop to a service and back (`importing`). Nights that cannot be opened are included unread: a
newer version at the other end may read them. Of a damaged night the undamaged beginning is included beside the list,
which is all that an import reads, and `DAMAGED` says so.
"""

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Self

from byestand.errors import FormatError, NotFound
from byestand.night import document
from byestand.night.log import EventLog
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.movements.files import LONG_AGO
from byestand.server.storage.nights import VisibleNights, lost_error, partial_filename, readable_json
from byestand.server.storage.records import DamagedNight, EventRow, NightRow, replay
from byestand.server.storage.store import Store

FORMAT, VERSION = "byestand desk", 1
LIST = "desk.json"
DAMAGED = "damaged.txt"
"""Which nights are damaged, and where; only there if any is."""
FILENAME = "byestand-everything.zip"
UNREAD_KEYS = ("as_it_is", "events")
"""What a night that could not be opened consists of: json with its name, and its events as they are stored."""


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

    id: int
    name: str
    changed: str
    events: Sequence[EventRow]
    """Of a damaged night those that are undamaged."""
    damage: str = ""
    """What is wrong with it."""


def load_nights(store: Store, rows: Iterable[NightRow]) -> list[LoadedNight]:
    """Return nights as they are stored, without those that were deleted since they were listed."""
    nights = []
    for row in rows:
        with suppress(NotFound):
            nights.append(LoadedNight(row.id, row.name, row.changed, *_events(store, row.id)))
    return nights


def load_lost_nights(nights: VisibleNights) -> list[LoadedNight]:
    """Return the nights whose rows are missing, since the database is damaged."""
    return [LoadedNight(id, "", "", nights.store.lost_events(id), str(lost_error(id))) for id in nights.lost()]


def _events(store: Store, id: int) -> tuple[Sequence[EventRow], str]:
    """Return the undamaged events of a night, and what is wrong with it."""
    try:
        return store.events(id), ""
    except DamagedNight as damage:
        return damage.intact, str(damage)
    except FormatError as no:  # the file itself cannot be read there
        return (), f"night {id} cannot be read: {no}"


@job("slow")
def write_nights(nights: Sequence[LoadedNight]) -> tuple[str, ...]:
    """Return the exported text of each night; this takes time, so workers do it."""
    return tuple(map(_contents, nights))


def _contents(one: LoadedNight) -> str:
    if one.damage:
        return readable_json(one.id, one.events) if one.events else ""
    try:
        return document.dumps(replay(EventLog(), one.events, source=f"night {one.id}"))
    except FormatError:
        events = list(map(_event_data, one.events))
        return _json(dict(zip(UNREAD_KEYS, (json.dumps({"name": one.name}), events), strict=True)))


def _event_data(event: EventRow) -> Sequence[object]:
    """Return an event as earlier versions wrote and read it, if it says no more than they knew."""
    return event if event != EventRow(*event[:3]) else event[:3]


class Packing:
    """A zip to which nights are added."""

    def __init__(self, current: int) -> None:
        self._current = current
        self._listed: list[ListedNight] = []
        self._damages: list[str] = []
        self._out = io.BytesIO()
        self._archive = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        """Close it, also after an error."""
        self._archive.close()

    def add(self, nights: Sequence[LoadedNight], texts: Sequence[str]) -> None:
        """Add nights with their exported texts."""
        for night, text in zip(nights, texts, strict=True):
            if night.damage:
                self._damages.append(night.damage)
                if text:
                    self._write(partial_filename(night.id, night.events), text)
                continue
            name = f"night-{night.id}.json"
            self._listed.append(ListedNight(name, night.changed, is_current=night.id == self._current))
            self._write(name, text)

    def finish(self) -> File:
        """Return the zip, with the list of all nights in it."""
        if self._damages:
            self._write(DAMAGED, "".join(f"{damage}\n" for damage in self._damages))
        nights = [one.data() for one in self._listed]
        self._write(LIST, _json({"format": FORMAT, "version": VERSION, "nights": nights}))
        self._archive.close()
        return File(self._out.getvalue(), "application/zip", FILENAME)

    def _write(self, name: str, text: str) -> None:
        self._archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
