"""A scored session with names: the source of every page and file of results.

The ranking has the columns of the scoring method and those of awards. Every writer goes through all columns, so that a
new award needs no change in any writer.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

from byestand.language import say
from byestand.model.event import Event
from byestand.model.line import EW, NS, Absent, Exact, Line, Outcome
from byestand.model.people import Contestant, Person
from byestand.sanitize import title_line
from byestand.score.contestants import ContestantId
from byestand.score.factoring import Points
from byestand.score.ranking import LINES, RankedContestant, is_ranked_by_section, natural
from byestand.score.score_format import format_score, side_title, two_decimals, with_decimals
from byestand.score.score_lines import ScoredLine, pool
from byestand.score.score_sessions import ScoredNight


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures in the ranking."""

    key: str
    """Its name in files."""
    heading: Callable[[], str]
    """Its heading for people."""
    value: Callable[[RankedContestant], Exact | str | None]
    decimals: int = 2
    """Decimals that people see; files have at most four."""
    is_detail: bool = False
    """Whether it is only in files, and beside the main figure if there is room."""

    def text(self, ranked: RankedContestant) -> str:
        """Return the figure as people read it; empty if there is none."""
        value = self.value(ranked)
        if value is None or isinstance(value, str):
            return value or ""
        return with_decimals(value, self.decimals)

    def is_whole(self, ranked: RankedContestant) -> bool:
        """Return whether the figure is a whole number, or there is none."""
        value = self.value(ranked)
        return value is None or (not isinstance(value, str) and value == int(value))


class Award(Protocol):
    """An award for a result, such as the points of a federation: more columns of the ranking."""

    def columns(self, book: "Book") -> tuple[Column, ...]:
        """Return its columns."""


class SessionCell(NamedTuple):
    """The figure and seat of a contestant in one session; empty if it did not play."""

    figure: str
    """Percentage or IMPs."""
    seat: str


class RankedList(NamedTuple):
    """All contestants that are ranked together."""

    section: str
    """Empty if all sections are ranked together."""
    line: str
    contestants: tuple[RankedContestant, ...]

    def is_tied(self, ranked: RankedContestant) -> bool:
        """Return whether a contestant shares its place."""
        return sum(other.place == ranked.place for other in self.contestants) > 1

    @property
    def title(self) -> str:
        """The title inside of a sentence; empty if it is the only ranking."""
        section = say("section {section}", section=self.section) if self.section else ""
        return ", ".join(filter(None, (side_title(self.line), section)))

    @property
    def heading(self) -> str:
        """The title as a heading; empty if it is the only ranking."""
        if self.section and not self.line:
            return say("Section {section}", section=self.section)
        return self.title


class Frequency(NamedTuple):
    """A score on a board, and how often it was made."""

    line: Line
    """One of the lines with this score."""
    times: int
    ns_points: Exact | None
    ew_points: Exact | None


class ScoredTraveller(NamedTuple):
    """All results of a board that are compared."""

    session: int
    section: str
    """Empty if sections are compared with each other."""
    board: int
    lines: tuple[ScoredLine, ...]
    """The best for North-South first."""

    @property
    def frequencies(self) -> tuple[Frequency, ...]:
        """How often each score was made; the forms of a fouled board are counted separately."""
        by_score: dict[tuple[str, Outcome | Absent, Exact | None], list[ScoredLine]] = {}
        for scored in self.lines:
            if scored.shares:
                by_score.setdefault((scored.line.form, scored.line.outcome, scored.points(NS)), []).append(scored)
        return tuple(
            Frequency(equals[0].line, len(equals), points, equals[0].points(EW))
            for (*_, points), equals in by_score.items()
        )


class ContestantBoard(NamedTuple):
    """A board as one contestant played it."""

    session: int
    line: Line
    side: str
    partner: ContestantId | None
    opponents: tuple[ContestantId, ...]
    points: Points | None
    """None if there is no result."""


