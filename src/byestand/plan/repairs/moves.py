"""A wrong move and what comes of it: everybody, or all boards, so far on from where the plan has them.

Whoever goes two tables up for one sits one table further than planned, and so in every round from there on that is
played by the usual steps.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from byestand.errors import BadRequest
from byestand.model.claims import Follow, Stay, Step
from byestand.model.layout import Subsection
from byestand.model.movement import Grid, Movement
from byestand.model.seen import arrow_turned, claims_seen, ring_tables
from byestand.model.session import EW, NS


class WrongMove(NamedTuple):
    """Everybody of a line, or of both, went so many tables up after a round, instead of what was planned."""

    line: int | None
    by: int
    after: int

    def __str__(self) -> str:
        """Return it as it is typed: ew:+2@4."""
        line = {NS: "ns", EW: "ew", None: "all"}[self.line]
        return f"{line}:{self.by:+}@{self.after}"


class WrongBoards(NamedTuple):
    """All boards went so many tables up (below 0: down) after a round, instead of what was planned."""

    by: int
    after: int

    def __str__(self) -> str:
        """Return it as it is typed: -2@4."""
        return f"{self.by:+}@{self.after}"


class Gone(NamedTuple):
    """Somebody has left; after the last round that was played, or earlier."""

    who: int
    after: int


def as_moved(
    plan: Movement,
    after: int,
    moves: Sequence[WrongMove],
    boards_moves: Sequence[WrongBoards],
    gone: Sequence[Gone],
) -> tuple[Grid, Grid]:
    """Return who sat where up to round *after*, and what lay there, by these moves and without those who left."""
    seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
    for move in moves:
        seats = seats_after(plan, seats, move)
    for boards_move in boards_moves:
        groups = groups_after(plan, groups, boards_move)
    for left in gone:
        seats[left.after :][seats[left.after :] == left.who] = 0
    return seats, groups


def seats_after(plan: Movement, seats: Grid, move: WrongMove) -> Grid:
    """Return the seats of the rounds played as they are when everybody made this move; the arrow is where it was."""
    if plan.is_individual:
        raise BadRequest(
            f"single players do not all move alike here: tell who sat where, table by table: {str(move)!r}"
        )
    if followers := follow_claims(plan):
        if move.line is not None:
            raise BadRequest(f"NS and EW follow one another here: say all for those who move: {str(move)!r}")
        if move.by == 1:
            raise BadRequest(
                "in a Howell all:+1 is the plan: +2 is to follow two pairs on, 0 to stay;"
                f" if they went elsewhere, tell who sat at each table: {str(move)!r}"
            )
        moved = seats.copy()
        for claim in followers:
            for row in range(move.after, len(seats)):
                _follow_on(claim, plan.seats, row, move, moved[row])
        return moved
    turned = arrow_turned(plan)[: len(seats), :, np.newaxis]
    unturned = np.where(turned, seats[:, :, ::-1], seats)
    sides = (NS, EW) if move.line is None else (move.line,)
    further = {side: move.by - _planned_step(plan, side, move) for side in sides}
    if not any(further.values()):
        raise BadRequest(f"that is the plan after round {move.after}: tell what they did instead: {str(move)!r}")
    for side, tables in further.items():
        for row in unturned[move.after :]:
            _shift(plan, row, side, tables)
    return np.where(turned, unturned[:, :, ::-1], unturned)


def groups_after(plan: Movement, groups: Grid, move: WrongBoards) -> Grid:
    """Return the boards of the rounds played as they lie when all of them made this move."""
    layout = plan.layout
    if layout is None or any(None in sub.boarding for sub in layout.subsections):
        raise BadRequest(f"boards do not all move alike here: tell which table played what: {str(move)!r}")
    moved = groups.copy()
    if all(_fallen_further(sub, move) == 0 for sub in layout.subsections):
        raise BadRequest(f"that is the plan after round {move.after}: tell where boards went: {str(move)!r}")
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
    """Return how many places more than planned the boards of some tables have come down."""
    return -move.by - (sub.descents[move.after] - sub.descents[move.after - 1])


def follow_claims(plan: Movement) -> list[Follow]:
    """Return the rings in which pairs follow one another; none where they go up table by table."""
    return [claim for claim in claims_seen(plan) if isinstance(claim, Follow)]


def _follow_on(claim: Follow, planned: Grid, row: int, move: WrongMove, moved: Grid) -> None:
    """Seat in one round those who have followed otherwise than planned, whoever they found in their places before."""
    places = [_place_of(contestant, claim, planned, row) for contestant in claim.contestants]
    if None in places:
        raise BadRequest(f"a missing pair leaves a gap here: tell who sat where, table by table: {str(move)!r}")
    there = {place: int(moved[place]) for place in places if place}
    order = [there[place] for place in places if place]
    for place, contestant in zip(places, np.roll(order, 1 - move.by).tolist(), strict=True):
        if place:
            moved[place] = contestant


def _place_of(contestant: int, claim: Follow, planned: Grid, row: int) -> tuple[int, int] | None:
    """Return table and seat of somebody in a round of the plan; of a missing pair, the place that nobody takes."""
    if found := _seat_in(planned, row, contestant):
        return found
    ring, at = claim.contestants, claim.contestants.index(contestant)
    # The next in the ring comes to this table one round later, and the one before was there one round earlier.
    near = _seat_in(planned, row + 1, ring[(at + 1) % len(ring)]) or _seat_in(planned, row - 1, ring[at - 1])
    free = np.flatnonzero(planned[row, near[0]] == 0) if near else np.array([], dtype=np.int64)
    return (near[0], int(free[0])) if near and free.size else None


def _seat_in(planned: Grid, row: int, contestant: int) -> tuple[int, int] | None:
    if not 0 <= row < len(planned):
        return None
    found: list[list[int]] = np.argwhere(planned[row] == contestant).tolist()
    return (found[0][0], found[0][1]) if found else None


def _planned_step(plan: Movement, side: int, move: WrongMove) -> int:
    """Return how many tables up all who sit that way were to go, where they made this move."""
    turned = arrow_turned(plan)[0, :, np.newaxis]
    here = set(np.where(turned, plan.seats[0, :, ::-1], plan.seats[0])[: ring_tables(plan), side].tolist())
    steps = set()
    for claim in claims_seen(plan):
        if isinstance(claim, Stay) and here & {*claim.contestants}:
            steps.add(0)
        elif isinstance(claim, Step) and here & {*claim.contestants}:
            steps.add(claim.by[move.after - 1])
    if len(steps) != 1:
        raise BadRequest(f"these do not all move alike here: tell who sat where, table by table: {str(move)!r}")
    return steps.pop()


def _shift(plan: Movement, row: Grid, side: int, further: int) -> None:
    """Move everybody of a side so many tables up in one round; a rover stays, and others make room for it."""
    of, rover = ring_tables(plan), plan.rover
    at = np.flatnonzero(row[:of, side] == rover.contestant) if rover else np.array([], dtype=np.int64)
    places = [int(at[0]), rover.party_table - 1] if rover and at.size else []
    row[places, side] = row[places[::-1], side]
    row[:of, side] = np.roll(row[:of, side], further)
    row[places, side] = row[places[::-1], side]
