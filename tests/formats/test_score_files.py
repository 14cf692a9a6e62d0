"""Results in files: read as Bridgemates leave them, written for people, sites and other programs."""

import csv
import datetime as dt
import io
import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import access_parser  # type: ignore[import-untyped]
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import FormatError
from byestand.formats.bws.jet4_rows import Value
from byestand.formats.document import Document
from byestand.formats.results import load_sessions, loads
from byestand.formats.results.contestant_labels import known_by_seats
from byestand.formats.results.html import results_html
from byestand.formats.results.text import book_text
from byestand.model.event import Event
from byestand.model.line import Absent
from byestand.model.people import Contestant, Person
from byestand.score.book import Book, everybody
from byestand.score.score_sessions import score_night
from byestand.sentences.scoring_explanation import scoring_explanation
from byestand.sheets.result_sheets import results_booklet
from byestand.sheets.typst_renderer import render_booklet
from tests.support.documents import document_of
from tests.support.result_sets import as_csv, received_rows, with_results

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Row = dict[str, Value]
CORRECTED, ERASED, AVERAGE, NOT_PLAYED, STANDS = 3, 8, 20, 40, 50
"""Which results of W1813 were corrected, erased, adjusted, not played, or stand though a later one was erased."""


@pytest.fixture(scope="module")
def web() -> Document:
    people = {
        "N1": Contestant((Person("Anna Ø"), Person("", "7"))),
        "E4": Contestant((Person("Юрий"), Person("Olga", "12"))),
    }
    return document_of(find("W1813"), 2, letter="A", contestants=people)


@pytest.fixture(scope="module")
def rows(web: Document) -> list[Row]:
    """Return a night of 468 results; one was entered wrongly first, one was erased and one of its board is missing."""
    good = list(received_rows(web))
    good[AVERAGE] |= {"Contract": "", "NS/EW": "", "Result": "", "Remarks": "60%-40%"}
    good[NOT_PLAYED] |= {"Contract": "", "NS/EW": "", "Result": "", "Remarks": "Not played"}
    good[ERASED] |= {"Erased": True}
    wrong: Row = {"Contract": "7 NT", "NS/EW": "N", "Result": "-5"}
    return [good[CORRECTED] | wrong, *good, good[STANDS] | wrong | {"Erased": True}]


