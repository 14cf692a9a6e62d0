"""Adds routes of spare players to movements/data/spares.txt; keeps those that are there. Run it by hand: minutes.

For every Rainbow, and for the part of it that goes by the rule or by jumps, the longest beginning that has a route.
"""

import sys
from pathlib import Path
from string import ascii_letters, digits

from byestand.catalog.families.rainbow import SPARES
from byestand.movements import begun_by, rainbow, rainbow_rounds, rainbow_webs
from byestand.search import Found, find_spares

SHIPPED = Path(__file__).parent.parent / "src" / "byestand" / "movements" / "data" / "spares.txt"
NUMBERS = digits + ascii_letters
MOST_TABLES = 60
PATIENT_TO = 30
"""Of more tables only the full length is tried: a search takes seconds there, and few play so many rounds.

The two spare players of 50 tables were found with 1,200 nodes a try in place of 400."""


def main() -> None:
    """Write a line for every size that is not there yet."""
    lines = SHIPPED.read_text(encoding="ascii").splitlines()
    there = {(size, rounds, len(routes)) for size, rounds, *routes in map(str.split, lines[1:])}
    sizes = [(t, d) for t, d in rainbow_webs() if 5 <= t <= MOST_TABLES] + [(t, t) for t in range(5, MOST_TABLES + 1)]
    for t, d in sorted(sizes):
        for rounds in sorted({begun_by(t, d, r) for r in range(2, rainbow_rounds(t, d) + 1)}):
            for spares in range(1, len(SPARES) + 1):
                if (f"{t}x{d}", str(rounds), spares) not in there and (routes := longest(t, d, rounds, spares)):
                    lines.append(f"{t}x{d} {rounds} {' '.join(routes)}")
                    SHIPPED.write_text("\n".join(lines) + "\n", encoding="ascii")
                    sys.stdout.write(lines[-1] + "\n")


def longest(t: int, d: int, rounds: int, spares: int) -> list[str]:
    """Return the routes of the longest beginning that has any."""
    for played in range(rounds, 1 if t <= PATIENT_TO else rounds - 1, -1):
        found = find_spares(rainbow(tables=t, deal_groups=d, rounds=played), spares)
        if begun_by(t, d, played) == rounds and isinstance(found, Found):
            return ["".join(NUMBERS[s.table - 1] + "NSEW"[s.seat] for s in route) for route in found.thing]
    return []


if __name__ == "__main__":
    main()
