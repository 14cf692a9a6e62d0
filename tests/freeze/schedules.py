"""Add new codes to tests/golden/schedules; refuse to change an existing one. Run it by hand."""

import sys
from collections.abc import Iterator
from contextlib import suppress

from byestand.catalog import find
from byestand.catalog.listing import listing
from byestand.errors import NoSuchMovement
from byestand.model.movement import Movement
from tests.support.golden_schedules import freeze, frozen, schedule_text


def movements() -> Iterator[Movement]:
    """Yield every listed movement of usual size, Webs with rovers, Mitchells with rovers to 16 tables, individuals."""
    for entry in listing(tables=range(4, 47), deal_groups=range(4, 16), rovers=True):
        yield find(entry.name)
    for entry in listing(individuals=True):
        yield find(entry.name)
        if entry.family == "rainbow" and 7 <= entry.tables <= 30:
            yield from (find(entry.name + spares) for spares in "SD")
    for t in range(4, 17):
        for kind in ("", "R", "X"):
            for rover in ("ER", "NR", "TR"):
                with suppress(NoSuchMovement):
                    yield find(f"M{t:02}{t:02}{kind}{rover}")


def main() -> None:
    """Write the schedule of every new code."""
    known = frozen()
    for movement in movements():
        block = schedule_text(movement)
        if known.setdefault(movement.name, block) != block:
            sys.exit(f"{movement.name} is not what it was: a published name must not change; now it would be\n{block}")
    freeze(known.values())


if __name__ == "__main__":
    main()
