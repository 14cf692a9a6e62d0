"""A reader of printed pages that is independent of the printing: PDFium, with positions on the page."""

import re
from collections.abc import Iterator
from ctypes import c_float
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import atan2, hypot, pi

from pypdfium2 import PdfDocument, PdfPage, raw

UPRIGHT, TO_THE_LEFT, UPSIDE_DOWN, TO_THE_RIGHT, ASLANT = 0, 1, 2, 3, 4
"""The direction of text, in quarter turns; text along an arrow has none."""
LONGEST = 2000
"""The maximum number of characters in a word."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of text and its start, in points from the left and from the bottom."""

    text: str
    x: float
    y: float
    size: float
    turn: int = UPRIGHT

    @property
    def width(self) -> float:
        """The minimum width, by the letters of our font: narrow, round and others."""
        return self.size * _ems(self.text)


@cache
def _ems(text: str) -> float:
    return sum(0.22 if c in "iIljtfr-.,:;()/ '·" else 0.38 if c in "sczvxyk" else 0.47 for c in text)


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


def pages(pdf: bytes) -> list[list[Word]]:
    """Return the upright words of every page."""
    return [[word for word in page if word.turn == UPRIGHT] for page in turned_pages(pdf)]


def turned_pages(pdf: bytes) -> list[list[Word]]:
    """Return all words of every page, in any direction."""
    return [words_on(page) for page in PdfDocument(pdf)]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of every page."""
    return [page.get_size() for page in PdfDocument(pdf)]


def as_typed(words: str) -> str:
    """Return words as typed: ranges with a hyphen, and a plain space before numbers."""
    return (
        re.sub(r"(?<=\d)–(?=\d)", "-", words)
        .replace("\u00a0", " ")
        .replace("’", "'")
        .replace("East–West", "East-West")
        .replace("North–South", "North-South")
    )


def words_on(page: PdfPage) -> list[Word]:
    """Return all words of a page."""
    found: list[Word] = []
    letters, size, matrix = (raw.FPDF_WCHAR * LONGEST)(), c_float(), raw.FS_MATRIX()
    text_page = page.get_textpage()
    for drawn in _drawn_on(page, raw.FPDF_PAGEOBJ_TEXT):
        length = raw.FPDFTextObj_GetText(drawn, text_page, letters, 2 * LONGEST)
        assert 2 <= length <= 2 * LONGEST
        if text := bytes(letters)[: length - 2].decode("utf-16-le").strip():
            raw.FPDFTextObj_GetFontSize(drawn, size)
            raw.FPDFPageObj_GetMatrix(drawn, matrix)
            quarters = atan2(matrix.b, matrix.a) / (pi / 2)
            turn = round(quarters) % 4 if abs(quarters - round(quarters)) < 1e-6 else ASLANT
            found.append(Word(as_typed(text), matrix.e, matrix.f, hypot(matrix.a, matrix.b) * size.value, turn))
    return found


def strokes_on(page: PdfPage) -> list[Stroke]:
    """Return all straight lines of a page, including the edges of filled boxes."""
    found: list[Stroke] = []
    matrix = raw.FS_MATRIX()
    for drawn in _drawn_on(page, raw.FPDF_PAGEOBJ_PATH):
        raw.FPDFPageObj_GetMatrix(drawn, matrix)
        dashed = raw.FPDFPageObj_GetDashCount(drawn) > 0
        for (_, x, y), (kind, to_x, to_y) in pairwise(_path(drawn, matrix)):
            if kind == raw.FPDF_SEGMENT_LINETO:
                found.append(Stroke(x, y, to_x, to_y, dashed))
    return found


def _path(drawn: object, matrix: raw.FS_MATRIX) -> Iterator[tuple[int, float, float]]:
    """Yield the points of a path, with the kind of segment to each."""
    x, y = c_float(), c_float()
    for number in range(raw.FPDFPath_CountSegments(drawn)):
        point = raw.FPDFPath_GetPathSegment(drawn, number)
        raw.FPDFPathSegment_GetPoint(point, x, y)
        yield (
            raw.FPDFPathSegment_GetType(point),
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )


def _drawn_on(page: PdfPage, wanted: int) -> Iterator[object]:
    """Yield all objects of one kind on a page; nested objects are not allowed, because they would be missed."""
    for number in range(raw.FPDFPage_CountObjects(page)):
        drawn = raw.FPDFPage_GetObject(page, number)
        kind = raw.FPDFPageObj_GetType(drawn)
        assert kind != raw.FPDF_PAGEOBJ_FORM
        if kind == wanted:
            yield drawn


def rows(words: list[Word]) -> list[list[str]]:
    """Return words line by line from the top, each line from the left; words on one line have the same height."""
    lines: dict[float, list[Word]] = {}
    for word in words:
        lines.setdefault(round(word.y, 1), []).append(word)
    return [[w.text for w in sorted(line, key=lambda w: w.x)] for _, line in sorted(lines.items(), reverse=True)]
