"""A reader of printed pages that shares nothing with what printed them: pypdf, and where on the page words stand."""

import io
import re
from dataclasses import dataclass

from pypdf import PdfReader


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of upright text and where it begins, in points from the left and from the bottom."""

    text: str
    x: float
    y: float
    size: float


def pages(pdf: bytes) -> list[list[Word]]:
    """Return the upright words of every page."""
    return [_words(page) for page in PdfReader(io.BytesIO(pdf)).pages]


def as_typed(words: str) -> str:
    """Return words as one would type them: ranges with a hyphen, and a plain space before numbers."""
    return (
        re.sub(r"(?<=\d)–(?=\d)", "-", words)
        .replace("\u00a0", " ")
        .replace("East–West", "East-West")
        .replace("North–South", "North-South")
    )


def _words(page: object) -> list[Word]:
    found: list[Word] = []

    def visit(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        del font
        # The text matrix within the page's: a, b, c, d, e, f.
        a = tm[0] * cm[0] + tm[1] * cm[2]
        b = tm[0] * cm[1] + tm[1] * cm[3]
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        if text.strip() and a > 0 and abs(b) < 1e-6:
            found.append(Word(as_typed(text.strip()), x, y, abs(a) * size))

    page.extract_text(visitor_text=visit)  # type: ignore[attr-defined]
    return found


def rows(words: list[Word]) -> list[list[str]]:
    """Return words line by line from the top, each line from the left; what stands on one line has one height."""
    lines: dict[float, list[Word]] = {}
    for word in words:
        lines.setdefault(round(word.y, 1), []).append(word)
    return [[w.text for w in sorted(line, key=lambda w: w.x)] for _, line in sorted(lines.items(), reverse=True)]


def mat_tables(page: list[Word], seats: int) -> list[tuple[int, list[list[str]]]]:
    """Return for each mat on a page its number, the largest word on it, and the cells of its rounds."""
    found = []
    heads = sorted((w for w in page if w.text == "Round"), key=lambda w: -w.y)
    for head, below in zip(heads, [*(w.y for w in heads[1:]), 0.0], strict=True):
        left = [w for w in page if w.x < head.x - 5 and below - 60 < w.y < head.y + 60 and w.text.isdigit()]
        number = max(left, key=lambda w: w.size)
        cells = [w for w in page if w.x >= head.x - 5 and below < w.y < head.y - 1]
        lines = [line[: seats + 2] for line in rows(cells)]
        found.append((int(number.text), [line for line in lines if line[0].isdigit() and len(line) == seats + 2]))
    return found


def guide_tables(page: list[Word], columns: int) -> list[tuple[str, list[list[str]]]]:
    """Return for each card on a page its title and the first cells of its rows."""
    titles = [w for w in page if re.fullmatch(r"((NS |EW )?pair|Pair|Player) \d+", w.text)]
    found = []
    for title in titles:
        right = min((w.x for w in titles if w.x > title.x + 20), default=1e9)
        below = max((w.y for w in titles if w.y < title.y - 20), default=0.0)
        mine = [w for w in page if title.x - 3 <= w.x < right - 3 and below + 20 < w.y < title.y - 1]
        found.append(
            (title.text, [line[:columns] for line in rows(mine) if line[0].isdigit() and len(line) >= columns])
        )
    return found
