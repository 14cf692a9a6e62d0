"""Lists of names with a heading: its columns are read, or the list is refused; a heading is never a player."""

import json
import re
from pathlib import Path

import pytest

from byestand import cli
from byestand.errors import BadRequest
from byestand.formats.name_list import names_in
from tests.support.two_sessions import SESSION_1, SESSION_2, results_csv, seating_csv

LABELS = ("N1", "N2", "E1", "E2")
CHAIRS = "section,table,direction,name,number\n,1,N,Anna,7\n,1,S,Boris,\n,2,E,Carl,\n,2,W,Dora,\n"
PLAYED = "round,table,board,ns,ew,score\n1,1,1,1,1,420\n1,2,1,2,2,-50\n2,1,2,1,2,140\n2,2,2,2,1,110\n"


def names(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, str]:
    assert cli.run(["score", *arguments, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["ranking"]
    return {row["contestant"]: row["name"] for row in rows if "name" in row}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pair,names\nN1,Anna & Boris\nE2,Carl\n", {"N1": "Anna & Boris", "E2": "Carl"}),
        ("Pair;Player 1;Player 2\nNS 01;Anna;Boris\ne2;Carl;\n", {"N1": "Anna & Boris", "E2": "Carl"}),
        ("player1\tplayer2\nAnna\tBoris\nCarl\tDora\n", {"N1": "Anna & Boris", "N2": "Carl & Dora"}),
        ("\nName\nAnna & Boris\nCarl & Dora\n", {"N1": "Anna & Boris", "N2": "Carl & Dora"}),
        ("Pairs\nAnna & Boris\n", {"N1": "Anna & Boris"}),
        ("Pair 1\nNames of Anna\n", {"N1": "Pair 1", "N2": "Names of Anna"}),
        (" \npair,name\n \nN1,Anna\n", {"N1": "Anna"}),
        ("N1,Player 1\nE1,Player 2\n", {"N1": "Player 1", "E1": "Player 2"}),
        ("N1;Names\nE2;Partner\n", {"N1": "Names", "E2": "Partner"}),
        ("West\nEast & North\n", {"N1": "West", "N2": "East & North"}),
    ],
)
def test_a_heading_says_what_is_in_the_columns(text: str, found: dict[str, str]) -> None:
    assert names_in(text, LABELS) == found


def test_a_column_may_name_the_section() -> None:
    assert names_in("section,pair,name\nA,N1,Anna\nb,E1,Carl\n", ("AN1", "AE1", "BN1", "BE1")) == {
        "AN1": "Anna",
        "BE1": "Carl",
    }


@pytest.mark.parametrize(
    "text",
    [
        CHAIRS,
        "number,name\n1,Anna\n",
        "pair,name,number\nN1,Anna,7\n",
        "first,last\nAnna,Smith\n",
        "N/S;E/W\nAnna;Carl\n",
        "board,ns,ew,score\n1,1,1,420\n",
        "old,new,name\nN1,E1,Anna\n",
        "pair,pair,name\nN1,N1,Anna\n",
    ],
)
def test_a_heading_that_cannot_be_read_is_refused(text: str) -> None:
    heading = re.escape(repr(text.partition("\n")[0]))
    with pytest.raises(BadRequest, match=f"unknown heading on line 1; use pair,name or .*: {heading}"):
        names_in(text, LABELS)


def test_names_by_chair_go_with_results_that_tell_tables_and_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (night := tmp_path / "night.csv").write_text(PLAYED)
    (listed := tmp_path / "names.csv").write_text(CHAIRS)
    assert names(capsys, str(night), "--names", str(listed)) == {"N1": "Anna & Boris", "E2": "Carl & Dora"}


def test_names_by_chair_are_refused_where_nobody_says_who_sits_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (night := tmp_path / "night.csv").write_text("board,ns,ew,score\n1,1,1,420\n")
    (listed := tmp_path / "names.csv").write_text(CHAIRS)
    page = tmp_path / "page.html"
    assert cli.run(["score", str(night), "--names", str(listed), "-o", str(page)]) == 5
    told = capsys.readouterr().err
    assert "the results have no pairs for table 1 in round 1; add --movement" in told
    assert not page.exists()
    assert cli.run(["score", str(night), "--names", str(listed), "--movement", "M0303", "--boards-per-round", "1"]) == 0
    assert "Anna & Boris" in capsys.readouterr().out


def test_names_by_chair_are_those_of_session_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = results_csv(SESSION_1).splitlines()
    placed = [
        f"{rows[0]},round,table",
        *(f"{row},{(k > 6) + 1},{row.split(',')[1]}" for k, row in enumerate(rows[1:], 1)),
    ]
    files = {"s1.csv": "\n".join(placed), "s2.csv": results_csv(SESSION_2), "map.csv": seating_csv()}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "names.csv").write_text(CHAIRS)
    first, second, seats, listed = (str(tmp_path / name) for name in (*files, "names.csv"))
    assert names(capsys, first, second, "--seating", seats, "--names", listed) == {
        "N1": "Anna & Boris",
        "E4": "Carl & Dora",
    }


@pytest.mark.parametrize("heading", ["number,first,last", "pair,name,number", "table,ns,ew"])
def test_print_takes_no_heading_for_names(tmp_path: Path, capsys: pytest.CaptureFixture[str], heading: str) -> None:
    (listed := tmp_path / "names.csv").write_text(f"{heading}\n1,Anna,Carl\n")
    made = tmp_path / "paper.pdf"
    arguments = ["print", "M0303", "--boards-per-round", "2", "--sheets", "start", "-o", str(made)]
    assert cli.run([*arguments, "--names", str(listed)]) == 5
    assert re.search(r"names.csv(, line 1)?: .*section,table,direction,name,number", capsys.readouterr().err)
    assert not made.exists()
