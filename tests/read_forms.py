"""Somebody with a paper cutter: reads dashed lines off printed pages, cuts the stack along them, and reads the pieces.

Shares nothing with what printed the pages.
"""

import io
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pypdf import PageObject, PdfReader

from read_pdf import UPRIGHT, Word, words_on

MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line on a page, in points from the left and from the bottom."""

    x: float
    y: float
    to_x: float
    to_y: float
    dashed: bool

    @property
    def is_level(self) -> bool:
        """Whether it runs from left to right."""
        return abs(self.y - self.to_y) < 0.1


@dataclass(frozen=True, slots=True)
class Page:
    """A printed page: how large it is, its words and its lines."""

    width: float
    height: float
    words: list[Word]
    strokes: list[Stroke]

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return where it is cut, across and down, the edges included."""
        dashed = [stroke for stroke in self.strokes if stroke.dashed]
        down = {round(one.x, 2) for one in dashed if not one.is_level}
        across = {round(one.y, 2) for one in dashed if one.is_level}
        return [0.0, *sorted(down), self.width], [self.height, *sorted(across, reverse=True), 0.0]


@dataclass(frozen=True, slots=True)
class Piece:
    """What the cutter leaves: the words and lines of one piece."""

    words: list[Word] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)

    def after(self, label: str) -> str:
        """Return the word to the right of the first *label* on its line; nothing where there is none."""
        labels = [word for word in self.words if word.text == label]
        first = max(labels, key=lambda word: (word.y, -word.x))
        right = [w for w in self.words if abs(w.y - first.y) < 0.1 and w.x > first.x]
        found = min(right, key=lambda word: word.x, default=None)
        return found.text if found and found.size > first.size else ""

    def column(self, head: str) -> list[Word]:
        """Return what stands below the head of a column, from the top, between the lines left and right of it."""
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
    """Return the pages of a document."""
    return list(map(_read, PdfReader(io.BytesIO(pdf)).pages))


def _read(page: PageObject) -> Page:
    """Return a page, read once for both its words and its lines: that takes long."""
    pen = Pen()
    words = [word for word in words_on(page, pen.heard) if word.turn == UPRIGHT]
    return Page(float(page.mediabox.width), float(page.mediabox.height), words, pen.found)


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


class Pen:
    """Follows all lines that are drawn on a page; of filled boxes the edges."""

    def __init__(self) -> None:
        self.found: list[Stroke] = []
        self._matrix: tuple[float, ...] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        self._dashed = False
        self._kept: list[tuple[tuple[float, ...], bool]] = []
        self._path: list[tuple[float, float]] = []

    def heard(self, operator: bytes, operands: list[Any], *_: object) -> None:
        """Do what the page says."""
        if operator == b"q":
            self._kept.append((self._matrix, self._dashed))
        elif operator == b"Q":
            self._matrix, self._dashed = self._kept.pop()
        elif operator == b"cm":
            self._matrix = _times(tuple(map(float, operands)), self._matrix)
        elif operator == b"d":
            self._dashed = bool(operands[0])
        elif operator in (b"m", b"l"):
            self._path.append(_at(self._matrix, float(operands[0]), float(operands[1])))
        elif operator in (b"S", b"f", b"f*", b"B", b"n"):
            drawn = pairwise(self._path) if operator != b"n" else ()
            self.found += [Stroke(*a, *b, self._dashed) for a, b in drawn]
            self._path = []


def _times(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _at(matrix: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
