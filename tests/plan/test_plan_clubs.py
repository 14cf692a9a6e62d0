"""Plans recommend what clubs use: two winners from eight tables, one set of boards, also a near number of boards."""

import json
from functools import cache

import pytest

from byestand.cli import run
from byestand.plan import Plan, Room
from byestand.plan import plan as planned_anew
from byestand.server.pages.plan.view import content

USUAL = range(24, 29)


@cache
def plan(pairs: int, first: int, last: int) -> Plan:
    """Return the plan for a room with only pairs and boards given."""
    return planned_anew(Room(pairs, range(first, last + 1)))


@pytest.mark.parametrize("boards", [(24, 28), (24, 24), (26, 26), (27, 27)])
@pytest.mark.parametrize("pairs", range(16, 61))
def test_from_eight_tables_a_two_winner_mitchell_or_web_comes_first(pairs: int, boards: tuple[int, int]) -> None:
    best = plan(pairs, *boards).choices[0].candidate
    assert not best.one_winner
    assert {name.family.letter for name in best.arrangement.names} <= {"M", "W", "S"}


def test_16_pairs_and_24_boards_play_the_relay_mitchell() -> None:
    chosen = plan(16, 24, 24)
    assert str(chosen.choices[0].candidate.arrangement) == "M0808R"
    assert str(planned_anew(Room(16, range(24, 25), winners="1")).choices[0].candidate.arrangement).startswith("H08")


@pytest.mark.parametrize("pairs", range(8, 16))
def test_below_eight_tables_a_howell_comes_first(pairs: int) -> None:
    assert plan(pairs, 24, 28).choices[0].candidate.one_winner


@pytest.mark.parametrize(("pairs", "way"), [(20, "M1009"), (24, "M1212R"), (28, "M1414R"), (30, "M1514")])
def test_a_good_movement_for_one_set_comes_before_one_for_two(pairs: int, way: str) -> None:
    best = plan(pairs, 24, 28).choices[0].candidate
    assert (str(best.arrangement), best.cases) == (way, 1)


def test_two_sets_come_first_where_one_has_nothing_good() -> None:
    """Eighteen tables with one set put 36 boards in play for 26."""
    best = plan(36, 26, 26).choices[0].candidate
    assert (str(best.arrangement), best.cases) == ("W1813", 2)


def test_for_an_exact_number_of_boards_near_ones_are_offered_and_marked() -> None:
    chosen = plan(18, 26, 26)
    near = next(choice for choice in chosen.shortlist() if str(choice.candidate.arrangement) == "M0909")
    assert (near.candidate.rounds, near.candidate.boards_per_round) == (9, 3)
    assert near.reason.startswith("27 boards, 1 more than requested. ")
    for choice in chosen.choices:
        off = choice.candidate.boards_played - 26
        assert abs(off) <= 2
        assert ("than requested" in choice.reason) == bool(off)
        assert choice.candidate.boards_off == off
    assert any(choice.candidate.boards_played == 26 for choice in chosen.choices)
    assert not any("No movement has" in note for note in chosen.notes)


def test_for_a_range_of_boards_nothing_else_is_offered() -> None:
    assert all(choice.candidate.boards_played in USUAL for choice in plan(18, 24, 28).choices)


def test_the_mark_is_on_the_command_line_in_json_and_in_the_app(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--pairs", "18", "--boards", "26"]) == 0
    assert "27 boards, 1 more than requested" in capsys.readouterr().out
    assert run(["plan", "--pairs", "18", "--boards", "26", "--format", "json"]) == 0
    offers = {offer["name"]: offer["boards_off"] for offer in json.loads(capsys.readouterr().out)["candidates"]}
    assert (offers["M0909"], offers["H0913T"]) == (1, 0)
    page = content.run((("pairs", "18"), ("boards", "26"))).body.decode()
    assert "27 boards, 1 more than requested" in page
