"""Written results: one table of tokens for csv files, slips and travellers."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand import cli
from byestand.errors import BadRequest, FormatError
from byestand.formats.results import csv
from byestand.model.event import Event
from byestand.model.line import Absent, Average, Contract, Line, Outcome, Percentage, SideScores, TableScore
from byestand.score.book import Book
from byestand.score.contract_scores import contract
from byestand.score.notation import outcome, outcome_text
from byestand.score.score_sessions import score_night
from byestand.session.result_syntax import format_line, parse_line
from tests.support.app import client
from tests.support.crawler import InThisProcess

PLUS, EVEN, MINUS = Average
BARE = Line(1, ("1",), ("1",), Absent.MISSING)


def percent(share: str) -> Percentage:
    return Percentage(Fraction(share) / 100)


UNDERSTOOD: list[tuple[str, SideScores, SideScores, str]] = [
    *((text, EVEN, EVEN, "AVE") for text in ("AVE", "AVG", "AV", "A", "50/50", "A5050", "ave/avg", " 5 0 / 50 ")),
    *(
        (text, PLUS, MINUS, "AVE+/AVE-")
        for text in ("AVE+/AVE-", "AVG+/AVG-", "AV+/AV-", "A+/A-", "60/40", "A6040", "a + / av -")
    ),
    ("40/60", MINUS, PLUS, "AVE-/AVE+"),
    ("60/60", PLUS, PLUS, "AVE+/AVE+"),
    ("40/40", MINUS, MINUS, "AVE-/AVE-"),
    ("50/40", EVEN, MINUS, "AVE/AVE-"),
    ("60/50", PLUS, EVEN, "AVE+/AVE"),
    ("55/45", percent("55"), percent("45"), "55%/45%"),
    ("70/30", percent("70"), percent("30"), "70%/30%"),
    ("10/90", percent("10"), percent("90"), "10%/90%"),
    ("62.5/37.5", percent("62.5"), percent("37.5"), "62.5%/37.5%"),
    ("60%/40%", percent("60"), percent("40"), "60%/40%"),
    ("50%/50%", percent("50"), percent("50"), "50%/50%"),
    ("A5545", percent("55"), percent("45"), "55%/45%"),
    ("+50/+50", TableScore.certain(50), TableScore.certain(50), "50"),
    ("+50/50", TableScore.certain(50), TableScore.certain(50), "50"),
    ("420/420", TableScore.certain(420), TableScore.certain(420), "420"),
    ("420/-50", TableScore.certain(420), TableScore.certain(-50), "420/-50"),
    ("90/70", TableScore.certain(90), TableScore.certain(70), "90/70"),
    ("+100/+0", TableScore.certain(100), TableScore.certain(0), "+100/+0"),
    ("100/+0", TableScore.certain(100), TableScore.certain(0), "+100/+0"),
    ("150/-50", TableScore.certain(150), TableScore.certain(-50), "150/-50"),
    ("A+/-50", PLUS, TableScore.certain(-50), "AVE+/-50"),
    ("100%/0%", percent("100"), percent("0"), "100%/0%"),
    ("60", TableScore.certain(60), TableScore.certain(60), "60"),
]
"""The input, the score of each side, and our own notation."""
REFUSED = [
    ("100/0", "enter 100%/0%, or +100/+0 for a split score: '100/0'"),
    ("0/100", "enter 0%/100%, or +0/+100 for a split score: '0/100'"),
    ("A+", "enter the scores of both sides, such as AVE+/AVE- or 55%/45%: 'A+'"),
    ("avg-", "enter the scores of both sides"),
    ("55%", "enter the scores of both sides"),
    ("AVERAGE", "expected a score such as"),
    ("A60/40", "expected a score such as"),
    ("60/40/50", "expected a score such as"),
]
CONTRACTS = [
    *((text, Contract(4, "S", 1)) for text in ("4S*", "4Sx", "4♠X", "4 s *")),
    *((text, Contract(4, "S", 2)) for text in ("4S**", "4sXX", "4♠ x x")),
]


def from_csv(score: str) -> Line:
    (line,) = csv.loads(f"board,ns,ew,score\n1,1,1,{score}\n")
    return line


@pytest.mark.parametrize(("text", "ns", "ew", "canonical"), UNDERSTOOD)
def test_a_token_means_the_same_in_a_file_and_in_the_field(
    text: str, ns: SideScores, ew: SideScores, canonical: str
) -> None:
    line = parse_line(text, BARE)
    assert from_csv(text).outcome == line.outcome == Outcome(ns, ew)
    assert format_line(line, BARE) == format_line(from_csv(text), BARE) == canonical
    assert outcome(canonical) == line.outcome


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_a_token_that_could_mean_two_things_is_refused_in_a_file_and_in_the_field(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=re.escape(f"line 2: column score: {sentence}")):
        from_csv(text)
    with pytest.raises(BadRequest, match=re.escape(sentence)):
        parse_line(text, BARE)


def test_np_is_not_played_in_a_file_and_in_the_field() -> None:
    assert from_csv("np").outcome is parse_line("n p", BARE).outcome is Absent.NOT_PLAYED


@pytest.mark.parametrize(("row", "expected"), [("NP,,", Absent.NOT_PLAYED), ("n p,,50", 50), (",,", Absent.MISSING)])
def test_np_in_the_column_of_contracts_is_not_played_unless_there_is_a_score(row: str, expected: int | Absent) -> None:
    (line,) = csv.loads(f"board,ns,ew,contract,declarer,score\n1,1,1,{row}\n")
    assert line.outcome == (expected if isinstance(expected, Absent) else outcome(str(expected)))
    assert line.contract is None


def test_a_file_has_so_many_lines_and_not_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert csv.MAX_LINES == 100_000
    monkeypatch.setattr(csv, "MAX_LINES", 3)
    lines = [f"1,{pair},{pair},420" for pair in range(1, 5)]
    assert len(csv.loads("\n".join(("board,ns,ew,score", *lines[:3], "", "")))) == 3
    with pytest.raises(FormatError, match="the file has more than 3 lines"):
        csv.loads("\n".join(("board,ns,ew,score", *lines)))


def test_two_unsigned_figures_are_scores_only_where_no_share_is_meant() -> None:
    """All pairs up to 100, against the words of the table."""
    averages = {60: PLUS, 50: EVEN, 40: MINUS}
    for ns in range(101):
        for ew in range(101):
            if {ns, ew} == {0, 100}:
                continue
            if {ns, ew} <= averages.keys():
                expected: Outcome = Outcome(averages[ns], averages[ew])
            elif ns + ew == 100:
                expected = Outcome(percent(str(ns)), percent(str(ew)))
            else:
                expected = Outcome(TableScore.certain(ns), TableScore.certain(ew))
            assert outcome(f"{ns}/{ew}") == expected
            assert outcome(outcome_text(expected)) == expected


@pytest.mark.parametrize(("text", "called"), CONTRACTS)
def test_a_star_doubles_like_an_x_in_a_file_and_in_the_field(text: str, called: Contract) -> None:
    (line,) = csv.loads(f"board,ns,ew,contract,declarer,result\n1,1,1,{text},N,=\n")
    assert line.contract == parse_line(f"{text} n =", BARE).contract == contract(text) == called


@pytest.mark.parametrize("text", ["5d s xx =", "5dsxx=", "5d xx s =", "5d s ** =", "5♦ South x x ="])
def test_the_double_can_follow_the_declarer(text: str) -> None:
    assert format_line(parse_line(text, BARE), BARE) == "5DXX S ="


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5d x s x =", "enter the double once, before or after the declarer: '5d x s x ='"),
        ("5d s xxx =", "expected tricks such as 10"),
        ("4s*x n =", "declarer missing; add N, E, S or W after the contract"),
    ],
)
def test_more_doubles_than_there_are_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(sentence)):
        parse_line(text, BARE)


def test_the_board_with_50_50_has_the_points_that_were_worked_out_by_hand() -> None:
    """Four tables: one average, and three scores of an expected four (Neuberg)."""
    lines = csv.loads("board,ns,ew,score\n1,1,1,50/50\n1,2,2,420\n1,3,3,430\n1,4,4,400\n")
    (session,) = score_night([lines]).sessions
    points = [(scored.points("NS"), scored.points("EW")) for scored in session.lines]
    assert points == [(3, 3), (3, 3), (Fraction(17, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(17, 3))]


def test_a_file_with_100_0_is_refused_with_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = tmp_path / "night.csv"
    night.write_text("board,ns,ew,score\n1,1,1,420\n1,2,2,100/0\n")
    assert cli.run(["score", str(night)]) == 5
    assert "line 3: column score: enter 100%/0%, or +100/+0 for a split score: '100/0'" in capsys.readouterr().err


def test_equal_scores_on_both_sides_are_one_score_for_programs_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night = tmp_path / "night.csv"
    night.write_text("board,ns,ew,score\n1,1,1,+50/+50\n1,2,2,50\n1,3,3,50/50\n")
    assert cli.run(["score", str(night), "--format", "json"]) == 0
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert [(line["score"], line["ns_points"]) for line in board["lines"]] == [(50, 2), (50, 2), ("50/50", 2)]


def test_tables_with_the_same_average_are_one_line_of_the_frequencies() -> None:
    lines = csv.loads("board,ns,ew,score\n1,1,1,50/50\n1,2,2,AVE\n1,3,3,420\n1,4,4,+420/+420\n")
    (traveller,) = Book(score_night([lines]), Event(), {}, "").travellers
    assert sorted(frequency.times for frequency in traveller.frequencies) == [2, 2]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("tokens") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.mark.parametrize("where", ["board=1", "round=1&table=1"])
def test_slip_and_traveller_show_what_was_understood(page: TestClient, where: str) -> None:
    kept = page.post("/nights", data={"movement": ["W0605"], "boards": "1", "name": "Tuesday"})
    night = kept.headers["location"]
    for text, echo in (
        ("50/50", "AVE"),
        ("60/40", "AVE+/AVE-"),
        ("70/30", "70%/30%"),
        ("+50/+50", "+50"),
        ("5d s xx =", "+800 5DXX S ="),
        ("4s* n -1", "-100 4SX N -1"),
    ):
        assert page.post(f"{night}/results?{where}", data={"at-1-1-1": text}).status_code == 303
        assert beside_field(page.get(f"{night}/results?{where}").text) == echo
    refused = page.post(f"{night}/results?{where}", data={"at-1-1-1": "100/0"})
    assert refused.status_code == 400
    assert "enter 100%/0%, or +100/+0 for a split score: '100/0'" in beside_field(refused.text)


def beside_field(text: str) -> str:
    found = re.search(r'<td id="at-1-1-1-said"[^>]*>(.*?)</td>', text, re.DOTALL)
    assert found
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1]))).strip()
