"""Spare players of a Rainbow: an extra player takes another player's seat each round, and that player sits out.

With 4t + 1 players one player must sit out in every round, with 4t + 2 two. On the route no player sits out twice, and
a spare player meets no player and no board twice, like all other players.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from byestand.errors import BadRequest, Proof
from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.search.outcome import Found, Impossible, OutOfEffortError, OutOfTime, SearchBudget

EXHAUSTED: Proof = "exhausted search"
TRIES, NODES = 40, 400
"""Starts of the search, and nodes per start."""


@dataclass(frozen=True, slots=True)
class SpareSeat:
    """A seat that a spare player takes in a round: the table from 1, the seat from 0 in the order N, S, E, W."""

    table: int
    seat: int


Routes: TypeAlias = tuple[tuple[SpareSeat, ...], ...]
"""For each spare player the seats by round."""


@dataclass(frozen=True, slots=True)
class _Choice:
    seat: SpareSeat
    out: int
    """The player that sits out, as a bit."""
    meets: int
    """The players and the board that the spare player meets, as bits."""


Rows: TypeAlias = list[list[_Choice]]
"""The seats that a spare player may take, by round."""
Finder: TypeAlias = Callable[[Rows, int, int], list[_Choice] | None]
"""Searches for a route through these seats, with the number of tables and the nodes per start."""


def find_spares(movement: Movement, spares: int, *, nodes: int = NODES) -> Found[Routes] | Impossible | OutOfTime:
    """Return the seat of each spare player in round 1, 2, …; simple routes and North's seat first.

    The limit is in nodes, not seconds: the same movement code must be the same schedule on every machine.
    """
    if not movement.is_individual or not 1 <= spares <= 3:
        raise BadRequest(say("individuals can have 1 to 3 spare players, not {spares}", spares=spares))
    if spares * movement.rounds > movement.field.size:
        because = say(
            "spare players take {seats} seats in {rounds} rounds, but only {players} players can sit out once",
            seats=spares * movement.rounds,
            rounds=movement.rounds,
            players=movement.field.size,
        )
        return Impossible(because, "theorem")
    rows = [_choices(movement, round) for round in range(1, movement.rounds + 1)]
    if _is_refuted(rows, nodes):
        because = say("every route of a spare player was tried, and each meets a player or a board twice")
        return Impossible(because, EXHAUSTED)
    for finders in ((_regular, _irregular), (_irregular,)):
        if routes := _routes(rows, spares, finders, (movement.tables, nodes)):
            return Found(routes)
    return OutOfTime(0.0)


def _routes(rows: Rows, spares: int, finders: Sequence[Finder], size: tuple[int, int]) -> Routes | None:
    """Return a route for each spare player, found one after another."""
    routes: list[tuple[SpareSeat, ...]] = []
    left = rows
    for _ in range(spares):
        route = next((route for find in finders if (route := find(left, *size))), None)
        if route is None:
            return None
        routes.append(tuple(choice.seat for choice in route))
        gone = sum(choice.out for choice in route)  # each player sits out once, so the bits add up
        # The next spare player does not use tables of earlier ones, and no player sits out twice.
        left = [
            [c for c in row if not c.out & gone and c.seat.table != choice.seat.table]
            for row, choice in zip(left, route, strict=True)
        ]
    return tuple(routes)


def _regular(rows: Rows, tables: int, _: int) -> list[_Choice] | None:
    """Return a route with a constant step and one seat, if there is one."""
    by_seat = [{choice.seat: choice for choice in row} for row in rows]
    for seat in range(4):
        for step in range(1, tables):
            for start in range(1, tables + 1):
                route = [row.get(SpareSeat(ring(start + step * j, tables), seat)) for j, row in enumerate(by_seat)]
                if _fits(route):
                    return [choice for choice in route if choice]
    return None


def _is_refuted(rows: Rows, nodes: int) -> bool:
    """Return whether a few nodes prove that there is no route for even one spare player."""
    try:
        return _extend(dict(enumerate(rows)), {}, SearchBudget(math.inf, nodes)) is None
    except OutOfEffortError:
        return False


def _fits(route: list[_Choice | None]) -> bool:
    """Return whether no player is met or displaced twice."""
    met = out = 0
    for choice in route:
        if choice is None or choice.meets & met or choice.out & out:
            return False
        met, out = met | choice.meets, out | choice.out
    return True


def _irregular(rows: Rows, tables: int, nodes: int) -> list[_Choice] | None:
    """Return any route; None if a number of attempts finds none."""
    for attempt in range(TRIES):
        random = Random(f"{tables} {attempt}")  # noqa: S311 - no secret: the same tries every time
        shuffled = [random.sample(row, len(row)) for row in rows]
        with suppress(OutOfEffortError):
            # One node more than *nodes*: schedules that are published depend on it.
            route = _extend(dict(enumerate(shuffled)), {}, SearchBudget(math.inf, nodes + 1))
            if route:
                return [route[round] for round in range(len(rows))]
    return None


def _extend(
    open_rounds: dict[int, list[_Choice]], chosen: dict[int, _Choice], clock: SearchBudget
) -> dict[int, _Choice] | None:
    """Choose a seat in the round with the fewest seats left, then in the next."""
    if not open_rounds:
        return chosen
    round = min(open_rounds, key=lambda r: len(open_rounds[r]))
    for choice in open_rounds[round]:
        clock.spend(1)
        left = {
            other: [c for c in row if not c.meets & choice.meets and not c.out & choice.out]
            for other, row in open_rounds.items()
            if other != round
        }
        if all(left.values()) and (route := _extend(left, chosen | {round: choice}, clock)):
            return route
    return None


def _choices(movement: Movement, round: int) -> list[_Choice]:
    """Return every seat of a round, North's first."""
    seats, groups = movement.seats[round - 1].tolist(), movement.groups[round - 1].tolist()
    board = movement.field.size
    return [
        _Choice(
            SpareSeat(table, seat),
            1 << who[seat],
            sum(1 << other for i, other in enumerate(who) if i != seat) | 1 << board + group,
        )
        for seat in range(4)
        for table, (who, group) in enumerate(zip(seats, groups, strict=True), start=1)
    ]
