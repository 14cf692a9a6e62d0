"""Exact cover with a bounded number of holes: a continuation that loses at most some cells, or a proof of none.

Every cell needs a group. Every pair *demands* each group that it has not played, and in every round each copy of a
group demands a table. A demand that is not met is a deficit. The allowed deficits of a pair or a round are known: those
that are unavoidable (its *slack*), and one for each of its cells that is lost. Summed over a line, or over
all rounds, that is the number of lost cells. So if deficits reach their limit, all other demands must be met, and
a group that only one cell can have is forced. A pair that loses a cell need not play every group: only sums are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import gt

from byestand.repairs.search.repair_problem import ContinuationCost, RepairProblem, Values
from byestand.search.outcome import SearchBudget


class _DeadEndError(Exception):
    """There are more deficits than allowed."""


@dataclass(slots=True)
class Demands:
    """The demands of all pairs and of all rounds, side by side in lists."""

    problem: RepairProblem
    max_sharing: list[int]
    cells: list[list[int]] = field(default_factory=list)
    copies: list[int] = field(default_factory=list)
    """The number of its cells in which each group is demanded: one for a pair, the number of copies for a round."""
    total: list[int] = field(default_factory=list)
    slack: list[int] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    """Demands are of one kind if every cell belongs to equally many of them: a line, or the rounds."""
    times: list[int] = field(default_factory=list)
    """For each kind, the number of its demands to which every cell belongs."""
    of_cell: list[list[int]] = field(init=False)
    first_round: int = 0
    """The demand of the first round; those of the other rounds follow."""

    def __post_init__(self) -> None:
        self.of_cell = [[] for _ in self.problem.seated_contestants]
        self._add_people()
        self._add_rounds()
        for demand, cells in enumerate(self.cells):
            for cell in cells:
                self.of_cell[cell].append(demand)

    def _add_people(self) -> None:
        """Every pair demands each new group once; a line is a kind, if its pairs never meet each other."""
        problem = self.problem
        every = (1 << problem.groups + 1) - 2
        lines = [
            sorted({who[seat] for who in problem.seated_contestants})
            for seat in range(len(problem.seated_contestants[0]))
        ]
        self.times = [1] * len(lines)
        if sum(map(len, lines)) > len(problem.cells_of):
            self.times, lines = [len(lines)], [sorted(problem.cells_of)]
        for kind, line in enumerate(lines):
            for one in line:
                self._add(kind, problem.cells_of[one], 1, (every & ~problem.seen_masks[one]).bit_count())

    def _add_rounds(self) -> None:
        """In every round each copy demands a table, and a shared set serves one table more."""
        self.first_round, copies = len(self.cells), self.problem.copies
        for cells, sharing in zip(self.problem.in_round, self.max_sharing, strict=True):
            self._add(len(self.times), cells, copies, copies * self.problem.groups, sharing)
        self.times.append(1)

    def _add(self, kind: int, cells: list[int], copies: int, total: int, sharing: int = 0) -> None:
        self.kind.append(kind)
        self.cells.append(cells)
        self.copies.append(copies)
        self.total.append(total)
        self.slack.append(total - len(cells) + sharing)


@dataclass(slots=True)
class _CoverState:
    """The groups that every cell may still play, and the effect on every demand."""

    domains: list[int]
    """The groups that a cell may get; empty once it has a group or is lost."""
    values: list[int]
    """The groups given; 0 if none yet, or lost."""
    open: list[int]
    """For each demand and group, the number of cells that may still get it."""
    group_uses: list[int]
    """The same, the number of cells that have it."""
    shares_by_round: list[int]
    """The number of shared sets in each round."""
    deficit: list[int] = field(default_factory=list)
    """The number of groups that each demand cannot have any more."""
    lost_of: list[int] = field(default_factory=list)
    """The number of its cells that are lost."""
    min_lost: list[int] = field(default_factory=list)
    """The number of its cells that must be lost at least."""
    needs: list[int] = field(default_factory=list)
    """The sums of that, for each kind."""
    lost_count: int = field(default=0, kw_only=True)
    lost_new: int = field(default=0, kw_only=True)
    """The number of lost cells that are not repeat meetings."""

    def copy(self) -> "_CoverState":
        counts = self.open, self.group_uses, self.shares_by_round, self.deficit, self.lost_of, self.min_lost, self.needs
        copies = [each.copy() for each in (self.domains, self.values, *counts)]
        return _CoverState(*copies, lost_count=self.lost_count, lost_new=self.lost_new)


class ExactCover:
    """The search at all tables, or at some of them while the others play as planned."""

    def __init__(self, problem: RepairProblem, extra: int, clock: SearchBudget) -> None:
        self.problem, self.clock, self.width = problem, clock, problem.groups + 1
        self.max_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.demands = Demands(problem, self.max_sharing)
        self.node_units = 5 + len(problem.seated_contestants) // 4
        self.all_domains = dict(enumerate(problem.unseen))
        self.open, self.max_needed, self.lost, self.lost_new = list[int](), list[int](), 0, 0

    def find(self, lost: int, lost_new: int | None = None, domains: Mapping[int, int] | None = None) -> Values | None:
        """Return a continuation that loses at most *lost* cells, or None if there is none.

        At most *lost_new* of them are first meetings. If *domains* are given, all other cells are as planned.
        """
        self.lost, self.lost_new = lost, lost if lost_new is None else lost_new
        self.max_needed = [times * lost for times in self.demands.times]
        domains = self.all_domains if domains is None else domains
        self.open = list(domains)
        try:
            return self._search(self._start(domains))
        except _DeadEndError:
            return None

    def find_as_good(
        self, best: ContinuationCost, domains: Mapping[int, int] | None = None, fewer: int = 0
    ) -> Values | None:
        """Return one that loses equally many cells, with equally many repeat meetings or a number *fewer*."""
        problem, lost = self.problem, best.lost_count - self.problem.unavoidable_losses
        if problem.is_individual:
            return None if fewer else self.find(lost, None, domains)
        spared = problem.again(problem.planned_groups) - best.repeats + fewer
        return self.find(lost, lost - spared, domains) if best.repeats >= fewer else None

    def _start(self, domains: Mapping[int, int]) -> _CoverState:
        """Return the state in which these cells may have the groups of their domains and all others are as planned."""
        problem, demands, width = self.problem, self.demands, self.width
        planned = [0 if cell in domains else group for cell, group in enumerate(problem.plan)]
        lost = [cell for cell, group in enumerate(problem.plan) if not group and cell not in domains]
        counts = [0] * (len(demands.cells) * width)
        state = _CoverState([0] * len(planned), planned, counts, counts.copy(), problem.sharing(planned))
        state.lost_of = [0] * len(demands.cells)
        for cell, group in enumerate(planned):
            for demand in demands.of_cell[cell] if group else ():
                state.group_uses[demand * width + group] += 1
        closed = [self._closed_groups(state, round) for round in range(problem.rounds)]
        for cell, domain in domains.items():
            rest = state.domains[cell] = domain & ~closed[problem.round_of[cell]]
            lost += [] if rest else [cell]
            while rest:
                group = rest.bit_length() - 1
                rest ^= 1 << group
                for demand in demands.of_cell[cell]:
                    state.open[demand * width + group] += 1
        can_have = [a + b for a, b in zip(state.open, state.group_uses, strict=True)]
        for demand, (copies, total) in enumerate(zip(demands.copies, demands.total, strict=True)):
            here = can_have[demand * width : (demand + 1) * width]
            state.deficit.append(total - sum([min(count, copies) for count in here]))
        state.min_lost = [max(0, deficit - slack) for deficit, slack in zip(state.deficit, demands.slack, strict=True)]
        state.needs = [0] * len(demands.times)
        for need, kind in zip(state.min_lost, demands.kind, strict=True):
            state.needs[kind] += need
        for cell in lost:
            self._lose(state, cell)
        self._check(state)
        return state

    def _closed_groups(self, state: _CoverState, round: int) -> int:
        """Return the groups that no further table may have in this round."""
        first = (self.demands.first_round + round) * self.width
        is_full = state.shares_by_round[round] >= self.max_sharing[round]
        most = self.problem.copies if is_full else self.problem.most_uses[round]
        uses = state.group_uses[first : first + self.width]
        return sum([1 << group for group, count in enumerate(uses) if count >= most and group])

    def _check(self, state: _CoverState) -> None:
        if any(map(gt, state.needs, self.max_needed)) or state.lost_count > self.lost or state.lost_new > self.lost_new:
            raise _DeadEndError

    def _update_need(self, state: _CoverState, demand: int) -> None:
        """Raise the number of its cells that must be lost."""
        need = max(state.deficit[demand] - self.demands.slack[demand], state.lost_of[demand])
        if need > state.min_lost[demand]:
            state.needs[self.demands.kind[demand]] += need - state.min_lost[demand]
            state.min_lost[demand] = need

    def _lose(self, state: _CoverState, cell: int) -> None:
        """Count the cell as lost: nothing can be given to it."""
        state.lost_count += 1
        state.lost_new += not self.problem.is_again[cell]
        for demand in self.demands.of_cell[cell]:
            state.lost_of[demand] += 1
            self._update_need(state, demand)

    def _forbid(self, state: _CoverState, cell: int, group: int) -> None:
        """Remove this group from those that the cell may play."""
        state.domains[cell] ^= 1 << group
        for demand in self.demands.of_cell[cell]:
            at = demand * self.width + group
            state.open[at] -= 1
            if state.open[at] + state.group_uses[at] < self.demands.copies[demand]:
                state.deficit[demand] += 1
                self._update_need(state, demand)
        if not state.domains[cell] and not state.values[cell]:
            self._lose(state, cell)

    def _give(self, state: _CoverState, cell: int, group: int) -> None:
        """Let the cell play this group: it plays no other, and its pairs play it nowhere else."""
        problem, domains, bit, round = self.problem, state.domains, 1 << group, self.problem.round_of[cell]
        if not domains[cell] & bit:
            raise _DeadEndError
        state.values[cell] = group
        for demand in self.demands.of_cell[cell]:
            at = demand * self.width + group
            state.open[at] -= 1
            state.group_uses[at] += 1
        domains[cell] ^= bit
        while rest := domains[cell]:
            self._forbid(state, cell, rest.bit_length() - 1)
        for near in problem.neighbours[cell]:
            if domains[near] & bit:
                self._forbid(state, near, group)
        uses = state.group_uses[(self.demands.first_round + round) * self.width + group]
        if uses >= problem.copies:
            state.shares_by_round[round] += uses > problem.copies
            closed = self._closed_groups(state, round)
            for beside in problem.in_round[round]:
                while both := domains[beside] & closed:
                    self._forbid(state, beside, both.bit_length() - 1)
        self._check(state)

    def _search(self, state: _CoverState) -> Values | None:
        """Give what is forced, then branch on the smallest set of alternatives."""
        self.clock.tick(self.node_units)
        while forced := self._forced_groups(state):
            for cell, group in forced:
                if state.values[cell] != group:
                    self._give(state, cell, group)
        choices = self._choices(state)
        if not choices:
            return state.values
        for cell, group in choices:
            child = state.copy()
            try:
                self._give(child, cell, group)
                if found := self._search(child):
                    return found
            except _DeadEndError:
                pass
            self._forbid(state, cell, group)
            self._check(state)
        return self._search(state)

    def _forced_groups(self, state: _CoverState) -> list[tuple[int, int]]:
        """Return the groups that must be given, each with the only cell that can have it."""
        no_more, domains, is_again = state.lost_count >= self.lost, state.domains, self.problem.is_again
        forced = []
        if no_more or state.lost_new >= self.lost_new:
            single = [cell for cell in self.open if domains[cell] and not domains[cell] & (domains[cell] - 1)]
            forced = [(cell, domains[cell].bit_length() - 1) for cell in single if no_more or not is_again[cell]]
        for demand in self._tight_demands(state):
            for group in self._groups_open_to(state, demand, 0):
                forced += [(cell, group) for cell in self.demands.cells[demand] if domains[cell] >> group & 1]
        return forced

    def _tight_demands(self, state: _CoverState) -> list[int]:
        """Return the demands that allow no further deficit."""
        room = [most - need for need, most in zip(state.needs, self.max_needed, strict=True)]
        counts = zip(state.min_lost, self.demands.slack, state.deficit, self.demands.kind, strict=True)
        return [
            demand for demand, (need, slack, deficit, kind) in enumerate(counts) if room[kind] + need + slack == deficit
        ]

    def _groups_open_to(self, state: _CoverState, demand: int, more: int) -> list[int]:
        """Return the groups not yet given everywhere that exactly *more* cells could have than are demanded."""
        here = slice(demand * self.width, (demand + 1) * self.width)
        copies = self.demands.copies[demand] + more
        counts = zip(state.open[here], state.group_uses[here], strict=True)
        return [group for group, (open_, given) in enumerate(counts) if open_ and open_ + given == copies]

    def _choices(self, state: _CoverState) -> list[tuple[int, int]]:
        """Return the smallest set of alternatives: groups of a cell, or cells of a group that must be played."""
        domains = state.domains
        still = [(domains[cell].bit_count(), cell) for cell in self.open if domains[cell]]
        if not still:
            return []
        count, cell = min(still)
        if count > 2 or state.lost_count < self.lost:
            for demand in self._tight_demands(state):
                for group in self._groups_open_to(state, demand, 1):
                    if state.open[demand * self.width + group] == 2:
                        return [(other, group) for other in self.demands.cells[demand] if domains[other] >> group & 1]
        choices = [(cell, group) for group in range(1, self.width) if domains[cell] >> group & 1]
        return sorted(choices, key=lambda choice: choice[1] != self.problem.planned_groups[cell])
