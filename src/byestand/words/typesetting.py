r"""How words are set for the eye: what a keyboard writes plainly becomes what a printer would have set.

Sentences are written plainly everywhere, ``boards 1-26 at table 7``, so that they can be searched for, compared and
typed back. Where they are set in type, on paper or on a page, ranges get an en dash and a number never parts from its
word at the end of a line. On a terminal words are no wider than it is: in columns, or broken at blanks.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_RANGE = re.compile(r"(?<![\w-])(\d{1,3})-(\d{1,3})(?![\w-])")
"""From a number up to another, neither longer than those of boards: what is longer may be a telephone."""
_NUMBERED = re.compile(
    r"\b(tables?|rounds?|boards?|pairs?|players?|sets?|stands?|sections?|sessions?|NS|EW|North|South|East|West) (?=\d)",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(North-South|East-West)\b( (?=\d))?")


def typeset(words: str) -> str:
    r"""Return words as they are set.

    >>> typeset("boards 1-26, table 7: East-West 3 sit out")
    'boards\xa01–26, table\xa07: East–West\xa03 sit out'
    >>> typeset("Anna, 123-4567, born 1-2-73")
    'Anna, 123-4567, born 1-2-73'
    """
    words = _SIDES.sub(lambda found: found[1].replace("-", "–") + ("\u00a0" if found[2] else ""), words)
    return _NUMBERED.sub("\\1\u00a0", _RANGE.sub(_range, _APOSTROPHE.sub("’", words)))


def _range(found: re.Match[str]) -> str:
    low, high = found.groups()
    return f"{low}–{high}" if int(low) < int(high) else found[0]


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
