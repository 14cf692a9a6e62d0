"""No name in an exported csv or xlsx file is a formula for a spreadsheet, and our readers read it back unchanged."""

import csv as rows_of
import io
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find
from byestand.formats import xlsx
from byestand.formats.csv import lines
from byestand.formats.name_list import names_in
from byestand.formats.results import csv
from byestand.formats.results.text import ranking_csv
from byestand.model.event import Event
from byestand.model.people import Contestant, Person
from byestand.sanitize import guard_cell, unguard_cell
from byestand.score.book import Book, everybody
from byestand.score.contestants import ContestantId
from byestand.score.score_sessions import score_night
from byestand.words.titles import title_of
from tests.support.documents import document_of

SIGNS = "=+-@\t\r"
"""Characters that start a formula, by OWASP's page on CSV injection; after tab and carriage return one can start."""
NAMES = (
    "=1+1",
    '=HYPERLINK("x","y")',
    "+44 7700 900",
    "-Eve & -Frank",
    "@SUM(1)",
    "'=quoted",
    "''@twice",
    "'t Hart, Jan",
    "Anna-Marie",
    "＝wide",
    "Plain",
    "=cmd|' /C calc'!A0",
)


def inert(text: str) -> list[dict[str, str]]:
    """Return the rows of csv text as spreadsheets read them, after asserting that no cell of words is a formula."""
    found = list(rows_of.DictReader(io.StringIO(text, newline="")))
    for row in found:
        for column in ("name", "note", "form", "lead", "section", "contestant", "ns", "ew"):
            assert row.get(column, "")[:1] not in {*SIGNS, "＝"}, row
    return found


def read_back(text: str, column: str) -> list[str]:
    """Return a column of csv text as our readers have it."""
    (_, header), *rest = lines(text, "test", {column})
    return [row[header.index(column)] for _, row in rest]


@given(st.text(st.sampled_from(" '=+-@\t\r\nＡ＠ab"), max_size=8))
def test_a_guarded_cell_is_no_formula_and_reads_back_as_it_was(text: str) -> None:
    assert guard_cell(text)[:1] not in {*SIGNS, "\n", "＠"}
    assert unguard_cell(guard_cell(text)) == text


@pytest.mark.slow
def test_names_in_the_csv_of_a_crossover_are_inert_and_read_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = [f"{side}{number}" for side in "NE" for number in range(1, 7)]
    listed = tmp_path / "names.csv"
    with listed.open("w", newline="") as file:
        rows_of.writer(file).writerows([("pair", "name"), *zip(labels, map(guard_cell, NAMES), strict=True)])
    assert cli.run(["crossover", "W0605", "--names", str(listed), "--format", "csv", "--time", "1"]) == 0
    text = capsys.readouterr().out
    assert [row["old"] for row in inert(text)] == labels
    assert tuple(read_back(text, "name")) == NAMES


def rank(names: tuple[str, ...], section: str = "") -> Book:
    """Return a night in which pairs of these names met, one after the other."""
    rows = "".join(f"{section},1,{n},{n},420\n" for n in range(1, len(names) + 1))
    night = score_night([csv.loads(f"section,board,ns,ew,score\n{rows}")])
    people = {one: Contestant((Person(names[int(one.number) - 1]),)) for one in everybody(night)}
    return Book(night, Event(), people)


def test_names_in_the_csv_of_a_ranking_are_inert_and_read_back() -> None:
    text = ranking_csv(rank(NAMES))
    inert(text)
    assert sorted(read_back(text, "name")) == sorted([*NAMES, *NAMES])


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_is_guarded_in_a_ranking(sign: str) -> None:
    """Tab and carriage return become a blank, and do not hide the sign behind them."""
    rows = inert(ranking_csv(rank((f"{sign}=1+1",))))
    shown = f"{sign}=1+1".replace("\t", " ").replace("\r", " ")
    assert [row["name"] for row in rows] == [f"'{shown}"] * 2


def test_sections_and_numbers_in_the_csv_of_a_ranking_are_inert() -> None:
    book = rank(("Anna",), section="=A")
    assert {row["section"] for row in inert(ranking_csv(book))} == {"'=A"}
    night = score_night([csv.loads("board,ns,ew,score\n1,@1,-2,420\n1,-2,@1,420\n")])
    assert {one.contestant for one in night.ranking} == {ContestantId("", "", "@1"), ContestantId("", "", "-2")}
    assert {row["contestant"] for row in inert(ranking_csv(Book(night)))} == {"'@1", "'-2"}


def test_words_in_the_csv_of_results_are_inert_and_read_back() -> None:
    words = "board,ns,ew,contract,declarer,result,score,lead,form,note,section\n"
    (line,) = csv.loads(words + '1,=1,@2,4S,N,-1,,+H4,-2,"=HYPERLINK(""x"",""y"")",=A\n')
    text = csv.dumps([line])
    (row,) = inert(text)
    assert (row["note"], row["result"]) == ('\'=HYPERLINK("x","y")', "-1"), "figures stay figures"
    (again,) = csv.loads(text)
    assert replace(again, number=0) == replace(line, number=0)


def test_names_copied_out_of_our_csv_are_pasted_unchanged() -> None:
    labels = tuple(f"N{number}" for number in range(1, len(NAMES) + 1))
    typed = [name for name in NAMES if "," not in name]
    text = "\n".join(f"{label}\t{guard_cell(name)}" for label, name in zip(labels, typed, strict=False))
    assert list(names_in(text, labels).values()) == typed


@pytest.mark.parametrize("title", ["=1+1", "+1", "-Eve", "@home", "Plain"])
def test_words_in_a_spreadsheet_are_text_and_stay_text_when_edited(title: str) -> None:
    document = document_of(replace(find("W0605"), title=title, name=title))
    data = xlsx.dumps([document])
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    cell = sheet["A1"]
    assert (cell.value, cell.data_type, bool(cell.quotePrefix)) == (title, "s", title != "Plain")
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    (again,) = xlsx.loads(data)
    assert (title_of(again.movement), again.movement.name) == (title, title)
