"""What the templates of the wall show, and in which size: as large as it fits, never too small for the last row."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, NamedTuple, TypeAlias

from byestand.score.pages import Place
from byestand.server.live.message import ClockShown
from byestand.sheets.start_lists import Starter
from byestand.words.wall import MoveText

SECONDS_A_PAGE = 12
ON_A_LINE = 24
"""So many letters of a name fit on a line of a start list; longer names are written smaller."""


@dataclass(frozen=True, slots=True)
class WallFrame:
    """What every wall has."""

    id: int
    title: str
    mark: str
    message: str
    """What the director shows on the wall."""
    time: str
    page: int
    """The page that is shown first, from 0."""
    page_count: int
    next_page: str
    """The query of the next page, for screens without scripts."""
    seconds_a_page: int = SECONDS_A_PAGE

    @property
    def page_number(self) -> int:
        """The page that is shown first, as it is counted on the wall."""
        return self.page + 1


class RankingColumn(NamedTuple):
    """Some places of a ranking."""

    title: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class WallRankingView:
    """The ranking."""

    template: ClassVar = "wall_ranking.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    date: str
    """Empty where the night has none; then the time is shown."""
    unit: str
    pages: tuple[tuple[RankingColumn, ...], ...]


@dataclass(frozen=True, slots=True)
class WallTextView:
    """A few words: before the ranking is shown, and at the end."""

    template: ClassVar = "wall_words.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class WallMessageView:
    """A long message of the director's, which has the wall to itself."""

    template: ClassVar = "wall_told.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    size: str
    pages: tuple[tuple[str, ...], ...]
    clocks: tuple[ClockShown, ...]
    starts: str


@dataclass(frozen=True, slots=True)
class WallListView:
    """The start list."""

    template: ClassVar = "wall_list.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    pages: tuple[tuple[tuple[Starter, ...], ...], ...]
    """Columns of people."""
    is_dense: bool
    welcome: str
    starts: str
    ends: str
    letters_on_line: int = ON_A_LINE


@dataclass(frozen=True, slots=True)
class WallClock:
    """One clock on the wall, and what its sections are told."""

    clock: ClockShown
    moves: tuple[MoveText, ...]
    size: str
    """How large they are written."""
    notes: tuple[str, ...]
    """What holds during this round."""
    loud: tuple[MoveText, ...]
    """What must not be forgotten after this round: the whole wall says it when the round ends."""
    skip_tables: tuple[int, int, int]
    """Tables to draw a skip with: from the first to the third."""
    break_after: int
    """The next round with a break after it; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class WallRoundView:
    """A round under way."""

    template: ClassVar = "wall_round.html"
    theme: ClassVar[str] = "dark"
    wall: WallFrame
    clocks: tuple[WallClock, ...]


WallView: TypeAlias = WallRankingView | WallTextView | WallMessageView | WallListView | WallRoundView


WIDTH, HEIGHT = 61.0, 72.0
"""Of the column beside the clock, in hundredths of the height of the wall, without its heading."""


@dataclass(frozen=True, slots=True)
class Size:
    """One of the sizes of wall.css: words, what stands below them, and the room between two moves."""

    called: str
    words: float
    detail: float
    gap: float

    def height(self, shown: str, moves: Sequence[MoveText]) -> float:
        """Return about how high it all becomes; letters are narrow in words, and wider below them."""
        own = self._lines(shown, self.words, 0.44) + (self.gap if shown else 0)
        told = (self._lines(m.words, self.words, 0.44) + self._lines(m.detail, self.detail, 0.54) for m in moves)
        return own + sum(told) + self.gap * (len(moves) - 1)

    @staticmethod
    def _lines(text: str, size: float, wide: float) -> float:
        return ceil(len(text) * size * wide / WIDTH) * size * 1.2


LARGE, SMALL = Size("", 6.4, 3.9, 2.0), Size("many", 4.6, 3.3, 1.2)


def fitted(shown: str, moves: Sequence[MoveText]) -> tuple[str, tuple[MoveText, ...]]:
    """Return the size in which moves are written; where not even the small one is enough, details are left out."""
    for size in (LARGE, SMALL):
        if size.height(shown, moves) <= HEIGHT:
            return size.called, tuple(moves)
    brief = list(moves)
    for at in reversed(range(len(brief))):
        brief[at] = replace(brief[at], detail="")
        if SMALL.height(shown, brief) <= HEIGHT:
            break
    return SMALL.called, tuple(brief)


SHORT = 90
"""So many letters stand beside the clock; what is longer has the wall to itself."""
WIDE, HIGH = 165.0, 74.0
"""Of the whole wall, between its head and its foot."""
TOLD = {"w-t1": 8.0, "w-t2": 6.2, "w-t3": 4.8, "w-t4": 3.9}
"""The sizes of wall.css for it."""


def is_long(shown: str) -> bool:
    """Tell whether what the director has put on the wall needs all of it."""
    return len(shown) > SHORT or "\n" in shown.strip()


def told_pages(lines: Sequence[str]) -> tuple[str, list[list[str]]]:
    """Return the size in which some lines fill the wall, and the lines; more than one page in the smallest only."""
    for called, size in TOLD.items():
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
