"""How pages are cut into pieces of one size: at halves, thirds, quarters and sixths, so that nothing is to be trimmed.

Pages are cut all at once, as a stack. So what belongs together lies on the same place of one page after the other, and
is a pile when the stack has been cut.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from byestand.model.session import Section
from byestand.sheets.pages import Order, Paper, Part, shortened
from byestand.words.times import date_words

T = TypeVar("T")

MILLIMETRES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4
"""In a millimetre."""
EDGE = 6.0
"""So many millimetres at the edge of a page printers leave white; all pieces are alike, so of every piece."""
_PARTS = (6, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Cut:
    """How a page is cut."""

    columns: int
    rows: int
    width: float
    """Of a piece, in millimetres."""
    height: float
    landscape: bool = False

    @property
    def places(self) -> int:
        """How many pieces a page has."""
        return self.columns * self.rows

    @property
    def part(self) -> Part:
        """What the template needs to know."""
        return {"columns": self.columns, "rows": self.rows, "width": self.width, "landscape": self.landscape}


def cuts(paper: Paper, *, columns: Sequence[int], landscape: bool = False) -> list[Cut]:
    """Return the ways to cut a page into so many columns."""
    short, long = MILLIMETRES[paper]
    wide, high = (long, short) if landscape else (short, long)
    return [Cut(c, r, wide / c, high / r, landscape) for c in columns for r in _PARTS]


def cut_for(
    pieces: int,
    ways: Sequence[Cut],
    *,
    height: float,
    most: float | None = None,
    pages: Callable[[Cut], int] | None = None,
) -> Cut:
    """Return the way with the fewest pages, and of these with the fewest and widest places, all of them high enough.

    A piece grows to the page, but if possible not to more than *most*. What fits on no page gets one each: whoever
    asks has made it fit.
    """
    fitting = [cut for cut in ways if height <= cut.height <= (most or 2 * height)]
    fitting = fitting or [cut for cut in ways if height <= cut.height] or [cut for cut in ways if cut.rows == 1]
    taken = pages or (lambda cut: ceil(pieces / cut.places))
    return min(fitting, key=lambda cut: (taken(cut), cut.places, cut.columns))


def stacked(pieces: Sequence[T], places: int) -> list[list[T | None]]:
    """Return pages whose piles, one put under the other, are the pieces in their order; places left over are None.

    >>> stacked("abcde", 2)
    [['a', 'd'], ['b', 'e'], ['c', None]]
    """
    pages = ceil(len(pieces) / places)
    piles = [pieces[start : start + pages] for start in range(0, pages * places, pages)]
    return [[pile[page] if page < len(pile) else None for pile in piles] for page in range(pages)]


def identity(section: Section, order: Order, letters: int) -> tuple[str, str]:
    """Return the two lines that stand on every piece, each of at most so many letters: what is played, and when.

    Where there is no room for all of it the club goes, which knows its own paper; then the session, then the section.
    """
    event = order.session.event
    day = date_words(event.date) if event.date else ""
    letter = f"section {section.letter}" if section.letter else ""
    name = section.movement.name
    return (
        _that_fits([(event.club, event.title), (event.title or event.club,)], letters),
        _that_fits([(event.session, day, letter, name), (day, letter, name), (day, name)], letters),
    )


def _that_fits(ways: Sequence[Sequence[str]], letters: int) -> str:
    """Return the first of some words joined that has at most so many letters; else the last, cut."""
    joined = [" · ".join(filter(None, words)) for words in ways]
    return next((words for words in joined if len(words) <= letters), shortened(joined[-1], letters))
