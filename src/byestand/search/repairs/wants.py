"""Who wants what: as in an exact cover, everybody wants to play what they have not seen, and copies want tables.

A *want* is a person or a round: some cells, and how many of them each group should have. How many groups may be left
wanting is known: those that there are too many of anyway (its *slack*), and one for each of its cells that is lost.
Wants are of a *kind* if every cell belongs to equally many of them: summed over a kind, that is what is lost in all.
"""

from dataclasses import dataclass, field

from byestand.search.repairs.problem import Problem


@dataclass(slots=True)
class Wants:
    """All wants, side by side in lists."""

    problem: Problem
    most_sharing: list[int]
    cells: list[list[int]] = field(default_factory=list)
    copies: list[int] = field(default_factory=list)
    """How many of its cells should have each group: one for a person, the copies there are for a round."""
    wanted: list[int] = field(default_factory=list)
    slack: list[int] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    """Kind by kind, how many wants of it every cell belongs to."""
    of_cell: list[list[int]] = field(default_factory=list)
    first_round: int = 0
    """The want of the first round; those of the other rounds follow."""

    def __post_init__(self) -> None:
        self._want_people()
        self._want_rounds()
        self.of_cell = [[] for _ in self.problem.who]
        for want, cells in enumerate(self.cells):
            for cell in cells:
                self.of_cell[cell].append(want)

    def _want_people(self) -> None:
        """Everybody wants each unseen group once; a line is a kind, if nobody meets anybody of the same line."""
        problem = self.problem
        every = (1 << problem.groups + 1) - 2
        lines = [sorted({who[seat] for who in problem.who}) for seat in range(len(problem.who[0]))]
        self.times = [1] * len(lines)
        if sum(map(len, lines)) > len(problem.cells_of):
            self.times, lines = [len(lines)], [sorted(problem.cells_of)]
        for kind, line in enumerate(lines):
            for one in line:
                self._add(kind, problem.cells_of[one], 1, (every & ~problem.seen_masks[one]).bit_count())

    def _want_rounds(self) -> None:
        """In every round each copy wants a table, and a shared set serves one table more."""
        self.first_round, copies = len(self.cells), self.problem.copies
        for cells, sharing in zip(self.problem.in_round, self.most_sharing, strict=True):
            self._add(len(self.times), cells, copies, copies * self.problem.groups, sharing)
        self.times.append(1)

    def _add(self, kind: int, cells: list[int], copies: int, wanted: int, sharing: int = 0) -> None:
        self.kind.append(kind)
        self.cells.append(cells)
        self.copies.append(copies)
        self.wanted.append(wanted)
        self.slack.append(wanted - len(cells) + sharing)
