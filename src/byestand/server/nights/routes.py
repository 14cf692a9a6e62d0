"""The addresses about nights: kept, opened again, changed, thrown away, taken out and brought in."""

from asyncio import to_thread
from dataclasses import replace
from time import time

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import ByestandError, OutOfDate
from byestand.formats.files import ZIP
from byestand.night.events import TimingChanged
from byestand.night.legacy import created
from byestand.night.log import EventLog
from byestand.night.night import Night, dumps, loads
from byestand.night.stamp import Stamp
from byestand.server.asking import Asked, Pairs
from byestand.server.check.uploads import naming_file, taken
from byestand.server.desks import importing
from byestand.server.desks.keeping import add_night, add_nights, counts_as_sent, kept_anew
from byestand.server.desks.packing import packed
from byestand.server.dropped import Upload
from byestand.server.frame import Endpoint, asked_in, file_or_page, framed
from byestand.server.house import printing
from byestand.server.jobs.job import Job
from byestand.server.jobs.results import JSON, File, Page, refusal
from byestand.server.nights import page, sections
from byestand.server.nights.forms import Draft, chosen, draft, gone_over, typed_over
from byestand.server.office import office, while_wanted
from byestand.server.pages import paper
from byestand.server.play.minutes import planned
from byestand.server.rendering import rendered
from byestand.server.results.evening import relettered
from byestand.server.storage.records import NewNight, NightRow, StoredNight, UnreadableNight
from byestand.server.visitor import visitor

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
        Route("/nights", _keep, methods=["POST"]),
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
    return framed(request, await office(request).with_whole_desk(_listed, request))


def _listed(request: Request) -> Page:
    mine = visitor(request)
    nights = mine.nights.all()
    return rendered(
        "nights.html",
        "Nights",
        nights=[row for row in nights if isinstance(row, NightRow)],
        closed=[night for night in nights if isinstance(night, UnreadableNight)],
        current=mine.current,
        lasting=not office(request).store.trouble,
    )


async def _keep(request: Request) -> Response:
    """Keep what was chosen: as a new night, or in place of what a night had, with its names and notes."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    names = str(form.get("names", "")).replace("\r\n", "\n")
    asked = Asked.of((word, text) for word, text in form.multi_items() if isinstance(text, str) and word != "names")
    night = chosen(asked)
    if names:
        night = replace(night, pairs=await office(request).run_once(page.named, dumps(night), names, ()))
    await require_readable(request, night)
    id = asked.number("night")
    if id is None:
        return await kept_anew(request, _begun(night, asked))
    await _keep_over(request, id, night, seen=asked.number("revision"))
    return RedirectResponse(f"/nights/{id}", 303)


def _begun(night: Night, asked: Asked) -> EventLog:
    """Return the log of a new night, with the hours that were told when it was chosen."""
    now = time()
    log, hours = EventLog().append(created(night), Stamp(now)), planned(night, asked, now)
    return log if hours == log.state.setup.timing else log.append(TimingChanged(hours), Stamp(now))


async def _keep_over(request: Request, id: int, new: Night, *, seen: int | None) -> None:
    nights = visitor(request).nights
    kept = await to_thread(nights.get, id)
    night = gone_over(kept.night, await office(request).run_once(page.taken_over, dumps(kept.night), dumps(new)))
    await require_readable(request, night)
    try:
        await to_thread(nights.save, id, kept.night, night, seen=seen)
    except OutOfDate as late:
        raise OutOfDate(TAKEN_LATE, revision=late.revision) from late
    await to_thread(nights.put_on_desk, id)


async def _show(request: Request) -> Response:
    kept = await kept_night(request)
    return framed(request, await office(request).run(page.content, *_page_of(request, kept)))


async def _save(request: Request) -> Response:
    """Keep the name, the names of pairs, the letters and the notes of a night; or say why not, and lose nothing."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    typed = draft(form)
    try:
        kept = await kept_night(request)
    except ByestandError as no:
        said = refusal(no)
        gone = rendered("night_gone.html", "Not saved", status=said.status, draft=typed, sentence=said.sentence)
        return framed(request, gone)
    try:
        await _save_as_typed(request, kept, form, typed)
    except ByestandError as no:
        said = refusal(no)
        unsaved = replace(typed, refused=said.sentence, over=no.revision if isinstance(no, OutOfDate) else 0)
        shown = await office(request).run_once(page.content, *_page_of(request, kept), unsaved)
        return framed(request, replace(shown, status=said.status))
    return RedirectResponse(f"/nights/{kept.id}", 303)


