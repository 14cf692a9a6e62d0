"""Best routes that take too long to find while somebody waits: two or more irregular moves.

Every Web of the known library (6 to 45 tables, 6 to 15 deal groups, full length or a round less)
that has no route with at most one irregular move is in the data. Found by ``find_route`` with unlimited
effort, that is by listing every route with fewer irregular moves and every one with as many;
``python tools/rover_routes.py find`` finds them all again in about a minute, and each is checked
against the movement whenever it is used.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from byestand.search.rovers.cells import Cells


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


def fingerprint(cells: Cells) -> str:
    """Return a short name for the grids; what lies on stands does not count."""
    text = repr((cells.rounds, cells.ns, cells.ew, cells.groups))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
