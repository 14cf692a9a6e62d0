"""Endpoints of results: enter, confirm, import from a file, delete."""

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import OutOfDate, RequestRefused
from byestand.language import phrase, say
from byestand.night.events import ResultsChanged
from byestand.sanitize import MAX_NAME_CHARS, title_line
from byestand.server.nights.requests import LATE, append_events, requested_night
from byestand.server.pages.results import import_results
from byestand.server.pages.results.view import RejectedEntry, entry_page, next_url, sheet_in_query, sheet_url
from byestand.server.storage.records import StoredNight
from byestand.server.storage.workspaces import Upload
from byestand.server.web.app_state import services
from byestand.server.web.query import Query
from byestand.server.web.responses import MAX_FIELDS, asked_in, form_in, page_response
from byestand.server.web.uploads import keep, naming_file, requested_upload, uploaded_file
from byestand.session.entry_events import EntryOutcome, read_fields
from byestand.session.entry_sheet import EntryPlan, EntrySheet, entry_plan
from byestand.session.result_changes import confirm_lines

MAX_ATTEMPTS = 20
"""Attempts to save a line while other lines of the same night are being saved."""
RESULTS_CHANGED_ERROR = phrase(
    "not saved: some of these results were changed in another window."
    " Show the saved version, or overwrite it with yours"
)
MOVEMENT_CHANGED_ERROR = phrase(
    "not saved: the movement was changed in another window and no longer has these lines: {lines!r}"
)


async def _plan(request: Request, night: StoredNight) -> EntryPlan:
    return await services(request).run_for_night(entry_plan, night)


async def page(request: Request) -> Response:
    """Show the sheet on which results are entered."""
    night = await requested_night(request)
    return page_response(request, entry_page(night, await _plan(request, night), asked_in(request)))


async def enter(request: Request) -> Response:
    """Enter the valid lines; show every other line as typed, with the reason."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    texts = {name: text for name, text in form.multi_items() if isinstance(text, str)}
    fields = {name: text for name, text in texts.items() if name not in ("seen", "over")}
    night, plan, sheet, entry = await _save_fields(request, fields, texts.get("over") or texts.get("seen") or "")
    unsaved = None
    if entry.discarded_texts:
        unsaved = RejectedEntry(
            fields,
            entry.errors,
            say(MOVEMENT_CHANGED_ERROR, lines="; ".join(entry.discarded_texts)[:200]),
            sheet.fingerprint,
        )
    elif entry.event:
        unsaved = RejectedEntry(fields, entry.errors, say(RESULTS_CHANGED_ERROR), sheet.fingerprint)
    elif entry.errors:
        unsaved = RejectedEntry({name: text for name, text in fields.items() if name in entry.errors}, entry.errors)
    if unsaved or "hx-request" in request.headers:  # the script loads the next sheet
        page = entry_page(night, plan, asked_in(request), unsaved)
        status = 200 if unsaved is None else 409 if unsaved.over else 400
        return page_response(request, replace(page, status=status))
    return RedirectResponse(sheet_url(night.id, sheet) if sheet.first_empty else next_url(night.id, sheet), 303)


async def _save_fields(
    request: Request, fields: dict[str, str], seen: str
) -> tuple[StoredNight, EntryPlan, EntrySheet, EntryOutcome]:
    """Save the fields; return the night and the sheet as they are now, and what is not saved.

    Several people may enter results at once. A sheet is saved if its own lines have not changed since it was loaded.
    """
    asked = asked_in(request)
    for _ in range(MAX_ATTEMPTS):
        night = await requested_night(request)
        plan = await _plan(request, night)
        sheet = sheet_in_query(plan.with_results(night.state.results), asked)
        entry = read_fields(sheet, fields, plan)
        if not entry.event or entry.discarded_texts or (seen and seen != sheet.fingerprint):
            return night, plan, sheet, entry
        try:
            night = await append_events(request, night, entry.event)
        except OutOfDate:
            continue
        return night, plan, sheet_in_query(plan.with_results(night.state.results), asked), replace(entry, event=None)
    raise OutOfDate(say(LATE), revision=night.revision)


async def confirm(request: Request) -> Response:
    """Enter the proposed scores of the ticked lines, and redirect to the page of the form."""
    form = await form_in(request, MAX_FIELDS)
    keys, back = form.lines("line"), form.text("back")
    for _ in range(MAX_ATTEMPTS):
        night = await requested_night(request)
        sections = (await _plan(request, night)).with_results(night.state.results)
        event = confirm_lines(night.state.results, sections, keys)
        try:
            if event is not None:
                await append_events(request, night, event)
        except OutOfDate:
            continue
        here = f"/nights/{night.id}/"
        return RedirectResponse(back if back.startswith(here) else f"{here}ranking", 303)
    raise OutOfDate(say(LATE), revision=night.revision)


async def delete(request: Request) -> Response:
    """Delete all results."""
    night = await _as_seen(request, await form_in(request, 4))
    keys = tuple(night.state.results.keys())
    if keys:
        await append_events(request, night, ResultsChanged(deletions=keys))
    return RedirectResponse(f"/nights/{night.id}/results", 303)


async def _as_seen(request: Request, form: Query) -> StoredNight:
    """Return the night; raise OutOfDate if it has changed since the page was loaded."""
    night, seen = await requested_night(request), form.number("revision")
    if seen is not None and seen != night.revision:
        raise OutOfDate(say(LATE), revision=night.revision)
    return night


async def upload(request: Request) -> Response:
    """Import the results of a file; if there are results or findings, show the preview first."""
    night, upload = await requested_night(request), await uploaded_file(request, "file")
    token = await keep(request, upload)
    try:
        file = await _read_file(request, night, upload, Query())
    except RequestRefused:
        file = None  # the preview shows the reason
    if file and not file.has_findings and not night.state.results:
        if file.event:
            await append_events(request, night, file.event)
        return RedirectResponse(f"/nights/{night.id}/ranking", 303)
    return RedirectResponse(f"/nights/{night.id}/results/bring/{token}", 303)


async def _read_file(request: Request, night: StoredNight, upload: Upload, form: Query) -> import_results.ReadFile:
    state, source = (
        night.state.only(import_results.read_file.reads),
        title_line(upload.name)[:MAX_NAME_CHARS] or say("a file"),
    )
    with naming_file(upload):
        return await services(request).run_once(
            import_results.read_file,
            night.id,
            state,
            upload.name,
            upload.data,
            source,
            form.text("how"),
            form.texts("overwrite"),
        )


async def import_page(request: Request) -> Response:
    """Show the preview of an import."""
    night, token = await requested_night(request), request.path_params["token"]
    upload = await requested_upload(request)
    with naming_file(upload):
        work = services(request).run_for_night(
            import_results.import_page, night, night.revision, token, upload.name, upload.data
        )
        return page_response(request, await work)


async def import_file(request: Request) -> Response:
    """Import the results of a file with the choices of the director."""
    form = await form_in(request, MAX_FIELDS)
    night, upload = await _as_seen(request, form), await requested_upload(request)
    file = await _read_file(request, night, upload, form)
    if file.event:
        await append_events(request, night, file.event)
    return RedirectResponse(f"/nights/{night.id}/ranking", 303)
