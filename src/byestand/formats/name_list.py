"""Lists of names as typed, pasted from a spreadsheet or stored in a file.

Every line has a pair and its name, or all lines are names only, in the order of the pairs; or it is CSV with a heading
such as ``pair,name`` or ``section,pair,player1,player2``: a line of column names is never a player. A list is read
completely or refused with the reason.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.formats.csv import lines
from byestand.formats.file_io import numbered_lines, read_text
from byestand.language import say
from byestand.sanitize import MAX_NAME_CHARS, is_one_line, unguard_cell

LABELLED = re.compile(
    r"(?P<section>[A-Z]{0,3}?)\s*(?P<side>NS|EW|N|E|)\s*(?P<number>\d{1,9})"
    r"(?:\s*(?P<between>[\t;,:.])\s*|\s*(?!\d))(?P<name>.*)",
    re.ASCII | re.IGNORECASE,
)
"""``N1``, ``NS 1``, ``A N1`` or ``25``, a separator, and the name."""


PAIR = {"pair", "pairs", "paar", "paire", "label", "seat"}
NAME = {"name", "names", "naam", "namen", "nom", "noms", "player", "players", "partner", "playername", "pairname"}
ALONE = {"pair", "pairs", *NAME} - {"partner"}
"""Words that are a heading even if they are alone in their line."""
OTHER = {
    *("section", "table", "direction", "number", "no", "nr", "pairnumber", "pairno", "id", "club", "session"),
    *("ns", "ew", "n", "s", "e", "w", "north", "south", "east", "west", "old", "new"),
    *("first", "last", "given", "family", "firstname", "lastname", "surname", "handicap"),
    *("board", "boards", "round", "contract", "declarer", "result", "score", "lead", "form", "note"),
    *("place", "line", "contestant", "percentage", "points"),
}
_LABEL = re.compile(r"(?:pair|ns|ew|[nsew])\s*\d+", re.ASCII)
"""A pair or a player: the line is then an entry of the list, not a heading: ``N1,Player 1``."""


class HeadedRow(NamedTuple):
    """A row of a list with a heading."""

    line: int
    pair: str
    """With the section in front; empty if there is no column for pairs."""
    names: tuple[str, ...]
    text: str


class NameLine(NamedTuple):
    """One line of the list."""

    number: int
    label: str
    """The pair as written; empty if the line has only a name."""
    name: str
    text: str


def names_in_file(path: str | PathLike[str], labels: Sequence[str]) -> dict[str, str]:
    """Return the name of each pair from a file; raise if a name is missing or duplicate."""
    text = read_text(path)
    try:
        names = names_in(text, labels)
    except BadRequest as bad:
        raise FormatError(str(path), str(bad)) from bad
    taken: set[str] = set()
    for name in names.values():
        if name.casefold() in taken:
            raise FormatError(str(path), say("duplicate name: {name!r}", name=name))
        taken.add(name.casefold())
    if unnamed := next((label for label in labels if label not in names), None):
        reason = say(
            "expected names for {expected} pairs, not {count}; {label} has none (the last line is {last})",
            expected=len(labels),
            count=len(names),
            label=unnamed,
            last=last_line(text),
        )
        raise FormatError(str(path), reason)
    return names


def last_line(text: str) -> int:
    """Return the number of the last line that is not blank; 0 if all are."""
    return max((number for number, line in numbered_lines(text) if line.strip()), default=0)


def names_in(text: str, labels: Sequence[str]) -> dict[str, str]:
    r"""Return the names in a text: on every line ``N1`` and the name, or names only, in the order of labels.

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
    entries = list(_as_typed(text, sections) if headed is None else _under_heading(headed, sections))
    if entries and not labels:
        raise BadRequest(say("this session has no pairs to name: {text!r}", text=entries[0].text[:40]))
    if not any(line.label for line in entries):
        return _in_order(entries, labels)
    if bare := next((line for line in entries if not line.label), None):
        raise BadRequest(
            say(
                "line {line} has no pair number such as {label}; use one on all lines or on none: {text!r}",
                line=bare.number,
                label=labels[0],
                text=bare.text[:40],
            )
        )
    return _by_label(entries, known)