@dataclass(frozen=True, eq=False)
class Book:
    """The results with everything that pages and files show."""

    night: ScoredNight
    event: Event = field(default_factory=Event)
    contestants: Mapping[ContestantId, Contestant] = field(default_factory=dict)
    """The contestants with known names."""
    movement_title: str = ""
    """The title of the movement, if it is known."""
    awards: tuple[Award, ...] = ()

    @property
    def in_imps(self) -> bool:
        """Whether the score is in IMPs."""
        return self.night.rules.method != "matchpoints"

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns of the ranking; the first that is not a detail decides the order."""
        score = Column("score", self._score_heading, lambda ranked: ranked.score, is_detail=not self.in_imps)
        percentage = Column("percentage", lambda: "%", lambda ranked: ranked.percentage, is_detail=self.in_imps)
        boards = Column("boards", lambda: say("boards"), lambda ranked: ranked.boards, decimals=0)
        return (score, percentage, boards, *(column for award in self.awards for column in award.columns(self)))

    def _score_heading(self) -> str:
        return say("IMPs") if self.in_imps else say("MP")

    @property
    def main_column(self) -> Column:
        """The column that decides the order."""
        return next(column for column in self.columns if not column.is_detail)

    @cached_property
    def filled_columns(self) -> tuple[Column, ...]:
        """The columns with at least one figure."""
        return tuple(
            column for column in self.columns if any(column.value(ranked) is not None for ranked in self.night.ranking)
        )

    def session_cells(self, ranked: RankedContestant) -> tuple[SessionCell, ...]:
        """Return the figures of a contestant in every session; nothing if there is only one session."""
        sessions = len(self.night.sessions)
        if sessions == 1:
            return ()
        cells = {total.session: SessionCell(two_decimals(total.figure), total.seat) for total in ranked.sessions}
        return tuple(cells.get(session, SessionCell("", "")) for session in range(1, sessions + 1))

    @cached_property
    def is_individual(self) -> bool:
        """Whether players are ranked, not pairs."""
        return any(scored.line.is_individual for session in self.night.sessions for scored in session.lines)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The letters of all sections."""
        return tuple(sorted({scored.line.section for session in self.night.sessions for scored in session.lines}))

    @cached_property
    def lists(self) -> tuple[RankedList, ...]:
        """The rankings: one per line, and one per section if sections are ranked separately."""
        by_section = is_ranked_by_section(self.night.sessions, self.night.rules)
        lists: dict[tuple[str, str], list[RankedContestant]] = defaultdict(list)
        for ranked in self.night.ranking:
            lists[ranked.contestant.section if by_section else "", ranked.contestant.line].append(ranked)
        return tuple(RankedList(*where, tuple(ranked)) for where, ranked in lists.items())

    @cached_property
    def travellers(self) -> tuple[ScoredTraveller, ...]:
        """All boards, session by session."""
        lines: dict[tuple[int, str, int], list[ScoredLine]] = defaultdict(list)
        for number, session in enumerate(self.night.sessions, start=1):
            for scored in session.lines:
                lines[number, pool(scored.line, self.night.rules), scored.line.board].append(scored)
        return tuple(ScoredTraveller(*where, tuple(sorted(lines[where], key=_best_first))) for where in sorted(lines))

    @cached_property
    def entries(self) -> Mapping[ContestantId, tuple[ContestantBoard, ...]]:
        """The boards of every contestant, in the order of play as far as it is known."""
        entries: dict[ContestantId, list[ContestantBoard]] = defaultdict(list)
        for number, session in enumerate(self.night.sessions, start=1):
            for scored in sorted(session.lines, key=lambda scored: (scored.line.round or 0, scored.line.board)):
                seated = session.contestant_seats.for_line(scored.line)
                half = len(seated) // 2
                for seat, contestant in enumerate(seated):
                    partner = seated[seat ^ 1] if half > 1 else None
                    side, opponents = (NS, seated[half:]) if seat < half else (EW, seated[:half])
                    points = scored.shares[seat].points if scored.shares else None
                    entries[contestant].append(ContestantBoard(number, scored.line, side, partner, opponents, points))
        return {contestant: tuple(own) for contestant, own in entries.items()}

    def label_of(self, contestant: ContestantId) -> str:
        """Return the label of a contestant, with its section if there are several."""
        return (contestant.section if len(self.sections) > 1 else "") + contestant.label

    def members(self, contestant: ContestantId) -> tuple[Person, ...]:
        """Return the people of a contestant, as far as they are known."""
        known = self.contestants.get(contestant)
        return known.members if known else ()

    def names(self, contestant: ContestantId) -> tuple[str, ...]:
        """Return the names of a contestant, as far as they are known."""
        return tuple(title_line(person.name) for person in self.members(contestant) if person.name)

    def name(self, contestant: ContestantId) -> str:
        """Return the names of a contestant in one line; empty if none are known."""
        return " & ".join(self.names(contestant))


def everybody(night: ScoredNight) -> tuple[ContestantId, ...]:
    """Return all contestants in the order of their seats, also those without a result.

    The seat is that of session 1; contestants that came later follow.
    """
    first: dict[ContestantId, tuple[object, ...]] = {}
    for number, session in enumerate(night.sessions):
        for seat, contestant in session.contestants().items():
            since = number if session.contestant_seats.ranked_as else 0
            order = (since, seat.section, LINES.index(seat.line), natural(seat.number))
            first.setdefault(contestant, order)
    return tuple(sorted(first, key=first.__getitem__))


def _best_first(scored: ScoredLine) -> tuple[object, ...]:
    """Return a sort key: by form, then plain scores from the highest, then all others."""
    shown = format_score(scored.line)
    is_plain = isinstance(shown, int)
    return (
        scored.line.form,
        not is_plain,
        -shown if isinstance(shown, int) else 0,
        scored.line.section,
        tuple(map(natural, scored.line.ns)),
    )


def share_of(entries: Sequence[ContestantBoard]) -> Fraction | None:
    """Return the percentage over some boards; None if no matchpoints were available."""
    scores = [entry.points for entry in entries if entry.points is not None]
    top = sum(points.top for points in scores)
    return 100 * Fraction(sum(points.won for points in scores)) / top if top else None
