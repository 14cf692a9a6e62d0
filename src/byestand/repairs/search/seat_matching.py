"""Seats for late pairs, and players for the seats of pairs that left.

A late pair takes the seats of a pair that is missing or has left; otherwise it is a rover (`rover_repairs`). The
opponents of a pair that left sit out, unless another pair sits out in the same round: at a half table, displaced by a
rover, or because a further pair has left; a rover can also take the empty place for good. They play the boards there,
or any boards new to both with a free copy. No pair gives up a round for it or plays boards twice.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.claims import Route
from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.board_assignment import MAX_CELLS
from byestand.repairs.search.enlarged_plan import (
    add_missing_pair,
    add_pair,
    add_pair_in_place_of,
    claims_with_cards,
    note_place_taken,
)
from byestand.repairs.search.lower_bounds import RepairLoss, SeatingBounds, loss_of, sharing_fits, without_seen_boards
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.rover_repairs import (
    LateOption,
    LateRoverSearch,
    LateSeat,
    LateSeats,
    fewest_sit_outs,
    mark_proved,
    stop_roving,
)
from byestand.repairs.search.strategy import change_boards
from byestand.repairs.search.uniform_moves import move_alike
from byestand.search.outcome import Found, Impossible, OutOfTime, OutOfTimeError, SearchBudget


def seat_late_pairs(played: ActualPlay, limits: SearchLimits) -> Found[tuple[LateOption, ...]] | Impossible | OutOfTime:
    """Return the options for late pairs, the simplest first, or why there are none.

    A pair takes the place of a missing pair; otherwise it is a rover, and a second late pair is its host.
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
    """Return the best continuation for all others if they lose something by the plan; None if the plan is best."""
    by_plan = loss_of(played, played.planned_rest)
    if by_plan == (0, 0) or played.planned_rest.groups.size > MAX_CELLS:
        return None
    found = [*move_alike(played, limits.part(1 / 2)), *change_boards(played, limits.part(1))]
    best = min(found, key=lambda how: loss_of(played, how))
    return best if loss_of(played, best) < by_plan else None


def _seat_from(
    played: ActualPlay, base: Continuation, limits: SearchLimits
) -> Found[tuple[LateOption, ...]] | Impossible | OutOfTime:
    """Return the options for pairs that are still to be seated, if all others continue with *base*."""
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
    """Yield the options of the next pair after the first is seated; only the first if there are none."""
    for played, how in first:
        outcome = _seat_from(played, how, limits.part(1 / len(first)))
        yield from outcome.thing if isinstance(outcome, Found) and outcome.thing else ((played, how),)


def _sit_in_empty_seats(played: ActualPlay, base: Continuation, clock: SearchBudget) -> Iterator[LateOption]:
    """Yield the session with the late pair in the place of each pair that is missing or has left."""
    field = played.plan.field
    for missing in sorted(field.missing):
        line = field.line(missing)
        if stops := _empty_places(played, base, line, clock):
            night = add_missing_pair(played, missing, [stop.table if stop else None for stop in stops])
            yield night, _seat_pair(night, base, stops, missing)
    for line in sorted({field.line(contestant) for contestant in played.departures}):
        if stops := _empty_places(played, base, line, clock):
            night, pair, number = add_pair(played, line, [stop.table if stop else None for stop in stops])
            kind = "half"
            if (leaver := _only_leaver(played, line)) and all(stops):
                night, kind = note_place_taken(night, pair, number.number_of(leaver)), "place"
            yield night, _seat_pair(night, replace(base, seats=number(base.seats)), stops, pair, kind)


def _only_leaver(played: ActualPlay, line: int) -> int:
    """Return the pair of a line that left if all empty seats of the line are its seats; otherwise 0."""
    field, history = played.plan.field, played.plan.history
    replaced = history.replaced_contestants if history else frozenset()
    empty = [one for one in (played.departures - replaced) | field.missing if field.line(one) == line]
    return empty[0] if len(empty) == 1 and empty[0] in played.departures else 0


def _take_places_left(played: ActualPlay, base: Continuation) -> Iterator[LateOption]:
    """Yield the session with the late pair in the place of each pair that left, if all others sit as planned."""
    if not np.array_equal(base.seats, played.planned_rest.seats):
        return
    for leaver in sorted(played.departures & set(played.plan.seats[played.after :].ravel().tolist())):
        night, pair, number = add_pair_in_place_of(played, leaver)
        seats = np.where(night.plan.seats[played.after :] == pair, pair, number(base.seats))
        groups = without_seen_boards(night, seats, base.groups)
        yield night, mark_proved(night, Continuation(seats, groups, "place", scope="any seating", calls=base.calls))


def _empty_places(played: ActualPlay, base: Continuation, line: int, clock: SearchBudget) -> LateSeats | None:
    """Return an empty seat for every round in which a pair of a line can play."""
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


def _seat_pair(played: ActualPlay, base: Continuation, stops: LateSeats, pair: int, kind: str = "half") -> Continuation:
    """Return the continuation with a pair in these empty seats."""
    seats, groups = base.seats.copy(), base.groups.copy()
    for row, stop in enumerate(stops):
        if stop:
            seats[row, stop.table, stop.seat], groups[row, stop.table] = pair, stop.group
    return mark_proved(played, Continuation(seats, groups, kind, scope="any seating", calls=base.calls))


