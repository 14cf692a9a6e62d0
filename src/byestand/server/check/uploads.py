"""Files that people drop: taken, kept for a while, shown, converted, and kept for good as a night."""

from pathlib import PurePath

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest
from byestand.server.asking import Asked
from byestand.server.check import page
from byestand.server.check.keeping import as_night
from byestand.server.desks.keeping import kept_anew
from byestand.server.dropped import Upload, keep, kept
from byestand.server.frame import asked_in, file_or_page, framed
from byestand.server.office import office
from byestand.texts import title_line

MOST_NAME = 80


def routes() -> list[BaseRoute]:
    """Return the addresses about files."""
    return [
        Route("/check", _form),
        Route("/check", _dropped, methods=["POST"]),
        Route("/check/{token}", _report),
        Route("/check/{token}/as/{format}", _converted),
        Route("/check/{token}/keep", _kept, methods=["POST"]),
    ]


async def taken(request: Request, field: str) -> Upload:
    """Return the file of a form."""
    async with request.form(max_files=1, max_fields=8) as form:
        file = form.get(field)
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadRequest("choose a file first")
        name = PurePath(file.filename.replace("\\", "/")).name
        return Upload(title_line(name)[-MOST_NAME:] or "a file", await file.read())


async def _form(request: Request) -> Response:
    return framed(request, await office(request).run(page.form))


async def _dropped(request: Request) -> Response:
    token = await keep(request, await taken(request, "file"))
    return RedirectResponse(f"/check/{token}", 303)


async def _report(request: Request) -> Response:
    token, upload, pairs = request.path_params["token"], await kept(request), asked_in(request).pairs
    return framed(request, await office(request).run(page.content, upload.name, upload.data, token, pairs))


async def _converted(request: Request) -> Response:
    upload, to = await kept(request), request.path_params["format"]
    pairs = asked_in(request).pairs
    answer = await office(request).run_once(page.converted, upload.name, upload.data, to, pairs)
    return file_or_page(request, answer)


async def _kept(request: Request) -> Response:
    """Keep a file, or one of its movements, as a night."""
    upload = await kept(request)
    async with request.form(max_files=0, max_fields=8) as form:
        asked = Asked.of((word, text) for word, text in form.multi_items() if isinstance(text, str))
    night = await office(request).run_once(as_night, upload.name, upload.data, asked.pairs)
    return await kept_anew(request, night)