def _page_of(request: Request, kept: StoredNight) -> tuple[int, str, int, bool]:
    """Return what the page of a night has to know."""
    return kept.id, dumps(kept.night), kept.revision, not office(request).store.trouble


async def _save_as_typed(request: Request, kept: StoredNight, form: FormData, typed: Draft) -> None:
    seen = typed.over or typed.revision or None
    night = typed_over(kept.night, form, typed)
    if "pairs" in form:
        named = await office(request).run_once(page.named, dumps(kept.night), typed.names, typed.letters)
        night = replace(night, pairs=named)
    if night.results and len(typed.letters) == len(night.sections):
        results = await office(request).run_once(relettered, dumps(kept.night), typed.letters)
        night = replace(night, results=results)
    await require_readable(request, night)
    await to_thread(visitor(request).nights.save, kept.id, kept.night, night, seen=seen)


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
    return file_or_page(request, await packed(office(request), visitor(request).nights))


async def _import(request: Request) -> Response:
    """Import a night, or everything of a desk: all of it or nothing."""
    upload = await taken(request, "file")
    if upload.data.startswith(ZIP):
        nights, current = await _read_archive(request, upload)
        return await add_nights(request, nights, current)
    with naming_file(upload):
        night = await office(request).run_once(importing.read_night, upload.name, upload.data, time())
    return await add_night(request, night)


async def _read_archive(request: Request, upload: Upload) -> tuple[list[NewNight], int]:
    """Return all nights in a zip, and the position of the current one; each batch waits for its turn."""
    nights: list[NewNight] = []
    progress, current, is_last = importing.Progress(), 0, False
    while not is_last:
        with naming_file(upload):
            batch = await office(request).run_once(importing.read_batch, upload.name, upload.data, progress, time())
        counts_as_sent(request, batch.progress.unpacked - progress.unpacked)
        nights += batch.nights
        current = current if batch.current is None else batch.current
        progress, is_last = batch.progress, batch.is_last
    return nights, current


async def _file(request: Request) -> Response:
    kept, to = await kept_night(request), request.path_params["format"]
    answer = await office(request).run(page.scoring_file, dumps(kept.night), to, asked_in(request).pairs)
    return file_or_page(request, answer)


async def _paper(request: Request) -> Response:
    kept, sheets = await kept_night(request), request.path_params["sheets"]
    work = office(request).run(paper.night, dumps(kept.night), sheets, printing(request))
    return file_or_page(request, await while_wanted(request, work))


def _section(job: Job[[int, str, str, Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks a page about one section of a night."""

    async def endpoint(request: Request) -> Response:
        kept, letter = await kept_night(request), request.path_params["letter"]
        answer = await office(request).run(job, kept.id, dumps(kept.night), letter, asked_in(request).pairs)
        return file_or_page(request, answer)

    return endpoint


def _section_as(job: Job[[str, str, str, Pairs], File]) -> Endpoint:
    """Return an endpoint that asks for one section of a night in a format, or on some sheets."""

    async def endpoint(request: Request) -> Response:
        kept = await kept_night(request)
        _, letter, wanted = request.path_params.values()
        asked = printing(request) if job.lane == "print" else asked_in(request).pairs
        work = office(request).run(job, dumps(kept.night), letter, wanted, asked)
        return file_or_page(request, await while_wanted(request, work))

    return endpoint


def _id(request: Request) -> int:
    id: int = request.path_params["id"]
    return id


async def kept_night(request: Request) -> StoredNight:
    """Return the night whose address it is."""
    return await to_thread(visitor(request).nights.get, _id(request))


async def require_readable(request: Request, night: Night) -> None:
    """Refuse what could not be read again, or whose movements do not exist."""
    text = dumps(night)
    await to_thread(loads, text, source="the night")
    await office(request).run_once(page.checked, text)
