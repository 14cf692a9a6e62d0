"""Paper: every sheet of a movement, or of all sections of a night, as a PDF and as a picture of its first page."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.model.session import Section, Session
from byestand.night.night import Night, loads
from byestand.night.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.pages import house
from byestand.server.pages.files import safe_stem
from byestand.server.questions import section_of, sections_of, setting_asked
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
    return setting_pdf(setting_asked(name, asked), sheets, asked)


@job("print")
def preview(name: str, sheets: str, pairs: Pairs) -> File:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return setting_preview(setting_asked(name, asked), sheets, asked)


@job("quick")
def diagram(name: str, pairs: Pairs) -> File:
    """Return the movement diagram."""
    return setting_diagram(setting_asked(name, Asked(pairs)))


def setting_pdf(setting: Setting, sheets: str, asked: Asked) -> File:
    """Return sheets of a movement as it is set up."""
    order = _order(setting, sheets, asked)
    return _document(order, setting.name)


def setting_preview(setting: Setting, sheets: str, asked: Asked) -> File:
    """Return the first page of a sheet of it as a picture."""
    return File(printed(booklet(_order(setting, sheets, asked)), "svg").files[0], SVG)


def setting_diagram(setting: Setting) -> File:
    """Return its diagram."""
    return File(diagram_svg(section_of(setting)).encode(), SVG)


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


def _order(setting: Setting, sheets: str, asked: Asked) -> Order:
    in_boards = replace(
        setting, boards=setting.boards or USUAL_BOARDS_A_ROUND, letter=setting.letter or house.letter(asked)
    )
    return house.order(Session((section_of(in_boards),), event=house.event(asked)), sheets, asked)