def _under_heading(rows: Iterable[HeadedRow], sections: set[str]) -> Iterator[NameLine]:
    for row in rows:
        bare = _line(row.line, row.pair, sections)
        label = bare.label if bare.label and not bare.name else row.pair.upper()
        yield NameLine(row.line, label, _couple(row.names), row.text)


def _as_typed(text: str, sections: set[str]) -> Iterator[NameLine]:
    for number, line in numbered_lines(text):
        if line.strip():
            yield _line(number, line.strip(), sections)


def _line(number: int, text: str, sections: set[str]) -> NameLine:
    """Return the parts of a line; a name that only resembles a label stays a name."""
    parts = LABELLED.fullmatch(text)
    if not parts or (parts["section"].upper() not in sections and len(parts["section"]) > 1):
        return NameLine(number, "", _join_partners(text.split("\t")), text)
    label = f"{parts['section']}{parts['side'][:1]}{int(parts['number'])}".upper()
    cells = parts["name"].split(parts["between"]) if parts["between"] in (";", ",") else [parts["name"]]
    return NameLine(number, label, _join_partners(part for cell in cells for part in cell.split("\t")), text)


def _in_order(entries: Sequence[NameLine], labels: Sequence[str]) -> dict[str, str]:
    if len(entries) > len(labels):
        extra = entries[len(labels)]
        raise BadRequest(
            say(
                "more names than the {pairs} pairs of this session, from line {line}: {text!r}",
                pairs=len(labels),
                line=extra.number,
                text=extra.text[:40],
            )
        )
    return {label: _checked_name(line) for label, line in zip(labels, entries, strict=False)}


def _by_label(entries: Iterable[NameLine], known: dict[str, str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for line in entries:
        label = known.get(line.label)
        if label is None:
            labels = list(known.values())
            raise BadRequest(
                say(
                    "unknown pair {label} on line {line}; pairs are {first} to {last}: {text!r}",
                    label=line.label[:20],
                    line=line.number,
                    first=labels[0],
                    last=labels[-1],
                    text=line.text[:40],
                )
            )
        if label in names:
            raise BadRequest(
                say(
                    "{label} appears twice (again on line {line}): {text!r}",
                    label=label,
                    line=line.number,
                    text=line.text[:40],
                )
            )
        names[label] = _checked_name(line)
    return {label: names[label] for label in known.values() if names.get(label)}


def _checked_name(line: NameLine) -> str:
    if len(line.name) > MAX_NAME_CHARS or not is_one_line(line.name):
        raise BadRequest(
            say(
                "the name on line {line} must be one line of at most {limit} characters: {name!r}",
                line=line.number,
                limit=MAX_NAME_CHARS,
                name=line.name[:40],
            )
        )
    return line.name


def _join_partners(cells: Iterable[str]) -> str:
    """Return partners in two cells of a spreadsheet as one pair."""
    return _couple(unguard_cell(" ".join(cell.split())) for cell in cells)


def _couple(names: Iterable[str]) -> str:
    """Return two partners as one pair."""
    return " & ".join(" ".join(name.split()) for name in names if name.strip())


def rows_under_heading(text: str) -> list[HeadedRow] | None:
    """Return the rows of a list with a heading; None if it has none. Raise for an unknown heading."""
    _, first = next(((number, line) for number, line in numbered_lines(text) if line.strip()), (0, ""))
    cells = next((names for separator in ",;\t" if (names := _heading_cells(first, separator))), None)
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
        raise BadRequest(
            say(
                "unknown heading on line {line}; use {pairs} or {chairs}: {text!r}",
                line=number,
                pairs="pair,name",
                chairs="section,table,direction,name,number",
                text=first.strip()[:60],
            )
        )
    return list(_rows(rows, cells, roles))


def _rows(rows: list[tuple[int, list[str]]], columns: list[str], roles: list[str]) -> Iterator[HeadedRow]:
    for number, cells in rows:
        if len(cells) != len(columns):
            raise BadRequest(
                say(
                    "expected the columns {columns} on line {line}, not {count}: {text!r}",
                    columns=",".join(columns),
                    line=number,
                    count=len(cells),
                    text=",".join(cells)[:40],
                )
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
    """Return the word of a heading: ``player`` for ``Player 1`` and ``player_2``; a pair such as ``n1`` has none."""
    return "" if _LABEL.fullmatch(cell) else re.sub(r"[\W\d_]+", "", cell)
