"""Endpoints of the director's page: the page itself, its buttons, the log, the clock form."""

from asyncio import to_thread
from dataclasses import dataclass, replace
from time import time
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.language import say
from byestand.night.events import MishapReported, NightEvent, TimingChanged, Undone, event_from_form
from byestand.night.log import EventLog
from byestand.night.night_document import require_storable
from byestand.night.night_event import FormContext
from byestand.night.stamp import Stamp
from byestand.night.state import ReportItem
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.job_results import JobPage, refusal
from byestand.server.nights.mishap_query import KINDS, query_last_round, question, spoken
from byestand.server.nights.requests import requested_night
from byestand.server.pages.desk.call_question import RESULTS_LATER
from byestand.server.pages.desk.clock_form import ClockForm
from byestand.server.pages.desk.view import (
    GRID_BOARDS,
    HappenedView,
    asked_before_call,
    desk_data_of,
    desk_page,
    log_entries,
)
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import services
from byestand.server.web.query import Query, repair_path
from byestand.server.web.render import render_page
from byestand.server.web.responses import asked_in, form_in, page_response
from byestand.session.resolve import find_section
from byestand.session.setups import check_night

MAX_FIELDS = 80
"""Fields of the longest form, a report about many tables."""
SECONDS_PER_DAY = 24 * 3600
MAX_LISTED = 200
"""Log entries on one page."""


@dataclass(frozen=True, slots=True)
class LogView:
    """The session log."""

    template: ClassVar = "desk_log.html"
    path: str
    """The address of the director's page."""
    title: str
    revision: int
    entries: tuple[HappenedView, ...]
    """Log entries, the newest first."""
    count: int
    """The number of all entries, also of those not listed."""


@dataclass(frozen=True, slots=True)
class MinutesView:
    """The form for clock and breaks."""

    template: ClassVar = "desk_clock.html"
    path: str
    """The address of the director's page."""
    title: str
    revision: int
    form: ClockForm
    may_part_clocks: bool
    """Whether sections can still get separate clocks."""


def _desk(request: Request) -> str:
    return f"/nights/{request.path_params['id']}/play"


async def page(request: Request) -> Response:
    """Show the director's page."""
    return await desk_page(request)


async def press(request: Request) -> Response:
    """Apply the action of a button; on an error, show the page with the reason."""
    form = await form_in(request, MAX_FIELDS)
    night = await requested_night(request)
    try:
        data = await desk_data_of(request, night)
        call = Query((("call", form.text("round")), ("section", form.text("section"))))
        if form.text("ask") and (question := asked_before_call(request, night.state, data, call)):
            return RedirectResponse(f"{_desk(request)}{question.query}", 303)
        names = {label: seat.name for label, seat in data.seats.items()}
        context = FormContext(night.state.setup, names, data.rounds, data.announcement)
        event = event_from_form(request.path_params["verb"], form, context)
        await _append(request, night, event, form)
    except ByestandError as error:
        refused = refusal(error)
        return await desk_page(request, refused=refused.sentence, status=refused.status, typed=form)
    back = f"{_desk(request)}/log" if form.text("back") == "log" else _desk(request)
    response = RedirectResponse(back, 303)
    if form.flag("results_later"):
        response.set_cookie(RESULTS_LATER, str(night.id), max_age=SECONDS_PER_DAY, samesite="strict")
    return response


async def _append(request: Request, night: StoredNight, event: NightEvent, form: Query) -> None:
    seen = form.number("revision")
    if seen is None:
        raise BadRequest(say("the request has no revision number; reload the page"))
    require_storable(event, source=say("the form"))
    if isinstance(event, Undone):
        after = await to_thread(night.log.append, event, Stamp(time()))
        await services(request).run_once(check_night, after.state)
    await to_thread(visitor(request).nights.append, night.id, event, seen=seen)


async def log_page(request: Request) -> Response:
    """Show the newest log entries, or all."""
    night, shows_all = await requested_night(request), asked_in(request).flag("all")
    return page_response(
        request, await to_thread(_log_page, _desk(request), night.log, None if shows_all else MAX_LISTED)
    )


