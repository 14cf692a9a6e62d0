"""The planner: every number of pairs gets a valid movement, ranked as a director would, with its drawbacks."""

import json
import re
from dataclasses import asdict, fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand.catalog import find_judged, parse
from byestand.cli import run
from byestand.errors import BadRequest, NotFound
from byestand.plan import Room, Weights, boards_in_minutes, compare
from byestand.plan import plan as planned_anew
from byestand.plan.choosing.arrangements import Arrangement, arrangements
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate, join_sections
from byestand.plan.choosing.plan_texts import DRAWBACKS, ONE_WINNER, TWO_WINNERS
from byestand.plan.choosing.planner import pareto_front
from byestand.plan.choosing.room import Winners
from byestand.plan.choosing.weights import is_no_worse
from byestand.verify import judge
from byestand.verify.measures import measure
from tests.support.paths import ROOT

ROOMS = ROOT / "docs" / "rooms.md"
USUAL = range(24, 29)

plan = cache(planned_anew)
"""The same rooms are used by many tests."""


@pytest.mark.parametrize("pairs", [*range(8, 31, 3), *range(31, 41), *range(41, 91, 3)])
def test_every_number_of_pairs_has_a_plan_and_every_candidate_is_sound(pairs: int) -> None:
    """Every third of those that `test_plan_small_rooms` checks too."""
    choices = plan(Room(pairs, USUAL)).choices
    assert [choice.rank for choice in choices] == list(range(1, len(choices) + 1))
    for choice in choices:
        made = choice.candidate
        assert all(judge(movement).is_sound for movement in made.movements), made.arrangement
        assert sum(len(movement.field.present) for movement in made.movements) == pairs, made.arrangement
        assert made.boards_played in USUAL
        assert choice.reason


