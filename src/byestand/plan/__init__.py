"""CHOOSE: the room tonight → every sound way to run it, measured, ranked and explained.

`plan(room)` for an empty room, `what_if(now, room)` when somebody comes or goes before round 1, `compare(names)` side
by side, `one_winner(movement)` for arrow switches. What counts how much is in `weights`, and only there.
"""

import sys
from types import ModuleType

from byestand.plan.changing.what_if import WhatIf, what_if
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.data import compare, plan_data, what_if_data
from byestand.plan.choosing.planner import Choice, Plan, plan
from byestand.plan.choosing.room import Room, boards_in_minutes
from byestand.plan.choosing.weights import Weights
from byestand.plan.switching import Switching, one_winner

__all__ = [
    "Candidate",
    "Choice",
    "Plan",
    "Room",
    "Switching",
    "Weights",
    "WhatIf",
    "boards_in_minutes",
    "compare",
    "one_winner",
    "plan",
    "plan_data",
    "what_if",
    "what_if_data",
]


class _Plan(ModuleType):
    """A package that can be called: `byestand.plan(room)`, whether or not this package has been imported before."""

    def __call__(self, room: Room, weights: Weights | None = None) -> Plan:
        return plan(room, weights)


sys.modules[__name__].__class__ = _Plan
