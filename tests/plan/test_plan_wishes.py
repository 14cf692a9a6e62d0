"""Options of a director, given or not: the same boards, stationary pairs, sets of boards, IMPs."""

import json
from functools import cache

import pytest

from byestand.catalog import parse
from byestand.catalog.families.web_family import is_built_into_acblscore
from byestand.catalog.listing import library
from byestand.cli import run
from byestand.errors import BadRequest, NotFound
from byestand.plan import Plan, Room
from byestand.plan import plan as planned_anew
from byestand.plan.choosing.arrangements import Arrangement
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.plan.choosing.planner import acceptable
from byestand.plan.choosing.room import SeatRequest, parse_stationary

USUAL = range(24, 29)

plan = cache(planned_anew)
"""The same rooms are used by many tests."""
ROOMS = (11, 12, 17, 21, 22, 29, 33, 36, 37, 38, 45, 50, 59)
"""Full and half tables, odd and even, small and large: enough to meet every family."""


def _first(chosen: Plan) -> str:
    return str(chosen.choices[0].candidate.arrangement)


# IMPs


def test_at_imps_a_round_that_everybody_misses_is_worse_than_a_rover(capsys: pytest.CaptureFixture[str]) -> None:
    """Even minor compromises are more objectionable at IMPs (Hill 2019): a pair is sure to miss a swing of 17."""
    assert run(["plan", "--pairs", "38", "--boards", "24", "--scoring", "imps", "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)["candidates"][0]
    assert first["name"] != "W191312"
    assert first["apples_and_oranges"] == 0


@pytest.mark.parametrize("boards", [range(24, 25), USUAL])
@pytest.mark.parametrize("pairs", ROOMS)
def test_who_plays_imps_is_never_offered_more_apples_and_oranges(pairs: int, boards: range) -> None:
    matchpoints, imps = (
        plan(Room(pairs, boards, scoring=scoring)).choices[0].candidate for scoring in ("matchpoints", "imps")
    )
    assert imps.apples_and_oranges <= matchpoints.apples_and_oranges


# The same boards for all, and extra deal groups


@pytest.mark.parametrize("pairs", ROOMS)
def test_who_wishes_it_gets_the_same_boards_for_all(pairs: int) -> None:
    for choice in plan(Room(pairs, USUAL, same_boards=True)).choices:
        made = choice.candidate
        for movement in made.movements:
            assert len(set(movement.groups[movement.is_played].tolist())) == movement.rounds, made.arrangement


def test_the_same_boards_and_extra_deal_groups_contradict_each_other() -> None:
    assert Room(36, USUAL, same_boards=True) == Room(36, USUAL, same_boards=True, extra_groups=0)
    with pytest.raises(BadRequest, match="exclude each other; remove one"):
        Room(36, USUAL, same_boards=True, extra_groups=2)


def test_without_the_wish_other_boards_are_offered_too() -> None:
    assert any(not choice.candidate.same_boards for choice in plan(Room(36, USUAL)).choices)


def test_a_web_can_have_an_extra_deal_group_and_says_so() -> None:
    chosen = plan(Room(36, range(26, 27), cases=2, extra_groups=1))
    assert _first(chosen) == "W181413"
    assert "Each pair plays 26 of 28 boards." in chosen.choices[0].reason
    assert all(choice.candidate.extra_groups == 1 for choice in chosen.choices)
    curtailed = next(c for c in plan(Room(38, range(24, 25))).choices if str(c.candidate.arrangement) == "W191312")
    assert "Each pair plays 24 of 26 boards." in curtailed.reason


def test_a_wish_that_cannot_be_had_is_refused_with_what_to_allow() -> None:
    """No Web has 19 tables and 12 deal groups, and rovers are excluded."""
    with pytest.raises(NotFound, match="allow one of these: a rover, different boards for some pairs"):
        plan(Room(38, range(24, 25), extra_groups=0, rover=False))


def test_the_wish_is_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--pairs", "36", "--boards", "26", "--same-boards", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["room"]["extra_groups"] == 0
    assert {choice["extra_groups"] for choice in told["candidates"]} == {0}
    assert run(["plan", "--pairs", "36", "--same-boards", "--extra-groups", "1"]) == BadRequest.exit_code


# Pairs that must not move


def test_seats_are_told_by_number_or_by_name() -> None:
    assert parse_stationary("") == (0, ())
    assert parse_stationary("2") == (2, ())
    assert parse_stationary("N3,E1") == (2, (SeatRequest("N", 3), SeatRequest("E", 1)))
    assert parse_stationary("2, w4") == (3, (SeatRequest("W", 4),))
    assert parse_stationary("N3,S3") == (1, (SeatRequest("N", 3),)), "partners sit at one table"


@pytest.mark.parametrize("pairs", ROOMS)
def test_whoever_must_not_move_sits_in_that_seat_in_every_round(pairs: int) -> None:
    """In two lines, that is; `test_plan_small_rooms` has those of a Howell."""
    seats = (SeatRequest("N", 3), SeatRequest("E", 1))
    for choice in plan(Room(pairs, USUAL, winners="2", stationary=2, seats=seats)).choices:
        (movement,) = choice.candidate.movements
        for table in (1, 3):
            assert len(set(movement.seats[:, table - 1, 0].tolist())) == 1, choice.candidate.arrangement


def test_a_pair_that_makes_room_for_a_rover_does_not_stay() -> None:
    """A two-way rover displaces NS pairs; without a party table they sit out next to their table."""
    made = candidate(Arrangement((parse("M0909TR"),), ("20",)), 3, Room(19, USUAL))
    assert isinstance(made, Candidate)
    (movement,) = made.movements
    displaced = {
        table for table in range(1, 10) for round in range(1, 10) if movement.seats[round - 1, table - 1, 0] != table
    }
    assert displaced
    assert set(made.stationary_tables) == set(range(1, 10)) - displaced
    for table in range(1, 10):
        wanted = Room(19, USUAL, stationary=1, seats=(SeatRequest("S", table),))
        assert acceptable(made, wanted) == (table not in displaced)


def test_an_east_chair_is_given_at_a_turned_table_and_the_reason_is_told() -> None:
    both = plan(Room(36, range(26, 27), cases=2, stationary=2, seats=(SeatRequest("N", 3), SeatRequest("E", 1)))).notes
    assert any("Players who need N3 play as N3." in note for note in both)
    assert any("EW pairs move. Players who need E1 play as N1: turn table 1 by a quarter." in note for note in both)
    assert not any("let NS move" in note for note in both), "then N3 would move"
    east = plan(Room(36, range(26, 27), cases=2, stationary=1, seats=(SeatRequest("E", 1),))).notes
    assert any("let NS move instead of EW in the whole room" in note for note in east)


def test_who_must_not_move_is_also_heard_when_somebody_walks_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--now", "W1813", "--pairs", "38", "--stationary", "E1"]) == 0
    assert "Players who need E1 play as N1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "--pairs 36 --stationary N1,E1",
            "two stationary pairs cannot share a table; put them at different tables: 'N1,E1'",
        ),
        ("--pairs 37 --stationary N19", "with 37 pairs, stationary seats are at tables 1 to 18: 'N19'"),
        ("--pairs 36 --stationary N0", "with 36 pairs, stationary seats are at tables 1 to 18: 'N0'"),
        (
            "--pairs 62 --sections 2 --stationary N3",
            "with several sections, give the number of stationary pairs instead of seats: 'N3'",
        ),
        ("--pairs 36 --stationary Anna", "stationary pairs: enter a number, or seats such as N3,E1: 'Anna'"),
        ("--pairs 36 --stationary -1", "stationary pairs: enter a number, or seats such as N3,E1: '-1'"),
        ("--pairs 36 --extra-groups 61", "number of extra deal groups must be 0 to 60, not 61"),
    ],
)
def test_what_cannot_be_given_is_refused_with_the_reason(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", *arguments.split()]) == BadRequest.exit_code
    assert capsys.readouterr().err == f"byestand: {sentence}\n"


# Number of sets not given


def test_whoever_does_not_say_how_many_cases_gets_one_case_where_that_is_nearly_as_good() -> None:
    """6, 12 and 14 tables: the relay Mitchell is a little worse than a movement with two cases, and needs one."""
    for pairs, one_case in ((12, "M0606R"), (24, "M1212R"), (28, "M1414R")):
        assert _first(plan(Room(pairs, USUAL, winners="2"))) == one_case
        assert plan(Room(pairs, USUAL, cases=2, winners="2")).choices[0].candidate.cases == 2


@pytest.mark.parametrize("pairs", [*ROOMS, 24, 41, 46, 57, 60])
def test_where_two_cases_do_nobody_is_sent_to_deal_a_third(pairs: int) -> None:
    """A few boards may be copied by hand."""
    with_two = plan(Room(pairs, USUAL, cases=2)).choices[0].candidate
    unsaid = plan(Room(pairs, USUAL)).choices[0].candidate
    if not with_two.copies.extra:
        assert len(unsaid.copies.extra) * unsaid.boards_per_round <= 4, unsaid.arrangement


def test_what_was_assumed_is_said_and_what_was_told_is_not_doubted() -> None:
    unsaid, told = plan(Room(38, USUAL)), plan(Room(38, USUAL, cases=3))
    assert "1 or 2 sets of boards assumed" in unsaid.room.describe()
    assert "Number of sets not given: 1 or 2 assumed." in unsaid.notes[0]
    assert "Needs 3 sets of boards, or 2 plus 10 extra boards." in unsaid.choices[0].reason
    assert "assumed" not in told.room.describe() + " ".join(told.notes)
    assert "Needs 3 sets" in told.choices[0].reason
    assert "extra boards" not in told.choices[0].reason


def test_three_cases_can_be_kept_ready_for_whoever_has_fewer() -> None:
    stock = "keep one deal ready in three sets"
    assert any(stock in note for note in plan(Room(38, USUAL)).notes)
    assert any(stock in note for note in plan(Room(34, range(26, 27), cases=2)).notes)
    assert not any(stock in note for note in plan(Room(38, USUAL, cases=3)).notes)
    assert not any(stock in note for note in plan(Room(36, USUAL)).notes), "two do"


@pytest.mark.parametrize(("tables", "cases"), [(14, 2), (20, 2), (26, 2), (15, 3), (27, 3), (33, 3), (39, 3)])
def test_two_cases_do_for_even_tables_and_three_for_odd_ones(tables: int, cases: int) -> None:
    """With d deal groups up to 2d tables and up to 3d (Hill 2011): all play the same 26 boards without sharing."""
    best = plan(Room(2 * tables, range(26, 27), range(2, 3), cases=cases)).choices[0].candidate
    assert best.same_boards
    assert not best.copies.extra


# ACBLscore


def test_acblscore_has_webs_of_even_tables_and_odd_rounds_built_in() -> None:
    """Only those (Hill 2011 and 2019): no rover, no curtailed round, no more boards than tables."""
    for volume in library():
        name = volume.name
        movement_is_plain = not name.rover_kind and not name.variant and name.rounds is None
        expected = movement_is_plain and name.tables % 2 == 0 and name.deal_groups % 2 == 1
        assert is_built_into_acblscore(name) == (expected and name.deal_groups < name.tables), name


def test_that_no_file_is_needed_is_said_with_the_plan_and_with_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    said = "W1813 is built into ACBLscore: no file needed"
    assert f"{said}." in plan(Room(36, range(26, 27), cases=2)).notes
    assert not any("ACBLscore" in note for note in plan(Room(38, range(26, 27))).notes)
    for name, expected in (("W1813", True), ("W1812", False)):
        assert run(["export", name, "-o", f"{tmp_path}/{name}.MOV"]) == 0
        assert (said in capsys.readouterr().err) == expected
