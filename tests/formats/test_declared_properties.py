"""Declared properties of a file are kept in json and xlsx; other formats refuse only the affected movement."""

import io
import json as stdlib_json
import zipfile
from dataclasses import replace
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.catalog.listing import library
from byestand.errors import CannotExpress, FormatError
from byestand.formats import csv, json
from byestand.formats.document import DECLARABLE_RULES, Document
from byestand.formats.formats import FORMATS, dump_checked, loads
from byestand.model.boards import Boards
from byestand.server.jobs.job_results import JobFile
from byestand.server.pages.check import view as check
from byestand.server.pages.movement import library as library_page
from byestand.verify import judge
from tests.support.documents import document_of
from tests.support.ebuscore_kinds import UNREADABLE, half_mitchell, with_declaration
from tests.support.json_schema import SCHEMA
from tests.support.paths import SEEDS

Capture = pytest.CaptureFixture[str]
SEED = SEEDS / "ebuscore_kinds.txt"
RULES = sorted(DECLARABLE_RULES)


def read(text: str) -> Document:
    (document,) = loads(text.encode(), source="PSMovements.txt")
    return document


@pytest.fixture(params=RULES)
def block(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file with a block in which a rule is broken on purpose."""
    path = tmp_path / "declared.txt"
    path.write_text(with_declaration(request.param))
    return path


@pytest.mark.parametrize("rule", RULES)
def test_the_blocks_are_sound_for_their_declaration_alone(rule: str) -> None:
    document = read(with_declaration(rule))
    assert {f.rule for f in judge(document.movement).findings if f.severity == "error"} == {rule}
    assert not [f for f in judge(document.movement, forgiven=document.forgiven).findings if f.severity == "error"]


@pytest.mark.parametrize("to", FORMATS)
def test_a_sound_block_stays_sound_or_is_not_converted(block: Path, to: str, tmp_path: Path, capsys: Capture) -> None:
    """Json and xlsx can express it: the advice to use json is right."""
    assert cli.run(["verify", str(block)]) == 0
    out = tmp_path / "out"
    code = cli.run(["convert", str(block), "--to", to, "--out", str(out)])
    told = capsys.readouterr()
    if code:
        assert to not in ("json", "xlsx", "ebuscore")
        assert code == CannotExpress.exit_code
        assert not list(out.iterdir())
        assert "use json" in told.err or to == "mov"
        return
    assert "1 file written" in told.out
    assert cli.run(["verify", str(out)]) == 0


@pytest.mark.parametrize("to", ["json", "xlsx"])
@pytest.mark.parametrize("rule", RULES)
def test_what_is_meant_is_read_back_and_goes_home_again(rule: str, to: str) -> None:
    document = read(with_declaration(rule))
    (again,) = loads(dump_checked([document], FORMATS[to]))
    said_missing = {"never-seated"} if to == "xlsx" and document.movement.field.missing else set()
    assert again.forgiven == {"met-twice", rule} | said_missing, "no more than is needed"
    assert again.movement == document.movement
    (home,) = loads(dump_checked([again.with_boards(Boards(3))], FORMATS["ebuscore"]))
    assert home.movement.same_schedule(document.movement)


@pytest.mark.parametrize("rule", RULES)
def test_the_published_schema_knows_what_is_meant(rule: str) -> None:
    data = stdlib_json.loads(dump_checked([read(with_declaration(rule))], FORMATS["json"]))
    assert data["broken_on_purpose"] == [rule]
    SCHEMA.validate(data)
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(data | {"broken_on_purpose": ["seated-twice"]})


def test_what_means_nothing_special_says_nothing_of_it() -> None:
    assert b"broken_on_purpose" not in dump_checked([read(half_mitchell(0))], FORMATS["json"])
    assert "broken_on_purpose" not in json.dumps(find("W1813"))


@pytest.mark.parametrize("meant", [["seated-twice"], ["no-boards", "sharing"], "no-boards", [1], None])
def test_clashes_cannot_be_meant(meant: object) -> None:
    data = stdlib_json.loads(json.dumps(find("W0605"))) | {"broken_on_purpose": meant}
    with pytest.raises(FormatError, match="broken_on_purpose"):
        json.loads(stdlib_json.dumps(data))


def test_a_sheet_cannot_mean_clashes_either() -> None:
    found = read(with_declaration("no-boards"))
    document = found.with_movement(replace(found.movement, title="x"))
    data = dump_checked([document], FORMATS["xlsx"])
    inside = zipfile.ZipFile(io.BytesIO(data))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in inside.namelist():
            archive.writestr(name, inside.read(name).replace(b"meant: no-boards", b"meant: sharing"))
    with pytest.raises(
        FormatError,
        match=("sheet x, cell A23: expected rules out of group-stray, no-boards, ragged-round: 'meant: sharing'"),
    ):
        loads(out.getvalue())


@pytest.mark.parametrize(("to", "count"), [("xlsx", 6), ("ebuscore", 6), ("json", 6), ("csv", 5), ("bws", 5)])
def test_one_block_does_not_hide_the_rest(to: str, count: int, block: Path, tmp_path: Path, capsys: Capture) -> None:
    block.write_text(f"{block.read_text(encoding='utf-8')}\n{SEED.read_text(encoding='utf-8')}", encoding="utf-8")
    out = tmp_path / "out"
    cli.run(["convert", str(block), "--to", to, "--out", str(out)])
    capsys.readouterr()
    assert cli.run(["verify", str(out)]) == 0
    assert f"{count} movements: {count} valid" in capsys.readouterr().out


def test_one_that_many_cannot_hold_does_not_hide_the_rest(
    block: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a format with many movements cannot express one of them, only that one is left out."""
    monkeypatch.setattr("byestand.formats.xlsx.metadata.meant", lambda _: ())
    block.write_text(f"{block.read_text(encoding='utf-8')}\n{SEED.read_text(encoding='utf-8')}", encoding="utf-8")
    out = tmp_path / "out"
    assert cli.run(["convert", str(block), "--to", "xlsx", "--out", str(out)]) == CannotExpress.exit_code
    told = capsys.readouterr()
    assert "1 file written" in told.out
    assert "[D1] Seven tables" in told.err
    assert len(loads((out / "declared.xlsx").read_bytes())) == 5
    zipped = unzip(check.convert_file.run("declared.txt", block.read_bytes(), "xlsx", ()))
    assert len(loads(zipped["declared.xlsx"])) == 5
    assert zipped["NOT CONVERTED.txt"].startswith(b"1: [D1] Seven tables")


def test_show_writes_what_verify_calls_sound_or_nothing(block: Path, tmp_path: Path, capsys: Capture) -> None:
    assert cli.run(["show", str(block), "--format", "csv"]) == CannotExpress.exit_code
    assert capsys.readouterr().out == ""
    assert cli.run(["show", str(block), "--format", "json"]) == 0
    path = tmp_path / "shown.json"
    path.write_text(capsys.readouterr().out)
    assert cli.run(["verify", str(path)]) == 0


# ---- as it is -----------------------------------------------------------------------------------------------------


@pytest.fixture
def type_of_cell(tmp_path: Path) -> Path:
    """Return rows with one table mistyped, which an .ASC file may mean."""
    path = tmp_path / "TYPED.csv"
    path.write_text(csv.dumps(find("W1813")).replace("\n5,2,", "\n5,22,"))
    return path


@pytest.mark.parametrize("to", FORMATS)
def test_a_broken_file_is_written_as_it_is_or_that_is_not_said(
    to: str, type_of_cell: Path, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "out"
    asked = ["--to", to, "--boards-per-round", "2", "--as-it-is"]
    code = cli.run(["convert", str(type_of_cell), *asked, "--out", str(out)])
    told = capsys.readouterr().err
    made = list(out.iterdir())
    assert ("written with errors: " in told) == bool(made) == (code == 0)
    path = tmp_path / f"OUT{FORMATS[to].suffix}"
    assert cli.run(["export", str(type_of_cell), *asked, "-o", str(path)]) == code
    assert ("written with errors: " in capsys.readouterr().err) == path.exists() == (code == 0)
    if to in ("asc", "csv", "json", "xlsx"):
        assert len(loads(made[0].read_bytes())) == 1
    else:
        assert code in (0, CannotExpress.exit_code)


def test_without_being_asked_nothing_broken_is_written(type_of_cell: Path, tmp_path: Path, capsys: Capture) -> None:
    for to in ("asc", "json"):
        assert cli.run(["convert", str(type_of_cell), "--to", to, "--out", str(tmp_path / "out")]) == 1
        assert cli.run(["export", str(type_of_cell), "--to", to]) == 1
    assert "written as it is" not in capsys.readouterr().err
    assert not list((tmp_path / "out").iterdir())


def test_the_app_writes_it_as_it_is_too(type_of_cell: Path) -> None:
    answer = check.convert_file.run("TYPED.csv", type_of_cell.read_bytes(), "asc", (("as_it_is", "1"),))
    assert len(loads(answer.body)) == 1


# ---- zips of the app ----------------------------------------------------------------------------------------------


def unzip(answer: JobFile) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(answer.body))
    return {name: archive.read(name) for name in archive.namelist()}


def test_a_zip_tells_what_is_left_out_and_numbers_files_by_their_blocks() -> None:
    """Files have the numbers that `FILE#3` has."""
    data = "\n".join([UNREADABLE, with_declaration("no-boards"), half_mitchell(0)]).encode()
    zipped = unzip(check.convert_file.run("PS.txt", data, "csv", ()))
    assert list(zipped) == ["PS-3.csv", "NOT CONVERTED.txt"]
    unread, refused = zipped["NOT CONVERTED.txt"].decode().splitlines()
    assert unread.startswith("1: ")
    assert "type 5 is for teams" in unread
    assert refused.startswith("2: [D1] Seven tables, no-boards declared: this movement does not fit the format csv")


@pytest.mark.parametrize("to", ["xlsx", "ebuscore"])
def test_many_in_one_file_come_with_what_is_left_out(to: str) -> None:
    data = "\n".join([UNREADABLE, with_declaration("no-boards"), half_mitchell(0)]).encode()
    zipped = unzip(check.convert_file.run("PS.txt", data, to, ()))
    assert list(zipped) == [f"PS{FORMATS[to].suffix}", "NOT CONVERTED.txt"]
    assert len(loads(zipped[f"PS{FORMATS[to].suffix}"])) == 2
    assert zipped["NOT CONVERTED.txt"].startswith(b"1: ")
    readable = "\n".join([with_declaration("no-boards"), half_mitchell(0)]).encode()
    assert check.convert_file.run("PS.txt", readable, to, ()).filename == f"PS{FORMATS[to].suffix}", (
        "no zip for one file"
    )


def test_a_selection_is_proofread(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = replace(FORMATS["csv"], dumps=lambda _: b"round,table,ns,ew,group\n1,1,1,1,1\n1,2,1,2,1\n")
    monkeypatch.setitem(FORMATS, "csv", bad)
    with pytest.raises(
        CannotExpress,
        match=(
            "this movement does not fit the format csv: read back the"
            " movement has errors: round 1: N1 has more than one seat, at tables 1 and 2; use json"
        ),
    ):
        library_page.selection.run((("pick", "W0605"), ("to", "csv")))


@pytest.mark.parametrize("to", FORMATS)
def test_the_library_is_read_back_from_every_format(to: str) -> None:
    """Every 120th of it: the zip of the whole is not proofread each time."""
    for volume in list(library())[::120]:
        assert dump_checked([document_of(find(str(volume.name)), per_round=2)], FORMATS[to])
