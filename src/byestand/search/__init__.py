"""Searches for movements that no formula gives, each with one of three outcomes (`outcome`).

One folder per feature: `rovers`, `second_sessions`, `individuals`, `repairs`. Single searches are exported here; those
for second sessions and repairs are imported from their folders.
"""

from byestand.errors import Proof
from byestand.search.individuals.rainbow_webs import Schedule, find_rainbow_web, why_no_web
from byestand.search.individuals.spares import find_spares
from byestand.search.outcome import Found, Impossible, OutOfTime, late_answers, settled_answers_kept
from byestand.search.rovers.cells import RoverRoute, TwoWayRoute
from byestand.search.rovers.one_way import alternatives, find_rover
from byestand.search.rovers.two_way import find_two_way_rover

__all__ = [
    "Found",
    "Impossible",
    "OutOfTime",
    "Proof",
    "RoverRoute",
    "Schedule",
    "TwoWayRoute",
    "alternatives",
    "find_rainbow_web",
    "find_rover",
    "find_spares",
    "find_two_way_rover",
    "late_answers",
    "settled_answers_kept",
    "why_no_web",
]
