"""Claims inferred from the grids: how contestants move in a movement without claims, for example from a file.

Inferred claims are true by construction. Contestants without a rule move by guide card.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Jump, Route, Stay, Step, without
from byestand.model.movement import Grid, Movement
from byestand.model.walks import ring

Walk: TypeAlias = tuple[int | None, ...]
"""Tables a contestant moves up (negative: down) after each round, the shorter way; None if unknown."""


def infer_claims(movement: Movement) -> tuple[Claim, ...]:
    """Return how contestants move: the claims of the movement itself, or those inferred from its grids."""
    own = movement.claims
    if _says_how_people_move(movement):
        return own
    turned = _arrow_mask(movement)
    seats = np.where(turned[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats)
    roving = {c for route in movement.claims_of(Route) for c in (route.contestant, route.host)}
    people = [c for c in movement.field.present if c not in roving]
    claims = [*_move_claims(movement, seats, people), *own]
    if turned.any() and not any(isinstance(claim, Follow) for claim in claims):
        at = frozenset((round + 1, table + 1) for round, table in np.argwhere(turned).tolist())
        claims.append(ArrowTurn(at, tuple(people)))
    return tuple(claims)


def _says_how_people_move(movement: Movement) -> bool:
    return any(isinstance(claim, Stay | Step | Jump | Follow | ByCard) for claim in movement.claims)


def _move_claims(movement: Movement, seats: Grid, people: Sequence[int]) -> list[Claim]:
    """Return the rules of all contestants: line by line, by following, or none."""
    if movement.rounds == 1:
        return [Stay(tuple(people))]
    if jumps := _jump_claims(movement):
        return jumps
    sides: dict[int, set[int]] = {c: set() for c in people}
    for side in range(seats.shape[2]):
        for c in np.unique(seats[:, :, side]).tolist():
            if c in sides:
                sides[c].add(side)
    if any(len(own_sides) > 1 for own_sides in sides.values()):
        return _follow_claims(movement, people)
    lines = [[c for c in people if sides[c] == {side}] for side in range(seats.shape[2])]
    by_line = [claim for line in lines if line for claim in _line(movement, seats, line)]
    if any(isinstance(claim, ByCard) for claim in by_line):
        following = _follow_claims(movement, people)
        return following if any(isinstance(claim, Follow) for claim in following) else by_line
    return by_line


def _line(movement: Movement, seats: Grid, line: Sequence[int]) -> list[Claim]:
    """Return the rule of contestants in the same direction: one for all, one each for odd and even, or none."""
    of = ring_tables(movement)
    walks = {c: _walk(movement, seats, c, of) for c in line}
    number = movement.field.number
    halves = [[c for c in line if number(c) % 2 == odd] for odd in (1, 0)]
    for parts in ([line], halves):
        rules = [_common(walks[c] for c in part) for part in parts if part]
        if all(rule is not None for rule in rules):
            return [
                Step(tuple(part), of, rule) if any(rule) else Stay(tuple(part))
                for part, rule in zip([part for part in parts if part], rules, strict=True)
                if rule is not None
            ]
    return [ByCard(tuple(line))]


def _walk(movement: Movement, seats: Grid, contestant: int, of: int) -> Walk:
    """Return the steps of a contestant; moves to the party table and back are no part of a rule."""
    at = {r: t for r, t, _ in (np.argwhere(seats == contestant) + 1).tolist() if t <= of}
    half = (of - 1) // 2
    return tuple(
        ring(at[round + 1] - at[round] + half + 1, of) - half - 1 if {round, round + 1} <= at.keys() else None
        for round in range(1, movement.rounds)
    )


def _common(walks: Iterable[Walk]) -> tuple[int, ...] | None:
    """Return the steps common to all, where known; None if they differ."""
    rule: list[int | None] = []
    for steps in zip(*walks, strict=True):
        seen = {step for step in steps if step is not None}
        if len(seen) > 1:
            return None
        rule.append(seen.pop() if seen else None)
    known = [step for step in rule if step is not None]
    if not known:
        return None
    # If all of them come from the party table or go there, the usual step is assumed.
    usual = max(dict.fromkeys(known), key=known.count)
    return tuple(usual if step is None else step for step in rule)


def _follow_claims(movement: Movement, people: Sequence[int]) -> list[Claim]:
    """Return who stays and who follows whom; a single missing contestant is put in the empty seat first."""
    seats, gone = movement.seats, movement.field.missing
    if len(gone) == 1 and ((seats == 0).sum(axis=(1, 2)) == 1).all():
        (phantom,) = gone
        claims = _circle_claims(np.where(seats == 0, phantom, seats), sorted([*people, phantom]))
        return [left for claim in claims if (left := without(claim, gone))]
    return _circle_claims(seats, people)


def _circle_claims(seats: Grid, people: Sequence[int]) -> list[Claim]:
    """Return who stays and who follows whom if all moving contestants are in one circle; otherwise they go by card.

    The successor in a seat must be the same after every round, apart from stationary pairs that are switched; for pairs
    the same successor at the table is enough.
    """
    staying = [c for c in people if (seats == c).any(axis=2).any(axis=1).all() and _tables_of(seats, c) == 1]
    moving = [c for c in people if c not in staying]
    stay: list[Claim] = [Stay(tuple(staying))] if staying else []
    turned = _turned_by_who_stays(seats, staying)
    unturned = np.where(turned[:, :, np.newaxis], seats[:, :, ::-1], seats)
    if circle := _circle(_taking_seats(unturned, staying), moving):
        at = frozenset((round + 1, table + 1) for round, table in np.argwhere(turned).tolist())
        return [*stay, Follow(circle), *([ArrowTurn(at, tuple(staying))] if at else [])]
    if seats.shape[2] == 2 and (circle := _circle(_coming_to_tables(seats, staying), moving)):
        return [*stay, Follow(circle, same_seat=False)]
    return [*stay, ByCard(tuple(moving))] if seats.shape[2] == 2 and moving else [ByCard(tuple(people))]


def _turned_by_who_stays(seats: Grid, staying: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Return where stationary pairs sit in their less frequent direction (rounds × tables)."""
    turned = np.zeros(seats.shape[:2], dtype=bool)
    for c in staying if seats.shape[2] == 2 else ():
        table = int((seats == c).any(axis=(0, 2)).argmax())
        sits_ew = seats[:, table, 1] == c
        turned[:, table] = sits_ew != (2 * sits_ew.sum() >= len(sits_ew))
    return turned