@pytest.fixture(scope="module")
def night(web: Document, rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("night") / "w1813.bws"
    path.write_bytes(with_results(web, rows, PlayerNames=[{"ID": 7, "Name": "Élodie", "strID": "7"}]))
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a night of three tables, where any will do."""
    three = document_of(find("M0303"), 2, letter="A")
    path = tmp_path_factory.mktemp("small") / "m0303.bws"
    path.write_bytes(with_results(three, list(received_rows(three))))
    return path


def test_other_readers_see_the_results_that_ours_reads(night: Path, rows: list[Row]) -> None:
    """mdb-export and access-parser find every row of ReceivedData with the cells that were written."""
    done = subprocess.run(["mdb-export", str(night), "ReceivedData"], check=True, capture_output=True, text=True)
    columns = ("Table", "Round", "Board", "PairNS", "PairEW", "NS/EW", "Contract", "Result", "Remarks")
    wanted = [tuple(str(row[name]) for name in columns) for row in rows]
    assert [tuple(row[name] for name in columns) for row in csv.DictReader(io.StringIO(done.stdout))] == wanted
    table = access_parser.AccessParser(str(night)).parse_table("ReceivedData")
    parsed = zip(*(table[name] for name in columns), strict=True)
    assert [tuple("" if cell is None else str(cell) for cell in row) for row in parsed] == wanted


def test_a_bridgemate_file_gives_the_night_that_its_results_give_as_csv(night: Path, rows: list[Row]) -> None:
    """Including corrected, erased, adjusted and unplayed lines; missing ones are reported with their place."""
    (read,) = load_sessions([night])
    from_csv = score_night([loads(as_csv(rows).encode()).lines], schedules=read.schedules)
    from_bws = score_night([read.lines], schedules=read.schedules)
    assert from_bws.ranking == from_csv.ranking
    assert len(read.lines) == 467
    erased = rows[ERASED + 1]
    left_out = (("corrected result", rows[0]), ("erased result", erased), ("erased result", rows[-1]))
    assert [(f.rule, f.table, f.round, f.board, f.severity) for f in read.findings] == [
        (rule, row["Table"], row["Round"], row["Board"], "warning") for rule, row in left_out
    ]
    missing = [f for f in from_bws.findings if f.rule == "missing result"]
    assert [(f.round, f.table, f.board) for f in missing] == [(erased["Round"], erased["Table"], erased["Board"])]


def test_names_come_out_of_the_file_its_list_of_members_and_a_list(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "names.txt"
    listed.write_text("AE4 Юрий & Ольга\nAE5 Carl & Dora\n", encoding="utf-8")
    assert cli.run(["score", str(night), "--names", str(listed), "--format", "json"]) == 0
    named = {one["contestant"]: one.get("name") for one in json.loads(capsys.readouterr().out)["ranking"]}
    assert {who: name for who, name in named.items() if name} == {
        "N1": "Anna Ø & Élodie",
        "E4": "Юрий & Ольга",
        "E5": "Carl & Dora",
    }


def test_every_session_is_held_against_the_rounds_of_its_own_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for name, boards in (("H0407", 3), ("H0305", 2)):
        document = document_of(find(name), boards, letter="A")
        paths.append(tmp_path / f"{name}.bws")
        paths[-1].write_bytes(with_results(document, list(received_rows(document))))
    assert cli.run(["score", *map(str, paths), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []


def test_a_file_without_any_result_is_told_so_below_all_that_is_missing(
    web: Document, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bws := tmp_path / "bare.bws").write_bytes(with_results(web, []))
    (text := tmp_path / "bare.csv").write_text("board,ns,ew,contract,declarer,result,score\n1,1,1,,,,\n")
    for bare in (bws, text):
        assert cli.run(["score", str(bare), "--format", "csv"]) == 0
        *missing, last = capsys.readouterr().err.splitlines()
        assert last == f"byestand: no results in this file: {str(bare)!r}"
        assert all(line.endswith("no result") for line in missing)
    cli.run(["score", str(small), "--format", "csv"])
    assert "no results in this file" not in capsys.readouterr().err


def test_names_by_chair_go_with_a_movement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, listed = tmp_path / "night.csv", tmp_path / "names.csv"
    results.write_text("board,ns,ew,score\n9,1,3,140\n", encoding="utf-8")
    listed.write_text("table,direction,name\n1,N,Anna\n1,S,Boris\n3,E,Carl\n", encoding="utf-8")
    options = ["--movement", "M0303", "--names", str(listed), "--format", "csv"]
    assert cli.run(["score", str(results), *options]) == 1
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["contestant"]: row["name"] for row in rows} == {"N1": "Anna & Boris", "E3": "Carl"}


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"Contract": "5 Z"}, "column Contract"),
        ({"Contract": "4 S", "NS/EW": "N", "Result": "+5"}, "column Result"),
        ({"Contract": "4 S", "NS/EW": "Q", "Result": "="}, "column NS/EW"),
        ({"Remarks": "130%-0%"}, "column Remarks"),
        ({"PairNS": 0}, "column PairNS"),
        ({"Section": 3}, "ReceivedData, result 1: unknown section: 3"),
    ],
)
def test_a_result_that_cannot_be_read_is_refused_with_its_place(web: Document, wrong: Row, place: str) -> None:
    row = next(received_rows(web)) | wrong
    with pytest.raises(FormatError, match=place) as refused:
        loads(with_results(web, [row]))
    assert "ReceivedData" in str(refused.value)


def test_what_a_remark_means_is_not_guessed(web: Document) -> None:
    read = loads(with_results(web, [next(received_rows(web)) | {"Remarks": "Wrong direction"}]))
    assert [(found.rule, found.severity, found.board) for found in read.findings] == [("unknown remark", "warning", 1)]
    assert read.lines[0].outcome is not Absent.MISSING


@pytest.fixture(scope="module")
def book(night: Path) -> Book:
    """Return the night scored, with its people."""
    (read,) = load_sessions([night])
    scored = score_night([read.lines], schedules=read.schedules)
    people = known_by_seats(everybody(scored), read.starting_seats)
    return Book(scored, Event("Club & Co", "Tuesday <Pairs>", date=dt.date(2026, 11, 17)), people)


def test_a_page_for_a_site_needs_nothing_else_and_says_everything(book: Book) -> None:
    """Every link leads somewhere on the page, every name is escaped, every board and contestant is there once."""
    html = results_html(book)
    assert not re.search(r"<script|<link|<img|url\(|https?:", html)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert "Tuesday &lt;Pairs&gt;" in html
    assert len(re.findall(r"<h3[^>]*>Board \d+<", html)) == 26
    assert len(re.findall(r"<h3[^>]*>[NE]\d+", html)) == 36
    assert "AVE+" in html
    assert "not played" in html


def test_axe_finds_nothing_on_a_page_for_a_site(browser: "Browser", tmp_path: Path) -> None:
    from tests.support.browser import violations  # noqa: PLC0415 - other tests need not wait for it

    path = tmp_path / "results.html"
    lines = "board,ns,ew,score\n1,1,1,420\n1,2,2,-50\n8,1,2,AVE\n8,2,1,NP\n"
    path.write_text(results_html(Book(score_night([loads(lines.encode()).lines]))), encoding="utf-8")
    context = browser.new_context(color_scheme="dark", viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.goto(path.as_uri())
    assert violations(page) == []
    context.close()


def test_what_factoring_did_is_told_on_every_page(book: Book) -> None:
    """One board has an erased result, another an adjusted one. The printed ranking and the text say so."""
    sentences = scoring_explanation(book)
    assert sentences[0] == "26 boards, matchpoints, top 34."
    assert any("(1 missing)" in sentence and "(1 adjusted)" in sentence for sentence in sentences)
    assert any("Neuberg" in sentence for sentence in sentences)
    assert sentences[0] in book_text(book)
    (ranking,) = [part for part in results_booklet(book).parts if part["kind"] == "ranking"]
    assert ranking["explained"] == ("Not final: 1 result missing.", *sentences)


def test_a_tie_that_factoring_broke_is_told() -> None:
    """N1 wins 4 of 4 and 0 of 2, N3 2 of 4 and 2 of 2: 4 of 6. By Neuberg 0 and 2 of 2 are 1/2 and 7/2 of 4."""
    lines = ["board,ns,ew,score", "1,1,1,420", "1,2,2,-50", "1,3,3,400", "8,1,2,-50", "8,3,1,420"]
    scored = score_night([loads("\n".join(lines).encode()).lines], winners=2)
    told = [one for one in scoring_explanation(Book(scored)) if "tied" in one]
    assert told == ["N3 and N1 tied at 66.67% before factoring; after it they have 68.75% and 56.25%."]


@pytest.mark.slow
def test_results_on_paper_have_a_page_for_everybody_and_every_board(book: Book) -> None:
    parts = results_booklet(book).parts
    boards = [
        board["title"]
        for part in parts
        if part["kind"] == "boards"
        for page in part["pages"]
        for board in page["boards"]
    ]
    assert boards == [f"Board {number}" for number in range(1, 27)]
    pages = render_booklet(results_booklet(book))
    assert pages.pages_by_kind == {"ranking": 1, "boards": 9, "personal": 36}
    assert pages.warnings == ()


BEGINNINGS = {"txt": "North-South", "json": "{", "csv": "place,", "html": "<!doctype", "xml": "<?xml", "pdf": "%PDF"}


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_a_file_is_written_as_its_name_ends(small: Path, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"results.{ending}"
    assert cli.run(["score", str(small), "-o", str(path), "--date", "2026-11-17"]) == 0
    assert path.read_bytes().startswith(BEGINNINGS[ending].encode())


def test_a_format_that_a_name_does_not_tell_is_asked_for(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["score", str(small), "-o", "results"]) == 2
    assert cli.run(["score", str(small), "--format", "pdf"]) == 2
    assert "give an output file with -o" in capsys.readouterr().err
