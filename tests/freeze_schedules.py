"""Adds new names to tests/golden/schedules.json; refuses to change one that is there. Run it by hand."""

import hashlib
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from byestand.catalog import find, listing
from byestand.errors import NoSuchMovement
from byestand.model import Movement

GOLDEN = Path(__file__).parent / "golden" / "schedules.json"


def movements() -> Iterator[Movement]:
    """Yield every listed movement of usual size, Webs with rovers, Mitchells with rovers to 16 tables, individuals."""
    for entry in listing(tables=range(4, 47), deal_groups=range(4, 16), rovers=True):
        yield find(entry.name)
    for entry in listing(individuals=True):
        yield find(entry.name)
    for t in range(4, 17):
        for kind in ("", "R", "X"):
            for rover in ("ER", "NR", "TR"):
                with suppress(NoSuchMovement):
                    yield find(f"M{t:02}{t:02}{kind}{rover}")


def main() -> None:
    """Write the digest of every schedule that is not there yet."""
    frozen = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    for movement in movements():
        digest = hashlib.sha256(movement.seats.tobytes() + movement.groups.tobytes()).hexdigest()[:16]
        if frozen.setdefault(movement.name, digest) != digest:
            sys.exit(f"{movement.name} is not what it was: a published name must not change")
    GOLDEN.write_text(json.dumps(frozen, indent=0) + "\n")


if __name__ == "__main__":
    main()