def _taking_seats(seats: Grid, staying: Sequence[int]) -> dict[int, int]:
    """Return who takes the seat of whom after every round; empty if it is not always the same."""
    after: dict[int, int] = {}
    for before, now in pairwise(seats):
        for c, follower in zip(before.ravel().tolist(), now.ravel().tolist(), strict=True):
            if c in staying or not c or not follower:
                continue
            if follower in staying or after.setdefault(c, follower) != follower:
                return {}
    return after


def _coming_to_tables(seats: Grid, staying: Sequence[int]) -> dict[int, int]:
    """Return who comes to the table of whom after every round; contestants without a clear successor are left out."""
    after: dict[int, set[int]] = {}
    for before, now in pairwise(seats.tolist()):
        for here, coming in zip(before, now, strict=True):
            for c in set(here) - {0, *staying}:
                after[c] = after.get(c, set(coming) - {0, *staying}) & set(coming)
    return {c: next(iter(comers)) for c, comers in after.items() if len(comers) == 1}


def _tables_of(seats: Grid, contestant: int) -> int:
    return int((seats == contestant).any(axis=(0, 2)).sum())


def _circle(after: dict[int, int], moving: Sequence[int]) -> tuple[int, ...]:
    """Return all moving contestants in the order of following, from the first; empty if that does not reach all."""
    circle: list[int] = []
    c = moving[0] if moving else 0
    while c and c not in circle:
        circle.append(c)
        c = after.get(c, 0)
    return tuple(circle) if len(circle) == len(moving) and c == moving[0] else ()


MAX_GRID_DIMENSIONS = 5
"""Tables are in rows, blocks of rows, and so on; more dimensions are not practical."""


