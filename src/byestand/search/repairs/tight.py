"""All tables at once: find a continuation that loses at most so many cells, or prove that there is none.

As in an exact cover, every cell wants a group, everybody wants to play what they have not seen, and in every round each
copy wants a table. A *want* is a person or a round: some cells, and how many of them each group should have. How many
groups may be left wanting is known: those that there are too many of anyway (its *slack*), and one for each of its
cells that is lost. Summed over a line of people, or over the rounds, that is what is lost in all. Where that many are
wanting already, all others must be had, and what only one cell can have is forced.

Nobody who loses a cell has to play every group: it is only the sums that are known.
"""

import time
from collections.abc import Container
from dataclasses import dataclass

from byestand.search.outcome import Clock, OutOfTimeError
from byestand.search.repairs.problem import Figures, Problem, Values


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
    needs: list[int]
    """Kind by kind, how many lost cells the wants of this kind need, each as many as it has too many groups wanting."""
    shared: list[int]
    lost: int = 0
    lost_new: int = 0
    """How many of the lost cells are no meetings again."""

    def copy(self) -> "_State":
        return _State(
            self.domains.copy(),
            self.values.copy(),
            self.open.copy(),
            self.given.copy(),
            self.wanting.copy(),
            self.lost_of.copy(),
            self.needs.copy(),
            self.shared.copy(),
            self.lost,
            self.lost_new,
        )


