"""Heal what is lost at one set of told tables, exactly.

The search follows disturbances only: a cell that is given a group takes it from others, those need another one, and so
on. What nothing disturbs keeps its planned group, which is never worse; so the best for the set is found.
"""

from byestand.search.outcome import Clock
from byestand.search.repairs.problem import AGAIN, LOST, SHARED, Values
from byestand.search.repairs.tables import Tables


class Healing:
    """The search at one set of told tables."""

    def __init__(self, tables: Tables, told: tuple[int, ...], domains: dict[int, int], beat: int, clock: Clock) -> None:
        self.tables, self.problem, self.clock, self.beat = tables, tables.problem, clock, beat
        self.best: Values | None = None
        problem, plan = tables.problem, tables.plan
        self.value = dict.fromkeys(domains, 0)
        self.near = {cell: [n for n in problem.neighbours[cell] if n in domains] for cell in domains}
        self.beside: dict[int, list[int]] = {}
        self.uses: dict[int, list[int]] = {}
        for cell in domains:
            round = problem.round_of[cell]
            if round not in self.uses:
                self.uses[round] = tables.uses[round].copy()
            self.uses[round][plan[cell]] -= 1
            self.beside.setdefault(round, []).append(cell)
        self.shared = {r: sum(max(0, n - problem.copies) for n in row) for r, row in self.uses.items()}
        self.closed = {round: self._closed(round) for round in self.uses}
        self.untold_key = self._untold_key(told)
        self.start = domains

    def _untold_key(self, told: tuple[int, ...]) -> int:
        """The key of what happens at the other tables, and of meetings again if nothing more is lost."""
        problem, plan = self.problem, self.tables.plan
        lost = [cell for table, cells in enumerate(self.tables.lost_at) if table not in told for cell in cells]
        key = problem.gone * LOST + self.tables.all_again * AGAIN + sum(problem.loss[cell] for cell in lost)
        shared = dict(enumerate(problem.sharing(plan))) | self.shared
        return key + SHARED * sum(max(0, shared[r] - n) for r, n in enumerate(problem.plan_sharing))

    def _closed(self, round: int) -> int:
        """The groups that no further table may have in this round."""
        copies = self.problem.copies
        full = copies if self.shared[round] >= self.tables.most_sharing[round] else self.problem.most_uses[round]
        return sum(1 << group for group, uses in enumerate(self.uses[round]) if group and uses >= full)

    def run(self) -> Values | None:
        """Return the best continuation that beats what is known."""
        pending = [cell for cell in self.start if not self.tables.plan[cell]]
        self._go(self.start, pending, self.untold_key)
        return self.best

    def _go(self, domains: dict[int, int], pending: list[int], key: int) -> None:
        """Give groups to the cells that are disturbed, the one with fewest choices first."""
        self.clock.tick()
        problem, chosen, fewest, bound, still = self.problem, -1, 99, key, []
        for cell in pending:
            options = domains[cell] & ~self.closed[problem.round_of[cell]]
            if options:
                bound += 1
                still.append(cell)
                if (count := options.bit_count()) < fewest:
                    chosen, fewest = cell, count
            else:
                key += problem.loss[cell]
                bound += problem.loss[cell]
        if bound >= self.beat:
            return
        if chosen < 0:
            self._settle(domains, key)
        else:
            still.remove(chosen)
            self._branch(chosen, domains, still, key)

    def _branch(self, cell: int, domains: dict[int, int], pending: list[int], key: int) -> None:
        """Try every group for a cell, and to lose it."""
        round, planned = self.problem.round_of[cell], self.problem.planned[cell]
        options = domains[cell] & ~self.closed[round]
        uses, copies = self.uses[round], self.problem.copies
        groups = []
        while options:
            bit = options & -options
            options ^= bit
            groups.append(bit.bit_length() - 1)
        groups.sort(key=lambda group: (group != planned, uses[group] >= copies))
        for group in groups:
            self._assign(cell, group, domains, pending, key)
        self._go({**domains, cell: 0}, pending, key + self.problem.loss[cell])

    def _assign(self, cell: int, group: int, domains: dict[int, int], pending: list[int], key: int) -> None:
        """Give the cell this group, see whom that disturbs, and go on."""
        problem, plan, bit = self.problem, self.tables.plan, 1 << group
        round = problem.round_of[cell]
        domains, pending = domains.copy(), pending.copy()
        domains[cell] = 0
        for near in self.near[cell]:
            if domains[near] & bit:
                domains[near] ^= bit
                if plan[near] == group:
                    pending.append(near)
        shared, closed = self.shared[round], self.closed[round]
        self.uses[round][group] += 1
        if self.uses[round][group] > problem.copies:
            self.shared[round] += 1
            key += SHARED * (self.shared[round] > problem.plan_sharing[round])
        self.closed[round] = self._closed(round)
        for near in self.beside[round]:
            planned = 1 << plan[near]
            if domains[near] & planned & self.closed[round]:
                domains[near] ^= planned
                pending.append(near)
        self.value[cell] = group
        self._go(domains, pending, key + (group != problem.planned[cell]))
        self.value[cell] = 0
        self.uses[round][group] -= 1
        self.shared[round], self.closed[round] = shared, closed

    def _settle(self, domains: dict[int, int], key: int) -> None:
        """Nothing is disturbed any more: all others keep the plan, unless that shares more than it should."""
        problem, plan, decided = self.problem, self.tables.plan, key
        contested, legal = -1, True
        for round, beside in self.beside.items():
            keep = [cell for cell in beside if domains[cell] & 1 << plan[cell]]
            uses = self.uses[round].copy()
            for cell in keep:
                uses[plan[cell]] += 1
            shared = sum(max(0, n - problem.copies) for n in uses)
            most = self.tables.most_sharing[round]
            legal = legal and shared <= most and max(uses) <= problem.most_uses[round]
            key += SHARED * (
                max(0, shared - problem.plan_sharing[round]) - max(0, self.shared[round] - problem.plan_sharing[round])
            )
            if shared > problem.plan_sharing[round] or max(uses) > problem.most_uses[round]:
                contested = next((cell for cell in keep if uses[plan[cell]] > problem.copies), contested)
        if legal and key < self.beat:
            self.beat = key
            self.best = list(plan)
            for cell, group in self.value.items():
                self.best[cell] = group or (plan[cell] if domains[cell] & 1 << plan[cell] else 0)
        if contested >= 0:
            self._branch(contested, domains, [], decided)
