"""Late pairs as rovers over the remaining rounds, and planned rovers while all others move differently.

A late rover takes a seat at another table each round. The pairs that it displaces sit out, none twice. With two late
pairs the other one is the host of a party table, at which displaced pairs play the boards that they would have played
anyway. If no rover can keep to one side it changes sides, and then there is one winner; or it sits out sometimes.

A planned rover keeps its tables whatever all others do: the movement is repaired without it, and it is added again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from byestand.language import say
from byestand.model.claims import ArrowTurn, Claim, Follow, Route
from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.enlarged_plan import EnlargedPlan, add_rover, claims_with_cards
from byestand.repairs.search.lower_bounds import loss_of, without_seen_boards
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.search.outcome import Found, Impossible, OutOfTime, OutOfTimeError, SearchBudget
from byestand.search.rovers.one_way import find_route
from byestand.search.rovers.rover_cells import RoverCells
from byestand.search.rovers.row_selection import one_of_each

EFFORT = 20_000
"""Nodes spent on a more regular route; few, because users wait."""

LateOption: TypeAlias = tuple[ActualPlay, Continuation]
"""The session so far with the late pair in the field, and its continuation."""


class LateSeat(NamedTuple):
    """The seat of a late pair in a round: the displaced pair, the opponents and the group."""

    table: int
    """Counted from 0."""
    seat: int
    displaced_pair: int
    """0 if the seat was empty."""
    opponent: int
    group: int


LateSeats: TypeAlias = Sequence[LateSeat | None]
"""By round; None if the late pair has no table."""


def fewest_sit_outs(rows: list[list[LateSeat]], clock: SearchBudget, *, most: int | None = None) -> LateSeats | None:
    """Return a stop in as many rounds as possible: no opponents, group or displaced pair twice."""
    entries = [[*(_items(stop) for stop in row), ()] for row in rows]
    sits_out = [1 << len(row) for row in rows]
    for sit_outs in range(len(rows) if most is None else most + 1):
        chosen = one_of_each(entries, clock, rationed=sits_out, ration=sit_outs)
        if chosen is not None:
            return [row[place] if place < len(row) else None for row, place in zip(rows, chosen, strict=True)]
    return None


def _items(stop: LateSeat) -> tuple[tuple[str, int], ...]:
    """Return the items that a stop uses; the number 0 is no pair."""
    used = ("met", stop.opponent), ("displaced", stop.displaced_pair)
    return (("group", stop.group), *(item for item in used if item[1]))


def mark_proved(played: ActualPlay, how: Continuation) -> Continuation:
    """Return the continuation, proved best if nothing is lost and no pairs meet again."""
    return replace(how, proved=loss_of(played, how) == (0, 0))


class LateRoverSearch:
    """A rover over the remaining rounds, alone or with a host."""

    def __init__(self, played: ActualPlay, base: Continuation, limits: SearchLimits) -> None:
        self.played, self.base, self.limits = played, base, limits
        self.with_host = played.late_pairs > 1
        self.two_lines = played.plan.field.winners == 2

    def options(self) -> Found[tuple[LateOption, ...]] | Impossible | OutOfTime:
        """Return the rover that keeps to one side; otherwise the other options, and why there is none."""
        if not self.open.any():
            return Impossible(say("no boards in play can be played at one more table"), "exhausted search")
        kind = "party" if self.with_host else "rover"
        outcome = self._one_sided()
        if isinstance(outcome, Found):
            return Found((self._option(outcome.thing, kind),), outcome.method)
        options = []
        with suppress(OutOfTimeError):
            clock = self.limits.clock.part(1 / 2)
            if self.two_lines and (changing := fewest_sit_outs(self.rows((1, 0)), clock, most=0)):
                options.append(self._option(changing, "two-way", one_field=True))
            if sitting_out := fewest_sit_outs(self.rows(self.sides), clock):
                options.append(self._option(sitting_out, kind))
        if not options:
            return outcome
        if isinstance(outcome, Impossible):
            return Found(tuple(options), f"{say('no rover can play every round')}: {outcome.reason}")
        return Found(tuple(options), say("no rover that plays every round was found in time"))

    @property
    def max_uses(self) -> int:
        """The number of tables that may have a group in a round, including the party table."""
        return self.limits.copies * (2 if self.limits.extra else 1)

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats of a rover that keeps to its line."""
        return (1,) if self.two_lines else (1, 0)

    def rows(self, seats: tuple[int, ...]) -> list[list[LateSeat]]:
        """Return all stops, round by round."""
        return [[stop for seat in seats for stop in self._stops(row, seat)] for row in range(len(self.base.groups))]

    def _stops(self, round: int, seat: int) -> Iterator[LateSeat]:
        for table in np.flatnonzero(self.open[round]).tolist():
            who = self.base.seats[round, table].tolist()
            yield LateSeat(table, seat, who[seat], who[1 - seat], int(self.base.groups[round, table]))

    @cached_property
    def open(self) -> Grid:
        """The tables with boards that a party table, if there is one, can have too (rounds × tables)."""
        groups = np.where((self.base.seats > 0).all(axis=2), self.base.groups, 0)
        uses = np.stack([(groups == groups[:, [table]]).sum(axis=1) for table in range(groups.shape[1])], axis=1)
        lent = uses < (self.max_uses)
        return np.where((groups > 0) & (lent | (not self.with_host)), groups, 0)

    def _one_sided(self) -> Found[LateSeats] | Impossible | OutOfTime:
        """Find a stop in every round for a rover that keeps to its line, the more regular the better."""
        rows = self.rows(self.sides)
        if not self.two_lines or len(rows) == 1:
            return self._anyhow(rows)
        clock = self.limits.clock.part(1 / 2)
        outcome = find_route(self._cells(), seconds=clock.seconds, effort=EFFORT, known={}, work=clock.work)
        if not isinstance(outcome, Found):
            return outcome
        at = [{stop.table: stop for stop in row} for row in rows]
        return Found([row[table - 1] for row, table in zip(at, outcome.thing.tables, strict=True)], outcome.method)

    def _anyhow(self, rows: list[list[LateSeat]]) -> Found[LateSeats] | Impossible | OutOfTime:
        clock = self.limits.clock.part(1 / 2)
        try:
            stops = fewest_sit_outs(rows, clock, most=0)
        except OutOfTimeError:
            return OutOfTime(clock.seconds)
        if stops is not None:
            return Found(stops)
        because = say(
            "every choice of seats was tried, and each meets or displaces a pair twice or plays a deal group twice"
        )
        return Impossible(because, "exhausted search")

    def _cells(self) -> RoverCells:
        """Return the remaining rounds as the cells of a rover."""
        is_open = self.open > 0
        first_ew = self.played.plan.field.lines[0]
        grids = self.base.seats[:, :, 0], self.base.seats[:, :, 1] - first_ew, self.open
        ns, ew, groups = (tuple(map(tuple, np.where(is_open, grid, 0).tolist())) for grid in grids)
        rounds = tuple(range(self.played.after + 1, self.played.plan.rounds + 1))
        return RoverCells(rounds, ns, ew, groups, idle=tuple((0,) * len(row) for row in ns))

    def _option(self, stops: LateSeats, kind: str, *, one_field: bool = False) -> LateOption:
        """Return the session with the rover at its stops."""
        night = add_rover(self.played, with_host=self.with_host, one_field=one_field)
        rover, host, party = night.route.contestant, night.route.host, night.route.party_table - 1
        seats = np.zeros_like(night.actual_play.plan.seats[self.played.after :])
        groups = np.zeros_like(seats[:, :, 0])
        seats[:, :party], groups[:, :party] = night.number(self.base.seats), self.base.groups
        if self.with_host:
            seats[:, party, 0] = host
        for row, stop in enumerate(stops):
            seat = stop.seat if stop else 1
            seats[row, party, 1 - seat] = host if self.with_host else 0
            seats[row, party, seat] = seats[row, stop.table, seat] if stop else rover
            if stop:
                seats[row, stop.table, seat] = rover
                groups[row, party] = stop.group if self.with_host else 0
        if self.with_host:
            self._give_them_a_group(stops, groups[:, party], groups)
        claims = self._claims(night, stops)
        how = Continuation(seats, groups, kind, scope="any seating", calls=self.base.calls, claims=claims)
        return night.actual_play, mark_proved(night.actual_play, how)

    def _claims(self, night: EnlargedPlan, stops: LateSeats) -> tuple[Claim, ...]:
        """Return the claims; an arrow switch at a table also holds for the pair that is displaced there.

        Pairs cannot follow a displaced pair: in a Howell all pairs use guide cards.
        """
        plan, first = night.actual_play.plan, self.played.after + 1
        at = {(row, stop.table + 1) for row, stop in enumerate(stops, start=first) if stop}
        following = {c for follow in plan.claims_of(Follow) for c in follow.contestants}
        return tuple(
            replace(claim, at=claim.at | {(round, plan.tables) for round, _ in claim.at & at})
            if isinstance(claim, ArrowTurn)
            else claim
            for claim in claims_with_cards(plan, following)
        )

    def _give_them_a_group(self, stops: LateSeats, party: Grid, groups: Grid) -> None:
        """Let rover and host play each other once, in a round without a table for the rover, on a remaining group."""
        home = next((row for row, stop in enumerate(stops) if stop is None), None)
        if home is None:
            return
        used = {stop.group for stop in stops if stop}
        over = [group for group in range(1, self.played.plan.deal_groups + 1) if group not in used]
        uses = np.bincount(groups[home], minlength=self.played.plan.deal_groups + 1)
        fitting = [group for group in over if uses[group] < (self.max_uses)]
        party[home] = min(fitting, key=lambda group: (uses[group], group), default=0)


