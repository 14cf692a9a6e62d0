"""What the templates of the wall show."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from byestand.score.pages import Place
from byestand.server.live.message import ClockShown
from byestand.sheets.start_lists import Starter
from byestand.words.next_move import Move

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
    moves: tuple[Move, ...]
    size: str
    """How large they are written."""
    notes: tuple[str, ...]
    """What holds during this round."""
    loud: tuple[Move, ...]
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
