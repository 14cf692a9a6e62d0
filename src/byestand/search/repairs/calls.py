"""What can be called out to a whole room: "EW up two", "boards down one".

Everybody moves alike: those who move go round the tables (or, in a Howell, follow one another), and all boards come
down their rings. So there is a ring of seatings and a ring of ways in which the boards can lie, whatever mishap has put
people or boards elsewhere on it, and a call is a step on each. Where no such rule is seen in the grids, the seatings
and the boards of the plan's own rounds are what can be called.
"""

from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from byestand.model.claims import Follow, Route, Turn
from byestand.model.history import Call
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement
from byestand.model.played import Played

MOST_WAYS = 120
"""Boards that come round later than this come round by no ring that anybody would call."""


@dataclass(frozen=True, eq=False)
class Ways:
    """Every way to seat everybody alike and to lay the boards alike, and which of them the plan takes."""

    seatings: Grid
    """Seatings × tables × 2, those who have left not among them; the arrow is nowhere turned."""
    boards: Grid
    """Ways to lie × tables."""
    planned: tuple[tuple[int, int], ...]
    """Of each round of the plan, which seating and which boards."""
    now: tuple[int, int]
    """Those of the last round played: as it really was, if everybody did alike what was wrong."""

    @cached_property
    def usual_step(self) -> tuple[int, int]:
        """How people and boards mostly go on in the plan."""
        seatings, boards = zip(*self.planned, strict=True)
        return _commonest_step(seatings, len(self.seatings)), _commonest_step(boards, len(self.boards))

    def is_usual(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> tuple[bool, bool]:
        """Tell whether people, and whether boards, come to *round* as they always do or as they do in the plan."""
        planned = zip(self.planned[round - 2], self.planned[round - 1], before, now, strict=True)
        sizes = len(self.seatings), len(self.boards)
        people, boards = (
            (b - a) % size in {usual, (then - earlier) % size}
            for (earlier, then, a, b), size, usual in zip(planned, sizes, self.usual_step, strict=True)
        )
        return people, boards

    def people_step(self, round: int, before: int, now: int) -> tuple[int, int]:
        """Return whether people come to *round* by an unusual step (0 or 1), and how far it is."""
        is_usual, _ = self.is_usual(round, (before, 0), (now, 0))
        return int(not is_usual), abs(_signed(now - before, len(self.seatings)))

    def call(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> Call:
        """Return what is called before *round* to get from one way to the other."""
        people, boards = (
            _signed(b - a, of) for a, b, of in zip(before, now, (len(self.seatings), len(self.boards)), strict=True)
        )
        return Call(people, boards, all(self.is_usual(round, before, now)))


def ways_of(played: Played) -> Ways | None:
    """Return what can be called after what was played; None for single players, and where somebody roves."""
    plan = played.plan
    if plan.is_individual or plan.claimed(Route) or not played.after:
        return None
    rows = unturned(plan, plan.seats, 1)
    seatings, seated = _going_round(rows) or _following(plan, rows) or _as_planned(rows)
    boards, lying = (plan.layout and _descending(plan, plan.layout)) or _as_planned(plan.groups)
    last = unturned(plan, played.seats[-1:], played.after)[0]
    now = (
        _where(seatings, last, otherwise=seated[played.after - 1]),
        _where(boards, played.groups[-1], otherwise=lying[played.after - 1]),
    )
    here = seatings.copy()
    here[np.isin(here, list(played.left))] = 0
    return Ways(here, boards, tuple(zip(seated, lying, strict=True)), now)


def unturned(movement: Movement, seats: Grid, first_round: int) -> Grid:
    """Return these rounds' seats as if the arrow were nowhere turned; of seats that are so, those that are turned."""
    seats = seats.copy()
    for claim in movement.claimed(Turn):
        for round, table in claim.at:
            if 0 <= round - first_round < len(seats):
                seats[round - first_round, table - 1] = seats[round - first_round, table - 1, ::-1]
    return seats


def _going_round(rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return NS as they stay with EW as many tables up as there are; None where they do otherwise in some round."""
    ns, ew = rows[:, :, 0], rows[:, :, 1]
    turned = np.stack([np.roll(ew[0], up) for up in range(rows.shape[1])])
    found = (turned[np.newaxis] == ew[:, np.newaxis]).all(axis=2)
    if (ns != ns[0]).any() or not found.any(axis=1).all():
        return None
    return np.stack([np.broadcast_to(ns[0], turned.shape), turned], axis=2), found.argmax(axis=1).tolist()


def _following(plan: Movement, rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return how all sit if those who follow one another do so once, twice, …; None where the plan is none of it."""
    comes_after = np.arange(plan.field.size + 1)
    for claim in plan.claimed(Follow):
        comes_after[list(claim.contestants)] = np.roll(claim.contestants, -1)
    seatings = [rows[0]]
    while not np.array_equal(seating := comes_after[seatings[-1]], rows[0]) and len(seatings) < MOST_WAYS:
        seatings.append(seating)
    ring = np.stack(seatings)
    places = [_where(ring, row, otherwise=-1) for row in rows]
    return None if -1 in places else (ring, places)


def _descending(plan: Movement, layout: Layout) -> tuple[Grid, list[int]] | None:
    """Return the boards with everything 0, 1, 2, … places down its ring; None where the plan is none of it."""
    descents = layout.subsections[0].descents
    ways = lcm(*(len(sub.places) for sub in layout.subsections))
    if any(sub.descents != descents for sub in layout.subsections) or ways > MOST_WAYS:
        return None
    boards = np.zeros((ways, plan.tables), dtype=np.int64)
    for sub in layout.subsections:
        groups = np.array([copy.group if copy else 0 for copy in sub.boarding])
        for place, tables in enumerate(sub.places):
            for table in tables:
                boards[:, table - 1] += groups[(place + np.arange(ways)) % len(groups)]
    lying = [descent % ways for descent in descents]
    return (boards, lying) if np.array_equal(boards[lying], plan.groups) else None


def _as_planned(rounds: Grid) -> tuple[Grid, list[int]]:
    return rounds, list(range(len(rounds)))


def _where(rows: Grid, row: Grid, *, otherwise: int) -> int:
    """Return which of *rows* it is; pairs that are the same at a table are, whichever way they sit."""
    if rows.ndim == 3:
        rows, row = np.sort(rows, axis=2), np.sort(row, axis=1)
    same = (rows == row).reshape(len(rows), -1).all(axis=1)
    return int(same.argmax()) if same.any() else otherwise


def _commonest_step(places: tuple[int, ...], of: int) -> int:
    steps = (np.diff(places) % of).tolist()
    return max(sorted(set(steps)), key=steps.count) if steps else 1


def _signed(step: int, of: int) -> int:
    """Return the step as people would say it: of two ways round the shorter one."""
    return (step + (of - 1) // 2) % of - (of - 1) // 2
