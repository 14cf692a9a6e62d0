"""`show` reads files too and dumps their contents; the codes of 2011 are accepted wherever codes are."""

from dataclasses import replace
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import find, parse
from byestand.errors import BadRequest, FormatError
from byestand.formats.formats import FORMATS, loads
from tests.support.documents import document_of

Capture = pytest.CaptureFixture[str]

PACKAGE_OF_2011 = [
    f"WEB{t:02}{d:02}{rover}"
    for t in range(10, 40)
    for d in (8, 9, 12, 13)
    if d < t and (d % 2 or t % 2 == 0)
    for rover in ("", "NSR", "EWR")
]
"""As the document of 2011 lists them: 10 to 39 tables, 8, 9, 12 or 13 deal groups, each with two rovers."""


def rows_of(shown: str) -> list[list[str]]:
    """Return the numbers of a chart, table by table."""
    rows = [
        line.replace("|", " ").replace("*", " ").replace("skip", "").split()
        for line in shown.splitlines()
        if "|" in line and line[:1] == " "
    ]
    return [row for row in rows if row[0].isdigit()]


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", ["W0605", "W0806ER"])
def test_a_file_of_any_format_is_shown_as_its_movement_is(to: str, name: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "somebody's"
    path.write_bytes(FORMATS[to].dumps([document_of(find(name), per_round=2)]))
    assert cli.run(["show", name, "--boards-per-round", "2"]) == 0
    wanted = rows_of(capsys.readouterr().out)
    assert cli.run(["show", str(path), "--boards-per-round", "2"]) == 0
    assert rows_of(capsys.readouterr().out) == wanted
    assert len(wanted) == find(name).tables


OWN_WORDS = "Our Web\nboards by the door\x07"


def test_a_mov_file_is_dumped_with_its_own_words(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "CLUB.MOV"
    path.write_bytes(FORMATS["mov"].dumps([replace(document_of(find("W0605")), description=OWN_WORDS)]))
    assert cli.run(["show", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Our Web\n")
    assert "    6 |  6      5 |  5      4 |  4      3 |  3      2 |  2      1\n" in told
    assert told.endswith("Description in the file:\n  Our Web\n  boards by the door\\x07\n")


def test_rows_out_of_a_file_are_those_of_its_movement(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "W0605.MOV"
    path.write_bytes(FORMATS["mov"].dumps([document_of(find("W0605"))]))
    for to in ("csv", "json"):
        assert cli.run(["show", str(path), "--format", to]) == 0
        (again,) = loads(capsys.readouterr().out.encode(), source="shown")
        assert again.movement.same_schedule(find("W0605"))


def test_every_block_of_a_library_is_shown_and_a_bad_one_is_told(tmp_path: Path, capsys: Capture) -> None:
    blocks = FORMATS["ebuscore"].dumps([document_of(find(name), per_round=2) for name in ("W0605", "W0604")])
    path = tmp_path / "library.txt"
    path.write_bytes(blocks + b"\nlast\n1,1,x\n")
    assert cli.run(["show", str(path)]) == FormatError.exit_code
    captured = capsys.readouterr()
    assert "6-table Web, 5 rounds, 5 deal groups\n" in captured.out
    assert "6-table Web, 4 rounds, 4 deal groups\n" in captured.out
    assert f"{path}, line 20: " in captured.err
    assert cli.run(["show", str(path), "--format", "csv"]) == BadRequest.exit_code
    assert "the file has 3 movements; choose one, for example" in capsys.readouterr().err


def test_a_broken_file_is_shown_and_said_to_be_broken(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("round,table,ns,ew,group\n1,1,1,1,1\n1,2,2,2,1\n2,1,1,1,2\n2,2,2,1,1\n", "utf-8")
    assert cli.run(["show", str(path)]) == 0
    captured = capsys.readouterr()
    assert "    2 |  2      1 |  1      1" in captured.out
    assert captured.err.endswith("has errors; run 'byestand verify' for details\n")


def test_folders_and_what_is_not_there_are_refused(tmp_path: Path, capsys: Capture) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    full.mkdir()
    empty.mkdir()
    (full / "a.csv").write_text("x")
    (full / "b.csv").write_text("x")
    for named, reason in (
        (str(empty), "no movement files in this folder"),
        (str(full), "not a folder or a pattern"),
        (str(tmp_path / "no.MOV"), "no such file"),
        (str(tmp_path / "no*.MOV"), "no files match this pattern"),
    ):
        assert cli.run(["show", named]) in (BadRequest.exit_code, FormatError.exit_code)
        assert reason in capsys.readouterr().err


def test_every_name_of_2011_is_a_name_of_today() -> None:
    assert len(PACKAGE_OF_2011) == 252, "84 Webs, each with two rovers, as the table of 2011 has them"
    for old in PACKAGE_OF_2011:
        today = parse(old)
        assert (today.family.letter, f"{today.tables:02}{today.deal_groups:02}") == ("W", old[3:7])
        assert today.rover_kind == {"": "", "N": "NR", "E": "ER"}[old[7:8]]


@pytest.mark.parametrize(("old", "today"), [("WEB1812NSR", "W1812NR"), ("web1812ewr", "W1812ER"), ("WEB1413", "W1413")])
def test_a_name_of_2011_is_shown_and_told_what_it_is_today(old: str, today: str, capsys: Capture) -> None:
    assert cli.run(["show", today]) == 0
    wanted = capsys.readouterr()
    assert cli.run(["show", old]) == 0
    captured = capsys.readouterr()
    assert captured.out == wanted.out
    assert (wanted.err, captured.err) == (
        "",
        f"byestand: movement codes of 2011: {old.upper()} is now called {today}\n",
    )
    assert cli.run(["verify", old]) == 0
    assert f"{old.upper()} is now called {today}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["WEB18", "WEB1812TR", "WEB1812A", "WEB191312", "WEBB1812"])
def test_what_nobody_called_so_is_no_name(name: str) -> None:
    with pytest.raises(BadRequest, match="unknown movement"):
        parse(name)
