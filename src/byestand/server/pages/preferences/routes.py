"""Endpoints of what a browser remembers: how sheets are printed, and the theme."""

from http import HTTPStatus
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byestand.server.movements.print_preferences import A_YEAR, COOKIE, House
from byestand.server.pages.preferences.view import content
from byestand.server.services import services
from byestand.server.web.query import Asked
from byestand.server.web.responses import THEMES, asked_in, framed, inside


async def page(request: Request) -> Response:
    """Show how sheets are printed, or remember it and go back."""
    if request.method == "GET":
        said = (*House.remembered(request).said, ("back", inside(asked_in(request).text("back", "/"))))
        return framed(request, await services(request).run(content, said))
    async with request.form(max_fields=20, max_files=0) as form:
        told = [(name, text) for name, text in form.multi_items() if isinstance(text, str)]
    chosen = House.of(told)
    back = inside(Asked.of(told).text("back", "/"))
    answer = await services(request).run(content, (*chosen.said, ("back", back)))
    if answer.status != HTTPStatus.OK:
        return framed(request, answer)
    response = RedirectResponse(back, 303)
    response.set_cookie(COOKIE, urlencode(chosen.said), max_age=A_YEAR, samesite="strict", httponly=True)
    return response


async def theme(request: Request) -> Response:
    """Keep which theme was chosen, and go back."""
    form = await request.form(max_fields=4, max_files=0)
    back, chosen = str(form.get("back", "/")), str(form.get("theme", ""))
    response = RedirectResponse(inside(back), 303)
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="strict", httponly=False)
    return response
