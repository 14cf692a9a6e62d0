"""The nights: kept, opened again, changed, thrown away, taken out and brought in."""

from dataclasses import replace
from json import loads as json_loads

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest
from byestand.formats.files import decoded
from byestand.server.answers import JSON, Answer, Refused
from byestand.server.asking import Asked
from byestand.server.desk import aside, desk
from byestand.server.frame import asked_in, file_or_page, framed
from byestand.server.nights import MOST_NAME, MOST_NOTES, Kept, Night, Section, dumps, loads
from byestand.server.rendering import rendered
from byestand.server.uploads import taken

MOST_FIELDS = 80
LETTERS = "ABCDEFGHIJKL"


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


async def _list(request: Request) -> Response:
    store = desk(request).store
    return framed(request, rendered("nights.html", "Nights", nights=await aside(store.all), current=store.current))


async def _keep(request: Request) -> Response:
    """Keep what was chosen as a new night."""
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    asked = _asked(form)
    names = asked.texts("movement")
    if not names and not asked.text("name", ""):
        raise Refused(400, "a night has a movement or at least a name: choose one on the first page")
    sections = [Section(letter, name.upper()) for letter, name in zip(LETTERS, names, strict=False)]
    if sections:
        sections[-1] = replace(sections[-1], missing=asked.texts("missing"))
    try:
        night = Night(
            name=asked.text("name", "A night")[:MOST_NAME],
            sections=tuple(sections),
            boards=asked.number("boards") or 2,
            cases=asked.number("cases"),
            one_winner=asked.choice("winners", ("2", "1")) == "1",
            switch=_rounds(asked),
        )
    except BadRequest as no:
        raise Refused(400, str(no)) from no
    await _checked(request, night)
    id = await aside(desk(request).store.add, night)
    return RedirectResponse(f"/nights/{id}", 303)


async def _show(request: Request) -> Response:
    kept = await _kept(request)
    return framed(request, await desk(request).ask("night.content", kept.id, dumps(kept.night)))


async def _save(request: Request) -> Response:
    """Keep the name, the names of pairs, the letters and the notes of a night."""
    kept = await _kept(request)
    form = await request.form(max_fields=MOST_FIELDS, max_files=0)
    night = kept.night
    letters = [str(letter).strip().upper() for letter in form.getlist("letter")]
    if len(letters) == len(night.sections):
        sections = zip(night.sections, letters, strict=True)
        night = replace(night, sections=tuple(replace(s, letter=letter) for s, letter in sections))
    night = replace(
        night,
        name=" ".join(str(form.get("name", night.name)).split())[:MOST_NAME] or night.name,
        notes=str(form.get("notes", night.notes)).replace("\r\n", "\n")[:MOST_NOTES],
    )
    if "pairs" in form:
        told = await desk(request).ask_once("night.named", dumps(night), str(form["pairs"]), lane="quick")
        night = replace(night, pairs=json_loads(told.body))
    await _checked(request, night)
    await aside(desk(request).store.save, kept.id, night)
    return RedirectResponse(f"/nights/{kept.id}", 303)


async def _open(request: Request) -> Response:
    kept = await _kept(request)
    await aside(desk(request).store.put_on_desk, kept.id)
    return RedirectResponse(f"/nights/{kept.id}", 303)


async def _throw_away(request: Request) -> Response:
    kept = await _kept(request)
    await aside(desk(request).store.throw_away, kept.id)
    return RedirectResponse("/nights", 303)


async def _export(request: Request) -> Response:
    kept = await _kept(request)
    return file_or_page(request, Answer(dumps(kept.night).encode(), JSON, filename=f"night-{kept.id}.json"))


async def _import(request: Request) -> Response:
    upload = await taken(request, "file")
    text = await aside(lambda: decoded(upload.data, source=upload.name))
    night = await aside(lambda: loads(text, source=upload.name))
    await _checked(request, night)
    id = await aside(desk(request).store.add, night)
    return RedirectResponse(f"/nights/{id}", 303)


async def _file(request: Request) -> Response:
    kept = await _kept(request)
    to = request.path_params["format"]
    return file_or_page(request, await desk(request).ask("night.scoring_file", dumps(kept.night), to))


async def _paper(request: Request) -> Response:
    kept = await _kept(request)
    asked = (dumps(kept.night), request.path_params["sheets"], asked_in(request).pairs)
    return file_or_page(request, await desk(request).ask("paper.night", *asked, lane="print"))


async def _kept(request: Request) -> Kept:
    id: int = request.path_params["id"]
    if id >= 2**63:
        raise Refused(404, "there is no such night")
    return await aside(desk(request).store.get, id)


async def _checked(request: Request, night: Night) -> None:
    """Refuse what could not be read again, or whose movements do not exist."""
    text = dumps(night)
    await aside(lambda: loads(text, source="the night"))
    await desk(request).ask_once("night.checked", text, lane="quick")


def _rounds(asked: Asked) -> tuple[int, ...] | None:
    """Return the rounds in which the arrow is turned, where the form tells them."""
    told = asked.texts("switch")
    return tuple(int(text) for text in told if text.isascii() and text.isdigit() and len(text) < 4) if told else None


def _asked(form: FormData) -> Asked:
    try:
        return Asked.of((name, text) for name, text in form.multi_items() if isinstance(text, str))
    except BadRequest as no:
        raise Refused(400, str(no)) from no
