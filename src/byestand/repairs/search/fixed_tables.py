"""Exact search with the set of changed tables fixed: all other tables play as planned.

A cell that the plan loses can be played only with another group, so its own table is changed. One of its pairs may be
scheduled to play that group elsewhere: then that cell needs another one too, and so on. The search follows these
disturbances: a cell that is not disturbed keeps its planned group, which is never worse. So the best for the set is
found.

Other tables may lose cells that they could play, if a pair at a changed table makes better use of the group: that pays
if the pairs there would only meet again. Nearly every set of tables is excluded beforehand, since the pairs of a lost
cell cannot even spread their new groups over their own cells at these tables (`ChangedTables.max_repaired`).
"""

from collections import defaultdict

from byestand.repairs.search.lower_bounds import augment
from byestand.repairs.search.repair_problem import AGAIN, LOST, SHARED, RepairProblem, Values
from byestand.search.outcome import SearchBudget


class ChangedTables:
    """Values for every set of changed tables, computed once."""

    def __init__(self, problem: RepairProblem, extra: int) -> None:
        self.problem, self.plan, plan = problem, problem.plan, problem.plan
        self.losable = [cell for cell, again in enumerate(problem.is_again) if again and plan[cell]]
        """Cells that other tables may lose: they are repeat meetings."""
        self.max_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.lost_at = [[cell for cell in cells if not plan[cell]] for cells in problem.at_table]
        self.lost = sum(map(len, self.lost_at))
        self.uses, self.shared = problem.uses(plan), problem.sharing(plan)
        self.all_out = [_groups_used(row, problem.copies) for row in self.uses]
        """For each round, the groups with all copies in use: one more table would share."""
        self.full = [_groups_used(row, most) for row, most in zip(self.uses, problem.most_uses, strict=True)]
        self.all_again = sum(problem.is_again)
        self.spare = [(1 << problem.groups + 1) - 2 & ~seen for seen in problem.seen_masks]
        """The groups that each pair has not played and does not need for the plan."""
        self.planned_at: list[dict[int, int]] = [defaultdict(int) for _ in range(problem.tables)]
        """For each table, the groups that each pair is scheduled to play there."""
        self.cells_in_seat: list[dict[int, list[int]]] = [
            defaultdict(list) for _ in (problem.seated_contestants or [()])[0]
        ]
        for cell, (who, group) in enumerate(zip(problem.seated_contestants, plan, strict=True)):
            for seat, one in enumerate(who):
                self.cells_in_seat[seat][one].append(cell)
                self.planned_at[problem.table_of[cell]][one] |= 1 << group & ~1
                if group and not problem.is_again[cell]:
                    self.spare[one] &= ~(1 << group)

    def least_key(self, repaired: int) -> int:
        """Return the least key of a continuation that repairs a number of lost cells of the plan."""
        lost = self.lost - repaired
        return (self.problem.unavoidable_losses + lost) * LOST + max(0, self.all_again - lost) * AGAIN

    def domains(self, changed: tuple[int, ...]) -> dict[int, int]:
        """Return the groups that the cells at these tables may play while all others play as planned."""
        may_play = _Domains(self, changed)
        cells = [cell for table in changed for cell in self.problem.at_table[table]]
        return {cell: 1 << self.plan[cell] for cell in self.losable} | {cell: may_play[cell] for cell in cells}

    def max_repaired(self, changed: tuple[int, ...], needed: int) -> int:
        """Return how many lost cells at these tables can be repaired at most, by matchings of each pair's own cells.

        If that is fewer than needed, the answer is 0, and fast.
        """
        domains = _Domains(self, changed)
        lost = [cell for table in changed for cell in self.lost_at[table] if domains[cell]]
        most = len(lost)
        for seat in range(len(self.cells_in_seat)):
            if most < needed:
                return 0
            most = min(most, self._count_matched(seat, lost, domains, needed))
        return most if most >= needed else 0

    def _count_matched(self, seat: int, lost: list[int], domains: "_Domains", needed: int) -> int:
        """Return how many lost cells find a group beside the others of the same pairs in this seat."""
        repaired, holders, table_of, left = 0, dict[int, dict[int, int]](), self.problem.table_of, len(lost)
        for cell in lost:
            one = self.problem.seated_contestants[cell][seat]
            if one not in holders:
                here = [c for c in self.cells_in_seat[seat][one] if table_of[c] in domains.changed]
                holders[one] = {self.plan[c]: c for c in here if self.plan[c]}
            repaired += augment(cell, domains, holders[one])
            left -= 1
            if repaired + left < needed:
                return 0
        return repaired


