"""Help: Web movements explained with pictures, a guide to the pages, and the glossary."""

from dataclasses import dataclass
from typing import ClassVar

from byestand.catalog import find, find_judged
from byestand.job import job
from byestand.language import say
from byestand.model.boards import Boards
from byestand.server.jobs.job_results import JobPage
from byestand.server.page_tools.room_drawing import RoomDrawing, room_picture
from byestand.server.web.glossary import GLOSSARY, Term
from byestand.server.web.query import Pairs
from byestand.server.web.render import render_page
from byestand.verify.measures import measure

SMALL_WEB, SMALL_MITCHELL = "W0605", "M0605"
LARGE_MITCHELL = "M1813"


@dataclass(frozen=True, slots=True)
class GuideView:
    """The page."""

    template: ClassVar = "help.html"
    terms: tuple[tuple[str, Term], ...]
    web: RoomDrawing
    mitchell: RoomDrawing
    unlike: int
    """Percentage of unlike comparisons in a large Mitchell."""


@job("quick")
def content(pairs: Pairs) -> JobPage:
    """Return the page."""
    del pairs
    view = GuideView(
        terms=tuple(sorted(GLOSSARY.items(), key=lambda item: item[1].word.lower())),
        web=room_picture(find(SMALL_WEB), Boards(4)),
        mitchell=room_picture(find(SMALL_MITCHELL), Boards(4)),
        unlike=round(100 * measure(find_judged(LARGE_MITCHELL)).apples_and_oranges),
    )
    return render_page(view, say("Help"))
