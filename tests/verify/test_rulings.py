"""What a history excuses, and what it does not: a planted fault for every law, an excuse for every rule."""

from dataclasses import replace

import numpy as np
import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.history import History
from byestand.model.movement import Movement
from byestand.verify import judge
from tests.support.planted_histories import PLANTED, night


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_caught_and_named(planted: str) -> None:
    make, expected = PLANTED[planted]
    assert expected in judge(make()).findings


TOLD = {(9, 1): 8, (8, 1): 9}
"""In M0909 table 1 plays groups 8 and 9 in the last two rounds: in the other order there are no repeats."""
SEEN_BEFORE = {(3, 4): 5}
"""N4 plays group 5 in round 2; E2 was to play it in round 7 at table 8."""


def without_e4(history: History | None) -> Movement:
    """Return M0909 in which E4 has no seat after round 5."""
    movement = find("M0909")
    seats = movement.seats.copy()
    seats[5:][seats[5:] == movement.field.contestant("E4")] = 0
    return replace(movement, seats=seats, history=history)


def without_player_4(history: History, nor: int = 0) -> Movement:
    """Return I1313, of whose players one is left over in every round, in which 4 has no seat after round 3."""
    movement = find("I1313")
    seats = movement.seats.copy()
    seats[3:][np.isin(seats[3:], [4, nor])] = 0
    return replace(movement, seats=seats, history=history)


def one_table_too_far(round: int, history: History | None) -> Movement:
    """Return M0909 in which all EW sit one table further in a round."""
    movement = find("M0909")
    seats = movement.seats.copy()
    seats[round - 1, :, 1] = np.roll(seats[round - 1, :, 1], 1)
    return replace(movement, seats=seats, history=history)


EXCUSED: dict[str, tuple[str, Movement, Movement]] = {
    "cancelled boards may have been played again": (
        "board-twice",
        night("M0909", History(3, frozenset({(3, 4)}), frozenset({(7, 8)})), groups=SEEN_BEFORE | {(7, 8): 0}),
        night("M0909", History(3, frozenset(), frozenset({(7, 8)})), groups=SEEN_BEFORE | {(7, 8): 0}),
    ),
    "in rounds that are over boards lay where they lay": (
        "off-layout",
        night("M0909", History(3), groups=SEEN_BEFORE),
        night("M0909", History(2), groups=SEEN_BEFORE),
    ),
    "tables that are told play what does not come to them": (
        "off-layout",
        night("M0909", History(3, instructed_cells=frozenset(TOLD)), groups=TOLD),
        night("M0909", History(3), groups=TOLD),
    ),
    "a table that has lost its boards has none": (
        "no-boards",
        night("M0909", History(3, lost_cells=frozenset({(5, 2)})), groups={(5, 2): 0}),
        night("M0909", History(3, lost_cells=frozenset({(5, 3)})), groups={(5, 2): 0}),
    ),
    "who has left has no seat": (
        "seated-nowhere",
        without_e4(History(5, departures=((13, 5),))),
        without_e4(History(5, departures=((14, 5),))),
    ),
    "who is yet to come has no seat": (
        "seated-nowhere",
        night("M0909", History(0, arrivals=((13, 2),)), seats={(1, 4, 1): 0}),
        night("M0909", History(0, arrivals=((14, 2),)), seats={(1, 4, 1): 0}),
    ),
    "a player left over does not sit down for one who has left": (
        "seated-nowhere",
        without_player_4(History(3, departures=((4, 3),))),
        without_player_4(History(3, departures=((4, 3),)), nor=6),
    ),
    "people have moved otherwise than is claimed": (
        "off-claim",
        one_table_too_far(4, History(4)),
        one_table_too_far(6, History(4)),
    ),
}


@pytest.mark.parametrize("excuse", EXCUSED)
def test_a_history_excuses_what_a_plan_must_not_do(excuse: str) -> None:
    rule, excused, _ = EXCUSED[excuse]
    assert rule not in {finding.rule for finding in judge(excused).errors}
    assert rule in {finding.rule for finding in judge(replace(excused, history=None)).errors}


@pytest.mark.parametrize("excuse", EXCUSED)
def test_an_excuse_does_not_reach_further(excuse: str) -> None:
    rule, _, too_much = EXCUSED[excuse]
    assert rule in {finding.rule for finding in judge(too_much).errors}


@pytest.mark.parametrize("rule", ["met-twice", "too-few-copies"])
def test_meeting_again_and_sharing_are_warnings_after_a_mishap(rule: str) -> None:
    nights = {
        "met-twice": one_table_too_far(4, History(4)),
        "too-few-copies": night("M0909", History(8, instructed_cells=frozenset({(9, 1)})), groups={(9, 1): 7}),
    }
    here = [finding for finding in judge(nights[rule]).findings if finding.rule == rule]
    assert here
    assert all(finding.severity == "warning" for finding in here)
    assert rule in {finding.rule for finding in judge(replace(nights[rule], history=None)).errors}


def test_two_seats_in_one_round_cannot_have_happened() -> None:
    assert "seated-twice" in {f.rule for f in judge(night("M0909", History(5), seats={(2, 1, 1): 11})).errors}


def test_faults_that_are_excused_do_not_hide_others_behind_the_limit() -> None:
    """More than 200 cells off the layout in rounds that are over, and one after them."""
    movement = find("W3013")
    groups = movement.groups.copy()
    groups[:8] = groups[:8] % movement.deal_groups + 1
    groups[10, 3] = groups[10, 3] % movement.deal_groups + 1
    found = judge(replace(movement, groups=groups, history=History(8))).errors
    assert [(f.round, f.tables) for f in found if f.rule == "off-layout"] == [(11, (4,))]


def test_the_copies_of_a_history_are_those_at_hand() -> None:
    three = PLANTED["three tables share a set"][0]()
    assert three.history
    with_a_case_more = replace(three, history=replace(three.history, copies=2))
    assert "shared-by-three" not in {finding.rule for finding in judge(with_a_case_more).findings}


@pytest.mark.parametrize(
    "history",
    [
        History(10),
        History(3, lost_cells=frozenset({(4, 10)})),
        History(3, departures=((19, 3),)),
        History(3, arrivals=((1, 10),)),
    ],
)
def test_a_history_of_another_room_is_refused(history: History) -> None:
    with pytest.raises(
        BadRequest, match="the history has a round, table or contestant that the movement does not have"
    ):
        replace(find("M0909"), history=history)
