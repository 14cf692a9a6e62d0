"""Paper: every sheet of a movement, or of all sections of a night, as a PDF and as a picture of its first page."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.session import Section, Session
from byestand.model.setup import SessionSetup
from byestand.night.night import Night, loads
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.pages import house
from byestand.server.pages.files import safe_stem
from byestand.server.questions import ONLY_SECTION, movement_in_query, sections_of
from byestand.setup.resolve import find_section, resolve_one, resolve_section
from byestand.sheets.booklet import SHEETS, Sheet, booklet, wanted_sheets
from byestand.sheets.diagrams.drawing import diagram_svg
from byestand.sheets.ink import printed
from byestand.sheets.pages import Order

SVG = "image/svg+xml"


def papers(sections: Sequence[Section]) -> dict[str, Sheet]:
    """Return the sheets that there are for some sections: where nobody moves there are no guide cards."""
    return {name: sheet for name, sheet in SHEETS.items() if any(map(sheet.is_for, sections))}


@job("print")
def pdf(name: str, sheets: str, pairs: Pairs) -> File:
    """Return sheets of a movement of the catalogue as a document."""
    asked = Asked(pairs)
    return section_pdf(movement_in_query(name, asked), ONLY_SECTION, sheets, asked)


@job("print")
def preview(name: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return section_preview(movement_in_query(name, asked), ONLY_SECTION, sheets, asked)


@job("quick")
def diagram(name: str, pairs: Pairs) -> File:
    """Return the movement diagram."""
    return section_diagram(movement_in_query(name, Asked(pairs)), ONLY_SECTION)


def section_pdf(setup: SessionSetup, letter: str, sheets: str, asked: Asked) -> File:
    """Return sheets of a section."""
    return _document(_order(setup, letter, sheets, asked), find_section(setup, letter).movement.name)


def section_preview(setup: SessionSetup, letter: str, sheets: str, asked: Asked) -> File:
    """Return the first page of a sheet of a section as a picture."""
    return File(printed(booklet(_order(setup, letter, sheets, asked)), "svg").files[0], SVG)


def section_diagram(setup: SessionSetup, letter: str) -> File:
    """Return the diagram of a section."""
    return File(diagram_svg(resolve_one(setup, letter)).encode(), SVG)


@job("print")
def night(contents: str, sheets: str, pairs: Pairs) -> File:
    """Return the sheets of all sections of a night as one document."""
    kept = loads(contents)
    order = _night_order(kept, sheets, Asked(pairs))
    return _document(order, "-".join(setting.name for setting in kept.sections))


@job("print")
def night_preview(contents: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet of a night as a picture."""
    return File(printed(booklet(_night_order(loads(contents), sheets, Asked(pairs))), "svg").files[0], SVG)


def _night_order(kept: Night, sheets: str, asked: Asked) -> Order:
    sections = sections_of(kept)
    if not sections:
        raise BadRequest("this night has no movement yet")
    if len(sections) == 1:
        sections = (replace(sections[0], letter=""),)  # which would only be in the way on paper
    return house.order(Session(sections, event=house.event(asked, title=kept.name)), sheets, asked)


def _document(order: Order, name: str) -> File:
    """Return sheets as a document that is called by what they are of, and which they are."""
    called = "all" if order.sheets == wanted_sheets("all") else "-".join(order.sheets)
    return File(printed(booklet(order)).files[0], "application/pdf", filename=f"{safe_stem(name)}-{called}.pdf")


def _order(setup: SessionSetup, letter: str, sheets: str, asked: Asked) -> Order:
    section = find_section(setup, letter)
    boards = section.boards or Boards(USUAL_BOARDS_PER_ROUND)
    shown = replace(section, boards=boards, letter=letter if setup.has_letters else house.letter(asked))
    resolved = resolve_section(shown, sets=setup.sets, shows_letter=True)
    return house.order(Session((resolved,), event=house.event(asked)), sheets, asked)
