"""Lists of names as people type them, paste them out of a spreadsheet or keep them in a file: read in one place.

Every line has a pair and its name, or all of them are names alone, in the order of the pairs; or it is csv under a
heading like ``pair,name`` or ``section,pair,player1,player2``: a line of column names is never a player. All of a list
is taken, or it is said why not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.formats.csv import lines
from byestand.formats.files import numbered_lines, read_text
from byestand.texts import MOST_NAME, is_one_line, unguard_cell

LABELLED = re.compile(
    r"(?P<section>[A-Z]{0,3}?)\s*(?P<side>NS|EW|N|E|)\s*(?P<number>\d{1,9})"
    r"(?:\s*(?P<between>[\t;,:.])\s*|\s*(?!\d))(?P<name>.*)",
    re.ASCII | re.IGNORECASE,
)
"""``N1``, ``NS 1``, ``A N1`` or ``25``, something between, and the name."""


PAIR = {"pair", "pairs", "paar", "paire", "label", "seat"}
NAME = {"name", "names", "naam", "namen", "nom", "noms", "player", "players", "partner", "playername", "pairname"}
ALONE = {"pair", "pairs", *NAME} - {"partner"}
"""Words that are a heading even as the only one in their line."""
OTHER = {
    *("section", "table", "direction", "number", "no", "nr", "pairnumber", "pairno", "id", "club", "session"),
    *("ns", "ew", "n", "s", "e", "w", "north", "south", "east", "west", "old", "new"),
    *("first", "last", "given", "family", "firstname", "lastname", "surname", "handicap"),
    *("board", "boards", "round", "contract", "declarer", "result", "score", "lead", "form", "note"),
    *("place", "line", "contestant", "percentage", "points"),
}
_LABEL = re.compile(r"(?:pair|ns|ew|[nsew])\s*\d+", re.ASCII)
"""A pair or a player, which makes the line one of the list: ``N1,Player 1``."""


class HeadedRow(NamedTuple):
    """A row of a list with a heading."""

    line: int
    pair: str
    """With the section before it; empty if there is no column for pairs."""
    names: tuple[str, ...]
    text: str


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


def rows_under_heading(text: str) -> list[HeadedRow] | None:
    """Return the rows of a list with a heading; None if it has none. Refuse a heading that cannot be read."""
    _, first = next(((number, line) for number, line in numbered_lines(text) if line.strip()), (0, ""))
    cells = next((found for separator in ",;\t" if (found := _heading_cells(first, separator))), None)
    if cells is None:
        return None
    try:
        filled = (row for row in lines(text, "names", set(cells)) if any(cell.strip() for cell in row[1]))
        (number, _), *rows = filled
    except FormatError as fault:
        raise BadRequest(str(fault)) from fault
    words = [_word(cell) for cell in cells]
    roles = ["name" if len(words) == 1 or word in NAME else "pair" if word in PAIR else word for word in words]
    is_known = "name" in roles and {"name", "pair", "section"}.issuperset(roles)
    if not is_known or any(role != "name" and roles.count(role) > 1 for role in roles):
        columns = "pair,name or section,table,direction,name,number"
        raise BadRequest(f"line {number} is a heading that cannot be read here, use {columns}: {first.strip()[:60]!r}")
    return list(_rows(rows, cells, roles))


def _rows(rows: list[tuple[int, list[str]]], columns: list[str], roles: list[str]) -> Iterator[HeadedRow]:
    for number, cells in rows:
        if len(cells) != len(columns):
            row = ",".join(cells)
            raise BadRequest(
                f"expected the columns {','.join(columns)} on line {number}, found {len(cells)}: {row[:40]!r}"
            )
        by_role = [(role, cell.strip()) for role, cell in zip(roles, cells, strict=True)]
        own = {role: cell for role, cell in by_role if role != "name"}
        names = tuple(cell for role, cell in by_role if role == "name")
        yield HeadedRow(number, own.get("section", "") + own.get("pair", ""), names, ",".join(cells))


def _heading_cells(line: str, separator: str) -> list[str] | None:
    """Return the cells of a line, in lower case, if all of them are names of columns."""
    cells = [cell.strip(' "').lower() for cell in line.strip().split(separator)]
    if len(cells) == 1:
        return cells if cells[0] in ALONE else None
    return cells if all(_word(cell) in PAIR | NAME | OTHER for cell in cells) else None


def _word(cell: str) -> str:
    """Return the word of a heading: ``player`` for ``Player 1`` and ``player_2``; a pair like ``n1`` is none."""
    return "" if _LABEL.fullmatch(cell) else re.sub(r"[\W\d_]+", "", cell)
