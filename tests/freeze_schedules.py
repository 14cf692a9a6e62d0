"""Adds new names to tests/golden/schedules.json; refuses to change one that is there. Run it by hand."""

import hashlib
import json
import sys
from pathlib import Path

from byestand.catalog import find, listing

GOLDEN = Path(__file__).parent / "golden" / "schedules.json"


def main() -> None:
    """Write the digest of every listed schedule with 4 to 46 tables and 4 to 15 deal groups, rovers included."""
    frozen = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    for entry in listing(tables=range(4, 47), deal_groups=range(4, 16), rovers=True):
        movement = find(entry.name)
        digest = hashlib.sha256(movement.seats.tobytes() + movement.groups.tobytes()).hexdigest()[:16]
        if frozen.setdefault(entry.name, digest) != digest:
            sys.exit(f"{entry.name} is not what it was: a published name must not change")
    GOLDEN.write_text(json.dumps(frozen, indent=0) + "\n")


if __name__ == "__main__":
    main()
