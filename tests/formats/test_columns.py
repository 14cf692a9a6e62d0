"""The columns of the ranking: an award unknown to all writers is in every output."""

import csv
import datetime as dt
import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from byestand.formats.results import csv as result_rows
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.text import book_text, ranking_csv
from byestand.formats.results.usebio import ELEMENTS, usebio
from byestand.model.scoring import Method, Scoring
from byestand.score.book import Book, Column
from byestand.score.score_sessions import score_night
from byestand.sheets.result_sheets import ranking_booklet

LINES = result_rows.loads("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n2,1,4,110\n2,3,2,140\n")


class ForTheWinner:
    """Half a point for every pair that the winner has beaten, and a class."""

    def columns(self, book: Book) -> tuple[Column, ...]:
        """Return one column of figures with three decimals, and one of words."""
        points = Fraction(len(book.night.ranking) - 1, 2)
        return (
            Column("halves", lambda: "½ points", lambda one: points if one.place == 1 else None, decimals=3),
            Column("class", lambda: "class", lambda one: "=A" if one.place == 1 else None),
        )


def book(method: Method = "matchpoints") -> Book:
    return Book(score_night([LINES], Scoring(method), winners=1), awards=(ForTheWinner(),))


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler"])
class TestAward:
    def test_files_have_its_key_and_exact_figures(self, method: Method) -> None:
        first = book_data(book(method))["ranking"][0]  # type: ignore[index]
        assert list(first)[4:] == ["score", "percentage", "boards", "halves", "class"]
        assert (first["halves"], first["class"]) == (1.5, "=A")
        rows = list(csv.DictReader(io.StringIO(ranking_csv(book(method)))))
        assert [(row["halves"], row["class"]) for row in rows] == [("1.5", "'=A"), *[("", "")] * 3]

    def test_people_see_it_with_its_heading(self, method: Method) -> None:
        first, second, *_ = book_text(book(method)).splitlines()
        assert first.endswith("2 boards  1.500 ½ points  =A class")
        assert second.endswith("2 boards")
        page = results_html(book(method))
        assert '<th scope="col">boards</th><th scope="col">½ points</th>' in page
        assert re.search(r"<td>2</td><td>1\.500</td><td>=A</td></tr>", page)

    def test_the_wall_has_room_for_it(self, method: Method) -> None:
        (part,) = ranking_booklet(book(method)).parts
        figures = ["IMPs"] if method != "matchpoints" else ["MP", "%"]
        assert [column["heading"] for column in part["columns"]] == [*figures, "½ points", "class"]
        assert part["pages"][0]["lists"][0]["places"][0]["cells"][-2:] == ("1.500", "=A")

    def test_usebio_has_only_what_its_table_names(self, method: Method) -> None:
        written = usebio(book(method), dt.date(2026, 11, 17)).decode()
        first = written[written.index("<PAIR>") : written.index("</PAIR>")]
        assert [tag for tag, _ in ELEMENTS.values() if f"<{tag}>" in first] == (
            ["TOTAL_SCORE", "PERCENTAGE"] if method == "matchpoints" else ["TOTAL_SCORE"]
        )
        assert "1.5" not in first


def test_without_awards_there_are_the_columns_of_the_method() -> None:
    plain = replace(book("butler"), awards=())
    assert [column.key for column in plain.columns] == ["score", "percentage", "boards"]
    assert [column.key for column in plain.filled_columns] == ["score", "boards"]
    assert plain.main_column.key == "score"
    assert book().main_column.key == "percentage"
