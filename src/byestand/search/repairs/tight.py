"""Many tables at once: find a continuation that loses at most so many cells, or prove that there is none.

Every cell wants a group, and everybody and every round has its wants (`wants`). Where as much is wanting as may be, all
else must be had, and what only one cell can have is forced. Nobody who loses a cell has to play every group, though: it
is only the sums over a kind that are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from byestand.search.outcome import Clock
from byestand.search.repairs.problem import Figures, Problem, Values
from byestand.search.repairs.wants import Wants


class _DeadEndError(Exception):
    """More is wanting than may be."""


@dataclass(slots=True)
class _State:
    """What every cell may still play, and what that leaves to everybody who wants something."""

    domains: list[int]
    """What may be given to a cell; nothing once it has a group or is lost."""
    values: list[int]
    """The groups given; 0 is none yet, or lost."""
    open: list[int]
    """Want by want and group by group, how many cells may still be given it."""
    given: list[int]
    """The same, to how many it has been given."""
    wanting: list[int]
    """How many groups each want cannot have any more."""
    lost_of: list[int]
    """How many of its cells are lost."""
    need: list[int]
    """How many of its cells must be lost at least."""
    needs: list[int]
    """The sums of that, kind by kind."""
    shared: list[int]
    lost: int
    lost_new: int
    """How many of the lost cells are no meetings again."""

    def copy(self) -> "_State":
        return _State(
            self.domains.copy(),
            self.values.copy(),
            self.open.copy(),
            self.given.copy(),
            self.wanting.copy(),
            self.lost_of.copy(),
            self.need.copy(),
            self.needs.copy(),
            self.shared.copy(),
            self.lost,
            self.lost_new,
        )


class TightSearch:
    """The search at all tables, or at some of them while the others play as planned."""

    def __init__(self, problem: Problem, extra: int, clock: Clock) -> None:
        self.problem, self.clock, self.width = problem, clock, problem.groups + 1
        self.most_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.wants = Wants(problem, self.most_sharing)
        self.node_units = 5 + len(problem.who) // 4
        self.everything = dict(enumerate(problem.unseen))
        self.plan = self._planned()
        self.open: list[int] = []
        self.most_needed: list[int] = []
        self.lost = self.lost_new = 0

    def find(self, lost: int, lost_new: int | None = None, domains: Mapping[int, int] | None = None) -> Values | None:
        """Return a continuation that loses at most *lost* cells, or None if there is none.

        At most *lost_new* of them are cells where people would meet for the first time. Where *domains* are given, all
        other cells are as planned.
        """
        self.lost, self.lost_new = lost, lost if lost_new is None else lost_new
        self.most_needed = [times * lost for times in self.wants.times]
        domains = self.everything if domains is None else domains
        self.open = list(domains)
        try:
            return self._go(self._start(domains))
        except _DeadEndError:
            return None

    def find_as_good(self, best: Figures, domains: Mapping[int, int] | None = None, fewer: int = 0) -> Values | None:
        """Return one that loses as many cells, with as many meetings again or *fewer*: so many lost cells are such."""
        problem, lost = self.problem, best.lost - self.problem.gone
        if problem.is_individual:
            return None if fewer else self.find(lost, None, domains)
        spared = problem.again(problem.planned) - best.again + fewer
        return self.find(lost, lost - spared, domains) if best.again >= fewer else None

    def _planned(self) -> _State:
        """The state in which every cell has what the plan plays."""
        problem, wants = self.problem, self.wants
        given = [0] * (len(wants.cells) * self.width)
        for cell, group in enumerate(problem.plan):
            for want in wants.of_cell[cell] if group else ():
                given[want * self.width + group] += 1
        wanting, lost_of = [], []
        for want, cells in enumerate(wants.cells):
            has = given[want * self.width : (want + 1) * self.width]
            wanting.append(wants.wanted[want] - sum([min(n, wants.copies[want]) for n in has]))
            lost_of.append(sum([not problem.plan[cell] for cell in cells]))
        lost = [cell for cell, group in enumerate(problem.plan) if not group]
        return _State(
            [0] * len(problem.who),
            problem.plan.copy(),
            [0] * len(given),
            given,
            wanting,
            lost_of,
            [],
            [],
            problem.sharing(problem.plan),
            len(lost),
            sum([not problem.is_again[cell] for cell in lost]),
        )

    def _start(self, domains: Mapping[int, int]) -> _State:
        """Take back what these cells play by the plan: they may have what is in their domains."""
        state, wants, copies = self.plan.copy(), self.wants, self.wants.copies
        for cell in domains:
            self._take_back(state, cell)
        closed = [self._closed(state, round) for round in range(self.problem.rounds)]
        lost = []
        for cell, domain in domains.items():
            rest = state.domains[cell] = domain & ~closed[self.problem.round_of[cell]]
            if not rest:
                lost.append(cell)
            while rest:
                group = rest.bit_length() - 1
                rest ^= 1 << group
                for want in wants.of_cell[cell]:
                    at = want * self.width + group
                    state.wanting[want] -= state.open[at] + state.given[at] < copies[want]
                    state.open[at] += 1
        counts = zip(state.wanting, wants.slack, state.lost_of, strict=True)
        state.need = [max(0, wanting - slack, lost) for wanting, slack, lost in counts]
        state.needs = [0] * len(wants.times)
        for need, kind in zip(state.need, wants.kind, strict=True):
            state.needs[kind] += need
        for cell in lost:
            self._lose(state, cell)
        self._check(state)
        return state

    def _take_back(self, state: _State, cell: int) -> None:
        """Let this cell have nothing yet."""
        group, round = state.values[cell], self.problem.round_of[cell]
        state.values[cell] = 0
        if not group:
            state.lost -= 1
            state.lost_new -= not self.problem.is_again[cell]
        for want in self.wants.of_cell[cell]:
            at = want * self.width + group
            if group:
                state.given[at] -= 1
                state.wanting[want] += state.given[at] < self.wants.copies[want]
            else:
                state.lost_of[want] -= 1
        if group and state.given[(self.wants.first_round + round) * self.width + group] >= self.problem.copies:
            state.shared[round] -= 1

    def _closed(self, state: _State, round: int) -> int:
        """The groups that no further table may have in this round."""
        first = (self.wants.first_round + round) * self.width
        is_full = state.shared[round] >= self.most_sharing[round]
        most = self.problem.copies if is_full else self.problem.most_uses[round]
        uses = state.given[first : first + self.width]
        return sum([1 << group for group, count in enumerate(uses) if count >= most and group])

    def _check(self, state: _State) -> None:
        if state.lost > self.lost or state.lost_new > self.lost_new:
            raise _DeadEndError
        for need, most in zip(state.needs, self.most_needed, strict=True):
            if need > most:
                raise _DeadEndError

    def _reckon(self, state: _State, want: int) -> None:
        """See how many of its cells must be lost now."""
        need = max(state.wanting[want] - self.wants.slack[want], state.lost_of[want])
        if need > state.need[want]:
            state.needs[self.wants.kind[want]] += need - state.need[want]
            state.need[want] = need

    def _lose(self, state: _State, cell: int) -> None:
        """Nothing can be given to this cell."""
        state.lost += 1
        state.lost_new += not self.problem.is_again[cell]
        for want in self.wants.of_cell[cell]:
            state.lost_of[want] += 1
            self._reckon(state, want)

    def _forbid(self, state: _State, cell: int, group: int) -> None:
        """This cell does not play this group."""
        state.domains[cell] ^= 1 << group
        for want in self.wants.of_cell[cell]:
            at = want * self.width + group
            state.open[at] -= 1
            if state.open[at] + state.given[at] < self.wants.copies[want]:
                state.wanting[want] += 1
                self._reckon(state, want)
        if not state.domains[cell] and not state.values[cell]:
            self._lose(state, cell)

    def _give(self, state: _State, cell: int, group: int) -> None:
        """Let this cell play this group: it plays no other, and nobody there plays it elsewhere."""
        problem, domains, bit, round = self.problem, state.domains, 1 << group, self.problem.round_of[cell]
        if not domains[cell] & bit:
            raise _DeadEndError
        state.values[cell] = group
        for want in self.wants.of_cell[cell]:
            at = want * self.width + group
            state.open[at] -= 1
            state.given[at] += 1
        domains[cell] ^= bit
        while rest := domains[cell]:
            self._forbid(state, cell, rest.bit_length() - 1)
        for near in problem.neighbours[cell]:
            if domains[near] & bit:
                self._forbid(state, near, group)
        uses = state.given[(self.wants.first_round + round) * self.width + group]
        if uses >= problem.copies:
            state.shared[round] += uses > problem.copies
            closed = self._closed(state, round)
            for beside in problem.in_round[round]:
                while both := domains[beside] & closed:
                    self._forbid(state, beside, both.bit_length() - 1)
        self._check(state)

    def _go(self, state: _State) -> Values | None:
        """Give what is forced, then try every choice of the narrowest place."""
        self.clock.tick(self.node_units)
        while forced := self._forced(state):
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
                if found := self._go(child):
                    return found
            except _DeadEndError:
                pass
            self._forbid(state, cell, group)
            self._check(state)
        return self._go(state)

    def _forced(self, state: _State) -> list[tuple[int, int]]:
        """Return the groups that must be given, each with the only cell that can have it."""
        no_more, domains, is_again = state.lost >= self.lost, state.domains, self.problem.is_again
        forced = []
        if no_more or state.lost_new >= self.lost_new:
            single = [cell for cell in self.open if domains[cell] and not domains[cell] & (domains[cell] - 1)]
            forced = [(cell, domains[cell].bit_length() - 1) for cell in single if no_more or not is_again[cell]]
        for want in self._hard(state):
            for group in self._groups_open_to(state, want, 0):
                forced += [(cell, group) for cell in self.wants.cells[want] if domains[cell] >> group & 1]
        return forced

    def _hard(self, state: _State) -> list[int]:
        """The wants that can do without nothing more."""
        room = [most - need for need, most in zip(state.needs, self.most_needed, strict=True)]
        counts = zip(state.need, self.wants.slack, state.wanting, self.wants.kind, strict=True)
        return [
            want for want, (need, slack, wanting, kind) in enumerate(counts) if room[kind] + need + slack == wanting
        ]

    def _groups_open_to(self, state: _State, want: int, more: int) -> list[int]:
        """The groups that so many more cells could have than should, and some cells have not been given them."""
        here = slice(want * self.width, (want + 1) * self.width)
        copies = self.wants.copies[want] + more
        counts = zip(state.open[here], state.given[here], strict=True)
        return [group for group, (open_, given) in enumerate(counts) if open_ and open_ + given == copies]

    def _choices(self, state: _State) -> list[tuple[int, int]]:
        """The fewest ways to go on: of a cell or, where it must be had, of a group; empty where all is given."""
        domains = state.domains
        still = [(domains[cell].bit_count(), cell) for cell in self.open if domains[cell]]
        if not still:
            return []
        count, cell = min(still)
        if count > 2 or state.lost < self.lost:
            for want in self._hard(state):
                for group in self._groups_open_to(state, want, 1):
                    if state.open[want * self.width + group] == 2:
                        return [(other, group) for other in self.wants.cells[want] if domains[other] >> group & 1]
        groups = [group for group in range(1, self.width) if domains[cell] >> group & 1]
        groups.sort(key=lambda group: group != self.problem.planned[cell])
        return [(cell, group) for group in groups]
