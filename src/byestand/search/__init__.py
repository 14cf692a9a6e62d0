"""Find what no formula gives: routes, seatings, designs; always one of three honest answers."""

from byestand.errors import Proof
from byestand.search.kept import late_answers, settled_answers_kept
from byestand.search.outcome import Found, Impossible, OutOfTime
from byestand.search.rainbow_webs import Schedule, find_rainbow_web, why_no_web
from byestand.search.route import Route, TwoWayRoute
from byestand.search.rovers import alternatives, find_rover
from byestand.search.spares import Seat, find_spares
from byestand.search.two_way import find_two_way_rover

__all__ = [
    "Found",
    "Impossible",
    "OutOfTime",
    "Proof",
    "Route",
    "Schedule",
    "Seat",
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
