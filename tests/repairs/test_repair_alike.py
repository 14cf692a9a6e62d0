"""All pairs move alike after a wrong move: given cases, wrong moves of all Mitchells, and brute force."""

import json
import random
from itertools import product

import numpy as np
import pytest

from byestand.catalog import find
from byestand.movements import mitchell, with_missing
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.search.board_assignment import find_boards
from byestand.repairs.search.lower_bounds import PlayHistory, SeatingBounds, loss_of
from byestand.repairs.search.move_rings import UniformMoves, read_uniform_moves
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.transversals import Transversals
from byestand.repairs.search.uniform_moves import LOST_FIRST, BranchAndBound, move_alike
from byestand.search.outcome import SearchBudget
from byestand.verify import judge
from tests.support.paths import SEEDS
from tests.support.repair_cases import best_alike, best_anyhow, costs, least_loss, wrong_move

pytestmark = pytest.mark.usefixtures("own_time")

GIVEN = {case["case"]: case for case in json.loads((SEEDS / "repair_cases.json").read_text(encoding="utf-8"))["cases"]}
NO_HURRY = 60.0
"""A time limit in seconds that these searches do not reach."""


def test_ew_up_two_in_an_odd_mitchell_is_mended_by_calls_to_ew_alone() -> None:
    given = GIVEN["EW up two, one round played"]
    night = wrong_move(given["movement"], given["after"], people=1)
    assert loss_of(night, night.planned_rest) == (given["lost_by_plan"], given["revenge_by_plan"])
    (how,) = move_alike(night, SearchLimits(1, 0, SearchBudget(NO_HURRY)))
    assert costs(night, how, extra=0) == (given["best_lost"], given["revenge"]) == (0, 0)
    assert how.proved
    assert {call.boards for call in how.calls} == {1}


def test_after_a_skip_in_an_odd_mitchell_as_many_meet_again_as_tables_wherever_they_sit() -> None:
    given = GIVEN["skip called in an odd Mitchell"]
    night = wrong_move(given["movement"], given["after"], people=1)
    assert loss_of(night, night.planned_rest) == (given["lost_by_plan"], given["revenge_by_plan"])
    assert SeatingBounds(night, copies=1, extra=1).min_again(0) == given["best_revenge"]
    assert move_alike(night, SearchLimits(1, 1, SearchBudget(NO_HURRY))) == ()


@pytest.mark.parametrize(("case", "people"), [("skip forgotten, round 5 played", -1), ("skip one round early", 1)])
def test_a_skip_forgotten_or_early_needs_no_calls(case: str, people: int) -> None:
    given = GIVEN[case]
    night = wrong_move(given["movement"], given["after"], people=people)
    assert loss_of(night, night.planned_rest) == (0, 0)
    assert move_alike(night, SearchLimits(1, 1, SearchBudget(NO_HURRY))) == ()


WRONG_MOVES = [
    (name, after, people, boards)
    for name in ("M0505", "M0706", "M0909", "M1110", "M1211", "M1312")
    for after, (people, boards) in enumerate([(1, 0), (0, 1), (2, 0), (1, 1)], start=1)
]


@pytest.mark.parametrize(("name", "after", "people", "boards"), WRONG_MOVES)
def test_calls_after_a_wrong_move_are_legal_better_than_the_plan_and_lead_where_they_say(
    name: str, after: int, people: int, boards: int
) -> None:
    night = wrong_move(name, after, people=people, boards=boards)
    by_plan = loss_of(night, night.planned_rest)
    for how in move_alike(night, SearchLimits(1, 0, SearchBudget(0.2))):
        lost, again = costs(night, how, extra=0)
        assert (lost, again) == loss_of(night, how)
        assert 2 * lost + again < 2 * by_plan.lost_count + by_plan.repeats
        assert judge(night.with_continuation(how)).is_sound
        seats, groups = night.seats[-1], night.groups[-1]
        for row, call in enumerate(how.calls):
            seats = np.stack([seats[:, 0], np.roll(seats[:, 1], call.people)], axis=1)
            assert np.array_equal(how.seats[row], seats)
            if call.boards is not None:
                groups = np.roll(groups, -call.boards)
                assert np.array_equal(how.groups[row], np.where(how.groups[row], groups, 0))


SMALL = [
    *((("M0505", after, people, boards)) for after in (2, 3) for people, boards in [(1, 0), (0, 1), (2, 1)]),
    *((("M0707", 4, people, boards)) for people, boards in [(1, 0), (0, 1), (2, 2)]),
    *((("M0605", after, people, 0)) for after, people in [(2, 1), (3, -1)]),
]


