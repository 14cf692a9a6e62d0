"""Pairs that came late or left: seats, rovers and hosts in the remaining rounds, each checked and judged."""

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.model.history import Continuation
from byestand.model.movement import Movement
from byestand.movements import switch_arrow, with_missing
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.repair_options import RepairLimits, late_plays, options
from byestand.repairs.repair_plan import RepairOptions, repair_data
from byestand.repairs.search.lower_bounds import loss_of, sharing_fits
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.seat_matching import fill_seats, seat_late_pairs
from byestand.repairs.search.uniform_moves import move_alike
from byestand.search import Found, Impossible
from byestand.search.outcome import SearchBudget
from byestand.verify import judge
from tests.support.paths import SEEDS
from tests.support.repair_cases import costs, known_boards, wrong_move
from tests.support.repaired_movements import pair_left

pytestmark = pytest.mark.usefixtures("own_time")

GIVEN = {case["case"]: case for case in json.loads((SEEDS / "repair_cases.json").read_text(encoding="utf-8"))["cases"]}
NO_HURRY = 60.0


def after(plan: Movement, rounds: int, *, came: int = 0, left: tuple[str, ...] = ()) -> ActualPlay:
    """Return a session that went as planned until a pair came or left."""
    gone = frozenset(map(plan.field.contestant, left))
    return ActualPlay(plan, plan.seats[:rounds], plan.groups[:rounds], departures=gone, late_pairs=came)


def repair_options_of(
    night: ActualPlay, *, copies: int = 1, extra: int = 1
) -> dict[str, tuple[ActualPlay, Continuation]]:
    """Return the options for late pairs by kind, each checked and judged."""
    outcome = seat_late_pairs(night, SearchLimits(copies, extra, SearchBudget(NO_HURRY)))
    assert isinstance(outcome, Found)
    for enlarged, how in outcome.thing:
        assert costs(enlarged, how, copies=copies, extra=extra) == loss_of(enlarged, how)
        assert how.proved == (loss_of(enlarged, how) == (0, 0)), "only the ideal is proved best"
        assert judge(enlarged.with_continuation(how), copies=copies).is_sound
    return {how.kind: (enlarged, how) for enlarged, how in outcome.thing}


def games(found: tuple[ActualPlay, Continuation]) -> dict[str, list[int]]:
    """Return the rounds in which the late pairs play."""
    movement = found[0].with_continuation(found[1])
    assert movement.history
    arrived = [movement.field.label(contestant) for contestant, _ in movement.history.arrivals]
    return {who: [visit.round for visit in movement.itinerary(who) if visit.plays] for who in arrived}


@pytest.mark.parametrize("missing", ["N9", "E4"])
def test_a_pair_that_comes_late_sits_down_where_one_is_missing(missing: str) -> None:
    found = repair_options_of(after(with_missing(find("M0909"), missing), 3, came=1))
    assert list(found) == ["half"]
    assert games(found["half"]) == {missing: [4, 5, 6, 7, 8, 9]}


def test_a_pair_that_comes_late_is_the_host_that_was_missing() -> None:
    plan = find("M1111ER")
    found = repair_options_of(after(with_missing(plan, "N12"), 3, came=1))
    assert games(found["half"]) == {"N12": list(range(4, plan.rounds + 1))}


@pytest.mark.parametrize("name", ["M0505", "M0706", "M1111", "W1413", "M0808R", "M1919"])
def test_a_late_rover_plays_in_every_round_left_and_displaces_nobody_twice(name: str) -> None:
    plan = find(name)
    assert plan.layout
    found = repair_options_of(after(plan, 2, came=1), copies=len(plan.layout.cases))
    rover = f"E{plan.field.lines[1] + 1}"
    assert games(found["rover"]) == {rover: list(range(3, plan.rounds + 1))}
    night, how = found["rover"]
    party = how.seats[:, -1].max(axis=1)
    assert len(set(party.tolist())) == len(party)
    assert night.with_continuation(how).field.label(int(how.seats.max())) == rover


def test_where_no_rover_can_keep_to_one_side_it_changes_sides_or_sits_out_once() -> None:
    night = after(find("M0909"), 1, came=1)
    outcome = seat_late_pairs(night, SearchLimits(1, 1, SearchBudget(NO_HURRY)))
    assert isinstance(outcome, Found)
    assert "toroidal queens" in outcome.method
    found = repair_options_of(night)
    assert games(found["two-way"]) == {"19": list(range(2, 10))}
    (rounds,) = games(found["rover"]).values()
    assert len(rounds) == 7


@pytest.mark.parametrize("name", ["M0909", "W1413", "H0609"])
def test_two_pairs_that_come_are_a_rover_and_its_host(name: str) -> None:
    plan = find(name)
    assert plan.layout
    found = repair_options_of(after(plan, 4, came=2), copies=len(plan.layout.cases))
    rounds = list(range(5, plan.rounds + 1))
    assert list(games(found["party"]).values()) == [rounds, rounds]


