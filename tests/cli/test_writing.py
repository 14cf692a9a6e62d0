"""Existing files are replaced only with --force, read-only ones never; unreadable files are named."""

import errno
import io
import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.formats import csv

if TYPE_CHECKING:
    from collections.abc import Callable

CATALOG = "catalog --tables 8 --groups 8 --folder WEBS --out lib"
WRITERS = {
    "export": ("export W0605 -o mine.csv", "mine.csv"),
    "convert": ("convert source.csv --to json --out out", "out/source.json"),
    "print": ("print W0605 --sheets chart --boards-per-round 2 -o mine.pdf", "mine.pdf"),
    "pictures": ("print W0605 --sheets chart,boarding --boards-per-round 2 -o mine.svg", "mine-2.svg"),
    "crossover": ("crossover M1313 --format csv -o mine.csv", "mine.csv"),
    "crossover pdf": ("crossover M1313 -o mine.pdf", "mine.pdf"),
    "catalog": (CATALOG, "lib/WEBS/W0808.MOV"),
    "index for programs": (CATALOG, "lib/INDEX.CSV"),
    "index for people": (CATALOG, "lib/INDEX.TXT"),
}
"""Commands, and a file that each writes."""
DIARY = b"my diary\n"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("source.csv").write_text(csv.dumps(find("W0605")), encoding="utf-8")
    return tmp_path


def run(command: str) -> int:
    return cli.run(command.split())


def files() -> dict[str, bytes]:
    """Return everything that is there, so that nothing half-written is overlooked."""
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def put(name: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(DIARY)
    return path


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_that_is_there_stays_unless_told_otherwise(writer: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, name = WRITERS[writer]
    path = put(name)
    before = files()
    assert run(command) == 5
    assert files() == before
    assert f"{name}: file exists; use --force to overwrite" in capsys.readouterr().err
    assert run(f"{command} --force") == 0
    assert path.read_bytes() != DIARY


@pytest.mark.parametrize("writer", WRITERS)
def test_a_read_only_file_is_never_replaced(writer: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, name = WRITERS[writer]
    path = put(name)
    path.chmod(0o444)
    before = files()
    for told in (command, f"{command} --force"):
        assert run(told) == 5
        assert files() == before
        assert "the file is read-only" in capsys.readouterr().err


@pytest.mark.parametrize("writer", sorted(set(WRITERS) - {"crossover", "crossover pdf"}))
def test_the_same_again_is_fine(writer: str) -> None:
    """Replacing the same output is no loss; `crossover` asks before it searches, because it cannot know."""
    command, _ = WRITERS[writer]
    assert run(command) == 0
    before = files()
    assert run(command) == 0
    assert files() == before


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 5), ("\n", 5), ("", 130)])
def test_at_a_terminal_it_asks(monkeypatch: pytest.MonkeyPatch, answer: str, code: int) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = put("mine.csv")
    said = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", said)
    assert run("export W0605 -o mine.csv") == code
    assert "mine.csv exists. Overwrite? [y/N]" in said.getvalue()
    assert (path.read_bytes() == DIARY) == (code != 0)


def test_what_an_earlier_run_of_catalog_wrote_is_updated_by_its_index() -> None:
    assert run(f"{CATALOG} --to xlsx") == 0
    path = Path("lib/WEBS/W0808.xlsx")
    first = path.read_bytes()
    assert run(f"{CATALOG} --to xlsx --boards-per-round 2") == 0
    assert path.read_bytes() != first
    path.write_bytes(DIARY)
    assert run(f"{CATALOG} --to xlsx") == 5
    assert path.read_bytes() == DIARY


def test_a_catalog_that_was_broken_off_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(CATALOG) == 0
    for name in ("INDEX.CSV", "INDEX.TXT", "WEBS/W0808.MOV"):
        (Path("lib") / name).unlink()
    capsys.readouterr()
    assert run(CATALOG) == 0
    assert "1 written" in capsys.readouterr().out


def test_all_pages_are_written_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    put("mine-1.svg")
    put("mine-2.svg")
    before = files()
    assert run(WRITERS["pictures"][0]) == 5
    assert files() == before
    assert "mine-1.svg: file exists, and 1 more;" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdout"])
def test_a_device_is_written_to_without_asking(name: str) -> None:
    assert run(f"export W0605 --to csv -o {name}") == 0


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_an_open_file_is_written_to_without_asking(folder: str) -> None:
    """As a shell hands it over; it has something in it already."""
    put("mine.csv")
    with Path("mine.csv").open("r+b") as file:
        assert run(f"export W0605 --to csv -o {folder}/{file.fileno()}") == 0
    assert Path("mine.csv").read_text("utf-8") == csv.dumps(find("W0605"))


def test_a_file_in_shared_memory_is_a_file_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    """It is below /dev but no device: not replaced without asking, and never if it is read-only."""
    with TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder) / "mine.csv"
        file.write_text("mine", "utf-8")
        assert run(f"export W0605 --to csv -o {file}") == 5
        assert "file exists" in capsys.readouterr().err
        file.chmod(0o444)
        assert run(f"export W0605 --to csv -o {file} --force") == 5
        assert "the file is read-only" in capsys.readouterr().err
        assert file.read_text("utf-8") == "mine"


@pytest.fixture
def closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid access to a folder called closed, because root could list any folder, and write into it."""
    look, stat = os.scandir, os.stat
    opening = cast("Callable[..., object]", io.open)

    def no_looking(path: str = ".") -> object:
        if "closed" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return look(path)

    def no_asking(path: str | Path, **named: bool) -> os.stat_result:
        if "closed/" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, **named)

    def no_opening(path: str | Path, *args: object, **named: object) -> object:
        if "closed/" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opening(path, *args, **named)

    Path("folder/closed").mkdir(parents=True)
    monkeypatch.setattr(io, "open", no_opening)
    monkeypatch.setattr(os, "scandir", no_looking)
    monkeypatch.setattr(os, "stat", no_asking)


@pytest.mark.usefixtures("closed_output")
def test_a_folder_that_cannot_be_looked_into_is_not_called_empty(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder/good.csv").write_text(csv.dumps(find("W0605")), encoding="utf-8")
    assert run("verify folder/closed") == 5
    assert "folder/closed: cannot read the folder: permission denied" in capsys.readouterr().err
    assert run("verify folder") == 5
    said = capsys.readouterr()
    assert "good.csv: no errors" in said.out
    assert "folder/closed: cannot read the folder: permission denied" in said.err


@pytest.mark.usefixtures("closed_output")
def test_a_file_that_cannot_be_reached_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("catalog --tables 8 --groups 8 --out folder/closed") == 5
    # From Python 3.14 on, only writing shows that the file cannot be reached: is_file() says that there is none.
    assert re.search(
        r"folder/closed/\S+: cannot (be read or written|write the file): permission denied", capsys.readouterr().err
    )
