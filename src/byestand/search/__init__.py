"""Searches for movements that no formula gives, each with one of three outcomes (`outcome`).

`rovers` and `individuals` have folders of their own. `howell_search` finds Howells, from `howell_designs` without
directions; `directions` gives directions to Howells and to arrow-switched movements.
"""

from byestand.errors import Proof
from byestand.search.individuals.rainbow_webs import RainbowWebSchedule, find_rainbow_web, missing_web_reason
from byestand.search.individuals.spare_players import find_spares
from byestand.search.outcome import Found, Impossible, OutOfTime, cache_settled, late_answers
from byestand.search.rovers.one_way import alternatives, find_rover
from byestand.search.rovers.rover_cells import RoverRoute, TwoWayRoute
from byestand.search.rovers.two_way import find_two_way_rover

__all__ = [
    "Found",
    "Impossible",
    "OutOfTime",
    "Proof",
    "RainbowWebSchedule",
    "RoverRoute",
    "TwoWayRoute",
    "alternatives",
    "cache_settled",
    "find_rainbow_web",
    "find_rover",
    "find_spares",
    "find_two_way_rover",
    "late_answers",
    "missing_web_reason",
]
