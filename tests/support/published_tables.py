"""Read the published tables in tests/seeds; the first line of each file names its source."""

import csv

from tests.support.paths import SEEDS


def published_table(name: str) -> list[dict[str, str]]:
    """Return the rows of a published table."""
    lines = (SEEDS / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# source: ")
    return list(csv.DictReader(lines[1:]))
