"""The addresses about a section of a night that went wrong: what happened, a way to go on chosen, and undone."""

from asyncio import to_thread
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import OutOfDate, Refused
from byestand.night.events import MishapReported, NightEvent, RepairChosen, Undone
from byestand.night.legacy import changes, night_of, repair_event, withdrawal_event
from byestand.night.log import EventLog
from byestand.night.night import Night, dumps
from byestand.night.stamp import Stamp
from byestand.server.asking import Asked, Pairs
from byestand.server.frame import asked_in, form_in, framed
from byestand.server.mishaps import question, spoken
from byestand.server.nights import repairing, wrong
from byestand.server.nights.routes import LATE, kept_night, require_readable
from byestand.server.nights.sections import section_kept
from byestand.server.office import office
from byestand.server.storage.records import StoredNight
from byestand.server.visitor import visitor

MOST_FIELDS = 12
NAME = "name-"
"""What the fields for names begin with; the label of a pair follows."""


def routes() -> list[BaseRoute]:
    """Return the addresses about what went wrong."""
    return [
        Route("/nights/{id:int}/section/{letter}/wrong", _wrong),
        Route("/nights/{id:int}/section/{letter}/wrong", _repair, methods=["POST"]),
        Route("/nights/{id:int}/section/{letter}/undo", _undo, methods=["POST"]),
    ]


async def _wrong(request: Request) -> Response:
    """Show what was said and the ways to go on; what cannot have happened is refused, and stays to be mended."""
    asked = asked_in(request)
    said = spoken(asked)
    if said != asked:
        return RedirectResponse(said.link(request.url.path), 303)
    kept, letter = await kept_night(request), request.path_params["letter"]
    log = await to_thread(visitor(request).nights.log, kept.id)
    page = kept.id, dumps(kept.night), kept.revision, letter, said.pairs, log.state.is_started, told_at(log, letter)
    try:
        ways = await ways_to_go_on(request, kept.night, said)
    except Refused as no:
        if no.status != HTTPStatus.BAD_REQUEST:
            raise
        return framed(request, await office(request).run(wrong.content, *page, refused=str(no)))
    return framed(request, await office(request).run(wrong.content, *page, ways=ways))


def told_at(log: EventLog, letter: str) -> int:
    """Return where in the log it is told what went wrong in a section; 0 where nothing waits for an answer there."""
    told = [
        position
        for position, one in log.active()
        if isinstance(one.event, MishapReported) and one.event.section == letter
    ]
    return told[-1] if letter in log.state.mishaps else 0


async def ways_to_go_on(request: Request, night: Night, said: Asked) -> tuple[repairing.FoundWay, ...]:
    """Return the ways to go on; none where nothing went wrong.

    They are asked for about the section alone, whose ways stay the same whatever is typed about the night.
    """
    section = section_kept(night, request.path_params["letter"])
    pairs = question(said)
    if not pairs:
        return ()
    alone = dumps(Night("", (section,)))
    return await office(request).run(repairing.found, alone, section.letter, pairs)


async def _repair(request: Request) -> Response:
    """Go on in the way that was chosen."""
    form, said = await form_in(request, MOST_FIELDS), spoken(asked_in(request))
    kept, letter = await kept_night(request), request.path_params["letter"]
    ways = await ways_to_go_on(request, kept.night, said)
    after = await office(request).run_once(
        repairing.chosen, dumps(kept.night), letter, ways, form.text("way"), said.pairs, _names_in(form)
    )
    log = await to_thread(visitor(request).nights.log, kept.id)
    return await _saved(request, kept, after, repair_event(log.state, after, letter), form.number("revision"))


def _names_in(form: Asked) -> Pairs:
    """Return the labels and names of those who came late, out of fields like ``name-E19``."""
    return tuple((field.removeprefix(NAME), text) for field, text in form.pairs if field.startswith(NAME))


async def _undo(request: Request) -> Response:
    """Go back to what was set up before the last repair."""
    form, kept, letter = await form_in(request, MOST_FIELDS), await kept_night(request), request.path_params["letter"]
    seen = form.number("revision") or kept.revision
    after = await office(request).run_once(repairing.undone, dumps(kept.night), letter)
    log = await to_thread(visitor(request).nights.log, kept.id)
    return await _saved(request, kept, after, _taken_back(log, after, letter, seen), seen)


def _taken_back(log: EventLog, after: Night, letter: str, seen: int) -> NightEvent:
    """Return what takes a repair back that somebody saw; one that came with the whole night is followed by another."""
    repairs = ((position, one.event) for position, one in log.active() if isinstance(one.event, RepairChosen))
    chosen = [position for position, repair in repairs if repair.section == letter]
    if chosen and seen < chosen[-1]:
        raise OutOfDate(LATE, revision=log.state.revision)
    return Undone(chosen[-1]) if chosen else withdrawal_event(log.state, after, letter)


async def _saved(request: Request, kept: StoredNight, after: Night, event: NightEvent, seen: int | None) -> Response:
    """Let it happen, with what follows from it for the names and notes."""
    await require_readable(request, after)
    log = await to_thread(visitor(request).nights.log, kept.id)
    try:
        state = log.append(event, Stamp(0.0)).state
        others = changes(state, replace(night_of(state), sections=after.sections), after)
        log = await to_thread(visitor(request).nights.append, kept.id, event, *others, seen=seen or kept.revision)
    except OutOfDate as late:
        raise OutOfDate(LATE, revision=late.revision) from late
    return RedirectResponse(f"/nights/{kept.id}{'/play' if log.state.is_started else ''}", 303)
