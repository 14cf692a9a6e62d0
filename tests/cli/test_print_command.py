"""``byestand print`` as a user sees it: files and a count of pages, or one sentence and the documented exit code."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find, find_judged
from byestand.formats import csv
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS, dump_checked
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.sheets.diagrams.drawing import diagram_svg
from tests.support.pdf_reader import pages
from tests.support.sections import section

EACH = ("--boards-per-round", "2")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = cli.run(("print", *args))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_pages_are_counted_and_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "tonight.pdf"
    code, out, err = run(capsys, "W0605", *EACH, "--sheets", "mats,guides", "-o", str(path))
    assert (code, out, err) == (0, f"{path}: 7 pages of A4 (table mats 6, guide cards 1)\n", "")
    assert path.read_bytes().startswith(b"%PDF")


def test_without_a_file_pages_are_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "M0707", *EACH, "--sheets", "mats", "--mats-per-page", "2", "--paper", "letter") == (
        0, "4 pages of letter (table mats 4)\n", "",
    )  # fmt: skip


def test_pictures_of_several_pages_are_numbered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "W0605", *EACH, "--sheets", "chart,diagram", "-o", str(tmp_path / "wall.svg"))
    assert code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["wall-1.svg", "wall-2.svg"]
    assert "wall-1.svg to " in out
    assert run(capsys, "W0605", *EACH, "--sheets", "diagram", "-o", str(tmp_path / "one.png"))[0] == 0
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_several_sections_go_into_one_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Those without a letter get the free ones in order."""
    path = tmp_path / "both.pdf"
    assert run(capsys, "A=M0505", "M0505", "D=M0505", *EACH, "--sheets", "announce", "-o", str(path))[0] == 0
    read = [" ".join(word.text for word in page) for page in pages(path.read_bytes())]
    assert [re.findall(r"Section (\w)", words)[-1] for words in read] == ["A", "B", "D"]


def test_a_file_is_printed_like_a_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "own.csv"
    source.write_text(csv.dumps(find("W0605")), encoding="utf-8")
    code, out, _ = run(
        capsys, str(source), *EACH, "--section", "b", "--club", "Fair Oaks", "-o", str(tmp_path / "x.pdf")
    )
    assert code == 0
    sheets = "table mats 6, guide cards 1, boarding sheet 1, wall chart 1, floor plan 1, announcements 1"
    assert f"{sheets}, director's summary 1, caddy sheet 1, pick-up slips" in out


def test_a_broken_movement_is_not_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, path = tmp_path / "broken.csv", tmp_path / "broken.pdf"
    source.write_text("round,table,ns,ew,group\n1,1,1,1,1\n1,2,2,2,2\n2,1,1,2,1\n2,2,2,1,2\n", encoding="utf-8")
    code, out, err = run(capsys, str(source), *EACH, "-o", str(path))
    assert (code, out) == (1, "")
    assert "has errors: round 2, table 1: N1 plays group 1 again, after round 1 at table 1 (1 more error)" in err
    assert not path.exists()


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("W0605",), 2, "printing needs board numbers"),
        (("W0605", *EACH, "--sheets", "mats,placemats"), 2, "unknown sheet; sheets are mats, guides, rover,"),
        (("W0605", *EACH, "--sheets", ""), 2, "unknown sheet"),
        (("W0605", *EACH, "--paper", "a5"), 2, "unknown paper size, use a4 or letter: 'a5'"),
        (("W0605", *EACH, "-o", "x.doc"), 2, "unknown output type; -o must end in .pdf, .svg or .png: 'x.doc'"),
        (("W0605", *EACH, "-o", "/no/such/folder/x.pdf"), 5, "cannot write the file: no such file or directory"),
        (("W0605", *EACH, "--mats-per-page", "3"), 2, "--mats-per-page must be 1 or 2, not 3"),
        (("W0605", "--boards-per-round", "0"), 2, "boards per round must be 1 to 12, not 0"),
        (("W0605", *EACH, "--cases", "0", "--sheets", "boarding"), 2, "sets of boards must be 1 to 99, not 0"),
        (("W0605", "W0604", *EACH, "--section", "A"), 2, "2 sections need letters"),
        (("W0605", *EACH, "--section", "A1"), 2, "a section name must be 1 to 3 letters: 'A1'"),
        (("A=W0605", "A=W0604", *EACH), 2, "sections need different letters, not A, A"),
        (("W0709", *EACH), 3, "an odd number of tables needs at least as many tables as deal groups"),
        (("W0605", *EACH, "--club", "x" * 81), 2, "the club name is longer than 80 characters"),
        (("nosuch.csv", *EACH), 5, "cannot read the file"),
    ],
)
def test_what_makes_no_sense_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...],
    code: int, words: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    got, out, err = run(capsys, *args)
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("letter", ["\x00", "\x01", "\x1b", "\ud800", "\uffff", "<", "&"])
def test_what_no_page_can_hold_is_printed_as_a_sign(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, letter: str
) -> None:
    """A title comes from a file and may have any character; it is printed anyway."""
    source = tmp_path / "theirs.json"
    assert cli.run(["export", "W0605", "-o", str(source)]) == 0
    told = json.loads(source.read_text()) | {"title": f"Tues{letter}day"}
    source.write_text(json.dumps(told))
    code, out, err = run(capsys, str(source), *EACH, "--sheets", "chart,diagram", "--club", f"Har{letter}bour")
    assert (code, err) == (0, "")
    assert "floor plan 1" in out


