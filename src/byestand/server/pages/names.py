"""The names of pairs as people paste them out of a spreadsheet."""

import re
from collections.abc import Sequence

from byestand.errors import BadRequest
from byestand.server.nights import MOST_NAME

BETWEEN_CELLS = re.compile(r"\t|;|,(?=\s*\D)")


def names_in(text: str, labels: Sequence[str]) -> dict[str, str]:
    r"""Return the names in a text: a line ``N1``, a tab and the name; or names alone, in the order of the labels.

    >>> names_in("E1\tAnna & Boris\nCarl\tDora", ("N1", "E1"))
    {'N1': 'Carl & Dora', 'E1': 'Anna & Boris'}
    """
    found: dict[str, str] = {}
    free = iter(labels)
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), start=1):
        first, *rest = [cell for cell in BETWEEN_CELLS.split(line) if cell.strip()] or [line]
        label = first.replace(" ", "").upper()
        if rest and label in labels:
            name = _joined(rest)
        else:
            label, name = next(free, ""), _joined(line.split("\t"))
        if not label:
            raise BadRequest(f"there are {len(labels)} pairs, and this is name {number}: {line[:40]!r}")
        if len(name) > MOST_NAME or not name.isprintable():
            raise BadRequest(f"a pair's name is one line of at most {MOST_NAME} characters: {name[:40]!r}")
        found[label] = name
    return {label: found[label] for label in labels if label in found}


def _joined(cells: Sequence[str]) -> str:
    """Return partners in two cells as one pair."""
    return " & ".join(" ".join(cell.split()) for cell in cells if cell.strip())
