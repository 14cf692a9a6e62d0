"""Every address: its path, endpoint, methods, and the roles besides the director that may open it.

A new page is a package in `pages` and its lines here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from starlette.routing import BaseRoute, Mount

from byestand.language import phrase
from byestand.server.api import api_data
from byestand.server.api import routes as api
from byestand.server.auth.roles import Access, AccessRule, Audience
from byestand.server.nights.night_snapshot import stream
from byestand.server.nights.requests import asking_section
from byestand.server.pages.check import routes as check
from byestand.server.pages.desk import routes as desk
from byestand.server.pages.help import view as help_pages
from byestand.server.pages.individuals import view as individuals
from byestand.server.pages.join import routes as join
from byestand.server.pages.movement import library, variants
from byestand.server.pages.movement import view as movement
from byestand.server.pages.paper import routes as paper
from byestand.server.pages.phone import routes as phone
from byestand.server.pages.plan import routes as plan
from byestand.server.pages.preferences import routes as preferences
from byestand.server.pages.repair import routes as repair
from byestand.server.pages.results import routes as results
from byestand.server.pages.second_session import routes as second_session
from byestand.server.pages.second_session import view as second_session_pages
from byestand.server.pages.setup import routes as setup
from byestand.server.pages.standings import routes as standings
from byestand.server.pages.wall import routes as wall
from byestand.server.pages.what_if import routes as what_if
from byestand.server.pages.workspace import night_list as workspace_nights
from byestand.server.pages.workspace import routes as workspace
from byestand.server.web.navigation import MenuEntry
from byestand.server.web.responses import Endpoint
from byestand.server.web.routing import PageFiles, PageRoute, asking_about, query_endpoint

STATIC = "/static"
NIGHT = "/nights/{id:int}"
SECTION = f"{NIGHT}/section/{{letter}}"
DESK = f"{NIGHT}/play"


class Address(NamedTuple):
    """An address."""

    path: str
    endpoint: Endpoint
    methods: tuple[str, ...] = ("GET",)
    roles: tuple[Audience, ...] = ()
    """Roles besides the director that may open it."""


MENU = (
    MenuEntry("/", phrase("New session")),
    MenuEntry("/individuals", phrase("Individuals")),
    MenuEntry("/second", phrase("Second session")),
    MenuEntry("/change", phrase("Late changes")),
    MenuEntry("/library", phrase("Movement library")),
    MenuEntry("/check", phrase("Check a file")),
    MenuEntry("/nights", phrase("Saved sessions")),
    MenuEntry(workspace.PATH, phrase("Your workspace"), only_hosted=True),
    MenuEntry("/house", phrase("Print settings")),
    MenuEntry("/help", phrase("Help")),
)
"""Links on every page besides the steps of the session. `web.responses.page_response` translates the titles."""

POST = ("POST",)
BOTH = ("GET", "POST")

ADDRESSES = (
    Address("/", plan.page),
    Address("/change", what_if.page),
    Address("/second", second_session.page, BOTH),
    Address("/second/seating.csv", second_session.csv, POST),
    Address("/second/seating.pdf", second_session.pdf, POST),
    Address("/individuals", query_endpoint(individuals.content)),
    Address("/library", query_endpoint(library.content)),
    Address("/files/selection.zip", query_endpoint(library.selection)),
    Address("/files/library.zip", query_endpoint(library.whole_library)),
    Address("/help", query_endpoint(help_pages.content)),
    Address("/house", preferences.page, BOTH),
    Address("/theme", preferences.theme, POST),
    # A movement by its code, and a section of a session
    Address("/m/{name}", asking_section(movement.content)),
    Address("/m/{name}/rovers", asking_about(variants.rovers)),
    Address("/m/{name}/file/{format}", paper.file),
    Address("/m/{name}/diagram.svg", paper.diagram),
    Address("/m/{name}/paper", paper.page),
    Address("/m/{name}/paper.pdf", paper.ticked_pdf),
    Address("/m/{name}/paper/{sheets}.pdf", paper.pdf),
    Address("/m/{name}/paper/{sheets}.svg", paper.preview),
    Address(SECTION, asking_section(movement.content)),
    Address(f"{SECTION}/file/{{format}}", paper.file),
    Address(f"{SECTION}/diagram.svg", paper.diagram),
    Address(f"{SECTION}/paper", paper.page),
    Address(f"{SECTION}/paper.pdf", paper.ticked_pdf),
    Address(f"{SECTION}/paper/{{sheets}}.pdf", paper.pdf),
    Address(f"{SECTION}/paper/{{sheets}}.svg", paper.preview),
    # Uploaded files
    Address("/check", check.form),
    Address("/check", check.upload, POST),
    Address("/check/{token}", check.report),
    Address("/check/{token}/as/{format}", check.convert),
    Address("/check/{token}/keep", check.save_as_night, POST),
    # All sessions of a workspace
    Address("/robots.txt", workspace.robots),
    Address(workspace.PATH, workspace.page),
    Address(f"{workspace.PATH}/renew", workspace.renew, POST),
    Address(f"{workspace.PATH}/close", workspace.close, POST),
    Address(f"{workspace.PATH}/delete", workspace.delete, POST),
    Address("/nights", workspace_nights.page),
    Address("/nights/import", workspace_nights.import_nights, POST),
    Address("/nights/everything.zip", workspace_nights.export_all),
    Address(f"{NIGHT}/open", workspace_nights.open_night, POST),
    Address(f"{NIGHT}/throw-away", workspace_nights.delete, POST),
    Address(f"{NIGHT}/night.json", workspace_nights.export),
    # One session
    Address("/nights", setup.create, POST),
    Address(NIGHT, setup.page),
    Address(NIGHT, setup.save, POST),
    Address(f"{NIGHT}/file/{{format}}", paper.file),
    Address(f"{NIGHT}/paper", paper.page),
    Address(f"{NIGHT}/paper.pdf", paper.ticked_pdf),
    Address(f"{NIGHT}/paper/{{sheets}}.pdf", paper.pdf),
    Address(f"{NIGHT}/paper/{{sheets}}.svg", paper.preview),
    Address(f"{SECTION}/wrong", repair.page),
    Address(f"{SECTION}/wrong", repair.choose, POST),
    Address(f"{SECTION}/undo", repair.undo, POST),
    # Play
    Address(DESK, desk.page),
    Address(f"{DESK}/log", desk.log_page),
    Address(f"{DESK}/happened", desk.report_problem),
    Address(f"{DESK}/minutes", desk.minutes),
    Address(f"{DESK}/minutes", desk.change_minutes, POST),
    Address(f"{DESK}/grid", desk.change_grid, POST),
    Address(f"{DESK}/told/{{letter}}", desk.report, POST),
    Address(f"{DESK}/{{verb}}", desk.press, POST),
    Address(f"{NIGHT}/codes", join.codes_page),
    Address(f"{NIGHT}/codes", join.renew_codes, POST),
    Address(f"{NIGHT}/wall", wall.page, roles=("display",)),
    Address(f"{NIGHT}/pair", phone.find, roles=("new pair",)),
    Address(f"{NIGHT}/pair", join.choose_pair, POST, roles=("new pair",)),
    Address(f"{NIGHT}/pair/{{label}}", phone.page, roles=("pair",)),
    Address(f"{NIGHT}/stream", stream, roles=("display", "pair")),
    Address("/join", join.page, roles=("anybody",)),
    Address("/join", join.join, POST, roles=("anybody",)),
    # Results
    Address(f"{NIGHT}/results", results.page),
    Address(f"{NIGHT}/results", results.enter, POST),
    Address(f"{NIGHT}/results/confirm", results.confirm, POST),
    Address(f"{NIGHT}/results/throw-away", results.delete, POST),
    Address(f"{NIGHT}/results/bring", results.upload, POST),
    Address(f"{NIGHT}/results/bring/{{token}}", results.import_page),
    Address(f"{NIGHT}/results/bring/{{token}}", results.import_file, POST),
    Address(f"{NIGHT}/results/{{file}}", standings.file),
    Address(f"{NIGHT}/ranking", standings.page),
    Address(f"{NIGHT}/ranking", standings.change_scoring, POST),
    Address(f"{NIGHT}/ranking/board/{{board:int}}", standings.board),
    Address(f"{NIGHT}/ranking/of/{{who}}", standings.personal),
    # For programs
    Address("/api/openapi.json", api.openapi),
    Address("/api/plan", query_endpoint(api_data.plans)),
    Address("/api/change", query_endpoint(api_data.changes)),
    Address("/api/crossover", query_endpoint(second_session_pages.data)),
    Address("/api/individuals", query_endpoint(individuals.data)),
    Address("/api/movements", query_endpoint(api_data.movements)),
    Address("/api/movements/{name}", asking_about(api_data.movement)),
    Address("/api/movements/{name}/measures", asking_about(api_data.measures)),
    Address("/api/movements/{name}/repair", asking_about(api_data.repairs)),
    Address("/api/movements/{name}/files/{format}", paper.file),
    Address("/api/verify", api.verify, POST),
    Address("/api/convert", api.convert, POST),
)


def routes() -> list[BaseRoute]:
    """Return every address as a route of Starlette."""
    pages = (PageRoute(address.path, address.endpoint, methods=list(address.methods)) for address in ADDRESSES)
    return [Mount(STATIC, PageFiles(), name="static"), *pages]


def _openings() -> Iterator[AccessRule]:
    yield AccessRule(f"{STATIC}/{{file:path}}", ("GET",), ("anybody",))
    for address in ADDRESSES:
        if address.roles:
            yield AccessRule(address.path, address.methods, address.roles)


ACCESS = Access(tuple(_openings()))
