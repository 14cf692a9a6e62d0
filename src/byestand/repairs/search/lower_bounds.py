"""The loss of a continuation, and the unavoidable loss: maximum flows and matchings, without a search.

*Any seating* that keeps the lines: boards flow from NS pairs through groups to EW pairs. No pair plays a group twice,
or in more rounds than are left, and a group is at no more tables than there are places for it. The rest is lost.
*Seats as planned*: the groups of each pair's own cells differ, which is a matching.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.repair_problem import RepairProblem, read_problem

Pipe: TypeAlias = tuple[Hashable, Hashable, int]
"""Start, end and capacity."""
Mask: TypeAlias = npt.NDArray[np.bool_]
Capacities: TypeAlias = dict[Hashable, dict[Hashable, int]]


class RepairLoss(NamedTuple):
    """The loss that directors count first: tables that cannot play, then repeat opponents."""

    lost_count: int
    repeats: int


@dataclass(eq=False)
class PlayHistory:
    """The groups that each pair has played and the opponents it has met, round by round."""

    groups_seen: Mask
    pairs_met: Mask

    @classmethod
    def after(cls, played: ActualPlay) -> "PlayHistory":
        """Return the history of the rounds played."""
        size = played.plan.field.size
        highest = (int(grid.max(initial=0)) for grid in (played.plan.groups, played.groups))
        groups = max(played.plan.deal_groups, *highest)
        history = cls(np.zeros((size + 1, groups + 1), dtype=bool), np.zeros((size + 1, size + 1), dtype=bool))
        for contestant, known in enumerate(played.groups_seen):
            history.groups_seen[contestant, list(known)] = True
        for a, b in played.pairs_met:
            history.pairs_met[a, b] = history.pairs_met[b, a] = True
        return history

    def playable(self, seats: Grid, groups: Grid) -> Mask:
        """Return the tables with two pairs to whom the boards are new."""
        one, other = seats[..., 0], seats[..., 1]
        return (
            (one > 0) & (other > 0) & (groups > 0) & ~self.groups_seen[one, groups] & ~self.groups_seen[other, groups]
        )

    def with_round(self, seats: Grid, groups: Grid) -> "PlayHistory":
        """Return the history after a round in which every table plays that can."""
        plays = self.playable(seats, groups)
        seen, met = self.groups_seen.copy(), self.pairs_met.copy()
        one, other, on = seats[plays, 0], seats[plays, 1], groups[plays]
        seen[one, on] = seen[other, on] = True
        met[one, other] = met[other, one] = True
        return PlayHistory(seen, met)


def loss_of(played: ActualPlay, how: Continuation) -> RepairLoss:
    """Return the loss of a continuation; a table cannot play if one of its pairs has played the boards."""
    history = PlayHistory.after(played)
    lost = again = 0
    for seats, groups, planned in zip(how.seats, how.groups, played.plan.played_mask[played.after :], strict=True):
        plays = history.playable(seats, groups)
        lost += int((planned & ~plays).sum())
        again += int((plays & history.pairs_met[seats[:, 0], seats[:, 1]]).sum())
        history = history.with_round(seats, groups)
    return RepairLoss(lost, again)


def without_seen_boards(played: ActualPlay, seats: Grid, groups: Grid) -> Grid:
    """Return the boards, with 0 at tables where a pair will have played them by then."""
    history, left = PlayHistory.after(played), groups.copy()
    for round, (here, on) in enumerate(zip(seats, groups, strict=True)):
        left[round] = np.where((here > 0).all(axis=1) & ~history.playable(here, on), 0, on)
        history = history.with_round(here, on)
    return left


def sharing_fits(played: ActualPlay, how: Continuation, *, copies: int, extra: int) -> bool:
    """Return whether no round shares more sets than planned and *extra*, and no three tables share one set."""
    plan, after = played.plan, played.after
    now = np.where((how.seats > 0).all(axis=2), how.groups, 0)
    planned = np.where(plan.played_mask[after:], plan.groups[after:], 0)
    return all(
        _count_shared(here, copies) <= _count_shared(there, copies) + extra
        and _max_uses(here) <= max(2 * copies, _max_uses(there))
        for here, there in zip(now, planned, strict=True)
    )


def _count_shared(groups: Grid, copies: int) -> int:
    return int(np.maximum(np.bincount(groups)[1:] - copies, 0).sum())


def _max_uses(groups: Grid) -> int:
    return int(np.bincount(groups)[1:].max(initial=0))


def max_flow(pipes: Iterable[Pipe], source: Hashable, sink: Hashable) -> int:
    """Return how much gets from the source to the sink (Dinic: by shortest paths, all of one length at once).

    >>> max_flow([("s", "a", 3), ("a", "t", 2), ("s", "b", 1), ("b", "t", 5)], "s", "t")
    3
    """
    room: Capacities = {source: {}, sink: {}}
    for start, end, capacity in pipes:
        room.setdefault(start, {})[end] = capacity
        room.setdefault(end, {}).setdefault(start, 0)
    total = 0
    while sink in (depth := _depths(room, source)):
        paths = {
            node: [end for end in ends if depth.get(end) == depth[node] + 1]
            for node, ends in room.items()
            if node in depth
        }
        while pushed := _push(room, paths, source, sink, 1 << 30):
            total += pushed
    return total


def _depths(room: Capacities, source: Hashable) -> dict[Hashable, int]:
    depth, queue = {source: 0}, deque([source])
    while queue:
        node = queue.popleft()
        for end, capacity in room[node].items():
            if capacity and end not in depth:
                depth[end] = depth[node] + 1
                queue.append(end)
    return depth


def _push(
    room: Capacities, paths: dict[Hashable, list[Hashable]], node: Hashable, sink: Hashable, capacity: int
) -> int:
    if node == sink:
        return capacity
    while paths[node]:
        end = paths[node][-1]
        if room[node][end] and (pushed := _push(room, paths, end, sink, min(capacity, room[node][end]))):
            room[node][end] -= pushed
            room[end][node] += pushed
            return pushed
        paths[node].pop()
    return 0


def augment(cell: int, domains: list[int] | dict[int, int], holder: dict[int, int]) -> bool:
    """Give the cell a group, moving other cells to other groups if needed; return whether that is possible."""
    tried = 0

    def move(cell: int) -> bool:
        nonlocal tried
        while options := domains[cell] & ~tried:
            bit = options & -options
            tried |= bit
            group = bit.bit_length() - 1
            if group not in holder or move(holder[group]):
                holder[group] = cell
                return True
        return False

    return move(cell)


def lost_with_planned_seats(problem: RepairProblem) -> int:
    """Return the least number of lost cells with all pairs in the planned seats."""
    least = 0
    for seat in range(len(problem.seated_contestants[0]) if problem.seated_contestants else 0):
        cells_of: dict[int, list[int]] = {}
        for cell, who in enumerate(problem.seated_contestants):
            cells_of.setdefault(who[seat], []).append(cell)
        least = max(least, sum(_count_unmatched(problem, cells) for cells in cells_of.values()))
    return problem.unavoidable_losses + least


def _count_unmatched(problem: RepairProblem, cells: list[int]) -> int:
    """Return how many of these cells, whose groups differ, get none in any choice."""
    holder = {problem.plan[cell]: cell for cell in cells if problem.plan[cell]}
    return sum(not augment(cell, problem.unseen, holder) for cell in cells if not problem.plan[cell])


class SeatingBounds:
    """Bounds for every continuation that keeps the lines, with any seating."""

    def __init__(self, played: ActualPlay, *, copies: int, extra: int) -> None:
        self.played, plan = played, played.plan
        self.copies, self.extra = copies, extra
        self.rounds = plan.rounds - played.after
        here = [c for c in plan.field.present if c not in played.departures]
        self.two_lines = plan.field.winners == 2
        self.lines = [[c for c in here if plan.field.line(c) == line] for line in range(plan.field.winners)]
        groups = range(1, plan.deal_groups + 1)
        self.unseen = {c: frozenset(groups) - played.groups_seen[c] for c in here}
        self.planned = int(plan.played_mask[played.after :].sum())

    @cached_property
    def min_lost(self) -> int:
        """The least number of lost cells among those of the plan."""
        return max(0, self.planned - self._max_playable())

    def _max_playable(self) -> int:
        """Return the largest number of cells that can be played.

        Every continuation is such a flow: only pairs that are present and have not left sit down, once in each
        remaining round, at groups new to them; and each table with a group beyond its copies shares a set, so that in a
        round a group is at no more tables than its copies and the planned and extra sharing together.
        """
        problem, seats = read_problem(self.played, self.copies), len(self.played.plan.seat_names)
        places = sum(
            min(most, problem.copies + sharing + self.extra)
            for most, sharing in zip(problem.most_uses, problem.plan_sharing, strict=True)
        )
        if self.two_lines:
            return max_flow(self._plays(places), "source", "sink")
        people = [sum(group in unseen for unseen in self.unseen.values()) for group in self._groups]
        return min(
            sum(min(places, count // seats) for count in people),
            sum(min(self.rounds, len(unseen)) for unseen in self.unseen.values()) // seats,
        )

    def min_again(self, lost: int) -> int:
        """Return the least number of repeat meetings if a number of cells are lost.

        A pair that meets only new opponents on new boards needs in each round another opponent and another group that
        is new to both: a matching, often smaller than the remaining rounds.
        """
        new = max_flow(self._meetings(), "source", "sink")
        return max(0, self.planned - lost - (new if self.two_lines else new // 2))

    def proves(self, loss: RepairLoss) -> bool:
        """Return whether a smaller loss is impossible with any seating."""
        return loss == (0, 0) or (loss.lost_count == self.min_lost and loss.repeats == self.min_again(loss.lost_count))

    @property
    def _groups(self) -> range:
        return range(1, self.played.plan.deal_groups + 1)

    def _plays(self, places: int) -> Iterator[Pipe]:
        """Yield the network in which each unit is a cell: NS pair, group, EW pair."""
        yield from ((("in", group), ("out", group), places) for group in self._groups)
        for contestant in self.lines[0]:
            yield "source", contestant, self.rounds
            yield from ((contestant, ("in", group), 1) for group in self.unseen[contestant])
        for contestant in self.lines[1]:
            yield contestant, "sink", self.rounds
            yield from ((("out", group), contestant, 1) for group in self.unseen[contestant])

    def _meetings(self) -> Iterator[Pipe]:
        """Yield the network in which each unit is a meeting of two pairs that have not met."""
        first, last = self.lines[0], self.lines[-1]
        for c in first:
            yield "source", ("from", c), min(self.rounds, self._count_new_opponents(c, last))
        if not self.two_lines:
            yield from ((("from", c), "sink", self.rounds) for c in first)
            return
        for c in last:
            yield ("to", c), "sink", min(self.rounds, self._count_new_opponents(c, first))
        for a in first:
            yield from ((("from", a), ("to", b), 1) for b in last if self._common(a, b))

    def _count_new_opponents(self, contestant: int, others: list[int]) -> int:
        """Return how many new opponents a pair can meet, each on another new group."""
        taken: dict[int, int] = {}
        return sum(self._match(contestant, other, taken, set()) for other in others)

    def _match(self, contestant: int, other: int, taken: dict[int, int], tried: set[int]) -> bool:
        for group in self._common(contestant, other):
            if group not in tried:
                tried.add(group)
                if group not in taken or self._match(contestant, taken[group], taken, tried):
                    taken[group] = other
                    return True
        return False

    def _common(self, a: int, b: int) -> frozenset[int]:
        """Return the groups that are new to two pairs that have not met; nothing if they have."""
        if a == b or (min(a, b), max(a, b)) in self.played.pairs_met:
            return frozenset()
        return self.unseen[a] & self.unseen[b]
