"""Recommends movements for a room, ranked and explained.

`plan(room)` before set-up, `what_if(now, room)` when the number of pairs changes before round 1,
`compare(names, boards_per_round)` for a comparison, `one_winner(movement)` for arrow switches. The order depends on
`choosing.weights` only.
"""

import sys
from types import ModuleType

from byestand.plan.arrow_switch import ArrowSwitchPlan, one_winner
from byestand.plan.changing.what_if import LateChangeOption, what_if
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.plan_data import compare, plan_data, what_if_data
from byestand.plan.choosing.planner import Plan, RankedCandidate, plan
from byestand.plan.choosing.room import Room, boards_in_minutes
from byestand.plan.choosing.weights import Weights

__all__ = [
    "ArrowSwitchPlan",
    "Candidate",
    "LateChangeOption",
    "Plan",
    "RankedCandidate",
    "Room",
    "Weights",
    "boards_in_minutes",
    "compare",
    "one_winner",
    "plan",
    "plan_data",
    "what_if",
    "what_if_data",
]


class _Plan(ModuleType):
    """A package that can be called: `byestand.plan(room)`, even if this package has been imported before."""

    def __call__(self, room: Room, weights: Weights | None = None) -> Plan:
        return plan(room, weights)


sys.modules[__name__].__class__ = _Plan