def remove_rover(played: ActualPlay, route: Route) -> ActualPlay:
    """Return the session without its rover."""
    plan, tables = played.plan, played.plan.tables - 1
    return replace(
        played,
        plan=replace(
            plan,
            seats=_without_rover(plan.seats, route)[:, :tables],
            groups=plan.groups[:, :tables],
            layout=plan.layout and replace(plan.layout, party_case=None),
            claims=tuple(claim for claim in plan.claims if claim != route),
            history=None,  # it is about the party table, and its effect is in the boards played
        ),
        seats=_without_rover(played.seats, route)[:, :tables],
        groups=played.groups[:, :tables],
        cancelled_cells=frozenset(cell for cell in played.cancelled_cells if cell[1] <= tables),
        departures=played.departures - {route.contestant, route.host},
    )


def lay_rover_over(played: ActualPlay, how: Continuation, route: Route) -> Continuation:
    """Return the continuation with the rover at its planned tables, and displaced pairs at the party table."""
    seats, groups, party = (
        lay_rover_over_seats(played, how.seats, route),
        played.planned_rest.groups.copy(),
        route.party_table - 1,
    )
    groups[:, :party] = how.groups
    for row, table, _ in np.argwhere(seats == route.contestant).tolist():
        if table != party and groups[row, party]:
            groups[row, party] = groups[row, table]
    claims = None if how.claims is None else (*how.claims, route)
    return replace(how, seats=seats, groups=without_seen_boards(played, seats, groups), claims=claims)


