"""Announcements after a problem: before each round only what concerns that round."""

import re
from collections.abc import Callable

import pytest

from byestand.catalog import find
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.sentences.announcements import announcements
from tests.support.repaired_movements import boards_exchanged, pair_left, repair_movement, stand_passed_by, wrong_set
from tests.support.round_calls import round_calls
from tests.support.sections import section

NIGHTS = (stand_passed_by, boards_exchanged, wrong_set, pair_left)

every_night = pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night.__name__)


def rounds_named(lines: tuple[str, ...]) -> set[int]:
    return {int(number) for line in lines for number in re.findall(r"[Rr]ound (\d+)", line)}


@every_night
def test_the_announcement_of_a_round_reads_out_nothing_of_other_rounds(night: Callable[[], Movement]) -> None:
    for round, lines in round_calls(section(night(), 2)).items():
        assert rounds_named(lines) <= {round}


@every_night
def test_every_lost_table_and_every_slip_is_announced_before_its_round(night: Callable[[], Movement]) -> None:
    repaired_night = night()
    history = repaired_night.history
    assert history
    calls = round_calls(section(repaired_night, 2))
    for round, table in history.lost_cells | history.instructed_cells:
        assert any(re.search(rf"\b[Tt]ables?\b.*\b{table}\b", line) for line in calls[round]), (round, table)


@every_night
def test_the_announcement_sheet_has_each_round_under_its_own_heading(night: Callable[[], Movement]) -> None:
    history = night().history
    assert history
    sheet = announcements(section(night(), 2))
    for one in sheet:
        slips = tuple(line for line in one.lines if line.startswith(("Table ", "Round ")))
        assert rounds_named(slips) <= {one.round}
    for round, table in history.lost_cells:
        lines = [line for one in sheet if one.round == round for line in one.lines]
        tables = rf"[\d, and]*\b{table}\b"
        pattern = rf"Tables? {tables}[\d, and]* (does|do) not play\.|Round {round}: no boards at tables? {tables}"
        assert any(re.search(pattern, line) for line in lines), (round, table, lines)


def test_of_two_tables_with_the_same_boards_a_slip_names_the_neighbour() -> None:
    plan = with_missing(find("W1813ER"), "N19")
    night = repair_movement(plan, 5, [(5, 7, 12)], [(9, 11, 11), (10, 11, 12)])
    (slip,) = (line for line in round_calls(section(night, 2))[9] if line.startswith("Table 11"))
    assert "share boards 21-22 with table 12;" in slip
    (slip,) = (line for line in round_calls(section(night, 2))[10] if line.startswith("Table 11"))
    assert "share boards 23-24 with table 10;" in slip
