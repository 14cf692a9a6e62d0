"""Pages that are cut into equal pieces: at halves, thirds, quarters and sixths, without trimming.

All pages are cut as one stack. Pieces that belong together have the same place on successive pages, so that they are
a pile after cutting.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from byestand.language import say
from byestand.model.session import Section
from byestand.sheets.print_order import Paper, Part, PrintOrder, shorten_to_width
from byestand.words.dates import full_date

T = TypeVar("T")

MILLIMETRES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4
"""In a millimetre."""
EDGE = 6.0
"""The white edge that printers leave, in millimetres. All pieces are alike, so every piece has it."""
_PARTS = (6, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class CutLayout:
    """The cut of a page."""

    columns: int
    rows: int
    width: float
    """Of a piece, in millimetres."""
    height: float
    landscape: bool = False

    @property
    def places(self) -> int:
        """The number of pieces of a page."""
        return self.columns * self.rows

    @property
    def part(self) -> Part:
        """The data of the template."""
        return {"columns": self.columns, "rows": self.rows, "width": self.width, "landscape": self.landscape}


def cuts(paper: Paper, *, columns: Sequence[int], landscape: bool = False) -> list[CutLayout]:
    """Return the ways to cut a page into the given numbers of columns."""
    short, long = MILLIMETRES[paper]
    wide, high = (long, short) if landscape else (short, long)
    return [CutLayout(c, r, wide / c, high / r, landscape) for c in columns for r in _PARTS]


def cut_for(
    pieces: int,
    ways: Sequence[CutLayout],
    *,
    height: float,
    most: float | None = None,
    pages: Callable[[CutLayout], int] | None = None,
) -> CutLayout:
    """Return the cut with the fewest pages, and of these with the fewest and widest pieces that are high enough.

    A piece grows with the page, but if possible not above *most*. If no cut is high enough, each piece gets a page.
    """
    fitting = [cut for cut in ways if height <= cut.height <= (most or 2 * height)]
    fitting = fitting or [cut for cut in ways if height <= cut.height] or [cut for cut in ways if cut.rows == 1]
    taken = pages or (lambda cut: ceil(pieces / cut.places))
    return min(fitting, key=lambda cut: (taken(cut), cut.places, cut.columns))


def stack_pieces(pieces: Sequence[T], places: int) -> list[list[T | None]]:
    """Return pages whose piles, put under each other, are the pieces in order. Spare places are None.

    >>> stack_pieces("abcde", 2)
    [['a', 'd'], ['b', 'e'], ['c', None]]
    """
    pages = ceil(len(pieces) / places)
    piles = [pieces[start : start + pages] for start in range(0, pages * places, pages)]
    return [[pile[page] if page < len(pile) else None for pile in piles] for page in range(pages)]


def identity(section: Section, order: PrintOrder, letters: int) -> tuple[str, str]:
    """Return the two lines of identity of every piece, each of at most *letters* letters.

    Without room for everything the club is left out first, then the session, then the section.
    """
    event = order.session.event
    day = full_date(event.date) if event.date else ""
    letter = say("section {letter}", letter=section.letter) if section.letter else ""
    name = section.movement.name
    return (
        _that_fits([(event.club, event.title), (event.title or event.club,)], letters),
        _that_fits([(event.session, day, letter, name), (day, letter, name), (day, name)], letters),
    )


def _that_fits(ways: Sequence[Sequence[str]], letters: int) -> str:
    """Return the first of some joined texts that fits, else the last one, shortened."""
    joined = [" · ".join(filter(None, words)) for words in ways]
    return next((words for words in joined if len(words) <= letters), shorten_to_width(joined[-1], letters))
