"""Results on paper, read from the printed pages: the ranking, boards, and a page for each contestant."""

from dataclasses import replace

import pytest

from byestand.sheets.print_order import Booklet, Paper
from byestand.sheets.result_sheets import ranking_booklet, results_booklet
from byestand.sheets.typst_renderer import render_booklet
from tests.support.pdf_reader import Word, pages
from tests.support.scored_book import book


def read(made: Booklet) -> list[list[Word]]:
    return pages(render_booklet(made).files[0])


def text_of(words: list[Word]) -> str:
    return " ".join(word.text for word in words).replace("\x02 ", "-")


@pytest.mark.parametrize(
    ("name", "paper"), [("W1813", "a4"), ("W1813", "letter"), ("M0303", "a4"), ("W4503", "letter")]
)
def test_the_ranking_is_one_full_page_with_date_section_and_points(name: str, paper: Paper) -> None:
    (words,) = read(ranking_booklet(book(name), paper))
    read_off = [word.text for word in words]
    assert {"17 November 2026", "Section B"} <= {part for text in read_off for part in text.split(" · ")}
    best = book(name).lists[0].contestants[0]
    assert str(best.score) in read_off
    lowest = f"{float(book(name).lists[1].contestants[-1].percentage or 0):.2f}"
    assert min(word.y for word in words if word.text == lowest) < 200, "rows do not reach the foot of the page"
    assert min(word.size for word in words if word.y > 60) >= 7.9


def test_names_on_a_ranking_are_whole_where_there_is_room() -> None:
    (words,) = read(ranking_booklet(book("W1813")))
    read_off = text_of(words)
    assert "…" not in read_off
    assert read_off.count("Hohenstein-Zollernburg") == read_off.count("de la Vega") == 36


def test_boards_on_paper_have_names_signs_for_leads_and_how_often_a_score_was_made() -> None:
    """The three results of board 1 of M0303 are different, or the sheet says that one was made twice."""
    made = results_booklet(book("M0303"))
    (page,) = [page for part in made.parts if part["kind"] == "boards" for page in part["pages"]]
    rows = [row.split("\t") for row in page["boards"][0]["results"]]
    assert all(row[1] == row[3] == "Hohenstein-Zollernburg & de la Vega" for row in rows)
    assert sum(int(row[10] or 0) for row in rows) == len(rows) == 3
    boards_page = read(replace(made, parts=tuple(part for part in made.parts if part["kind"] == "boards")))[0]
    words = [word.text for word in boards_page]
    assert any(word.startswith("♠A") for word in words)
    assert "SA" not in words


@pytest.mark.parametrize("boards", [1, 3])
def test_a_personal_page_has_the_percentage_of_the_round_whatever_the_boards(boards: int) -> None:
    made = results_booklet(book("M0303", boards))
    own = tuple(part for part in made.parts if part["kind"] == "personal")[:1]
    words = [word.text for word in read(replace(made, parts=own))[0]]
    assert "Round %" in words
    assert "both %" not in words
    entries = book("M0303", boards).entries[book("M0303", boards).lists[0].contestants[0].contestant]
    first = [entry.points for entry in entries if entry.line.round == 1]
    share = 100 * sum(p.won for p in first if p) / sum(p.top for p in first if p)
    assert own[0]["pages"][0]["opponents"][0]["share"] == str(int(share + 0.5))
