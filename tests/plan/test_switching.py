"""Arrow switches: the published rule follows from the balance, and the texts match the schedule."""

from itertools import combinations

import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.claims import Step
from byestand.movements import mitchell, relay_mitchell, switch_arrow
from byestand.plan import one_winner
from byestand.verify import judge
from byestand.verify.measures import measure


@pytest.mark.parametrize("tables", range(7, 20))
def test_one_round_is_best_up_to_11_rounds_and_two_up_to_18(tables: int) -> None:
    """The published rule; with 19 rounds three are better."""
    complete = mitchell(tables=tables) if tables % 2 else relay_mitchell(tables=tables)
    best = one_winner(complete)
    assert len(best.rounds) == (1 if tables <= 11 else 2 if tables <= 18 else 3)
    assert best.balance == pytest.approx(measure(judge(best.movement)).balance)
    assert judge(best.movement).is_sound


@pytest.mark.parametrize("tables", [7, 8, 9, 12])
def test_no_set_of_rounds_is_better_than_the_one_chosen(tables: int) -> None:
    """Every set of up to half the rounds, each made and measured."""
    complete = mitchell(tables=tables) if tables % 2 else relay_mitchell(tables=tables)
    chosen = one_winner(complete).balance
    sizes = range(tables // 2 + 1) if tables < 10 else range(4)
    sets = [rounds for size in sizes for rounds in combinations(range(1, tables + 1), size)]
    assert max(measure(judge(switch_arrow(complete, rounds=rounds))).balance for rounds in sets) <= chosen + 1e-6


def test_of_sets_that_are_equal_the_last_rounds_win() -> None:
    assert one_winner(find("M1313")).rounds == (12, 13)
    assert one_winner(find("M0909")).rounds == (9,)


def test_single_tables_can_do_better_than_whole_rounds_in_a_web() -> None:
    whole, by_table = one_winner(find("W0605")), one_winner(find("W0605"), by_table=True)
    assert by_table.balance > whole.balance
    assert by_table.tables
    redone = switch_arrow(find("W0605"), rounds=by_table.rounds, tables=by_table.tables)
    assert redone.same_schedule(by_table.movement)
    assert measure(judge(redone)).balance == pytest.approx(by_table.balance)


def test_a_plan_tries_last_rounds_only() -> None:
    quick = one_winner(find("M1212R"), thorough=False)
    assert quick.rounds == (11, 12)
    assert round(quick.balance, 2) == 88.50


def test_a_phantom_stays_a_phantom() -> None:
    best = one_winner(find("M1313", missing=["N13"]))
    assert len(best.movement.field.present) == 25
    assert judge(best.movement).is_sound


def test_a_rover_cannot_be_switched() -> None:
    with pytest.raises(BadRequest, match="has a rover and cannot be arrow-switched; keep two winners"):
        one_winner(find("W1812ER"))


def test_tables_that_are_not_there_cannot_be_switched() -> None:
    with pytest.raises(BadRequest, match="arrow-switched tables must be 1 to 13, not 14"):
        switch_arrow(find("M1313"), tables={1: [14]})


EVEN = [f"M{t:02}{r:02}" for t in range(6, 22, 2) for r in range(t // 2, t)] + [
    f"W{t:02}{d:02}" for t in (6, 8, 18) for d in (8, 12)
]


@pytest.mark.parametrize("name", EVEN)
def test_a_switch_beside_the_skip_is_no_fault(name: str) -> None:
    """The skip is seen in the moving pairs, in either direction."""
    movement = find(name)
    skip = movement.skip_after
    for rounds in ((), (1,), (skip or 1,), (skip or 1, min(movement.rounds, (skip or 1) + 1)), (movement.rounds,)):
        assert judge(switch_arrow(movement, rounds=rounds)).is_sound, rounds


def test_a_skip_that_is_not_made_is_found_with_one_winner_too() -> None:
    odd = switch_arrow(find("M1313"), rounds=(6, 7))
    claimed = odd.with_claim(Step(tuple(range(14, 27)), 13, (1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1)))
    assert [finding.rule for finding in judge(claimed).findings] == ["off-claim"]
    even = switch_arrow(find("M1211"), rounds=(6, 7))
    silent = even.with_claim(Step(tuple(range(13, 25)), 12, (1,) * 10))
    assert [finding.rule for finding in judge(silent).findings] == ["off-claim"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "at_least"), [("W1009", 80.5), ("M1212R", 93.4)])
def test_by_tables_the_arrow_is_annealed_and_few_cells_are_turned(name: str, at_least: float) -> None:
    """Figures of long searches, reached from fixed seeds."""
    found = one_winner(find(name), by_table=True)
    assert found.balance >= at_least
    turned = len(found.rounds) * found.two_winners.tables + sum(map(len, found.tables.values()))
    assert turned < 0.25 * found.two_winners.groups.size
    assert measure(judge(found.movement)).balance == pytest.approx(found.balance)
