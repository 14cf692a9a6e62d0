"""Everybody makes the same move: what can be called out to a whole room, "EW up two", "boards down one".

Those who move go round the tables (or, in a Howell, follow one another), and all boards come down their rings. So there
is a ring of seatings and a ring of board positions, whatever mishap has put people or boards elsewhere on it, and a
call is a step on each. Where no such rule is seen in the grids, the seatings and the boards of the plan's own rounds
are what can be called.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm

import numpy as np

from byestand.model.actual_play import ActualPlay
from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Jump, Route, Step
from byestand.model.history import RoomCall
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement

MAX_RING_LENGTH = 120
"""Boards that come round later than this come round by no ring that anybody would call."""


@dataclass(frozen=True, eq=False)
class UniformMoves:
    """Every way to seat everybody alike and to lay the boards alike, and which of them the plan takes."""

    seatings: Grid
    """Seatings × tables × 2, those who have left not among them; the arrow is nowhere turned."""
    boards: Grid
    """UniformMoves to lie × tables."""
    planned_moves: tuple[tuple[int, int], ...]
    """Of each round of the plan, which seating and which boards."""
    last_position: tuple[int, int]
    """Those of the last round played: as it really was, if everybody did alike what was wrong."""

    @cached_property
    def usual_step(self) -> tuple[int, int]:
        """How people and boards mostly go on in the plan."""
        seatings, boards = zip(*self.planned_moves, strict=True)
        return _usual_step(seatings, len(self.seatings)), _usual_step(boards, len(self.boards))

    def is_usual(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> tuple[bool, bool]:
        """Tell whether people, and whether boards, come to *round* as they always do or as they do in the plan."""
        planned = zip(self.planned_moves[round - 2], self.planned_moves[round - 1], before, now, strict=True)
        sizes = len(self.seatings), len(self.boards)
        people, boards = (
            (b - a) % size in {usual, (then - earlier) % size}
            for (earlier, then, a, b), size, usual in zip(planned, sizes, self.usual_step, strict=True)
        )
        return people, boards

    def people_step(self, round: int, before: int, now: int) -> tuple[int, int]:
        """Return whether people come to *round* by an unusual step (0 or 1), and how far it is."""
        is_usual, _ = self.is_usual(round, (before, 0), (now, 0))
        return int(not is_usual), abs(_shorter_way_round(now - before, len(self.seatings)))

    def call(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> RoomCall:
        """Return what is called before *round* to get from one way to the other."""
        people, boards = (
            _shorter_way_round(b - a, of)
            for a, b, of in zip(before, now, (len(self.seatings), len(self.boards)), strict=True)
        )
        return RoomCall(people, boards, all(self.is_usual(round, before, now)))


def read_uniform_moves(played: ActualPlay) -> UniformMoves | None:
    """Return what can be called after what was played; None for single players, and where somebody roves."""
    plan = played.plan
    if plan.is_individual or plan.claims_of(Route) or not played.after:
        return None
    rows = without_arrow_switch(plan, plan.seats, 1)
    seatings, seated = _read_rotation(rows) or _read_follow_ring(plan, rows) or _read_rounds(rows)
    boards, lying = (plan.layout and _read_board_rings(plan, plan.layout)) or _read_rounds(plan.groups)
    last = without_arrow_switch(plan, played.seats[-1:], played.after)[0]
    now = (
        _find_row(seatings, last, otherwise=seated[played.after - 1]),
        _find_row(boards, played.groups[-1], otherwise=lying[played.after - 1]),
    )
    here = seatings.copy()
    here[np.isin(here, list(played.departures))] = 0
    return UniformMoves(here, boards, tuple(zip(seated, lying, strict=True)), now)


def without_arrow_switch(movement: Movement, seats: Grid, first_round: int) -> Grid:
    """Return these rounds' seats as if the arrow were nowhere turned; of seats that are so, those that are turned."""
    seats = seats.copy()
    for claim in movement.claims_of(ArrowTurn):
        for round, table in claim.at:
            if 0 <= round - first_round < len(seats):
                seats[round - first_round, table - 1] = seats[round - first_round, table - 1, ::-1]
    return seats


