"""Small rooms, and rooms for which nothing fits exactly: always an answer, and with one winner an even one."""

import json

import pytest

from byestand.catalog import find, find_judged, parse
from byestand.cli import run
from byestand.plan import Room, plan
from byestand.plan.choosing.room import Winners
from byestand.verify.measures import measure

USUAL = range(24, 29)
EVEN_ENOUGH = {7: 99, 8: 99, 9: 87, 10: 83, 11: 90, 12: 90, 13: 99, 14: 91, 15: 90, 16: 94, 18: 92}


@pytest.mark.parametrize(("pairs", "balance"), EVEN_ENOUGH.items())
def test_with_one_winner_one_of_the_first_three_is_even(pairs: int, balance: float) -> None:
    first = plan(Room(pairs, USUAL, winners="1")).choices[:3]
    assert max(choice.candidate.balance for choice in first) >= balance


@pytest.mark.parametrize("winners", ["any", "1", "2"])
@pytest.mark.parametrize("pairs", range(4, 31))
def test_every_room_has_an_answer_and_every_candidate_is_sound(pairs: int, winners: Winners) -> None:
    """Every number of boards comes up for every third number of pairs; 19 and 23 are near every time."""
    for boards in {19, 23} | {18 + (3 * i + pairs) % 11 for i in range(4)}:
        chosen = plan(Room(pairs, range(boards, boards + 1), winners=winners))
        for choice in chosen.choices:
            made = choice.candidate
            assert all(section.judged.is_sound for section in made.session)
            assert sum(len(movement.field.present) for movement in made.movements) == pairs
            assert winners == "any" or made.one_winner == (winners == "1")
            assert abs(made.boards_played - boards) <= 3


def test_where_no_rounds_give_the_boards_the_nearest_is_answered_and_said() -> None:
    chosen = plan(Room(36, range(23, 24)))
    assert chosen.choices[0].candidate.boards_played in (22, 24)
    assert chosen.notes[0].startswith("nothing sound has 23 boards")


def test_a_half_table_has_its_directions_chosen_for_the_hole() -> None:
    assert parse("H0509").phantom == "1"
    assert measure(find_judged("H0509", missing=("1",))).balance == pytest.approx(89.01, abs=0.01)
    assert measure(find_judged("H0509S", missing=("10",))).balance < 70
    assert (find("H0509", missing=("2",)).groups == find("H0509").groups).all()


@pytest.mark.parametrize("pairs", [7, 11, 13, 17, 19])
def test_an_odd_prime_of_pairs_is_perfect_and_one_more_sits_down(pairs: int) -> None:
    name = f"H{(pairs + 1) // 2:02}{pairs:02}"
    half, full = find_judged(name, missing=(parse(name).phantom,)), find_judged(name)
    assert measure(half).balance == pytest.approx(100)
    moving = half.movement.seats > 0
    assert (half.movement.seats[moving] == full.movement.seats[moving]).all()


def test_one_winner_is_short_for_winners_1(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for option in (["--one-winner"], ["--winners", "1"]):
        assert run(["plan", "--pairs", "14", "--boards", "26", *option, "--format", "json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert {choice["winners"] for choice in told[0]["candidates"]} == {1}


def test_two_winners_are_never_a_howell() -> None:
    ways = [choice.candidate.way for choice in plan(Room(12, USUAL, winners="2")).choices]
    assert not any(name.family.is_one_field for way in ways for name in way.names)


def test_stationary_pairs_of_a_howell_are_counted() -> None:
    wanted = plan(Room(16, USUAL, winners="1", stationary=3)).choices
    assert all(len(choice.candidate.staying) >= 3 for choice in wanted)
    assert any(name.family.is_one_field for choice in wanted for name in choice.candidate.way.names)


def test_guide_cards_and_sharing_are_told() -> None:
    reasons = {str(choice.candidate.way): choice.reason for choice in plan(Room(10, USUAL, winners="1")).choices}
    assert "everybody has a guide card" in reasons["H0508G"]
    assert "two tables share their boards all night" in reasons["H0508"]
