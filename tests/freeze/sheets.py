"""Rewrite the text of some printed pages. Run it by hand, then read the difference before you commit it."""

from dataclasses import replace
from pathlib import Path

from byestand.catalog import find
from byestand.model.event import Event
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.typst_renderer import render_booklet
from tests.support.paths import GOLDEN
from tests.support.pdf_reader import pages, rows
from tests.support.sections import session

BOOKLETS = {
    # A Web with a skip, a rover and a party table; a relay Mitchell; the arrow switch has its own pages in test_print.
    "W1812ER": (find("W1812ER"), "a4", ("boarding", "chart", "announce", "caddy")),
    "W0806ER": (find("W0806ER"), "letter", ("mats", "guides", "slips", "recap", "travellers")),
    "M0404R": (find("M0404R"), "a4", ("mats", "guides", "boarding", "chart", "announce", "caddy", "slips", "recap")),
    "W0806ER_half": (find("W0806ER", missing=["N9"]), "letter", ("guides", "announce", "chart")),
    "W100807": (find("W100807"), "a4", ("boarding", "diagram")),
    "R0707S": (find("R0707S", boards_per_round=2), "letter", ("mats", "guides", "announce", "chart", "slips")),
    "R0808": (find("R0808", boards_per_round=2), "a4", ("announce", "slips")),
}


def page_text(name: str) -> str:
    """Return the words of the pages as a reader finds them, line by line."""
    movement, paper, sheets = BOOKLETS[name]
    order = PrintOrder(
        replace(session(movement, 2), event=Event("Fair Oaks")), sheets, "letter" if paper == "letter" else "a4"
    )
    read = pages(render_booklet(booklet(order)).files[0])
    return "\f\n".join("".join(" ".join(line) + "\n" for line in rows(page)) for page in read)


def golden_pages(name: str) -> Path:
    """Return the path of the pages."""
    return GOLDEN / f"pages_{name}.txt"


if __name__ == "__main__":
    for booklet_name in BOOKLETS:
        golden_pages(booklet_name).write_text(page_text(booklet_name), encoding="utf-8")
