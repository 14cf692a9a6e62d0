"""Problems of every kind in every movement; an independent checker confirms the answers of the command."""

import json
import time
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from byestand.cli import run
from byestand.search import outcome
from tests.oracles.repair_checker import differences, laid_over
from tests.oracles.second_repairer import TooLong, better_than
from tests.support.irregular_nights import WrongNight, read
from tests.support.random_mishaps import MOVEMENTS, Mishap, mishaps, random_mishap
from tests.support.repair_command import RepairRefusal, answer, plan_of, repair_output
from tests.support.repair_seed_cases import CASES, GIVEN, seed_case

pytestmark = pytest.mark.usefixtures("own_time")

SMALL = ("M0303", "M0404X", "M0505", "M0606R", "M0706", "W0403", "W0605", "H0303S", "H0304", "H0407", "H0509")


@pytest.mark.parametrize("name", GIVEN)
def test_the_given_cases_come_out_as_solved_or_better(name: str, tmp_path: Path) -> None:
    mishap, bar = seed_case(name), GIVEN[name]

    def is_reached(seconds: float) -> bool:
        printed = answer(mishap, tmp_path, seconds=seconds)
        assert differences(mishap.night, printed) == []
        return any(
            (option["lost"], option["again"]) <= bar.best and len(option["instructed"]) <= bar.changed_tables
            for option in printed["options"]
        )

    # A slow machine may take longer than a director would wait.
    assert any(map(is_reached, (0.2, 2, 20))), f"{bar.best} telling {bar.changed_tables} tables is not among them"


@pytest.mark.slow
@pytest.mark.parametrize("table", CASES["one wrong set, complete odd Mitchell"]["tables"])
def test_one_wrong_set_in_a_complete_odd_mitchell_costs_two_tables(table: int, tmp_path: Path) -> None:
    """Without sharing, for each of the ten sets that no pair there has seen."""
    case = CASES["one wrong set, complete odd Mitchell"]
    plan, copies = plan_of(case["movement"])
    place = case["round"], table
    at_two_tables = 0
    for group in range(1, 10):
        night = WrongNight(plan, place[0], {place: plan[place]._replace(group=group)}, copies=copies, extra=0)
        if any((who, group) in WrongNight(plan, place[0] - 1).known_groups for who in night.seated_at(plan[place])):
            continue
        if group == plan[place].group:
            continue
        at_two_tables += 1
        printed = answer(Mishap("M0909", "a wrong set", night), tmp_path, "--extra-sharing", "0", seconds=0.2)
        assert differences(night, printed) == []
        assert min(option["lost"] for option in printed["options"]) == case["best_lost"]
    assert at_two_tables


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_mishaps_at_random_are_answered_without_a_fault(seed: int, tmp_path: Path) -> None:
    plans = {name: plan_of(name) for name in MOVEMENTS}
    for mishap in islice(mishaps(plans, seed), 8):
        printed = answer(mishap, tmp_path, seconds=0.1)
        assert differences(mishap.night, printed) == [], str(mishap)
        plan = next(option for option in printed["options"] if option["kind"] == "plan")
        best = printed["options"][0]
        assert (best["lost"], best["again"]) <= (plan["lost"], plan["again"]), str(mishap)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_changes_laid_over_the_plan_are_the_file(seed: int, tmp_path: Path) -> None:
    """Whoever the changes leave at a half table sits there in the file too."""
    plans = {name: plan_of(name) for name in MOVEMENTS}
    for mishap in islice(mishaps(plans, seed + 100), 8):
        file = tmp_path / "repaired.csv"
        option = answer(mishap, tmp_path, "--force", "--output", str(file), seconds=0.1)["options"][0]
        over, written = laid_over(mishap.night, option), read(file.read_text(encoding="utf-8"))
        ahead = {place: cell for place, cell in written.items() if place[0] > mishap.night.after}
        assert {p: c for p, c in over.items() if c.played} == {p: c for p, c in ahead.items() if c.played}, str(mishap)
        for place, cell in over.items():
            assert {*cell.seats} <= {0, *ahead[place].seats}, (str(mishap), place)


