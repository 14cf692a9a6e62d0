"""Long names on paper: complete if there is room, on as few pages as possible, in readable type."""

import pytest

from byestand.catalog import find
from byestand.model.event import Event
from byestand.model.session import Section, Session
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import Paper, PrintOrder
from byestand.sheets.typst_renderer import render_booklet
from tests.support.long_names import LONG, with_long_names
from tests.support.pdf_reader import Word, pages
from tests.support.sections import section

IDENTITY = 8.01
"""The smallest type for the names of club and session on a sheet."""


def words_of(here: Section, sheet: str, paper: Paper = "a4") -> list[list[Word]]:
    event = Event("Riverside Bridge Club", "Tuesday Pairs")
    return pages(render_booklet(booklet(PrintOrder(Session((here,), event=event), (sheet,), paper))).files[0])


def text_of(words: list[Word]) -> str:
    """Return words as one text; PDFium reads a hyphen at the end of a line as a character of its own."""
    return " ".join(word.text for word in words).replace("\x02 ", "-")


def pages_of(here: Section, sheet: str) -> int:
    made = booklet(PrintOrder(Session((here,)), (sheet,)))
    return sum(len(part["pages"]) for part in made.parts)


@pytest.mark.parametrize(
    ("name", "sheet", "paper"),
    [
        ("W1812ER", "guides", "a4"),
        ("H0813", "guides", "letter"),
        ("W1813", "tables", "a4"),
        ("W1813", "start", "letter"),
        ("R0505", "tables", "letter"),
    ],
)
def test_long_names_are_whole_on_what_people_find_their_way_by(name: str, sheet: str, paper: Paper) -> None:
    read = text_of([word for page in words_of(with_long_names(name), sheet, paper) for word in page])
    assert "…" not in read
    plain = read.replace(",", "")
    for one in LONG:
        assert one in plain or all(word in plain.split() for word in one.split()), one


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_on_a_score_card_are_whole_or_have_initials(paper: Paper) -> None:
    (first, *_) = words_of(with_long_names("W0905"), "scorecards", paper)
    read = text_of(first)
    assert "…" not in read
    assert all(one.split()[-1] in read for one in LONG)


@pytest.mark.parametrize(("name", "paper"), [("W1813", "a4"), ("W1812ER", "letter"), ("H0813", "a4"), ("R1111", "a4")])
def test_pairs_find_their_numbers_on_the_chart_from_a_metre_and_boards_from_70_cm(name: str, paper: Paper) -> None:
    here = section(find(name), 2)
    movement = here.movement
    numbers = {str(movement.field.number(c)) for c in movement.field.present}
    boards = {f"{first}-{first + 1}" for first in range(1, 2 * movement.deal_groups, 2)}
    for page in words_of(here, "chart", paper):
        assert all(word.size >= 24.9 * 0.95 for word in page if word.text in numbers)
        assert all(word.size >= 17.4 for word in page if word.text in boards)
        assert any(word.text in boards for word in page)


def test_names_on_start_lists_are_read_from_70_cm_and_tables_from_a_metre() -> None:
    here = with_long_names("W1813")
    tables = {str(table) for table in range(1, 19)}
    parts = {part for one in LONG for part in one.split()}
    for sheet in ("start", "tables"):
        for page in words_of(here, sheet):
            assert all(word.size >= 24.9 for word in page if word.text in tables)
            names = [word for word in page if parts & set(word.text.replace(",", "").split())]
            assert names
            assert all(word.size >= 17.4 for word in names)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sheet"), [("W1813", "slips"), ("W1812ER", "guides"), ("R0707", "slips")])
def test_what_is_held_in_the_hand_is_read_from_40_cm(name: str, sheet: str) -> None:
    """All but the identity, which counts cards and names the movement too."""
    known = {part for one in LONG for part in one.split()} | {"NS", "EW", "Round", "Table", "Boards", "Bd", "Contract"}
    for page in words_of(with_long_names(name), sheet):
        small = [word for word in page if word.size < 9.99]
        assert all(word.size < IDENTITY and not known & set(word.text.split()) for word in small), small
        assert any("Riverside" in word.text for word in small)


def test_single_players_have_two_score_cards_a_page() -> None:
    assert pages_of(with_long_names("R1111"), "scorecards") == 22


def test_slips_of_a_table_more_than_a_page_has_places_take_one_page_more() -> None:
    """19 tables with 12 rounds are 228 slips, and 18 of them fit on a page."""
    assert pages_of(section(find("W191312"), 2), "slips") == 13
