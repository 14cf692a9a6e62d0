"""Words on a terminal, no wider than it is: in columns, or broken at blanks."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

APART = "   "


def in_columns(cells: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of cells, which go down column by column, as many columns as the width has room for.

    >>> list(in_columns(["N1 → E4", "N2 → E5", "N3 → E6"], 20))
    ['N1 → E4   N3 → E6', 'N2 → E5']
    """
    widest = max(map(len, cells), default=0)
    columns = max(1, (width + len(APART)) // (widest + len(APART)))
    height = -(-len(cells) // columns)
    for i in range(height):
        yield APART.join(f"{cell:<{widest}}" for cell in cells[i::height]).rstrip()


def wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines that are too long in several, the next ones indented as the first is and a little more.

    >>> list(wrapped(["  Boards go down one table."], 22))
    ['  Boards go down one', '    table.']
    """
    for line in lines:
        margin = line[: len(line) - len(line.lstrip())]
        yield from textwrap.wrap(line, max(width, 20), subsequent_indent=f"{margin}  ", break_long_words=False) or [""]
