"""The standard library: its counts, its codes, and its files."""

import csv
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.catalog.listing import library
from byestand.formats import formats, mov
from byestand.verify import judge

COMMAND = Path(sys.executable).with_name("byestand")


def test_the_library_has_82_and_1153_files_with_names_of_at_most_8_letters() -> None:
    volumes = list(library())
    assert Counter(volume.folder for volume in volumes) == {"WEBS": 82, "MOREWEBS": 1153}
    names = [str(volume.name) for volume in volumes]
    assert len(set(names)) == 1235
    assert max(map(len, names)) == 8
    assert sum(name.endswith("ER") for name in names) == sum(name.endswith("NR") for name in names) == 380


def test_the_examples_of_the_2019_document_are_where_it_says() -> None:
    folder = {str(volume.name): volume.folder for volume in library()}
    for name in ("W1813", "W1812", "W1913", "W191312", "W1008", "W1008A", "W151312"):
        assert folder[name] == "WEBS"
    assert folder["W1812ER"] == "MOREWEBS"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole library, written once."""
    folder = tmp_path_factory.mktemp("library")
    assert cli.run(["catalog", "--out", str(folder)]) == 0
    return folder


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.slow
def test_files_on_disk_are_read_back_and_judged_sound(shelf: Path) -> None:
    assert len(list((shelf / "WEBS").iterdir())) == 82
    assert len(list((shelf / "MOREWEBS").iterdir())) == 1153
    # One hand writes them all: of the many every eleventh, with either rover and without.
    for path in (*(shelf / "WEBS").iterdir(), *sorted((shelf / "MOREWEBS").iterdir())[::11]):
        (document,) = formats.load(path)
        made = find(path.stem)
        assert document.movement.same_schedule(made), path
        assert document.movement.revenge_rounds == made.revenge_rounds, path
        assert judge(document.movement).is_sound, path


@pytest.mark.slow
def test_the_index_lists_every_file_with_its_digest(shelf: Path) -> None:
    with (shelf / "INDEX.CSV").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    digests = files(shelf)
    assert len(rows) == 1235
    for row in rows:
        assert digests[f"{row['folder']}/{row['name']}.MOV"] == row["sha256"]
    text = (shelf / "INDEX.TXT").read_text(encoding="utf-8")
    assert all(row["name"] in text for row in rows)


def test_written_again_it_is_the_same_and_nothing_is_rewritten(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in (shelf / "WEBS").iterdir()}
    assert cli.run(["catalog", "--out", str(shelf), "--folder", "WEBS"]) == 0
    assert capsys.readouterr().out.startswith("82 movements (WEBS 82, MOREWEBS 0), all checked, no errors; 0 written")
    assert {path: path.stat().st_mtime_ns for path in (shelf / "WEBS").iterdir()} == before
    assert cli.run(["catalog", "--out", str(tmp_path), "--folder", "WEBS"]) == 0
    fresh = {name: digest for name, digest in files(tmp_path).items() if name.startswith("WEBS")}
    assert fresh == {name: digest for name, digest in files(shelf).items() if name.startswith("WEBS")}


@pytest.mark.slow
def test_interrupted_it_leaves_whole_files_only_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["catalog", "--out", str(tmp_path), "--tables", "20-30"]
    process = subprocess.Popen([str(COMMAND), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.rglob("*.MOV"))) < 20 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    _, told = process.communicate()
    assert (process.returncode, told.strip()) == (130, "byestand: interrupted")
    partly = list(tmp_path.rglob("*.MOV"))
    assert 20 <= len(partly) < 400
    assert [path.name for path in tmp_path.rglob(".*")] == []
    for path in partly:
        assert judge(mov.loads(path.read_bytes()).movement).is_sound or find(path.stem).revenge_rounds
    assert cli.run(arguments) == 0
    assert capsys.readouterr().out.startswith("370 movements")


def test_the_index_keeps_what_earlier_runs_have_written(tmp_path: Path) -> None:
    for tables in ("8", "9"):
        assert cli.run(["catalog", "--out", str(tmp_path), "--tables", tables, "--groups", "9"]) == 0
    text = (tmp_path / "INDEX.CSV").read_text(encoding="utf-8")
    assert "W0809," in text
    assert "W0909," in text


@pytest.mark.parametrize(
    "row",
    [
        ["WEBS", "/x"], ["WEBS", "../WEBS/W0809"], ["WEBS", "**"], ["WEBS", "*"], ["WEBS", ""], ["WEBS", "W0809\n"],
        ["..", "W0809"], ["WEBS"], [],
    ],
)  # fmt: skip
def test_a_row_of_the_index_that_is_no_name_is_left_out(row: list[str], tmp_path: Path) -> None:
    """The index is not trusted: its rows lead to no other folder, and other files are not taken for ours."""
    command = ["catalog", "--out", str(tmp_path), "--tables", "8", "--groups", "9"]
    assert cli.run(command) == 0
    index = tmp_path / "INDEX.CSV"
    before = index.read_text("utf-8")
    columns = before.splitlines()[0].count(",") + 1
    with index.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow([*row, *["x"] * (columns - len(row) if len(row) > 1 else 0)])
    assert cli.run(command) == 0
    assert index.read_text("utf-8") == before


def test_an_index_that_cannot_be_read_is_told_of_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["catalog", "--out", str(tmp_path), "--tables", "8", "--groups", "9"]
    assert cli.run(command) == 0
    index = tmp_path / "INDEX.CSV"
    index.write_text(f"{index.read_text('utf-8')}WEBS,{'x' * 200_000}\n", "utf-8")
    before = index.read_bytes()
    assert cli.run(command) == 5
    assert "misplaced quotation mark, or a cell that is too long" in capsys.readouterr().err
    assert index.read_bytes() == before


def test_other_ranges_and_formats_can_be_asked_for(tmp_path: Path) -> None:
    arguments = ["catalog", "--out", str(tmp_path), "--tables", "46-47", "--groups", "13", "--to", "csv"]
    assert cli.run(arguments) == 0
    assert {path.name for path in (tmp_path / "MOREWEBS").iterdir()} == {
        f"{name}.csv" for name in ("W4613", "W4613ER", "W4613NR", "W4713", "W4713ER", "W4713NR", "W471312")
    }


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--out", "/dev/null/x"], 5, "cannot create the folder"),
        (["--out", "x", "--tables", "90-99999999"], 2, "2 to 60 tables, not 90 to 99999999"),
        (["--out", "x", "--to", "pdf"], 2, "unknown format"),
        (
            ["--out", "x", "--to", "bws", "--tables", "8", "--groups", "8"],
            5,
            ".bws needs board numbers; add --boards-per-round, for example 2",
        ),
        ([], 2, "missing option: --out"),
    ],
)
def test_requests_that_cannot_be_met_get_one_sentence(
    arguments: list[str],
    code: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["catalog", *arguments]) == code
    assert list(tmp_path.iterdir()) == []
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