def _empty_seats(played: ActualPlay, base: Continuation, row: int, sides: tuple[int, ...]) -> Iterator[LateSeat]:
    """Yield the empty seats of a round opposite a pair that has not played, and will not play, the boards there.

    A seat of an empty table counts, too: the next late pair may sit down opposite.
    """
    groups = base.groups[row].tolist()
    for route in played.plan.claims_of(Route):
        # The party table of a half table has no boards yet: it plays those of the rover.
        at = np.flatnonzero((base.seats[row] == route.contestant).any(axis=1))
        groups[route.party_table - 1] = groups[at[0]] if len(at) else 0
    for table, seat in product(range(played.plan.tables), sides):
        opponent, group = int(base.seats[row, table, 1 - seat]), groups[table]
        if group and not base.seats[row, table, seat]:
            to_come = base.groups[(base.seats == opponent).any(axis=2) & (base.seats > 0).all(axis=2)]
            if group not in played.groups_seen[opponent] and group not in to_come:
                yield LateSeat(table, seat, 0, opponent, group)


class SeatFill(NamedTuple):
    """A pair that sits out takes a seat opposite a pair without opponents."""

    row: int
    """The round, counted from 0 after those played."""
    table: int
    seat: int
    contestant: int
    opponent: int
    group: int
    shares: bool
    """Whether it needs a shared set that the plan does not share."""


def fill_seats(played: ActualPlay, limits: SearchLimits) -> tuple[Continuation, ...]:
    """Return the continuations with fewer lost tables than if opponents of pairs that left sit out, the best first."""
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
    """Return the rest of the session with these empty seats filled."""
    seats, groups = seats.copy(), without_seen_boards(played, seats, played.planned_rest.groups)
    for fill in fills:
        seats[fill.row][seats[fill.row] == fill.contestant] = 0
        seats[fill.row, fill.table, fill.seat], groups[fill.row, fill.table] = fill.contestant, fill.group
    by_card = {int(c) for c in np.unique(seats[(seats != played.planned_rest.seats)])} - {0}
    return Continuation(seats, groups, "leaving", scope="any seating", claims=claims_with_cards(played.plan, by_card))


class _SeatMatching:
    """The choice of fills: every empty seat once, no pair in two places, no board or opponents twice."""

    def __init__(self, played: ActualPlay, seats: Grid, limits: SearchLimits, *, again: bool) -> None:
        self.played, self.seats, self.clock = played, seats, limits.clock
        self.copies, self.extra, self.may_meet_again = limits.copies, limits.extra, again
        self.groups = without_seen_boards(played, seats, played.planned_rest.groups)
        self.plays = (seats > 0).all(axis=2) & (self.groups > 0)
        self.holes = [options for options in self._holes() if options]
        self.chosen: list[SeatFill] = []
        self.found: list[SeatFill] = []

    def best(self) -> list[SeatFill]:
        """Return as many compatible fills as possible; as many as were found if time is over."""
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
        """Yield, for each table of the plan with one pair left, the pairs that could sit down there."""
        planned = self.played.plan.played_mask[self.played.after :]
        alone = (self.seats > 0).sum(axis=2) == 1
        for row, table in np.argwhere(planned & alone).tolist():
            seat = int(self.seats[row, table, 0] > 0)
            opponent = int(self.seats[row, table, 1 - seat])
            yield [
                SeatFill(row, table, seat, who, opponent, group, shares)
                for who in self._idle(row, seat)
                if who != opponent and (self.may_meet_again or not self._meet(who, opponent))
                for group, shares in self._lent(row, table)
                if group not in self._seen_or_planned[who] | self._seen_or_planned[opponent]
            ]

    def _lent(self, row: int, table: int) -> Iterator[tuple[int, bool]]:
        """Yield the groups that a table can have in a round, its own first, and whether they are shared for it."""
        own = int(self.played.planned_rest.groups[row, table])
        yield own, False
        uses = np.bincount(self.groups[row][self.plays[row]], minlength=self.played.plan.deal_groups + 1)
        for group in range(1, self.played.plan.deal_groups + 1):
            if group != own and uses[group] < self.copies * (2 if self.extra else 1):
                yield group, bool(uses[group] >= self.copies)

    def _idle(self, row: int, seat: int) -> list[int]:
        """Return the pairs that sit out in a round and may sit in this seat; a host keeps the party table."""
        field = self.played.plan.field
        hosts = {route.host for route in self.played.plan.claims_of(Route)}
        busy = {*self.seats[row][self.plays[row]].ravel().tolist(), *self.played.departures, *hosts}
        line = field.members(seat) if field.winners == 2 else field.present
        return [c for c in line if c not in busy]

    @cached_property
    def _seen_or_planned(self) -> list[frozenset[int]]:
        """The groups that each pair has played or will play."""
        to_come = [(self.seats == c).any(axis=2) & self.plays for c in range(self.played.plan.field.size + 1)]
        return [seen | {*self.groups[at].tolist()} for seen, at in zip(self.played.groups_seen, to_come, strict=True)]

    def _meet(self, who: int, opponent: int) -> bool:
        """Return whether two pairs have met, or will meet."""
        together = ((self.seats == who) | (self.seats == opponent)).all(axis=2) & self.plays
        return (min(who, opponent), max(who, opponent)) in self.played.pairs_met or bool(together.any())


def _uses(fill: SeatFill) -> frozenset[tuple[object, ...]]:
    """Return the items of a fill that no other fill may use."""
    two, row = (fill.contestant, fill.opponent), fill.row
    here = [*(("busy", row, c) for c in two), ("lent", row, fill.group), *[("shared", row)] * fill.shares]
    return frozenset([*here, *(("group", c, fill.group) for c in two), ("met", min(two), max(two))])
