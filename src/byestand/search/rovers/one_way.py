"""Search for a rover of a movement: the most regular route, or the proof that there is none.

Theorems come first, then every route with no or one irregular move, then the exhaustive search.
The answer depends neither on the side of the rover nor on whether there is a party table:
:mod:`byestand.search.rovers.rover_cells` says why.

Some best routes with two or more irregular moves take too long to find during a request, so they are stored as data.
The data has every Web of the known library (6 to 45 tables, 6 to 15 deal groups, full length or one round less)
without a route with at most one irregular move. The routes were found by ``find_route`` with unlimited
effort, that is by listing every route with fewer irregular moves and every one with equally many.
``python tools/rover_routes.py find`` finds them all again in about a minute, and each is checked
against the movement whenever it is used.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import Movement
from byestand.search.outcome import Found, Impossible, OutOfTime, OutOfTimeError, SearchBudget, Work
from byestand.search.rovers.regular_routes import RegularRoutes
from byestand.search.rovers.rover_cells import RoverCells, RoverRoute, read_cells
from byestand.search.rovers.row_selection import one_of_each
from byestand.search.rovers.theorems import refute

EFFORT = 250_000
"""Nodes spent on regularity: nodes, not seconds, so that the route is the same on every machine."""

MORE_EFFORT = 2_000_000
"""The same for alternatives."""


def find_rover(
    movement: Movement,
    *,
    rounds: int | None = None,
    sit_out_round: int = 1,
    seconds: float = 10.0,
    effort: int = EFFORT,
) -> Found[RoverRoute] | Impossible | OutOfTime:
    """Find the most regular route through the first *rounds* rounds, all but *sit_out_round*.

    The best route has the fewest moves that differ from its usual step; of those, the most rounds
    in which a party table finds an idle copy on a bye stand; then the preferred step (+2, -2, +1,
    -1, +3, …); then the lowest tables round by round. The same movement always gets the same route.
    *seconds* limits the search for any rover, *effort* (in nodes) the search for a more regular one.
    """
    cells = read_cells(movement, rounds=rounds, sit_out_round=sit_out_round)
    return find_route(cells, seconds=seconds, effort=effort)


def alternatives(
    movement: Movement,
    limit: int,
    *,
    rounds: int | None = None,
    sit_out_round: int = 1,
    seconds: float = 10.0,
) -> Found[tuple[RoverRoute, ...]] | Impossible | OutOfTime:
    """Find up to *limit* routes, the best first, which is the route of :func:`find_rover`.

    A route that is only a rotation of another one in a symmetric room is not listed.
    """
    if limit < 1:
        raise BadRequest(say("the number of routes must be at least 1, not {limit}", limit=limit))
    cells = read_cells(movement, rounds=rounds, sit_out_round=sit_out_round)
    outcome = find_route(cells, seconds=seconds, effort=EFFORT)
    if not isinstance(outcome, Found):
        return outcome
    routes = RegularRoutes(cells)
    listed = {outcome.thing.tables: outcome.thing}
    clock = SearchBudget(seconds, MORE_EFFORT)
    for breaks in range(outcome.thing.irregular_moves, len(cells.rounds)):
        if len(listed) >= limit or clock.is_spent:
            break
        level = [route for of_step in routes.by_step(breaks, clock) for route in of_step]
        for ranked in sorted(level):
            if ranked.tables not in listed and len(listed) < limit:
                listed[ranked.tables] = make_route(cells, ranked.tables)
    return Found(tuple(listed.values()), outcome.method)


def find_route(
    cells: RoverCells,
    *,
    seconds: float,
    effort: int,
    known: Mapping[str, tuple[int, ...]] | None = None,
    work: Work | None = None,
) -> Found[RoverRoute] | Impossible | OutOfTime:
    """Find the best route through *cells*: a regular one, a stored one, any; then a better one."""
    if proof := refute(cells):
        return proof
    work = work or Work()
    clock, routes = SearchBudget(seconds, effort, work), RegularRoutes(cells)
    if regular := _most_regular(cells, routes, range(2), clock):
        return regular
    looked_up = (known_routes() if known is None else known).get(fingerprint(cells))
    if looked_up is not None and cells.is_sound(looked_up):
        return Found(make_route(cells, looked_up), say("the most regular route, from stored data"))
    outcome = _any_route(cells, SearchBudget(seconds, work=work))
    if not isinstance(outcome, Found):
        return outcome
    if chosen := routes.in_turn(SearchBudget(seconds, effort, work)):
        outcome = Found(make_route(cells, chosen.tables), say("two steps alternately"))
    levels = range(2, outcome.thing.irregular_moves + 1)
    return _most_regular(cells, routes, levels, clock) or outcome


def make_route(cells: RoverCells, tables: tuple[int, ...]) -> RoverRoute:
    """Return the route through *tables* with its step and borrowed rounds."""
    return RoverRoute.through(tables, rounds=cells.rounds, of=cells.tables, borrowed=cells.borrowing_rounds(tables))


def _most_regular(
    cells: RoverCells, routes: RegularRoutes, levels: range, clock: SearchBudget
) -> Found[RoverRoute] | None:
    """Return the best route with the fewest irregular moves, within *levels* and effort."""
    for breaks in levels:
        if clock.is_spent:
            return None
        if chosen := routes.best(breaks, clock):
            how = say("a regular route") if clock.is_spent else say("the most regular route")
            return Found(make_route(cells, chosen.tables), how)
    return None


def _any_route(cells: RoverCells, clock: SearchBudget) -> Found[RoverRoute] | Impossible | OutOfTime:
    """Search for any route until one is found or every choice has been tried."""
    rows = [
        [(("NS", a), ("EW", b), ("group", g)) for a, b, g in zip(*row, strict=True)]
        for row in zip(cells.ns, cells.ew, cells.groups, strict=True)
    ]
    try:
        chosen = one_of_each(rows, clock, allowed=cells.allowed_masks)
    except OutOfTimeError:
        return OutOfTime(clock.seconds)
    if chosen is None:
        because = say(
            "every choice of tables in {rounds} rounds was tried, and each meets a pair or a deal group twice",
            rounds=len(cells.rounds),
        )
        return Impossible(because, "exhausted search")
    tables = tuple(place + 1 for place in chosen)
    return Found(make_route(cells, tables), say("a route; a more regular one may exist"))


@cache
def known_routes() -> Mapping[str, tuple[int, ...]]:
    """Return the tables of each route, by the fingerprint of the grids."""
    rows = (files("byestand.search.rovers") / "data" / "routes.txt").read_text("utf-8").splitlines()
    routes = {}
    for row in rows:
        if not row.startswith("#"):
            grids, *_, tables = row.partition("#")[0].split()
            routes[grids] = tuple(map(int, tables.split(",")))
    return routes


def fingerprint(cells: RoverCells) -> str:
    """Return a short name for the grids; boards on stands do not count."""
    text = repr((cells.rounds, cells.ns, cells.ew, cells.groups))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
