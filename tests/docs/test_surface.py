"""The contents of `import byestand`: the public names, and nothing loaded before it is used."""

import ast
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

import byestand
from tests.support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
HEAVY = ("numpy", "click", "typst", "starlette", "importlib.metadata")
NOT_FOR_A_CHART = (
    *(
        "byestand.plan",
        "byestand.search",
        "byestand.formats.formats",
        "byestand.verify.measures",
        "byestand.sheets.typst_renderer",
    ),
    *("importlib.metadata", "importlib.resources", "json", "numpy.ma", "pathlib", "shutil", "starlette", "typst"),
)


def test_every_name_is_there_and_no_other_is_told_of() -> None:
    assert {name for name in byestand.__all__ if getattr(byestand, name, None) is None} == set()
    assert set(dir(byestand)) == {*byestand.__all__, "__version__"}


def test_there_are_not_more_names_than_somebody_can_remember() -> None:
    assert len(byestand.__all__) <= 20
    assert byestand.__all__ == sorted(byestand.__all__)


def test_names_that_are_not_there_are_refused_like_those_of_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'byestand' has no attribute 'fnd'"):
        _ = byestand.fnd  # type: ignore[attr-defined]


def test_the_version_is_that_of_the_package() -> None:
    assert byestand.__version__ == version("byestand")


def loaded_by(code: str) -> set[str]:
    """Return the modules that a new Python has loaded after running some lines."""
    code = f"import sys; {code}; print('loaded:', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    return set(done.stdout.partition("loaded:")[2].split())


def test_importing_byestand_loads_nothing_before_it_is_asked_for() -> None:
    """`byestand show` imports this too, so it must be fast."""
    loaded = loaded_by("import byestand")
    assert not [name for name in loaded if name.startswith("byestand.")]
    assert not set(HEAVY) & loaded


@pytest.mark.slow
def test_showing_a_movement_loads_nothing_that_others_need() -> None:
    """The start takes as long as the imports: a director who wants a chart does not need the planner or json."""
    needed_anyway = loaded_by("import numpy, click")
    loaded = loaded_by("from byestand.cli import run; run(['show', 'W1813'])")
    assert not set(NOT_FOR_A_CHART) & (loaded - needed_anyway)


@pytest.mark.slow
def test_plan_is_the_same_whether_its_package_was_imported_before_or_not() -> None:
    """A package and its main function share a name; both orders of importing must give something to call."""
    choose = "(Room(pairs=8, boards=range(24, 25))).choices[0].rank"
    for first in ("", "import byestand.plan.choosing.room; "):
        code = f"{first}import byestand; from byestand import Room, plan; print(byestand.plan{choose}, plan{choose})"
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        assert done.stdout == "1 1\n"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_use_the_names_for_everybody_only(example: Path) -> None:
    for node in ast.walk(ast.parse(example.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "byestand":
            assert node.module == "byestand"
            assert {name.name for name in node.names} <= set(byestand.__all__)
        elif isinstance(node, ast.Import):
            assert all(name.name == "byestand" or not name.name.startswith("byestand.") for name in node.names)


def test_every_name_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert not [name for name in byestand.__all__ if f"`{name}" not in reference]


def test_what_is_broken_is_neither_written_nor_printed() -> None:
    whole = byestand.find("W1813")
    groups = whole.groups.copy()
    groups[1, 0] = groups[0, 0]  # table 1 keeps its boards
    broken = byestand.Section(byestand.judge(replace(whole, groups=groups)), byestand.Boards(2))
    tonight = byestand.Session((broken,))
    with pytest.raises(byestand.errors.BrokenMovement):
        byestand.dumps(tonight, "json")
    with pytest.raises(byestand.errors.BrokenMovement):
        byestand.print_pdf(tonight)


def test_a_session_is_read_back_from_the_file_it_was_written_to(tmp_path: Path) -> None:
    section = byestand.Section(byestand.judge(byestand.find("M0707")), byestand.Boards(3, first=28), "B")
    byestand.dump(byestand.Session((section,)), tmp_path / "tonight.bws")
    (document,) = byestand.load(tmp_path / "tonight.bws")
    assert (document.section.letter, document.section.boards) == ("B", byestand.Boards(3, first=28))
    with pytest.raises(byestand.errors.BadRequest) as refused:
        byestand.dump(byestand.Session((section,)), tmp_path / "tonight.doc")
    assert str(refused.value) == "unknown format; formats are json, csv, mov, bws, xlsx, magic, asc, ebuscore: '.doc'"
