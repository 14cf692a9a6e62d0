"""Endpoints of one session: create, show, save."""

from asyncio import to_thread
from collections.abc import Iterable
from dataclasses import replace
from time import time

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import ByestandError, OutOfDate
from byestand.language import phrase, say
from byestand.model.setup import SessionSetup
from byestand.night.night_document import require_storable
from byestand.night.night_event import NightEvent
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import refusal
from byestand.server.nights.night_creation import create_night
from byestand.server.nights.requests import append_events, requested_night
from byestand.server.pages.setup.setup_forms import Draft, edits, replacement_events, setup_in_form
from byestand.server.pages.setup.view import UnsavedView, content
from byestand.server.storage.nights import CHANGED_SINCE
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import services
from byestand.server.web.query import Query
from byestand.server.web.render import render_page
from byestand.server.web.responses import page_response
from byestand.session import setups
from byestand.session.setups import planned_timing

MAX_FIELDS = 80
TAKEN_LATE = phrase(
    "not applied: this session was changed in another window. Open it again from Saved sessions and repeat the change"
)


async def create(request: Request) -> Response:
    """Save a choice of movements: as a new session, or in an existing session with its names and notes."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    names = str(form.get("names", "")).replace("\r\n", "\n")
    asked = Query.from_pairs(
        (word, text) for word, text in form.multi_items() if isinstance(text, str) and word != "names"
    )
    setup, id = setup_in_form(asked), asked.number("night")
    if id is not None:
        await _replace_movements(request, id, setup, seen=asked.number("revision"))
        return RedirectResponse(f"/nights/{id}", 303)
    prepared = await services(request).run_once(setups.prepare, setup, names)
    timing = planned_timing(setup, asked.figure("minutes_per_board"), asked.text("starts"), time())
    timed = replace(prepared.setup, timing=timing)
    return await create_night(request, timed, is_individual=prepared.is_individual)


async def _replace_movements(request: Request, id: int, chosen: SessionSetup, *, seen: int | None) -> None:
    nights = visitor(request).nights
    night = await to_thread(nights.get, id)
    result = await services(request).run_once(setups.replace_movements, night.state.setup, night.state.notes, chosen)
    await _append(request, night, replacement_events(night.state, result.setup, result.notes), seen, TAKEN_LATE)
    await to_thread(nights.put_on_desk, id)


async def page(request: Request) -> Response:
    """Show a session."""
    stored = await requested_night(request)
    return page_response(
        request, await services(request).run_for_night(content, stored, not services(request).store.trouble)
    )


async def save(request: Request) -> Response:
    """Save the typed form of a session; on an error, show the reason and the form."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    typed = Draft.of_form(form)
    try:
        stored = await requested_night(request)
    except ByestandError as error:
        refused = refusal(error)
        view = UnsavedView(typed, refused.sentence)
        return page_response(request, render_page(view, say("Not saved"), status=refused.status))
    try:
        await _save_as_typed(request, stored, form, typed)
    except ByestandError as error:
        refused = refusal(error)
        unsaved = replace(typed, error=refused.sentence, newer=error.revision if isinstance(error, OutOfDate) else 0)
        shown = await services(request).run_once(
            content, stored.id, stored.state, not services(request).store.trouble, unsaved
        )
        return page_response(request, replace(shown, status=refused.status))
    return RedirectResponse(f"/nights/{stored.id}", 303)


async def _save_as_typed(request: Request, stored: StoredNight, form: FormData, typed: Draft) -> None:
    named = None
    if "pairs" in form:
        named = await services(request).run_once(setups.read_names, stored.state.setup, typed.names)
    events = edits(stored.state, form, typed, named)
    await _append(request, stored, events, typed.newer or typed.revision or None, CHANGED_SINCE)


async def _append(
    request: Request, night: StoredNight, made: Iterable[NightEvent], seen: int | None, late: str
) -> None:
    events = tuple(made)
    for event in events:
        require_storable(event)
    await append_events(request, night, *events, seen=seen, late=late)
