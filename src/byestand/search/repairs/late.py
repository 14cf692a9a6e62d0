"""Pairs that came late: they sit down where somebody is missing, or rove over the rounds that are left.

A rover takes a seat at another table each round; whom it displaces sits out, nobody twice. With two pairs the other one
is the host of a party table at which the displaced play what they would have played anyway. Where no rover can keep to
one side it changes sides, and then there is one winner; where even that is ruled out it sits out itself now and then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np

from byestand.model import Continuation, Grid, Played, Route
from byestand.search.outcome import Clock, Found, Impossible, OutOfTime, OutOfTimeError
from byestand.search.repairs.enlarged import with_missing_pair_in, with_rover_in
from byestand.search.repairs.losses import loss_of, played_out
from byestand.search.rovers.cells import Cells
from byestand.search.rovers.choosing import one_of_each
from byestand.search.rovers.one_way import find_route

Option: TypeAlias = tuple[Played, Continuation]
"""What was seen, with the pair that came in the field, and how it goes on."""

EFFORT = 20_000
"""Nodes spent on a more regular route: people are waiting."""


class Stop(NamedTuple):
    """Where somebody who came sits down in a round, whom that displaces and who is met, and what is played."""

    table: int
    """Counted from 0."""
    seat: int
    displaced: int
    """0 where the seat was empty."""
    opponent: int
    group: int


Stops: TypeAlias = Sequence[Stop | None]
"""Round by round; None where the one who came has no table."""


def late(
    played: Played, *, copies: int, extra: int, seconds: float
) -> Found[tuple[Option, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who came, the simplest first; or why nothing can.

    A pair sits down where somebody is missing; else it roves, and of two pairs the other one is its host.
    """
    if not played.came or played.plan.is_individual or played.after == played.plan.rounds:
        return Found(())
    planned = played.planned
    base = replace(planned, groups=played_out(played, planned.seats, planned.groups))
    return _from(played, base, Wanted(copies, extra, seconds))


class Wanted(NamedTuple):
    """What a director has and allows."""

    copies: int
    extra: int
    seconds: float


