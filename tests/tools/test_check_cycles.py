"""The check of imports finds a planted cycle, also one that only a function or a type checker would follow."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from check_cycles import find_cycle

TOP, IN_FUNCTION, FOR_TYPES = (
    "from {} import x",
    "def late() -> None:\n    from {} import x",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {} import x",
)


def write_package(folder: Path, name: str, **modules: str) -> None:
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    for module, text in modules.items():
        (package / f"{module}.py").write_text(f"{text}\nx = 1\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


@pytest.mark.parametrize(("name", "back"), [("planted", TOP), ("late", IN_FUNCTION), ("for_types", FOR_TYPES)])
def test_a_planted_cycle_is_found(folder: Path, name: str, back: str) -> None:
    modules = (("a", TOP, "b"), ("b", TOP, "c"), ("c", back, "a"))
    write_package(folder, name, **{one: text.format(f"{name}.{other}") for one, text, other in modules})
    cycle = find_cycle(name)
    assert len(cycle) == 4
    assert cycle[0] == cycle[-1]
    assert set(cycle) == {f"{name}.a", f"{name}.b", f"{name}.c"}
    order = dict(pairwise(cycle))
    assert order[f"{name}.a"] == f"{name}.b", "each imports the next"


def test_imports_that_point_down_are_no_cycle(folder: Path) -> None:
    write_package(folder, "sound", a=TOP.format("sound.b"), b=IN_FUNCTION.format("sound.c"), c="")
    assert find_cycle("sound") == ()
