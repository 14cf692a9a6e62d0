"""Repaired sessions made by hand: what was played, and the continuation."""

from collections.abc import Iterable
from random import Random

import numpy as np

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.history import Cell, Continuation
from byestand.model.movement import Grid, Movement
from byestand.repairs.actual_play import ActualPlay

Change = tuple[int, int, int]
"""Round, table, and the group that is played there; 0 is none."""


def repair_movement(
    plan: Movement, after: int, seen: Iterable[Change], told: Iterable[Change], cancelled: Iterable[Cell] = ()
) -> Movement:
    """Return a session with all seats as planned, and other boards at some tables."""
    groups = plan.groups.copy()
    for round, table, group in (*seen, *told):
        groups[round - 1, table - 1] = group
    played = ActualPlay(plan, plan.seats[:after], groups[:after], frozenset(cancelled))
    return played.with_continuation(Continuation(played.planned_rest.seats, groups[after:], "tables"))


def stand_passed_by() -> Movement:
    """M0808R: in round 2 table 4 plays group 6 instead of 5; nothing is lost if tables 4, 5 and 8 get instructions."""
    changes = [(3, 4, 7), (3, 5, 5), (4, 4, 2), (5, 5, 8), (6, 8, 8), (7, 4, 5), (7, 8, 6), (8, 5, 2), (8, 8, 7)]
    return repair_movement(find("M0808R"), 2, [(2, 4, 6)], changes)


def boards_exchanged() -> Movement:
    """M0909: in round 3 tables 3 and 4 exchange boards, and table 4 gets known ones; one table-round is lost."""
    return repair_movement(find("M0909"), 3, [(3, 3, 6), (3, 4, 5)], [(4, 3, 0), (7, 8, 6), (8, 8, 5)], [(3, 4)])


def wrong_set() -> Movement:
    """W1813: in round 5 table 7 plays group 12 instead of 11; by plan N7 has it in round 6, and E3 in round 9."""
    return repair_movement(find("W1813"), 5, [(5, 7, 12)], [(6, 7, 0), (9, 11, 0)])


def moved_by_two() -> Movement:
    """M0909: after round 3 EW moved up two; nothing is lost if they make other steps from then on."""
    plan, offsets = find("M0909"), (0, 1, 2, 4, 6, 3, 8, 5, 7)
    seats = plan.seats.copy()
    for round, offset in enumerate(offsets):
        seats[round, :, 1] = 10 + (np.arange(9) - offset) % 9
    return _seat(plan, seats, plan.groups, 4)


def pairs_exchanged() -> Movement:
    """M0909: in round 3 E1 and E2 sat at each other's tables; each meets in one round a group it has seen there."""
    plan = find("M0909")
    seats, groups = plan.seats.copy(), plan.groups.copy()
    seats[2, [2, 3], 1] = seats[2, [3, 2], 1]
    groups[[6, 7], [7, 7]] = 0
    return _seat(plan, seats, groups, 3)


def pair_left() -> Movement:
    """M0909: E4 leaves after round 5."""
    plan = find("M0909")
    played = ActualPlay(plan, plan.seats[:5], plan.groups[:5], departures=frozenset({plan.field.contestant("E4")}))
    return played.with_continuation(played.planned_rest)


def _seat(plan: Movement, seats: Grid, groups: Grid, after: int) -> Movement:
    played = ActualPlay(plan, seats[:after], groups[:after])
    return played.with_continuation(Continuation(seats[after:], groups[after:], "alike"))


def at_random(name: str, seed: int, *, as_file: bool = False) -> tuple[Movement, Movement]:
    """Return a plan and a session in which some tables played other boards and some have instructions; not judged.

    It need not be a good repair: paper must show it anyway. A copy is at two tables at most.
    """
    random, plan = Random(seed), find(name)  # noqa: S311 - no secret
    plan = csv.loads(csv.dumps(plan)) if as_file else plan
    after = random.randint(1, plan.rounds - 1)
    groups = plan.groups.copy()
    for round in (*[random.randint(1, after)] * 2, *(random.randint(after + 1, plan.rounds) for _ in range(5))):
        table, group = random.randint(1, plan.tables), random.randint(round <= after, plan.deal_groups)
        usual = int((plan.groups == group).sum(axis=1).max())
        if not group or (groups[round - 1] == group).sum() < usual + 1:
            groups[round - 1, table - 1] = group
    played = ActualPlay(plan, plan.seats[:after], groups[:after])
    return plan, played.with_continuation(Continuation(played.planned_rest.seats, groups[after:], "tables"))
