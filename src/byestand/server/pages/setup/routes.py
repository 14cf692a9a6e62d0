"""The addresses about nights: kept, opened again, changed, thrown away, taken out and brought in."""

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import replace
from time import time

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import ByestandError, OutOfDate
from byestand.formats.files import ZIP
from byestand.model.setup import SessionSetup
from byestand.night.document import require_storable
from byestand.night.event import NightEvent
from byestand.night.state import NightState
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job import Job
from byestand.server.jobs.results import JSON, File, Page, refusal
from byestand.server.movements.print_preferences import print_preferences
from byestand.server.nights import setups
from byestand.server.nights.creating import add_night, add_nights, counts_as_sent, create_night
from byestand.server.pages.check.routes import naming_file, taken
from byestand.server.pages.desk.minutes import planned_timing
from byestand.server.pages.movement import sections
from byestand.server.pages.paper import sheets as paper
from byestand.server.pages.setup import view as page
from byestand.server.pages.setup.forms import Draft, edits, replacement_events, setup_in_form
from byestand.server.pages.setup.list_view import NightsView, UnsavedView
from byestand.server.pages.workspace import importing
from byestand.server.pages.workspace.packing import packed
from byestand.server.services import services, while_wanted
from byestand.server.storage.nights import changed_since
from byestand.server.storage.records import NewNight, NightRow, StoredNight, UnreadableNight
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.server.web.responses import Endpoint, asked_in, file_or_page, framed
from byestand.server.web.uploads import Upload

MOST_FIELDS = 80
EVERYTHING = "everything.zip"
LATE = (
    "this night was changed in another window after you opened it here, so nothing was done;"
    " look at it as it is now, and choose again"
)
TAKEN_LATE = (
    "this night was changed in another window while you looked at the ways to go on, so none was taken;"
    " open the night again, under Nights, and ask from there"
)


def routes() -> list[BaseRoute]:
    """Return the addresses about nights."""
    return [
        Route("/nights", _list),
        Route("/nights", _create, methods=["POST"]),
        Route("/nights/import", _import, methods=["POST"]),
        Route(f"/nights/{EVERYTHING}", _everything),
        Route("/nights/{id:int}", _show),
        Route("/nights/{id:int}", _save, methods=["POST"]),
        Route("/nights/{id:int}/open", _open, methods=["POST"]),
        Route("/nights/{id:int}/throw-away", _throw_away, methods=["POST"]),
        Route("/nights/{id:int}/night.json", _export),
        Route("/nights/{id:int}/file/{format}", _file),
        Route("/nights/{id:int}/paper/{sheets}.pdf", _paper),
        Route("/nights/{id:int}/section/{letter}", _section(sections.content)),
        Route("/nights/{id:int}/section/{letter}/diagram.svg", _section(sections.diagram)),
        Route("/nights/{id:int}/section/{letter}/file/{format}", _section_as(sections.scoring_file)),
        Route("/nights/{id:int}/section/{letter}/paper/{sheets}.pdf", _section_as(sections.pdf)),
        Route("/nights/{id:int}/section/{letter}/paper/{sheets}.svg", _section_as(sections.preview)),
    ]


async def night_asked(request: Request) -> StoredNight | None:
    """Return the night that a request is about: the one it names, or else the one on the desk."""
    mine, id = visitor(request), asked_in(request).number("night")
    return mine.current if id is None else await to_thread(mine.nights.get, id)


async def _list(request: Request) -> Response:
    return framed(request, await services(request).with_whole_desk(_listed, request))


def _listed(request: Request) -> Page:
    mine = visitor(request)
    nights = mine.nights.all()
    view = NightsView(
        nights=tuple(row for row in nights if isinstance(row, NightRow)),
        unreadable=tuple(night for night in nights if isinstance(night, UnreadableNight)),
        current=mine.current,
        is_stored=_is_stored(request),
    )
    return render_page(view, "Nights")


async def _create(request: Request) -> Response:
    """Save a choice of movements: as a new night, or in place of what a night had, with its names and notes."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    names = str(form.get("names", "")).replace("\r\n", "\n")
    asked = Asked.of((word, text) for word, text in form.multi_items() if isinstance(text, str) and word != "names")
    setup, id = setup_in_form(asked), asked.number("night")
    if id is not None:
        await _replace_movements(request, id, setup, seen=asked.number("revision"))
        return RedirectResponse(f"/nights/{id}", 303)
    prepared = await services(request).run_once(setups.prepare, setup, names)
    timed = replace(prepared.setup, timing=planned_timing(setup, asked, time()))
    return await create_night(request, timed, is_individual=prepared.is_individual)


async def _replace_movements(request: Request, id: int, chosen: SessionSetup, *, seen: int | None) -> None:
    nights = visitor(request).nights
    state = (await to_thread(nights.get, id)).state
    found = await services(request).run_once(setups.replace_movements, state.setup, state.notes, chosen)
    try:
        await _append(request, id, [*replacement_events(state, found.setup, found.notes)], seen=seen)
    except OutOfDate as late:
        raise OutOfDate(TAKEN_LATE, revision=late.revision) from late
    await to_thread(nights.put_on_desk, id)


async def _append(request: Request, id: int, events: Sequence[NightEvent], *, seen: int | None) -> None:
    """Append events to a night, all or none."""
    for event in events:
        require_storable(event)
    if events:
        await to_thread(visitor(request).nights.append, id, *events, seen=seen)


async def _show(request: Request) -> Response:
    stored = await kept_night(request)
    return framed(request, await services(request).run_for_night(page.content, stored, _is_stored(request)))


def _is_stored(request: Request) -> bool:
    return not services(request).store.trouble


async def _save(request: Request) -> Response:
    """Save what was typed of a night; or show why not, with everything that was typed."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    typed = Draft.of_form(form)
    try:
        stored = await kept_night(request)
    except ByestandError as no:
        said = refusal(no)
        return framed(request, render_page(UnsavedView(typed, said.sentence), "Not saved", status=said.status))
    try:
        await _save_as_typed(request, stored, form, typed)
    except ByestandError as no:
        said = refusal(no)
        unsaved = replace(typed, error=said.sentence, newer=no.revision if isinstance(no, OutOfDate) else 0)
        shown = await services(request).run_once(page.content, stored.id, stored.state, _is_stored(request), unsaved)
        return framed(request, replace(shown, status=said.status))
    return RedirectResponse(f"/nights/{stored.id}", 303)


