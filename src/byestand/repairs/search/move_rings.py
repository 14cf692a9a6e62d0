"""Uniform moves: calls for the whole room, such as "EW up two tables" or "boards down one".

Moving pairs go round the tables (or follow one another in a Howell), and all boards move down their rings. So there
is a ring of seatings and a ring of board positions, even after a problem has moved pairs or boards on it, and a call
is a step on each. If the grids show no such rule, the seatings and board positions of the plan's own rounds can be
called.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm

import numpy as np

from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Jump, Route, Step
from byestand.model.history import RoomCall
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement
from byestand.repairs.actual_play import ActualPlay

MAX_RING_LENGTH = 120
"""Boards with a longer period are not on a ring that a director would call."""


@dataclass(frozen=True, eq=False)
class UniformMoves:
    """All uniform seatings and board positions, and those of the plan."""

    seatings: Grid
    """Seatings × tables × 2, without pairs that left and without arrow switches."""
    boards: Grid
    """Board positions × tables."""
    planned_moves: tuple[tuple[int, int], ...]
    """The seating and the board position of each round of the plan."""
    last_position: tuple[int, int]
    """Those of the last round played, as it was really played if all made the same mistake."""

    @cached_property
    def usual_step(self) -> tuple[int, int]:
        """The usual steps of pairs and boards in the plan."""
        seatings, boards = zip(*self.planned_moves, strict=True)
        return _usual_step(seatings, len(self.seatings)), _usual_step(boards, len(self.boards))

    def is_usual(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> tuple[bool, bool]:
        """Return whether pairs, and whether boards, come to *round* by the usual step or by that of the plan."""
        planned = zip(self.planned_moves[round - 2], self.planned_moves[round - 1], before, now, strict=True)
        sizes = len(self.seatings), len(self.boards)
        people, boards = (
            (b - a) % size in {usual, (then - earlier) % size}
            for (earlier, then, a, b), size, usual in zip(planned, sizes, self.usual_step, strict=True)
        )
        return people, boards

    def people_step(self, round: int, before: int, now: int) -> tuple[int, int]:
        """Return whether pairs come to *round* by an unusual step (0 or 1), and the length of the step."""
        is_usual, _ = self.is_usual(round, (before, 0), (now, 0))
        return int(not is_usual), abs(_shorter_way_round(now - before, len(self.seatings)))

    def call(self, round: int, before: tuple[int, int], now: tuple[int, int]) -> RoomCall:
        """Return the call before *round* to get from one way to the other."""
        people, boards = (
            _shorter_way_round(b - a, of)
            for a, b, of in zip(before, now, (len(self.seatings), len(self.boards)), strict=True)
        )
        return RoomCall(people, boards, all(self.is_usual(round, before, now)))


def read_uniform_moves(played: ActualPlay) -> UniformMoves | None:
    """Return the uniform moves after the rounds played; None for individuals and with a rover."""
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
    """Return the seats of these rounds without arrow switches; seats without them get those of the plan."""
    seats = seats.copy()
    for claim in movement.claims_of(ArrowTurn):
        for round, table in claim.at:
            if 0 <= round - first_round < len(seats):
                seats[round - first_round, table - 1] = seats[round - first_round, table - 1, ::-1]
    return seats


def _read_rotation(rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return the seatings with NS stationary and EW each number of tables up; None if some round differs."""
    ns, ew = rows[:, :, 0], rows[:, :, 1]
    turned = np.stack([np.roll(ew[0], up) for up in range(rows.shape[1])])
    found = (turned[np.newaxis] == ew[:, np.newaxis]).all(axis=2)
    if (ns != ns[0]).any() or not found.any(axis=1).all():
        return None
    return np.stack([np.broadcast_to(ns[0], turned.shape), turned], axis=2), found.argmax(axis=1).tolist()


def _read_follow_ring(plan: Movement, rows: Grid) -> tuple[Grid, list[int]] | None:
    """Return the seatings if pairs follow one another once, twice, …; None if the plan differs."""
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
    """Return the boards with everything 0, 1, 2, … places down its ring; None if the plan differs."""
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
    """Return the index among *rows*; the same two pairs at a table are equal in either direction."""
    if rows.ndim == 3:
        rows, row = np.sort(rows, axis=2), np.sort(row, axis=1)
    same = (rows == row).reshape(len(rows), -1).all(axis=1)
    return int(same.argmax()) if same.any() else otherwise


def _usual_step(places: tuple[int, ...], of: int) -> int:
    steps = (np.diff(places) % of).tolist()
    return max(sorted(set(steps)), key=steps.count) if steps else 1


def _shorter_way_round(step: int, of: int) -> int:
    """Return the step as it is announced: the shorter of the two ways round."""
    return (step + (of - 1) // 2) % of - (of - 1) // 2


def claims_after_calls(plan: Movement, calls: tuple[RoomCall, ...]) -> tuple[Claim, ...]:
    """Return the claims of a movement with these calls before its last rounds."""
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
"""Pairs with more unusual steps than this should get guide cards."""


def seatings_without_repeats(played: ActualPlay, ways: UniformMoves) -> Iterator[tuple[int, ...]]:
    """Yield seatings for the remaining rounds without repeat meetings, those with the fewest unusual steps first."""
    people = _SeatingLines(played, ways)
    for unusual in range(MAX_UNUSUAL_MOVES + 1):
        yield from people.lines(unusual)


class _SeatingLines:
    """Seatings without regard to boards: those with only new opponents, and those that fit together."""

    def __init__(self, played: ActualPlay, ways: UniformMoves) -> None:
        self.ways, self.first_round = ways, played.after + 1
        self.left = played.plan.rounds - played.after
        pairs = [set(map(tuple, np.sort(seating, axis=1).tolist())) for seating in ways.seatings]
        pairs = [{(a, b) for a, b in who if a and b} for who in pairs]
        self.new = {i for i, who in enumerate(pairs) if who.isdisjoint(played.pairs_met)}
        self.together = [{i for i, who in enumerate(pairs) if who.isdisjoint(here)} for here in pairs]

    def lines(self, unusual: int) -> Iterator[tuple[int, ...]]:
        """Yield the sequences with exactly a number of unusual steps."""
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
