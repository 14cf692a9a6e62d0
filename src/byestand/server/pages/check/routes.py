"""Files that people drop: taken, kept for a while, shown, converted, and kept for good as a night."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest, Refused
from byestand.server.nights.creating import create_night
from byestand.server.pages.check import view as page
from byestand.server.pages.check.saving import read_setup
from byestand.server.services import services
from byestand.server.web.query import Asked
from byestand.server.web.responses import asked_in, file_or_page, framed
from byestand.server.web.uploads import Upload, keep, kept
from byestand.texts import place, title_line

MOST_NAME = 80
OVERLOADED = 503


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


@contextmanager
def naming_file(upload: Upload) -> Iterator[None]:
    """Name the file where a worker gave up reading it: it took too long, or too much memory."""
    try:
        yield
    except Refused as no:
        if no.status != OVERLOADED or no.after:  # "try again later" is not about the file
            raise
        raise Refused(no.status, f"{place(upload.name)}: {no}") from no


async def _form(request: Request) -> Response:
    return framed(request, await services(request).run(page.form))


async def _dropped(request: Request) -> Response:
    token = await keep(request, await taken(request, "file"))
    return RedirectResponse(f"/check/{token}", 303)


async def _report(request: Request) -> Response:
    token, upload, pairs = request.path_params["token"], await kept(request), asked_in(request).pairs
    with naming_file(upload):
        answer = await services(request).run(page.content, upload.name, upload.data, token, pairs)
    return framed(request, answer)


async def _converted(request: Request) -> Response:
    upload, to = await kept(request), request.path_params["format"]
    pairs = asked_in(request).pairs
    with naming_file(upload):
        answer = await services(request).run_once(page.converted, upload.name, upload.data, to, pairs)
    return file_or_page(request, answer)


async def _kept(request: Request) -> Response:
    """Keep a file, or one of its movements, as a night."""
    upload = await kept(request)
    async with request.form(max_files=0, max_fields=8) as form:
        asked = Asked.of((word, text) for word, text in form.multi_items() if isinstance(text, str))
    with naming_file(upload):
        found = await services(request).run_once(read_setup, upload.name, upload.data, asked.pairs)
    return await create_night(request, found.setup, is_individual=found.is_individual)
