"""A simulated paper cutter: reads dashed lines of printed pages, cuts the stack along them, and reads the pieces.

It shares no code with the printing.
"""

from dataclasses import dataclass, field
from itertools import pairwise

from pypdfium2 import PdfDocument, PdfPage

from tests.support.pdf_reader import UPRIGHT, Stroke, Word, strokes_on, words_on

MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Page:
    """A printed page: its size, words and lines."""

    width: float
    height: float
    words: list[Word]
    strokes: list[Stroke]

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return the cuts, across and down, including the edges."""
        dashed = [stroke for stroke in self.strokes if stroke.dashed]
        down = {round(one.x, 2) for one in dashed if not one.is_level}
        across = {round(one.y, 2) for one in dashed if one.is_level}
        return [0.0, *sorted(down), self.width], [self.height, *sorted(across, reverse=True), 0.0]


@dataclass(frozen=True, slots=True)
class Piece:
    """The words and lines of one piece."""

    words: list[Word] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)

    def after(self, label: str) -> str:
        """Return the word to the right of the first *label* on its line; empty if there is none."""
        labels = [word for word in self.words if word.text == label]
        first = max(labels, key=lambda word: (word.y, -word.x))
        right = [w for w in self.words if abs(w.y - first.y) < 0.1 and w.x > first.x]
        found = min(right, key=lambda word: word.x, default=None)
        return found.text if found and found.size > first.size else ""

    def column(self, head: str) -> list[Word]:
        """Return the words below the head of a column, from the top, between the lines left and right of it."""
        heads = [word for word in self.words if word.text == head]
        upright = [s for s in self.strokes if not s.is_level and abs(s.y - s.to_y) > 5]
        if not heads or not upright:
            return []
        lines = sorted({round(stroke.x, 1) for stroke in upright})
        top = min(heads, key=lambda word: word.size)
        left = max(x for x in lines if x <= top.x)
        right = min(x for x in lines if x > top.x)
        bottom = min(min(s.y, s.to_y) for s in upright if abs(s.x - left) < 0.2)
        below = [w for w in self.words if left <= w.x < right and bottom < w.y < top.y - 1]
        return sorted(below, key=lambda word: (-round(word.y), word.x))


def read(pdf: bytes) -> list[Page]:
    """Return the pages of a document with their upright words."""
    return list(map(_read, PdfDocument(pdf)))


def _read(page: PdfPage) -> Page:
    upright = [word for word in words_on(page) if word.turn == UPRIGHT]
    return Page(page.get_width(), page.get_height(), upright, strokes_on(page))


def cut(page: Page) -> list[Piece]:
    """Return the pieces of a page, from left to right and from the top."""
    down, across = page.cuts()
    found = []
    for top, bottom in pairwise(across):
        for left, right in pairwise(down):
            words = [w for w in page.words if left <= w.x < right and bottom <= w.y < top]
            lines = [s for s in page.strokes if not s.dashed and left <= s.x < right and bottom <= s.y < top]
            found.append(Piece(words, lines))
    return found


def piles(stack: list[Page]) -> list[list[Piece]]:
    """Return a stack of pages cut at once: each pile from the top."""
    return [list(pile) for pile in zip(*map(cut, stack), strict=True)]
