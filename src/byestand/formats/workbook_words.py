"""What cells of a workbook are called, and texts in them that XML cannot hold."""

import re

MOST_LETTERS = 32767
"""The longest text Excel keeps in a cell."""

# What XML has no letter for, and what would look like such an escape, is written as _xHHHH_.
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


def unescaped(text: str) -> str:
    r"""Return a text with its escapes resolved, which stand for letters that XML cannot hold, and for themselves.

    >>> unescaped("a_x0000_b _x005F_x0041_")
    'a\x00b _x0041_'
    """
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
