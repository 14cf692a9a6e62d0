"""The names of pairs as people paste them out of a spreadsheet: all of them are taken, or it is said why not."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.server.nights.night import MOST_NAME
from byestand.texts import is_one_line

LABELLED = re.compile(
    r"(?P<section>[A-Z]{0,3}?)\s*(?P<side>NS|EW|N|E|)\s*(?P<number>\d{1,9})"
    r"(?:\s*(?P<between>[\t;,:.])\s*|\s*(?!\d))(?P<name>.*)",
    re.ASCII | re.IGNORECASE,
)
"""``N1``, ``NS 1``, ``A N1`` or ``25``, something between, and the name."""


class Line(NamedTuple):
    """One line of the list."""

    number: int
    label: str
    """Which pair, as it was written; empty where only a name stands there."""
    name: str
    text: str


def names_in(text: str, labels: Sequence[str]) -> dict[str, str]:
    r"""Return the names in a text: every line ``N1`` and the name, or all of them names alone, in the order of labels.

    >>> names_in("E1\tAnna & Boris\nn1 Carl\tDora", ("N1", "E1"))
    {'N1': 'Carl & Dora', 'E1': 'Anna & Boris'}
    >>> names_in("Anna & Boris\nCarl\tDora", ("N1", "E1"))
    {'N1': 'Anna & Boris', 'E1': 'Carl & Dora'}
    """
    known = {label.upper(): label for label in labels}
    sections = {re.sub(r"(NS|EW|N|E|)\d+$", "", label.upper()) for label in labels}
    rows = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    lines = [_line(number, line, sections) for number, line in rows]
    if lines and not labels:
        raise BadRequest(f"there are no pairs to be named: {lines[0].text[:40]!r}")
    if not any(line.label for line in lines):
        return _in_order(lines, labels)
    if bare := next((line for line in lines if not line.label), None):
        raise BadRequest(
            f"some lines begin with a pair, like {labels[0]}, and line {bare.number} does not; let all do so, or none:"
            f" {bare.text[:40]!r}"
        )
    return _by_label(lines, known)


def _line(number: int, text: str, sections: set[str]) -> Line:
    """Return a line taken apart; a name that only looks a little like a label stays a name."""
    found = LABELLED.fullmatch(text)
    if not found or (found["section"].upper() not in sections and len(found["section"]) > 1):
        return Line(number, "", _joined(text.split("\t")), text)
    label = f"{found['section']}{found['side'][:1]}{int(found['number'])}".upper()
    cells = found["name"].split(found["between"]) if found["between"] in (";", ",") else [found["name"]]
    return Line(number, label, _joined(part for cell in cells for part in cell.split("\t")), text)


def _in_order(lines: Sequence[Line], labels: Sequence[str]) -> dict[str, str]:
    if len(lines) > len(labels):
        extra = lines[len(labels)]
        raise BadRequest(f"there are {len(labels)} pairs, and this is name {len(labels) + 1}: {extra.text[:40]!r}")
    return {label: _fitting(line) for label, line in zip(labels, lines, strict=False)}


def _by_label(lines: Iterable[Line], known: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        label = known.get(line.label)
        if label is None:
            here = list(known.values())
            raise BadRequest(
                f"there is no pair {line.label} here, they are {here[0]} to {here[-1]}: {line.text[:40]!r}"
            )
        if label in found:
            raise BadRequest(f"{label} comes twice, the second time on line {line.number}: {line.text[:40]!r}")
        found[label] = _fitting(line)
    return {label: found[label] for label in known.values() if found.get(label)}


def _fitting(line: Line) -> str:
    if len(line.name) > MOST_NAME or not is_one_line(line.name):
        raise BadRequest(
            f"a pair's name is one line of at most {MOST_NAME} characters, unlike line {line.number}:"
            f" {line.name[:40]!r}"
        )
    return line.name


def _joined(cells: Iterable[str]) -> str:
    """Return partners in two cells as one pair."""
    return " & ".join(" ".join(cell.split()) for cell in cells if cell.strip())
