"""Boards for all tables afresh, where it is settled who sits where: as few tables as can be without any.

A cell takes a group that nobody there has seen, each pair another one in each round, and a group lies at no more tables
of a round than copies and sharing allow. The cell with the fewest choices is filled first. A pair that has no more
groups left than rounds needs every one of them: where only one of its cells can have a group, that cell has it, and
where none can, a table is lost. Tries that go wrong are cut short and begun again by other chances.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from byestand.model.history import Continuation
from byestand.model.played import Played
from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.bounds import lost_as_seated
from byestand.search.repairs.problem import Allowance, read_problem

if TYPE_CHECKING:
    from byestand.model.movement import Grid

NODES_A_CELL = 0.5
"""Of the first try; each is allowed half as much again as the one before, up to a limit."""
MOST_NODES = 4_000
BEST_TRIES = 2
"""So often it is tried to lose no more than has to be lost anyway."""
MOST_CELLS = 500
"""For more tables in more rounds a try would take too long, and nobody would write the slips."""
CHANCES = 2026
"""Where chance begins, so that the same night has the same answer wherever there is time for it."""


def boards_for(played: Played, allowed: Allowance) -> Continuation | None:
    """Return the best boards found for the planned seats; None where none were found in time."""
    chance, clock = random.Random(CHANCES), allowed.clock  # noqa: S311 - it draws no lots
    room = _Room.of(played, allowed.copies, allowed.extra)
    if len(room.who) > MOST_CELLS:
        return None
    least = lost_as_seated(problem := read_problem(played, allowed.copies)) - problem.gone
    best: list[int] = []
    nodes, tries = int(NODES_A_CELL * len(room.who)), 0
    while not clock.is_over and (not best or best.count(0) > least):
        # First the best there could be; if that does not come soon, whatever comes, and from then on less.
        most = best.count(0) - 1 if best else len(room.who) if tries >= BEST_TRIES else least
        best = _Try(room, chance, most, clock.part(nodes=nodes)).run() or best
        nodes, tries = min(MOST_NODES, nodes * 3 // 2), tries + 1
    return room.continuation(played, best) if best else None


@dataclass(frozen=True, eq=False)
class _Room:
    """The cells that are left: who sits there and what they may play, as bits."""

    rows: list[int]
    tables: list[int]
    who: list[tuple[int, int]]
    may_play: list[int]
    planned: list[int]
    cells_of: dict[int, list[int]]
    unseen: dict[int, int]
    copies: int
    most_shared: list[int]
    """How many sets may be shared in each round."""
    beside: list[list[int]]
    """The cells of each round."""

    @classmethod
    def of(cls, played: Played, copies: int, extra: int) -> "_Room":
        """Read off what is left to be played."""
        planned = played.planned
        every = (1 << played.plan.deal_groups + 1) - 2
        unseen = {c: every & ~sum(1 << g for g in seen) for c, seen in enumerate(played.seen)}
        cells = np.argwhere((planned.seats > 0).all(axis=2) & (planned.groups > 0)).tolist()
        who: list[tuple[int, int]] = [tuple(planned.seats[row, table].tolist()) for row, table in cells]
        cells_of: dict[int, list[int]] = {}
        beside: list[list[int]] = [[] for _ in planned.groups]
        for cell, ((row, _), pair) in enumerate(zip(cells, who, strict=True)):
            beside[row].append(cell)
            for one in pair:
                cells_of.setdefault(one, []).append(cell)
        plan, after = played.plan, played.after
        uses = [np.bincount(g[p]) for g, p in zip(plan.groups[after:], plan.played[after:], strict=True)]
        return cls(
            [row for row, _ in cells],
            [table for _, table in cells],
            who,
            [unseen[a] & unseen[b] for a, b in who],
            [int(planned.groups[row, table]) for row, table in cells],
            cells_of,
            unseen,
            copies,
            [int(np.maximum(n - copies, 0).sum()) + extra for n in uses],
            beside,
        )

    def continuation(self, played: Played, groups: list[int]) -> Continuation:
        """Return the rest of the night with these boards."""
        grid: Grid = played.planned.groups.copy()
        grid[self.rows, self.tables] = groups
        return Continuation(played.planned.seats, grid, "tables")


OPEN = -1
"""What a cell plays of which that is not settled yet; 0 where it is lost."""


@dataclass(slots=True)
class _State:
    """How far a try has come."""

    may_play: list[int]
    plays: list[int]
    unseen: dict[int, int]
    uses: list[list[int]]
    shared: list[int]
    lost: int = 0

    def copy(self) -> "_State":
        return _State(
            self.may_play.copy(),
            self.plays.copy(),
            self.unseen.copy(),
            [row.copy() for row in self.uses],
            self.shared.copy(),
            self.lost,
        )


@dataclass(eq=False)
class _Try:
    """One try to give every cell a group and lose no more than so many."""

    room: _Room
    chance: random.Random
    most_lost: int
    clock: Clock

    def __post_init__(self) -> None:
        self.turn = self.chance.sample(range(len(self.room.who)), len(self.room.who))

    def run(self) -> list[int] | None:
        """Return what every cell plays; None where this try has found nothing."""
        room = self.room
        highest = max(mask.bit_length() for mask in room.unseen.values())
        uses = [[0] * (highest + 1) for _ in room.beside]
        state = _State(room.may_play.copy(), [OPEN] * len(room.who), room.unseen.copy(), uses, [0] * len(uses))
        try:
            return self._go(state)
        except (OutOfTimeError, OutOfEffortError):
            return None

    def _go(self, state: _State) -> list[int] | None:
        self.clock.tick(1 + len(self.turn) * 3 // 8)
        if not self._settle(state):
            return None
        still_open = [cell for cell, group in enumerate(state.plays) if group == OPEN]
        if not still_open:
            return state.plays
        cell = min(still_open, key=lambda cell: (state.may_play[cell].bit_count(), self.turn[cell]))
        for group in self._in_turn(state, cell):
            after = state.copy()
            self._give(after, cell, group)
            if found := self._go(after):
                return found
        after = state.copy()
        self._lose(after, cell)
        return self._go(after) if after.lost <= self.most_lost else None

    def _in_turn(self, state: _State, cell: int) -> list[int]:
        """Return the groups that a cell may play: what is planned, what need not be shared, then as chance has it."""
        groups = _groups(state.may_play[cell])
        self.chance.shuffle(groups)
        planned, uses = self.room.planned[cell], state.uses[self.room.rows[cell]]
        return sorted(groups, key=lambda group: (uses[group] >= self.room.copies, group != planned))

    def _give(self, state: _State, cell: int, group: int) -> None:
        """Have a cell play a group: nobody there plays it again, and few can play it beside them."""
        room, bit = self.room, 1 << group
        state.plays[cell] = group
        for one in room.who[cell]:
            state.unseen[one] &= ~bit
            for other in room.cells_of[one]:
                state.may_play[other] &= ~bit
        row = room.rows[cell]
        uses = state.uses[row]
        uses[group] += 1
        state.shared[row] += uses[group] > room.copies
        no_more = state.shared[row] >= room.most_shared[row]
        full = room.copies if no_more else 2 * room.copies
        taken = sum(1 << g for g, n in enumerate(uses) if n >= full) if no_more else bit * (uses[group] >= full)
        if taken:
            for other in room.beside[row]:
                state.may_play[other] &= ~taken

    def _lose(self, state: _State, cell: int) -> None:
        state.plays[cell] = 0
        state.lost += 1

    def _settle(self, state: _State) -> bool:
        """Do what would have to be done if no more were lost, until there is a choice; False where too much is lost."""
        while True:
            still_open = state.plays.count(OPEN)
            for cell, group in enumerate(state.plays):
                if group == OPEN:
                    may_play = state.may_play[cell]
                    if not may_play:
                        self._lose(state, cell)
                    elif not may_play & (may_play - 1):
                        self._give(state, cell, may_play.bit_length() - 1)
            if state.lost > self.most_lost:
                return False
            if state.plays.count(OPEN) == still_open:
                if not self._needs_are_met(state):
                    return False
                if state.plays.count(OPEN) == still_open:
                    return True

    def _needs_are_met(self, state: _State) -> bool:
        """Tell whether no more has to be lost than may be; give groups that are needed where only one cell can."""
        short = 0
        for one, cells in self.room.cells_of.items():
            once = twice = rounds = 0
            for cell in cells:
                if state.plays[cell] == OPEN:
                    rounds += 1
                    twice |= once & state.may_play[cell]
                    once |= state.may_play[cell]
            over = (state.unseen[one] & once).bit_count() - rounds
            if over < 0:
                short -= over
            elif over == 0 and (needed := once & ~twice):
                bit = needed & -needed
                cell = next(c for c in cells if state.plays[c] == OPEN and state.may_play[c] & bit)
                self._give(state, cell, bit.bit_length() - 1)
        # A lost table is one too few for both who sit there.
        return state.lost + (short + 1) // 2 <= self.most_lost


def _groups(mask: int) -> list[int]:
    groups = []
    while mask:
        bit = mask & -mask
        groups.append(bit.bit_length() - 1)
        mask ^= bit
    return groups
