"""Two-way rovers: NS at some tables, EW at others, if no rover can keep to one direction.

Over the rounds it plays, the rover meets no pair twice, displaces no pair twice and plays no deal
group twice. At an NS seat it displaces the NS pair and meets the EW pair; at an EW seat the other
way round. So an NS seat and an EW seat exclude each other only by their deal group, and one
table may be visited twice, once in each seat.

Half table: displaced pairs of both lines sit out, none twice. Party table: they play there.
No pair meets the host twice, since no pair is displaced twice. The host plays the rover's groups,
each once, and one other group with the rover; the boards of all other pairs do not change. But the
host meets pairs of both lines: it changes direction in the same rounds as the rover, and both are
compared partly with one line and partly with the other.
"""

from byestand.language import say
from byestand.model.movement import Movement
from byestand.search.outcome import Found, Impossible, OutOfEffortError, OutOfTime, OutOfTimeError, SearchBudget
from byestand.search.rovers.one_way import find_route
from byestand.search.rovers.regular_routes import RegularRoutes
from byestand.search.rovers.rover_cells import RoverCells, RoverRoute, Side, TwoWayRoute, read_cells
from byestand.search.rovers.row_selection import Rows, one_of_each
from byestand.search.rovers.theorems import refute_two_way

EFFORT = 1_000_000
"""Nodes spent on a regular route: nodes, not seconds, so that the route is the same on every machine."""

EFFORT_A_SEAT = 100_000
"""Nodes spent on routes with one EW seat, then with two, and so on."""

MAX_IRREGULAR_MOVES = 4
"""The most irregular moves of a route that still counts as regular."""


def find_two_way_rover(
    movement: Movement,
    *,
    rounds: int | None = None,
    sit_out_round: int = 1,
    seconds: float = 10.0,
    effort: int = EFFORT,
) -> Found[TwoWayRoute] | Impossible | OutOfTime:
    """Find a rover that may sit either way, with as few EW seats as possible.

    It has none if a rover can sit NS throughout. If one is enough, the route with the fewest
    irregular moves between its NS seats is preferred, then the latest round for the EW seat.
    """
    cells = read_cells(movement, rounds=rounds, sit_out_round=sit_out_round)
    one_way = find_route(cells, seconds=seconds, effort=effort)
    if isinstance(one_way, Found):
        seats = tuple[Side, ...]("NS" for _ in cells.rounds)
        return Found(_two_way_route(cells, one_way.thing.tables, seats), one_way.method)
    if proof := refute_two_way(cells):
        return proof
    if route := _one_ew_seat(cells, SearchBudget(seconds, effort)):
        return Found(route, say("1 EW seat, with the fewest irregular moves between the NS seats"))
    return _any_two_way(cells, seconds, ruled_out=isinstance(one_way, Impossible))


def _one_ew_seat(cells: RoverCells, clock: SearchBudget) -> TwoWayRoute | None:
    """Return a regular route with one EW seat.

    An EW seat excludes NS seats only by its deal group. So it is enough to find a route through the
    other rounds, which is the search for a rover again, and in the remaining round a table with a
    group that this route does not play.
    """
    through_the_rest = {round: RegularRoutes(cells.without(round)) for round in cells.rounds}
    for breaks in range(MAX_IRREGULAR_MOVES + 1):
        for round in reversed(cells.rounds):
            chosen = through_the_rest[round].best(breaks, clock)
            if clock.is_spent:
                return None
            routes = [] if chosen is None else _with_ew_seat(cells, chosen.tables, round)
            if routes:
                return min(routes, key=lambda route: (route.irregular_moves, route.tables))
    return None


def _with_ew_seat(cells: RoverCells, tables: tuple[int, ...], round: int) -> list[TwoWayRoute]:
    """Return the routes through *tables* that also take an EW seat in *round*."""
    at = cells.rounds.index(round)
    rows = cells.without(round).groups
    played = {row[table - 1] for row, table in zip(rows, tables, strict=True)} | {0}
    seats: list[Side] = ["NS"] * len(cells.rounds)
    seats[at] = "EW"
    return [
        _two_way_route(cells, (*tables[:at], table, *tables[at:]), tuple(seats))
        for table, group in enumerate(cells.groups[at], start=1)
        if group not in played
    ]


def _any_two_way(cells: RoverCells, seconds: float, *, ruled_out: bool) -> Found[TwoWayRoute] | Impossible | OutOfTime:
    """Search for any route, allowing one EW seat, then two, and so on."""
    length, clock = len(cells.rounds), SearchBudget(seconds)
    rows, everywhere = _rows(cells), (1 << cells.tables) - 1
    allowed = [mask | mask << cells.tables for mask in cells.allowed_masks]
    in_ew = [everywhere << cells.tables] * length
    for ew_seats in range(1, length + 1):
        # The last search, which allows every seat to be EW, may take all the remaining time.
        clock.nodes_left = EFFORT_A_SEAT if ew_seats < length else 1 << 62
        try:
            chosen = one_of_each(rows, clock, allowed=allowed, rationed=in_ew, ration=ew_seats)
        except OutOfEffortError:
            ruled_out = False
            continue
        except OutOfTimeError:
            return OutOfTime(seconds)
        if chosen is not None:
            how = say("the fewest EW seats") if ruled_out else say("fewer EW seats may be possible")
            tables = tuple(place % cells.tables + 1 for place in chosen)
            seats = tuple[Side, ...]("NS" if p < cells.tables else "EW" for p in chosen)
            return Found(_two_way_route(cells, tables, seats), how)
    because = say(
        "every choice in {rounds} rounds was tried, and each repeats an opponent, a displaced pair or a deal group",
        rounds=length,
    )
    return Impossible(because, "exhausted search")


def _rows(cells: RoverCells) -> Rows:
    """Return the seats of each round, NS at every table and then EW, with the items of each."""
    rows = []
    for row in zip(cells.ns, cells.ew, cells.groups, strict=True):
        tables = list(zip(*row, strict=True))
        sits_ns = [(("displaced NS", a), ("met EW", b), ("group", g)) for a, b, g in tables]
        sits_ew = [(("met NS", a), ("displaced EW", b), ("group", g)) for a, b, g in tables]
        rows.append([*sits_ns, *sits_ew])
    return rows


def _two_way_route(cells: RoverCells, tables: tuple[int, ...], seats: tuple[Side, ...]) -> TwoWayRoute:
    route = RoverRoute.through(tables, rounds=cells.rounds, of=cells.tables)
    return TwoWayRoute(tables, seats, cells.rounds, route.step, route.irregular)
