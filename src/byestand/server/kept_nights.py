"""The nights: kept, opened again, changed, thrown away, taken out and brought in."""

import re
from collections.abc import Callable
from dataclasses import replace
from json import loads as json_loads
from typing import TypeVar

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest
from byestand.formats.files import decoded
from byestand.server.answers import JSON, Answer, Refused
from byestand.server.asking import Asked, Pairs, rounds_told
from byestand.server.desk import aside, desk
from byestand.server.frame import asked_in, file_or_page, framed
from byestand.server.nights import MOST_NOTES, Draft, Night, Section, dumps, loads
from byestand.server.rendering import rendered
from byestand.server.store import Kept, OutOfDate
from byestand.server.uploads import taken
from byestand.texts import MOST_NAME

Read = TypeVar("Read")

MOST_FIELDS = 80
USUAL_BOARDS = 2
"""Boards a round where nobody says."""
LETTERS = "ABCDEFGHIJKL"
OUR_OWN_NAME = re.compile(r"[0-9]+ (pairs|players), ")
"""How a night is called that nobody has named."""


def routes() -> list[BaseRoute]:
    """Return the addresses about nights."""
    return [
        Route("/nights", _list),
        Route("/nights", _keep, methods=["POST"]),
        Route("/nights/import", _import, methods=["POST"]),
        Route("/nights/{id:int}", _show),
        Route("/nights/{id:int}", _save, methods=["POST"]),
        Route("/nights/{id:int}/open", _open, methods=["POST"]),
        Route("/nights/{id:int}/throw-away", _throw_away, methods=["POST"]),
        Route("/nights/{id:int}/night.json", _export),
        Route("/nights/{id:int}/file/{format}", _file),
        Route("/nights/{id:int}/paper/{sheets}.pdf", _paper),
    ]


async def night_asked(request: Request) -> Kept | None:
    """Return the night that a request is about: the one it names, or else the one on the desk."""
    asked = asked_in(request)
    id = _number(asked, "night")
    return desk(request).store.current if id is None else await aside(desk(request).store.get, id)


def set_up(kept: Kept) -> Pairs:
    """Return a night as the form about somebody who walked in would have it; nothing where it has several sections."""
    night = kept.night
    if len(night.sections) != 1:
        return ()
    (section,) = night.sections
    told = [("now", section.movement), ("per_round", str(section.boards or night.boards)), ("night", str(kept.id))]
    told += [("revision", str(kept.revision)), *(("missing", label) for label in section.missing)]
    told += [("cases", str(night.cases))] if night.cases else []
    return (*told, ("winners", "1")) if night.one_winner else tuple(told)


async def _list(request: Request) -> Response:
    store = desk(request).store
    nights = await aside(store.all)
    page = rendered(
        "nights.html",
        "Nights",
        nights=[kept for kept in nights if isinstance(kept, Kept)],
        closed=[one for one in nights if not isinstance(one, Kept)],
        current=store.current,
        lasting=not store.trouble,
    )
    return framed(request, page)


TAKEN_LATE = (
    "this night was changed in another window while you looked at the ways to go on, so none was taken;"
    " open the night again, under Nights, and ask from there"
)


async def _keep(request: Request) -> Response:
    """Keep what was chosen: as a new night, or in place of what a night had, with its names and notes."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    asked = _asked(form)
    chosen = _chosen(asked)
    await _checked(request, chosen)
    store = desk(request).store
    id = _number(asked, "night")
    if id is None:
        id = await aside(store.add, chosen)
    else:
        kept = await aside(store.get, id)
        told = await desk(request).ask_once("night.taken_over", dumps(kept.night), dumps(chosen), lane="quick")
        night = _gone_over(kept.night, replace(chosen, **json_loads(told.body)))
        seen = _number(asked, "revision")
        await _checked(request, night)
        try:
            await aside(lambda: store.save(kept.id, night, seen=seen))
        except OutOfDate as late:
            raise Refused(late.status, TAKEN_LATE) from late
        await aside(store.put_on_desk, kept.id)
    return RedirectResponse(f"/nights/{id}", 303)


def _chosen(asked: Asked) -> Night:
    """Return the night that a form with a choice describes."""
    names = asked.texts("movement")
    if not names and not asked.text("name", ""):
        raise Refused(400, "a night has a movement or at least a name: choose one on the first page")
    boards = _boards(asked, len(names))
    told = zip(LETTERS, names, boards, strict=False)
    sections = [
        Section(letter, name.upper(), boards=each if each != boards[0] else None) for letter, name, each in told
    ]
    if sections:
        sections[-1] = replace(sections[-1], missing=asked.texts("missing"))
    return Night(
        name=asked.text("name", "A night")[:MOST_NAME],
        sections=tuple(sections),
        boards=boards[0],
        cases=_number(asked, "cases"),
        one_winner=asked.text("winners") == "1",
        switch=_told(lambda: rounds_told(asked)),
    )


def _gone_over(old: Night, new: Night) -> Night:
    """Return a new choice as the same night: with its name if somebody gave it one, its letters and its cases."""
    sections = new.sections
    if len(sections) == len(old.sections):
        both = zip(sections, old.sections, strict=True)
        sections = tuple(replace(section, letter=before.letter) for section, before in both)
    name = new.name if OUR_OWN_NAME.match(old.name) else old.name
    return replace(new, name=name, sections=sections, cases=new.cases or old.cases)


async def _show(request: Request) -> Response:
    kept = await _kept(request)
    return framed(request, await desk(request).ask("night.content", *_page_of(request, kept)))


async def _save(request: Request) -> Response:
    """Keep the name, the names of pairs, the letters and the notes of a night; or say why not, and lose nothing."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    draft = _draft(form)
    try:
        kept = await _kept(request)
    except Refused as no:
        gone = rendered("night_gone.html", "Not saved", status=no.status, draft=draft, sentence=no.sentence)
        return framed(request, gone)
    try:
        await _save_as_typed(request, kept, form, draft)
    except Refused as no:
        over = no.revision if isinstance(no, OutOfDate) else 0
        unsaved = replace(draft, refused=no.sentence, over=over)
        page = await desk(request).ask_once("night.content", *_page_of(request, kept), unsaved, lane="quick")
        return framed(request, replace(page, status=no.status))
    return RedirectResponse(f"/nights/{kept.id}", 303)


