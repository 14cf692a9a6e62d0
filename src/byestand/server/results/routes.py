"""The addresses about the results of a night: typed, dropped as a file, ranked, taken out, thrown away."""

from asyncio import to_thread
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import OutOfDate, Refused
from byestand.model.line import Line
from byestand.night.events import ScoringChanged
from byestand.night.legacy import imported_lines
from byestand.night.night import dumps
from byestand.server import dropped
from byestand.server.asking import Asked, Pairs
from byestand.server.check.uploads import naming_file, taken
from byestand.server.frame import asked_in, file_or_page, form_in, framed
from byestand.server.guard import MOST_FIELDS
from byestand.server.house import printing
from byestand.server.nights.routes import LATE, kept_night
from byestand.server.office import office, while_wanted
from byestand.server.results import bringing, confirming, entry, ranking, single
from byestand.server.results.entry import Typed, Unsaved
from byestand.server.storage.records import StoredNight
from byestand.server.visitor import visitor
from byestand.texts import MOST_NAME, title_line

TRIES = 20
"""So often a line is saved again that came between others of the same night."""
CHANGED = (
    "some of these lines were changed in another window after you opened them here;"
    " look at what is kept now, or save yours over it"
)
GONE = "the movement was changed in another window, and has no longer the lines in which you typed this"


def routes() -> list[BaseRoute]:
    """Return the addresses about results."""
    return [
        Route("/nights/{id:int}/results", _sheet),
        Route("/nights/{id:int}/results", _typed, methods=["POST"]),
        Route("/nights/{id:int}/results/confirm", _confirm, methods=["POST"]),
        Route("/nights/{id:int}/results/throw-away", _throw_away, methods=["POST"]),
        Route("/nights/{id:int}/results/bring", _bring, methods=["POST"]),
        Route("/nights/{id:int}/results/bring/{token}", _brought),
        Route("/nights/{id:int}/results/bring/{token}", _take, methods=["POST"]),
        Route("/nights/{id:int}/results/{file}", _file),
        Route("/nights/{id:int}/ranking", _ranking),
        Route("/nights/{id:int}/ranking", _compare_sections, methods=["POST"]),
        Route("/nights/{id:int}/ranking/board/{board:int}", _board),
        Route("/nights/{id:int}/ranking/of/{who}", _personal),
    ]


async def _sheet(request: Request) -> Response:
    kept, pairs = await kept_night(request), asked_in(request).pairs
    return framed(request, await office(request).run(entry.content, *_page_of(kept), pairs))


def _page_of(kept: StoredNight) -> tuple[int, str, int]:
    return kept.id, dumps(kept.night), kept.revision