def _from(played: Played, base: Continuation, wanted: Wanted) -> Found[tuple[Option, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who are still to be seated, if all others go on like *base*."""
    seated = list(_at_half_tables(played, base))
    if seated and played.came > 1:
        both = {how.key: (night, how) for night, how in _and_the_next(seated, wanted)}
        return Found(tuple(both.values()))
    if seated:
        return Found(tuple(seated))
    if played.plan.claimed(Route):
        return Found((), "there is a rover already, and one is enough")
    return _Roving(played, base, wanted).options()


def _and_the_next(first: list[Option], wanted: Wanted) -> Iterator[Option]:
    """Yield what the next pair can do after the first has sat down; where it can do nothing, the first alone."""
    for played, how in first:
        outcome = _from(played, how, wanted._replace(seconds=wanted.seconds / len(first)))
        yield from outcome.thing if isinstance(outcome, Found) and outcome.thing else ((played, how),)


def _at_half_tables(played: Played, base: Continuation) -> Iterator[Option]:
    """Yield the night with the pair that came in the place of each that is missing."""
    field = played.plan.field
    for missing in sorted(field.missing):
        sides = (field.line(missing),) if field.winners == 2 else (0, 1)
        rows = [list(_empty_seats(played, base, row, sides)) for row in range(len(base.groups))]
        stops = _fewest_sit_outs(rows, Clock(1.0))
        if stops and any(stops):
            seats, groups = base.seats.copy(), base.groups.copy()
            for row, stop in enumerate(stops):
                if stop:
                    seats[row, stop.table, stop.seat], groups[row, stop.table] = missing, stop.group
            night = with_missing_pair_in(played, missing, [stop.table for stop in stops if stop])
            yield night, _judged(night, Continuation(seats, groups, "half", scope="any seating"))


def _judged(played: Played, how: Continuation) -> Continuation:
    """Return it proved best if nothing is lost and nobody meets again: more cannot be had."""
    return replace(how, proved=loss_of(played, how) == (0, 0))


def _empty_seats(played: Played, base: Continuation, row: int, sides: tuple[int, ...]) -> Iterator[Stop]:
    """Yield the empty seats of a round opposite somebody who has not seen, and will not see, what lies there.

    The seat of an empty table is one too: whoever comes next may sit down opposite.
    """
    groups = played.planned.groups[row].tolist()
    for route in played.plan.claimed(Route):
        # The party table of a half table has no boards yet: it plays what the rover plays.
        at = np.flatnonzero((base.seats[row] == route.contestant).any(axis=1))
        groups[route.party_table - 1] = groups[at[0]] if len(at) else 0
    for table, seat in product(range(played.plan.tables), sides):
        opponent, group = int(base.seats[row, table, 1 - seat]), groups[table]
        if group and not base.seats[row, table, seat]:
            to_come = base.groups[(base.seats == opponent).any(axis=2) & (base.seats > 0).all(axis=2)]
            if group not in played.seen[opponent] and group not in to_come:
                yield Stop(table, seat, 0, opponent, group)


def _fewest_sit_outs(
    rows: list[list[Stop]], clock: Clock, *, most: int | None = None, once: bool = True
) -> Stops | None:
    """Return a stop in as many rounds as can be: nobody met twice, nothing played twice, nobody displaced twice."""
    entries = [[*(_items(stop, once) for stop in row), ()] for row in rows]
    sits_out = [1 << len(row) for row in rows]
    for sit_outs in range(len(rows) if most is None else most + 1):
        chosen = one_of_each(entries, clock, rationed=sits_out, ration=sit_outs)
        if chosen is not None:
            return [row[place] if place < len(row) else None for row, place in zip(rows, chosen, strict=True)]
    return None


def _items(stop: Stop, once: bool) -> tuple[tuple[str, int], ...]:
    """Return what a stop uses up; nobody is met or displaced by the number 0."""
    used = ("met", stop.opponent), ("displaced", stop.displaced if once else 0)
    return (("group", stop.group), *(item for item in used if item[1]))


class _Roving:
    """A rover over the rounds that are left, alone or with a host."""

    def __init__(self, played: Played, base: Continuation, wanted: Wanted) -> None:
        self.played, self.base, self.wanted = played, base, wanted
        self.with_host = played.came > 1
        self.two_lines = played.plan.field.winners == 2

    def options(self) -> Found[tuple[Option, ...]] | Impossible | OutOfTime:
        """Return the rover that keeps to one side, or what there is without it, and why it is not there."""
        if not self.open.any():
            return Impossible("nothing that is played could be played at one more table", "exhausted search")
        kind = "party" if self.with_host else "rover"
        kept = self._one_sided()
        if isinstance(kept, Found):
            return Found((self._option(kept.thing, kind),), kept.how)
        found = []
        clock = Clock(self.wanted.seconds / 2)
        try:
            if self.two_lines and (changing := _fewest_sit_outs(self.rows((1, 0)), clock, most=0)):
                found.append(self._option(changing, "two-way", one_field=True))
            if sitting_out := _fewest_sit_outs(self.rows(self.sides), clock):
                found.append(self._option(sitting_out, kind))
        except OutOfTimeError:
            pass
        if not found:
            return kept
        why = f", because {kept.because}" if isinstance(kept, Impossible) else " that was found in time"
        return Found(tuple(found), f"there is no rover for every round{why}")

    @property
    def most_uses(self) -> int:
        """At how many tables a group may lie in a round, the party table included, for it to have it too."""
        return self.wanted.copies * (2 if self.wanted.extra else 1)

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats that a rover takes who keeps to its line."""
        return (1,) if self.two_lines else (1, 0)

    def rows(self, seats: tuple[int, ...]) -> list[list[Stop]]:
        """Return all stops, round by round."""
        return [[stop for seat in seats for stop in self._stops(round, seat)] for round in range(len(self.base.groups))]

    def _stops(self, round: int, seat: int) -> Iterator[Stop]:
        for table in np.flatnonzero(self.open[round]).tolist():
            who = self.base.seats[round, table].tolist()
            yield Stop(table, seat, who[seat], who[1 - seat], int(self.base.groups[round, table]))

    @cached_property
    def open(self) -> Grid:
        """Where boards are played that a party table, if there is one, can have too (rounds × tables)."""
        groups = np.where((self.base.seats > 0).all(axis=2), self.base.groups, 0)
        uses = np.stack([(groups == groups[:, [table]]).sum(axis=1) for table in range(groups.shape[1])], axis=1)
        lent = uses < (self.most_uses)
        return np.where((groups > 0) & (lent | (not self.with_host)), groups, 0)

    def _one_sided(self) -> Found[Stops] | Impossible | OutOfTime:
        """Find a stop in every round for a rover that keeps to its line, the more regular the better."""
        rows = self.rows(self.sides)
        if not self.two_lines or len(rows) == 1:
            return self._anyhow(rows)
        outcome = find_route(self._cells(), seconds=self.wanted.seconds / 2, effort=EFFORT, known={})
        if not isinstance(outcome, Found):
            return outcome
        at = [{stop.table: stop for stop in row} for row in rows]
        return Found([row[table - 1] for row, table in zip(at, outcome.thing.tables, strict=True)], outcome.how)

    def _anyhow(self, rows: list[list[Stop]]) -> Found[Stops] | Impossible | OutOfTime:
        try:
            stops = _fewest_sit_outs(rows, Clock(self.wanted.seconds / 2), most=0)
        except OutOfTimeError:
            return OutOfTime(self.wanted.seconds / 2)
        if stops is not None:
            return Found(stops)
        because = (
            "every choice of seats was tried, and each meets or displaces a pair twice or plays a deal group twice"
        )
        return Impossible(because, "exhausted search")

    def _cells(self) -> Cells:
        """Return the rounds left as a rover of the whole night would see them."""
        is_open = self.open > 0
        first_ew = self.played.plan.field.lines[0]
        grids = self.base.seats[:, :, 0], self.base.seats[:, :, 1] - first_ew, self.open
        ns, ew, groups = (tuple(map(tuple, np.where(is_open, grid, 0).tolist())) for grid in grids)
        rounds = tuple(range(self.played.after + 1, self.played.plan.rounds + 1))
        return Cells(rounds, ns, ew, groups, idle=tuple((0,) * len(row) for row in ns))

    def _option(self, stops: Stops, kind: str, *, one_field: bool = False) -> Option:
        """Return the night with the rover at its stops."""
        night = with_rover_in(self.played, with_host=self.with_host, one_field=one_field)
        rover, host, party = night.route.contestant, night.route.host, night.route.party_table - 1
        seats = np.zeros_like(night.played.plan.seats[self.played.after :])
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
        return night.played, _judged(night.played, Continuation(seats, groups, kind, scope="any seating"))

    def _give_them_a_group(self, stops: Stops, party: Grid, groups: Grid) -> None:
        """Have rover and host play each other, once, where the rover has no table: what is left over."""
        home = next((row for row, stop in enumerate(stops) if stop is None), None)
        if home is None:
            return
        used = {stop.group for stop in stops if stop}
        over = [group for group in range(1, self.played.plan.deal_groups + 1) if group not in used]
        uses = np.bincount(groups[home], minlength=self.played.plan.deal_groups + 1)
        fitting = [group for group in over if uses[group] < (self.most_uses)]
        party[home] = min(fitting, key=lambda group: (uses[group], group), default=0)
