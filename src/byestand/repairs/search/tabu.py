"""Tabu search over all tables, for early problems; then reduction of its result to few changes.

A step gives a lost cell a group and takes it from the cells in conflict. A cell does not get it back for a while,
so that the search does not go round in circles. It proves nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import Random

from byestand.repairs.search.exact_cover import ExactCover
from byestand.repairs.search.repair_problem import ParetoFront, RepairProblem, Values
from byestand.search.outcome import OutOfEffortError, OutOfTimeError, SearchBudget

STEP_UNITS = 2
"""Work of one step."""

TENURE = 12
"""The least number of steps for which a cell does not get back a group that was taken from it."""

REDUCTION_NODES = 100
"""Nodes of the search for a continuation with one changed table less."""


class TabuSearch:
    """A walk from the plan to continuations that lose fewer cells."""

    def __init__(self, problem: RepairProblem, extra: int, clock: SearchBudget) -> None:
        self.problem, self.clock, start = problem, clock, problem.plan
        self.max_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.holder: list[dict[int, int]] = [{} for _ in problem.seen_masks]
        """The cell in which each contestant plays a group."""
        for cell, group in enumerate(start):
            for one in problem.seated_contestants[cell] if group else ():
                self.holder[one][group] = cell
        self.values, self.uses, self.shared = start.copy(), problem.uses(start), problem.sharing(start)
        self.lost = [cell for cell, group in enumerate(start) if not group]
        self.until: dict[tuple[int, int], int] = {}
        self.dice = Random()  # noqa: S311 - no secrets, and the same walk every time

    def run(self, enough: int, patience: int) -> Values:
        """Walk until at most *enough* cells are lost, or a number of steps gains nothing; return the best."""
        self.dice.seed(patience)
        best, fewest, since = list(self.values), len(self.lost), 0
        with suppress(OutOfTimeError):
            for step in count():
                if fewest <= enough or step - since > patience:
                    break
                self.clock.tick(STEP_UNITS)
                self._step(step)
                if len(self.lost) < fewest:
                    best, fewest, since = list(self.values), len(self.lost), step
        return best

    def _step(self, step: int) -> None:
        """Give a lost cell the group that displaces the fewest others."""
        cell = self.lost[self.dice.randrange(len(self.lost))]
        least, chosen = 99, list[tuple[int, list[int]]]()
        rest = self.problem.unseen[cell]
        while rest:
            group = rest.bit_length() - 1
            rest ^= 1 << group
            against = self._conflicts(cell, group)
            if len(against) <= least and (not against or self.until.get((cell, group), 0) <= step):
                if len(against) < least:
                    least, chosen = len(against), []
                chosen.append((group, against))
        if chosen:
            planned = self.problem.planned_groups[cell]
            as_planned = [choice for choice in chosen if choice[0] == planned]
            group, against = self.dice.choice(as_planned or chosen)
            for other in against:
                self.until[other, self.values[other]] = step + TENURE + self.dice.randrange(TENURE)
                self._take_away(other)
            self._give(cell, group)

    def _conflicts(self, cell: int, group: int) -> list[int]:
        """Return the cells in conflict: the same pairs play it there, or too many tables have it in this round."""
        problem, round = self.problem, self.problem.round_of[cell]
        against = {self.holder[one][group] for one in problem.seated_contestants[cell] if group in self.holder[one]}
        uses = self.uses[round][group] - sum([problem.round_of[other] == round for other in against])
        shares = uses >= problem.copies and self.shared[round] >= self.max_sharing[round]
        if shares or uses >= problem.most_uses[round]:
            same = [c for c in problem.in_round[round] if self.values[c] == group and c not in against]
            against.add(same[self.dice.randrange(len(same))])
        return list(against)

    def _take_away(self, cell: int) -> None:
        group, round = self.values[cell], self.problem.round_of[cell]
        for one in self.problem.seated_contestants[cell]:
            del self.holder[one][group]
        self.uses[round][group] -= 1
        self.shared[round] -= self.uses[round][group] >= self.problem.copies
        self.values[cell] = 0
        self.lost.append(cell)

    def _give(self, cell: int, group: int) -> None:
        round = self.problem.round_of[cell]
        for one in self.problem.seated_contestants[cell]:
            self.holder[one][group] = cell
        self.shared[round] += self.uses[round][group] >= self.problem.copies
        self.uses[round][group] += 1
        self.values[cell] = group
        self.lost.remove(cell)


def restore_plan(problem: RepairProblem, values: Values, max_sharing: list[int]) -> Values:
    """Return the values with the planned group in every cell that can have it while all others stay."""
    values = list(values)
    uses, shared = problem.uses(values), problem.sharing(values)
    for cell, now in enumerate(values):
        planned, round = problem.plan[cell], problem.round_of[cell]
        if not now or not planned or now == planned or any(values[n] == planned for n in problem.neighbours[cell]):
            continue
        row = uses[round]
        after = shared[round] - (row[now] > problem.copies) + (row[planned] >= problem.copies)
        if after <= max(shared[round], max_sharing[round]) and row[planned] < problem.most_uses[round]:
            row[now] -= 1
            row[planned] += 1
            shared[round], values[cell] = after, planned
    return values


def reduce_changes(
    front: ParetoFront, search: ExactCover, values: Values, clock: Callable[[int], SearchBudget]
) -> None:
    """Change one table less, repeatedly, as long as no more is lost; *clock* makes a clock for a number of nodes."""
    problem, lost, kept = front.problem, values.count(0), set[int]()
    while True:
        values = restore_plan(problem, values, search.max_sharing)
        front.offer(values)
        changed = [problem.table_of[c] for c, group in enumerate(values) if group not in (0, problem.planned_groups[c])]
        dropped = min(set(changed) - kept, key=lambda table: (changed.count(table), table), default=None)
        if dropped is None:
            return
        search.clock, fewer = clock(REDUCTION_NODES), None
        with suppress(OutOfEffortError):
            fewer = search.find(lost, None, _only_at(problem, set(changed) - {dropped}))
        if fewer is None:
            kept.add(dropped)
        else:
            values = fewer


def _only_at(problem: RepairProblem, changed: set[int]) -> dict[int, int]:
    """Return the groups that every cell may have if only these tables change."""
    return {
        cell: problem.unseen[cell] if table in changed else 1 << problem.plan[cell] & ~1
        for cell, table in enumerate(problem.table_of)
    }
