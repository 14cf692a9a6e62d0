"""Views of the display, and the size of their text: as large as fits, and readable from the last row."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, NamedTuple, TypeAlias

from byestand.sentences.next_moves import MoveText
from byestand.sentences.result_pages import RankingPlace
from byestand.sentences.start_entries import StartListEntry
from byestand.server.live.message import ClockView

SECONDS_A_PAGE = 12
ON_A_LINE = 24
"""Letters of a name that fit on a line of a start list; longer names are smaller."""


@dataclass(frozen=True, slots=True)
class WallFrame:
    """Parts of every display."""

    id: int
    title: str
    mark: str
    message: str
    """The message of the director."""
    time: str
    page: int
    """The page to show first, counted from 0."""
    page_count: int
    next_page: str
    """The query of the next page, for screens without scripts."""
    seconds_a_page: int = SECONDS_A_PAGE

    @property
    def page_number(self) -> int:
        """The page to show first, counted from 1."""
        return self.page + 1


class RankingColumn(NamedTuple):
    """Some places of a ranking."""

    title: str
    places: tuple[RankingPlace, ...]


@dataclass(frozen=True, slots=True)
class WallRankingView:
    """The ranking."""

    template: ClassVar = "wall_ranking.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    date: str
    """Empty without a date; then the time is shown."""
    unit: str
    not_final: str
    """Why the ranking is not final; empty if it is."""
    pages: tuple[tuple[RankingColumn, ...], ...]


@dataclass(frozen=True, slots=True)
class WallTextView:
    """A short text: at the end, and before the ranking is published."""

    template: ClassVar = "wall_notice.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class WallMessageView:
    """A long message of the director, on the whole display."""

    template: ClassVar = "wall_message.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    size: str
    pages: tuple[tuple[str, ...], ...]
    clocks: tuple[ClockView, ...]
    starts: str


@dataclass(frozen=True, slots=True)
class WallListView:
    """The start list."""

    template: ClassVar = "wall_list.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    pages: tuple[tuple[tuple[StartListEntry, ...], ...], ...]
    """Pages of columns."""
    is_dense: bool
    welcome: str
    starts: str
    ends: str
    letters_on_line: int = ON_A_LINE


@dataclass(frozen=True, slots=True)
class WallClock:
    """One clock on the display, and the moves of its sections."""

    clock: ClockView
    moves: tuple[MoveText, ...]
    size: str
    """The CSS class of their size."""
    notes: tuple[str, ...]
    """Notes about this round."""
    loud: tuple[MoveText, ...]
    """Special moves after this round; they fill the display when the round ends."""
    skip_tables: tuple[int, int, int]
    """Tables in the drawing of a skip: from the first to the third."""
    break_after: int
    """The round before the next break; 0 without a break."""


@dataclass(frozen=True, slots=True)
class WallRoundView:
    """The current round."""

    template: ClassVar = "wall_round.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    clocks: tuple[WallClock, ...]


WallView: TypeAlias = WallRankingView | WallTextView | WallMessageView | WallListView | WallRoundView


WIDTH, HEIGHT = 61.0, 72.0
"""Size of the column next to the clock without its heading, in hundredths of the display height."""


@dataclass(frozen=True, slots=True)
class WallTextSize:
    """A text size of wall.css: moves, their details, and the gap between two moves."""

    name: str
    words: float
    detail: float
    gap: float

    def height(self, shown: str, moves: Sequence[MoveText]) -> float:
        """Return the approximate height of a message and moves; letters of details are wider."""
        own = self._lines(shown, self.words, 0.44) + (self.gap if shown else 0)
        told = (self._lines(m.words, self.words, 0.44) + self._lines(m.detail, self.detail, 0.54) for m in moves)
        return own + sum(told) + self.gap * (len(moves) - 1)

    @staticmethod
    def _lines(text: str, size: float, wide: float) -> float:
        return ceil(len(text) * size * wide / WIDTH) * size * 1.2


LARGE, SMALL = WallTextSize("", 6.4, 3.9, 2.0), WallTextSize("many", 4.6, 3.3, 1.2)


def fit_moves(shown: str, moves: Sequence[MoveText]) -> tuple[str, tuple[MoveText, ...]]:
    """Return the size of moves; if the small size is still too large, details are left out."""
    for size in (LARGE, SMALL):
        if size.height(shown, moves) <= HEIGHT:
            return size.name, tuple(moves)
    brief = list(moves)
    for at in reversed(range(len(brief))):
        brief[at] = replace(brief[at], detail="")
        if SMALL.height(shown, brief) <= HEIGHT:
            break
    return SMALL.name, tuple(brief)


SHORT = 90
"""Letters of a message that fit next to the clock; a longer one fills the display."""
WIDE, HIGH = 165.0, 74.0
"""Size of the display between its header and footer."""
MESSAGE_SIZES = {"w-t1": 8.0, "w-t2": 6.2, "w-t3": 4.8, "w-t4": 3.9}
"""Sizes of a long message in wall.css."""


def is_long(shown: str) -> bool:
    """Return whether a message needs the whole display."""
    return len(shown) > SHORT or "\n" in shown.strip()


def told_pages(lines: Sequence[str]) -> tuple[str, list[list[str]]]:
    """Return the size in which lines fill the display, and the lines by page; several pages only in the smallest."""
    for called, size in MESSAGE_SIZES.items():
        if _height(lines, size) <= HIGH:
            return called, [list(lines)]
    pages: list[list[str]] = [[]]
    for line in lines:
        if pages[-1] and _height([*pages[-1], line], size) > HIGH:
            pages.append([])
        pages[-1].append(line)
    return called, pages


def _height(lines: Sequence[str], size: float) -> float:
    rows = sum(max(1, ceil(len(line) * size * 0.44 / WIDE)) for line in lines)
    return rows * size * 1.25 + len(lines) * size * 0.3
