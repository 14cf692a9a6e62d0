"""Endpoints of movement files: upload, report, conversion, and saving as a night."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.server.nights.night_creation import create_night
from byestand.server.pages.check import view as page
from byestand.server.pages.check.view import read_setup
from byestand.server.web.app_state import services
from byestand.server.web.responses import asked_in, file_or_page, form_in, page_response
from byestand.server.web.uploads import keep, naming_file, requested_upload, uploaded_file


async def form(request: Request) -> Response:
    """Show the page without a file."""
    return page_response(request, await services(request).run(page.form))


async def upload(request: Request) -> Response:
    """Store a file, and redirect to its report."""
    token = await keep(request, await uploaded_file(request, "file"))
    return RedirectResponse(f"/check/{token}", 303)


async def report(request: Request) -> Response:
    """Show the report of a file."""
    token, upload, pairs = request.path_params["token"], await requested_upload(request), asked_in(request).pairs
    with naming_file(upload):
        answer = await services(request).run(page.content, upload.name, upload.data, token, pairs)
    return page_response(request, answer)


async def convert(request: Request) -> Response:
    """Save a file in another format."""
    upload, to = await requested_upload(request), request.path_params["format"]
    pairs = asked_in(request).pairs
    with naming_file(upload):
        answer = await services(request).run_once(page.convert_file, upload.name, upload.data, to, pairs)
    return file_or_page(request, answer)


async def save_as_night(request: Request) -> Response:
    """Save a file, or one of its movements, as a night."""
    upload = await requested_upload(request)
    asked = await form_in(request, 8)
    with naming_file(upload):
        prepared = await services(request).run_once(read_setup, upload.name, upload.data, asked.pairs)
    return await create_night(request, prepared.setup, is_individual=prepared.is_individual)