def _rooms() -> list[tuple[str, str]]:
    rows = [line.split("|") for line in ROOMS.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [(row[2].strip().strip("`"), row[3].strip()) for row in rows[2:]]


def test_there_are_twenty_rooms() -> None:
    assert len(_rooms()) == 20


@pytest.mark.parametrize(("command", "choice"), _rooms())
def test_an_experienced_director_would_agree(command: str, choice: str, capsys: pytest.CaptureFixture[str]) -> None:
    """docs/rooms.md has the reasons."""
    assert run(["plan", *command.split(), "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["candidates"][0]
    name, _, missing = choice.partition(" without ")
    assert (best["name"], best["missing"]) == (name, [missing] if missing else [])


def test_both_ways_of_the_2019_document_for_38_pairs_and_24_boards_appear_with_their_drawbacks() -> None:
    choices = {str(choice.candidate.arrangement): choice for choice in plan(Room(38, range(24, 25))).shortlist()}
    rover, curtailed = choices["W1812ER"].reason, choices["W191312"].reason
    assert "party table" in rover
    assert "EW skip a table after round 6." in rover
    assert "Each pair plays 24 of 26 boards. 8% of comparisons are on boards only one of the pairs played." in curtailed
    assert "8 boards are played fewer times and are factored." in curtailed


def test_with_one_case_the_answer_says_what_sharing_costs() -> None:
    found = {str(c.candidate.arrangement): c for c in plan(Room(36, range(26, 27), range(2, 3), cases=1)).shortlist()}
    assert (
        "you have 1. Tables share boards in 13 of 13 rounds (69% of all play). Copy 26 more boards to avoid this."
        in found["W1813"].reason
    )


def test_why_the_mitchell_is_worse_stands_beside_it() -> None:
    assert plan(Room(36, range(26, 27), cases=2)).mitchell == (
        "The Mitchell would be M1813. Each pair plays 26 of 36 boards. 29% of comparisons are on boards only one of the"
        " pairs played. Needs 1 set of boards. EW skip a table after round 9."
    )
    assert (
        plan(Room(26, range(26, 27))).mitchell == "M1313 is the Mitchell. No movement in the catalogue is better here."
    )


def test_with_too_few_boards_it_says_what_more_would_give() -> None:
    assert plan(Room(36, range(26, 27), cases=1)).more_boards == (
        "If you copy 26 more boards, W1813 is better. Every pair plays the same 26 boards."
    )
    assert not plan(Room(36, range(26, 27), cases=2)).more_boards


@pytest.mark.parametrize("pairs", range(4, 15))
def test_a_small_room_has_one_winner_and_is_told_why(pairs: int) -> None:
    chosen = plan(Room(pairs, USUAL))
    assert chosen.choices[0].candidate.one_winner
    assert ONE_WINNER in chosen.notes
    assert "Howell" not in chosen.mitchell


@pytest.mark.parametrize("pairs", range(17, 61, 4))
def test_a_large_room_has_two_winners_and_is_told_why(pairs: int) -> None:
    chosen = plan(Room(pairs, USUAL))
    assert not chosen.choices[0].candidate.one_winner
    assert TWO_WINNERS in chosen.notes


def test_two_sections_may_be_a_mitchell_each() -> None:
    assert str(plan(Room(62, USUAL, cases=2, sections=2)).choices[0].candidate.arrangement) == "M1514 + M1614"


def test_phantom_rover_and_party_table_are_compared() -> None:
    odd = plan(Room(37, USUAL, cases=2)).choices
    assert {"W1813ER without N19", "W1913 without N19"} <= {str(c.candidate.arrangement) for c in odd}
    assert "The rover and displaced pairs sit out, each for at most 2 boards (15 minutes)." in odd[0].reason
    even = plan(Room(38, USUAL)).choices
    assert any(choice.candidate.has_party_table for choice in even)


def test_what_the_director_does_not_want_is_not_offered() -> None:
    room = Room(36, USUAL)
    assert all(not c.candidate.has_rover for c in plan(replace(room, rover=False)).choices)
    assert all(not c.candidate.has_party_table for c in plan(replace(room, party_table=False)).choices)
    assert all(c.candidate.skip_round is None for c in plan(replace(room, skip=False)).choices)
    shy = plan(replace(room, sharing=False, cases=1)).choices
    assert all(not c.candidate.costs["sharing"] and not c.candidate.has_relay for c in shy)
    still = plan(replace(room, stationary=18)).choices
    assert all(len(c.candidate.measures.stationary) >= 18 for c in still)
    asked_for_less = plan(room).choices
    assert any(c.candidate.has_party_table for c in asked_for_less)
    assert any(c.candidate.skip_round for c in asked_for_less)


def test_31_tables_split_into_13_and_18() -> None:
    ways = [str(c.candidate.arrangement) for c in plan(Room(62, range(26, 27), sections=2)).choices]
    assert "M1313 + W1813" in ways


def test_sections_joined_are_one_field() -> None:
    """31 NS pairs and 31 EW pairs play the same 13 groups, each played 31 times."""
    field = join_sections([find_judged("M1313"), find_judged("W1813")])
    measures = measure(field)
    assert field.movement.field.lines == (31, 31)
    assert set(measures.plays_per_group) == {31}
    assert measures.apples_and_oranges == 0
    assert measures.opponents_met == (13,) * 62
    assert field.is_sound
    short = join_sections([find_judged("M1313"), find_judged("W1813", missing=["N18"])]).movement.field
    assert [short.label(c) for c in short.missing] == ["N31"]


def test_nobody_minds_factoring_at_imps() -> None:
    room = Room(38, range(24, 25))
    for scoring, minded in ((room, True), (replace(room, scoring="imps"), False)):
        curtailed = next(c for c in plan(scoring).choices if str(c.candidate.arrangement) == "W191312")
        assert ("factored" in curtailed.points) == minded


def test_every_cost_has_a_weight_and_a_word() -> None:
    known = {field.name for field in fields(Weights)}
    costs = plan(Room(36, USUAL)).choices[0].candidate.costs
    assert known == set(DRAWBACKS) == set(costs) | {"reboarding"}


WHERE_IT_MATTERS = {
    "apples_at_imps": Room(37, USUAL, scoring="imps"),
    "further_cases": Room(37, USUAL),
    "single_boards": Room(60, range(25, 26), range(1, 2)),
    "under_70_percent": Room(36, USUAL),
    "imbalance": Room(26, USUAL, winners="1"),
    "sections": Room(62, range(26, 28), sections=2),
    "one_winner": Room(20, USUAL),
    "two_winners": Room(14, USUAL),
    "other_length": Room(36, range(23, 24)),
} | {
    weight: Room(37, USUAL, cases=2)
    for weight in ("apples_and_oranges", "cases", "sharing", "skip", "rover", "sitting_out", "factored", "long_rounds")
}


def _evening(made: Candidate) -> tuple[Arrangement, int, bool]:
    return made.arrangement, made.boards_per_round, made.one_winner


@pytest.mark.parametrize("weight", sorted(set(DRAWBACKS) - {"reboarding"}))
def test_minding_something_more_changes_its_points_and_only_its(weight: str) -> None:
    room = WHERE_IT_MATTERS.get(weight, Room(16, USUAL))
    before = {_evening(c.candidate): c.points for c in plan(room).choices}
    touched = False
    for choice in plan(room, Weights().with_points({weight: 500})).choices:
        old = before[_evening(choice.candidate)]
        touched |= choice.points.get(weight) != old.get(weight)
        assert choice.points | {weight: 0} == old | {weight: 0}
    assert touched


def test_a_heavy_weight_turns_the_order() -> None:
    room = Room(37, USUAL, cases=2)
    assert plan(room).choices[0].candidate.has_rover
    assert not plan(room, Weights().with_points({"rover": 50})).choices[0].candidate.has_rover


def _kind(made: Candidate) -> tuple[int, int, int]:
    return made.rounds, made.boards_per_round, len(made.movements)


@pytest.mark.slow
@settings(max_examples=12)
@given(pairs=st.integers(4, 60), cases=st.none() | st.integers(1, 4), winners=st.sampled_from(["any", "1", "2"]))
def test_nothing_that_is_shown_is_beaten_in_everything(pairs: int, cases: int | None, winners: Winners) -> None:
    try:
        shown = [c.candidate for c in plan(Room(pairs, range(20, 31), cases=cases, winners=winners)).choices]
    except NotFound:
        assert pairs < 8
        return
    for made in shown:
        rivals = [other for other in shown if other is not made and _kind(other) == _kind(made)]
        assert not any(is_no_worse(other.costs, made.costs) for other in rivals)
    assert pareto_front(shown) == shown


def test_the_order_is_that_of_the_points_and_always_the_same() -> None:
    room = Room(38, USUAL, cases=2)
    first, second = (planned_anew(room).choices for _ in range(2))
    assert [str(c.candidate.arrangement) for c in first] == [str(c.candidate.arrangement) for c in second]
    costs = [round(c.cost, 6) for c in first]
    assert costs == sorted(costs)


def test_json_has_what_scripts_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--pairs", "36", "--boards", "26", "--cases", "2", "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["candidates"][0]
    expected = {"rank": 1, "name": "W1813", "rounds": 13, "boards_played": 26, "boards_in_play": 26, "cases": 2}
    assert expected.items() <= best.items()
    assert best["apples_and_oranges"] == 0
    assert best["reason"] == "Every pair plays the same 26 boards. Needs 2 sets of boards."


def test_a_howell_stands_beside_a_mitchell_and_single_players_do_not() -> None:
    rows = dict(compare(["M0808R", "H0813"], 2))
    assert rows["balance, one winner, switched"] == ("90.1", "94.7")
    with pytest.raises(BadRequest, match="only pairs movements can be compared, not individual movements: 'R1111'"):
        compare(["W1813", "R1111"], 2)


@pytest.mark.parametrize("told", [{"boards": 26}, {"boards": range(26, 27), "boards_per_round": 2}])
def test_boards_that_are_no_range_are_refused_in_a_sentence(told: dict[str, Any]) -> None:
    with pytest.raises(BadRequest, match="boards must be a range"):
        Room(36, **told)


def test_movements_are_compared_in_the_order_they_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    rows = dict(compare(["M1813", "W1813", "W1812ER"], 2))
    assert rows["movement"] == ("M1813", "W1813", "W1812ER")
    assert rows["boards in play"] == ("36", "26", "24")
    assert rows["apples and oranges"] == ("29.4%", "0.0%", "0.0%")
    assert run(["plan", "--compare", "W1813", "M1813"]) == 0
    assert re.search(r"boards in play +26 +36", capsys.readouterr().out)


def test_a_session_in_minutes_is_a_number_of_boards() -> None:
    assert boards_in_minutes(195, 7.5)[-1] == 26
    assert boards_in_minutes(180, 7)[-1] == 25


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--pairs 0", "pairs must be 4 to 120 per section, not 0"),
        ("--pairs 10000", "pairs must be 4 to 120 per section, not 10000"),
        ("--pairs 36 --boards 3", "boards per pair must be 6 to 60, not 3"),
        (
            "--pairs 36 --minutes -5",
            "too short: -5 min at 7.5 min per board gives 0 boards; at least 6 are needed",
        ),
        ("--pairs 36 --minutes 195 --minutes-per-board nan", "minutes per board must be 1 to 30, not nan"),
        ("--pairs 36 --winners 1 --one-winner", "use either --one-winner or --winners, not both"),
        ("--pairs 36 --boards-per-round 0", "boards per round must be 1 to 12, not 0"),
        ("--pairs 36 --cases 0", "sets of boards must be 1 to 99, not 0"),
        ("--pairs 36 --stationary 19", "only one pair per table can be stationary: at most 18 of 36 pairs, not 19"),
        ("--pairs 36 --sections 9", "number of sections must be 1 to 6, not 9"),
        ("--pairs 36 --weight skip=nan", "a weight must be 0 to 1000 points, not nan"),
        ("--pairs 36 --weight self=3", None),
        ("--pairs 36 --tables 18", "use either --pairs or --tables, not both"),
        ("--pairs 37 --stationary 19", "only one pair per table can be stationary: at most 18 of 37 pairs, not 19"),
        ("--pairs 512 --sections 6", "pairs must be 4 to 510, not 512"),
        ("--now W1813 --pairs 62 --sections 2", "--now takes one section; run it once per section"),
        (
            "--now W1813 --pairs 37 --boards 24",
            "--now keeps the present boards; remove --boards and --minutes",
        ),
        ("--compare M1313 --boards-per-round 0", "boards per round must be 1 to 12, not 0"),
        (
            "--compare M1313 --pairs 37",
            "--compare does not take --pairs, --tables, --missing or --now",
        ),
        ("--now W1813 --pairs 36", "W1813 already seats 36 pairs; no change is needed"),
        ("--compare", "give 1 to 8 movements to compare, not 0"),
        ("", "give the number of pairs or tables, for example --pairs 37 or --tables 18"),
    ],
)
def test_nonsense_gets_one_sentence(arguments: str, sentence: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", *arguments.split()]) == BadRequest.exit_code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert sentence is None or captured.err == f"byestand: {sentence}\n"


def test_where_nothing_suits_it_says_what_to_allow() -> None:
    with pytest.raises(NotFound, match="allow one of these: a rover"):
        plan(Room(4, range(50, 51), range(2, 3), rover=False))


def test_the_table_of_weights_in_the_reference_is_true() -> None:
    reference = (ROOMS.parent / "reference.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([a-z_0-9]+) \| ([\d.]+) \| ", reference, flags=re.MULTILINE))
    assert {name: float(points) for name, points in told.items()} == asdict(Weights())


def test_individuals_can_be_planned_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--players", "44", "--boards", "22-33", "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["candidates"][0]
    expected = {"rank": 1, "name": "R1111", "rounds": 11, "boards_played": 33, "boards_in_play": 33, "cases": 1}
    assert expected.items() <= best.items()
    assert best["apples_and_oranges"] == 0
    assert run(["plan", "--players", "44", "--pairs", "3"]) == BadRequest.exit_code


def test_every_family_is_considered() -> None:
    """Mitchells with a rover, segmented Mitchells, sections with one group too many."""
    offered = {
        pairs: {
            str(way)
            for rounds in range(6, 15)
            for way in arrangements((pairs + 1) // 2, rounds, half=False, sections=2)
        }
        for pairs in (18, 28, 62)
    }
    assert {"S0906", "M0909"} <= offered[18]
    assert "M1311ER" in offered[28]
    assert "M1312 + W181312" in offered[62]


def test_of_equals_the_one_with_more_rounds_is_first_and_the_other_says_so() -> None:
    first, second = plan(Room(36, USUAL)).choices[:2]
    assert (str(first.candidate.arrangement), str(second.candidate.arrangement)) == ("W1813", "W1809")
    assert second.reason.endswith("As good as W1813, but with fewer opponents.")


def test_rounds_of_five_boards_cost_four_times_what_rounds_of_four_do() -> None:
    choices = plan(Room(36, range(20, 29), range(4, 6))).choices
    costs = {choice.candidate.boards_per_round: choice.points["long_rounds"] for choice in choices}
    assert costs[5] == 4 * costs[4]


def test_who_plays_too_little_because_of_sitting_out_is_counted() -> None:
    """Ten tables and seven rounds with a phantom: EW pairs that sit out play 6 of 10 groups."""
    made = candidate(Arrangement((parse("M1007"),), ("N10",)), 4, Room(19, range(28, 29)))
    assert isinstance(made, Candidate)
    assert made.costs["under_70_percent"]
    whole = candidate(Arrangement((parse("M1007"),)), 4, Room(20, range(28, 29)))
    assert isinstance(whole, Candidate)
    assert not whole.costs["under_70_percent"]


def test_a_relay_without_a_pair_at_the_second_table_shares_nothing() -> None:
    whole, half = (candidate(Arrangement((parse("M0808R"),), missing), 3, Room(16, USUAL)) for missing in ((), ("N8",)))
    assert isinstance(whole, Candidate)
    assert isinstance(half, Candidate)
    assert whole.has_relay
    assert not half.has_relay


def test_joined_sections_keep_their_revenge_round() -> None:
    assert join_sections([find_judged("W0607"), find_judged("W0607")]).is_sound


@pytest.mark.parametrize("pairs", range(8, 31))
@pytest.mark.parametrize("boards", [20, 24, 28])
def test_every_small_room_has_an_answer_for_boards_that_rounds_can_give(pairs: int, boards: int) -> None:
    """Five tables play 24 boards in four rounds of six: long ones are better than none."""
    choices = plan(Room(pairs, range(boards, boards + 1))).choices
    assert any(choice.candidate.boards_played == boards for choice in choices[:5])
