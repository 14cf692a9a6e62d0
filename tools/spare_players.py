"""Seats of the spare players of Rainbows, spares.txt: found without randomness, within a limit of nodes, and checked.

``python tools/spare_players.py find 5x5 5 3 1`` finds the line of the first 3 rounds of the 5-table Rainbow of 5
rounds, with 1 spare player; a further number is the limit of nodes per attempt. ``… add`` searches every Rainbow, and
its part by rule or by jumps, for the largest number of first rounds that has routes, and adds missing lines. It takes
minutes.
"""

from collections.abc import Iterator

from byestand.catalog.families.rainbow_family import SPARES
from byestand.movements import begun_by, rainbow, rainbow_rounds, rainbow_webs
from byestand.search import Found, find_spares
from byestand.search.individuals.spare_players import NODES
from data_files import MARK, DataFile, keep, origin, report_text, run_command, say, shipped_lines
from rainbow_matrices import NUMBERS

MAX_TABLES = 60
PATIENT_TO = 30
"""With more tables only the full length is tried: a search takes seconds, and few clubs play so many rounds."""
QUICK_TO = 30
"""Lines up to this number of tables are rebuilt in a second or less."""


def faults(row: str) -> Iterator[str]:
    """Yield the faults: players who sit out twice, and repeats of a spare player."""
    size, _, *routes = report_text(row)
    tables, groups = (int(number) for number in size.split("x"))
    movement = rainbow(tables=tables, deal_groups=groups, rounds=len(routes[0]) // 2)
    out: list[int] = []
    taken: list[tuple[int, int]] = []
    for route in routes:
        met: list[object] = []
        for round, (table, seat) in enumerate(zip(route[::2], route[1::2], strict=True), start=1):
            there = movement.seats[round - 1, NUMBERS.index(table)].tolist()
            out.append(there.pop("NSEW".index(seat)))
            met += [*there, f"group {movement.groups[round - 1, NUMBERS.index(table)]}"]
            taken.append((round, NUMBERS.index(table)))
        if len(set(met)) < len(met):
            yield "a spare player meets a player or a board twice"
    if len(set(out)) < len(out):
        yield "a player sits out twice"
    if len(set(taken)) < len(taken):
        yield "two spare players come to one table"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    size, begins, rounds, spares, *nodes = origin(row).split()[3:]
    return line(size, int(begins), int(rounds), int(spares), *map(int, nodes)) or ""


def line(size: str, begins: int, rounds: int, spares: int, nodes: int = NODES) -> str | None:
    """Return the line of a number of rounds of a Rainbow; None if there is no route."""
    tables, groups = (int(number) for number in size.split("x"))
    outcome = find_spares(rainbow(tables=tables, deal_groups=groups, rounds=rounds), spares, nodes=nodes)
    if not isinstance(outcome, Found):
        return None
    routes = ["".join(NUMBERS[seat.table - 1] + "NSEW"[seat.seat] for seat in route) for route in outcome.thing]
    more = f" {nodes}" if nodes != NODES else ""
    command = f"python tools/spare_players.py find {size} {begins} {rounds} {spares}{more}"
    return f"{size} {begins} {' '.join(routes)}{MARK}{command}"


def add() -> None:
    """Add a line for every size that has none."""
    rows = FILE.rows
    there = {(size, begins, len(routes)) for size, begins, *routes in map(report_text, rows)}
    sizes = [(t, d) for t, d in rainbow_webs() if 5 <= t <= MAX_TABLES] + [(t, t) for t in range(5, MAX_TABLES + 1)]
    for t, d in sorted(sizes):
        for begins in sorted({begun_by(t, d, r) for r in range(2, rainbow_rounds(t, d) + 1)}):
            for spares in range(1, len(SPARES) + 1):
                if (f"{t}x{d}", str(begins), spares) not in there and (new := longest(t, d, begins, spares)):
                    rows.append(new)
                    keep(FILE, rows)
                    say(new)


def longest(t: int, d: int, begins: int, spares: int) -> str | None:
    """Return the line of the largest number of first rounds that has routes."""
    for rounds in range(begins, 1 if t <= PATIENT_TO else begins - 1, -1):
        if begun_by(t, d, rounds) == begins and (new := line(f"{t}x{d}", begins, rounds, spares)):
            return new
    return None


def find(size: str, *numbers: str) -> None:
    """Print the line that a command builds."""
    say(line(size, *map(int, numbers)) or f"no seats found for {size}")


FILE = DataFile(shipped_lines("spares.txt"), faults, again, lambda row: int(row.partition("x")[0]) <= QUICK_TO)

if __name__ == "__main__":
    run_command(add=add, find=find)
