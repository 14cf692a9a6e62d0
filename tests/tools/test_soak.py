"""`make soak` with planted tests: it lists what failed once, sets its variables, and leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from soak import CONDITIONS, busy_loops, main
from tests.support.clock import set_clock
from tests.support.paths import ROOT

NAMES = ("BYESTAND_LATE", "BYESTAND_TEST_CLOCK", "TZ")
FAILS_LATE = """
import os

class TestPlanted:
    def test_in_a_class(self):
        assert "BYESTAND_LATE" not in os.environ, "too late"

def test_that_passes():
    pass
"""
RECORDS = """
import os
from pathlib import Path

def test_record():
    names = ("BYESTAND_LATE", "BYESTAND_TEST_CLOCK", "TZ")
    with Path(__file__).with_name("recorded").open("a") as file:
        print(*(os.environ.get(name, "-") for name in names), os.environ["BYESTAND_TEST_ORDER"], file=file)
"""
INTERRUPTS = """
import os, signal, time

def test_that_fails_before():
    assert not "seen"

def test_that_is_interrupted():
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(60)
"""


def arguments(folder: Path, text: str, *options: str) -> list[str]:
    """Plant tests in a folder, and return how soak runs them."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    planted = folder / "test_planted.py"
    planted.write_text(text, encoding="utf-8")
    command = f"{sys.executable} -m pytest -p no:cacheprovider -p no:schemathesis -c {folder / 'pytest.ini'}"
    return [*options, "--command", command, str(planted)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write logs here, and hand down no variables of this run of the tests."""
    (tmp_path / "logs").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "logs"))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    yield
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.mark.slow
def test_a_test_that_fails_in_one_run_is_listed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(tmp_path, FAILS_LATE, "--first", "2", "--runs", "2")) == 1
    table, failures = capfd.readouterr().out.split("\n\n", 1)[1].split("\n\n")
    assert [line.split()[:1] + line.split()[-3:-1] for line in table.splitlines()[1:]] == [
        ["2", "2", "0"],
        ["3", "1", "1"],
    ]
    name, error = failures.strip().splitlines()
    assert name.endswith("test_planted.py::TestPlanted::test_in_a_class: failed in run 3")
    assert error.strip().startswith("AssertionError: too late")


@pytest.mark.slow
def test_each_run_has_its_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BYESTAND_LATE", "left from before")
    assert main(arguments(tmp_path, RECORDS, "--runs", "4", "--seed", "7")) == 0
    lines = (tmp_path / "recorded").read_text(encoding="utf-8").splitlines()
    assert lines == ["- - - 7001", "- - - 7002", "1 - - 7003", "- 23:59 - 7004"]


def test_every_condition_is_in_the_list() -> None:
    assert {name for conditions in CONDITIONS for name in conditions.variables} == {*NAMES}
    assert any(conditions.loops for conditions in CONDITIONS)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no tzset")
@pytest.mark.parametrize("clock", ["23:59", "00:00"])
def test_the_clock_of_the_tests_is_that_of_the_variable(monkeypatch: pytest.MonkeyPatch, clock: str) -> None:
    monkeypatch.setenv("BYESTAND_TEST_CLOCK", clock)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    set_clock()
    assert time.strftime("%H:%M", time.localtime(1_800_000_000)) == clock


@pytest.mark.slow
def test_tests_that_cannot_run_are_a_failure(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(tmp_path, "x = 1\n", "--runs", "1")) == 1
    assert "run 1: failed in run 1\n    pytest ended with code 5" in capfd.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can handle")
def test_an_interrupted_run_is_printed_too(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "soak.py"), *arguments(tmp_path, INTERRUPTS, "--runs", "3")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "interrupted: the last run is not complete" in done.stdout
    assert "test_that_fails_before: failed in run 1" in done.stdout
    assert "run 2" not in done.stdout


def test_busy_loops_are_gone_afterwards() -> None:
    with pytest.raises(KeyboardInterrupt), busy_loops(2) as loops:  # noqa: PT012 - they run until then
        assert [loop.poll() for loop in loops] == [None, None]
        raise KeyboardInterrupt
    assert len(loops) == 2
    for loop in loops:
        with pytest.raises(ProcessLookupError):
            os.kill(loop.pid, signal.SIG_DFL)
