"""USEBIO as federations read it: the elements of published files in their order, and figures that add up."""

import datetime as dt
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from xml.dom import minidom

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import CannotExpress
from byestand.formats.results import csv, loads
from byestand.formats.results.usebio import PAIRS_ONLY, usebio
from byestand.model.event import Event
from byestand.model.people import Contestant, Person
from byestand.model.scoring import Method, Scoring
from byestand.score.book import Book, everybody
from byestand.score.score_sessions import score_night
from tests.support.documents import document_of
from tests.support.paths import SEEDS
from tests.support.result_sets import received_rows, with_results

DAY = dt.date(2026, 11, 17)
POINTS = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
ORDER = {
    "USEBIO": "CLUB EVENT",
    "CLUB": "CLUB_NAME CLUB_ID_NUMBER",
    "EVENT": "EVENT_IDENTIFIER EVENT_DESCRIPTION PROGRAM_NAME PROGRAM_VERSION WINNER_TYPE TITLE DATE VENUE"
    " MASTER_POINT_SCALE MASTER_POINT_TYPE MPS_AWARDED_FLAG SESSION_COUNT SECTION_COUNT P2P_CHARGE_RATE SCORING_METHOD"
    " PARTICIPANTS BOARD",
    "PARTICIPANTS": "PAIR",
    "PAIR": "PAIR_NUMBER DIRECTION PLACE TOTAL_SCORE PERCENTAGE PLAYER",
    "PLAYER": "PLAYER_NAME NATIONAL_ID_NUMBER CLUB_ID_NUMBER",
    "BOARD": "BOARD_NUMBER BOARD_AVERAGE TRAVELLER_LINE",
    "TRAVELLER_LINE": "NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY LEAD TRICKS SCORE NS_POINTS EW_POINTS",
}
"""The order in the published files of Compscore 3 (github.com/abftech/cobalt, results/tests/test_files).

In a PAIR the order of place, score and percentage differs between programs."""
OPTIONAL = {"SCORING_METHOD", "PERCENTAGE", "BOARD_AVERAGE"}


@pytest.fixture(scope="module")
def book() -> Book:
    """Return a session of W1813 with an average, and two names for each pair."""
    document = document_of(find("W1813"), 2, letter="A")
    rows = list(received_rows(document))
    rows[20] = rows[20] | {"Remarks": "60%-40%"}
    read = loads(with_results(document, rows))
    night = score_night([read.lines], schedules=read.schedules)
    people = {
        one: Contestant((Person(f"{one.label} <first>", "77"), Person(f"{one.label} & second")))
        for one in everybody(night)
    }
    return Book(night, Event("Club & Co", "Tuesday <Pairs>", date=DAY), people)


def book_of(text: str, method: Method = "matchpoints") -> Book:
    return Book(score_night([csv.loads(text)], Scoring(method)))


def parse_usebio(book: Book) -> minidom.Element:
    root = minidom.parseString(usebio(book, DAY)).documentElement  # noqa: S318 - our own file
    assert root is not None
    return root


def texts(element: minidom.Element, tag: str) -> list[str]:
    return ["".join(str(text.nodeValue) for text in found.childNodes) for found in element.getElementsByTagName(tag)]


def require_order(element: minidom.Element, points: str) -> None:
    """Assert that an element and all inside it have the children of published files, in their order."""
    inside = [child for child in element.childNodes if child.nodeType == child.ELEMENT_NODE]
    if element.tagName not in ORDER:
        assert not inside, element.tagName
        return
    assert len(inside) == len(element.childNodes), f"white space in {element.tagName}"
    wanted = ORDER[element.tagName].replace("NS_POINTS EW_POINTS", f"NS_{points} EW_{points}").split()
    tags = [child.tagName for child in inside]
    assert list(dict.fromkeys(tags)) == [tag for tag in wanted if tag in tags or tag not in OPTIONAL]
    assert tags == sorted(tags, key=wanted.index)
    for child in inside:
        require_order(child, points)


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler"])
def test_elements_have_the_order_of_published_files(book: Book, method: Method) -> None:
    lines = [scored.line for scored in book.night.sessions[0].lines]
    root = parse_usebio(replace(book, night=score_night([lines], Scoring(method))))
    require_order(root, POINTS[method])
    assert {len(pair.getElementsByTagName("PLAYER")) for pair in root.getElementsByTagName("PAIR")} == {2}


