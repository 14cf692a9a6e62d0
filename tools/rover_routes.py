"""The most regular routes of rovers, routes.txt: found by a complete search without randomness, and checked here.

``python tools/rover_routes.py find 8 8 0 4 8`` finds the route of the Web of 8 tables and 8 deal groups, with no whole
subsection, 4 tables up and 4 down, and 8 rounds. ``… find`` finds all routes in about a minute. Sizes that have a route
with at most one irregular move are left out, because the program finds those quickly.
"""

from collections.abc import Iterator, Sequence

from byestand.movements import Shape, shapes, web
from byestand.search import Found
from byestand.search.rovers.one_way import find_route, fingerprint
from byestand.search.rovers.rover_cells import read_cells
from data_files import MARK, DataFile, keep, report_text, run_command, say, shipped_lines

Case = tuple[int, int, int, int, int]
"""Tables, deal groups, whole subsections, half of the rest, rounds."""


def cases() -> Iterator[Case]:
    """Yield every Web of the standard library, at full length and one round shorter, and the smaller Webs."""
    wanted = {
        (t, d, shape.full, shape.half, _longest(t, d) - less)
        for d in range(6, 16)
        for t in range(6, 46)
        for shape in shapes(t, d)
        for less in (0, 1)
    }
    wanted |= {(t, d, shape.full, shape.half, d) for d in (4, 5) for t in range(d, 46) for shape in shapes(t, d)}
    yield from sorted(wanted, key=lambda case: (case[1], case))


def _longest(t: int, d: int) -> int:
    """Return the rounds of the standard library: at most one revenge round."""
    limit = min(d, t) if d % 2 or t <= d // 2 else min(d, t - 1)
    return min(d, limit + 1)


def line(case: Case) -> str | None:
    """Return the line of a Web; None if a route has at most one irregular move, or if there is no route."""
    tables, groups, whole, half, rounds = case
    movement = web(tables=tables, deal_groups=groups, rounds=rounds, shape=Shape(whole, half, groups))
    cells = read_cells(movement, rounds=None, sit_out_round=1)
    outcome = find_route(cells, seconds=3600, effort=1 << 60, known={})
    if not isinstance(outcome, Found) or outcome.thing.irregular_moves < 2:
        return None
    size = " ".join(map(str, case))
    route = ",".join(map(str, outcome.thing.tables))
    return f"{fingerprint(cells)} {size} {route}{MARK}python tools/rover_routes.py find {size}"


def faults(row: str) -> Iterator[str]:
    """Yield repeats of the rover (pairs or deal groups), by the published formulas of the Web."""
    _, *numbers, route = report_text(row)
    t, d, whole, half, rounds = map(int, numbers)
    tables = [int(table) for table in route.split(",")]
    if len(tables) != rounds - 1 or not all(1 <= table <= t for table in tables):
        yield f"it does not name a table for each round from 2 to {rounds}"
        return
    ew, groups = [], []
    for j, table in enumerate(tables, start=2):
        # EW move up one table per round, one more after half of an even number of deal groups; boards move down.
        moved = j - 1 + (d % 2 == 0 and j > d // 2)
        ew.append((table - moved - 1) % t)
        is_up = table <= whole * d + half
        groups.append((table + j - 2 if is_up else half - (table - whole * d - half) - j) % d)
    for name, met in (("an NS pair", tables), ("an EW pair", ew), ("a deal group", groups)):
        if len(set(met)) < len(met):
            yield f"the rover meets {name} twice"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    return line(_case(report_text(row)[1:6])) or ""


def _case(numbers: Sequence[str]) -> Case:
    tables, groups, whole, half, rounds = map(int, numbers)
    return tables, groups, whole, half, rounds


def find(*numbers: str) -> None:
    """Print the route of one Web; without numbers, write all routes."""
    if numbers:
        say(line(_case(numbers)) or "not needed: a route has at most one irregular move, or there is no route")
        return
    rows = [row for case in cases() if (row := line(case))]
    keep(FILE, rows)
    say(f"{len(rows)} routes")


FILE = DataFile(shipped_lines("routes.txt"), faults, again, lambda row: report_text(row)[1:3] != ["14", "14"])

if __name__ == "__main__":
    run_command(find=find)
