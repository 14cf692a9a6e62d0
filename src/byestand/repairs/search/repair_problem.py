"""The remaining rounds as plain lists and bits, for every search for better boards.

All pairs sit as planned. A *cell* is a table in a coming round that the plan plays and whose seats are all taken; it
gets a group that is new to its pairs, or it is lost. Masks have bit g for group g.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple, TypeAlias

import numpy as np

from byestand.model.movement import Grid
from byestand.repairs.actual_play import ActualPlay
from byestand.search.outcome import SearchBudget

Values: TypeAlias = list[int]
"""The group of every cell; 0 if it is lost."""

LOST, AGAIN, SHARED, CHANGED = 1 << 42, 1 << 28, 1 << 14, 1
"""The weights of figures in a key: lost cells, then repeat meetings, then sharing, then changes."""


class SearchLimits(NamedTuple):
    """The limits of the director: copies of every board, extra shared sets in a round, and time."""

    copies: int
    extra: int
    clock: SearchBudget

    def part(self, share: float) -> "SearchLimits":
        """Return the same with a share of the remaining time."""
        return self._replace(clock=self.clock.part(share))


class ContinuationCost(NamedTuple):
    """The cost of a continuation, the most important figure first."""

    lost_count: int
    repeats: int
    changed_tables: int
    extra_shares: int
    changes: int

    @property
    def key(self) -> int:
        """All figures but the changed tables in one number."""
        return self.lost_count * LOST + self.repeats * AGAIN + self.extra_shares * SHARED + self.changes * CHANGED

    def is_beaten_by(self, other: "ContinuationCost") -> bool:
        """Return whether the other is worse in no figure."""
        return all(theirs <= ours for ours, theirs in zip(self, other, strict=True))


@dataclass(frozen=True, eq=False)
class RepairProblem:
    """The remaining cells, their pairs and the groups that they may still play."""

    rounds: int
    tables: int
    copies: int
    round_of: list[int]
    table_of: list[int]
    seated_contestants: list[tuple[int, ...]]
    planned_groups: list[int]
    """The group of each cell by the plan, even if it cannot be played."""
    unseen: list[int]
    """The groups that are new to all pairs of the cell."""
    plan_sharing: list[int]
    """The number of sets that the plan shares in each round."""
    most_uses: list[int]
    """The number of tables that may have a group in each round."""
    groups: int
    seen_masks: list[int]
    pairs_met: frozenset[tuple[int, int]]
    unavoidable_losses: int
    """Cells of the plan with an absent pair: lost in any case."""

    @cached_property
    def plan(self) -> Values:
        """The plan, without groups that were played already."""
        played = list(self.seen_masks)
        values = []
        for who, group in zip(self.seated_contestants, self.planned_groups, strict=True):
            bit = 1 << group
            plays = not any(played[one] & bit for one in who)
            values.append(group if plays else 0)
            for one in who if plays else ():
                played[one] |= bit
        return values

    @cached_property
    def cells_of(self) -> dict[int, list[int]]:
        """The cells of each contestant."""
        cells: dict[int, list[int]] = {}
        for cell, who in enumerate(self.seated_contestants):
            for one in who:
                cells.setdefault(one, []).append(cell)
        return cells

    @cached_property
    def at_table(self) -> list[list[int]]:
        """The cells of each table."""
        cells: list[list[int]] = [[] for _ in range(self.tables)]
        for cell, table in enumerate(self.table_of):
            cells[table].append(cell)
        return cells

    @cached_property
    def in_round(self) -> list[list[int]]:
        """The cells of each round."""
        cells: list[list[int]] = [[] for _ in range(self.rounds)]
        for cell, round in enumerate(self.round_of):
            cells[round].append(cell)
        return cells

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """The cells with a contestant in common, so that their groups differ."""
        return [
            tuple(sorted({other for one in who for other in self.cells_of[one]} - {cell}))
            for cell, who in enumerate(self.seated_contestants)
        ]

    @cached_property
    def is_again(self) -> list[bool]:
        """Cells of pairs that have met, or meet in another cell too: losing one loses no new meeting."""
        often: dict[tuple[int, int], int] = dict.fromkeys(self.pairs_met, 1)
        for who in self.seated_contestants:
            for two in combinations(sorted(who), 2):
                often[two] = often.get(two, 0) + 1
        return [any(often[two] > 1 for two in combinations(sorted(who), 2)) for who in self.seated_contestants]

    @cached_property
    def loss(self) -> list[int]:
        """The increase of the key if a cell is lost."""
        return [LOST - AGAIN * again for again in self.is_again]

    def uses(self, values: Sequence[int]) -> list[list[int]]:
        """The number of tables that have each group, round by round."""
        uses = [[0] * (self.groups + 1) for _ in range(self.rounds)]
        for round, group in zip(self.round_of, values, strict=True):
            uses[round][group] += 1
        for row in uses:
            row[0] = 0
        return uses

    def sharing(self, values: Sequence[int]) -> list[int]:
        """The number of shared sets in each round."""
        return [sum(max(0, n - self.copies) for n in row) for row in self.uses(values)]

    def again(self, values: Sequence[int]) -> int:
        """The number of repeat meetings."""
        if not any(self.is_again):
            return 0
        met, count = set(self.pairs_met), 0
        for who, group in zip(self.seated_contestants, values, strict=True):
            if group:
                meetings = set(combinations(sorted(who), 2))
                count += not met.isdisjoint(meetings)
                met |= meetings
        return count

    def least_again(self, lost: int) -> int:
        """The least number of repeat meetings if a number of cells are lost: each is at most one of them."""
        every = self.again(self.planned_groups)
        return (
            every
            if lost == self.unavoidable_losses
            else 0
            if self.is_individual
            else max(0, every - lost + self.unavoidable_losses)
        )

    @property
    def is_individual(self) -> bool:
        """Whether four individual players sit at a table."""
        return bool(self.seated_contestants) and len(self.seated_contestants[0]) == 4

    def board_grid(self, played: ActualPlay, values: Values) -> Grid:
        """Return the boards of the remaining rounds, by round and table."""
        groups = played.planned_rest.groups.copy()
        groups[self.round_of, self.table_of] = values
        return groups

    def figures(self, values: Sequence[int]) -> ContinuationCost:
        """Return the cost of a continuation."""
        changed = [cell for cell, group in enumerate(values) if group and group != self.planned_groups[cell]]
        shared = sum(max(0, now - plan) for now, plan in zip(self.sharing(values), self.plan_sharing, strict=True))
        return ContinuationCost(
            self.unavoidable_losses + values.count(0),
            self.again(values),
            len({self.table_of[cell] for cell in changed}),
            shared,
            len(changed),
        )


def read_problem(played: ActualPlay, copies: int) -> RepairProblem:
    """Return the problem of the remaining rounds, with this many copies of every group."""
    plan, after = played.plan, played.after
    seats, groups = played.planned_rest.seats.tolist(), played.planned_rest.groups.tolist()
    seen = [sum(1 << group for group in of_one) for of_one in played.groups_seen]
    every = (1 << plan.deal_groups + 1) - 2
    cells = [
        (round, table, tuple(seats[round][table]), group)
        for round, row in enumerate(groups)
        for table, group in enumerate(row)
        if group and all(seats[round][table])
    ]
    most = max(plan.deal_groups, int(plan.groups.max()))
    uses = [np.bincount(row, minlength=most + 1)[1:].tolist() for row in (plan.groups * plan.played_mask)[after:]]
    return RepairProblem(
        rounds=len(groups),
        tables=plan.tables,
        copies=copies,
        round_of=[cell[0] for cell in cells],
        table_of=[cell[1] for cell in cells],
        seated_contestants=[cell[2] for cell in cells],
        planned_groups=[cell[3] for cell in cells],
        unseen=[every & ~reduce(or_, (seen[one] for one in who)) for _, _, who, _ in cells],
        plan_sharing=[sum(max(0, n - copies) for n in row) for row in uses],
        most_uses=[max(2 * copies, *row) for row in uses],
        groups=most,
        seen_masks=seen,
        pairs_met=played.pairs_met,
        unavoidable_losses=int(plan.played_mask[after:].sum()) - len(cells),
    )


@dataclass(slots=True)
class ParetoFront:
    """Continuations with their figures, none of which beats another; the plan is always a member."""

    problem: RepairProblem
    members: dict[ContinuationCost, Values] = field(init=False)
    least_lost: int = 0
    """Fewer lost cells are proved impossible with the planned seats."""
    least_again: int = 0
    """If no more cells than this are lost, fewer repeat meetings are proved impossible."""

    def __post_init__(self) -> None:
        self.members = {self.problem.figures(self.problem.plan): self.problem.plan}

    def offer(self, values: Sequence[int]) -> ContinuationCost:
        """Add a continuation, unless a known one is worse in no figure."""
        figures = self.problem.figures(values)
        if not any(figures.is_beaten_by(known) for known in self.members):
            unbeaten = {known: kept for known, kept in self.members.items() if not known.is_beaten_by(figures)}
            self.members = unbeaten | {figures: list(values)}
        return figures

    def changed_tables(self, figures: ContinuationCost) -> set[int]:
        """Return the tables at which the continuation with these figures differs from the plan."""
        problem, values = self.problem, self.members[figures]
        changed = [cell for cell, group in enumerate(values) if group not in (0, problem.planned_groups[cell])]
        return {problem.table_of[cell] for cell in changed}

    def note_lower_bound(self, lost: int) -> None:
        """Note that it is impossible to lose fewer cells than this."""
        if lost >= self.least_lost:
            self.least_lost, self.least_again = lost, self.problem.least_again(lost)

    def is_proved(self, figures: ContinuationCost) -> bool:
        """Return whether nothing loses fewer cells, or equally many with fewer repeat meetings."""
        return (figures.lost_count, figures.repeats) == (self.least_lost, self.least_again)

    def best(self, told: int, extra: int) -> ContinuationCost:
        """Return the best with at most a number of changed tables, and no more sharing than planned if *extra* is 0."""
        fitting = (
            known for known in self.members if known.changed_tables <= told and (extra or not known.extra_shares)
        )
        return min(fitting, key=lambda known: known.key)
