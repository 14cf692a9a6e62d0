"""Find what no formula gives: routes, seatings, designs; always one of three honest answers."""

from byestand.search.outcome import Found, Impossible, OutOfTime, Proof
from byestand.search.route import Route, TwoWayRoute
from byestand.search.rovers import alternatives, find_rover
from byestand.search.two_way import find_two_way_rover

__all__ = [
    "Found",
    "Impossible",
    "OutOfTime",
    "Proof",
    "Route",
    "TwoWayRoute",
    "alternatives",
    "find_rover",
    "find_two_way_rover",
]
