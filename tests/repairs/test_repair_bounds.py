"""Lower bounds compared with brute force in small rooms: what is proved impossible must not exist."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.lower_bounds import SeatingBounds, loss_of, lost_with_planned_seats
from byestand.repairs.search.repair_problem import SearchLimits, read_problem
from byestand.repairs.search.strategy import change_boards
from byestand.search.outcome import SearchBudget, Work
from tests.oracles.second_repairer import TooLong, better_boards, better_seating
from tests.support.irregular_nights import WrongNight, read
from tests.support.repair_cases import known_boards

STEPS = 40_000
"""The limit of a brute-force search; a session that needs more is skipped."""


class SmallNight(NamedTuple):
    """A night that went wrong near its end, as the program and as an outsider know it."""

    actual_play: ActualPlay
    night: WrongNight

    @property
    def bounds(self) -> SeatingBounds:
        return SeatingBounds(self.actual_play, copies=self.night.copies, extra=self.night.extra)


def small_rooms() -> list[Movement]:
    """Rooms with one or two lines, with sets shared as planned, and with a missing pair."""
    names = ("M0302", "M0404X", "M0504", "M0606R", "H0305", "H0407")
    return [*map(find, names), with_missing(find("M0404X"), "E2"), with_missing(find("H0305"), "4")]


def small_nights(count: int, seed: int, rounds_left: tuple[int, ...]) -> Iterator[SmallNight]:
    """Nights near their end, in which few groups were played by many tables, people sat elsewhere, and pairs left."""
    chance, rooms = Random(seed), small_rooms()  # noqa: S311 - the same nights in every run
    for _ in range(count):
        plan = chance.choice(rooms)
        after = max(1, plan.rounds - chance.choice(rounds_left))
        seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
        order = chance.sample(range(plan.tables), plan.tables) if chance.random() < 0.5 else range(plan.tables)
        seats[-1, :, 1] = seats[-1, list(order), 1]
        few = chance.sample(range(1, plan.deal_groups + 1), chance.randint(1, plan.deal_groups))
        for place in zip(*groups.nonzero(), strict=True):
            groups[place] = chance.choice(few) if chance.random() < 0.6 else groups[place]
        left = chance.sample(plan.field.present, chance.choice((0, 0, 1, 2)))
        copies, extra = chance.choice(((1, 0), (1, 1), (1, 2), (2, 0), (2, 1)))
        cells = read(csv.dumps(plan))
        differing = {
            (r, t): cell._replace(group=int(groups[r - 1, t - 1])) for (r, t), cell in cells.items() if r <= after
        }
        for table, other in enumerate(order, start=1):
            ns, ew = cells[after, table].seats[0], cells[after, other + 1].seats[1]
            differing[after, table] = differing[after, table]._replace(seats=(ns, ew))
        labels = frozenset(map(plan.field.label, left))
        yield SmallNight(
            ActualPlay(plan, seats, groups, known_boards(seats, groups), frozenset(left)),
            WrongNight(cells, after, differing, labels, copies=copies, extra=extra),
        )


@pytest.mark.slow
def test_nobody_can_sit_so_that_less_is_lost_or_met_again_than_the_bounds_say() -> None:
    """The bounds are also reached often enough that a tighter one would be found out."""
    seen = Counter[str]()
    for small in small_nights(200, seed=8, rounds_left=(1, 1, 2)):
        least = small.bounds.min_lost
        again = small.bounds.min_again(least)
        try:
            better = better_seating(small.night, least, again, STEPS)
            assert better is None, (small.actual_play.plan.name, least, again, better)
            is_reached = better_seating(small.night, least + 1, 0, STEPS) is not None
        except TooLong:
            continue
        seen["lost"] += is_reached and least > 0
        seen["lost by sharing"] += is_reached and least > 0 and small.night.extra > 0
        seen["again"] += again > 0
    assert min(seen["lost"], seen["lost by sharing"], seen["again"]) > 20, seen


@pytest.mark.slow
def test_boards_for_planned_seats_lose_no_less_than_the_matchings_say_and_every_proof_holds() -> None:
    proved = matched = 0
    for small in small_nights(250, seed=10, rounds_left=(1, 2, 3)):
        problem = read_problem(small.actual_play, small.night.copies)
        limits = SearchLimits(small.night.copies, small.night.extra, SearchBudget(0.02, work=Work(measures_time=True)))
        claimed = [loss_of(small.actual_play, how) for how in change_boards(small.actual_play, limits) if how.proved]
        least = lost_with_planned_seats(problem)
        try:
            assert better_boards(small.night, least, 0, STEPS) is None
            for loss in claimed:
                assert better_boards(small.night, *loss, STEPS) is None, (small.actual_play.plan.name, loss)
        except TooLong:
            continue
        matched += least > problem.unavoidable_losses
        proved += any(loss > (0, 0) for loss in claimed)
    assert min(proved, matched) > 30
