"""What the writer and the reader of workbooks must agree on: names of cells, and texts that XML cannot hold."""

import re

MOST_LETTERS = 32767
"""The longest text Excel keeps in a cell."""

# XML has no such characters; workbooks write them, and what would look like such an escape, as _xHHHH_.
_UNSPEAKABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})", re.ASCII)


def letters(column: int) -> str:
    """Return what a column is called.

    >>> letters(1), letters(26), letters(27), letters(703)
    ('A', 'Z', 'AA', 'AAA')
    """
    name = ""
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def cell_name(row: int, column: int) -> str:
    """Return what a cell is called.

    >>> cell_name(7, 4)
    'D7'
    """
    return f"{letters(column)}{row}"


def cell_place(name: str) -> tuple[int, int] | None:
    """Return row and column of a cell; None where it is no name of a cell. The inverse of `cell_name`.

    >>> cell_place("D7"), cell_place("D0")
    ((7, 4), None)
    """
    found = _PLACE.fullmatch(name)
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(found[2]), column


def escaped(text: str) -> str:
    r"""Return a text with an escape for what XML cannot hold.

    >>> escaped("a\x00b _x0041_"), unescaped(escaped("a\x00b _x0041_"))
    ('a_x0000_b _x005F_x0041_', 'a\x00b _x0041_')
    """
    return _UNSPEAKABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(text: str) -> str:
    """Return a text with its escapes resolved; the inverse of `escaped`."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
