"""Heal what is lost at one set of told tables, exactly.

The search follows disturbances only: a cell that is given a group takes it from others, those need another one, and so
on. What nothing disturbs keeps its planned group, which is never worse; so the best for the set is found.
"""

from byestand.search.outcome import Clock
from byestand.search.repairs.problem import AGAIN, LOST, SHARED, Values
from byestand.search.repairs.tables import Tables


class Healing:
    """The search at one set of told tables, whose cells are counted from 0 here."""

    def __init__(self, tables: Tables, told: tuple[int, ...], domains: dict[int, int], beat: int, clock: Clock) -> None:
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
        """Round by round, the groups of which every copy lies somewhere: one more table would share."""
        self.full: dict[int, int] = {}
        self.closed = _Closed(self)
        self.untold_key = self._untold_key(told)

    def _untold_key(self, told: tuple[int, ...]) -> int:
        """The key of what happens at the other tables, and of meetings again if nothing more is lost."""
        problem = self.problem
        lost = [cell for table, cells in enumerate(self.tables.lost_at) if table not in told for cell in cells]
        return problem.gone * LOST + self.tables.all_again * AGAIN + sum([problem.loss[cell] for cell in lost])

    def lay_out(self, round: int) -> int:
        """Lay out the boards of all other tables in this round; return the groups that none here may have."""
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
        return self._closed(round)

    def _closed(self, round: int) -> int:
        """The groups that no further table may have in this round."""
        is_full = self.shared[round] >= self.tables.most_sharing[round]
        return self.all_out[round] if is_full else self.full[round]

    def run(self) -> Values | None:
        """Return the best continuation that beats what is known."""
        pending = [place for place, bit in enumerate(self.plan_bit) if not bit]
        self._go(self.start, pending, self.untold_key)
        return self.best

    def _go(self, domains: list[int], pending: list[int], key: int) -> None:
        """Give groups to the cells that are disturbed, the one with fewest choices first."""
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
        """How many of these cells find nothing but groups of which every copy is out, in rounds that share enough."""
        count = 0
        for place in pending:
            round = self.round[place]
            if not domains[place] & ~self.all_out[round] and self.shared[round] >= self.problem.plan_sharing[round]:
                count += 1
        return count

    def _branch(self, place: int, domains: list[int], pending: list[int], key: int) -> None:
        """Try every group for a cell, those that share last, and to lose it."""
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
        self._go(lost, pending, key + self.loss[place])

    def _assign(self, place: int, bit: int, domains: list[int], pending: list[int], key: int) -> None:
        """Give the cell this group, see whom that disturbs, and go on."""
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
            closed = self.closed[round] = self._closed(round)
            for near in self.beside[round]:
                if domains[near] & plan_bit[near] & closed:
                    domains[near] ^= plan_bit[near]
                    pending.append(near)
        self.value[place] = group
        self._go(domains, pending, key + (group != problem.planned[self.cells[place]]))
        self.value[place] = 0
        uses[group] -= 1
        self.shared[round], self.all_out[round], self.full[round], self.closed[round] = before

    def _near(self, place: int) -> list[int]:
        """The cells whose people play here too; few are ever asked for."""
        here = self.here
        self.near[place] = [here[cell] for cell in self.problem.neighbours[self.cells[place]] if cell in here]
        return self.near[place]

    def _settle(self, domains: list[int], key: int) -> None:
        """Nothing is disturbed any more: all others keep the plan, unless that shares more than it should."""
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
            legal = legal and shared <= self.tables.most_sharing[round] and not crowded
            key += SHARED * (max(0, shared - own) - max(0, self.shared[round] - own))
            if shared > own or crowded:
                contested = next((p for p in keep if uses[plan[self.cells[p]]] > problem.copies), contested)
        if legal and key < self.beat:
            self.beat = key
            self._note(domains)
        if contested >= 0:
            self._branch(contested, domains, [], decided)

    def _note(self, domains: list[int]) -> None:
        """Keep this as the best so far."""
        plan = self.tables.plan
        self.best = list(plan)
        for place, cell in enumerate(self.cells):
            self.best[cell] = self.value[place] or (plan[cell] if domains[place] & self.plan_bit[place] else 0)


class _Closed(dict[int, int]):
    """The groups that no further table may have, in the rounds that matter: most sets of tables are soon done with."""

    def __init__(self, healing: Healing) -> None:
        super().__init__()
        self.healing = healing

    def __missing__(self, round: int) -> int:
        self[round] = closed = self.healing.lay_out(round)
        return closed