def _log_page(path: str, log: EventLog, limit: int | None) -> JobPage:
    """Return the page; call it in a thread, because thousands of entries take time."""
    revision = log.state.revision
    view = LogView(path, log.state.setup.event.title, revision, log_entries(log, limit), revision)
    return render_page(view, say("Session log"))


async def report_problem(request: Request) -> Response:
    """Redirect to the repair page with the current round filled in and the fields for this problem first.

    A report without a repair is added to.
    """
    asked, night = asked_in(request), await requested_night(request)
    kind, state = asked.choice("kind", tuple(KINDS)), night.state
    letters = [section.letter for section in state.setup.sections]
    letter = asked.text("section", letters[0] if letters else "")
    find_section(state.setup, letter)
    data = await desk_data_of(request, night)
    report = Query(state.mishaps.get(letter, ()))
    clock = state.clock(letter)
    after = min(clock.round, data.rounds[letter]) if clock else 0
    where = repair_path(night.id, letter)
    return RedirectResponse(report.link(where, after=report.text("after") or after or None, kind=kind), 303)


async def report(request: Request) -> Response:
    """Store a report, also an incomplete one, and redirect to the repair options."""
    form, night = await form_in(request, MAX_FIELDS), await requested_night(request)
    letter = request.path_params["letter"]
    report = spoken(Query(tuple(pair for pair in form.pairs if pair[0] != "revision")))
    options = RedirectResponse(f"{report.link(repair_path(night.id, letter))}#ways", 303)
    try:
        find_section(night.state.setup, letter)
        data = await desk_data_of(request, night)
        if not _names_round(report, data.rounds[letter]):
            return options  # that page shows the reason
        items = tuple(ReportItem(*item) for item in question(report))
        if items and items != night.state.mishaps.get(letter):
            await _append(request, night, MishapReported(letter, items), form)
    except OutOfDate as error:
        return await desk_page(request, refused=str(error), status=409)
    return options


def _names_round(report: Query, rounds: int) -> bool:
    """Return whether a report has a valid last round."""
    try:
        return 0 <= query_last_round(report) <= rounds
    except BadRequest:
        return False


async def change_grid(request: Request) -> Response:
    """Remember whether this browser shows boards in the grid."""
    form = await form_in(request, MAX_FIELDS)
    await requested_night(request)  # the night must exist
    response = RedirectResponse(_desk(request), 303)
    response.set_cookie(
        GRID_BOARDS, form.choice("boards", ("no", "yes")), max_age=365 * SECONDS_PER_DAY, samesite="strict"
    )
    return response


async def minutes(request: Request) -> Response:
    """Show the form for clock and breaks."""
    night = await requested_night(request)
    return await _minutes_page(request, night, ClockForm.from_timing(night.state.setup.timing))


async def _minutes_page(request: Request, night: StoredNight, form: ClockForm, status: int = 200) -> Response:
    data, state = await desk_data_of(request, night), night.state
    may_part_clocks = len(data.sections) > 1 and not state.is_started
    view = MinutesView(_desk(request), state.setup.event.title, state.revision, form, may_part_clocks)
    return page_response(request, render_page(view, say("Clock and breaks"), status=status))


async def change_minutes(request: Request) -> Response:
    """Store the typed clock and breaks; on an error, show the form with the reason."""
    typed, night = await form_in(request, MAX_FIELDS), await requested_night(request)
    data = await desk_data_of(request, night)
    form = ClockForm.from_timing(night.state.setup.timing)
    try:
        form = ClockForm.from_request(typed)
        boards = max((section.boards_per_round for section in data.sections), default=1)
        timing = form.timing(time(), boards, max(data.rounds.values(), default=1))
        await _append(request, night, TimingChanged(timing), typed)
    except ByestandError as error:
        refused = refusal(error)
        return await _minutes_page(request, night, replace(form, error=refused.sentence), refused.status)
    return RedirectResponse(_desk(request), 303)