def _page_of(request: Request, kept: Kept) -> tuple[int, str, int, bool]:
    """Return what the page of a night has to know."""
    return kept.id, dumps(kept.night), kept.revision, not desk(request).store.trouble


async def _save_as_typed(request: Request, kept: Kept, form: FormData, draft: Draft) -> None:
    night = kept.night
    seen = draft.over or draft.revision or None
    if seen is not None and seen != kept.revision:
        raise OutOfDate(kept.revision)
    if "name" in form and not draft.name:
        raise Refused(400, "a night has a name by which you find it again: type one")
    if len(draft.name) > MOST_NAME:
        raise Refused(400, f"a night's name has at most {MOST_NAME} characters, not {len(draft.name)}")
    if len(draft.notes) > MOST_NOTES:
        raise Refused(400, f"notes have at most {MOST_NOTES} characters, not {len(draft.notes)}")
    if "pairs" in form:
        told = await desk(request).ask_once("night.named", dumps(night), draft.names, draft.letters, lane="quick")
        night = replace(night, pairs=json_loads(told.body))
    if len(draft.letters) == len(night.sections):
        sections = zip(night.sections, draft.letters, strict=True)
        night = replace(night, sections=tuple(replace(s, letter=letter) for s, letter in sections))
    notes = draft.notes if "notes" in form else night.notes
    night = replace(night, name=draft.name or night.name, notes=notes)
    await _checked(request, night)
    await aside(lambda: desk(request).store.save(kept.id, night, seen=seen))


def _draft(form: FormData) -> Draft:
    """Return what was typed, as it was typed."""
    numbers = Asked(tuple((name, str(form.get(name, "")).strip()) for name in ("revision", "over")))
    return Draft(
        name=" ".join(str(form.get("name", "")).split()),
        letters=tuple(str(letter).strip().upper() for letter in form.getlist("letter")),
        names=str(form.get("pairs", "")).replace("\r\n", "\n"),
        notes=str(form.get("notes", "")).replace("\r\n", "\n"),
        revision=_number(numbers, "revision") or 0,
        over=_number(numbers, "over") or 0,
    )


async def _open(request: Request) -> Response:
    kept = await _kept(request)
    await aside(desk(request).store.put_on_desk, kept.id)
    return RedirectResponse(f"/nights/{kept.id}", 303)


async def _throw_away(request: Request) -> Response:
    await aside(desk(request).store.throw_away, _id(request))
    return RedirectResponse("/nights", 303)


async def _export(request: Request) -> Response:
    """Hand a night out; one that cannot be read here goes out as it is."""
    id = _id(request)
    contents = await aside(desk(request).store.as_it_is, id)
    return file_or_page(request, Answer(contents.encode(), JSON, filename=f"night-{id}.json"))


async def _import(request: Request) -> Response:
    upload = await taken(request, "file")
    text = await aside(lambda: decoded(upload.data, source=upload.name))
    night = await aside(lambda: loads(text, source=upload.name))
    await _checked(request, night)
    id = await aside(desk(request).store.add, night)
    return RedirectResponse(f"/nights/{id}", 303)


async def _file(request: Request) -> Response:
    kept = await _kept(request)
    asked = (dumps(kept.night), request.path_params["format"], asked_in(request).pairs)
    return file_or_page(request, await desk(request).ask("night.scoring_file", *asked))


async def _paper(request: Request) -> Response:
    kept = await _kept(request)
    asked = (dumps(kept.night), request.path_params["sheets"], asked_in(request).pairs)
    return file_or_page(request, await desk(request).ask("paper.night", *asked, lane="print"))


def _id(request: Request) -> int:
    id: int = request.path_params["id"]
    if id >= 2**63:
        raise Refused(404, "there is no such night")
    return id


async def _kept(request: Request) -> Kept:
    return await aside(desk(request).store.get, _id(request))


async def _checked(request: Request, night: Night) -> None:
    """Refuse what could not be read again, or whose movements do not exist."""
    text = dumps(night)
    await aside(lambda: loads(text, source="the night"))
    await desk(request).ask_once("night.checked", text, lane="quick")


def _boards(asked: Asked, sections: int) -> list[int]:
    """Return the boards a round of each section, of the first at least: one number is for all of them."""
    told = [_number(Asked((("boards", text),)), "boards") or USUAL_BOARDS for text in asked.texts("boards")]
    if len(told) <= 1:
        return (told or [USUAL_BOARDS]) * max(1, sections)
    if len(told) != sections:
        raise Refused(400, f"boards: expected one number, or one for each section: {' '.join(map(str, told))[:40]!r}")
    return told


def _number(asked: Asked, name: str) -> int | None:
    return _told(lambda: asked.number(name))


def _asked(form: FormData) -> Asked:
    return _told(lambda: Asked.of((name, text) for name, text in form.multi_items() if isinstance(text, str)))


def _told(read: Callable[[], Read]) -> Read:
    """Return what a form tells; what makes no sense is refused."""
    try:
        return read()
    except BadRequest as no:
        raise Refused(400, str(no)) from no
