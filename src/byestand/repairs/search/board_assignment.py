"""New boards for all tables with known seats: constraint propagation with random restarts.

A cell takes a group that is new to both pairs, each pair another one in each round, and a group is at no more tables
of a round than copies and sharing allow. The cell with the fewest choices is filled first. A pair that has no more
groups left than rounds needs every one of them: if only one of its cells can have a group, that cell gets it, and
if none can, a table is lost. Attempts that fail are cut short and started again in another random order.
"""

import random
from contextlib import suppress
from dataclasses import dataclass

from byestand.model.history import Continuation
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.lower_bounds import lost_with_planned_seats
from byestand.repairs.search.repair_problem import RepairProblem, SearchLimits, Values, read_problem
from byestand.search.outcome import OutOfEffortError, OutOfTimeError, SearchBudget

NODES_PER_CELL = 0.5
"""Nodes of the first attempt; each has half as many again as the one before, up to a limit."""
MAX_NODES = 4_000
BEST_ATTEMPTS = 2
"""Attempts that lose no more than the lower bound, or nothing."""
MAX_CELLS = 500
"""With more cells an attempt takes too long, and the slips could not be written in time."""
SEED = 2026
"""The same session gets the same answer if there is enough time."""
OPEN = -1
"""The value of a cell that is not decided yet; 0 if it is lost."""


def find_boards(played: ActualPlay, limits: SearchLimits) -> Continuation | None:
    """Return the best boards found for the planned seats; None if none were found in time."""
    problem, clock = read_problem(played, limits.copies), limits.clock
    if not 0 < len(problem.seated_contestants) <= MAX_CELLS:
        return None
    best, least = list[int](), lost_with_planned_seats(problem) - problem.unavoidable_losses
    chance = random.Random(SEED)  # noqa: S311 - no secrets
    nodes, attempts = int(NODES_PER_CELL * len(problem.seated_contestants)), 0
    while not clock.is_over and (not best or best.count(0) > least):
        # First the best possible loss; if that is not found soon, any, and from then on less.
        most = best.count(0) - 1 if best else len(problem.seated_contestants) if attempts >= BEST_ATTEMPTS else least
        best = _Attempt(problem, limits.extra, chance, most, clock.part(nodes=nodes)).run() or best
        nodes, attempts = min(MAX_NODES, nodes * 3 // 2), attempts + 1
    return Continuation(played.planned_rest.seats, problem.board_grid(played, best), "tables") if best else None


@dataclass(slots=True)
class _AssignmentState:
    """The state of an attempt."""

    may_play: list[int]
    values: Values
    unseen: dict[int, int]
    uses: list[list[int]]
    extra_shares: list[int]
    lost_count: int = 0

    def copy(self) -> "_AssignmentState":
        uses = [row.copy() for row in self.uses]
        copies = self.may_play.copy(), self.values.copy(), self.unseen.copy(), uses, self.extra_shares.copy()
        return _AssignmentState(*copies, self.lost_count)


class _Attempt:
    """One attempt to give every cell a group and lose at most a number of cells."""

    def __init__(
        self, problem: RepairProblem, extra: int, chance: random.Random, max_lost: int, clock: SearchBudget
    ) -> None:
        self.problem, self.chance, self.max_lost, self.clock = problem, chance, max_lost, clock
        self.max_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.order = chance.sample(range(len(problem.seated_contestants)), len(problem.seated_contestants))
        self.node_units = 1 + len(self.order) * 3 // 8

    def run(self) -> Values:
        """Return the group of every cell; an empty list if this attempt fails."""
        problem = self.problem
        every = (1 << problem.groups + 1) - 2
        unseen = {one: every & ~problem.seen_masks[one] for one in problem.cells_of}
        values, uses = [OPEN] * len(problem.seated_contestants), problem.uses([0] * len(problem.seated_contestants))
        state = _AssignmentState(problem.unseen.copy(), values, unseen, uses, [0] * problem.rounds)
        with suppress(OutOfTimeError, OutOfEffortError):
            return self._search(state)
        return []

    def _search(self, state: _AssignmentState) -> Values:
        self.clock.tick(self.node_units)
        if not self._propagate(state):
            return []
        undecided = [cell for cell, group in enumerate(state.values) if group == OPEN]
        if not undecided:
            return state.values
        cell = min(undecided, key=lambda cell: (state.may_play[cell].bit_count(), self.order[cell]))
        for group in self._shuffled_groups(state, cell):
            child = state.copy()
            self._give(child, cell, group)
            if values := self._search(child):
                return values
        state.values[cell], state.lost_count = 0, state.lost_count + 1
        return self._search(state) if state.lost_count <= self.max_lost else []

    def _shuffled_groups(self, state: _AssignmentState, cell: int) -> list[int]:
        """Return the groups that a cell may play: the planned one, those without sharing, then in random order."""
        groups = [group for group in range(1, self.problem.groups + 1) if state.may_play[cell] >> group & 1]
        self.chance.shuffle(groups)
        planned, uses = self.problem.planned_groups[cell], state.uses[self.problem.round_of[cell]]
        return sorted(groups, key=lambda group: (uses[group] >= self.problem.copies, group != planned))

    def _give(self, state: _AssignmentState, cell: int, group: int) -> None:
        """Let a cell play a group: its pairs do not play it again, and few tables can play it in the same round."""
        problem, bit, round = self.problem, 1 << group, self.problem.round_of[cell]
        state.values[cell] = group
        for one in problem.seated_contestants[cell]:
            state.unseen[one] &= ~bit
        for other in (cell, *problem.neighbours[cell]):
            state.may_play[other] &= ~bit
        uses = state.uses[round]
        uses[group] += 1
        state.extra_shares[round] += uses[group] > problem.copies
        is_full = state.extra_shares[round] >= self.max_sharing[round]
        most = problem.copies if is_full else 2 * problem.copies
        closed = sum([1 << g for g, n in enumerate(uses) if n >= most]) if is_full else bit * (uses[group] >= most)
        for other in problem.in_round[round] if closed else ():
            state.may_play[other] &= ~closed

    def _propagate(self, state: _AssignmentState) -> bool:
        """Do everything that is forced if no more cells may be lost; False if too many are lost."""
        while True:
            undecided = state.values.count(OPEN)
            for cell, group in enumerate(state.values):
                may_play = state.may_play[cell]
                if group == OPEN and not may_play:
                    state.values[cell], state.lost_count = 0, state.lost_count + 1
                elif group == OPEN and not may_play & (may_play - 1):
                    self._give(state, cell, may_play.bit_length() - 1)
            if state.lost_count > self.max_lost:
                return False
            if state.values.count(OPEN) == undecided:
                if not self._meet_needs(state):
                    return False
                if state.values.count(OPEN) == undecided:
                    return True

    def _meet_needs(self, state: _AssignmentState) -> bool:
        """Give needed groups to the only cell that can have them; False if too many cells are lost."""
        short = 0
        for one, cells in self.problem.cells_of.items():
            once = twice = rounds = 0
            for cell in cells:
                if state.values[cell] == OPEN:
                    rounds += 1
                    twice |= once & state.may_play[cell]
                    once |= state.may_play[cell]
            over = (state.unseen[one] & once).bit_count() - rounds
            if over < 0:
                short -= over
            elif over == 0 and (needed := once & ~twice):
                bit = needed & -needed
                cell = next(c for c in cells if state.values[c] == OPEN and state.may_play[c] & bit)
                self._give(state, cell, bit.bit_length() - 1)
        # A lost table is one group fewer for both pairs there.
        return state.lost_count + (short + 1) // 2 <= self.max_lost
