"""Proofs that must not be given away, sets that three tables must not share, and bounds that must not be too tight."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from byestand.catalog import find
from byestand.model.history import Continuation
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.repair_options import Option, RepairLimits, in_order, options
from byestand.repairs.search.board_assignment import find_boards
from byestand.repairs.search.lower_bounds import RepairLoss, SeatingBounds, loss_of
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.seat_matching import fill_seats, seat_late_pairs
from byestand.repairs.search.strategy import change_boards
from byestand.repairs.search.uniform_moves import move_alike
from byestand.search import Found
from byestand.search.outcome import SearchBudget, Work
from tests.support.repair_cases import costs, known_boards, wrong_move

SECONDS = 0.02


def by_work(copies: int, extra: int, seconds: float = SECONDS) -> SearchLimits:
    """Limits that are the same on every machine."""
    return SearchLimits(copies, extra, SearchBudget(seconds, work=Work(measures_time=True)))


@pytest.fixture(scope="module")
def exchange() -> tuple[Option, Option]:
    """The plan after two tables of M0909 have exchanged boards in round 3, and the best repair of it."""
    plan = find("M0909")
    groups = plan.groups[:3].copy()
    groups[2, [2, 3]] = groups[2, [3, 2]]
    limits = by_work(1, 1, 0.2)
    night = ActualPlay(plan, plan.seats[:3], groups, known_boards(plan.seats[:3], groups))
    found = options(night, RepairLimits(1), clock=limits.clock).options
    by_plan = next(option for option in found if option.continuation.kind == "plan")
    assert (found[0].figures.costs[:2], by_plan.figures.costs[:2]) == ((1, 0), (3, 0))
    return found[0], by_plan


def with_claims(option: Option, **claims: Any) -> Option:  # noqa: ANN401 - fields of a continuation
    """An option whose continuation claims something else."""
    return replace(option, continuation=replace(option.continuation, **claims))


def proofs(*found: Option) -> dict[str, bool]:
    return {option.continuation.kind: option.continuation.proved for option in in_order(list(found))}


@pytest.mark.parametrize("scope", ["any seating", "seats as planned"])
def test_a_false_proof_is_withdrawn_where_another_option_loses_less(
    exchange: tuple[Option, Option], scope: str
) -> None:
    best, by_plan = exchange
    assert proofs(with_claims(by_plan, proved=True, scope=scope), with_claims(best, proved=False)) == {
        "plan": False,
        "tables": False,
    }


def test_a_proof_for_planned_seats_says_nothing_of_other_seats(exchange: tuple[Option, Option]) -> None:
    best, by_plan = exchange
    seats = by_plan.continuation.seats[:, :, ::-1].copy()
    elsewhere = with_claims(by_plan, kind="alike", seats=seats, scope="any seating", proved=False)
    elsewhere = replace(elsewhere, figures=replace(best.figures, extra_shared=0, changed_tables=(1, 2, 3, 4)))
    as_seated = with_claims(best, proved=True, scope="seats as planned")
    assert elsewhere.figures.costs[:2] == best.figures.costs[:2]
    assert proofs(as_seated, elsewhere) == {"tables": True, "alike": False}
    assert proofs(with_claims(as_seated, scope="any seating"), elsewhere) == {"tables": True, "alike": True}


def test_a_proof_is_false_once_a_pair_has_come(exchange: tuple[Option, Option]) -> None:
    best, _ = exchange
    late = replace(best, actual_play=replace(best.actual_play, late_pairs=1))
    assert proofs(with_claims(best, proved=True)) == {"tables": True}
    assert proofs(with_claims(late, proved=True)) == {"tables": False}


def test_as_few_lost_as_can_be_is_no_proof_where_people_meet_again() -> None:
    night = wrong_move("M0706", 2, people=1)
    bounds = SeatingBounds(night, copies=1, extra=1)
    assert loss_of(night, night.planned_rest) == (0, 7)
    assert (bounds.min_lost, bounds.min_again(0)) == (0, 0)
    assert not bounds.proves(RepairLoss(0, 7))
    assert not any(how.proved for how in change_boards(night, by_work(1, 1, 0)) if how.scope == "any seating")


def crowded_nights() -> Iterator[tuple[ActualPlay, int]]:
    """Nights in which three tables at one set would save something, with the copies that there are."""
    chance = Random(5)  # noqa: S311 - the same nights in every run
    for name in ("M0505", "M0606R", "M0808R", "W0605", "H0609"):
        plan = find(name)
        assert plan.layout
        for after in range(1, plan.rounds - 1):
            seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
            groups[-1] = chance.sample(groups[-1].tolist(), len(groups[-1]))
            gone = frozenset(chance.sample(plan.field.present, after % 2))
            night = ActualPlay(plan, seats, groups, known_boards(seats, groups), gone, late_pairs=(after + 1) % 2)
            yield night, len(plan.layout.cases)


def found_by_all(night: ActualPlay, copies: int, extra: int) -> Iterator[tuple[ActualPlay, Continuation]]:
    """The results of each search before the judge has checked them."""
    late = seat_late_pairs(night, by_work(copies, extra))
    yield from late.thing if isinstance(late, Found) else ()
    here = replace(night, late_pairs=0)
    boards = find_boards(here, by_work(copies, extra))
    for how in (
        *fill_seats(here, by_work(copies, extra)),
        *move_alike(here, by_work(copies, extra)),
        *change_boards(here, by_work(copies, extra)),
        *([boards] if boards else []),
    ):
        yield here, how


@pytest.mark.slow
def test_no_search_puts_three_tables_at_one_set_however_much_may_be_shared() -> None:
    """`costs` fails where more than two tables play from a copy, or more sets are shared than allowed."""
    seen = 0
    for night, copies in crowded_nights():
        for at, how in found_by_all(night, copies, extra=3):
            costs(at, how, copies=copies, extra=3)
            seen += how.kind != "plan"
    assert seen > 100


def test_a_party_table_is_no_third_table_at_a_set() -> None:
    """In M0808R two tables share in every round: a rover may play there, but not the party table too."""
    plan = find("M0808R")
    late = seat_late_pairs(ActualPlay(plan, plan.seats[:3], plan.groups[:3], late_pairs=2), by_work(1, 2, 0.5))
    assert isinstance(late, Found)
    assert late.thing
    for at, how in late.thing:
        plays = (how.seats > 0).all(axis=2) & (how.groups > 0)
        assert all(np.bincount(groups[here]).max() <= 2 for groups, here in zip(how.groups, plays, strict=True))
        assert at.late_pairs == 0


def test_who_fills_a_gap_is_no_third_table_at_a_set() -> None:
    """The rover's displaced pairs are idle, and have often seen all boards but those that two tables share already."""
    plan, found = find("M0707ER"), 0
    for seed in range(25):
        chance = Random(seed)  # noqa: S311 - the same nights in every run
        after = plan.rounds - chance.choice((1, 2, 3))
        seats, groups = plan.seats[:after], plan.groups[:after].copy()
        for place in zip(*groups.nonzero(), strict=True):
            groups[place] = chance.randint(1, plan.deal_groups) if chance.random() < 0.4 else groups[place]
        left = frozenset(chance.sample(plan.field.present, chance.choice((1, 2))))
        night = ActualPlay(plan, seats, groups, known_boards(seats, groups), left)
        for how in fill_seats(night, by_work(1, 3)):
            costs(night, how, copies=1, extra=3)
            found += 1
    assert found > 20


@pytest.mark.slow
@pytest.mark.parametrize(("copies", "extra"), [(1, 0), (1, 1), (2, 0)])
def test_nothing_that_any_search_finds_is_better_than_the_bounds(copies: int, extra: int) -> None:
    """A bound too tight would be beaten; and one too loose would never be reached."""
    reached = 0
    for night, cases in crowded_nights():
        if copies < cases:
            continue
        here = replace(night, late_pairs=0)
        bounds = SeatingBounds(here, copies=copies, extra=extra)
        for _, how in found_by_all(here, copies, extra):
            loss = loss_of(here, how)
            assert loss.lost_count >= bounds.min_lost
            assert loss.repeats >= bounds.min_again(loss.lost_count)
            reached += loss.lost_count == bounds.min_lost > 0
    assert reached > 5
