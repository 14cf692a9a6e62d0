"""A ranking with missing results says that it is not final, on paper as on the page."""

from dataclasses import replace

from byestand.model.line import Absent
from byestand.score.book import Book
from byestand.score.score_sessions import score_night
from byestand.sentences.scoring_explanation import not_final_text
from byestand.sheets.result_sheets import ranking_booklet
from tests.support.scored_book import book


def _without_two() -> Book:
    full = book("M0303")
    lines = [scored.line for session in full.night.sessions for scored in session.lines]
    missing = [replace(line, outcome=Absent.MISSING) for line in lines[:2]]
    return replace(full, night=score_night([[*missing, *lines[2:]]], winners=2))


def test_a_ranking_is_final_when_all_results_are_there() -> None:
    assert not_final_text(book("M0303")) == ""


def test_missing_results_are_counted_first_on_the_ranking_sheet() -> None:
    (part,) = ranking_booklet(_without_two(), "a4").parts
    assert part["explained"][0] == "Not final: 2 results missing."
    assert part["event"] == "Ranking: Tuesday Pairs"
