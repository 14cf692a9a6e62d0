"""Data files name their origin, and their tools can check them."""

from collections.abc import Callable
from pathlib import Path

import pytest

import database_templates
import howell_forms
import howell_holes
import rainbow_cards
import rainbow_jumps
import rover_routes
import seatings
import spare_players
import three_sessions
from check_data import FILES
from data_files import GIVEN, PACKAGE, DataFile, check, origin, report_text

by_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.name)


def test_every_data_file_has_a_tool() -> None:
    there = {
        path for path in PACKAGE.rglob("data/*") if path.suffix not in (".md", ".py") and "LICENSE" not in path.name
    }
    assert there == {file.path for file in FILES} | set(database_templates.FILES)


@by_file
def test_every_line_says_which_command_makes_it_or_that_it_was_given(file: DataFile) -> None:
    assert file.rows
    assert all(origin(row).startswith((GIVEN, "python tools/")) for row in file.rows)
    assert len({row.partition(" # ")[0] for row in file.rows}) == len(file.rows)


@by_file
def test_a_sample_is_right_and_made_again_by_its_commands(file: DataFile) -> None:
    """All of it: ``make data``."""
    rows = file.rows
    smallest = sorted((row for row in rows if file.can_be_made(row)), key=len)[:1]
    sample = [rows[0], rows[-1], *smallest] if file.path.name != "three_sessions.txt" else []
    report = check(file, sample)
    assert report.faults == ()
    assert report.checked_lines == len(sample)


def test_seatings_of_three_sessions_are_right() -> None:
    """Made again they are by ``make data``: that takes some seconds."""
    for row in three_sessions.FILE.rows:
        assert list(three_sessions.faults(row)) == []
    assert [three_sessions.repeats(row) for row in three_sessions.FILE.rows] == [84, 6]


@pytest.mark.parametrize("path", database_templates.FILES, ids=lambda path: path.name)
def test_the_templates_of_databases_have_all_tables_and_no_rows(path: Path) -> None:
    assert list(database_templates.faults(path)) == []


def exchange(row: str, one: int, other: int) -> str:
    """Return a line with two of its words exchanged."""
    words = row.split()
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


@pytest.mark.parametrize(
    ("file", "planted"),
    [
        (rainbow_jumps.FILES[0], lambda row: exchange(row, 2, 3).replace("5431", "5341", 1)),
        (rainbow_cards.FILE, lambda row: row.replace("012345671506", "012345675106", 1)),
        (spare_players.FILE, lambda row: row.replace("0E2N2S", "0E0E2S", 1)),
        (rover_routes.FILE, lambda row: row.replace("1,4,2,5,3", "1,4,2,5,1", 1)),
        (seatings.FILE, lambda row: row.replace(" 16 c 16 c ", " 17 c 17 c ", 1)),
        (three_sessions.FILE, lambda row: exchange(row, 2, 3).replace(" 38 21 ", " 38 38 ", 1)),
        (howell_forms.FILES[0], lambda row: row.replace("0,s@1", "0,s@2", 1)),
        (howell_holes.FILE, lambda row: " ".join([*report_text(row)[:2], "1" if report_text(row)[2] != "1" else "2"])),
        (howell_forms.FILES[1], lambda row: row.replace("2-6/2", "2-6/3", 1)),
    ],
    ids=lambda value: value.path.name if isinstance(value, DataFile) else "",
)
def test_a_planted_fault_is_seen(file: DataFile, planted: Callable[[str], str]) -> None:
    row = file.rows[0]
    wrong = planted(row)
    assert wrong != row
    assert list(file.faults(wrong))


def test_a_line_that_its_command_makes_otherwise_is_a_fault() -> None:
    row = spare_players.FILE.rows[0]
    other = row.replace("0E2N2S", "0E2N2W", 1)
    assert any("a different line" in fault for fault in check(spare_players.FILE, [other]).faults)
    nowhere = " ".join(report_text(row))
    assert any("it has no origin" in fault for fault in check(spare_players.FILE, [nowhere]).faults)


def test_the_report_tells_what_was_made_again_and_what_only_checked() -> None:
    report = check(rainbow_cards.FILE, [rainbow_cards.FILE.rows[0], rainbow_cards.FILE.rows[-1]])
    assert report.words.endswith("guided.txt: 2 lines checked, 1 of them rebuilt, 1 only checked")


def test_every_howell_that_ships_is_one() -> None:
    for file in howell_forms.FILES:
        assert [fault for row in file.rows for fault in file.faults(row)] == []


def test_better_grades_of_a_howell_are_better() -> None:
    """S: no cards and no direction changes; T: stationary pairs change directions; F: all pairs may."""
    small = [row for row in howell_forms.FILES[0].rows if int(row[: row.index("x")]) <= 8]
    by_grade = {tuple(report_text(row)[:2]): howell_forms.balance(row) for row in small}
    for size in {size for size, _ in by_grade}:
        grades = [by_grade[size, grade] for grade in "STF" if (size, grade) in by_grade]
        assert grades == sorted(grades)
        assert len(set(grades)) == len(grades)
