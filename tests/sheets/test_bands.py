"""Bands on mats: notices that players must not overlook."""

import re
from typing import Literal

import pytest

from byestand.catalog import find
from byestand.model.boards import Boards
from byestand.model.inferred_claims import arrow_mask
from byestand.model.movement import Movement
from byestand.movements import switch_arrow
from byestand.sheets.mat_texts import rover_band, share_band, sit_out_plate, turn_band
from tests.support.sections import section


def test_the_rovers_band_sends_those_to_the_party_table_who_play_there() -> None:
    """W1812ER, as its chart has it: in round 2 the rover has the seat of E7 at table 8."""
    movement = find("W1812ER")
    assert rover_band(section(movement), 8, 2) == "Rover here. E7: play this round at table 19."
    assert rover_band(section(find("W1812ER", missing=("N19",))), 8, 2) == "Rover here. E7: sit out this round."
    sent = {
        (round, int(match[1]))
        for round in range(1, 13)
        for table in range(1, 20)
        if (match := re.fullmatch(r"Rover here\. E(\d+): .*", rover_band(section(movement), table, round)))
    }
    assert sent == {(round, int(movement.at(round, 19).contestants[1][1:])) for round in range(2, 13)}


def test_a_two_way_rovers_band_tells_the_side_too() -> None:
    movement = find("W0909TR")
    rover, party = movement.rover, 10
    assert rover is not None
    for visit in movement.itinerary(str(rover.contestant)):
        if visit.table != party:
            (guest,) = (who for who in movement.at(visit.round, party).contestants if who != str(rover.host))
            side = movement.itinerary(guest)[visit.round - 1].seat
            band = rover_band(section(movement), visit.table, visit.round)
            assert band == f"Rover here. Pair {guest}: play this round at table {party}, {side}."


@pytest.mark.parametrize("switch", ["boards", "chairs"])
def test_bands_name_the_pair_at_home_and_the_side_it_plays(switch: Literal["boards", "chairs"]) -> None:
    movement = switch_arrow(find("M0707"), tables={3: (1, 2), 4: (2,), 7: range(1, 8)})
    turned = arrow_mask(movement)
    for table in range(1, 8):
        for round in range(2, 8):
            before, now = bool(turned[round - 2, table - 1]), bool(turned[round - 1, table - 1])
            band = turn_band(section(movement), table, before=before, now=now, switch=switch)
            side = next(v.seat for v in movement.itinerary(str(table)) if v.round == round)
            verb = "sits" if switch == "chairs" else "plays"
            assert band.endswith(f"Pair {table} {verb} {side}." if before != now else "")
            assert ("change seats with" in band) == (switch == "chairs" and now and not before)
            assert bool(band) == (before != now)


@pytest.mark.parametrize(
    ("movement", "table", "round", "told"),
    [
        (find("W0705", missing=("N7",)), 7, 1, "E7 SITS OUT"),
        (find("W0705", missing=("N7",)), 6, 1, ""),
        (find("H0713", missing=("14",)), 4, 1, "PAIR 4 SITS OUT"),
    ],
)
def test_who_sits_out_is_told_by_name(movement: Movement, table: int, round: int, told: str) -> None:
    here = [who for who in movement.at(round, table).contestants if who != "-"]
    assert sit_out_plate(section(movement), table, round) == told
    assert not told or re.findall(r"\d+", told) == [who.lstrip("NE") for who in here]


def test_who_shares_is_told_with_whom() -> None:
    assert share_band(1, [16], Boards(2)) == "Share boards 1-2 with table 16."
    assert share_band(3, [1, 8], Boards(2, 27)) == "Share boards 31-32 with tables 1 and 8."


@pytest.mark.parametrize("name", ["R1111", "R1212", "I1313"])
def test_single_players_have_no_arrow_to_turn(name: str) -> None:
    assert not turn_band(section(find(name)), 1, before=False, now=False)