def test_without_sharing_there_is_no_party_table_where_every_set_is_in_use() -> None:
    outcome = seat_late_pairs(after(find("M0909"), 3, came=2), SearchLimits(1, 0, SearchBudget(NO_HURRY)))
    assert isinstance(outcome, Impossible)


def test_a_host_who_comes_late_needs_a_copy_or_a_set_to_share() -> None:
    night = after(with_missing(find("M1111ER"), "N12"), 3, came=1)
    outcome = seat_late_pairs(night, SearchLimits(1, 0, SearchBudget(NO_HURRY)))
    assert isinstance(outcome, Impossible)
    assert repair_options_of(night, copies=2, extra=0)


def test_a_second_rover_is_refused() -> None:
    outcome = seat_late_pairs(after(find("M1111ER"), 3, came=1), SearchLimits(2, 1, SearchBudget(NO_HURRY)))
    assert isinstance(outcome, Impossible)
    assert outcome.reason == "the movement already has a rover"


def test_how_two_of_three_were_seated_is_no_reason_why_the_third_was_not() -> None:
    found = options(after(find("M0909"), 3, came=3), RepairLimits(copies=1, extra=1, seconds=0.5))
    assert "party" in [option.continuation.kind for option in found.options]
    assert found.why_waiting == ""


@pytest.mark.parametrize(("name", "came"), [("M0909", 1), ("W1813ER", 1), ("M0505", 4)])
def test_nothing_is_proved_best_that_leaves_a_late_pair_without_a_game(name: str, came: int) -> None:
    found = options(after(find(name), 3, came=came), RepairLimits(copies=2, seconds=0.5)).options
    waiting = [option for option in found if option.idle_rounds]
    assert "plan" in [option.continuation.kind for option in waiting]
    assert not any(option.continuation.proved for option in waiting)


def test_a_late_rover_that_plays_in_every_round_and_costs_nothing_is_proved_best() -> None:
    found = options(after(find("M0909"), 5, came=1), RepairLimits(copies=1, seconds=0.5)).options
    assert [(option.continuation.kind, option.continuation.proved) for option in found] == [
        ("rover", True),
        ("plan", False),
    ]


@pytest.mark.parametrize("came", [0, 1])
def test_a_loss_that_was_proved_for_those_who_were_there_is_not_proved_once_a_pair_has_come(came: int) -> None:
    night = after(find("M0909"), 8, came=came)
    groups = night.groups.copy()
    groups[7, 2] = 2
    night = replace(night, groups=groups, cancelled_cells=known_boards(night.seats, groups))
    found = options(night, RepairLimits(copies=1, extra=0, seconds=0.5)).options
    assert {option.figures.costs[0] for option in found} == {1}
    assert {option.continuation.proved for option in found} == {not came}


def test_no_three_tables_share_a_set_though_the_plan_and_the_allowance_would_add_up_to_it() -> None:
    plan = find("M0808R")
    night = after(plan, 3)
    groups = night.planned_rest.groups.copy()
    relayed = int(groups[0, 0])
    assert (groups[0] == relayed).sum() == 2
    others = [table for table in range(plan.tables) if groups[0, table] != relayed]
    groups[0, others[0]] = groups[0, others[1]]
    two_and_two = replace(night.planned_rest, groups=groups)
    assert sharing_fits(night, two_and_two, copies=1, extra=1)
    groups = night.planned_rest.groups.copy()
    groups[0, others[0]] = relayed
    three = replace(night.planned_rest, groups=groups)
    assert not sharing_fits(night, three, copies=1, extra=1)
    assert sharing_fits(night, three, copies=2, extra=1)


def test_no_late_play_is_offered_to_a_pair_that_has_left() -> None:
    plan = find("M0909")
    assert late_plays(pair_left(), plan) == ()


def test_in_one_field_a_late_rover_takes_either_seat_and_the_arrow_turns_for_the_displaced_too() -> None:
    found = repair_options_of(after(switch_arrow(find("M0909"), rounds=[8]), 3, came=1))
    assert games(found["rover"]) == {"19": [4, 5, 6, 7, 8, 9]}


@pytest.mark.parametrize(("left", "came"), [(("N4",), 1), (("E4", "N3"), 2)])
def test_who_comes_takes_the_seat_of_who_left(left: tuple[str, ...], came: int) -> None:
    found = repair_options_of(after(find("M0909"), 4, left=left, came=came))
    expected = {f"{label[0]}10": [5, 6, 7, 8, 9] for label in left}
    assert games(found["place"]) == expected
    assert loss_of(*found["place"]) == (0, 0)


