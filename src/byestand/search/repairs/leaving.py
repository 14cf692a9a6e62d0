"""What shortens the gap that a pair leaves: somebody who would have nothing to play takes its seat.

By itself the night goes on with the opponents of whoever left sitting out. But there may be others without a game in
the same round: at a half table, displaced by a rover, or because another pair has left too; and a rover can stop roving
and stay in the empty place. They play what lies there, or any boards new to both of which a copy is free. Nobody gives
up a game for it or sees boards twice; that two meet again is a way of its own.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from byestand.model.claims import Route
from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.outcome import OutOfTimeError
from byestand.search.repairs.claims import claims_with_cards
from byestand.search.repairs.losses import Loss, loss_of, played_out
from byestand.search.repairs.problem import Allowance
from byestand.search.repairs.unavoidable import Unavoidable


class Fill(NamedTuple):
    """Somebody without a game sits down opposite somebody left alone."""

    row: int
    """The round, counted from 0 after those played."""
    table: int
    seat: int
    who: int
    opponent: int
    group: int
    shares: bool
    """Whether a set has to be shared for it that the plan does not share."""


def leaving(played: Played, allowed: Allowance) -> tuple[Continuation, ...]:
    """Return how fewer tables are lost than by letting the opponents of those who left sit out, the best first."""
    if not played.left or played.plan.is_individual or played.after == played.plan.rounds:
        return ()
    by_plan = loss_of(played, played.planned)
    found: dict[Loss, Continuation] = {}
    for seats, again in product((played.planned.seats, *_without_roving(played)), (False, True)):
        filling = _Filling(played, seats, allowed.part(1 / 4), again=again)
        how = _continued(played, seats, filling.best())
        if loss_of(played, how).lost < by_plan.lost:
            found.setdefault(loss_of(played, how), how)
    bounds = Unavoidable(played, copies=allowed.copies, extra=allowed.extra)
    return tuple(replace(found[loss], proved=bounds.proves(loss)) for loss in sorted(found))


def _without_roving(played: Played) -> Iterator[Grid]:
    """Yield the seats with everybody back whom the rover displaces, and the rover at the party table with no host."""
    here = set(played.plan.field.present) - played.left
    for route in played.plan.claimed(Route):
        if route.host in here or route.contestant not in here:
            continue
        seats = played.planned.seats.copy()
        party = route.party_table - 1
        for row, table, seat in np.argwhere(seats == route.contestant).tolist():
            if party >= 0 and table != party:
                seats[row, [table, party], seat] = seats[row, [party, table], seat]
        yield seats


def _continued(played: Played, seats: Grid, fills: list[Fill]) -> Continuation:
    """Return the rest of the night with these empty seats filled."""
    seats, groups = seats.copy(), played_out(played, seats, played.planned.groups)
    for fill in fills:
        seats[fill.row][seats[fill.row] == fill.who] = 0
        seats[fill.row, fill.table, fill.seat], groups[fill.row, fill.table] = fill.who, fill.group
    strayed = {int(c) for c in np.unique(seats[(seats != played.planned.seats)])} - {0}
    return Continuation(seats, groups, "leaving", scope="any seating", claims=claims_with_cards(played.plan, strayed))


class _Filling:
    """The choice of fills: every empty seat once, nobody in two places, nothing and nobody met twice."""

    def __init__(self, played: Played, seats: Grid, allowed: Allowance, *, again: bool) -> None:
        self.played, self.seats, self.clock = played, seats, allowed.clock
        self.copies, self.extra, self.may_meet_again = allowed.copies, allowed.extra, again
        self.groups = played_out(played, seats, played.planned.groups)
        self.plays = (seats > 0).all(axis=2) & (self.groups > 0)
        self.holes = [options for options in self._holes() if options]
        self.chosen: list[Fill] = []
        self.found: list[Fill] = []

    def best(self) -> list[Fill]:
        """Return as many fills as go together; where the time is over, as many as were found."""
        with suppress(OutOfTimeError):
            self._go(0, frozenset())
        return self.found

    def _go(self, hole: int, used: frozenset[tuple[object, ...]]) -> None:
        self.clock.tick()
        if len(self.chosen) > len(self.found):
            self.found = list(self.chosen)
        if len(self.chosen) + len(self.holes) - hole <= len(self.found):
            return
        for fill in self.holes[hole]:
            uses = _uses(fill)
            if used.isdisjoint(uses):
                self.chosen.append(fill)
                self._go(hole + 1, used | uses)
                self.chosen.pop()
        self._go(hole + 1, used)

    def _holes(self) -> Iterator[list[Fill]]:
        """Yield for each table that the plan plays, and where one pair is left alone, who could sit down there."""
        planned = self.played.plan.played[self.played.after :]
        alone = (self.seats > 0).sum(axis=2) == 1
        for row, table in np.argwhere(planned & alone).tolist():
            seat = int(self.seats[row, table, 0] > 0)
            opponent = int(self.seats[row, table, 1 - seat])
            yield [
                Fill(row, table, seat, who, opponent, group, shares)
                for who in self._idle(row, seat)
                if who != opponent and (self.may_meet_again or not self._meet(who, opponent))
                for group, shares in self._lent(row, table)
                if group not in self._known[who] | self._known[opponent]
            ]

    def _lent(self, row: int, table: int) -> Iterator[tuple[int, bool]]:
        """Yield the groups that a table can have in a round, and whether they are shared for it: its own one first."""
        own = int(self.played.planned.groups[row, table])
        yield own, False
        uses = np.bincount(self.groups[row][self.plays[row]], minlength=self.played.plan.deal_groups + 1)
        for group in range(1, self.played.plan.deal_groups + 1):
            if group != own and uses[group] < self.copies * (2 if self.extra else 1):
                yield group, bool(uses[group] >= self.copies)

    def _idle(self, row: int, seat: int) -> list[int]:
        """Return who has no game in a round, of those who may sit in this seat; a host keeps the party table."""
        field = self.played.plan.field
        hosts = {route.host for route in self.played.plan.claimed(Route)}
        busy = {*self.seats[row][self.plays[row]].ravel().tolist(), *self.played.left, *hosts}
        line = field.members(seat) if field.winners == 2 else field.present
        return [c for c in line if c not in busy]

    @cached_property
    def _known(self) -> list[frozenset[int]]:
        """What everybody has seen, or comes to later."""
        to_come = [(self.seats == c).any(axis=2) & self.plays for c in range(self.played.plan.field.size + 1)]
        return [seen | {*self.groups[at].tolist()} for seen, at in zip(self.played.seen, to_come, strict=True)]

    def _meet(self, who: int, opponent: int) -> bool:
        """Tell whether two have met, or will."""
        together = ((self.seats == who) | (self.seats == opponent)).all(axis=2) & self.plays
        return (min(who, opponent), max(who, opponent)) in self.played.met or bool(together.any())


def _uses(fill: Fill) -> frozenset[tuple[object, ...]]:
    """Return what nobody else can use then, or the same people later."""
    two = fill.who, fill.opponent
    here = (
        [("busy", fill.row, c) for c in two] + [("lent", fill.row, fill.group)] + [("shared", fill.row)] * fill.shares
    )
    return frozenset([*here, *(("group", c, fill.group) for c in two), ("met", min(two), max(two))])
