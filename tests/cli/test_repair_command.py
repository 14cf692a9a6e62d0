"""The repair command: problem reports, impossible reports, and the printed sheets."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from byestand import cli, find
from byestand.formats import csv
from byestand.formats import json as own_json
from byestand.model.claims import Follow
from byestand.model.movement import Movement
from byestand.movements import switch_arrow
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.cost import figures, usual_copies
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.repair_options import RepairLimits, in_order, options
from byestand.verify import judge

pytestmark = pytest.mark.usefixtures("own_time")

Capture = pytest.CaptureFixture[str]
Repair = Callable[..., dict[str, Any]]

QUICK = ("--seconds", "0.2")
ONLY_BACK = ("--boards", "3:4=5")
"""After round 3 of M0909: without any search it is proved that nothing is better than back to the plan."""
KEYS = [
    *("mark", "kind", "lost", "lost_already", "again", "extra_shared", "instructed", "changes", "proved", "scope"),
    "say",
]


@pytest.fixture
def repair(capsys: Capture) -> Repair:
    """Return a function that calls the command for its json."""

    def run(*arguments: str, seconds: str = "0.2") -> dict[str, Any]:
        capsys.readouterr()
        asked = ["repair", *arguments, "--seconds", seconds, "--format", "json"]
        assert cli.run(asked) == 0, capsys.readouterr().err
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        return data

    return run


def cells(path: Path, *rows: str, header: str = "round,table,ns,ew,group") -> str:
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return str(path)


def played_movement(plan: Movement, after: int, **words: Any) -> ActualPlay:  # noqa: ANN401 - as `parse_mishaps` has them
    return reconstruct_play(plan, after, parse_mishaps(plan, after, **words), copies=usual_copies(plan))


def test_the_json_has_the_promised_keys_and_the_plan(repair: Repair, tmp_path: Path) -> None:
    seen = cells(tmp_path / "seen.csv", "3,3,3,1,6", "3,4,4,2,5")
    found = repair("M0909", "--after", "3", "--seen", seen)["options"]
    assert all(list(option) == KEYS for option in found)
    (plan,) = (option for option in found if option["kind"] == "plan")
    assert (plan["lost"], plan["lost_already"], plan["again"], plan["instructed"]) == (3, 1, 0, [])
    assert {"round": 4, "table": 3, "plan": [3, 9, 6], "now": None} in plan["changes"]


def test_the_best_known_answer_to_two_tables_that_exchanged_boards_comes_first(repair: Repair) -> None:
    """Given: 1 lost; only table 8 is affected, which shares with table 9 in round 7 and with table 7 in round 8."""
    best = repair("M0909", "--after", "3", "--boards", "3:3=6", "--boards", "3:4=5", seconds="0.5")["options"][0]
    assert (best["lost"], best["instructed"], best["extra_shared"]) == (1, [8], 2)
    now = {(change["round"], change["table"]): change["now"] for change in best["changes"]}
    assert now[7, 8][-1] == 6
    assert now[8, 8][-1] == 5


@pytest.mark.parametrize("name", ["M0909", "W1413", "M0808R", "H0813", "W1812ER", "R0909", "M0404"])
def test_with_nothing_wrong_it_says_go_on(repair: Repair, name: str) -> None:
    (only,) = repair(name, "--after", "2")["options"]
    assert (only["kind"], only["lost"], only["changes"]) == ("plan", 0, [])
    assert only["say"] == "Continue: nothing is lost."


def test_words_and_rows_tell_the_same_story(tmp_path: Path) -> None:
    seen = cells(tmp_path / "seen.csv", *(f"4,{t},{t},{(t + 4) % 9 + 1},{(t + 2) % 9 + 1}" for t in range(1, 10)))
    by_rows = played_movement(find("M0909"), 4, cells=csv.load_seen(seen, find("M0909")))
    by_words = played_movement(find("M0909"), 4, moved=["ew:+2@3"])
    assert np.array_equal(by_rows.seats, by_words.seats)
    assert np.array_equal(by_rows.groups, by_words.groups)
    assert by_rows.cancelled_cells == by_words.cancelled_cells


def test_who_goes_two_tables_up_for_one_sits_one_further_from_there_on() -> None:
    plan = find("M0909")
    seats = played_movement(plan, 5, moved=["ew:+2@3"]).seats
    assert np.array_equal(seats[:3], plan.seats[:3])
    assert np.array_equal(seats[3:, :, 1], np.roll(plan.seats[3:5, :, 1], 1, axis=1))
    assert np.array_equal(seats[:, :, 0], plan.seats[:5, :, 0])


def test_a_skip_too_early_is_made_up_for_where_it_was_planned() -> None:
    plan = find("M0807")
    seats = played_movement(plan, 5, skip="3").seats
    assert np.array_equal(seats[3, :, 1], np.roll(plan.seats[3, :, 1], 1))
    assert np.array_equal(seats[4], plan.seats[4])


def test_a_rover_sits_where_its_card_says_whoever_moves_wrong() -> None:
    plan = find("W1812ER")
    assert plan.rover
    seats = played_movement(plan, 5, moved=["ew:+2@3"]).seats
    rover, party = plan.rover.contestant, plan.rover.party_table - 1
    assert np.array_equal(seats == rover, plan.seats[:5] == rover)
    table = int(np.argwhere(plan.seats[3, :, 1] == rover)[0, 0])
    assert seats[3, party, 1] == plan.seats[3, table - 1, 1]  # the pair that went one table too far makes room
    assert sorted(seats[3].ravel()) == sorted(plan.seats[3].ravel())


def test_the_arrow_stays_where_it_is_when_people_move_wrong() -> None:
    plan = switch_arrow(find("M0909"), rounds=(4,))
    straight = find("M0909")
    seats = played_movement(plan, 5, moved=["ew:+2@3"]).seats
    assert np.array_equal(seats[3], played_movement(straight, 5, moved=["ew:+2@3"]).seats[3][:, ::-1])


def test_in_a_howell_everybody_follows_one_further() -> None:
    plan = find("H0813")
    seats = played_movement(plan, 4, moved=["all:+2@3"]).seats
    (following,) = plan.claims_of(Follow)
    before = dict(zip(following.contestants, np.roll(following.contestants, 1).tolist(), strict=True))
    for pair, leader in before.items():
        assert np.array_equal(seats[3] == pair, plan.seats[3] == leader)
    assert np.array_equal(seats[:3], plan.seats[:3])


def test_boards_that_fall_two_tables_are_those_of_the_next_round() -> None:
    plan = find("M0909")
    groups = played_movement(plan, 4, boards_moved=["-2@3"]).groups
    assert np.array_equal(groups[3], plan.groups[4])


def test_what_one_of_the_four_has_played_is_cancelled_whoever_says_so() -> None:
    plan = find("M0909")
    assert (3, 4) in played_movement(plan, 3, boards=["3:4=5"]).cancelled_cells  # N4 had group 5 in round 2
    assert not played_movement(plan, 3, boards=["3:3=6"]).cancelled_cells


def test_where_only_the_boards_are_told_those_sat_whom_the_wrong_move_had_brought() -> None:
    at = played_movement(find("M0909"), 4, moved=["ew:+2@3"], boards=["4:1=8"])
    assert np.array_equal(at.seats, played_movement(find("M0909"), 4, moved=["ew:+2@3"]).seats)
    assert at.groups[3, 0] == 8


def test_a_file_and_words_cannot_both_tell_of_a_table(tmp_path: Path, capsys: Capture) -> None:
    seen = cells(tmp_path / "seen.csv", "3,3,3,1,6")
    assert cli.run(["repair", "M0909", "--after", "3", "--seen", seen, "--boards", "3:3=7"]) == 2
    assert "round 3, table 3 is given twice" in capsys.readouterr().err


def test_who_left_earlier_had_no_seat_since() -> None:
    seats = played_movement(find("M0909"), 5, left=["E4@3"]).seats
    gone = find("M0909").field.contestant("E4")
    assert (seats == gone).any(axis=(1, 2)).tolist() == [True, True, True, False, False]


def test_before_cards_are_out_nothing_has_been_seen(repair: Repair) -> None:
    (only,) = repair("M0909", "--after", "4", "--moved", "ew:+2@3", "--cards-out", "no")["options"]
    assert only["lost"] == only["again"] == 0
    assert "EW move down 1 table" in only["say"]


def test_who_missed_boards_hears_of_a_late_play_though_nothing_to_come_is_lost(repair: Repair) -> None:
    best = repair("M0909", "--after", "3", "--boards", "3:3=0")["options"][0]
    assert best["lost"] == 0
    assert "Possible late plays after the last round: N3 and E1 play group 5." in best["say"]


def test_boards_can_be_told_by_their_numbers(repair: Repair) -> None:
    by_group = repair("M0909", "--after", "3", *ONLY_BACK)["options"]
    by_boards = repair("M0909", "--after", "3", "--boards", "3:4=boards 9-10", "--boards-per-round", "2")["options"]
    assert [o["changes"] for o in by_group] == [o["changes"] for o in by_boards]
    assert "boards 9-10" in by_boards[-1]["say"]


def test_one_of_several_sections_is_repaired(repair: Repair) -> None:
    found = repair("A=W1813 B=M0909", "--section", "b", "--after", "3", *ONLY_BACK)["options"]
    assert found == repair("M0909", "--after", "3", *ONLY_BACK)["options"]


def test_a_file_without_a_layout_shares_one_set_a_round_at_the_most() -> None:
    plan = find("W1413")
    assert usual_copies(plan) == 2
    assert usual_copies(csv.loads(csv.dumps(plan))) == 2
    assert usual_copies(csv.loads(csv.dumps(find("M0808R")))) == 1


def test_the_night_is_written_with_its_history_and_can_go_wrong_again(repair: Repair, tmp_path: Path) -> None:
    night = str(tmp_path / "night.json")
    repair("M0909", "--after", "3", *ONLY_BACK, "--left", "E4", "--extra-sharing", "0", "-o", night)
    movement = own_json.loads(Path(night).read_text("utf-8"))
    assert movement.history
    assert movement.history.departures == ((13, 3),)
    assert judge(movement).is_sound
    assert cli.run(["verify", night]) == 0
    again = repair(night, "--after", "5", "--boards", "5:1=9")["options"]
    (plan,) = (option for option in again if option["kind"] == "plan")
    assert plan["lost"] > 0
    assert not any(change["plan"][1] == 4 for change in plan["changes"])  # a lost cell is not lost again


def test_the_answer_is_told_though_there_is_no_such_option_to_write(tmp_path: Path, capsys: Capture) -> None:
    asked = ["repair", "M0909", "--after", "3", "--option", "7", "-o", str(tmp_path / "x.json"), *QUICK]
    assert cli.run(asked) == 2
    said = capsys.readouterr()
    assert "No problem given: continue as planned." in said.out
    assert "there is no option 7; there is only option 1" in said.err
    assert not list(tmp_path.iterdir())


def test_nobody_waits_for_a_night_whose_place_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(
        "byestand.cli.commands.repair.find_repair_options", lambda *_: pytest.fail("a search for nothing")
    )
    path = tmp_path / "night.json"
    path.write_text("mine", encoding="utf-8")
    assert cli.run(["repair", "M0909", "--after", "3", "-o", str(path)]) == 5
    assert "file exists" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "mine"


def test_the_csv_of_a_night_has_it_as_it_was_and_will_be(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "night.csv"
    assert cli.run(["repair", "M0909", "--after", "3", *ONLY_BACK, "-o", str(path), *QUICK]) == 0
    assert "repair details (lost boards, instructions) are written to json only" in capsys.readouterr().err
    rows = path.read_text(encoding="utf-8").splitlines()
    assert "3,4,4,2,5,1" in rows
    assert len(rows) == 1 + 81


def test_every_option_is_sound_and_none_is_worse_than_the_plan_in_everything() -> None:
    plan = find("W1413")
    at = played_movement(plan, 6, boards=["5:3=9", "6:4=2"], left=["N2"])
    repairs = options(at, RepairLimits(usual_copies(plan), 1, 0.5))
    assert repairs.unsound == ()
    by_plan = next(o for o in repairs.options if o.continuation.kind == "plan").figures.costs
    assert all(min(a - b for a, b in zip(o.figures.costs, by_plan, strict=True)) <= 0 for o in repairs.options)


def test_of_two_that_cost_the_same_only_the_one_with_less_waiting_is_offered() -> None:
    plan = find("M0909")
    (by_plan,) = options(played_movement(plan, 3), RepairLimits(usual_copies(plan), 0, 0.1)).options
    sooner = replace(by_plan, continuation=replace(by_plan.continuation, kind="tables"))
    later = replace(sooner, actual_play=replace(sooner.actual_play, late_pairs=1))
    assert (sooner.idle_rounds, later.idle_rounds) == (0, 6)  # no pair came; one pair waits for six rounds
    assert [option.idle_rounds for option in in_order([later, sooner])] == [0]


def test_the_figures_are_those_of_the_definitions() -> None:
    """M0909, table 3 plays group 6 for 5 in round 3; then table 8 shares group 6 with table 9 in round 7."""
    plan = find("M0909")
    at = played_movement(plan, 3, boards=["3:3=6"])
    how = at.planned_rest
    groups = how.groups.copy()
    groups[0, 2] = groups[4, 7] = 0  # round 4, table 3 (N3 has seen it), and round 8, table 8 (E1 has)
    groups[3, 7] = 6
    found = figures(at, type(how)(how.seats, groups, "tables"), 1)
    assert found.lost_cells == ((4, 3), (8, 8))
    assert found.changed_tables == (8,)
    assert (found.extra_shared, found.changed_cells, found.repeats) == (1, 1, ())


def test_rows_of_rounds_to_come_may_stand_in_a_file_as_planned(repair: Repair, tmp_path: Path, capsys: Capture) -> None:
    plan = csv.dumps(find("M0909")).splitlines()
    seen = cells(tmp_path / "all.csv", *plan[1:])
    assert repair("M0909", "--after", "3", "--seen", seen)["options"][0]["lost"] == 0
    changed = cells(tmp_path / "changed.csv", "4,3,3,9,1")
    assert cli.run(["repair", "M0909", "--after", "3", "--seen", changed]) == 2
    assert "round 4 has not been played yet; the last round played is 3" in capsys.readouterr().err


def test_a_director_may_cancel_what_the_laws_do_not(tmp_path: Path) -> None:
    plan = find("M0909")
    path = cells(tmp_path / "seen.csv", "2,1,1,9,2,1", header="round,table,ns,ew,group,cancelled")
    at = played_movement(plan, 3, cells=csv.load_seen(path, plan))
    assert at.cancelled_cells == {(2, 1)}


@pytest.mark.slow
def test_what_a_few_tables_play_while_all_others_wait_is_no_call_to_the_whole_room(repair: Repair) -> None:
    """M0909, boards not moved after round 1: with one to three tables affected, no other table moves boards."""
    found = repair("M0909", "--after", "3", "--boards-moved", "0@1", seconds="1")["options"]
    assert [
        option["instructed"] for option in found if option["kind"] == "alike" and len(option["instructed"]) < 9
    ] == []


@pytest.mark.parametrize("who", ["N10", "E10"])
def test_who_came_may_go_home_before_playing(who: str, repair: Repair, tmp_path: Path) -> None:
    night = str(tmp_path / "night.json")
    repair("M0909", "--after", "3", "--came", "2", "-o", night)
    found = repair(night, "--after", "3", "--left", who)["options"]
    assert found
    assert not any(f"{who}:" in str(option["say"]) for option in found)


@pytest.mark.parametrize("mishap", [("--boards", "4:3=9"), ("--moved", "ew:+2@3")])
def test_a_night_with_a_late_rover_can_go_wrong_again(mishap: tuple[str, str], repair: Repair, tmp_path: Path) -> None:
    night = str(tmp_path / "night.json")
    repair("M0909", "--after", "3", "--came", "1", "-o", night)
    assert "plan" in [option["kind"] for option in repair(night, "--after", "4", *mishap)["options"]]