class _Domains(dict[int, int]):
    """The groups of cells at changed tables, computed on demand: most are not needed."""

    def __init__(self, tables: ChangedTables, changed: tuple[int, ...]) -> None:
        super().__init__()
        self.changed, self.who, self.may_play = changed, tables.problem.seated_contestants, dict[int, int]()
        self.spare, self.planned_at = tables.spare, [tables.planned_at[table] for table in changed]

    def __missing__(self, cell: int) -> int:
        mask = -1
        for one in self.who[cell]:
            if one not in self.may_play:
                self.may_play[one] = self.spare[one]
                for planned in self.planned_at:
                    self.may_play[one] |= planned.get(one, 0)
            mask &= self.may_play[one]
        self[cell] = mask
        return mask


def _groups_used(uses: list[int], often: int) -> int:
    return sum(1 << group for group, tables in enumerate(uses) if group and tables >= often)


class FixedTablesSearch:
    """The search at one set of changed tables, whose cells are counted from 0 here."""

    def __init__(
        self, tables: ChangedTables, changed: tuple[int, ...], domains: dict[int, int], beat: int, clock: SearchBudget
    ) -> None:
        problem, plan = tables.problem, tables.plan
        self.tables, self.problem, self.clock, self.beat = tables, problem, clock, beat
        self.best: Values | None = None
        self.cells = list(domains)
        self.start = list(domains.values())
        self.here = {cell: place for place, cell in enumerate(self.cells)}
        self.near: dict[int, list[int]] = {}
        self.round = [problem.round_of[cell] for cell in self.cells]
        self.beside: list[list[int]] = [[] for _ in range(problem.rounds)]
        for place, round in enumerate(self.round):
            self.beside[round].append(place)
        self.plan_bit = [1 << plan[cell] & ~1 for cell in self.cells]
        self.loss = [problem.loss[cell] for cell in self.cells]
        self.value = [0] * len(self.cells)
        self.uses: dict[int, list[int]] = {}
        self.shared: dict[int, int] = {}
        self.all_out: dict[int, int] = {}
        """For each round, the groups with all copies in use: one more table would share."""
        self.full: dict[int, int] = {}
        self.closed = _ClosedGroups(self)
        self.key_elsewhere = self._key_elsewhere(changed)

    def _key_elsewhere(self, changed: tuple[int, ...]) -> int:
        """Return the key of the other tables, and of repeat meetings if nothing more is lost."""
        problem = self.problem
        lost = [cell for table, cells in enumerate(self.tables.lost_at) if table not in changed for cell in cells]
        return (
            problem.unavoidable_losses * LOST
            + self.tables.all_again * AGAIN
            + sum([problem.loss[cell] for cell in lost])
        )

    def lay_out(self, round: int) -> int:
        """Place the boards of all other tables in this round; return the groups that no table here may have."""
        tables, copies = self.tables, self.problem.copies
        uses = self.uses[round] = tables.uses[round].copy()
        shared, all_out, full = tables.shared[round], tables.all_out[round], tables.full[round]
        for place in self.beside[round]:
            bit = self.plan_bit[place]
            if bit:
                group = bit.bit_length() - 1
                uses[group] -= 1
                if uses[group] >= copies:
                    shared -= 1
                else:
                    all_out &= ~bit
                if uses[group] < self.problem.most_uses[round]:
                    full &= ~bit
        self.shared[round], self.all_out[round], self.full[round] = shared, all_out, full
        return self._closed_groups(round)

    def _closed_groups(self, round: int) -> int:
        """Return the groups that no further table may have in this round."""
        is_full = self.shared[round] >= self.tables.max_sharing[round]
        return self.all_out[round] if is_full else self.full[round]

    def run(self) -> Values | None:
        """Return the best continuation that beats the known one."""
        pending = [place for place, bit in enumerate(self.plan_bit) if not bit]
        self._search(self.start, pending, self.key_elsewhere)
        return self.best

    def _search(self, domains: list[int], pending: list[int], key: int) -> None:
        """Give groups to the disturbed cells, the one with the fewest choices first."""
        self.clock.tick()
        closed, rounds, loss = self.closed, self.round, self.loss
        chosen, fewest, bound, still = -1, 99, key, []
        for place in pending:
            options = domains[place] & ~closed[rounds[place]]
            if options:
                bound += 1
                still.append(place)
                count = options.bit_count()
                if count < fewest:
                    chosen, fewest = place, count
            else:
                key += loss[place]
                bound += loss[place]
        if bound >= self.beat:
            return
        if chosen < 0:
            self._settle(domains, key)
        elif bound + SHARED * self._must_share(domains, still) < self.beat:
            still.remove(chosen)
            self._branch(chosen, domains, still, key)

    def _must_share(self, domains: list[int], pending: list[int]) -> int:
        """Return how many of these cells can only share, in rounds that share as much as planned already."""
        count = 0
        for place in pending:
            round = self.round[place]
            if not domains[place] & ~self.all_out[round] and self.shared[round] >= self.problem.plan_sharing[round]:
                count += 1
        return count

    def _branch(self, place: int, domains: list[int], pending: list[int], key: int) -> None:
        """Try every group for a cell, those that share last, and losing it."""
        round, planned = self.round[place], self.plan_bit[place]
        options = domains[place] & ~self.closed[round]
        sharing = options & self.all_out[round]
        for some in (options & planned, options & ~sharing & ~planned, sharing & ~planned):
            rest = some
            while rest:
                bit = rest & -rest
                rest ^= bit
                self._assign(place, bit, domains, pending, key)
        lost = domains.copy()
        lost[place] = 0
        self._search(lost, pending, key + self.loss[place])

    def _assign(self, place: int, bit: int, domains: list[int], pending: list[int], key: int) -> None:
        """Give the cell this group, find the disturbed cells, and continue."""
        problem, plan_bit, round, group = self.problem, self.plan_bit, self.round[place], bit.bit_length() - 1
        domains, pending = domains.copy(), pending.copy()
        domains[place] = 0
        for near in self.near.get(place) or self._near(place):
            if domains[near] & bit:
                domains[near] ^= bit
                if plan_bit[near] == bit:
                    pending.append(near)
        before = self.shared[round], self.all_out[round], self.full[round], self.closed[round]
        uses = self.uses[round]
        uses[group] += 1
        if uses[group] >= problem.copies:
            self.all_out[round] |= bit
            if uses[group] > problem.copies:
                self.shared[round] += 1
                key += SHARED * (self.shared[round] > problem.plan_sharing[round])
            if uses[group] >= problem.most_uses[round]:
                self.full[round] |= bit
            closed = self.closed[round] = self._closed_groups(round)
            for near in self.beside[round]:
                if domains[near] & plan_bit[near] & closed:
                    domains[near] ^= plan_bit[near]
                    pending.append(near)
        self.value[place] = group
        self._search(domains, pending, key + (group != problem.planned_groups[self.cells[place]]))
        self.value[place] = 0
        uses[group] -= 1
        self.shared[round], self.all_out[round], self.full[round], self.closed[round] = before

    def _near(self, place: int) -> list[int]:
        """Return the cells of the same pairs; computed on demand."""
        here = self.here
        self.near[place] = [here[cell] for cell in self.problem.neighbours[self.cells[place]] if cell in here]
        return self.near[place]

    def _settle(self, domains: list[int], key: int) -> None:
        """All others keep the plan, because nothing is disturbed any more, unless that shares too much."""
        problem, plan, decided = self.problem, self.tables.plan, key
        contested, legal = -1, True
        for round in self.closed:
            keep = [place for place in self.beside[round] if domains[place] & self.plan_bit[place]]
            if not keep:
                continue
            uses, own = self.uses[round].copy(), problem.plan_sharing[round]
            for place in keep:
                uses[plan[self.cells[place]]] += 1
            shared = sum([n - problem.copies for n in uses if n > problem.copies])
            crowded = max(uses) > problem.most_uses[round]
            legal = legal and shared <= self.tables.max_sharing[round] and not crowded
            key += SHARED * (max(0, shared - own) - max(0, self.shared[round] - own))
            if shared > own or crowded:
                contested = next((p for p in keep if uses[plan[self.cells[p]]] > problem.copies), contested)
        if legal and key < self.beat:
            self.beat = key
            self._keep_best(domains)
        if contested >= 0:
            self._branch(contested, domains, [], decided)

    def _keep_best(self, domains: list[int]) -> None:
        """Keep this as the best so far."""
        plan = self.tables.plan
        self.best = list(plan)
        for place, cell in enumerate(self.cells):
            self.best[cell] = self.value[place] or (plan[cell] if domains[place] & self.plan_bit[place] else 0)


class _ClosedGroups(dict[int, int]):
    """The groups that no further table may have, computed only for the rounds that matter."""

    def __init__(self, search: FixedTablesSearch) -> None:
        super().__init__()
        self.search = search

    def __missing__(self, round: int) -> int:
        self[round] = closed = self.search.lay_out(round)
        return closed
