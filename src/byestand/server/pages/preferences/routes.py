"""Settings that a browser remembers: print settings and the theme."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import say
from byestand.server.jobs.job_results import JobPage, refusal
from byestand.server.page_tools.print_options import (
    CHOICES,
    COOKIE,
    COOKIE_MAX_AGE,
    HOURS,
    TEXTS,
    TODAY,
    ChoiceField,
    PrintPreferences,
    event,
    letter,
    print_wishes,
)
from byestand.server.web.app_state import services
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.server.web.responses import THEMES, asked_in, form_in, inside, page_response


@dataclass(frozen=True, slots=True)
class PreferencesView:
    """The form."""

    template: ClassVar = "preferences.html"
    query: Query
    error: str
    choices: tuple[ChoiceField, ...] = CHOICES
    texts: tuple[tuple[str, str], ...] = TEXTS
    """Names and labels of fields."""
    hours: tuple[tuple[str, str, str], ...] = HOURS
    """Names, labels and examples."""


@job("quick")
def content(pairs: Pairs) -> JobPage:
    """Return the form, with an error if the settings cannot be used."""
    asked, refused, status = Query(pairs), "", 200
    try:
        event(Query(tuple(pair for pair in pairs if pair != ("date", TODAY))))
        print_wishes(asked)
        letter(asked)
    except BadRequest as error:
        refused, status = str(error), refusal(error).status
    return render_page(PreferencesView(asked, refused), say("Print settings"), status=status)


async def page(request: Request) -> Response:
    """Show the print settings, or save them and go back."""
    if request.method == "GET":
        fields = (*PrintPreferences.from_cookie(request).values, ("back", inside(asked_in(request).text("back", "/"))))
        return page_response(request, await services(request).run(content, fields))
    form = await form_in(request, 20)
    chosen, back = PrintPreferences.from_values(form.pairs), inside(form.text("back", "/"))
    answer = await services(request).run(content, (*chosen.values, ("back", back)))
    if answer.status != HTTPStatus.OK:
        return page_response(request, answer)
    response = RedirectResponse(back, 303)
    response.set_cookie(COOKIE, urlencode(chosen.values), max_age=COOKIE_MAX_AGE, samesite="strict", httponly=True)
    return response


async def theme(request: Request) -> Response:
    """Save the theme, and go back."""
    form = await request.form(max_fields=4, max_files=0)  # the URL of a page may be longer than a query
    chosen, response = str(form.get("theme", "")), RedirectResponse(inside(str(form.get("back", "/"))), 303)
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=COOKIE_MAX_AGE, samesite="strict", httponly=False)
    return response
