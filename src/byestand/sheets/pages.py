"""What all sheets share: orders and booklets, papers, looks of cases and sections, and words that fit on a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal, TypeAlias

from byestand.model import Event, Movement, Section, Session, ring
from byestand.texts import title_line
from byestand.words.times import date_words
from byestand.words.travel import travel

Part: TypeAlias = dict[str, Any]
"""What the templates are given: plain values only, by name."""
Paper: TypeAlias = Literal["a4", "letter"]

PAPERS = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}
"""Width and height in points."""
LONGEST_WORDS = 110
"""Titles out of files may be of any length; a page has room for so many characters."""
HEADINGS = {"North": "N", "South": "S", "East": "E", "West": "W", "boards": "bds", "group": "grp"}
"""Short words over the columns of a chart: the numbers under them are short too."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted."""

    session: Session
    sheets: tuple[str, ...]
    paper: Paper = "a4"
    large: bool = False
    """Whether what hangs on a wall is printed on paper of twice the size."""
    mats_per_page: Literal[1, 2] = 1
    mats_read_from: Literal["north", "south"] = "north"
    tents: Literal["folded", "panels"] = "folded"
    """Table numbers folded once, for card, or in four panels, for paper."""
    table: int | None = None
    """The one table whose mat, slips, … are wanted; None: all."""
    pair: str = ""
    """The label of the one contestant whose cards are wanted; nothing: all."""

    def wants_table(self, table: int) -> bool:
        """Tell whether what lies on a table is wanted."""
        return self.table in (None, table)

    def wants(self, section: Section, label: str) -> bool:
        """Tell whether what a contestant gets is wanted; in a single section its letter may be left out."""
        alone = len(self.session.sections) == 1
        return self.pair in ("", section.letter + label) or (alone and self.pair == label)


@dataclass(frozen=True, slots=True)
class Booklet:
    """All parts in the order of their pages."""

    title: str
    paper: Paper
    event: tuple[str, ...]
    """What stands on every page: the club, the title, the session, the date, as far as they are known."""
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How something is told from its neighbours."""

    ink: str
    """For lines and letters: dark enough on white."""
    tint: str
    """For the ground behind black letters."""
    dashes: tuple[int, ...] = ()
    """Lengths of stroke and gap; a full line has none."""


# The first two are those of the 2019 pictures: blue and red.
_CASES = (
    Look("#1f4fa3", "#dce8f8"),
    Look("#c0271d", "#fbe3dd", (9, 5)),
    Look("#1c7a3a", "#dff2e1", (2, 4)),
    Look("#a15c00", "#fdeccb", (14, 4, 2, 4)),
    Look("#6b3fa0", "#ebe1f6", (5, 3)),
    Look("#00707a", "#d5f0f1", (14, 4, 2, 4, 2, 4)),
)

_SECTIONS = ("#12355b", "#8f1d1d", "#1d5c33", "#7a4a00", "#4b2a7b", "#0b5a63", "#7b2255", "#3d3d3d")


def wall_size(order: Order) -> tuple[float, float]:
    """Return the sides of the paper for what hangs on a wall, the short one first."""
    short, long = PAPERS[order.paper]
    return (long, 2 * short) if order.large else (short, long)


def event_words(event: Event) -> tuple[str, ...]:
    """Return what stands on every page of an evening."""
    day = date_words(event.date) if event.date else ""
    return tuple(shortened(words) for words in (event.club, event.title, event.session, day) if words)


def case_look(position: int) -> Look:
    """Return the look of the first, second, … case."""
    return _CASES[ring(position, len(_CASES)) - 1]


def case_looks(movement: Movement, at_hand: int | None = None) -> dict[str, Look]:
    """Return the looks of all cases that a movement plays out of."""
    cases = sorted({copy.case for copy in travel(movement, at_hand).journeys}, key=lambda case: (len(case), case))
    return {case: case_look(position) for position, case in enumerate(cases, start=1)}


def section_colour(letter: str) -> str:
    """Return the colour of a section: by its letter, or of the first where there are no letters."""
    position = ord(letter[-1]) - ord("A") + 1 if letter else 1
    return _SECTIONS[ring(position, len(_SECTIONS)) - 1]


def shortened(words: str, most: int = LONGEST_WORDS) -> str:
    r"""Return words that fit on a line, of letters that can be printed.

    >>> shortened("Club\n night"), shortened("Nights at the oval", 10)
    ('Club night', 'Nights at…')
    """
    plain = title_line(" ".join(words.split()))
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def equal_blocks(numbers: Sequence[int], most: int) -> tuple[tuple[int, ...], ...]:
    """Return numbers in as few blocks of at most *most* as there must be, all of about the same length.

    >>> equal_blocks(range(1, 8), 3)
    ((1, 2, 3), (4, 5, 6), (7,))
    >>> equal_blocks(range(1, 9), 7)
    ((1, 2, 3, 4), (5, 6, 7, 8))
    """
    length = ceil(len(numbers) / ceil(len(numbers) / most))
    return tuple(tuple(numbers[i : i + length]) for i in range(0, len(numbers), length))


def is_wanted(label: str, section: Section, order: Order) -> bool:
    """Tell whether what belongs to a contestant is to be printed: ``E5``, or ``BE5`` in section B."""
    return order.pair.strip().upper() in ("", label.upper(), f"{section.letter}{label}".upper())