@given(st.text(st.characters()))
def test_the_diagram_is_sound_whatever_the_title(title: str) -> None:
    picture = diagram_svg(section(replace(find("W0605"), title=title), 2))
    assert ET.fromstring(picture.encode()).tag.endswith("svg")  # noqa: S314 - our own picture


def test_a_library_is_printed_though_no_room_has_so_many_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library.txt"
    library.write_bytes(dump_checked([Document(Section(find_judged("W6006"), Boards(2)))] * 5, FORMATS["ebuscore"]))
    assert cli.run(["print", str(library), "--boards-per-round", "2", "--sheets", "announce"]) == 0
    assert capsys.readouterr().out == "5 pages of A4 (announcements 5)\n"


@pytest.mark.parametrize(
    ("wanted", "printed"),
    [
        ("--table 7", {"table mats": 1, "pick-up slips": 1}),
        ("--pair BE5", {"guide cards": 1}),
        ("--pair be5 --sheets guides,scorecards,entries,chart", {"guide cards": 1, "score cards": 2, "entry slips": 1}),
        ("--table 7 --sheets tents,chart", {"table numbers": 1}),
    ],
)
def test_what_got_lost_is_printed_alone(
    capsys: pytest.CaptureFixture[str], wanted: str, printed: dict[str, int]
) -> None:
    code, out, _ = run(capsys, "B=W1813", "C=W0605", *EACH, *wanted.split())
    told = dict(re.findall(r"([a-z][a-z -]+) (\d+)", out[out.index("(") :]))
    assert (code, {name: int(pages) for name, pages in told.items()}) == (0, printed)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("W1813 --table 7 --sheets chart", "not printed for one table alone: chart"),
        ("W1813 --missing E5 --pair E5", "no such pair in this session: 'E5'"),
        ("W1813 --pair E19", "unknown pair number; numbers are N1-N18 and E1-E18: 'E19'"),
    ],
)
def test_what_cannot_be_printed_alone_is_said(capsys: pytest.CaptureFixture[str], wanted: str, says: str) -> None:
    code, out, err = run(capsys, *wanted.split(), *EACH)
    assert (code, out, err) == (2, "", f"byestand: {says}\n")


def test_a_list_with_too_few_or_too_many_names_says_which_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twelve pairs: a list of ten ends on line 11, for one line is empty; a list of thirteen has one on line 14."""
    names = [f"Anna {letter} & Boris {letter}" for letter in "abcdefghijklm"]
    listed = tmp_path / "names.txt"
    command = ["print", "W0605", "--boards-per-round", "2", "--sheets", "start", "--names", str(listed)]
    listed.write_text("\n".join(["", *names[:10]]), encoding="utf-8")
    assert cli.run(command) == 0
    assert (
        "10 of 12 have names; names.txt ends at line 11; blank lines are printed for E5 and E6"
        in capsys.readouterr().err
    )
    listed.write_text("\n".join(["", *names]), encoding="utf-8")
    assert cli.run(command) == 5
    told = "more names than the 12 pairs of this session, from line 14: 'Anna m & Boris m'"
    assert capsys.readouterr().err == f"byestand: {listed}: {told}\n"
