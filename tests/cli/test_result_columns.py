"""Results that scripts bring as csv: one pair has one name, every column is known, and something is scored."""

import json
from pathlib import Path

import pytest

from byestand import cli

HEADING = "board,ns,ew,score"
PLAYED = ("1,1,1,420", "1,2,2,-50", "2,1,2,140", "2,2,1,110")


def write(path: Path, *rows: str, heading: str = HEADING) -> str:
    path.write_text("\n".join((heading, *rows, "")), encoding="utf-8")
    return str(path)


def ranking(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, tuple[float, int]]:
    """Return percentage and boards of each contestant."""
    assert cli.run(["score", *arguments, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["ranking"]
    return {row["section"] + row["contestant"]: (row["percentage"], row["boards"]) for row in rows}


@pytest.mark.parametrize(
    "rows",
    [
        ("1,01,1,420", "1,2,002,-50", "2,1,2,140", "2,2,1,110"),
        ("1,N1,E1,420", "1,N2,E2,-50", "2,N1,E2,140", "2,N2,E1,110"),
        ("1,N1,E1,420", "1,NS 2,ew02,-50", "2,1,2,140", "2,n2,1,110"),
    ],
)
def test_a_pair_is_one_pair_however_its_number_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: tuple[str, ...]
) -> None:
    plain = ranking(capsys, write(tmp_path / "plain.csv", *PLAYED))
    assert plain == {"N1": (100, 2), "N2": (0, 2), "E1": (50, 2), "E2": (50, 2)}
    assert ranking(capsys, write(tmp_path / "night.csv", *rows)) == plain


def test_labels_are_numbers_for_the_movement_and_may_name_their_section(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ("B,1,BN1,BE1,420", "B,1,N2,E3,-50", "B,1,3,b2,0")
    expected = {"BN1", "BN2", "BN3", "BE1", "BE2", "BE3"}
    assert set(ranking(capsys, write(tmp_path / "b.csv", *rows, heading="section,board,ns,ew,score"))) == expected
    assert set(ranking(capsys, write(tmp_path / "c.csv", "1,BN1,BE1,420", "1,BN2,BE3,0", "1,BN3,BE2,0"))) == expected
    plain = write(tmp_path / "plain.csv", "1,N1,E1,420", "1,N2,E3,-50", "1,3,2,0")
    assert cli.run(["score", plain, "--movement", "M0303", "--boards-per-round", "1"]) == 0
    assert cli.run(["score", write(tmp_path / "d.csv", "B,1,AN1,1,0", heading="section,board,ns,ew,score")]) == 5
    assert "column ns: this pair is not in section B: 'AN1'" in capsys.readouterr().err


def test_labels_of_both_lines_in_one_column_are_pairs_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After an arrow switch, or in a second session: E1 sits North-South and is still E1."""
    first = write(tmp_path / "first.csv", "1,N1,E1,420", "1,N2,E2,-50")
    second = write(tmp_path / "second.csv", "2,E01,N1,140", "2,e2,N2,110")
    totals = {"N1": (50, 2), "N2": (50, 2), "E1": (50, 2), "E2": (50, 2)}
    assert ranking(capsys, first, second) == totals
    (together := tmp_path / "night.csv").write_text(
        Path(first).read_text(encoding="utf-8") + "2,E1,N1,140\n2,E2,N2,110\n"
    )
    assert ranking(capsys, str(together)) == totals
    once = write(tmp_path / "once.csv", "1,N1,E1,420", "1,E2,N2,-50")
    assert set(ranking(capsys, once)) == {"N1", "E1", "N2", "E2"}
    cli.run(["score", once])
    assert "because a pair is listed in the other direction: line 3, column ns: E2" in capsys.readouterr().err
    assert cli.run(["score", str(together), "--winners", "2"]) == 2
    assert "use --winners 1" in capsys.readouterr().err


def test_a_number_beside_labels_of_both_lines_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "night.csv", "1,N1,E1,420", "2,E1,1,140")
    assert cli.run(["score", path]) == 5
    assert "column ew has NS and EW pairs (line 3, column ns: E1); write N1 or E1: '1'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("heading", "row", "says"),
    [
        (
            "board,ns,ew,contrct,declarer,result",
            "1,1,1,4S,N,=",
            ("score, lead, form, note, section, round, table: 'contrct'"),
        ),
        ("board,ns,ew,score,score", "1,1,1,420,420", "column score appears twice"),
        ("board,ns,ew", "1,1,1", "expected the column score or the columns contract,declarer,result"),
        ("board,ns,ew,contract,declarer", "1,1,1,4S,N", "line 2: column result"),
    ],
)
def test_a_heading_without_results_or_with_an_unknown_column_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], heading: str, row: str, says: str
) -> None:
    page = tmp_path / "page.html"
    assert cli.run(["score", write(tmp_path / "night.csv", row, heading=heading), "-o", str(page)]) == 5
    told = capsys.readouterr().err
    assert says in told
    assert "contrct" not in heading or "'contrct'" in told
    assert not page.exists()


@pytest.mark.parametrize("rows", [(), ("1,1,1,",), ("1,1,1,75",), ("1,1,1,NP",)])
@pytest.mark.parametrize("name", ["page.html", "page.pdf", "page.xml", "page.txt"])
def test_no_page_is_written_without_a_scored_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: tuple[str, ...], name: str
) -> None:
    path, page = write(tmp_path / "night.csv", *rows), tmp_path / name
    assert cli.run(["score", path, "-o", str(page)]) == 5
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "byestand: no results could be scored, so no page is written"
    assert not page.exists()


def test_what_is_missing_is_listed_before_the_first_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "night.csv", "1,1,1,")
    assert cli.run(["score", path, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["ranking"], [finding["rule"] for finding in data["findings"]]) == ([], ["missing result"])
