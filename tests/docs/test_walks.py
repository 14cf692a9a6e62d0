"""docs/architecture.md: five walks through the code call every module that they name, and the reading list is short."""

import os
import re
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src/byestand"
SECTIONS = dict(re.findall(r"^##+ ([^\n]*)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
WALKS = {title.partition(":")[0]: text for title, text in SECTIONS.items() if ":" in title}
NOT_CODE = (".typ",)
"""Rendered by programs that the tracer does not see."""
MAX_WALK_LINES = 10


def named_modules(text: str) -> list[str]:
    """Return the paths of modules and templates in a text, in its order."""
    return re.findall(r"`([\w/]+\.(?:py|html|typ))`", text)


def called_modules(walk: str) -> set[str]:
    """Return the modules that a walk calls, in a process of its own."""
    command = [sys.executable, "-m", "tests.support.walks", walk]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    return set(output.split())


def unseen_modules(text: str, called: set[str]) -> list[str]:
    """Return the modules that a walk names and does not call."""
    code = [path for path in named_modules(text) if not path.endswith(NOT_CODE)]
    return [path for path in code if path.rpartition(".")[0] not in called]


def test_there_are_five_walks_of_ten_lines_at_most() -> None:
    assert set(WALKS) == {"show", "plan", "result", "mats", "repair"}
    for text in WALKS.values():
        assert 5 < len(re.findall(r"^\d+\. ", text, re.MULTILINE)) <= MAX_WALK_LINES


@pytest.mark.slow
@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_calls_every_module_that_the_page_names(walk: str) -> None:
    called = called_modules(walk)
    assert unseen_modules(WALKS[walk], called) == []


def test_a_module_that_a_walk_does_not_call_is_found() -> None:
    assert unseen_modules("`score/ranking.py`, `verify/gone.py`", {"score/ranking"}) == ["verify/gone.py"]


def test_the_reading_list_can_be_read_in_a_day() -> None:
    modules = named_modules(SECTIONS["Reading list"])
    assert len(modules) <= 15
    assert sum(len((SOURCE / path).read_text(encoding="utf-8").splitlines()) for path in modules) < 2_600


def test_every_package_has_a_room() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    modules = {path.stem for path in SOURCE.glob("[a-z]*.py")}
    cells = re.findall(r"^\|[^|]*\|([^|]*)\|", SECTIONS["Rooms"], re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == packages | modules