def test_the_file_begins_as_published_files_do(book: Book) -> None:
    declaration, doctype, rest = usebio(book, DAY).decode().split("\n", 2)
    assert declaration == '<?xml version="1.0" encoding="utf-8"?>'
    assert doctype == '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">'
    assert rest.startswith('<USEBIO Version="1.2"><CLUB><CLUB_NAME>Club &amp; Co</CLUB_NAME>')


def test_every_element_of_all_published_files_is_there_and_no_other(book: Book) -> None:
    """Deals are left out, and master points of pairs, since none are awarded."""
    seed = (SEEDS / "usebio_paths.txt").read_text(encoding="utf-8").splitlines()
    known = {line.split()[1] for line in seed if line.startswith(tuple("0123456789"))}
    always = {line.split()[1] for line in seed if line.split()[0] == "10" and "HANDSET" not in line}
    found: set[str] = set()

    def walk(element: minidom.Element, path: str) -> None:
        found.add(path)
        found.update(f"{path}@{name}" for name in element.attributes.keys())  # noqa: SIM118 - no dictionary
        for child in element.childNodes:
            if child.nodeType == child.ELEMENT_NODE:
                walk(child, f"{path}/{child.tagName}")

    walk(parse_usebio(book), "/USEBIO")
    assert always <= found <= known


def test_what_pairs_won_on_boards_adds_up_to_their_score(book: Book) -> None:
    root = parse_usebio(book)
    assert [texts(root, tag) for tag in ("DATE", "WINNER_TYPE", "TITLE")] == [
        ["17/11/2026"],
        ["2"],
        ["Tuesday <Pairs>"],
    ]
    assert texts(root, "NATIONAL_ID_NUMBER") == ["77", ""] * 36
    assert texts(root, "SCORE").count("A6040") == 1
    won: dict[tuple[str, str], float] = defaultdict(float)
    for line in root.getElementsByTagName("TRAVELLER_LINE"):
        for side in ("NS", "EW"):
            won[side, texts(line, f"{side}_PAIR_NUMBER")[0]] += float(texts(line, f"{side}_MATCH_POINTS")[0])
    pairs = root.getElementsByTagName("PAIR")
    assert len(pairs) == 36
    for pair in pairs:
        (side,), (number,), (total,) = (texts(pair, tag) for tag in ("DIRECTION", "PAIR_NUMBER", "TOTAL_SCORE"))
        assert won[side, number] == pytest.approx(float(total), abs=0.1)


def test_pairs_of_several_sections_have_the_letter_of_their_section() -> None:
    root = parse_usebio(book_of("section,board,ns,ew,score\nA,1,1,1,420\nA,1,2,2,50\nB,1,1,1,400\n"))
    assert sorted(texts(root, "PAIR_NUMBER")) == ["A1", "A1", "A2", "A2", "B1", "B1"]
    assert texts(root, "NS_PAIR_NUMBER") == texts(root, "EW_PAIR_NUMBER") == ["A1", "B1", "A2"]


def test_pairs_of_a_single_section_have_plain_numbers() -> None:
    root = parse_usebio(book_of("section,board,ns,ew,score\nA,1,1,1,420\nA,1,2,2,50\n"))
    assert sorted(texts(root, "PAIR_NUMBER")) == ["1", "1", "2", "2"]


def test_a_share_of_the_points_has_two_figures_each() -> None:
    """A side that gets everything has 99: three digits would be ambiguous."""
    root = parse_usebio(book_of("board,ns,ew,score\n1,1,1,100%/0%\n1,2,2,5%/95%\n1,3,3,420\n1,4,4,30*430+70*440\n"))
    assert sorted(texts(root, "SCORE")) == ["420", "A0595", "A8317", "A9900"]


def test_several_sessions_with_the_same_boards_are_refused(book: Book) -> None:
    twice = replace(book.night, sessions=book.night.sessions * 2)
    with pytest.raises(
        CannotExpress, match=("sessions with the same boards do not fit in one USEBIO file; write 1 file per session")
    ):
        usebio(Book(twice), DAY)


def test_single_players_are_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night, output = tmp_path / "night.csv", tmp_path / "night.xml"
    night.write_text("board,north,south,east,west,score\n1,1,2,3,4,420\n1,5,6,7,8,50\n")
    assert cli.run(["score", str(night), "-o", str(output)]) != 0
    assert PAIRS_ONLY in capsys.readouterr().err
    assert not output.exists()
