"""Headings of lists of names: a line of column names is never a player."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.formats.csv import lines
from byestand.formats.files import numbered_lines

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
    if "name" not in roles or not {"name", "pair", "section"}.issuperset(roles) or _has_twice(roles):
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


def _has_twice(roles: list[str]) -> bool:
    return any(role != "name" and roles.count(role) > 1 for role in roles)
