"""Paper: every sheet of a movement, or of all sections of a night, as a PDF and as a picture of its first page."""

from collections.abc import Iterable
from typing import Literal

from byestand.errors import BadRequest
from byestand.model import Movement
from byestand.server.asking import Asked, Pairs
from byestand.server.nights.night import loads
from byestand.server.pages.files import safe_stem
from byestand.server.questions import section_of, sections_of, setting_asked
from byestand.server.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.server.work.answers import Answer
from byestand.sheets.booklet import Order, Section, booklet, wanted_sheets
from byestand.sheets.drawing import diagram_svg
from byestand.sheets.guides import guide_cards
from byestand.sheets.ink import printed

SVG = "image/svg+xml"
PAPERS = ("a4", "letter")
WORDS = {
    "mats": ("Table mats", "one a table: who comes, who goes where, which boards"),
    "guides": ("Guide cards", "one a pair: table, opponents, boards"),
    "boarding": ("Boarding sheet", "what lies where before round 1, to tick off"),
    "chart": ("Chart", "for the wall"),
    "diagram": ("Diagram", "how pairs and boards travel"),
    "announce": ("Announcements", "what to say, and when"),
    "caddy": ("Caddy sheet", "which boards to carry where"),
    "slips": ("Slips", "to score on, with a recap"),
    "travellers": ("Travellers", "one a board, in place of slips"),
}
"""What sheets are called, and what they are for."""


def papers(movements: Iterable[Movement]) -> dict[str, tuple[str, str]]:
    """Return the sheets that there are for some movements: where nobody moves there are no guide cards."""
    moving = any(guide_cards(movement, boards_per_round=USUAL_BOARDS_A_ROUND) for movement in movements)
    return {sheet: words for sheet, words in WORDS.items() if moving or sheet != "guides"}


def pdf(name: str, sheets: str, pairs: Pairs) -> Answer:
    """Return sheets of a movement of the catalogue as a document."""
    asked = Asked(pairs)
    return setting_pdf(setting_asked(name, asked), sheets, asked)


def preview(name: str, sheets: str, pairs: Pairs) -> Answer:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return setting_preview(setting_asked(name, asked), sheets, asked)


def diagram(name: str, pairs: Pairs) -> Answer:
    """Return the movement diagram."""
    return setting_diagram(setting_asked(name, Asked(pairs)))


def setting_pdf(setting: Setting, sheets: str, asked: Asked) -> Answer:
    """Return sheets of a movement as it is set up."""
    order = _order(setting, sheets, asked)
    called = "all" if order.sheets == wanted_sheets("all") else "-".join(order.sheets)
    filename = f"{safe_stem(setting.name)}-{called}.pdf"
    return Answer(printed(booklet(order)).files[0], "application/pdf", filename=filename)


def setting_preview(setting: Setting, sheets: str, asked: Asked) -> Answer:
    """Return the first page of a sheet of it as a picture."""
    return Answer(printed(booklet(_order(setting, sheets, asked)), "svg").files[0], SVG)


def setting_diagram(setting: Setting) -> Answer:
    """Return its diagram."""
    return Answer(diagram_svg(section_of(setting).movement).encode(), SVG)


def night(contents: str, sheets: str, pairs: Pairs) -> Answer:
    """Return the sheets of all sections of a night as one document."""
    kept = loads(contents)
    several = len(kept.sections) > 1
    sections = [
        Section(section.movement, setting.boards or USUAL_BOARDS_A_ROUND, setting.letter if several else "")
        for section, setting in zip(sections_of(kept), kept.sections, strict=True)
    ]
    if not sections:
        raise BadRequest("this night has no movement yet")
    asked = Asked(pairs)
    order = Order(tuple(sections), wanted_sheets(sheets), _paper(asked), asked.text("club"), cases=kept.cases)
    return Answer(printed(booklet(order)).files[0], "application/pdf", filename="tonight.pdf")


def _order(setting: Setting, sheets: str, asked: Asked) -> Order:
    letter = asked.text("section").upper()[:3]
    section = Section(section_of(setting).movement, setting.boards or USUAL_BOARDS_A_ROUND, letter)
    return Order((section,), wanted_sheets(sheets), _paper(asked), asked.text("club"), cases=setting.cases)


def _paper(asked: Asked) -> Literal["a4", "letter"]:
    return "letter" if asked.choice("paper", PAPERS) == "letter" else "a4"