class TightSearch:
    """The search for one number of lost cells."""

    def __init__(self, problem: Problem, extra: int, clock: Clock) -> None:
        self.problem, self.clock, self.width = problem, clock, problem.groups + 1
        self.most_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.cells: list[list[int]] = []
        self.copies: list[int] = []
        self.wanted: list[int] = []
        self.slack: list[int] = []
        self.kind: list[int] = []
        self.most_needed: list[int] = []
        self.times: list[int] = []
        """How many wants of a kind every cell belongs to."""
        self._want_people()
        self._want_rounds()
        self.wants_of: list[list[int]] = [[] for _ in problem.who]
        for want, cells in enumerate(self.cells):
            for cell in cells:
                self.wants_of[cell].append(want)
        self.lost = self.lost_new = 0

    def _want_people(self) -> None:
        """Everybody wants each unseen group once; a line is a kind, if nobody meets anybody of the same line."""
        problem = self.problem
        lines = [sorted({who[seat] for who in problem.who}) for seat in range(len(problem.who[0]))]
        if sum(map(len, lines)) > len(problem.cells_of):
            self.times, lines = [len(lines)], [sorted(problem.cells_of)]
        else:
            self.times = [1] * len(lines)
        for kind, line in enumerate(lines):
            for one in line:
                unseen = (1 << self.width) - 2 & ~problem.seen_masks[one]
                self._add(kind, problem.cells_of[one], 1, unseen.bit_count())

    def _want_rounds(self) -> None:
        """In every round each copy wants a table, and a shared set serves one table more."""
        self.times.append(1)
        for cells, sharing in zip(self.problem.in_round, self.most_sharing, strict=True):
            copies = self.problem.copies
            self._add(len(self.times) - 1, cells, copies, copies * self.problem.groups, sharing)

    def _add(self, kind: int, cells: list[int], copies: int, wanted: int, sharing: int = 0) -> None:
        self.kind.append(kind)
        self.cells.append(cells)
        self.copies.append(copies)
        self.wanted.append(wanted)
        self.slack.append(wanted - len(cells) + sharing)

    def find(self, lost: int, lost_new: int | None = None, told: Container[int] | None = None) -> Values | None:
        """Return a continuation that loses at most *lost* cells, or None if there is none.

        At most *lost_new* of them are cells where people would meet for the first time, and only these tables are
        *told*, if given.
        """
        self.lost, self.lost_new = lost, lost if lost_new is None else lost_new
        self.most_needed = [times * lost for times in self.times]
        try:
            return self._go(self._start(self._domains(told)))
        except _DeadEndError:
            return None

    def beating(self, best: Figures, told: Container[int] | None = None) -> Values | None:
        """Return a continuation that loses fewer cells, or as many with fewer meetings again; None if there is none."""
        problem, lost = self.problem, best.lost - self.problem.gone
        if values := self.find(lost - 1, told=told):
            return values
        return None if problem.is_individual else self.with_fewer_again(best, told)

    def with_fewer_again(self, best: Figures, told: Container[int] | None = None) -> Values | None:
        """The same for meetings again alone: some of the cells that are lost are such meetings, and one more is."""
        problem, lost = self.problem, best.lost - self.problem.gone
        spared = problem.again(problem.planned) - best.again + 1
        values = self.find(lost, lost - spared, told) if best.again else None
        return values if values and problem.figures(values)[:2] < best[:2] else None

    def _domains(self, told: Container[int] | None) -> list[int]:
        problem = self.problem
        if told is None:
            return problem.unseen.copy()
        return [
            unseen if table in told else 1 << group & ~1
            for unseen, table, group in zip(problem.unseen, problem.table_of, problem.plan, strict=True)
        ]

    def _start(self, domains: list[int]) -> _State:
        """Nothing is given yet: count what everybody could have."""
        problem, wants, groups = self.problem, len(self.cells), range(1, self.width)
        open_ = [0] * (wants * self.width)
        for cell, domain in enumerate(domains):
            for group in groups:
                if domain >> group & 1:
                    for want in self.wants_of[cell]:
                        open_[want * self.width + group] += 1
        wanting = []
        for want, copies in enumerate(self.copies):
            has = sum(min(copies, open_[want * self.width + group]) for group in groups)
            wanting.append(self.wanted[want] - has)
        nothing = [0] * wants
        state = _State(
            domains,
            [0] * len(problem.who),
            open_,
            [0] * len(open_),
            wanting,
            nothing.copy(),
            [0] * len(self.times),
            [0] * problem.rounds,
        )
        for want, kind in enumerate(self.kind):
            state.needs[kind] += max(0, wanting[want] - self.slack[want])
        for cell, domain in enumerate(domains):
            if not domain:
                self._lose(state, cell)
        self._check(state)
        return state

    def _check(self, state: _State) -> None:
        if state.lost > self.lost or state.lost_new > self.lost_new:
            raise _DeadEndError
        if any(need > most for need, most in zip(state.needs, self.most_needed, strict=True)):
            raise _DeadEndError

    def _need(self, state: _State, want: int) -> int:
        return max(0, state.wanting[want] - self.slack[want], state.lost_of[want])

    def _lose(self, state: _State, cell: int) -> None:
        """Nothing can be given to this cell."""
        state.lost += 1
        state.lost_new += not self.problem.is_again[cell]
        for want in self.wants_of[cell]:
            before = self._need(state, want)
            state.lost_of[want] += 1
            state.needs[self.kind[want]] += self._need(state, want) - before

    def _forbid(self, state: _State, cell: int, group: int) -> None:
        """This cell does not play this group."""
        state.domains[cell] ^= 1 << group
        for want in self.wants_of[cell]:
            at = want * self.width + group
            state.open[at] -= 1
            if state.open[at] + state.given[at] < self.copies[want]:
                before = self._need(state, want)
                state.wanting[want] += 1
                state.needs[self.kind[want]] += self._need(state, want) - before
        if not state.domains[cell] and not state.values[cell]:
            self._lose(state, cell)

    def _give(self, state: _State, cell: int, group: int) -> None:
        """Let this cell play this group: it plays no other, and nobody there plays it elsewhere."""
        problem, bit = self.problem, 1 << group
        state.values[cell] = group
        for want in self.wants_of[cell]:
            at = want * self.width + group
            state.open[at] -= 1
            state.given[at] += 1
        state.domains[cell] ^= bit
        while rest := state.domains[cell]:
            self._forbid(state, cell, rest.bit_length() - 1)
        for near in problem.neighbours[cell]:
            if state.domains[near] & bit:
                self._forbid(state, near, group)
        self._share(state, problem.round_of[cell], group)
        self._check(state)

    def _share(self, state: _State, round: int, group: int) -> None:
        """See whether the group may lie at more tables of this round."""
        problem, first = self.problem, (len(self.cells) - self.problem.rounds + round) * self.width
        uses = state.given[first : first + self.width]
        if uses[group] > problem.copies:
            state.shared[round] += 1
        if state.shared[round] > self.most_sharing[round]:
            raise _DeadEndError
        full = problem.copies if state.shared[round] == self.most_sharing[round] else problem.most_uses[round]
        closed = sum([1 << other for other, count in enumerate(uses) if count >= full and other])
        for cell in problem.in_round[round]:
            while both := state.domains[cell] & closed:
                self._forbid(state, cell, both.bit_length() - 1)

    def _go(self, state: _State) -> Values | None:
        """Give what is forced, then try every choice of the narrowest place."""
        self.clock.spend(1)
        if time.monotonic() > self.clock.end:
            raise OutOfTimeError
        while forced := self._forced(state):
            for cell, group in forced:
                if state.values[cell] != group:
                    if not state.domains[cell] >> group & 1:
                        raise _DeadEndError
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
        no_more, no_more_new = state.lost >= self.lost, state.lost_new >= self.lost_new
        forced = []
        if no_more or no_more_new:
            is_again = self.problem.is_again
            forced = [
                (cell, domain.bit_length() - 1)
                for cell, domain in enumerate(state.domains)
                if domain and not domain & (domain - 1) and (no_more or not is_again[cell])
            ]
        for want in self._hard(state):
            first, copies = want * self.width, self.copies[want]
            open_, given = state.open[first : first + self.width], state.given[first : first + self.width]
            for group, count in enumerate(open_):
                if count and count + given[group] == copies:
                    forced += [(cell, group) for cell in self.cells[want] if state.domains[cell] >> group & 1]
        return forced

    def _hard(self, state: _State) -> list[int]:
        """The wants that can do without nothing more."""
        room = [most - need for need, most in zip(state.needs, self.most_needed, strict=True)]
        return [
            want
            for want, kind in enumerate(self.kind)
            if room[kind] + self._need(state, want) + self.slack[want] == state.wanting[want]
        ]

    def _choices(self, state: _State) -> list[tuple[int, int]]:
        """The fewest ways to go on: of a cell or, where it must be had, of a group; empty where all is given."""
        narrowest = min(
            (cell for cell, domain in enumerate(state.domains) if domain),
            key=lambda cell: state.domains[cell].bit_count(),
            default=None,
        )
        if narrowest is None:
            return []
        domain = state.domains[narrowest]
        if domain.bit_count() > 2 or state.lost < self.lost:
            for want in self._hard(state):
                first = want * self.width
                for group in range(1, self.width):
                    if (
                        state.open[first + group] == 2
                        and state.open[first + group] + state.given[first + group] == self.copies[want] + 1
                    ):
                        return [(cell, group) for cell in self.cells[want] if state.domains[cell] >> group & 1]
        groups = [group for group in range(1, self.width) if domain >> group & 1]
        groups.sort(key=lambda group: group != self.problem.planned[narrowest])
        return [(narrowest, group) for group in groups]
