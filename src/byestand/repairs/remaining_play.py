"""How contestants and boards move after a mishap: claims and layout of a plan, adjusted to the remaining rounds.

Rounds already played keep their claims, because nobody follows them any more. If all contestants of a Step make another
step, the claim gets that step; if they move in different ways, they move by guide card.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from byestand.model.claims import ByCard, Claim, Follow, Jump, Stay, Step, people_of
from byestand.model.layout import Layout, Subsection
from byestand.model.movement import Grid, Movement
from byestand.model.walks import ring


def remaining_claims(claims: Sequence[Claim], planned: Grid, seats: Grid, after: int) -> tuple[Claim, ...]:
    """Return claims that hold after a number of rounds, for the actual *seats* and the *planned* ones."""
    return tuple(_claim_left(claim, planned, seats, after) for claim in claims)


def _claim_left(claim: Claim, planned: Grid, seats: Grid, after: int) -> Claim:
    as_planned = np.array_equal(
        _seats_of(people_of(claim), planned[after:]), _seats_of(people_of(claim), seats[after:])
    )
    if isinstance(claim, Step):
        return _step_left(claim, seats, after, as_planned=as_planned)
    if isinstance(claim, Stay | Jump | Follow) and not as_planned:
        return ByCard(claim.contestants)
    return claim


def _seats_of(people: Sequence[int], seats: Grid) -> Grid:
    """Return the seats of some contestants only."""
    return np.where(np.isin(seats, people), seats, 0)


def _step_left(claim: Step, seats: Grid, after: int, *, as_planned: bool) -> Claim:
    by = list(claim.by)
    last = after + 1 if as_planned else len(seats)
    for round in range(max(1, after), min(last, len(seats))):
        made = _steps(claim, seats[round - 1], seats[round])
        if not made or made == {_short(by[round - 1], claim.tables)}:
            continue
        if len(made) == 1:
            by[round - 1] = made.pop()
        elif round > after:
            return ByCard(claim.contestants)
        # Contestants at the wrong table get an instruction slip; from there the step is as claimed.
    return replace(claim, by=tuple(by))


def _steps(claim: Step, before: Grid, now: Grid) -> set[int]:
    """Return the steps of the contestants that have a seat on the ring in both rounds."""
    there = {int(c): table for table, row in enumerate(now[: claim.tables], start=1) for c in row}
    return {
        _short(there[c] - table, claim.tables)
        for table, row in enumerate(before[: claim.tables].tolist(), start=1)
        for c in row
        if c in claim.contestants and c in there
    }


def _short(step: int, tables: int) -> int:
    """Return a step the shorter way round the room."""
    half = (tables - 1) // 2
    return ring(step + half + 1, tables) - half - 1


def changed_tables(plan: Movement, seats: Grid, groups: Grid, after: int) -> frozenset[int]:
    """Return the tables where the mat of the plan is wrong after a number of rounds."""
    differs = (plan.seats != seats).any(axis=2) | (plan.groups != groups)
    changed = set((differs[after:].nonzero()[1] + 1).tolist())
    for round in range(after, len(seats) - 1):
        expected, goes = _places(plan.seats[round + 1]), _places(seats[round + 1])
        for contestant, (table, _) in _places(seats[round]).items():
            if expected.get(contestant) != goes.get(contestant):
                changed.add(table)
    # Without a layout boards have no rule: each mat says where they go, and other mats may be wrong now.
    everywhere = changed and plan.layout is None
    return frozenset(range(1, plan.tables + 1) if everywhere else changed)


def _places(row: Grid) -> dict[int, tuple[int, int]]:
    """Return the table and the seat of every contestant in a round."""
    return {c: (table, seat) for table, here in enumerate(row.tolist(), start=1) for seat, c in enumerate(here) if c}


def remaining_layout(layout: Layout | None, groups: Grid) -> Layout | None:
    """Return a layout in which boards have come down as far as at most tables, before and after the mishap."""
    if layout is None:
        return None
    longest = max(len(sub.places) for sub in layout.subsections)
    more = [_further(layout, round, row, longest) for round, row in enumerate(groups.tolist(), start=1)]
    if not any(more):
        return layout
    subsections = (
        replace(sub, descents=tuple(down + far for down, far in zip(sub.descents, more, strict=False)))
        for sub in layout.subsections
    )
    return replace(layout, subsections=tuple(subsections))


def _further(layout: Layout, round: int, row: Sequence[int], longest: int) -> int:
    """Return how many places further than planned the boards have come down at most tables; 0 if not at most.

    Idle tables count too: if nearly all tables have no boards, the others are exceptions.
    """
    everywhere = sum(len(tables) for sub in layout.subsections for tables in sub.places)
    cells = [
        (sub, place, row[table - 1])
        for sub in layout.subsections
        for place, tables in enumerate(sub.places, start=1)
        for table in tables
        if row[table - 1]
    ]

    def agreeing_tables(more: int) -> int:
        copies = ((_on(sub, place + more, round), group) for sub, place, group in cells)
        return sum(copy == group for copy, group in copies)

    if 2 * agreeing_tables(0) >= len(cells):
        return 0
    best = max(range(1 - longest, longest), key=lambda more: (agreeing_tables(more), -abs(more), more))
    return best if 2 * agreeing_tables(best) > everywhere else 0


def _on(sub: Subsection, place: int, round: int) -> int:
    copy = sub.on(place, round)
    return copy.group if copy else 0
