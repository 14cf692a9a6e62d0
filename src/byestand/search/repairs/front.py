"""What it costs to go on in some way, and which continuations no other one beats: the Pareto front.

The judge counts for itself; these counts are for the searches.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.repairs.problem import Figures, Problem, Values

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(slots=True)
class ParetoFront:
    """Continuations with their figures, none of which is beaten by another; the plan is never beaten."""

    problem: Problem
    members: dict[Figures, Values] = field(init=False)
    least_lost: int = 0
    """Fewer lost cells are proved impossible with everybody in the planned seat."""
    least_again: int = 0
    """Where no more than these are lost, fewer repeat meetings are proved impossible."""

    def __post_init__(self) -> None:
        self.members = {self.problem.figures(self.problem.plan): self.problem.plan}

    def offer(self, values: Sequence[int]) -> Figures:
        """Add a continuation, unless something known is nowhere worse."""
        figures = self.problem.figures(values)
        if not any(figures.is_beaten_by(known) for known in self.members):
            unbeaten = {known: kept for known, kept in self.members.items() if not known.is_beaten_by(figures)}
            self.members = unbeaten | {figures: list(values)}
        return figures

    def changed_tables(self, figures: Figures) -> set[int]:
        """Return the tables at which the continuation with these figures differs from the plan."""
        problem, values = self.problem, self.members[figures]
        changed = [cell for cell, group in enumerate(values) if group not in (0, problem.planned[cell])]
        return {problem.table_of[cell] for cell in changed}

    def note_lower_bound(self, lost: int) -> None:
        """Note that it is impossible to lose fewer cells than this."""
        if lost >= self.least_lost:
            self.least_lost, self.least_again = lost, self.problem.least_again(lost)

    def is_proved(self, figures: Figures) -> bool:
        """Tell whether nothing loses fewer cells, or as few with fewer repeat meetings."""
        return (figures.lost, figures.again) == (self.least_lost, self.least_again)

    def best(self, told: int, extra: int) -> Figures:
        """Return the best that changes at most so many tables, and shares no more than planned if *extra* is 0."""
        fitting = (known for known in self.members if known.told <= told and (extra or not known.shared))
        return min(fitting, key=lambda known: known.key)


class RepairLoss(NamedTuple):
    """What directors count first: tables that cannot play, then pairs that meet again."""

    lost: int
    again: int


@dataclass(eq=False)
class PlayHistory:
    """Which groups everybody has seen and which opponents they have met, as the rounds go by."""

    seen: Mask
    met: Mask

    @classmethod
    def after(cls, played: Played) -> "PlayHistory":
        """Return the history of the rounds played."""
        size = played.plan.field.size
        highest = (int(grid.max(initial=0)) for grid in (played.plan.groups, played.groups))
        groups = max(played.plan.deal_groups, *highest)
        history = cls(np.zeros((size + 1, groups + 1), dtype=bool), np.zeros((size + 1, size + 1), dtype=bool))
        for contestant, known in enumerate(played.seen):
            history.seen[contestant, list(known)] = True
        for a, b in played.met:
            history.met[a, b] = history.met[b, a] = True
        return history

    def playable(self, seats: Grid, groups: Grid) -> Mask:
        """Tell at which tables two pairs sit who have both not seen the boards."""
        one, other = seats[..., 0], seats[..., 1]
        return (one > 0) & (other > 0) & (groups > 0) & ~self.seen[one, groups] & ~self.seen[other, groups]

    def with_round(self, seats: Grid, groups: Grid) -> "PlayHistory":
        """Return the history after a round in which every table plays that can."""
        plays = self.playable(seats, groups)
        seen, met = self.seen.copy(), self.met.copy()
        one, other, on = seats[plays, 0], seats[plays, 1], groups[plays]
        seen[one, on] = seen[other, on] = True
        met[one, other] = met[other, one] = True
        return PlayHistory(seen, met)


def loss_of(played: Played, how: Continuation) -> RepairLoss:
    """Return what it costs to go on like this; a table where somebody has seen the boards cannot play."""
    history = PlayHistory.after(played)
    lost = again = 0
    for seats, groups, planned in zip(how.seats, how.groups, played.plan.played[played.after :], strict=True):
        plays = history.playable(seats, groups)
        lost += int((planned & ~plays).sum())
        again += int((plays & history.met[seats[:, 0], seats[:, 1]]).sum())
        history = history.with_round(seats, groups)
    return RepairLoss(lost, again)


def without_seen_boards(played: Played, seats: Grid, groups: Grid) -> Grid:
    """Return the boards, with 0 where somebody at the table will have seen them by then: nothing is played there."""
    history, left = PlayHistory.after(played), groups.copy()
    for round, (here, on) in enumerate(zip(seats, groups, strict=True)):
        left[round] = np.where((here > 0).all(axis=1) & ~history.playable(here, on), 0, on)
        history = history.with_round(here, on)
    return left


def sharing_fits(played: Played, how: Continuation, *, copies: int, extra: int) -> bool:
    """Tell whether no round shares more sets than planned and *extra*, and no three tables share one set."""
    plan, after = played.plan, played.after
    now = np.where((how.seats > 0).all(axis=2), how.groups, 0)
    planned = np.where(plan.played[after:], plan.groups[after:], 0)
    return all(
        _count_shared(here, copies) <= _count_shared(there, copies) + extra
        and _max_uses(here) <= max(2 * copies, _max_uses(there))
        for here, there in zip(now, planned, strict=True)
    )


def _count_shared(groups: Grid, copies: int) -> int:
    return int(np.maximum(np.bincount(groups)[1:] - copies, 0).sum())


def _max_uses(groups: Grid) -> int:
    return int(np.bincount(groups)[1:].max(initial=0))
