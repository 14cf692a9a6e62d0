"""A reader of printed pages that shares nothing with what printed them: pypdf, and where on the page words stand."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, hypot, pi
from typing import Any, TypeAlias

from pypdf import PageObject, PdfReader

Heard: TypeAlias = Callable[[bytes, list[Any], list[float], list[float]], None]
"""What pypdf tells somebody who listens: operator, operands, and the matrices of page and text."""
UPRIGHT, TO_THE_LEFT, UPSIDE_DOWN, TO_THE_RIGHT, ASLANT = 0, 1, 2, 3, 4
"""Which way text runs, in quarter turns; along an arrow it is none."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of text and where it begins, in points from the left and from the bottom."""

    text: str
    x: float
    y: float
    size: float
    turn: int = UPRIGHT

    @property
    def width(self) -> float:
        """How wide it is at least, by the letters of our face: slim, round and others."""
        return self.size * sum(
            0.22 if c in "iIljtfr-.,:;()/ '·" else 0.38 if c in "sczvxyk" else 0.47 for c in self.text
        )


def pages(pdf: bytes) -> list[list[Word]]:
    """Return the upright words of every page."""
    return [[word for word in page if word.turn == UPRIGHT] for page in turned_pages(pdf)]


def turned_pages(pdf: bytes) -> list[list[Word]]:
    """Return all words of every page, whichever way they run."""
    return [words_on(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def as_typed(words: str) -> str:
    """Return words as one would type them: ranges with a hyphen, and a plain space before numbers."""
    return (
        re.sub(r"(?<=\d)–(?=\d)", "-", words)
        .replace("\u00a0", " ")
        .replace("’", "'")
        .replace("East–West", "East-West")
        .replace("North–South", "North-South")
    )


def words_on(page: PageObject, heard: Heard | None = None) -> list[Word]:
    """Return all words of a page; whoever wants to draw too *heard* every order to the pen on the way."""
    found: list[Word] = []

    def visit(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        del font
        # The text matrix within the page's: a, b, c, d, e, f.
        a = tm[0] * cm[0] + tm[1] * cm[2]
        b = tm[0] * cm[1] + tm[1] * cm[3]
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        if text.strip():
            quarters = atan2(b, a) / (pi / 2)
            turn = round(quarters) % 4 if abs(quarters - round(quarters)) < 1e-6 else ASLANT
            found.append(Word(as_typed(text.strip()), x, y, hypot(a, b) * size, turn))

    page.extract_text(visitor_text=visit, visitor_operand_before=heard)
    return found


def rows(words: list[Word]) -> list[list[str]]:
    """Return words line by line from the top, each line from the left; what stands on one line has one height."""
    lines: dict[float, list[Word]] = {}
    for word in words:
        lines.setdefault(round(word.y, 1), []).append(word)
    return [[w.text for w in sorted(line, key=lambda w: w.x)] for _, line in sorted(lines.items(), reverse=True)]