def least_lost(night: ActualPlay, ways: UniformMoves) -> tuple[int, int]:
    """Return lost tables and meetings again of the best that branch and bound finds."""
    left = night.plan.rounds - night.after
    search = BranchAndBound(ways, night.after + 1, clock=SearchBudget(NO_HURRY), table_weight=LOST_FIRST)
    search.run(PlayHistory.after(night), left)
    tables, new = divmod(search.worth, LOST_FIRST)
    return left * night.plan.tables - tables, tables - new


@pytest.mark.parametrize(("name", "after", "people", "boards"), SMALL)
def test_nothing_that_everybody_could_do_alike_loses_less(name: str, after: int, people: int, boards: int) -> None:
    night = wrong_move(name, after, people=people, boards=boards)
    best = best_alike(night)
    ways = read_uniform_moves(night)
    assert ways is not None
    assert least_lost(night, ways) == best
    assert (Transversals(night, ways).any(SearchBudget(NO_HURRY)) is not None) == (best == (0, 0))


@pytest.mark.parametrize(
    ("seatings", "boards"), [([4, 0, 3], [3, 4, 0]), ([1, 1, 3], [4, 4, 0]), ([0, 4, 1], [2, 4, 4])]
)
def test_no_call_loses_less_where_ns_pairs_move_too(seatings: list[int], boards: list[int]) -> None:
    plan = find("H0305")
    night = ActualPlay(plan, plan.seats[seatings], plan.groups[boards])
    ways = read_uniform_moves(night)
    assert ways is not None
    assert least_lost(night, ways) == least_loss(night, list(product(ways.seatings, ways.boards)))


def test_what_is_said_to_be_unavoidable_is_not_avoided_by_any_seating_and_any_boards() -> None:
    chance, plan, sharp = random.Random(3), mitchell(tables=3), 0  # noqa: S311
    for after in (1, *[2] * 60):
        seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
        seats[-1, :, 1] = chance.sample(seats[-1, :, 1].tolist(), 3)
        groups[-1] = [chance.randint(1, 3) for _ in range(3)]
        night = ActualPlay(plan, seats, groups)
        bounds, (lost, again) = SeatingBounds(night, copies=3, extra=3), best_anyhow(night)
        assert bounds.min_lost <= lost
        assert bounds.min_again(lost) <= again
        sharp += (bounds.min_lost, bounds.min_again(lost)) == (lost, again) != (0, 0)
    assert sharp > 20


def test_a_howell_round_called_too_early_is_made_up_for() -> None:
    plan = find("H0609")
    order = [0, 1, 2, 4]
    night = ActualPlay(plan, plan.seats[order], plan.groups[order])
    (how, *_) = move_alike(night, SearchLimits(1, 0, SearchBudget(NO_HURRY)))
    assert costs(night, how, extra=0) == (0, 0)
    assert loss_of(night, night.planned_rest) == (6, 0)
    assert judge(night.with_continuation(how)).is_sound


@pytest.mark.parametrize("after", [2, 4])
def test_in_a_web_ew_one_table_too_far_simply_go_on_with_boards_told_table_by_table(after: int) -> None:
    night = wrong_move("W1413", after, people=1)
    how = move_alike(night, SearchLimits(2, 1, SearchBudget(NO_HURRY)))[0]
    assert costs(night, how, copies=2) == (0, 0)
    assert [(call.people, call.boards) for call in how.calls] == [(1, None)] * (13 - after - 1)
    assert judge(night.with_continuation(how), copies=2).is_sound


def test_where_a_loss_cannot_be_avoided_boards_for_the_whole_room_lose_no_more_than_the_plan() -> None:
    night = wrong_move("M0807", 3, boards=1)
    how = find_boards(night, SearchLimits(1, 1, SearchBudget(0.2)))
    assert how
    assert costs(night, how) <= loss_of(night, night.planned_rest)


def test_where_somebody_roves_all_others_are_called_alike_underneath() -> None:
    plan = with_missing(find("M1111ER"), "N12")
    mishaps = parse_mishaps(plan, 4, boards=[], moved=["ew:+2@3"], left=[], came=0, skip=None)
    night = reconstruct_play(plan, 4, mishaps, copies=1)
    how = move_alike(night, SearchLimits(1, 0, SearchBudget(NO_HURRY)))[0]
    assert loss_of(night, night.planned_rest) == (9, 9)
    assert costs(night, how, extra=0) == (0, 0)
    assert judge(night.with_continuation(how), copies=1).is_sound
    rover = plan.field.contestant("E12")
    assert np.array_equal(how.seats == rover, night.planned_rest.seats == rover)
