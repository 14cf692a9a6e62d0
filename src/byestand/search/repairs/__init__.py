"""How a night that went wrong goes on: everybody sits as planned, boards may go elsewhere.

To be read in this order: `problem` (what is left, as lists and bits), `bounds` (what is lost anyway), `answers` (what
nothing beats so far), `tables` and `healing` (one set of told tables), `wants` and `tight` (all tables at
once), `told` (all sets of up to four tables), `tabu` and `shrink` (the whole room), `course` (what is tried when).

Besides, `alike` has what a whole room is called to do, `late` and `leaving` what is done for people who come or go.
"""

from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.bounds import lost_as_seated
from byestand.search.repairs.course import Course
from byestand.search.repairs.losses import Loss
from byestand.search.repairs.problem import Allowance, Figures, Problem, Values, read_problem
from byestand.search.repairs.unavoidable import Unavoidable

__all__ = ["continuations"]


def continuations(played: Played, allowed: Allowance) -> tuple[Continuation, ...]:
    """Return the plan, and what nothing beats among changes of boards with everybody in the planned seat."""
    problem = read_problem(played, allowed.copies)
    answers = Answers(problem)
    bounds = Unavoidable(played, copies=allowed.copies, extra=allowed.extra)
    answers.refuted(max(bounds.lost, lost_as_seated(problem)))
    if not answers.is_proved(answers.best(0, 0)):
        Course(answers, allowed.extra, allowed.clock).run()
    found = [(figures, values) for figures, values in answers.front.items() if values != problem.plan]
    plan = (problem.figures(problem.plan), problem.plan)
    return tuple(
        Continuation(
            played.planned.seats,
            _groups(played, problem, values),
            "plan" if values == problem.plan else "tables",
            (anywhere := _is_best_anywhere(bounds, figures)) or answers.is_proved(figures),
            "any seating" if anywhere else "seats as planned",
        )
        for figures, values in (plan, *found)
    )


def _is_best_anywhere(bounds: Unavoidable, figures: Figures) -> bool:
    """Tell whether nobody can do better wherever they sit; of single players who meet again nothing is known."""
    if figures.lost == bounds.lost and not figures.again:
        return True
    return not bounds.played.plan.is_individual and bounds.proves(Loss(figures.lost, figures.again))


def _groups(played: Played, problem: Problem, values: Values) -> Grid:
    """The boards of the rounds left, table by table."""
    groups = played.planned.groups.copy()
    groups[problem.round_of, problem.table_of] = values
    return groups
