"""What no seating avoids after what was seen: tables that cannot play (`bounds`), and pairs that meet again.

A pair that meets only new opponents on new boards needs in each round another opponent and another group, and must be
able to play that group with that opponent: a matching, which is often smaller than the rounds left. No more new
meetings than these matchings allow, and two pairs once, flow between the lines.
"""

from collections.abc import Iterator
from functools import cached_property

from byestand.model.played import Played
from byestand.search.repairs.bounds import lost_in_any_seating
from byestand.search.repairs.flows import Pipe, most_flow
from byestand.search.repairs.losses import Loss
from byestand.search.repairs.problem import read_problem


class Unavoidable:
    """Bounds for every continuation that keeps the lines, whoever sits where."""

    def __init__(self, played: Played, *, copies: int, extra: int) -> None:
        self.played, plan = played, played.plan
        self.copies, self.extra = copies, extra
        self.rounds = plan.rounds - played.after
        here = [c for c in plan.field.present if c not in played.left]
        self.two_lines = plan.field.winners == 2
        self.lines = [[c for c in here if plan.field.line(c) == line] for line in range(plan.field.winners)]
        groups = range(1, plan.deal_groups + 1)
        self.unseen = {c: frozenset(groups) - played.seen[c] for c in here}
        self.planned = int(plan.played[played.after :].sum())

    @cached_property
    def lost(self) -> int:
        """How many cells that the plan plays are lost at least."""
        return lost_in_any_seating(self.played, read_problem(self.played, self.copies), self.extra)

    def again(self, lost: int) -> int:
        """How many meetings there are again at least, if so many cells are lost."""
        new = most_flow(self._meetings(), "all", "end")
        return max(0, self.planned - lost - (new if self.two_lines else new // 2))

    def proves(self, loss: Loss) -> bool:
        """Tell whether nobody can do better, wherever they sit."""
        return loss == (0, 0) or (loss.lost == self.lost and loss.again == self.again(loss.lost))

    def _meetings(self) -> Iterator[Pipe]:
        first, last = self.lines[0], self.lines[-1]
        for c in first:
            yield "all", ("from", c), min(self.rounds, self._new_cells(c, last))
        if not self.two_lines:
            yield from ((("from", c), "end", self.rounds) for c in first)
            return
        for c in last:
            yield ("to", c), "end", min(self.rounds, self._new_cells(c, first))
        for a in first:
            for b in last:
                if self._common(a, b):
                    yield ("from", a), ("to", b), 1

    def _new_cells(self, contestant: int, others: list[int]) -> int:
        """How many new opponents this one can meet, each on another new group."""
        taken: dict[int, int] = {}
        return sum(self._match(contestant, other, taken, set()) for other in others)

    def _match(self, contestant: int, other: int, taken: dict[int, int], tried: set[int]) -> bool:
        for group in self._common(contestant, other):
            if group not in tried:
                tried.add(group)
                if group not in taken or self._match(contestant, taken[group], taken, tried):
                    taken[group] = other
                    return True
        return False

    def _common(self, a: int, b: int) -> frozenset[int]:
        """Return what two could play who have not met; nothing if they have."""
        if a == b or (min(a, b), max(a, b)) in self.played.met:
            return frozenset()
        return self.unseen[a] & self.unseen[b]
