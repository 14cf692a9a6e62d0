"""A party table without boards after a repair: announcement, display, mat and phone say the same."""

import pytest

from byestand.catalog import find
from byestand.model.movement import Movement
from byestand.sentences.itinerary import ItineraryTexts
from byestand.sentences.next_moves import next_moves
from byestand.sheets.mat_texts import rover_band
from tests.support.repaired_movements import repair_movement
from tests.support.round_calls import round_calls
from tests.support.sections import section


@pytest.fixture(scope="module")
def night() -> Movement:
    """W1812ER: in round 5 table 7 played group 12; E3 cannot play it again at the party table in round 8."""
    return repair_movement(find("W1812ER"), 5, [(5, 7, 12)], [(6, 7, 0), (8, 19, 0)])


def test_the_displaced_pair_is_not_called_to_a_party_table_without_boards(night: Movement) -> None:
    lines = round_calls(section(night, 2))[8]
    assert "Table 19 does not play. North-South pair 19 and East-West pair 3 sit out." in lines
    assert not any("East-West pair 3:" in line for line in lines)


def test_the_display_says_that_the_displaced_pair_sits_out(night: Movement) -> None:
    (rover,) = (move for move in next_moves(section(night, 2), 7) if move.kind == "rover")
    assert rover.detail == "E3: sit out"


def test_the_mat_says_that_the_displaced_pair_sits_out(night: Movement) -> None:
    table = next(t for t in range(1, 19) if rover_band(section(night, 2), t, 8))
    assert rover_band(section(night, 2), table, 8) == "Rover here. E3: sit out this round."


def test_the_phone_names_no_table_for_the_displaced_pair(night: Movement) -> None:
    stop = ItineraryTexts(section(night, 2)).itinerary_of(night.field.contestant("E3"))[7]
    assert (stop.table, stop.opponents) == (0, ())
    assert stop.notes == ("The director will award a score for this round.",)


def test_a_pair_displaced_as_planned_is_not_told_to_move_as_an_exception(night: Movement) -> None:
    lines = round_calls(section(night, 2))[6]
    assert not any(line.startswith("E10") for line in lines)
    assert "East-West pair 10: table 19." in lines[-1]