def test_boards_that_are_all_two_tables_too_far_just_move_on(tmp_path: Path) -> None:
    """R1111: nothing is lost if they move as usual from where they are, and the option says so."""
    plan, copies = plan_of("R1111")
    seen = {place: cell._replace(group=(cell.group + 1) % 11 + 1) for place, cell in plan.items() if place[0] <= 2}
    night = WrongNight(plan, 2, seen, copies=copies)
    printed = answer(Mishap("R1111", "boards moved wrong", night), tmp_path, seconds=0.5)
    assert differences(night, printed) == []
    best = printed["options"][0]
    assert (best["kind"], best["lost"], best["again"]) == ("alike", 0, 0)
    assert best["say"] == ("Continue: everyone moves as planned, and boards move on as usual from where they are now.")


@pytest.mark.slow
def test_a_slow_machine_gives_the_same_options_and_a_mark_always_means_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search ends after some work, not after some seconds: here a second is a tenth as long."""
    report = ("repair", "M1615", "--after", "4", "--moved", "ew:+2@3", "--left", "E6", "--seconds", "1.5")
    clock = time.monotonic
    printed = json.loads(repair_output(*report, "--format", "json"))
    with monkeypatch.context() as patch:
        patch.setattr(outcome, "longest_wait", lambda _: 1000.0)
        patch.setattr(outcome, "time", SimpleNamespace(monotonic=lambda: 10 * clock()))
        again = json.loads(repair_output(*report, "--format", "json"))
    assert again == printed
    assert not printed["cut_off"]
    marks = [option["mark"] for option in printed["options"]]
    assert len(set(marks)) == len(marks) > 2
    by_mark, by_number = tmp_path / "mark.csv", tmp_path / "number.csv"
    repair_output(*report, "--option", marks[2].upper(), "--output", str(by_mark))
    repair_output(*report, "--option", "3", "--output", str(by_number))
    assert by_mark.read_bytes() == by_number.read_bytes()
    with pytest.raises(RepairRefusal, match="no option has this mark"):
        repair_output(*report, "--option", "z00000", "--output", str(tmp_path / "none.csv"))


def test_a_search_that_time_ends_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("byestand.search.outcome.longest_wait", lambda _: 0.0)
    assert run(["repair", "M1615", "--after", "4", "--moved", "ew:+2@3", "--left", "E6", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["cut_off"]
    assert "the search was stopped because this machine is slow or busy" in printed.err


def test_a_half_table_that_its_pair_leaves_is_a_change(tmp_path: Path) -> None:
    """W2109 without N11, E15 leaves: in round 9 E3 leaves its half table and plays at table 2."""
    plan, copies = plan_of("W2109 without N11")
    night = WrongNight(plan, 2, departures=frozenset({"E15"}), copies=copies)
    printed = answer(Mishap("W2109 without N11", "nothing", night), tmp_path)
    option = next(option for option in printed["options"] if option["kind"] == "leaving")
    assert {"round": 9, "table": 11, "plan": [0, 3, 1], "now": None} in option["changes"]
    assert differences(night, printed) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_what_is_proved_stands_against_a_second_engine(name: str, tmp_path: Path) -> None:
    plan, copies = plan_of(name)
    random, held = Random(name), 0  # noqa: S311 - no secret
    for _ in range(6):
        mishap = random_mishap(name, plan, copies, random)
        for option in answer(mishap, tmp_path, seconds=0.1)["options"]:
            try:
                assert not (option["proved"] and better_than(mishap.night, option, 20_000)), str(mishap)
            except TooLong:
                continue
            held += option["proved"]
    assert held


@pytest.mark.parametrize("name", ["M0909", "W1813", "H0713", "R1111", "I1313", "W0408"])
def test_where_nothing_went_wrong_the_answer_is_to_go_on(name: str, tmp_path: Path) -> None:
    plan, copies = plan_of(name)
    night = WrongNight(plan, 4, copies=copies)
    printed = answer(Mishap(name, "nothing", night), tmp_path)
    assert [option["kind"] for option in printed["options"]] == ["plan"]
    assert printed["options"][0]["lost"] == 0
    assert printed["options"][0]["say"] == "Continue: nothing is lost."