@pytest.mark.slow
def test_who_comes_after_a_wrong_move_roves_while_all_others_are_called_alike() -> None:
    night = replace(wrong_move("M0909", 3, people=1), late_pairs=1)
    outcome = seat_late_pairs(night, SearchLimits(1, 1, SearchBudget(1.0)))
    assert isinstance(outcome, Found)
    assert {(loss_of(*option) == (0, 0), option[1].proved) for option in outcome.thing} == {
        (True, True),
        (False, False),
    }
    enlarged, how = min(outcome.thing, key=lambda found: loss_of(*found))
    assert costs(enlarged, how) == (0, 0)
    assert how.calls
    assert how.kind == "rover"
    assert judge(enlarged.with_continuation(how)).is_sound


def test_who_leaves_a_complete_mitchell_leaves_as_many_tables_lost_as_rounds() -> None:
    given = GIVEN["EW4 leaves after round 5"]
    night = after(find(given["movement"]), given["after"], left=("E4",))
    assert loss_of(night, night.planned_rest) == (given["lost"], 0)
    assert fill_seats(night, SearchLimits(1, 1, SearchBudget(NO_HURRY))) == ()


def shorten_title(night: ActualPlay) -> tuple[int, int]:
    """Return the cost of the best replacement of a pair that left, checked and judged."""
    (how, *_) = fill_seats(night, SearchLimits(1, 1, SearchBudget(NO_HURRY)))
    assert judge(night.with_continuation(how)).is_sound
    assert costs(night, how) == loss_of(night, how)
    return loss_of(night, how)


def test_when_the_rover_of_a_half_table_leaves_those_whom_it_would_displace_play() -> None:
    night = after(with_missing(find("M1111ER"), "N12"), 5, left=("E12",))
    assert loss_of(night, night.planned_rest).lost_count == 6
    assert shorten_title(night) == (0, 0)


def test_a_rover_stops_roving_to_take_a_place() -> None:
    night = after(with_missing(find("M1111ER"), "N12"), 3, left=("E4",))
    assert shorten_title(night)[0] < loss_of(night, night.planned_rest).lost_count == 7


def test_two_who_would_both_sit_out_play_each_other() -> None:
    night = after(with_missing(find("M1508"), "N15"), 3, left=("E4",))
    assert loss_of(night, night.planned_rest).lost_count == 5
    assert shorten_title(night)[0] < 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_a_wrong_move_and_people_who_come_or_go_at_once_give_something_legal(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    plan = find(chance.choice(["M0706", "M0808R", "M0909", "W0605", "H0609", "M1111ER", "M1513"]))
    if seed % 3 == 0:
        plan = with_missing(plan, plan.field.label(min(plan.field.present)))
    rounds = chance.randrange(1, plan.rounds)
    seats, groups = plan.seats[:rounds].copy(), plan.groups[:rounds].copy()
    if not plan.rover:
        seats[-1, :, 1] = np.roll(seats[-1, :, 1], 1) if plan.field.winners == 2 else seats[-1, :, 1]
    groups[-1] = np.roll(groups[-1], chance.choice([0, 1]))
    gone = frozenset(chance.sample(plan.field.present, seed % 2))
    night = ActualPlay(plan, seats, groups, known_boards(seats, groups), gone, late_pairs=chance.choice([0, 1, 2]))
    copies = len(plan.layout.cases) if plan.layout else 1
    arrived = seat_late_pairs(night, SearchLimits(copies, 1, SearchBudget(0.3)))
    found = [
        *(arrived.thing if isinstance(arrived, Found) else ()),
        *((night, how) for how in fill_seats(night, SearchLimits(copies, 1, SearchBudget(0.3)))),
        *((night, how) for how in move_alike(night, SearchLimits(copies, 1, SearchBudget(0.1)))),
    ]
    for at, how in found:
        assert costs(at, how, copies=copies) == loss_of(at, how)
        assert judge(at.with_continuation(how), copies=copies).is_sound


def test_who_changes_sides_has_the_next_number_of_both_lines_in_the_data() -> None:
    wanted = RepairLimits(copies=1, extra=1, seconds=NO_HURRY)
    found = options(after(find("M0909"), 1, came=1), wanted).options
    data: Any = repair_data(RepairOptions(found, ((),) * len(found), ()))
    (two_way,) = [option for option in data["options"] if option["kind"] == "two-way"]
    plan = find("M0909")
    for change in two_way["changes"]:
        ns, ew = plan.at(change["round"], change["table"]).contestants
        group = plan.at(change["round"], change["table"]).group
        assert change["plan"] == [int(ns[1:]), int(ew[1:]), group]
        assert change["now"] in ([10, int(ew[1:]), group], [int(ns[1:]), 10, group])


def test_nothing_lost_is_not_said_where_the_pair_that_came_has_no_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["repair", "M0909", "--after", "5", "--came", "1"]) == 0
    text = capsys.readouterr().out
    assert "No seat for the late pair" in text
    assert "nothing is lost" not in text
