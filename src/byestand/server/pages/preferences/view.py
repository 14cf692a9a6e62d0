"""On every sheet: the page on which a club says once what it is called and how it likes its paper."""

from dataclasses import dataclass
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.movements.print_options import CHOICES, HOURS, TEXTS, TODAY, Choice, event, letter, print_wishes
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page


@dataclass(frozen=True, slots=True)
class HouseView:
    """The form."""

    template: ClassVar = "house.html"
    asked: Asked
    refused: str
    choices: tuple[Choice, ...] = CHOICES
    texts: tuple[tuple[str, str], ...] = TEXTS
    """Names and labels of fields."""
    hours: tuple[tuple[str, str, str], ...] = HOURS
    """Names, labels and examples."""


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the form with what was said; and why that could not be printed, if it could not."""
    asked, refused, status = Asked(pairs), "", 200
    try:
        event(Asked(tuple(one for one in pairs if one != ("date", TODAY))))
        print_wishes(asked)
        letter(asked)
    except BadRequest as no:
        refused, status = str(no), refusal(no).status
    return render_page(HouseView(asked, refused), "On every sheet", status=status)
