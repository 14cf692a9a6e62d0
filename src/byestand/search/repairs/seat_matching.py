"""Seats for pairs that came late, and players for the seats of pairs that left.

A late pair sits down where somebody is missing or has left; else it roves (`rover_repairs`). The opponents of a pair
that left sit out, unless others have no game in the same round: at a half table, displaced by a rover, or because
another pair has left too; and a rover can stop roving and stay in the empty place. They play what lies there, or any
boards new to both of which a copy is free. Nobody gives up a game for it or sees boards twice.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.actual_play import ActualPlay
from byestand.model.claims import Route
from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.search.outcome import Found, Impossible, OutOfTime, OutOfTimeError, SearchBudget
from byestand.search.repairs.board_assignment import MAX_CELLS
from byestand.search.repairs.enlarged_plan import (
    add_missing_pair,
    add_pair,
    add_pair_in_place_of,
    claims_with_cards,
    note_place_taken,
)
from byestand.search.repairs.lower_bounds import RepairLoss, SeatingBounds, loss_of, sharing_fits, without_seen_boards
from byestand.search.repairs.repair_problem import SearchLimits
from byestand.search.repairs.rover_repairs import (
    LateOption,
    LateRoverSearch,
    LateSeat,
    LateSeats,
    fewest_sit_outs,
    mark_proved,
    stop_roving,
)
from byestand.search.repairs.strategy import change_boards
from byestand.search.repairs.uniform_moves import move_alike


def seat_late_pairs(played: ActualPlay, limits: SearchLimits) -> Found[tuple[LateOption, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who came, the simplest first; or why nothing can.

    A pair sits down where somebody is missing; else it roves, and of two pairs the other one is its host.
    """
    if not played.late_pairs or played.plan.is_individual or played.after == played.plan.rounds:
        return Found(())
    planned = played.planned_rest
    base = replace(planned, groups=without_seen_boards(played, planned.seats, planned.groups))
    outcome = _seat_from(played, base, limits.part(1 / 2))
    if not isinstance(outcome, Found) or not (better := _repair_for_others(played, limits.part(1 / 2))):
        return outcome
    mended = played if better.claims is None else replace(played, plan=replace(played.plan, claims=better.claims))
    besides = _seat_from(mended, better, limits.part(1))
    return Found((*outcome.thing, *(besides.thing if isinstance(besides, Found) else ())), outcome.method)


def _repair_for_others(played: ActualPlay, limits: SearchLimits) -> Continuation | None:
    """Return how all others go on best if they lose something by the plan; None where the plan is best."""
    by_plan = loss_of(played, played.planned_rest)
    if by_plan == (0, 0) or played.planned_rest.groups.size > MAX_CELLS:
        return None
    found = [*move_alike(played, limits.part(1 / 2)), *change_boards(played, limits.part(1))]
    best = min(found, key=lambda how: loss_of(played, how))
    return best if loss_of(played, best) < by_plan else None


