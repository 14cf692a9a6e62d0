"""Endpoints of the repair page: show options, choose one, undo a repair."""

from asyncio import to_thread
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest, ByestandError, RequestRefused
from byestand.language import say
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.events import NightEvent, RepairChosen, RepairWithdrawn, Undone
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.nights.mishap_query import question, report_revision, spoken
from byestand.server.nights.requests import append_events, late_as, requested_night
from byestand.server.pages.repair import option_search as repair_options
from byestand.server.pages.repair import repair_page
from byestand.server.pages.repair.option_search import RepairOption, SectionInNight
from byestand.server.pages.repair.view import RepairContext
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import services
from byestand.server.web.query import Query
from byestand.server.web.responses import asked_in, form_in, page_response

MAX_FIELDS = 12
NAME = "name-"
"""The prefix of the fields for names; the label of a pair follows."""


async def page(request: Request) -> Response:
    """Show the report and the options; an impossible report is shown with the reason."""
    query = asked_in(request)
    report = spoken(query)
    if report != query:
        return RedirectResponse(report.link(request.url.path), 303)
    night, letter = await requested_night(request), request.path_params["letter"]
    section = SectionInNight.from_night(night.state.setup, letter)
    context = RepairContext(night.id, night.revision, night.started, report_revision(night.log, letter))
    try:
        options = await _find_options(request, section, report)
    except RequestRefused as refused:
        if refused.status != HTTPStatus.BAD_REQUEST:
            raise
        page = await services(request).run(repair_page.content, context, section, report.pairs, refused=str(refused))
    else:
        page = await services(request).run(repair_page.content, context, section, report.pairs, options=options)
    return page_response(request, page)


async def _find_options(request: Request, section: SectionInNight, report: Query) -> tuple[RepairOption, ...]:
    """Return the options; none without a problem.

    The search gets no names, so that its cached options stay valid when names change.
    """
    pairs = question(report)
    return await services(request).run(repair_options.find_options, section.without_names(), pairs) if pairs else ()


async def choose(request: Request) -> Response:
    """Apply the chosen option."""
    form, report = await form_in(request, MAX_FIELDS), spoken(asked_in(request))
    night, letter = await requested_night(request), request.path_params["letter"]
    section, seen = SectionInNight.from_night(night.state.setup, letter), form.number("revision")
    # Check first: with another movement the search would not find these options.
    _require_fits(night.log, RepairChosen(letter, section.setup.movement, "", ""), seen)
    option = repair_options.find_option(await _find_options(request, section, report), form.text("way"))
    names = tuple((field.removeprefix(NAME), text) for field, text in form.pairs if field.startswith(NAME))
    event = await services(request).run_once(repair_options.choose_option, section.setup, option, report.pairs, names)
    return await _append(request, night, event, seen)


async def undo(request: Request) -> Response:
    """Undo the last repair."""
    form, night, letter = (
        await form_in(request, MAX_FIELDS),
        await requested_night(request),
        request.path_params["letter"],
    )
    section, seen = SectionInNight.from_night(night.state.setup, letter), form.number("revision")
    repairs = night.state.repairs_of(letter)
    if not repairs:
        raise BadRequest(say("this section has no repair to undo: {letter!r}", letter=letter[:40]))
    _require_fits(night.log, RepairWithdrawn(letter), seen)
    before = repairs[-1].before
    event: NightEvent | None = await to_thread(_undo, night.log, section.setup, before)
    if event is None:
        event = await services(request).run_once(repair_options.withdraw_repair, section.setup, before)
    await services(request).run_once(
        repair_options.check_section, section._replace(setup=replace(section.setup, movement=before.movement))
    )
    return await _append(request, night, event, seen)


def _undo(log: EventLog, section: SectionSetup, before: SectionSetup) -> Undone | None:
    """Return the event that undoes the last repair of a section.

    None if the repair is not in the log because it was imported, or if a later event stored the movement.
    """
    for revision, entry in reversed([*log.active()]):
        event = entry.event
        if isinstance(event, RepairChosen) and (event.section, event.movement) == (section.letter, section.movement):
            undone = Undone(revision)
            after = _setup_after(log, undone)
            restored = after and after.section(section.letter)
            return undone if restored and restored.movement == before.movement else None
    return None


def _setup_after(log: EventLog, event: NightEvent) -> SessionSetup | None:
    try:
        return log.append(event, Stamp(0.0)).state.setup
    except ByestandError:
        return None


def _require_fits(log: EventLog, event: NightEvent, seen: int | None) -> None:
    with late_as():
        log.require_fits(event, seen or log.state.revision)


async def _append(request: Request, night: StoredNight, event: NightEvent, seen: int | None) -> Response:
    night = await append_events(request, night, event, seen=seen)
    return RedirectResponse(f"/nights/{night.id}{'/play' if night.started else ''}", 303)
