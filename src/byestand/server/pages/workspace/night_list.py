"""All nights of a workspace: listed, opened, deleted, exported and imported."""

from asyncio import to_thread
from dataclasses import dataclass
from time import time
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.formats.file_io import ZIP
from byestand.language import say
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import JSON, JobFile, JobPage
from byestand.server.nights.night_creation import add_night, add_nights, charge_unpacked_size
from byestand.server.nights.requests import night_id, requested_night
from byestand.server.pages.workspace import archive as everything
from byestand.server.pages.workspace import night_import
from byestand.server.services import PACKING, Services
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import NewNight, NightRow, StoredNight, UnreadableNight
from byestand.server.storage.workspaces import Upload
from byestand.server.web.app_state import services
from byestand.server.web.render import render_page
from byestand.server.web.responses import file_or_page, page_response
from byestand.server.web.uploads import naming_file, uploaded_file

AT_A_TIME = 20
"""Nights per job; a night with all results takes a worker about thirty milliseconds."""


@dataclass(frozen=True, slots=True)
class NightsView:
    """The list of all nights."""

    template: ClassVar = "nights.html"
    nights: tuple[NightRow, ...]
    unreadable: tuple[UnreadableNight, ...]
    current: StoredNight | None
    is_stored: bool
    """Whether nights are stored on disk."""
    notice: str
    """Where older nights are that cannot be read; empty if there are none."""


async def page(request: Request) -> Response:
    """List all nights."""
    return page_response(request, await services(request).with_whole_desk(_list_nights, request))


def _list_nights(request: Request) -> JobPage:
    mine = visitor(request)
    nights = mine.nights.all()
    view = NightsView(
        nights=tuple(row for row in nights if isinstance(row, NightRow)),
        unreadable=tuple(night for night in nights if isinstance(night, UnreadableNight)),
        current=mine.current,
        is_stored=not services(request).store.trouble,
        notice=services(request).store.notice,
    )
    return render_page(view, say("Saved sessions"))


async def open_night(request: Request) -> Response:
    """Make a night the current one."""
    night = await requested_night(request)
    await to_thread(visitor(request).nights.put_on_desk, night.id)
    return RedirectResponse(f"/nights/{night.id}", 303)


async def delete(request: Request) -> Response:
    """Delete a night."""
    await to_thread(visitor(request).nights.throw_away, night_id(request))
    return RedirectResponse("/nights", 303)


async def export(request: Request) -> Response:
    """Export a night: of a damaged one the undamaged part, and one that cannot be read as it is stored."""
    id = night_id(request)
    exported = await to_thread(visitor(request).nights.export, id)
    return file_or_page(request, JobFile(exported.text.encode(), JSON, exported.filename))


async def export_all(request: Request) -> Response:
    """Export all nights in one file."""
    return file_or_page(request, await export_backup(services(request), visitor(request).nights))


async def import_nights(request: Request) -> Response:
    """Import a night or a backup, completely or not at all."""
    upload = await uploaded_file(request, "file")
    if upload.data.startswith(ZIP):
        nights, current = await _read_archive(request, upload)
        return await add_nights(request, nights, current)
    with naming_file(upload):
        night = await services(request).run_once(night_import.read_night, upload.name, upload.data, time())
    return await add_night(request, night)


async def _read_archive(request: Request, upload: Upload) -> tuple[list[NewNight], int]:
    """Return all nights in a zip, and the position of the current one; each batch is a job of its own."""
    nights: list[NewNight] = []
    progress, current, is_last = night_import.UnpackProgress(), 0, False
    while not is_last:
        with naming_file(upload):
            batch = await services(request).run_once(
                night_import.read_batch, upload.name, upload.data, progress, time()
            )
        charge_unpacked_size(request, batch.progress.unpacked_bytes - progress.unpacked_bytes)
        nights += batch.nights
        current = current if batch.current is None else batch.current
        progress, is_last = batch.progress, batch.is_last
    return nights, current


async def export_backup(services: Services, nights: VisibleNights) -> JobFile:
    """Return all nights of a workspace in one file."""
    store, workspace = nights.store, nights.reach.workspace
    async with services.lanes.turn(PACKING):
        rows, current = await to_thread(store.rows, workspace), await to_thread(store.on_desk, workspace)
        with everything.BackupWriter(current.id if current else 0) as packing:
            for first in range(0, len(rows), AT_A_TIME):
                loaded = await to_thread(everything.load_nights, store, rows[first : first + AT_A_TIME])
                await _add(services, packing, loaded)
            await _add(services, packing, await to_thread(everything.load_lost_nights, nights))
            return await to_thread(packing.finish)


async def _add(services: Services, packing: everything.BackupWriter, nights: list[everything.LoadedNight]) -> None:
    if nights:
        texts = await services.run_once(everything.write_nights, nights)
        await to_thread(packing.add, nights, texts)
