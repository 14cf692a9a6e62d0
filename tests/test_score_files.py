"""Results in files: read as Bridgemates leave them, written for people, sites and other programs."""

import csv
import io
import json
import subprocess
from pathlib import Path

import access_parser  # type: ignore[import-untyped]
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import FormatError
from byestand.formats.bws.jet4_rows import Value
from byestand.formats.document import Document
from byestand.formats.results import load, loads
from byestand.formats.single_players import unfolded
from byestand.model import Person
from byestand.score.night import score_night
from byestand.score.results import Absent
from documents import document_of
from result_nights import as_csv, received, with_results

Row = dict[str, Value]
CORRECTED, ERASED, AVERAGE, NOT_PLAYED = 3, 8, 20, 40
"""Which of the results of W1813 were entered twice, erased, adjusted and not played."""


@pytest.fixture(scope="module")
def web() -> Document:
    people = {"N1": (Person("Anna Ø"), Person("", "7")), "E4": (Person("Юрий"), Person("Olga", "12"))}
    return document_of(find("W1813"), 2, letter="A", people=people)


@pytest.fixture(scope="module")
def rows(web: Document) -> list[Row]:
    """Return a night of 468 results; one was entered wrongly first, one was erased and one of its board is missing."""
    good = list(received(web))
    good[AVERAGE] |= {"Contract": "", "NS/EW": "", "Result": "", "Remarks": "60%-40%"}
    good[NOT_PLAYED] |= {"Contract": "", "NS/EW": "", "Result": "", "Remarks": "Not played"}
    good[ERASED] |= {"Erased": True}
    return [{**good[CORRECTED], "Contract": "7 NT", "NS/EW": "N", "Result": "-5"}, *good]


@pytest.fixture(scope="module")
def night(web: Document, rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("night") / "w1813.bws"
    path.write_bytes(with_results(web, rows, PlayerNames=[{"ID": 7, "Name": "Élodie", "strID": "7"}]))
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
    """Corrected, erased, adjusted and unplayed lines among them; what was left out or lacks is told with its place."""
    read = load(night)
    from_csv = score_night([loads(as_csv(rows).encode()).lines], schedules=read.schedules)
    from_bws = score_night([read.lines], schedules=read.schedules)
    assert from_bws.ranking == from_csv.ranking
    assert len(read.lines) == 467
    erased, wrong = rows[ERASED + 1], rows[0]
    assert [(f.rule, f.table, f.round, f.board, f.severity) for f in read.findings] == [
        ("corrected result", wrong["Table"], wrong["Round"], wrong["Board"], "warning"),
        ("erased result", erased["Table"], erased["Round"], erased["Board"], "warning"),
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


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"Contract": "5 Z"}, "column Contract"),
        ({"Contract": "4 S", "NS/EW": "N", "Result": "+5"}, "column Result"),
        ({"Contract": "4 S", "NS/EW": "Q", "Result": "="}, "column NS/EW"),
        ({"Remarks": "130%-0%"}, "column Remarks"),
        ({"PairNS": 0}, "column PairNS"),
        ({"Section": 3}, "column Section"),
    ],
)
def test_a_result_that_cannot_be_read_is_refused_with_its_place(web: Document, wrong: Row, place: str) -> None:
    row = next(received(web)) | wrong
    with pytest.raises(FormatError, match=place) as refused:
        loads(with_results(web, [row]))
    assert "ReceivedData" in str(refused.value)


def test_what_a_remark_means_is_not_guessed(web: Document) -> None:
    read = loads(with_results(web, [next(received(web)) | {"Remarks": "Wrong direction"}]))
    assert [(found.rule, found.severity, found.board) for found in read.findings] == [("unknown remark", "warning", 1)]
    assert read.lines[0].outcome is not Absent.MISSING


def test_single_players_are_read_from_four_columns() -> None:
    document = unfolded(document_of(find("R0505"), 3, letter="A"))
    rows = list(received(document))
    read = loads(with_results(document, rows))
    assert read.lines[0].ns == (str(rows[0]["PairNS"]), str(rows[0]["South"]))
    night = score_night([read.lines], schedules=read.schedules)
    assert night.findings == ()
    assert len(night.ranking) == 20
