"""Find again, with unlimited effort, the routes that search/known_routes.py ships.

``python tests/known_rover_routes.py`` prints the table; it takes about a minute.
"""

import sys
from collections.abc import Iterator

from byestand.search import Found, Route
from byestand.search.cells import Cells, read_cells
from byestand.search.rovers import find_route, fingerprint
from second_maker import Shape, library, shapes, web


def cases() -> Iterator[tuple[Shape, int]]:
    """Yield every Web of the library, at full length and a round less, and the smaller Webs."""
    wanted = {(shape, shape.longest - less) for shape in library() for less in (0, 1)}
    wanted |= {(shape, groups) for groups in (4, 5) for tables in range(groups, 46) for shape in shapes(tables, groups)}
    yield from sorted(wanted, key=lambda case: (case[0].groups, case))


def settle(shape: Shape, rounds: int) -> tuple[Cells, Route] | None:
    """Return the best route there is, if it has two irregular moves or more."""
    cells = read_cells(web(shape, rounds), rounds=None, sit_out_round=1)
    outcome = find_route(cells, seconds=3600, effort=1 << 60, known={})
    if isinstance(outcome, Found) and outcome.thing.irregular_moves > 1:
        return cells, outcome.thing
    return None


def main() -> None:
    """Write the table."""
    for shape, rounds in cases():
        if settled := settle(shape, rounds):
            cells, route = settled
            t, d, n, s = shape
            sys.stdout.write(
                f"    # {t} tables, {d} groups, {n} × {d} up, {s} up, {s} down,"
                f" {rounds} rounds: {route.irregular_moves} irregular moves\n"
                f'    "{fingerprint(cells)}": {route.tables},\n'
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
