"""README and docs show the actual output of the program; the examples run."""

import doctest
import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest

from byestand import cli
from tests.support.paths import ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


CONSOLE = [(page, block) for page in PAGES for block in blocks(page, "console")]


def test_there_are_pages_and_examples_to_check() -> None:
    assert len(CONSOLE) >= 5
    assert EXAMPLES


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), CONSOLE, ids=[f"{page.name}-{i}" for i, (page, _) in enumerate(CONSOLE)])
def test_console_blocks_show_what_the_program_prints(
    page: Path, block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line with only … stands for any number of lines."""
    monkeypatch.delenv("COLUMNS", raising=False)
    for command, shown in re.findall(r"^\$ byestand (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        cli.run(shlex.split(command))
        printed = capsys.readouterr()
        pattern = "".join("(?:.*\n)*" if line == "…" else re.escape(line) + "\n" for line in shown.splitlines())
        assert re.fullmatch(pattern, printed.out + printed.err), f"{page.name}: byestand {command}"


SHELL = [
    line.partition("#")[0].removeprefix("byestand ")
    for page in PAGES
    for block in blocks(page, "sh")
    for line in block.splitlines()
    if line.startswith("byestand ")
]


@pytest.mark.slow
def test_commands_shown_without_their_output_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the files that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").mkdir()
    assert cli.run(["export", "W1813", "-o", "old/W1813.MOV"]) == 0
    assert cli.run(["export", "W2612", "-o", "strange.csv"]) == 0
    (tmp_path / "names.txt").write_text("N1 Anna & Boris\nE1 Clara & David\n", "utf-8")
    assert len(SHELL) >= 6
    for command in SHELL:
        assert cli.run(shlex.split(command)) == 0, command


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_python_blocks_give_what_they_show(page: Path) -> None:
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    for block in blocks(page, "python"):
        test = parser.get_doctest(block, {}, page.name, str(page), 0)
        assert test.examples
        runner.run(test)
    assert runner.failures == 0


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_run(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
            there = page.parent / target if target else page
            assert there.exists(), f"{page.name}: {target}"
            assert not heading or heading in anchors(there), f"{page.name}: {target}#{heading}"


def test_the_map_has_every_room_and_the_layers_as_they_are_checked() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (drawn,) = (block for block in blocks(ROOT / "README.md", "") if block.startswith("src/byestand/\n"))
    rooms = {f"{path.name}/" if path.is_dir() else path.name for path in (ROOT / "src" / "byestand").iterdir()}
    named = set(re.findall(r"^    ([a-z_.]+/?) ", drawn, re.MULTILINE))
    assert named == {room for room in rooms if not room.startswith("__") and room != "py.typed"}
    with (ROOT / "pyproject.toml").open("rb") as file:
        contract = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]
    layers = [layer.replace(" | ", ", ") for layer in contract["layers"] if layer != "__main__"]
    assert f"({' → '.join(layers)})" in " ".join(readme.split())


def test_every_command_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    for command in cli.COMMANDS:
        assert f"`byestand {command}" in reference


def test_the_story_of_an_evening_presses_what_there_is_to_press() -> None:
    story = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    pressed = set(re.findall(r"\*\*([A-Za-z][^*.]+)\*\*", story)) - {"bold"}
    server = ROOT / "src" / "byestand" / "server"
    pages = [*server.rglob("*.html"), *server.rglob("*.py")]
    written = " ".join("".join(page.read_text(encoding="utf-8") for page in pages).split())
    assert len(pressed) > 15
    assert sorted(words for words in pressed if words not in written) == []
