"""What has been found so far: every continuation that no other beats."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from byestand.search.repairs.problem import Figures, Problem, Values


@dataclass(slots=True)
class Answers:
    """The front: continuations with their figures, none of which is beaten by another; the plan is never beaten."""

    problem: Problem
    front: dict[Figures, Values] = field(init=False)
    least_lost: int = 0
    """Fewer lost cells are proved impossible with everybody in the planned seat."""
    least_again: int = 0
    """And where no more than these are lost, fewer meetings again."""

    def __post_init__(self) -> None:
        self.front = {self.problem.figures(self.problem.plan): self.problem.plan}

    def offer(self, values: Sequence[int]) -> Figures:
        """Keep it, unless something known is nowhere worse."""
        figures = self.problem.figures(values)
        if not any(figures.is_beaten_by(known) for known in self.front):
            self.front = {known: kept for known, kept in self.front.items() if not known.is_beaten_by(figures)}
            self.front[figures] = list(values)
        return figures

    def tables_told(self, figures: Figures) -> set[int]:
        """The tables that are told something by what has these figures."""
        problem, values = self.problem, self.front[figures]
        changed = [cell for cell, group in enumerate(values) if group not in (0, problem.planned[cell])]
        return {problem.table_of[cell] for cell in changed}

    def refuted(self, lost: int) -> None:
        """Note that nobody can lose fewer than this."""
        if lost >= self.least_lost:
            self.least_lost, self.least_again = lost, self.problem.least_again(lost)

    def is_proved(self, figures: Figures) -> bool:
        """Tell whether nothing loses fewer cells, or as few with fewer meetings again."""
        return (figures.lost, figures.again) == (self.least_lost, self.least_again)

    def best(self, told: int, extra: int) -> Figures:
        """The best that tells at most so many tables, and shares no more than planned if *extra* is 0."""
        fitting = (known for known in self.front if known.told <= told and (extra or not known.shared))
        return min(fitting, key=lambda known: known.key)
