"""The backup of a workspace: a zip with the export of every night, and a list of them.

A club can move from a laptop to a service and back with it (`night_import`). Nights that cannot be opened are included
unread: a newer version may read them. Of a damaged night the undamaged beginning is included, but not listed, so that
an import ignores it; `DAMAGED` has the details.
"""

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, Self

from byestand.errors import FormatError, NotFound
from byestand.job import job
from byestand.language import say
from byestand.night import night_document
from byestand.night.log import EventLog
from byestand.server.jobs.job_results import JobFile
from byestand.server.page_tools.zip_files import LONG_AGO
from byestand.server.storage.nights import VisibleNights, lost_error, partial_filename, readable_json
from byestand.server.storage.records import DamagedNight, EventRow, NightRow, replay
from byestand.server.storage.store import Store

FORMAT, VERSION = "byestand workspace", 2
LIST = "workspace.json"
DAMAGED = "damaged.txt"
"""The damaged nights with their damage; only included if there are any."""
FILENAME = "byestand-everything.zip"
UNREAD_KEYS = ("name", "events")
"""The keys of a night that could not be opened: its name, and its stored events."""


@dataclass(frozen=True, slots=True)
class ListedNight:
    """A night in the list of an archive."""

    file: str
    changed_at: str
    is_current: bool

    def data(self) -> dict[str, str | bool]:
        """Return the entry as JSON data."""
        return {"file": self.file, "changed": self.changed_at, **({"current": True} if self.is_current else {})}


class LoadedNight(NamedTuple):
    """A stored night, to be exported."""

    id: int
    name: str
    changed_at: str
    events: Sequence[EventRow]
    """Of a damaged night only the undamaged ones."""
    damage: str = ""
    """The error of a damaged night."""


def load_nights(store: Store, rows: Iterable[NightRow]) -> list[LoadedNight]:
    """Return stored nights, without those deleted since they were listed."""
    nights = []
    for row in rows:
        with suppress(NotFound):
            nights.append(LoadedNight(row.id, row.name, row.changed_at, *_events(store, row.id)))
    return nights


def load_lost_nights(nights: VisibleNights) -> list[LoadedNight]:
    """Return the nights whose rows are missing in a damaged database."""
    return [LoadedNight(id, "", "", nights.store.lost_events(id), str(lost_error(id))) for id in nights.lost_nights()]


def _events(store: Store, id: int) -> tuple[Sequence[EventRow], str]:
    """Return the undamaged events of a night, and its error."""
    try:
        return store.events(id), ""
    except DamagedNight as damage:
        return damage.intact, str(damage)
    except FormatError as error:  # this part of the file cannot be read
        return (), say("session {id} cannot be read: {error}", id=id, error=error)


@job("slow")
def write_nights(nights: Sequence[LoadedNight]) -> tuple[str, ...]:
    """Return the exported text of each night. Workers do this, because it takes time."""
    return tuple(map(_contents, nights))


def _contents(night: LoadedNight) -> str:
    if night.damage:
        return readable_json(night.id, night.events) if night.events else ""
    try:
        return night_document.dumps(replay(EventLog(), night.events, source=say("session {id}", id=night.id)))
    except FormatError:
        return _json(dict(zip(UNREAD_KEYS, (night.name, night.events), strict=True)))


class BackupWriter:
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
        """Close the zip, also after an error."""
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
            self._listed.append(ListedNight(name, night.changed_at, is_current=night.id == self._current))
            self._write(name, text)

    def finish(self) -> JobFile:
        """Return the zip, with the list of all nights in it."""
        if self._damages:
            self._write(DAMAGED, "".join(f"{damage}\n" for damage in self._damages))
        nights = [night.data() for night in self._listed]
        self._write(LIST, _json({"format": FORMAT, "version": VERSION, "sessions": nights}))
        self._archive.close()
        return JobFile(self._out.getvalue(), "application/zip", FILENAME)

    def _write(self, name: str, text: str) -> None:
        self._archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
