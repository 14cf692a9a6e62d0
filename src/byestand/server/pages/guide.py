"""Help: what a Web is, with the app's own pictures, how to use the pages, and the glossary."""

from byestand.catalog import find, find_judged
from byestand.model.boards import Boards
from byestand.server.asking import Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.pictures.room import room_picture
from byestand.server.rendering import rendered
from byestand.verify.measures import measure
from byestand.words.glossary import GLOSSARY

SMALL_WEB, LIKE_IT = "W0605", "M0605"
LARGE_WEB, LARGE_MITCHELL = "W1813", "M1813"


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page."""
    del pairs
    return rendered(
        "guide.html",
        "Help",
        terms=sorted(GLOSSARY.items(), key=lambda item: item[1].word.lower()),
        web=room_picture(find(SMALL_WEB), Boards(4)),
        mitchell=room_picture(find(LIKE_IT), Boards(4)),
        unlike=round(100 * measure(find_judged(LARGE_MITCHELL)).apples_and_oranges),
        large=find(LARGE_WEB),
    )
