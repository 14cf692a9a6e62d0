r"""Typography: en dashes, apostrophes and spaces that do not break; columns and wrapped lines for a terminal.

Sentences have plain characters, ``boards 1-26 at table 7``, so that they can be searched, compared and typed. On paper
and on pages ranges get an en dash, and a number stays on one line with its noun.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_RANGE = re.compile(r"(?<![\w-])(\d{1,3})-(\d{1,3})(?![\w-])")
"""A range of numbers with at most three digits: longer ones may be telephone numbers."""
_NUMBERED = re.compile(
    r"\b(tables?|rounds?|boards?|pairs?|players?|sets?|stands?|sections?|sessions?|NS|EW|North|South|East|West) (?=\d)",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(North-South|East-West)\b( (?=\d))?")


def typeset(words: str) -> str:
    r"""Return a text with typographic characters.

    >>> typeset("boards 1-26, table 7: East-West 3 sit out")
    'boards\xa01–26, table\xa07: East–West\xa03 sit out'
    >>> typeset("Anna, 123-4567, born 1-2-73")
    'Anna, 123-4567, born 1-2-73'
    """
    words = _SIDES.sub(lambda match: match[1].replace("-", "–") + ("\u00a0" if match[2] else ""), words)
    return _NUMBERED.sub("\\1\u00a0", _RANGE.sub(_range, _APOSTROPHE.sub("’", words)))


def _range(match: re.Match[str]) -> str:
    low, high = match.groups()
    return f"{low}–{high}" if int(low) < int(high) else match[0]


APART = "   "


def in_columns(cells: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of cells in columns, filled column by column, as many columns as fit the width.

    >>> list(in_columns(["N1 → E4", "N2 → E5", "N3 → E6"], 20))
    ['N1 → E4   N3 → E6', 'N2 → E5']
    """
    widest = max(map(len, cells), default=0)
    columns = max(1, (width + len(APART)) // (widest + len(APART)))
    height = -(-len(cells) // columns)
    for i in range(height):
        yield APART.join(f"{cell:<{widest}}" for cell in cells[i::height]).rstrip()


def wrap_lines(lines: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines wrapped to a width, with a hanging indent.

    >>> list(wrap_lines(["  Boards go down one table."], 22))
    ['  Boards go down one', '    table.']
    """
    for line in lines:
        margin = line[: len(line) - len(line.lstrip())]
        yield from textwrap.wrap(line, max(width, 20), subsequent_indent=f"{margin}  ", break_long_words=False) or [""]