def _jump_claims(movement: Movement) -> list[Claim]:
    """Return the jumps of four lines and the boards on tables in rows; empty if there are none.

    If the boards travel on a ring, the ring and the steps of the lines are the simpler description.
    """
    t, field = movement.tables, movement.field
    if movement.layout or len(field.lines) != 4 or field.missing or movement.deal_groups != t:
        return []
    lines = [movement.seats[:, :, seat] for seat in (1, 2, 3)]
    for sides in _rows_of_tables(t):
        jumps = [_jumps(np.argsort(line, axis=1), sides) for line in lines]
        if board_jumps(movement, sides) and all(jumps):
            moves: list[Claim] = [
                Jump(tuple(sorted(row[0].tolist())), sides, by) for row, by in zip(lines, jumps, strict=True)
            ]
            return [Stay(tuple(movement.seats[0, :, 0].tolist())), *moves]
    return []


def board_jumps(movement: Movement, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the jump of all boards after each round, on tables in rows; empty if they differ."""
    if any(len(set(row)) < movement.tables for row in movement.groups.tolist()):
        return ()
    return _jumps(np.argsort(movement.groups, axis=1), sides)


def _jumps(places: Grid, sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the jump after each round if it is the same for all; *places* are tables from 0, in a fixed order."""
    along = np.unravel_index(places, sides)
    digits = [np.diff(digit, axis=0) % side for digit, side in zip(along, sides, strict=True)]
    if any((digit != digit[:, :1]).any() for digit in digits):
        return ()
    return tuple(tuple(int(digit[round, 0]) for digit in digits) for round in range(len(places) - 1))


@cache
def _rows_of_tables(tables: int) -> tuple[tuple[int, ...], ...]:
    """Return every arrangement of tables in rows, blocks of rows and so on, the simplest first."""
    arrangements: list[tuple[int, ...]] = [(tables,)]
    for side in range(2, tables):
        if tables % side == 0:
            arrangements += [(side, *rest) for rest in _rows_of_tables(tables // side)]
    return tuple(sorted((sides for sides in arrangements if len(sides) <= MAX_GRID_DIMENSIONS), key=len))


def ring_tables(movement: Movement) -> int:
    """Return the number of tables on the ring: all but a party table."""
    return movement.tables - (movement.rover is not None)


def arrow_mask(movement: Movement) -> npt.NDArray[np.bool_]:
    """Return the arrow-switched cells (rounds × tables).

    If pairs follow each other there is no arrow switch: who sits NS is part of the movement.
    """
    turned = _arrow_mask(movement)
    if turned.any() and any(isinstance(claim, Follow) for claim in infer_claims(movement)):
        return np.zeros_like(turned)
    return turned


def unturned_seats(movement: Movement) -> Grid:
    """Return the seats without arrow switches."""
    return np.where(arrow_mask(movement)[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats)


def _arrow_mask(movement: Movement) -> npt.NDArray[np.bool_]:
    """Return the arrow-switched cells: as claimed, or else where stationary pairs sit in their less frequent direction.

    The latter only if most tables have a stationary pair and all other pairs then keep their direction. Tables without
    a stationary pair are switched when all others are.
    """
    turned = np.zeros(movement.groups.shape, dtype=bool)
    claimed = movement.claims_of(ArrowTurn)
    if claimed or _says_how_people_move(movement):
        for round, table in (cell for turn in claimed for cell in turn.at):
            turned[round - 1, table - 1] = True
        return turned
    if movement.is_individual:
        return turned
    staying = []
    for table, here in enumerate(movement.seats.transpose(1, 0, 2)):
        for pair in set(here[0].tolist()) - {0}:
            if (here == pair).any(axis=1).all():
                sits_ew = here[:, 1] == pair
                turned[:, table] = sits_ew != (2 * sits_ew.sum() > len(sits_ew))
                staying.append(table)
                break
    if 2 * len(staying) <= movement.tables:
        return np.zeros_like(turned)
    others = [table for table in range(movement.tables) if table not in staying]
    turned[:, others] = turned[:, staying].all(axis=1, keepdims=True)
    ns, ew = np.where(turned[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats).transpose(2, 0, 1)
    return turned if (set(ns.ravel().tolist()) & set(ew.ravel().tolist())) <= {0} else np.zeros_like(turned)
