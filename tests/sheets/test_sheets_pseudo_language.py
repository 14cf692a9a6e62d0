"""All text on paper comes from the catalogue: in the pseudo-language every phrase is between « and »."""

import datetime as dt
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from byestand.catalog import find
from byestand.language import use_language
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.people import Contestant
from byestand.model.session import Session
from byestand.movements import switch_arrow
from byestand.second_sessions.seating_sheets import seating_booklet
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import Booklet, PrintOrder
from byestand.sheets.result_sheets import results_booklet
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import render_booklet
from tests.support.pdf_reader import turned_pages
from tests.support.repaired_movements import stand_passed_by
from tests.support.scored_book import book
from tests.support.sections import section

OPEN, CLOSE = "«", "»"
LABEL = re.compile(r"\b(?:[A-Z]{0,2}\d+[A-Z]{0,3}|[A-Z]|NT)\b")
"""Movement codes, pair numbers, sets, section letters and no trumps: W0806ER, BN4, B1, B, NT."""
EVENT = Event("Όμιλος", "Τρίτη", date=dt.date(2026, 11, 17), start_time=dt.time(19, 30), minutes_per_round=15)
MOVEMENTS = {
    "Mitchell": lambda: switch_arrow(find("M0808R"), rounds=(8,)),
    "half table": lambda: find("M0505", missing=("N5",)),
    "Web with rover": lambda: find("W0806ER"),
    "individual": lambda: find("R0707S"),
    "Howell": lambda: find("H0713"),
    "repaired": stand_passed_by,
}


def text_outside(text: str) -> Iterator[str]:
    """Yield the parts of a text that are outside of all phrases. Text that is too long for its line ends with "…"."""
    depth, start = 0, 0
    for found in re.finditer(f"[{OPEN}{CLOSE}…]", text):
        if depth == 0:
            yield text[start : found.start()]
        depth = 0 if found[0] == "…" else depth + (1 if found[0] == OPEN else -1)
        assert depth >= 0, f"a phrase ends twice: {text[start : found.end()]}"
        start = found.end()
    assert depth == 0, f"a phrase does not end: {text[start:]}"
    yield text[start:]


def uncatalogued_words(made: Booklet) -> set[str]:
    """Return the words of printed pages that are in no phrase. Names are in Greek letters."""
    pages = turned_pages(render_booklet(made).files[0])
    return set().union(*(letters(" ".join(word.text for word in page)) for page in pages))


def letters(text: str) -> set[str]:
    """Return the words of a text that are in no phrase."""
    return {word for part in text_outside(text) for word in re.findall(r"[A-Za-z]+", LABEL.sub("", part))}


def play_session(movement: Movement) -> Session:
    """Return a session with names in Greek letters."""
    names = {movement.field.label(c): Contestant.parse("Άννα Ωμέγα & Ελένη Βήτα") for c in movement.field.present}
    if movement.is_individual:
        names = {label: Contestant.parse("Άννα Ωμέγα") for label in names}
    here = replace(section(movement, 2, "B"), contestants=names, cases=None)
    return Session((here,), event=EVENT)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MOVEMENTS)
def test_all_text_of_sheets_is_in_the_catalogue(kind: str) -> None:
    here = play_session(MOVEMENTS[kind]())
    with use_language("xx"):
        sheets = tuple(name for name, sheet in SHEETS.items() if any(map(sheet.is_for, here)))
        assert uncatalogued_words(booklet(PrintOrder(here, sheets))) == set()


@pytest.mark.slow
@pytest.mark.parametrize("sets", [1, 2])
def test_all_text_of_sharing_is_in_the_catalogue(sets: int) -> None:
    (here,) = play_session(find("W1713"))
    with use_language("xx"):
        order = PrintOrder(Session((replace(here, cases=sets),)), ("sharing", "boarding", "caddy", "stands", "diagram"))
        assert uncatalogued_words(booklet(order)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["M0303", "R0505"])
def test_all_text_of_results_is_in_the_catalogue(name: str) -> None:
    scored = book(name)
    greek = Contestant.parse("Άννα Ωμέγα" if scored.is_individual else "Άννα Ωμέγα & Ελένη Βήτα")
    scored = replace(scored, event=EVENT, contestants=dict.fromkeys(scored.contestants, greek))
    with use_language("xx"):
        assert uncatalogued_words(results_booklet(scored)) == set()


def test_all_text_of_a_second_session_is_in_the_catalogue() -> None:
    here = play_session(find("M0505"))
    seats = tuple(reversed(range(1, len(here.labels) + 1)))
    names = dict.fromkeys(here.labels, "Άννα Ωμέγα & Ελένη Βήτα")
    with use_language("xx"):
        paper = seating_booklet("", (here, here), (seats,), names, ((1, 6), (2, 7)), event=EVENT)
        assert uncatalogued_words(paper) == set()


@pytest.mark.slow
def test_titles_of_pictures_and_the_outline_are_in_the_catalogue() -> None:
    here = play_session(find("W0806ER"))
    with use_language("xx"):
        made = booklet(PrintOrder(here, ("boarding", "slips", "stands")))
        pictures = [picture.decode() for picture in render_booklet(made, "svg").files]
        marks = [mark["/Title"] for mark in _marks(PdfReader(io.BytesIO(render_booklet(made).files[0])).outline)]
    titles = [match[1] for picture in pictures if (match := re.search("<title>(.*?)</title>", picture))]
    assert len(titles) == len(pictures)
    assert set().union(*(letters(text) for text in (*titles, *marks))) == set()


def _marks(outline: list[Any]) -> Iterator[Any]:
    for mark in outline:
        yield from _marks(mark) if isinstance(mark, list) else [mark]