async def _typed(request: Request) -> Response:
    """Keep the lines that can be; say of every other one why not, and lose nothing that was typed."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    told = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    fields = tuple(pair for pair in told if pair[0] not in ("seen", "over"))
    seen = str(form.get("over") or form.get("seen") or "")
    kept, found = await _kept_lines(request, fields, seen)
    unsaved = None
    if found.lost:
        unsaved = Unsaved(dict(fields), found.refused, f"{GONE}: {'; '.join(found.lost)[:200]!r}", found.seen)
    elif found.changed and found.results is None:
        unsaved = Unsaved(dict(fields), found.refused, CHANGED, found.seen)
    elif found.refused:
        texts = {name: text for name, text in fields if name in found.refused}
        unsaved = Unsaved(texts, found.refused)
    pairs = asked_in(request).pairs
    if unsaved:
        shown = await office(request).run_once(entry.content, *_page_of(kept), pairs, unsaved)
        return framed(request, replace(shown, status=409 if unsaved.over else 400))
    if "hx-request" in request.headers:  # the script goes on by itself
        return framed(request, await office(request).run(entry.content, *_page_of(kept), pairs))
    onward = await office(request).run(entry.onward, kept.id, dumps(kept.night), pairs)
    return RedirectResponse(onward, 303)


async def _kept_lines(request: Request, fields: Pairs, seen: str) -> tuple[StoredNight, Typed]:
    """Return the night as it is kept now, and what became of what was typed.

    Several people may type at once: what matters is that nobody else has changed the lines before one's eyes.
    """
    nights, pairs = visitor(request).nights, asked_in(request).pairs
    for _ in range(TRIES):
        kept = await kept_night(request)
        found = await office(request).run_once(entry.typed, dumps(kept.night), pairs, fields, seen)
        if found.results is None:
            return kept, found
        try:
            night = replace(kept.night, results=found.results)
            await to_thread(nights.save, kept.id, kept.night, night, seen=kept.revision)
        except OutOfDate:
            continue
        return await kept_night(request), found
    raise OutOfDate(LATE, revision=kept.revision)


async def _confirm(request: Request) -> Response:
    """Enter what is proposed for the lines that the director has ticked, and lead back to where that was asked."""
    form = await form_in(request, MOST_FIELDS)
    keys, back = tuple(form.lines("line")), form.text("back")
    for _ in range(TRIES):
        kept = await kept_night(request)
        results = await office(request).run_once(confirming.confirmed, dumps(kept.night), keys)
        try:
            if results is not None:
                await _saved(request, kept, results)
        except OutOfDate:
            continue
        here = f"/nights/{kept.id}/"
        return RedirectResponse(back if back.startswith(here) else f"{here}ranking", 303)
    raise OutOfDate(LATE, revision=kept.revision)


async def _throw_away(request: Request) -> Response:
    kept = await _as_seen(request, await form_in(request, 4))
    await _saved(request, kept, "")
    return RedirectResponse(f"/nights/{kept.id}/results", 303)


async def _as_seen(request: Request, form: Asked) -> StoredNight:
    """Return the night, if it is still the one that somebody looked at."""
    kept, seen = await kept_night(request), form.number("revision")
    if seen is not None and seen != kept.revision:
        raise OutOfDate(LATE, revision=kept.revision)
    return kept


async def _saved(request: Request, kept: StoredNight, results: str, *, source: str = "") -> None:
    try:
        night, nights = replace(kept.night, results=results), visitor(request).nights
        await to_thread(nights.save, kept.id, kept.night, night, seen=kept.revision, source=source)
    except OutOfDate as late:
        raise OutOfDate(LATE, revision=late.revision) from late


async def _bring(request: Request) -> Response:
    """Import the results in a file; where there are some already, or something is odd, show and ask first."""
    kept, upload = await kept_night(request), await taken(request, "file")
    token = await dropped.keep(request, upload)
    try:
        found = await _results_in(request, kept, upload, form=Asked(()))
    except Refused:
        found = None  # the page says why
    if found and not found.has_findings and not kept.night.results:
        await _saved(request, kept, found.results, source=_file_name(upload))
        return RedirectResponse(f"/nights/{kept.id}/ranking", 303)
    return RedirectResponse(f"/nights/{kept.id}/results/bring/{token}", 303)


async def _results_in(request: Request, kept: StoredNight, upload: dropped.Upload, form: Asked) -> bringing.WithFile:
    imported, how, overwritten = await _imported_rows(request, kept), form.text("how"), form.texts("overwrite")
    with naming_file(upload):
        return await office(request).run_once(
            bringing.brought, dumps(kept.night), upload.name, upload.data, imported, how, overwritten
        )


async def _imported_rows(request: Request, kept: StoredNight) -> tuple[Line, ...]:
    log = await to_thread(visitor(request).nights.log, kept.id)
    return imported_lines(log.state)


def _file_name(upload: dropped.Upload) -> str:
    return title_line(upload.name)[:MOST_NAME] or "a file"


async def _brought(request: Request) -> Response:
    kept, token = await kept_night(request), request.path_params["token"]
    upload = await dropped.kept(request)
    imported = await _imported_rows(request, kept)
    with naming_file(upload):
        page = await office(request).run(bringing.content, *_page_of(kept), token, upload.name, upload.data, imported)
    return framed(request, page)


async def _take(request: Request) -> Response:
    """Import the results in a file as the director has chosen."""
    form = await form_in(request, MOST_FIELDS)
    kept, upload = await _as_seen(request, form), await dropped.kept(request)
    found = await _results_in(request, kept, upload, form)
    await _saved(request, kept, found.results, source=_file_name(upload))
    return RedirectResponse(f"/nights/{kept.id}/ranking", 303)


async def _file(request: Request) -> Response:
    kept, name = await kept_night(request), request.path_params["file"]
    job = ranking.result_paper if name.endswith(".pdf") else ranking.result_file
    work = office(request).run(job, dumps(kept.night), name, printing(request))
    return file_or_page(request, await while_wanted(request, work))


async def _ranking(request: Request) -> Response:
    kept, pairs = await kept_night(request), asked_in(request).pairs
    return framed(request, await office(request).run(ranking.content, kept.id, dumps(kept.night), pairs))


async def _compare_sections(request: Request) -> Response:
    """Save whether sections are compared together or apart; nothing happens where that is so already."""
    form, kept = await form_in(request, MOST_FIELDS), await kept_night(request)
    apart = form.choice("sections", tuple(ranking.SECTIONS)) == "apart"
    if apart != kept.night.sections_apart:
        log = await to_thread(visitor(request).nights.log, kept.id)
        scoring = replace(log.state.setup.scoring, sections="apart" if apart else "field")
        await to_thread(visitor(request).nights.append, kept.id, ScoringChanged(scoring))
    return RedirectResponse(asked_in(request).link(f"/nights/{kept.id}/ranking"), 303)


async def _board(request: Request) -> Response:
    kept, board = await kept_night(request), request.path_params["board"]
    answer = await office(request).run(single.board, kept.id, dumps(kept.night), board, asked_in(request).pairs)
    return framed(request, answer)


async def _personal(request: Request) -> Response:
    kept, who = await kept_night(request), request.path_params["who"]
    answer = await office(request).run(single.personal, kept.id, dumps(kept.night), who, asked_in(request).pairs)
    return framed(request, answer)
