"""The check of names finds what is planted, and nothing in names that follow the rules."""

import subprocess
from pathlib import Path

import pytest

from check_names import find_faults

PACKAGE = "src/byestand"


def plant_files(folder: Path, **files: str) -> list[str]:
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    for name, text in files.items():
        path = folder / PACKAGE / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [f"{Path(fault.path).stem}: {fault.text}" for fault in find_faults(folder)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("told", "", "module told does not say what it is"),
        ("model", "class Kept:\n    pass", "class Kept does not say what it is"),
        ("model", "def found() -> int: ...", "function found does not say what it is"),
        ("model", "def _joined() -> int: ...", "function _joined is a participle"),
        ("model", "class Page:\n    who: str", "field Page.who does not say what it is"),
        (
            "model",
            "class Page:\n    @property\n    def said(self) -> str: ...",
            "property Page.said does not say what it is",
        ),
        ("model", "MOST_ROWS = 8", "constant MOST_ROWS: call a limit MAX_ or MIN_"),
        ("model", "def why_not() -> str: ...", "function why_not is a question"),
        ("model", "# ask him", "'him': name the person"),
    ],
)
def test_a_planted_name_is_found(tmp_path: Path, name: str, text: str, expected: str) -> None:
    (fault,) = plant_files(tmp_path, **{name: text})
    assert fault.startswith(f"{name}: {expected}")


def test_a_second_class_of_a_name_is_found(tmp_path: Path) -> None:
    (fault,) = plant_files(tmp_path, model="class Line: ...", sheet="class Line: ...")
    assert fault == f"sheet: class Line is also in {PACKAGE}/model.py"


def test_a_second_module_of_a_name_is_found(tmp_path: Path) -> None:
    (fault,) = plant_files(tmp_path, model__files="", sheet__files="")
    assert fault == f"files: module files is also in {PACKAGE}/model/files.py"


def test_nouns_verbs_flags_and_roles_pass(tmp_path: Path) -> None:
    text = "class Ranking:\n    doubled: bool\n    missing: str\n\ndef find_rover() -> str: ...\n\nMAX_ROWS = 8\n"
    assert not plant_files(tmp_path, model__routes=text, sheet__routes="")
