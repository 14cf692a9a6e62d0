"""Reading text line by line: numbered lines, and whole numbers that must be in range."""

import re
from collections.abc import Iterator

from byestand.errors import FormatError
from byestand.model import plain_number

# Not str.splitlines, which also breaks at form feeds and the like: editors count these three only.
_BREAK = re.compile(r"\r\n|\r|\n")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, whichever system ended it."""
    yield from enumerate(_BREAK.split(text), start=1)


def whole_number(cell: str, low: int, high: int, what: str, *, source: str, line: int) -> int:
    """Return the whole number in a cell; anything else, or one out of range, is refused."""
    digits = cell.strip()
    number = plain_number(digits)
    if number is None or not low <= number <= high:
        reason = f"expected a whole number from {low} to {high} for {what}: {cell[:40]!r}"
        raise FormatError(source, reason, line=line)
    return number
