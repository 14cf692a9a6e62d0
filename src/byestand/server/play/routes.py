"""The addresses of the desk: shown, and a button pressed, each with what was seen before."""

from asyncio import to_thread
from dataclasses import replace
from time import time

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest, ByestandError, OutOfDate
from byestand.night.document import read_event, write_event
from byestand.night.event import FormContext
from byestand.night.events import MishapReported, NightEvent, TimingChanged, Undone, event_from_form
from byestand.night.legacy import night_of
from byestand.night.log import EventLog, LogEntry
from byestand.night.stamp import Stamp
from byestand.night.state import ReportItem
from byestand.server.asking import Asked
from byestand.server.frame import asked_in, form_in, framed
from byestand.server.jobs.results import refusal
from byestand.server.mishaps import after_asked, question, spoken
from byestand.server.nights.routes import require_readable
from byestand.server.nights.sections import section_kept
from byestand.server.nights.wrong import KINDS
from byestand.server.office import office
from byestand.server.play.calling import RESULTS_LATER
from byestand.server.play.minutes import Minutes
from byestand.server.play.page import GRID_BOARDS, asked_before_call, desk_page, everything, log_of
from byestand.server.play.room import Told
from byestand.server.play.told import told_of
from byestand.server.rendering import rendered
from byestand.server.visitor import visitor

MOST_FIELDS = 80
"""Of the longest form: what went wrong at many tables."""


A_DAY = 24 * 3600
MOST_TOLD = 200
"""Of what happened, on one page."""


def routes() -> list[BaseRoute]:
    """Return the addresses of the desk."""
    here = "/nights/{id:int}/play"
    return [
        Route(here, desk_page),
        Route(f"{here}/log", _log),
        Route(f"{here}/happened", _what_happened),
        Route(f"{here}/minutes", _minutes),
        Route(f"{here}/minutes", _timed, methods=["POST"]),
        Route(f"{here}/grid", _grid, methods=["POST"]),
        Route(f"{here}/told/{{letter}}", _told, methods=["POST"]),
        Route(f"{here}/{{verb}}", _pressed, methods=["POST"]),
    ]


def _desk(request: Request) -> str:
    return f"/nights/{request.path_params['id']}/play"


async def _pressed(request: Request) -> Response:
    """Let happen what a button says; where it no longer fits, show the desk as it is, and why."""
    form = await form_in(request, MOST_FIELDS)
    log = await log_of(request)
    try:
        told = await told_of(office(request), request.path_params["id"], log)
        if form.text("ask") and (question := asked_before_call(request, log.state, told, _call_in(form))):
            return RedirectResponse(f"{_desk(request)}{question.query}", 303)
        await _happen(request, log, event_from_form(request.path_params["verb"], form, _context(log, told)), form)
    except ByestandError as no:
        said = refusal(no)
        return await desk_page(request, refused=said.sentence, status=said.status, typed=form)
    back = f"{_desk(request)}/log" if form.text("back") == "log" else _desk(request)
    response = RedirectResponse(back, 303)
    if form.flag("results_later"):
        response.set_cookie(RESULTS_LATER, str(request.path_params["id"]), max_age=A_DAY, samesite="strict")
    return response


def _call_in(form: Asked) -> Asked:
    """Return the round that a button calls, as the address of the desk has it."""
    return Asked((("call", form.text("round")), ("section", form.text("section"))))


def _context(log: EventLog, told: Told) -> FormContext:
    names = {label: seat.name for label, seat in told.people.items()}
    return FormContext(log.state.setup, names, told.rounds, told.call)


async def _happen(request: Request, log: EventLog, event: NightEvent, form: Asked) -> None:
    seen = form.number("revision")
    if seen is None:
        raise BadRequest("say what you have seen of the night before: its revision")
    stamp = Stamp(time())
    contents = write_event(LogEntry(event, stamp)).contents
    event = read_event(event.kind, contents, source="the desk")  # nothing is stored that could not be read again
    if isinstance(event, Undone):
        await require_readable(request, night_of((await to_thread(log.append, event, stamp)).state))
    await to_thread(visitor(request).nights.append, request.path_params["id"], event, seen=seen)


