"""Shared by all sheets: orders and booklets, paper sizes, and text that fits on a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any, Literal, TypeAlias, TypeVar

from byestand.model.event import Event
from byestand.model.layout import case_position
from byestand.model.session import Section, Session
from byestand.sanitize import title_line
from byestand.words.dates import full_date

T = TypeVar("T")
Part: TypeAlias = dict[str, Any]
"""The data of a template: plain values by name."""
Paper: TypeAlias = Literal["a4", "letter"]

PAPERS = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}
"""Width and height in points."""
ONE_METRE, SEVENTY_CENTIMETRES, FORTY_CENTIMETRES = 25.0, 17.5, 10.0
"""The smallest type size for a reading distance, in points: 25 per metre."""
LONGEST_WORDS = 110
"""The most characters of a title: files may have titles of any length."""
_NARROW, _WIDE = frozenset("filjtrI.,:;'|!()[]"), frozenset("mwMWÆŒæœ@%…—")
_BOLD = 1.08
"""The width of bold letters, relative to regular ones."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """An order to print."""

    session: Session
    sheets: tuple[str, ...]
    paper: Paper = "a4"
    large: bool = False
    """Whether sheets for the wall are printed on paper of twice the size."""
    mats_per_page: Literal[1, 2] = 1
    mats_read_from: Literal["north", "south"] = "north"
    tents: Literal["folded", "panels"] = "folded"
    """Table numbers folded once, for card, or in four panels, for paper."""
    table: int | None = None
    """The table to print for; None: all tables."""
    pair: str = ""
    """The label of the contestant to print for; empty: all."""

    def includes_table(self, table: int) -> bool:
        """Return whether sheets of a table are wanted."""
        return self.table in (None, table)

    def includes(self, section: Section, label: str) -> bool:
        """Return whether sheets of a contestant are wanted. With one section its letter may be left out."""
        alone = len(self.session.sections) == 1
        return self.pair in ("", section.letter + label) or (alone and self.pair == label)


@dataclass(frozen=True, slots=True)
class Booklet:
    """All parts in the order of their pages."""

    title: str
    paper: Paper
    event: tuple[str, ...]
    """The foot of every page: club, title, session and date, as far as they are known."""
    parts: tuple[Part, ...]


def page_size(paper: Paper, *, landscape: bool, large: bool = False) -> tuple[float, float]:
    """Return the width and the height of a page, or of a large one for the wall, in points."""
    short, long = PAPERS[paper]
    short, long = (long, 2 * short) if large else (short, long)
    return (long, short) if landscape else (short, long)


def event_words(event: Event) -> tuple[str, ...]:
    """Return the foot of every page of a session."""
    day = full_date(event.date) if event.date else ""
    return tuple(shorten_to_width(words) for words in (event.club, event.title, event.session, day) if words)


def set_mark(section: Section, case: str) -> Part:
    """Return the name of a set, and the number of its pattern."""
    return {"name": section.set_name(case), "position": case_position(case)}


def shorten_to_width(words: str, most: int = LONGEST_WORDS) -> str:
    r"""Return text that fits on a line, with letters that can be printed.

    >>> shorten_to_width("Club\n night"), shorten_to_width("Nights at the oval", 10)
    ('Club night', 'Nights at…')
    """
    plain = title_line(" ".join(words.split()))
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def equal_blocks(numbers: Sequence[int], most: int) -> tuple[tuple[int, ...], ...]:
    """Return numbers in as few blocks of at most *most* as possible, all of about the same length.

    >>> equal_blocks(range(1, 8), 3)
    ((1, 2, 3), (4, 5, 6), (7,))
    >>> equal_blocks(range(1, 9), 7)
    ((1, 2, 3, 4), (5, 6, 7, 8))
    """
    length = ceil(len(numbers) / ceil(len(numbers) / most))
    return tuple(tuple(numbers[i : i + length]) for i in range(0, len(numbers), length))


def chunks(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """Return items in groups of a size, in order."""
    return [items[i : i + size] for i in range(0, len(items), size)]


@lru_cache(maxsize=10_000)  # the same texts are measured for every size that is tried
def ems(words: str, *, bold: bool = False) -> float:
    """Return the width of a text in Byestand Sans, as a share of its size, rounded up.

    >>> round(ems("25–26"), 2), round(ems("12", bold=True), 2)
    (2.5, 1.08)
    """
    return sum(map(_width, words)) * (_BOLD if bold else 1.0)


def _width(letter: str) -> float:
    if letter in " \u00a0":
        return 0.2
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.95
    if letter.isdigit() or letter in "-–":
        return 0.5
    if ord(letter) > 0x2E80:
        return 1.0  # Chinese, Japanese, Korean: squares
    return 0.66 if letter.isupper() else 0.54
