"""Wrong moves of all pairs of a direction, or of all boards, and where they lead.

A pair that moves up two tables instead of one sits one table further than planned, in this and in every later round
with the usual moves.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Follow, Stay, Step
from byestand.model.inferred_claims import arrow_mask, infer_claims, ring_tables
from byestand.model.layout import Subsection
from byestand.model.movement import Grid, Movement
from byestand.model.session import EW, NS


class WrongMove(NamedTuple):
    """All pairs of a direction, or of both, moved this many tables up after a round, instead of the planned move."""

    line: int | None
    by: int
    after: int

    def __str__(self) -> str:
        """Return it as typed: ew:+2@4."""
        line = {NS: "ns", EW: "ew", None: "all"}[self.line]
        return f"{line}:{self.by:+}@{self.after}"


class WrongBoards(NamedTuple):
    """All boards moved this many tables up (negative: down) after a round, instead of the planned move."""

    by: int
    after: int

    def __str__(self) -> str:
        """Return it as typed: -2@4."""
        return f"{self.by:+}@{self.after}"


class PairLeft(NamedTuple):
    """A contestant left after a round."""

    contestant: int
    after: int


def apply_wrong_moves(
    plan: Movement,
    after: int,
    moves: Sequence[WrongMove],
    boards_moves: Sequence[WrongBoards],
    gone: Sequence[PairLeft],
) -> tuple[Grid, Grid]:
    """Return the seats and boards up to round *after*, with these moves and without those who left."""
    seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
    for move in moves:
        seats = seats_after(plan, seats, move)
    for boards_move in boards_moves:
        groups = groups_after(plan, groups, boards_move)
    for left in gone:
        seats[left.after :][seats[left.after :] == left.contestant] = 0
    return seats, groups


def seats_after(plan: Movement, seats: Grid, move: WrongMove) -> Grid:
    """Return the seats of the rounds played after this move; arrow switches stay as planned."""
    if plan.is_individual:
        raise BadRequest(
            say("players do not all make the same move; enter the players table by table: {move!r}", move=str(move))
        )
    if followers := follow_claims(plan):
        if move.line is not None:
            raise BadRequest(say('in this movement NS and EW move together; use "all": {move!r}', move=str(move)))
        if move.by == 1:
            raise BadRequest(
                say(
                    "all:+1 is the planned move of a Howell; +2 means two places on, 0 means no move. For other moves"
                    " enter the pairs table by table: {move!r}",
                    move=str(move),
                )
            )
        moved = seats.copy()
        for claim in followers:
            for row in range(move.after, len(seats)):
                _follow_on(claim, plan.seats, row, move, moved[row])
        return moved
    turned = arrow_mask(plan)[: len(seats), :, np.newaxis]
    unturned = np.where(turned, seats[:, :, ::-1], seats)
    sides = (NS, EW) if move.line is None else (move.line,)
    further = {side: move.by - _planned_step(plan, side, move) for side in sides}
    if not any(further.values()):
        raise BadRequest(
            say(
                "this is the planned move after round {round}; enter the move made instead: {move!r}",
                round=move.after,
                move=str(move),
            )
        )
    for side, tables in further.items():
        for row in unturned[move.after :]:
            _shift(plan, row, side, tables)
    return np.where(turned, unturned[:, :, ::-1], unturned)


def groups_after(plan: Movement, groups: Grid, move: WrongBoards) -> Grid:
    """Return the boards of the rounds played after all boards made this move."""
    layout = plan.layout
    if layout is None or any(None in sub.initial_copies for sub in layout.subsections):
        raise BadRequest(
            say(
                "boards do not all make the same move in this movement; enter the boards table by table: {move!r}",
                move=str(move),
            )
        )
    moved = groups.copy()
    if all(_fallen_further(sub, move) == 0 for sub in layout.subsections):
        raise BadRequest(
            say(
                "this is the planned board move after round {round}; enter the move made instead: {move!r}",
                round=move.after,
                move=str(move),
            )
        )
    for sub in layout.subsections:
        further = _fallen_further(sub, move)
        fallen = replace(sub, descents=tuple(down + further for down in sub.descents))
        for place, tables in enumerate(sub.places, start=1):
            for row in range(move.after, len(groups)):
                copy = fallen.on(place, row + 1)
                for table in tables:
                    moved[row, table - 1] = copy.group if copy else 0
    return moved


def _fallen_further(sub: Subsection, move: WrongBoards) -> int:
    """Return how many places further down than planned the boards of a subsection are."""
    return -move.by - (sub.descents[move.after] - sub.descents[move.after - 1])


def follow_claims(plan: Movement) -> list[Follow]:
    """Return the rings in which pairs follow one another, as in a Howell."""
    return [claim for claim in infer_claims(plan) if isinstance(claim, Follow)]


def _follow_on(claim: Follow, planned: Grid, row: int, move: WrongMove, moved: Grid) -> None:
    """Seat the pairs of a ring in one round after a wrong move."""
    places = [_place_of(contestant, claim, planned, row) for contestant in claim.contestants]
    if None in places:
        raise BadRequest(
            say(
                "a missing pair leaves a gap in this movement; enter the pairs table by table: {move!r}", move=str(move)
            )
        )
    there = {place: int(moved[place]) for place in places if place}
    order = [there[place] for place in places if place]
    for place, contestant in zip(places, np.roll(order, 1 - move.by).tolist(), strict=True):
        if place:
            moved[place] = contestant


def _place_of(contestant: int, claim: Follow, planned: Grid, row: int) -> tuple[int, int] | None:
    """Return table and seat of a pair in a round of the plan; of a missing pair, the empty place."""
    if place := _seat_in(planned, row, contestant):
        return place
    ring, at = claim.contestants, claim.contestants.index(contestant)
    # The next pair of the ring comes to this table one round later, the previous one was there one round earlier.
    near = _seat_in(planned, row + 1, ring[(at + 1) % len(ring)]) or _seat_in(planned, row - 1, ring[at - 1])
    free = np.flatnonzero(planned[row, near[0]] == 0) if near else np.array([], dtype=np.int64)
    return (near[0], int(free[0])) if near and free.size else None


def _seat_in(planned: Grid, row: int, contestant: int) -> tuple[int, int] | None:
    if not 0 <= row < len(planned):
        return None
    places: list[list[int]] = np.argwhere(planned[row] == contestant).tolist()
    return (places[0][0], places[0][1]) if places else None


def _planned_step(plan: Movement, side: int, move: WrongMove) -> int:
    """Return the planned step, in tables up, of all pairs of a direction at the time of this move."""
    turned = arrow_mask(plan)[0, :, np.newaxis]
    here = set(np.where(turned, plan.seats[0, :, ::-1], plan.seats[0])[: ring_tables(plan), side].tolist())
    steps = set()
    for claim in infer_claims(plan):
        if isinstance(claim, Stay) and here & {*claim.contestants}:
            steps.add(0)
        elif isinstance(claim, Step) and here & {*claim.contestants}:
            steps.add(claim.by[move.after - 1])
    if len(steps) != 1:
        raise BadRequest(
            say("these pairs do not all make the same move; enter the pairs table by table: {move!r}", move=str(move))
        )
    return steps.pop()


def _shift(plan: Movement, row: Grid, side: int, further: int) -> None:
    """Move all pairs of a direction up in one round; a rover stays and displaces other pairs."""
    of, rover = ring_tables(plan), plan.rover
    at = np.flatnonzero(row[:of, side] == rover.contestant) if rover else np.array([], dtype=np.int64)
    places = [int(at[0]), rover.party_table - 1] if rover and at.size else []
    row[places, side] = row[places[::-1], side]
    row[:of, side] = np.roll(row[:of, side], further)
    row[places, side] = row[places[::-1], side]