async def _log(request: Request) -> Response:
    """Show what happened: the newest of it, or everything."""
    log, all_of_it = await log_of(request), asked_in(request).flag("all")
    page = rendered(
        "play_log.html",
        "What happened tonight",
        id=request.path_params["id"],
        name=log.state.setup.event.title,
        revision=log.state.revision,
        happened=everything(log, None if all_of_it else MOST_TOLD),
        many=len(log.entries),
    )
    return framed(request, page)


async def _what_happened(request: Request) -> Response:
    """Lead to the ways to go on, with the round that is under way filled in and the fields for this mishap first.

    What was reported before and is not answered yet goes along.
    """
    asked, log = asked_in(request), await log_of(request)
    kind = asked.choice("kind", tuple(KINDS))
    letters = [section.letter for section in log.state.setup.sections]
    letter = asked.text("section", letters[0] if letters else "")
    section_kept(night_of(log.state), letter)
    told = await told_of(office(request), request.path_params["id"], log)
    reported = Asked(log.state.mishaps.get(letter, ()))
    clock = log.state.clock(letter)
    after = min(clock.round, told.rounds[letter]) if clock else 0
    where = f"/nights/{request.path_params['id']}/section/{letter}/wrong"
    return RedirectResponse(reported.link(where, after=reported.text("after") or after or None, kind=kind), 303)


async def _told(request: Request) -> Response:
    """Take down what went wrong, also where it is not finished, and lead to the ways to go on."""
    form, log = await form_in(request, MOST_FIELDS), await log_of(request)
    letter, id = request.path_params["letter"], request.path_params["id"]
    said = spoken(Asked(tuple(pair for pair in form.pairs if pair[0] != "revision")))
    ways = RedirectResponse(f"{said.link(f'/nights/{id}/section/{letter}/wrong')}#ways", 303)
    try:
        section_kept(night_of(log.state), letter)
        told = await told_of(office(request), id, log)
        if not _names_round(said, told.rounds[letter]):
            return ways  # where the reason is told
        if question(said) and question(said) != log.state.mishaps.get(letter):
            await _happen(
                request, log, MishapReported(letter, tuple(ReportItem(*item) for item in question(said))), form
            )
    except OutOfDate as no:
        return await desk_page(request, refused=str(no), status=409)
    return ways


def _names_round(said: Asked, rounds: int) -> bool:
    """Tell whether a report says after which of so many rounds it is made."""
    try:
        return 0 <= after_asked(said) <= rounds
    except BadRequest:
        return False


async def _grid(request: Request) -> Response:
    """Remember whether this browser shows boards in the grid."""
    form = await form_in(request, MOST_FIELDS)
    await log_of(request)  # only of a night that there is
    response = RedirectResponse(_desk(request), 303)
    response.set_cookie(GRID_BOARDS, form.choice("boards", ("no", "yes")), max_age=365 * A_DAY, samesite="strict")
    return response


async def _minutes(request: Request) -> Response:
    log = await log_of(request)
    return await _minutes_page(request, log, Minutes.kept(log.state.setup.timing))


async def _minutes_page(request: Request, log: EventLog, form: Minutes, status: int = 200) -> Response:
    told = await told_of(office(request), request.path_params["id"], log)
    page = rendered(
        "play_minutes.html",
        "Minutes and breaks",
        status=status,
        id=request.path_params["id"],
        name=log.state.setup.event.title,
        revision=log.state.revision,
        form=form,
        several=len(told.sections) > 1,
        playing=log.state.is_started,
    )
    return framed(request, page)


async def _timed(request: Request) -> Response:
    """Keep the hours as they were typed; or say why not, and lose nothing."""
    said, log = await form_in(request, MOST_FIELDS), await log_of(request)
    told = await told_of(office(request), request.path_params["id"], log)
    form = Minutes.kept(log.state.setup.timing)
    try:
        form = Minutes.typed(said)
        boards = max((section.per_round for section in told.sections), default=1)
        timing = form.timing(time(), boards, max(told.rounds.values(), default=1))
        await _happen(request, log, TimingChanged(timing), said)
    except ByestandError as no:
        found = refusal(no)
        return await _minutes_page(request, log, replace(form, refused=found.sentence), found.status)
    return RedirectResponse(_desk(request), 303)
