"""Paper: every sheet of a movement, or of all sections of a night, as a PDF and as a picture of its first page."""

from collections.abc import Iterable
from typing import Literal

from byestand.errors import BadRequest
from byestand.model import Boards, Movement, Section, Session
from byestand.server.asking import Asked, Pairs
from byestand.server.nights.night import loads
from byestand.server.questions import USUAL_BOARDS_A_ROUND, Setting, sections_of
from byestand.server.work.answers import Answer
from byestand.sheets.booklet import SHEETS, booklet, wanted_sheets
from byestand.sheets.diagrams.drawing import diagram_svg
from byestand.sheets.guides import guide_cards
from byestand.sheets.ink import printed
from byestand.sheets.pages import Order
from byestand.verify import judge

SVG = "image/svg+xml"
PAPERS = ("a4", "letter")


def papers(movements: Iterable[Movement]) -> dict[str, tuple[str, str]]:
    """Return the sheets that there are for some movements: where nobody moves there are no guide cards."""
    moving = any(guide_cards(Section(judge(movement))) for movement in movements)
    return {name: (sheet.heading, sheet.about) for name, sheet in SHEETS.items() if moving or name != "guides"}


def pdf(name: str, sheets: str, pairs: Pairs) -> Answer:
    """Return sheets of a movement as a document."""
    asked = Asked(pairs)
    setting = Setting.of(name, asked)
    order = _order(setting, sheets, asked)
    called = "all" if order.sheets == wanted_sheets("all") else "-".join(order.sheets)
    return Answer(printed(booklet(order)).files[0], "application/pdf", filename=f"{setting.name}-{called}.pdf")


def preview(name: str, sheets: str, pairs: Pairs) -> Answer:
    """Return the first page of a sheet as a picture."""
    asked = Asked(pairs)
    return Answer(printed(booklet(_order(Setting.of(name, asked), sheets, asked)), "svg").files[0], SVG)


def diagram(name: str, pairs: Pairs) -> Answer:
    """Return the movement diagram."""
    return Answer(diagram_svg(Setting.of(name, Asked(pairs)).movement()).encode(), SVG)


def night(contents: str, sheets: str, pairs: Pairs) -> Answer:
    """Return the sheets of all sections of a night as one document."""
    kept = loads(contents)
    sections = [
        Section(
            judge(setting.movement()),
            Boards(setting.boards or kept.boards),
            section.letter if len(kept.sections) > 1 else "",
        )
        for section, setting in zip(kept.sections, sections_of(kept), strict=True)
    ]
    if not sections:
        raise BadRequest("this night has no movement yet")
    asked = Asked(pairs)
    session = Session(tuple(sections), kept.cases)
    order = Order(session, wanted_sheets(sheets), _paper(asked), asked.text("club"))
    return Answer(printed(booklet(order)).files[0], "application/pdf", filename="tonight.pdf")


def _order(setting: Setting, sheets: str, asked: Asked) -> Order:
    boards, letter = Boards(setting.boards or USUAL_BOARDS_A_ROUND), asked.text("section").upper()[:3]
    session = Session((Section(judge(setting.movement()), boards, letter),), setting.cases)
    return Order(session, wanted_sheets(sheets), _paper(asked), asked.text("club"))


def _paper(asked: Asked) -> Literal["a4", "letter"]:
    return "letter" if asked.choice("paper", PAPERS) == "letter" else "a4"