def lay_rover_over_seats(played: ActualPlay, beneath: Grid, route: Route) -> Grid:
    """Return these seats with the rover at its planned tables."""
    seats, party = played.planned_rest.seats.copy(), route.party_table - 1
    seats[:, :party] = beneath
    for row, table, seat in np.argwhere(played.planned_rest.seats == route.contestant).tolist():
        if table != party:
            seats[row, party, seat], seats[row, table, seat] = seats[row, table, seat], route.contestant
    return seats


def _without_rover(seats: Grid, route: Route) -> Grid:
    """Return the seats with displaced pairs back in them."""
    seats = seats.copy()
    party = route.party_table - 1
    for row, table, seat in np.argwhere(seats == route.contestant).tolist():
        seats[row, table, seat] = seats[row, party, seat] if table != party else 0
    return seats


def stop_roving(played: ActualPlay) -> Iterator[Grid]:
    """Yield the seats with all displaced pairs back, and the rover at the party table if there is no host."""
    here = set(played.plan.field.present) - played.departures
    for route in played.plan.claims_of(Route):
        if route.host in here or route.contestant not in here:
            continue
        seats = played.planned_rest.seats.copy()
        party = route.party_table - 1
        for row, table, seat in np.argwhere(seats == route.contestant).tolist():
            if party >= 0 and table != party:
                seats[row, [table, party], seat] = seats[row, [party, table], seat]
        yield seats
