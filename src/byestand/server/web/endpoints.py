"""From a request to a page: what the address and the form say goes to a function, which mypy holds to what it gets."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.model.limits import MAX_NAMES
from byestand.server.jobs.job import Job
from byestand.server.jobs.results import File, Page
from byestand.server.movements.print_preferences import A_YEAR, House, printing
from byestand.server.pages.paper import sheets as paper
from byestand.server.pages.paper import view as taking
from byestand.server.pages.second_session import view as second
from byestand.server.pages.setup.forms import change_form, second_session_form
from byestand.server.pages.setup.routes import night_asked
from byestand.server.pages.what_if import view as change
from byestand.server.services import services, while_wanted
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.responses import THEMES, Endpoint, asked_in, file_or_page, framed, inside

MAX_NAMES_CHARS = MAX_NAMES * 100
"""Of a list of names that is pasted."""


def asking(page: Job[[Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks a page with what stands after the question mark."""

    async def endpoint(request: Request) -> Response:
        return file_or_page(request, await services(request).run(page, asked_in(request).pairs))

    return endpoint


def asking_about(page: Job[[str, Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks a page about the one thing that the address names."""

    async def endpoint(request: Request) -> Response:
        (name,) = request.path_params.values()
        return file_or_page(request, await services(request).run(page, name, asked_in(request).pairs))

    return endpoint


def asking_for(page: Job[[str, str, Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks about one thing for another: a movement in a format, on some sheets."""

    async def endpoint(request: Request) -> Response:
        name, wanted = request.path_params.values()
        pairs = printing(request) if page.lane == "print" else asked_in(request).pairs
        work = services(request).run(page, name, wanted, pairs)
        return file_or_page(request, await while_wanted(request, work))

    return endpoint


async def paper_page(request: Request) -> Response:
    """Show what there is to print and to save of a movement."""
    name = request.path_params["name"]
    return framed(request, await services(request).run(taking.content, name, printing(request)))


async def ticked_paper(request: Request) -> Response:
    """Print the sheets that are ticked on that page."""
    sheets, pairs = taking.ticked(printing(request))
    work = services(request).run(paper.pdf, request.path_params["name"], sheets, pairs)
    return file_or_page(request, await while_wanted(request, work))


async def change_page(request: Request) -> Response:
    """Ask what to do now; where nothing is said, about the night that is named, or the one on the desk."""
    asked = asked_in(request)
    if not asked.text("now") and (kept := await night_asked(request)):
        asked = Asked((*((name, text) for name, text in asked.pairs if name != "night"), *change_form(kept)))
    return framed(request, await services(request).run(change.content, asked.pairs))


async def second_page(request: Request) -> Response:
    """Seat the second session; where no movement is said, the form is about the night named, or the one on the desk."""
    if request.method == "POST":
        pairs, names = await _with_names(request)
        return framed(request, await while_wanted(request, services(request).run(second.content, pairs, names)))
    asked, names = asked_in(request), ""
    pairs = asked.pairs
    if asked.text("movement"):
        return framed(request, await while_wanted(request, services(request).run(second.content, pairs, names)))
    if kept := await night_asked(request):
        pairs, names = second_session_form(kept.state.setup)
    return framed(request, await services(request).run(second.form, pairs, names))


def _second_file(page: Job[[Pairs, str], File]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        pairs, names = await _with_names(request)
        pairs = House.remembered(request).behind(pairs)
        return file_or_page(request, await while_wanted(request, services(request).run(page, pairs, names)))

    return endpoint


second_csv = _second_file(second.seating)
second_pdf = _second_file(second.paper)


async def _with_names(request: Request) -> tuple[Pairs, str]:
    """Return what a form asks, and the names that were pasted into it."""
    async with request.form(max_fields=40, max_files=0) as form:
        told = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    names = next((text for name, text in told if name == "names"), "")[:MAX_NAMES_CHARS]
    return Asked.of((name, text) for name, text in told if name != "names").pairs, names.replace("\r\n", "\n")


async def theme(request: Request) -> Response:
    """Keep which theme was chosen, and go back."""
    form = await request.form(max_fields=4, max_files=0)
    back, chosen = str(form.get("back", "/")), str(form.get("theme", ""))
    response = RedirectResponse(inside(back), 303)
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="strict", httponly=False)
    return response
