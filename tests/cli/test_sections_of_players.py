"""Rainbows in sections by rule: the output of `individual` can be printed and exported together."""

import re
import shlex
from pathlib import Path

import pytest

from byestand import cli
from byestand.errors import NotFound
from byestand.formats.formats import load
from byestand.plan.individual_games import individuals_data, individuals_for, splits
from byestand.verify import judge
from tests.support.pdf_reader import pages


def _commands(text: str) -> list[list[str]]:
    return [
        shlex.split(line)[1:] for line in text.splitlines() if line.startswith(("  byestand print", "  byestand exp"))
    ]


@pytest.mark.parametrize(
    ("tables", "sections"),
    [
        (12, {"A": (5, 5, 4), "B": (7, 7, 3)}),
        (15, {"A": (5, 5, 4), "B": (5, 5, 4), "C": (5, 5, 4)}),
    ],
)
def test_the_commands_that_are_told_print_all_sections_and_write_them_to_one_file(
    tables: int,
    sections: dict[str, tuple[int, int, int]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """12 tables can be divided into sections of 5 and 7 (Groner); tables, rounds and boards per round of each."""
    monkeypatch.chdir(tmp_path)
    assert cli.run(["individual", "--tables", str(tables)]) == 0
    printing, exporting = _commands(capsys.readouterr().out)
    assert cli.run([*printing, "--sheets", "announce"]) == 0
    words = " ".join(word.text for page in pages(Path("session.pdf").read_bytes()) for word in page)
    assert list(dict.fromkeys(re.findall(r"Section (\w)\b", words))) == list(sections)
    assert cli.run(exporting) == 0
    read = {document.section.letter: document for document in load("session.bws")}
    assert {
        letter: (found.movement.tables, found.movement.rounds, found.section.boards and found.section.boards.per_round)
        for letter, found in read.items()
    } == sections
    assert all(judge(document.movement).is_sound for document in read.values())


@pytest.mark.parametrize("tables", [10, 12, 15, 16, 21, 27, 30])
def test_the_best_split_ends_together_and_goes_by_the_rule(tables: int) -> None:
    """All its boards in every section where that can be had; else equally many rounds."""
    split = next(option for option in individuals_for(4 * tables) if len(option.names) > 1)
    assert tuple(name.tables for name in split.names) in splits(tables)
    assert max(split.boards_of_sections) - min(split.boards_of_sections) <= 2
    assert split.move_description == "rule"


def test_plans_for_programs_have_the_length_of_each_section() -> None:
    told = individuals_data(48, individuals_for(48, range(20, 22)))["candidates"]
    assert isinstance(told, list)
    assert [[5, 4], [7, 3]] in [choice["section_lengths"] for choice in told]


def test_a_number_of_rounds_is_that_of_every_section() -> None:
    for option in individuals_for(48, rounds=5):
        assert {rounds for rounds, _ in option.section_lengths} == {5}


def test_where_sections_are_best_all_are_shown_and_a_file_of_one_movement_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """15 tables and four rounds: three sections of five play four of their five deal groups."""
    asked = ["individual", "--tables", "15", "--rounds", "4", "--boards-per-round", "3"]
    assert cli.run(asked) == 0
    shown = capsys.readouterr().out
    assert "byestand print A=R050504 B=R050504 C=R050504 --boards-per-round 3 -o session.pdf" in shown
    assert [line for line in shown.splitlines() if line.startswith("Section")] == [
        "Section A",
        "Section B",
        "Section C",
    ]
    assert cli.run([*asked, "--format", "csv"]) == NotFound.exit_code
    assert "byestand export A=R050504 B=R050504 C=R050504" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "print A=R0505 B=R0707 --boards-per-round 4,3,2",
            ("give boards per round once, or once for each of 2 sections"),
        ),
        ("export A=R0505 B=R0707 --to bws -o x.bws --boards-per-round 4,", "expected a whole number: ''"),
        ("print R0505 --boards-per-round 4,3", "give boards per round once, or once for each of 1 sections"),
        ("print R0505 --boards-per-round 0,1", None),
    ],
)
def test_boards_a_round_that_fit_no_sections_are_refused(
    arguments: str, sentence: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments.split()) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert sentence is None or sentence in error
