"""A plan, what was actually played of it, and the meetings that were lost: the starting point of every repair."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.history import Cell, Continuation, History, LostMeeting
from byestand.model.layout import Layout
from byestand.model.movement import LINE_OF_SEAT, Grid, Movement
from byestand.repairs.remaining_play import changed_tables, remaining_claims, remaining_layout


@dataclass(frozen=True, eq=False)
class ActualPlay:
    """The rounds as actually played, and the plan for the whole session."""

    plan: Movement
    seats: Grid
    """Rounds played × tables × seats, as actually seated."""
    groups: Grid
    """Rounds played × tables, as actually played; 0 if nothing was played."""
    cancelled_cells: frozenset[Cell] = frozenset()
    """Played but cancelled: boards seen and opponents met, without a score."""
    departures: frozenset[int] = frozenset()
    """Contestants that have left by the last of these rounds."""
    late_pairs: int = 0
    """Number of late pairs that are not in the plan."""

    def __post_init__(self) -> None:
        expected = (len(self.groups), *self.plan.seats.shape[1:])
        if self.seats.shape != expected or self.groups.shape != expected[:2] or len(self.groups) > self.plan.rounds:
            raise BadRequest(say("the rounds played do not match the rounds and tables of the movement"))

    @property
    def after(self) -> int:
        """The last round played."""
        return len(self.groups)

    @cached_property
    def nothing_wrong(self) -> bool:
        """Whether everything is as planned and no contestant has left or arrived since."""
        known = {contestant for contestant, _ in self.plan.history.departures} if self.plan.history else set()
        as_seated = np.array_equal(self.seats, self.plan.seats[: self.after])
        as_laid = np.array_equal(self.groups, self.plan.groups[: self.after])
        return as_seated and as_laid and self.departures <= known and not self.late_pairs and not self.cancelled_now

    @property
    def cancelled_now(self) -> frozenset[Cell]:
        """The cells that are newly cancelled."""
        return self.cancelled_cells - (self.plan.history.cancelled_cells if self.plan.history else frozenset())

    @cached_property
    def unplayed_now(self) -> tuple[LostMeeting, ...]:
        """The meetings of past rounds that were not played and were not known before."""
        before, history = self.plan.history or History(0), self.with_continuation(self.planned_rest).history
        known = {meeting[:2] for meeting in before.lost_meetings}
        meetings = history.lost_meetings if history else ()
        return tuple(meeting for meeting in meetings if meeting.round <= self.after and meeting[:2] not in known)

    @cached_property
    def groups_seen(self) -> tuple[frozenset[int], ...]:
        """The groups each contestant has seen, cancelled ones included; contestant 0, nobody, has seen none."""
        groups: list[set[int]] = [set() for _ in range(self.plan.field.size + 1)]
        for seats, on_tables in zip(self.seats.tolist(), self.groups.tolist(), strict=True):
            for who, group in zip(seats, on_tables, strict=True):
                for contestant in who if group and all(who) else ():
                    groups[contestant].add(group)
        return tuple(map(frozenset, groups))

    @cached_property
    def pairs_met(self) -> frozenset[tuple[int, int]]:
        """The contestants that have met at a table with boards, the lower number first."""
        full = (self.seats > 0).all(axis=2) & (self.groups > 0)
        return frozenset(two for who in self.seats[full].tolist() for two in combinations(sorted(who), 2))

    @cached_property
    def planned_rest(self) -> Continuation:
        """The rest of the plan without contestants that left; the best option if no future board has been seen."""
        seats = self.plan.seats[self.after :].copy()
        seats[np.isin(seats, list(self.departures))] = 0
        return Continuation(seats, self.plan.groups[self.after :], "plan")

    def _last_round(self, contestant: int) -> int:
        """Return the last round in which a contestant had a seat."""
        seated = np.flatnonzero((self.seats == contestant).any(axis=(1, 2)))
        return int(seated[-1]) + 1 if seated.size else 0

    def with_continuation(self, how: Continuation) -> Movement:
        """Return the whole session as a movement: what was played, and then *how*.

        Its claims and its layout hold for the remaining rounds.
        """
        before, after = self.plan.history or History(0), self.after
        seats = np.concatenate([self.seats, how.seats])
        groups = np.concatenate([self.groups, how.groups])
        planned = np.concatenate([self.seats, self.planned_rest.seats])
        layout = remaining_layout(self.plan.layout, groups)
        different = how.groups != _next_groups(self.plan, layout)[after:]
        if how.claims is None:
            different |= (how.seats != self.planned_rest.seats).any(axis=2)
        for round, table in before.instructed_cells:
            # Instructions after an earlier mishap are still valid.
            if round > after:
                different[round - after - 1, table - 1] = True
        lies = how.groups > 0
        full = (how.seats > 0).all(axis=2)
        lost = (self.plan.played_mask[after:] | full) & ~(lies & full)
        plays = _cells((seats > 0).all(axis=2) & (groups > 0), 0)
        gone = self.departures - {contestant for contestant, _ in before.departures}
        history = History(
            after,
            (before.cancelled_cells | self.cancelled_cells) & plays,
            (before.lost_cells - plays) | _cells(lost, after),
            _cells(different & lies, after),
            before.departures + tuple((contestant, self._last_round(contestant)) for contestant in sorted(gone)),
            before.arrivals,
            before.copies,
            changed_tables(self.plan, seats, groups, after),
            places=before.places,
        )
        brought = np.where(groups > 0, groups, _next_groups(self.plan, layout))
        history = replace(history, lost_meetings=lost_meetings(self.plan, seats, brought, groups > 0, history))
        return replace(
            self.plan,
            seats=seats,
            groups=groups,
            layout=layout,
            claims=remaining_claims(self.plan.claims, planned, seats, after) if how.claims is None else how.claims,
            history=history,
        )


def _next_groups(plan: Movement, layout: Layout | None) -> Grid:
    """Return the boards that come to each table by the normal moves."""
    if layout is None or layout is plan.layout:
        return plan.groups
    groups = plan.groups.copy()
    for table in {table for sub in layout.subsections for table in sub.tables}:
        for round in range(1, plan.rounds + 1):
            copy = layout.on_table(table, round)
            groups[round - 1, table - 1] = copy.group if copy else 0
    return groups


def _cells(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], after: int) -> frozenset[Cell]:
    return frozenset((after + round + 1, table + 1) for round, table in np.argwhere(mask).tolist())


def lost_meetings(
    plan: Movement, seats: Grid, groups: Grid, has_boards: npt.NDArray[np.bool_], history: History
) -> tuple[LostMeeting, ...]:
    """Return the meetings of a session that are not played, although they are planned or contestants sit there.

    *groups* are the boards that a table should have, *has_boards* where there are some. An empty seat stands for a pair
    that has left; if none has left, it is a scheduled sit-out and no loss.
    """
    before = {meeting[:2]: meeting for meeting in (plan.history or History(0)).lost_meetings}
    full, planned_full = (seats > 0).all(axis=2), (plan.seats > 0).all(axis=2)
    lost = (plan.played_mask & ~(full & has_boards)) | (full & ~has_boards & ~planned_full)
    cells = {(r + 1, t + 1) for r, t in np.argwhere(lost).tolist()}
    cells |= {cell for cell in before if not (full & has_boards)[cell[0] - 1, cell[1] - 1]}
    return tuple(_losses(plan, seats, groups, sorted(cells), before, history))


def _losses(
    plan: Movement,
    seats: Grid,
    groups: Grid,
    cells: list[Cell],
    before: dict[tuple[int, int], LostMeeting],
    history: History,
) -> Iterator[LostMeeting]:
    for round in sorted({round for round, _ in cells}):
        taken = {left for came, left in history.places if not history.is_away(came, round)}
        away = [who for who, _ in history.departures if history.is_away(who, round) and who not in taken]
        for cell in (cell for cell in cells if cell[0] == round):
            at = cell[0] - 1, cell[1] - 1
            planned = before[cell].contestants if cell in before else tuple(plan.seats[at].tolist())
            who = _with_those_away(plan, tuple(seats[at].tolist()), planned, away)
            group = int(groups[at]) or int(plan.groups[at]) or (before[cell].group if cell in before else 0)
            if group and all(who) and any(seats[at]):
                yield LostMeeting(*cell, who, group)


def _with_those_away(
    plan: Movement, seated: tuple[int, ...], planned: tuple[int, ...], away: list[int]
) -> tuple[int, ...]:
    """Return the contestants at a table, with those *away* in empty seats, preferably where they were planned.

    Each one taken is removed from *away*.
    """
    who = list(seated)
    for seat in (seat for seat, contestant in enumerate(seated) if not contestant):
        candidates = [contestant for contestant in away if _may_sit(plan, contestant, seat)]
        preferred = [contestant for contestant in candidates if contestant == planned[seat]] or candidates
        if preferred:
            who[seat] = preferred[0]
            away.remove(preferred[0])
    return tuple(who)


def _may_sit(plan: Movement, contestant: int, seat: int) -> bool:
    """Return whether a seat is in the contestant's own line; with one line every seat is."""
    if plan.field.winners == 1:
        return True
    return plan.field.line(contestant) == (LINE_OF_SEAT[seat] if plan.is_individual else seat)
