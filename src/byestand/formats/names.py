"""Lists of names as people type them, paste them out of a spreadsheet or keep them in a file: read in one place.

Every line has a pair and its name, or all of them are names alone, in the order of the pairs; or it is csv under a
heading like ``pair,name`` or ``section,pair,player1,player2``. All of a list is taken, or it is said why not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.formats.files import numbered_lines, read_text
from byestand.formats.name_headings import HeadedRow, rows_under_heading
from byestand.texts import MOST_NAME, is_one_line, unguard_cell

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


def names_in_file(path: str | PathLike[str], labels: Sequence[str]) -> dict[str, str]:
    """Return the name of each pair out of a file: all of them, and none twice."""
    text = read_text(path)
    try:
        found = names_in(text, labels)
    except BadRequest as bad:
        raise FormatError(str(path), str(bad)) from bad
    taken: set[str] = set()
    for name in found.values():
        if name.casefold() in taken:
            raise FormatError(str(path), f"the name stands there twice: {name!r}")
        taken.add(name.casefold())
    if lacking := next((label for label in labels if label not in found), None):
        last = last_line(text)
        reason = (
            f"expected names for {len(labels)} pairs, not {len(found)}: {lacking} has none, and line {last} is the last"
        )
        raise FormatError(str(path), reason)
    return found


def last_line(text: str) -> int:
    """Return the number of the last line that has something on it; 0 where none has."""
    return max((number for number, line in numbered_lines(text) if line.strip()), default=0)


def names_in(text: str, labels: Sequence[str]) -> dict[str, str]:
    r"""Return the names in a text: every line ``N1`` and the name, or all of them names alone, in the order of labels.

    >>> names_in("E1\tAnna & Boris\nn1 Carl\tDora", ("N1", "E1"))
    {'N1': 'Carl & Dora', 'E1': 'Anna & Boris'}
    >>> names_in("Anna & Boris\nCarl\tDora", ("N1", "E1"))
    {'N1': 'Anna & Boris', 'E1': 'Carl & Dora'}
    >>> names_in('name;pair\n"Dora; Carl";E1', ("N1", "E1"))
    {'E1': 'Dora; Carl'}
    """
    known = {label.upper(): label for label in labels}
    sections = {re.sub(r"(NS|EW|N|E|)\d+$", "", label.upper()) for label in labels}
    headed = rows_under_heading(text)
    listed = list(_as_typed(text, sections) if headed is None else _under_heading(headed, sections))
    if listed and not labels:
        raise BadRequest(f"there are no pairs to be named: {listed[0].text[:40]!r}")
    if not any(line.label for line in listed):
        return _in_order(listed, labels)
    if bare := next((line for line in listed if not line.label), None):
        raise BadRequest(
            f"some lines begin with a pair, like {labels[0]}, and line {bare.number} does not; let all do so, or none:"
            f" {bare.text[:40]!r}"
        )
    return _by_label(listed, known)


def _under_heading(rows: Iterable[HeadedRow], sections: set[str]) -> Iterator[Line]:
    for row in rows:
        bare = _line(row.line, row.pair, sections)
        label = bare.label if bare.label and not bare.name else row.pair.upper()
        yield Line(row.line, label, _couple(row.names), row.text)


def _as_typed(text: str, sections: set[str]) -> Iterator[Line]:
    for number, line in numbered_lines(text):
        if line.strip():
            yield _line(number, line.strip(), sections)


def _line(number: int, text: str, sections: set[str]) -> Line:
    """Return a line taken apart; a name that only looks a little like a label stays a name."""
    found = LABELLED.fullmatch(text)
    if not found or (found["section"].upper() not in sections and len(found["section"]) > 1):
        return Line(number, "", _joined(text.split("\t")), text)
    label = f"{found['section']}{found['side'][:1]}{int(found['number'])}".upper()
    cells = found["name"].split(found["between"]) if found["between"] in (";", ",") else [found["name"]]
    return Line(number, label, _joined(part for cell in cells for part in cell.split("\t")), text)


def _in_order(listed: Sequence[Line], labels: Sequence[str]) -> dict[str, str]:
    if len(listed) > len(labels):
        extra = listed[len(labels)]
        raise BadRequest(
            f"there are {len(labels)} pairs, and this is name {len(labels) + 1}, on line {extra.number}:"
            f" {extra.text[:40]!r}"
        )
    return {label: _fitting(line) for label, line in zip(labels, listed, strict=False)}


def _by_label(listed: Iterable[Line], known: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in listed:
        label = known.get(line.label)
        if label is None:
            here = list(known.values())
            raise BadRequest(
                f"there is no pair {line.label[:20]} here, they are {here[0]} to {here[-1]}; change line {line.number}:"
                f" {line.text[:40]!r}"
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
    """Return partners in two cells as one pair, as a spreadsheet may have them."""
    return _couple(unguard_cell(" ".join(cell.split())) for cell in cells)


def _couple(names: Iterable[str]) -> str:
    """Return two partners as one pair."""
    return " & ".join(" ".join(name.split()) for name in names if name.strip())