def _seat_from(
    played: ActualPlay, base: Continuation, limits: SearchLimits
) -> Found[tuple[LateOption, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who are still to be seated, if all others go on like *base*."""
    empty = _sit_in_empty_seats(played, base, limits.clock)
    places = {how.key: (night, how) for night, how in (*empty, *_take_places_left(played, base))}
    seated = [option for option in places.values() if sharing_fits(*option, copies=limits.copies, extra=limits.extra)]
    if played.late_pairs > 1:
        seated = list({how.key: (night, how) for night, how in _seat_next_pair(seated, limits)}.values())
    if seated:
        return Found(tuple(seated))
    if played.plan.claims_of(Route):
        return Impossible(say("the movement already has a rover"), "theorem")
    outcome = LateRoverSearch(played, base, limits).options()
    if isinstance(outcome, Found):
        fits = [option for option in outcome.thing if sharing_fits(*option, copies=limits.copies, extra=limits.extra)]
        return replace(outcome, thing=tuple(fits))
    return outcome


def _seat_next_pair(first: list[LateOption], limits: SearchLimits) -> Iterator[LateOption]:
    """Yield what the next pair can do after the first has sat down; where it can do nothing, the first alone."""
    for played, how in first:
        outcome = _seat_from(played, how, limits.part(1 / len(first)))
        yield from outcome.thing if isinstance(outcome, Found) and outcome.thing else ((played, how),)


def _sit_in_empty_seats(played: ActualPlay, base: Continuation, clock: SearchBudget) -> Iterator[LateOption]:
    """Yield the night with the pair that came in the place of each that is missing, or has left."""
    field = played.plan.field
    for missing in sorted(field.missing):
        line = field.line(missing)
        if stops := _empty_places(played, base, line, clock):
            night = add_missing_pair(played, missing, [stop.table if stop else None for stop in stops])
            yield night, _seated(night, base, stops, missing)
    for line in sorted({field.line(contestant) for contestant in played.departures}):
        if stops := _empty_places(played, base, line, clock):
            night, pair, number = add_pair(played, line, [stop.table if stop else None for stop in stops])
            kind = "half"
            if (leaver := _only_leaver(played, line)) and all(stops):
                night, kind = note_place_taken(night, pair, number.of(leaver)), "place"
            yield night, _seated(night, replace(base, seats=number(base.seats)), stops, pair, kind)


def _only_leaver(played: ActualPlay, line: int) -> int:
    """Return the one pair of a line that left, if all its empty seats are that pair's; else 0."""
    field, history = played.plan.field, played.plan.history
    replaced = history.replaced_contestants if history else frozenset()
    empty = [one for one in (played.departures - replaced) | field.missing if field.line(one) == line]
    return empty[0] if len(empty) == 1 and empty[0] in played.departures else 0


def _take_places_left(played: ActualPlay, base: Continuation) -> Iterator[LateOption]:
    """Yield the night with the pair that came in the place of each that has left, if all others sit as planned."""
    if not np.array_equal(base.seats, played.planned_rest.seats):
        return
    for leaver in sorted(played.departures & set(played.plan.seats[played.after :].ravel().tolist())):
        night, pair, number = add_pair_in_place_of(played, leaver)
        seats = np.where(night.plan.seats[played.after :] == pair, pair, number(base.seats))
        groups = without_seen_boards(night, seats, base.groups)
        yield night, mark_proved(night, Continuation(seats, groups, "place", scope="any seating", calls=base.calls))


def _empty_places(played: ActualPlay, base: Continuation, line: int, clock: SearchBudget) -> LateSeats | None:
    """Return an empty seat for every round in which one of a line finds a game."""
    sides = (line,) if played.plan.field.winners == 2 else (0, 1)
    rows = [list(_empty_seats(played, base, row, sides)) for row in range(len(base.groups))]
    with suppress(OutOfTimeError):
        stops = fewest_sit_outs(rows, clock) if any(rows) else None
        return stops and [stop or _idle_seat(base, row, sides) for row, stop in enumerate(stops)]
    return None


def _idle_seat(base: Continuation, row: int, sides: tuple[int, ...]) -> LateSeat | None:
    """Return an empty seat at which nothing can be played."""
    free = ((table, side) for table, side in np.argwhere(base.seats[row] == 0).tolist() if side in sides)
    return next((LateSeat(table, side, 0, 0, 0) for table, side in free), None)


def _seated(played: ActualPlay, base: Continuation, stops: LateSeats, pair: int, kind: str = "half") -> Continuation:
    """Return how it goes on with a pair in these empty seats."""
    seats, groups = base.seats.copy(), base.groups.copy()
    for row, stop in enumerate(stops):
        if stop:
            seats[row, stop.table, stop.seat], groups[row, stop.table] = pair, stop.group
    return mark_proved(played, Continuation(seats, groups, kind, scope="any seating", calls=base.calls))


def _empty_seats(played: ActualPlay, base: Continuation, row: int, sides: tuple[int, ...]) -> Iterator[LateSeat]:
    """Yield the empty seats of a round opposite somebody who has not seen, and will not see, what lies there.

    The seat of an empty table is one too: whoever comes next may sit down opposite.
    """
    groups = base.groups[row].tolist()
    for route in played.plan.claims_of(Route):
        # The party table of a half table has no boards yet: it plays what the rover plays.
        at = np.flatnonzero((base.seats[row] == route.contestant).any(axis=1))
        groups[route.party_table - 1] = groups[at[0]] if len(at) else 0
    for table, seat in product(range(played.plan.tables), sides):
        opponent, group = int(base.seats[row, table, 1 - seat]), groups[table]
        if group and not base.seats[row, table, seat]:
            to_come = base.groups[(base.seats == opponent).any(axis=2) & (base.seats > 0).all(axis=2)]
            if group not in played.groups_seen[opponent] and group not in to_come:
                yield LateSeat(table, seat, 0, opponent, group)


class SeatFill(NamedTuple):
    """Somebody without a game sits down opposite somebody left alone."""

    row: int
    """The round, counted from 0 after those played."""
    table: int
    seat: int
    contestant: int
    opponent: int
    group: int
    shares: bool
    """Whether a set has to be shared for it that the plan does not share."""


def fill_seats(played: ActualPlay, limits: SearchLimits) -> tuple[Continuation, ...]:
    """Return how fewer tables are lost than by letting the opponents of those who left sit out, the best first."""
    if not played.departures or played.plan.is_individual or played.after == played.plan.rounds:
        return ()
    by_plan = loss_of(played, played.planned_rest)
    found: dict[RepairLoss, Continuation] = {}
    for seats, again in product((played.planned_rest.seats, *stop_roving(played)), (False, True)):
        filling = _SeatMatching(played, seats, limits.part(1 / 4), again=again)
        how = _with_fills(played, seats, filling.best())
        if loss_of(played, how).lost_count < by_plan.lost_count:
            found.setdefault(loss_of(played, how), how)
    bounds = SeatingBounds(played, copies=limits.copies, extra=limits.extra)
    return tuple(replace(found[loss], proved=bounds.proves(loss)) for loss in sorted(found))


def _with_fills(played: ActualPlay, seats: Grid, fills: list[SeatFill]) -> Continuation:
    """Return the rest of the night with these empty seats filled."""
    seats, groups = seats.copy(), without_seen_boards(played, seats, played.planned_rest.groups)
    for fill in fills:
        seats[fill.row][seats[fill.row] == fill.contestant] = 0
        seats[fill.row, fill.table, fill.seat], groups[fill.row, fill.table] = fill.contestant, fill.group
    by_card = {int(c) for c in np.unique(seats[(seats != played.planned_rest.seats)])} - {0}
    return Continuation(seats, groups, "leaving", scope="any seating", claims=claims_with_cards(played.plan, by_card))


class _SeatMatching:
    """The choice of fills: every empty seat once, nobody in two places, nothing and nobody met twice."""

    def __init__(self, played: ActualPlay, seats: Grid, limits: SearchLimits, *, again: bool) -> None:
        self.played, self.seats, self.clock = played, seats, limits.clock
        self.copies, self.extra, self.may_meet_again = limits.copies, limits.extra, again
        self.groups = without_seen_boards(played, seats, played.planned_rest.groups)
        self.plays = (seats > 0).all(axis=2) & (self.groups > 0)
        self.holes = [options for options in self._holes() if options]
        self.chosen: list[SeatFill] = []
        self.found: list[SeatFill] = []

    def best(self) -> list[SeatFill]:
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

    def _holes(self) -> Iterator[list[SeatFill]]:
        """Yield for each table that the plan plays, and where one pair is left alone, who could sit down there."""
        planned = self.played.plan.is_played[self.played.after :]
        alone = (self.seats > 0).sum(axis=2) == 1
        for row, table in np.argwhere(planned & alone).tolist():
            seat = int(self.seats[row, table, 0] > 0)
            opponent = int(self.seats[row, table, 1 - seat])
            yield [
                SeatFill(row, table, seat, who, opponent, group, shares)
                for who in self._idle(row, seat)
                if who != opponent and (self.may_meet_again or not self._meet(who, opponent))
                for group, shares in self._lent(row, table)
                if group not in self._known[who] | self._known[opponent]
            ]

    def _lent(self, row: int, table: int) -> Iterator[tuple[int, bool]]:
        """Yield the groups that a table can have in a round, and whether they are shared for it: its own one first."""
        own = int(self.played.planned_rest.groups[row, table])
        yield own, False
        uses = np.bincount(self.groups[row][self.plays[row]], minlength=self.played.plan.deal_groups + 1)
        for group in range(1, self.played.plan.deal_groups + 1):
            if group != own and uses[group] < self.copies * (2 if self.extra else 1):
                yield group, bool(uses[group] >= self.copies)

    def _idle(self, row: int, seat: int) -> list[int]:
        """Return who has no game in a round, of those who may sit in this seat; a host keeps the party table."""
        field = self.played.plan.field
        hosts = {route.host for route in self.played.plan.claims_of(Route)}
        busy = {*self.seats[row][self.plays[row]].ravel().tolist(), *self.played.departures, *hosts}
        line = field.members(seat) if field.winners == 2 else field.present
        return [c for c in line if c not in busy]

    @cached_property
    def _known(self) -> list[frozenset[int]]:
        """What everybody has seen, or comes to later."""
        to_come = [(self.seats == c).any(axis=2) & self.plays for c in range(self.played.plan.field.size + 1)]
        return [seen | {*self.groups[at].tolist()} for seen, at in zip(self.played.groups_seen, to_come, strict=True)]

    def _meet(self, who: int, opponent: int) -> bool:
        """Tell whether two have met, or will."""
        together = ((self.seats == who) | (self.seats == opponent)).all(axis=2) & self.plays
        return (min(who, opponent), max(who, opponent)) in self.played.pairs_met or bool(together.any())


def _uses(fill: SeatFill) -> frozenset[tuple[object, ...]]:
    """Return what nobody else can use then, or the same people later."""
    two = fill.contestant, fill.opponent
    here = (
        [("busy", fill.row, c) for c in two] + [("lent", fill.row, fill.group)] + [("shared", fill.row)] * fill.shares
    )
    return frozenset([*here, *(("group", c, fill.group) for c in two), ("met", min(two), max(two))])
