"""The sheets of a movement, or of all sections of a night, as PDF and as a picture of the first page."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.session import Section, Session
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night.state import NightState
from byestand.server.jobs.job_results import JobFile
from byestand.server.page_tools import print_options as house
from byestand.server.page_tools.from_query import ShownSection
from byestand.server.page_tools.zip_files import safe_stem
from byestand.server.web.query import Pairs, Query
from byestand.session.resolve import resolve, resolve_one, resolve_section
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.diagrams.drawing import diagram_svg
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.sheet_list import SHEETS, Sheet
from byestand.sheets.typst_renderer import render_booklet

SVG = "image/svg+xml"


def papers(sections: Sequence[Section]) -> dict[str, Sheet]:
    """Return the sheets that apply to some sections: without moving pairs there are no guide cards."""
    return {name: sheet for name, sheet in SHEETS.items() if any(map(sheet.is_for, sections))}


@job("print")
def section_paper(shown: ShownSection, sheets: str, pairs: Pairs, *, is_preview: bool = False) -> JobFile:
    """Return sheets of a section as a document, or the first page as a picture."""
    return _file(_section_order(shown, sheets, Query(pairs)), shown.section.movement.name, is_preview=is_preview)


@job("quick")
def diagram(shown: ShownSection) -> JobFile:
    """Return the diagram of a section."""
    return JobFile(diagram_svg(resolve_one(shown.setup, shown.letter)).encode(), SVG)


@job("print", reads={"setup", "people"})
def night_paper(_id: int, state: NightState, sheets: str, pairs: Pairs, *, is_preview: bool = False) -> JobFile:
    """Return the sheets of all sections of a night as one document, or the first page as a picture."""
    name = "-".join(section.movement.name for section in state.setup.sections)
    return _file(_night_order(state.setup, sheets, Query(pairs)), name, is_preview=is_preview)


def _night_order(setup: SessionSetup, sheets: str, asked: Query) -> PrintOrder:
    if not setup.sections:
        raise BadRequest(say("this session has no movement yet"))
    return house.order(replace(resolve(setup), event=house.night_event(setup, asked)), sheets, asked)


def _section_order(shown: ShownSection, sheets: str, asked: Query) -> PrintOrder:
    """Return the order to print a section. On its own it has the letter and the event of the query."""
    setup = shown.setup
    if shown.night is None:
        section = replace(_with_boards(shown.section), letter=house.letter(asked))
        resolved = resolve_section(section, sets=setup.sets, shows_letter=True)
        return house.order(Session((resolved,), event=house.event(asked)), sheets, asked)
    number = setup.sections.index(shown.section)
    session = resolve(replace(setup, sections=tuple(map(_with_boards, setup.sections))))
    own = replace(session, sections=session.sections[number : number + 1], event=house.night_event(setup, asked))
    return house.order(own, sheets, asked)


def _with_boards(section: SectionSetup) -> SectionSetup:
    return replace(section, boards=section.boards or Boards(USUAL_BOARDS_PER_ROUND))


def _file(order: PrintOrder, name: str, *, is_preview: bool = False) -> JobFile:
    """Return a picture, or a document named after the movement and the sheets."""
    if is_preview:
        return JobFile(render_booklet(booklet(order), "svg").files[0], SVG)
    which = "all" if order.sheets == wanted_sheets("all") else "-".join(order.sheets)
    return JobFile(
        render_booklet(booklet(order)).files[0], "application/pdf", filename=f"{safe_stem(name)}-{which}.pdf"
    )
