"""Small rooms, and rooms for which nothing fits exactly: always an answer, and with one winner an even one."""

import json
import re
from collections import Counter
from functools import cache

import pytest

from byestand.catalog import find, find_judged, parse
from byestand.cli import run
from byestand.errors import BadRequest, NotFound
from byestand.model.claims import ByCard, Follow
from byestand.plan import Room, boards_in_minutes
from byestand.plan import plan as planned_anew
from byestand.plan.choosing.room import SeatRequest, Winners
from byestand.plan.choosing.stationary_seats import seating
from byestand.verify.measures import measure

USUAL = range(24, 29)

plan = cache(planned_anew)
"""The same rooms are used by many tests."""
EVEN_ENOUGH = {7: 99, 8: 99, 9: 87, 10: 83, 11: 90, 12: 90, 13: 99, 14: 91, 15: 90, 16: 94, 18: 92}


@pytest.mark.parametrize(("pairs", "balance"), EVEN_ENOUGH.items())
def test_with_one_winner_one_of_the_first_three_is_even(pairs: int, balance: float) -> None:
    first = plan(Room(pairs, USUAL, winners="1")).choices[:3]
    assert max(choice.candidate.balance for choice in first) >= balance


@pytest.mark.parametrize("winners", ["any", "1", "2"])
@pytest.mark.parametrize("pairs", range(4, 31))
def test_every_room_has_an_answer_and_every_candidate_is_sound(pairs: int, winners: Winners) -> None:
    """Every number of boards is tried for every fifth number of pairs; 19 and 23 always have near numbers."""
    for boards in {19, 23} | {18 + (3 * i + pairs) % 11 for i in range(2)}:
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
    assert chosen.notes[0].startswith("No movement has 23 boards")


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


def test_up_to_eight_tables_usually_have_one_winner() -> None:
    for pairs in (4, 7, 8, 11, 12, 13, 14):
        for boards in (21, 24, 28):
            assert plan(Room(pairs, range(boards, boards + 1))).choices[0].candidate.one_winner, (pairs, boards)
    eight_tables = [plan(Room(pairs, range(b, b + 1))).choices[0] for pairs in (15, 16) for b in range(18, 29)]
    assert sum(choice.candidate.one_winner for choice in eight_tables) > len(eight_tables) / 2


def test_two_winners_are_never_a_howell() -> None:
    ways = [choice.candidate.arrangement for choice in plan(Room(12, USUAL, winners="2")).choices]
    assert not any(name.family.is_one_field for way in ways for name in way.names)


def test_stationary_pairs_of_a_howell_are_counted() -> None:
    wanted = plan(Room(16, USUAL, winners="1", stationary=3)).choices
    assert all(len(choice.candidate.stationary_tables) >= 3 for choice in wanted)
    assert any(name.family.is_one_field for choice in wanted for name in choice.candidate.arrangement.names)


@pytest.mark.parametrize("pairs", [7, 8, 13, 16])
def test_whoever_names_a_seat_is_told_the_pair_that_stays_in_a_howell(pairs: int) -> None:
    seen = 0
    room = Room(pairs, USUAL, winners="1", stationary=1, seats=(SeatRequest("E", 2),))
    for choice in plan(room).choices:
        (movement,) = choice.candidate.movements
        if len(movement.field.lines) == 1:
            told = next(sentence for sentence in seating(choice.candidate, room) if "E2" in sentence)
            found = re.match(r"Players who need E2 play as pair (\d+), which is stationary at table (\d+)\.", told)
            assert found
            pair, table = map(int, found.groups())
            assert (movement.seats[:, table - 1] == pair).any(axis=1).all()
            assert pair in movement.field.present
            assert ("Give their table the number" in told) == (table != 2)
            seen += 1
    assert seen


def test_a_named_table_at_which_a_pair_stays_keeps_its_number() -> None:
    """H0407: pair 8 stays at table 1."""
    for chair in "NSEW":
        chosen = plan(Room(8, range(28, 29), range(4, 5), stationary=1, seats=(SeatRequest(chair, 1),)))
        assert f"Players who need {chair}1 play as pair 8, which is stationary at table 1." in chosen.notes


def test_to_keep_a_pair_that_stays_another_is_left_out_of_a_half_table() -> None:
    best = plan(Room(7, range(28, 29), range(4, 5), winners="1", stationary=1)).choices[0].candidate
    assert (str(best.arrangement), list(best.stationary_tables.values())) == ("H0407 without 1", [8])


@pytest.mark.parametrize("pairs", [10, 12, 14, 16])
def test_who_will_not_have_guide_cards_gets_none(pairs: int) -> None:
    for choice in plan(Room(pairs, USUAL, winners="1", guide_cards=False)).choices:
        for movement in choice.candidate.movements:
            assert not movement.claims_of(ByCard)
            assert all(follow.same_seat for follow in movement.claims_of(Follow))
    assert any(choice.candidate.needs_guide_cards for choice in plan(Room(pairs, USUAL, winners="1")).choices)


@pytest.mark.parametrize("pairs", [4, 6, 8, 10, 11])
@pytest.mark.parametrize("cases", [None, 1, 2])
def test_who_will_not_have_sharing_has_copies_for_every_table(pairs: int, cases: int | None) -> None:
    for choice in plan(Room(pairs, USUAL, cases=cases, winners="any", sharing=False)).choices:
        made = choice.candidate
        (movement,) = made.movements
        rounds = zip(movement.groups, movement.is_played, strict=True)
        most = max(max(Counter(groups[played].tolist()).values()) for groups, played in rounds)
        assert most <= max(cases or 2, made.cases), made.arrangement


def test_with_a_case_for_each_table_four_pairs_play_everybody_without_sharing() -> None:
    chosen = plan(Room(4, USUAL, cases=2, sharing=False)).choices[0]
    assert str(chosen.candidate.arrangement) == "H0203"
    assert (
        "Needs 2 sets of boards. Two tables play the same boards all session, each with its own copy." in chosen.reason
    )


def test_more_pairs_that_stay_than_there_can_be_are_refused_with_the_reason_and_what_to_take() -> None:
    sentence = (
        "no movement fits these requirements; stationary pairs meet moving pairs only, so 5 stationary pairs allow at"
        " most 9 rounds; allow one of these: fewer stationary pairs, another number of boards; H0709 has 27 boards"
    )
    with pytest.raises(NotFound, match=sentence):
        plan(Room(14, range(26, 27), winners="1", stationary=5))
    with pytest.raises(BadRequest, match="only one pair per table can be stationary: at most 4 of 8 pairs, not 5"):
        Room(8, USUAL, stationary=5)


@pytest.mark.parametrize(("minutes", "boards"), [(120, 16), (150, 20), (180, 24), (210, 28)])
def test_minutes_bound_the_boards_of_a_howell(minutes: int, boards: int) -> None:
    for choice in plan(Room(8, boards_in_minutes(minutes, 7.5), winners="1")).choices:
        assert boards - 3 <= choice.candidate.boards_played <= boards
        assert choice.candidate.boards_played * 7.5 <= minutes


def test_guide_cards_and_sharing_are_told() -> None:
    reasons = {
        str(choice.candidate.arrangement): choice.reason for choice in plan(Room(10, USUAL, winners="1")).choices
    }
    assert "Everyone needs a guide card." in reasons["H0508G"]
    assert "Two tables share boards all session." in reasons["H0508"]
