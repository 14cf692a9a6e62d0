"""Endpoints of a section that went wrong: what happened, an option chosen, and a repair taken back."""

from asyncio import to_thread
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest, ByestandError, Refused
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.events import NightEvent, RepairChosen, RepairWithdrawn, Undone
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.nights.mishaps import question, report_revision, spoken
from byestand.server.nights.requests import append_events, late_as, requested_night
from byestand.server.pages.repair import options as repair_options
from byestand.server.pages.repair import page as repair_page
from byestand.server.pages.repair.options import RepairOption, SectionInNight
from byestand.server.pages.repair.view import RepairContext
from byestand.server.services import services
from byestand.server.storage.records import StoredNight
from byestand.server.web.query import Asked
from byestand.server.web.responses import asked_in, form_in, framed

MAX_FIELDS = 12
NAME = "name-"
"""What the fields for names begin with; the label of a pair follows."""


async def page(request: Request) -> Response:
    """Show what was said and the options; what cannot have happened is refused, and stays to be corrected."""
    query = asked_in(request)
    said = spoken(query)
    if said != query:
        return RedirectResponse(said.link(request.url.path), 303)
    night, letter = await requested_night(request), request.path_params["letter"]
    section = SectionInNight.of(night.state.setup, letter)
    context = RepairContext(night.id, night.revision, night.started, report_revision(night.log, letter))
    try:
        options = await _find_options(request, section, said)
    except Refused as refused:
        if refused.status != HTTPStatus.BAD_REQUEST:
            raise
        page = await services(request).run(repair_page.content, context, section, said.pairs, refused=str(refused))
    else:
        page = await services(request).run(repair_page.content, context, section, said.pairs, options=options)
    return framed(request, page)


async def _find_options(request: Request, section: SectionInNight, said: Asked) -> tuple[RepairOption, ...]:
    """Return the options; none where nothing went wrong.

    The search knows no names: options stay the same whatever is typed about the night.
    """
    pairs = question(said)
    return await services(request).run(repair_options.find_options, section.without_names(), pairs) if pairs else ()


async def choose(request: Request) -> Response:
    """Continue with the option that was chosen."""
    form, said = await form_in(request, MAX_FIELDS), spoken(asked_in(request))
    night, letter = await requested_night(request), request.path_params["letter"]
    section, seen = SectionInNight.of(night.state.setup, letter), form.number("revision")
    # With another movement these options would not even be found.
    _require_fits(night.log, RepairChosen(letter, section.setup.movement, "", ""), seen)
    option = repair_options.find_option(await _find_options(request, section, said), form.text("way"))
    names = tuple((field.removeprefix(NAME), text) for field, text in form.pairs if field.startswith(NAME))
    event = await services(request).run_once(repair_options.choose_option, section.setup, option, said.pairs, names)
    return await _append(request, night, event, seen)


async def undo(request: Request) -> Response:
    """Return to what was set up before the last repair."""
    form, night, letter = (
        await form_in(request, MAX_FIELDS),
        await requested_night(request),
        request.path_params["letter"],
    )
    section, seen = SectionInNight.of(night.state.setup, letter), form.number("revision")
    repairs = night.state.repairs_of(letter)
    if not repairs:
        raise BadRequest(f"nothing has been repaired in this section: {letter[:40]!r}")
    _require_fits(night.log, RepairWithdrawn(letter), seen)
    before = repairs[-1].before
    event: NightEvent | None = await to_thread(_undoing, night.log, section.setup, before)
    if event is None:
        event = await services(request).run_once(repair_options.withdraw_repair, section.setup, before)
    await services(request).run_once(
        repair_options.check_section, section._replace(setup=replace(section.setup, movement=before.movement))
    )
    return await _append(request, night, event, seen)


def _undoing(log: EventLog, section: SectionSetup, before: SectionSetup) -> Undone | None:
    """Return what undoes the last repair of a section.

    None where it is not in the log, but came with the night of a file, or where a later event stored the movement.
    """
    for revision, entry in reversed([*log.active()]):
        event = entry.event
        if isinstance(event, RepairChosen) and (event.section, event.movement) == (section.letter, section.movement):
            undone = Undone(revision)
            after = _setup_after(log, undone)
            found = after and after.section(section.letter)
            return undone if found and found.movement == before.movement else None
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
