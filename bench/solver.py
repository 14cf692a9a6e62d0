"""The same problem for a general solver: CP-SAT of OR-tools, if it is installed."""

from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from typing import Any

from byestand.model.movement import Movement


def cp_sat() -> Callable[[Movement], bool] | None:
    """Return a function that finds a rover with CP-SAT; None if OR-tools is not installed."""
    try:
        cp_model = import_module("ortools.sat.python.cp_model")
    except ImportError:
        return None

    def find(movement: Movement) -> bool:
        model = cp_model.CpModel()
        uses: defaultdict[tuple[str, int], list[Any]] = defaultdict(list)
        for round in range(1, movement.rounds):
            here = []
            for table in range(movement.tables):
                chosen = model.new_bool_var(f"{round},{table}")
                here.append(chosen)
                uses["table", table].append(chosen)
                uses["pair", int(movement.seats[round, table, 1])].append(chosen)
                uses["group", int(movement.groups[round, table])].append(chosen)
            model.add_exactly_one(here)
        for choices in uses.values():
            model.add_at_most_one(choices)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)

    return find
