"""Arrow switches, stationary pairs that change sides, and seat changes of individuals."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from byestand.model.claims import ArrowTurn, Follow, Stay, Swivel
from byestand.model.inferred_claims import arrow_mask, infer_claims, unturned_seats
from byestand.model.movement import SEATS, Movement

Tables = tuple[int, ...]


def switches(movement: Movement) -> dict[int, Tables]:
    """Return the remaining arrow-switched rounds, each with the tables; an empty tuple means all tables."""
    turned = arrow_mask(movement)
    return {
        round: () if row.all() else _numbers(row)
        for round, row in enumerate(turned, start=1)
        if row.any() and round in movement.remaining_rounds
    }


class ArrowChanges(NamedTuple):
    """The tables at which an arrow switch begins between two rounds, and those at which one ends."""

    begin: Tables
    back: Tables


def arrow_changes(movement: Movement, round: int) -> ArrowChanges:
    """Return where an arrow switch begins or ends before a round."""
    turned = arrow_mask(movement)
    now, before = turned[round - 1], turned[round - 2] if round > 1 else np.zeros_like(turned[0])
    return ArrowChanges(_numbers(now & ~before), _numbers(before & ~now))


def _numbers(tables: npt.NDArray[np.bool_]) -> Tables:
    return tuple((tables.nonzero()[0] + 1).tolist())


class SwitchedRounds(NamedTuple):
    """Consecutive rounds that are arrow-switched at all tables."""

    first: int
    last: int


def switched_rounds(movement: Movement) -> tuple[SwitchedRounds, ...]:
    """Return the remaining arrow-switched rounds, consecutive ones together."""
    together = groupby(enumerate(switches(movement)), key=lambda item: item[1] - item[0])
    rounds = ([round for _, round in run] for _, run in together)
    return tuple(SwitchedRounds(run[0], run[-1]) for run in rounds)


def switches_at_some_tables(movement: Movement) -> bool:
    """Return whether there is an arrow switch at some tables only."""
    turned = arrow_mask(movement)
    return bool((turned.any(axis=1) != turned.all(axis=1)).any())


def ends_at_repair(movement: Movement) -> bool:
    """Return whether the last round before a repair was arrow-switched and the next one is not."""
    turned, played = arrow_mask(movement), movement.next_round - 1
    return played in range(1, movement.rounds) and bool(turned[played - 1].any() and not turned[played].any())


class TableChange(NamedTuple):
    """Where arrow switches begin, end and go on after a round."""

    after: int
    begin: Tables
    back: Tables
    stay: Tables


def table_changes(movement: Movement) -> tuple[TableChange, ...]:
    """Return the remaining changes of arrow switches at some tables."""
    turned, first = arrow_mask(movement), movement.next_round - 1
    changes = []
    before = turned[first - 1] if first else np.zeros_like(turned[0])
    for after in range(first, movement.rounds):
        now = turned[after]
        if (now != before).any():
            changes.append(TableChange(after, _numbers(now & ~before), _numbers(before & ~now), _numbers(before & now)))
        before = now
    return tuple(changes)


class PairSides(NamedTuple):
    """The side of the stationary pairs, and their side in arrow-switched rounds."""

    usual: str
    other: str


def home_side(movement: Movement) -> PairSides:
    """Return the sides of the stationary pairs; those of NS where there are none."""
    unturned = unturned_seats(movement)
    stays = [(unturned[:, :, side] == unturned[0, :, side]).all() for side in (0, 1)]
    first = 1 if stays[1] and not stays[0] else 0
    return PairSides(movement.seat_names[first], movement.seat_names[1 - first])


@dataclass(frozen=True, slots=True)
class HomePair:
    """The stationary pair of a table, and its usual side."""

    contestant: int
    """0 where there is none."""
    side: str
    other: str


def home_at(movement: Movement, table: int) -> HomePair:
    """Return the stationary pair of a table, without arrow switches; where all move, the sides are those of NS."""
    if movement.is_individual:
        return HomePair(0, *SEATS[2])
    turned, here = arrow_mask(movement)[:, table - 1], movement.seats[:, table - 1]
    for seat, side in enumerate(movement.seat_names):
        usual = {int(row[1 - seat if turn else seat]) for row, turn in zip(here, turned, strict=True)}
        if len(usual) == 1:
            return HomePair(usual.pop(), side, movement.seat_names[1 - seat])
    return HomePair(0, *movement.seat_names)


@dataclass(frozen=True, slots=True)
class TurningPair:
    """A stationary pair that changes sides in some rounds."""

    pair: int
    """0 where it is missing, and the visitors sit out."""
    table: int
    rounds: tuple[int, ...]
    """The rounds in which it sits on the other side."""
    usual: str
    turned_rounds: str


def turning_pairs(movement: Movement) -> dict[int, TurningPair]:
    """Return the stationary pairs that change sides where all others follow each other, by table."""
    claims = infer_claims(movement)
    if not any(isinstance(claim, Follow) and claim.same_seat for claim in claims):
        return {}
    staying = {c for claim in claims if isinstance(claim, Stay) for c in claim.contestants}
    cells = sorted(cell for claim in claims if isinstance(claim, ArrowTurn) for cell in claim.at)
    pairs = {}
    for table in sorted({table for _, table in cells}):
        rounds = tuple(round for round, there in cells if there == table)
        here = movement.seats[rounds[0] - 1, table - 1].tolist()
        pair = next((c for c in here if c in staying), 0)
        turned = here.index(pair)
        pairs[table] = TurningPair(pair, table, rounds, movement.seat_names[1 - turned], movement.seat_names[turned])
    return pairs


class ArrowSeatChange(NamedTuple):
    """How players change seats within a round, as letters of seats before and after."""

    boards: tuple[int, ...]
    """After which boards of the round."""
    moves: tuple[tuple[str, str], ...]
    """From which seat to which one."""

    @property
    def is_clockwise(self) -> bool:
        """Whether all but North go one seat round North."""
        return dict(self.moves) == {"E": "S", "S": "W", "W": "E"}

    @property
    def is_exchange(self) -> bool:
        """Whether two players change with each other."""
        return len(self.moves) == 2


def seat_changes(swivel: Swivel) -> tuple[ArrowSeatChange, ...]:
    """Return the seat changes within a round, equal ones together."""
    after: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for board, (before, now) in enumerate(pairwise(swivel.turns), start=1):
        moves = tuple(_seat_moves(before, now))
        if moves:
            after.setdefault(moves, []).append(board)
    return tuple(ArrowSeatChange(tuple(boards), moves) for moves, boards in after.items())


def _seat_moves(before: str, now: str) -> Iterator[tuple[str, str]]:
    for place, seat in enumerate("NSEW"):
        to = "NSEW"[now.index(before[place])]
        if seat != to:
            yield seat, to


def boards_alike(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the boards of a round, those without a seat change between them together."""
    runs = groupby(enumerate(movement.swivel, start=1), key=lambda item: item[1])
    return tuple(tuple(board for board, _ in run) for _, run in runs)
