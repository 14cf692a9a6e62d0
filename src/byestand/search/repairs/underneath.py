"""A movement with a rover is one without, and a rover laid over it: whatever all others do alike, it keeps its tables.

Whom it displaces sits underneath where the rover sits; the rover, its host and the party table are not there.
"""

from dataclasses import replace

import numpy as np

from byestand.model.claims import Route
from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.repairs.losses import played_out


def underneath(played: Played, route: Route) -> Played:
    """Return the night as if nobody roved."""
    plan, tables = played.plan, played.plan.tables - 1
    return replace(
        played,
        plan=replace(
            plan,
            seats=_without_rover(plan.seats, route)[:, :tables],
            groups=plan.groups[:, :tables],
            layout=plan.layout and replace(plan.layout, party_case=None),
            claims=tuple(claim for claim in plan.claims if claim != route),
            history=None,  # it tells of the party table; what counts of it is in what was played
        ),
        seats=_without_rover(played.seats, route)[:, :tables],
        groups=played.groups[:, :tables],
        cancelled=frozenset(cell for cell in played.cancelled if cell[1] <= tables),
        left=played.left - {route.contestant, route.host},
    )


def overlaid(played: Played, how: Continuation, route: Route) -> Continuation:
    """Return how it goes on with the rover at its planned tables, who would sit there at the party table."""
    seats, groups, party = overlaid_seats(played, how.seats, route), played.planned.groups.copy(), route.party_table - 1
    groups[:, :party] = how.groups
    for row, table, _ in np.argwhere(seats == route.contestant).tolist():
        if table != party and groups[row, party]:
            groups[row, party] = groups[row, table]
    claims = None if how.claims is None else (*how.claims, route)
    return replace(how, seats=seats, groups=played_out(played, seats, groups), claims=claims)


def overlaid_seats(played: Played, beneath: Grid, route: Route) -> Grid:
    """Return these seats with the rover at its planned tables."""
    seats, party = played.planned.seats.copy(), route.party_table - 1
    seats[:, :party] = beneath
    for row, table, seat in np.argwhere(played.planned.seats == route.contestant).tolist():
        if table != party:
            seats[row, party, seat], seats[row, table, seat] = seats[row, table, seat], route.contestant
    return seats


def _without_rover(seats: Grid, route: Route) -> Grid:
    """Return the seats with those back in them who are displaced."""
    seats = seats.copy()
    party = route.party_table - 1
    for row, table, seat in np.argwhere(seats == route.contestant).tolist():
        seats[row, table, seat] = seats[row, party, seat] if table != party else 0
    return seats
