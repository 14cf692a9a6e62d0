"""Of a continuation that changes much, keep what it needs: cells go back to the plan, and tables are left alone."""

from collections.abc import Callable
from contextlib import suppress

from byestand.search.outcome import Clock, OutOfEffortError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.problem import Problem, Values
from byestand.search.repairs.tight import TightSearch

EFFORT = 100
"""Nodes to do without one more table."""


def back_to_plan(problem: Problem, values: Values, most_sharing: list[int]) -> Values:
    """Give every cell its planned group again that can have it while all others stay."""
    values = list(values)
    uses, shared = problem.uses(values), problem.sharing(values)
    for cell, now in enumerate(values):
        planned, round = problem.plan[cell], problem.round_of[cell]
        if not now or not planned or now == planned or any(values[n] == planned for n in problem.neighbours[cell]):
            continue
        row = uses[round]
        after = shared[round] - (row[now] > problem.copies) + (row[planned] >= problem.copies)
        if after <= max(shared[round], most_sharing[round]) and row[planned] < problem.most_uses[round]:
            row[now] -= 1
            row[planned] += 1
            shared[round], values[cell] = after, planned
    return values


def shrink(answers: Answers, search: TightSearch, values: Values, clock: Callable[[int], Clock]) -> None:
    """Tell one table less, and again, as long as no more is lost; *clock* allows for so many nodes."""
    problem, lost, kept = answers.problem, values.count(0), set[int]()
    while True:
        values = back_to_plan(problem, values, search.most_sharing)
        answers.offer(values)
        told = [problem.table_of[c] for c, group in enumerate(values) if group not in (0, problem.planned[c])]
        dropped = min(set(told) - kept, key=lambda table: (told.count(table), table), default=None)
        if dropped is None:
            return
        search.clock, fewer = clock(EFFORT), None
        with suppress(OutOfEffortError):
            fewer = search.find(lost, None, _only_at(problem, set(told) - {dropped}))
        if fewer is None:
            kept.add(dropped)
        else:
            values = fewer


def _only_at(problem: Problem, told: set[int]) -> dict[int, int]:
    """What every cell may have where only these tables are told."""
    return {
        cell: problem.unseen[cell] if table in told else 1 << problem.plan[cell] & ~1
        for cell, table in enumerate(problem.table_of)
    }