def _read_rotation(rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return NS as they stay with EW as many tables up as there are; None where they do otherwise in some round."""
    ns, ew = rows[:, :, 0], rows[:, :, 1]
    turned = np.stack([np.roll(ew[0], up) for up in range(rows.shape[1])])
    found = (turned[np.newaxis] == ew[:, np.newaxis]).all(axis=2)
    if (ns != ns[0]).any() or not found.any(axis=1).all():
        return None
    return np.stack([np.broadcast_to(ns[0], turned.shape), turned], axis=2), found.argmax(axis=1).tolist()


def _read_follow_ring(plan: Movement, rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return how all sit if those who follow one another do so once, twice, …; None where the plan is none of it."""
    comes_after = np.arange(plan.field.size + 1)
    for claim in plan.claims_of(Follow):
        comes_after[list(claim.contestants)] = np.roll(claim.contestants, -1)
    seatings = [rows[0]]
    while not np.array_equal(seating := comes_after[seatings[-1]], rows[0]) and len(seatings) < MAX_RING_LENGTH:
        seatings.append(seating)
    ring = np.stack(seatings)
    places = [_find_row(ring, row, otherwise=-1) for row in rows]
    return None if -1 in places else (ring, places)


def _read_board_rings(plan: Movement, layout: Layout) -> tuple[Grid, list[int]] | None:
    """Return the boards with everything 0, 1, 2, … places down its ring; None where the plan is none of it."""
    descents = layout.subsections[0].descents
    ways = lcm(*(len(sub.places) for sub in layout.subsections))
    if any(sub.descents != descents for sub in layout.subsections) or ways > MAX_RING_LENGTH:
        return None
    boards = np.zeros((ways, plan.tables), dtype=np.int64)
    for sub in layout.subsections:
        groups = np.array([copy.group if copy else 0 for copy in sub.initial_copies])
        for place, tables in enumerate(sub.places):
            for table in tables:
                boards[:, table - 1] += groups[(place + np.arange(ways)) % len(groups)]
    lying = [descent % ways for descent in descents]
    return (boards, lying) if np.array_equal(boards[lying], plan.groups) else None


def _read_rounds(rounds: Grid) -> tuple[Grid, list[int]]:
    return rounds, list(range(len(rounds)))


def _find_row(rows: Grid, row: Grid, *, otherwise: int) -> int:
    """Return which of *rows* it is; pairs that are the same at a table are, whichever way they sit."""
    if rows.ndim == 3:
        rows, row = np.sort(rows, axis=2), np.sort(row, axis=1)
    same = (rows == row).reshape(len(rows), -1).all(axis=1)
    return int(same.argmax()) if same.any() else otherwise


def _usual_step(places: tuple[int, ...], of: int) -> int:
    steps = (np.diff(places) % of).tolist()
    return max(sorted(set(steps)), key=steps.count) if steps else 1


def _shorter_way_round(step: int, of: int) -> int:
    """Return the step as people would say it: of two ways round the shorter one."""
    return (step + (of - 1) // 2) % of - (of - 1) // 2


def claims_after_calls(plan: Movement, calls: tuple[RoomCall, ...]) -> tuple[Claim, ...]:
    """Return what is claimed of a movement with these calls before its last rounds."""
    first = plan.rounds - len(calls) - 1
    steps = tuple(call.people for call in calls)
    claims: list[Claim] = []
    for claim in plan.claims:
        match claim:
            case Step():
                claims.append(replace(claim, by=claim.by[:first] + steps))
            case Follow(contestants) if set(steps[1:]) - {1}:
                claims.append(ByCard(contestants))
            case Jump(contestants):
                claims.append(ByCard(contestants))
            case _:
                claims.append(claim)
    return tuple(claims)


MAX_UNUSUAL_MOVES = 2
"""People who are told to go otherwise more often than this had better be told by card."""


def seatings_without_repeats(played: ActualPlay, ways: UniformMoves) -> Iterator[tuple[int, ...]]:
    """Yield seatings for the rounds left in which nobody meets anybody again, with the fewest unusual steps first."""
    people = _SeatingLines(played, ways)
    for unusual in range(MAX_UNUSUAL_MOVES + 1):
        yield from people.lines(unusual)


class _SeatingLines:
    """Seatings alone, whatever the boards do: which of them bring everybody new opponents, and fit together."""

    def __init__(self, played: ActualPlay, ways: UniformMoves) -> None:
        self.ways, self.first_round = ways, played.after + 1
        self.left = played.plan.rounds - played.after
        pairs = [set(map(tuple, np.sort(seating, axis=1).tolist())) for seating in ways.seatings]
        pairs = [{(a, b) for a, b in who if a and b} for who in pairs]
        self.new = {i for i, who in enumerate(pairs) if who.isdisjoint(played.pairs_met)}
        self.together = [{i for i, who in enumerate(pairs) if who.isdisjoint(here)} for here in pairs]

    def lines(self, unusual: int) -> Iterator[tuple[int, ...]]:
        """Yield the lines with exactly so many unusual steps."""
        return self._lines(self.first_round, self.ways.last_position[0], self.new, unusual)

    def _lines(self, round: int, before: int, still_open: set[int], unusual: int) -> Iterator[tuple[int, ...]]:
        left = self.first_round + self.left - round
        if not left:
            if not unusual:
                yield ()
            return
        if len(still_open) < left or unusual > left:
            return
        for (is_unusual, _), now in sorted((self.ways.people_step(round, before, now), now) for now in still_open):
            if is_unusual > unusual:
                return
            for rest in self._lines(round + 1, now, still_open & self.together[now], unusual - is_unusual):
                yield (now, *rest)