async def _save_as_typed(request: Request, stored: StoredNight, form: FormData, typed: Draft) -> None:
    named = None
    if "pairs" in form:
        named = await services(request).run_once(setups.read_names, stored.state.setup, typed.names)
    try:
        events = [*edits(stored.state, form, typed, named)]
        await _append(request, stored.id, events, seen=typed.newer or typed.revision or None)
    except OutOfDate as late:
        raise changed_since(late.revision) from late


async def _open(request: Request) -> Response:
    kept = await kept_night(request)
    await to_thread(visitor(request).nights.put_on_desk, kept.id)
    return RedirectResponse(f"/nights/{kept.id}", 303)


async def _throw_away(request: Request) -> Response:
    await to_thread(visitor(request).nights.throw_away, _id(request))
    return RedirectResponse("/nights", 303)


async def _export(request: Request) -> Response:
    """Export a night; of a damaged one what is undamaged, and one that cannot be read here as it is stored."""
    id = _id(request)
    exported = await to_thread(visitor(request).nights.export, id)
    return file_or_page(request, File(exported.text.encode(), JSON, exported.filename))


async def _everything(request: Request) -> Response:
    """Hand all nights out in one file."""
    return file_or_page(request, await packed(services(request), visitor(request).nights))


async def _import(request: Request) -> Response:
    """Import a night, or everything of a desk: all of it or nothing."""
    upload = await taken(request, "file")
    if upload.data.startswith(ZIP):
        nights, current = await _read_archive(request, upload)
        return await add_nights(request, nights, current)
    with naming_file(upload):
        night = await services(request).run_once(importing.read_night, upload.name, upload.data, time())
    return await add_night(request, night)


async def _read_archive(request: Request, upload: Upload) -> tuple[list[NewNight], int]:
    """Return all nights in a zip, and the position of the current one; each batch waits for its turn."""
    nights: list[NewNight] = []
    progress, current, is_last = importing.Progress(), 0, False
    while not is_last:
        with naming_file(upload):
            batch = await services(request).run_once(importing.read_batch, upload.name, upload.data, progress, time())
        counts_as_sent(request, batch.progress.unpacked - progress.unpacked)
        nights += batch.nights
        current = current if batch.current is None else batch.current
        progress, is_last = batch.progress, batch.is_last
    return nights, current


async def _file(request: Request) -> Response:
    stored, to = await kept_night(request), request.path_params["format"]
    answer = await services(request).run_for_night(page.scoring_file, stored, to, asked_in(request).pairs)
    return file_or_page(request, answer)


async def _paper(request: Request) -> Response:
    stored, sheets = await kept_night(request), request.path_params["sheets"]
    work = services(request).run_for_night(paper.night, stored, sheets, print_preferences(request))
    return file_or_page(request, await while_wanted(request, work))


def _section(job: Job[[int, NightState, str, Pairs], Page | File]) -> Endpoint:
    """Return an endpoint for a page about one section of a night."""

    async def endpoint(request: Request) -> Response:
        stored, letter = await kept_night(request), request.path_params["letter"]
        return file_or_page(
            request, await services(request).run_for_night(job, stored, letter, asked_in(request).pairs)
        )

    return endpoint


def _section_as(job: Job[[int, NightState, str, str, Pairs], File]) -> Endpoint:
    """Return an endpoint for one section of a night in a format, or on some sheets."""

    async def endpoint(request: Request) -> Response:
        stored = await kept_night(request)
        _, letter, wanted = request.path_params.values()
        pairs = print_preferences(request) if job.lane == "print" else asked_in(request).pairs
        work = services(request).run_for_night(job, stored, letter, wanted, pairs)
        return file_or_page(request, await while_wanted(request, work))

    return endpoint


def _id(request: Request) -> int:
    id: int = request.path_params["id"]
    return id


async def kept_night(request: Request) -> StoredNight:
    """Return the night whose address it is."""
    return await to_thread(visitor(request).nights.get, _id(request))


async def check_night(request: Request, state: NightState) -> None:
    """Refuse a night whose movements, names and results do not fit each other."""
    await services(request).run_once(setups.check_night, state)
