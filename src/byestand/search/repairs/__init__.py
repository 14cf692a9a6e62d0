"""How a night that went wrong goes on: everybody sits as planned, boards may go elsewhere.

To be read in this order: `problem` (what is left, as lists and bits), `bounds` (what is lost anyway), `answers` (what
nothing beats so far), `tables` and `healing` (one set of told tables), `told` (all sets of up to four).
"""

from contextlib import suppress

from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.outcome import Clock, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.bounds import lost_as_seated, lost_in_any_seating
from byestand.search.repairs.problem import Problem, Values, read_problem
from byestand.search.repairs.tables import Tables
from byestand.search.repairs.told import tell

__all__ = ["continuations"]

MOST_TOLD = 4
"""More tables are not told one by one."""


def continuations(played: Played, *, copies: int, extra: int, seconds: float) -> tuple[Continuation, ...]:
    """Return the plan, and what nothing beats among changes of boards with everybody in the planned seat."""
    clock = Clock(seconds)
    problem = read_problem(played, copies)
    answers = Answers(problem)
    anywhere = lost_in_any_seating(played, problem, extra)
    answers.refuted(max(anywhere, lost_as_seated(problem)))
    with suppress(OutOfTimeError):
        _search(answers, extra, clock)
    found = [(figures, values) for figures, values in answers.front.items() if values != problem.plan]
    plan = (problem.figures(problem.plan), problem.plan)
    return tuple(
        Continuation(
            played.planned.seats,
            _groups(played, problem, values),
            "plan" if values == problem.plan else "tables",
            answers.is_proved(figures),
            "any seating" if (figures.lost, figures.again) == (anywhere, 0) else "seats as planned",
        )
        for figures, values in (plan, *found)
    )


def _search(answers: Answers, extra: int, clock: Clock) -> None:
    """Spend the seconds in the order in which they pay."""
    if answers.is_proved(answers.best(0, 0)):
        return
    for strict in (True, False):
        for allowed in sorted({extra, 0}, reverse=True):
            tables = Tables(answers.problem, allowed)
            for size in range(1, MOST_TOLD + 1):
                tell(answers, tables, size, clock, extra=allowed, strict=strict)


def _groups(played: Played, problem: Problem, values: Values) -> Grid:
    """The boards of the rounds left, table by table."""
    groups = played.planned.groups.copy()
    groups[problem.round_of, problem.table_of] = values
    return groups
