"""A scored night with the people who played it: what every page and every file of results is made of.

The ranking has columns: those of the way of scoring, and those of awards. Every writer goes through all of them, so a
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
from byestand.score.contestants import ContestantId
from byestand.score.factoring import Points
from byestand.score.night import ScoredNight
from byestand.score.ranking import LINES, Ranked, is_ranked_by_section, natural
from byestand.score.scoring import ScoredLine, pool
from byestand.score.shown import SIDE_TITLES, score_shown, two_decimals, with_decimals
from byestand.texts import title_line


@dataclass(frozen=True, slots=True)
class Column:
    """A figure that everybody in the ranking has, or may have."""

    key: str
    """What files call it."""
    heading: Callable[[], str]
    """What people call it."""
    value: Callable[[Ranked], Exact | str | None]
    decimals: int = 2
    """With which people see it; files have four at most."""
    is_detail: bool = False
    """Whether it stands only in files, and beside the main figure where there is room."""

    def text(self, ranked: Ranked) -> str:
        """Return the figure as people read it; nothing where there is none."""
        value = self.value(ranked)
        if value is None or isinstance(value, str):
            return value or ""
        return with_decimals(value, self.decimals)


class Award(Protocol):
    """What somebody gets for a result, such as points of a federation: columns beside those of the ranking."""

    def columns(self, book: "Book") -> tuple[Column, ...]:
        """Return its columns."""


class SessionCell(NamedTuple):
    """What a contestant made in one session; empty if it did not play."""

    figure: str
    """Percentage, or IMPs."""
    seat: str


class RankedList(NamedTuple):
    """Everybody who is ranked together."""

    section: str
    """Where sections are ranked apart."""
    line: str
    ranked: tuple[Ranked, ...]

    def is_tied(self, one: Ranked) -> bool:
        """Tell whether somebody shares a place."""
        return sum(other.place == one.place for other in self.ranked) > 1

    @property
    def title(self) -> str:
        """What it is called: nothing where it is the only one."""
        section = f"section {self.section}" if self.section else ""
        return ", ".join(filter(None, (SIDE_TITLES.get(self.line, ""), section)))


class Frequency(NamedTuple):
    """How often a score was made on a board."""

    line: Line
    """One of the lines on which it was made."""
    times: int
    ns_points: Exact | None
    ew_points: Exact | None


class Traveller(NamedTuple):
    """All lines of a board that are compared."""

    session: int
    section: str
    """Where sections are compared apart."""
    board: int
    lines: tuple[ScoredLine, ...]
    """The best for North-South first."""

    @property
    def frequencies(self) -> tuple[Frequency, ...]:
        """Return how often each score was made; fouled boards have their forms apart."""
        found: dict[tuple[str, Outcome | Absent, Exact | None], list[ScoredLine]] = {}
        for scored in self.lines:
            if scored.shares:
                found.setdefault((scored.line.form, scored.line.outcome, scored.points(NS)), []).append(scored)
        return tuple(
            Frequency(some[0].line, len(some), points, some[0].points(EW)) for (*_, points), some in found.items()
        )


class Entry(NamedTuple):
    """A board as one contestant had it."""

    session: int
    line: Line
    side: str
    partner: ContestantId | None
    opponents: tuple[ContestantId, ...]
    points: Points | None
    """None where there is no result."""


@dataclass(frozen=True, eq=False)
class Book:
    """Everything that pages tell."""

    night: ScoredNight
    event: Event = field(default_factory=Event)
    contestants: Mapping[ContestantId, Contestant] = field(default_factory=dict)
    """Those whose names are known."""
    played: str = ""
    """What the movement is called, where that is known."""
    awards: tuple[Award, ...] = ()

    @property
    def in_imps(self) -> bool:
        """Whether IMPs are counted."""
        return self.night.rules.method != "matchpoints"

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All figures of the ranking; the first that is no detail is what it is ranked by."""
        heading = "IMPs" if self.in_imps else "points"
        score = Column("score", lambda: say(heading), lambda one: one.score, is_detail=not self.in_imps)
        percentage = Column("percentage", lambda: "%", lambda one: one.percentage, is_detail=self.in_imps)
        boards = Column("boards", lambda: say("boards"), lambda one: one.boards, decimals=0)
        return (score, percentage, boards, *(column for award in self.awards for column in award.columns(self)))

    @property
    def main_column(self) -> Column:
        """What the ranking is made by."""
        return next(column for column in self.columns if not column.is_detail)

    @cached_property
    def filled_columns(self) -> tuple[Column, ...]:
        """The columns in which somebody has a figure."""
        return tuple(
            column for column in self.columns if any(column.value(one) is not None for one in self.night.ranking)
        )

    def session_cells(self, ranked: Ranked) -> tuple[SessionCell, ...]:
        """Return what somebody made in every session; nothing if there is only one session."""
        many = len(self.night.sessions)
        if many == 1:
            return ()
        made = {total.session: SessionCell(two_decimals(total.figure), total.seat) for total in ranked.sessions}
        return tuple(made.get(session, SessionCell("", "")) for session in range(1, many + 1))

    @cached_property
    def is_individual(self) -> bool:
        """Whether single players are ranked."""
        return any(scored.line.is_individual for session in self.night.sessions for scored in session.lines)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The letters of all sections."""
        return tuple(sorted({scored.line.section for session in self.night.sessions for scored in session.lines}))

    @cached_property
    def lists(self) -> tuple[RankedList, ...]:
        """The ranking, line by line."""
        apart = is_ranked_by_section(self.night.sessions, self.night.rules)
        found: dict[tuple[str, str], list[Ranked]] = defaultdict(list)
        for one in self.night.ranking:
            found[one.contestant.section if apart else "", one.contestant.line].append(one)
        return tuple(RankedList(*where, tuple(ranked)) for where, ranked in found.items())

    @cached_property
    def travellers(self) -> tuple[Traveller, ...]:
        """All boards, session by session."""
        found: dict[tuple[int, str, int], list[ScoredLine]] = defaultdict(list)
        for number, session in enumerate(self.night.sessions, start=1):
            for scored in session.lines:
                found[number, pool(scored.line, self.night.rules), scored.line.board].append(scored)
        return tuple(Traveller(*where, tuple(sorted(found[where], key=_best_first))) for where in sorted(found))

    @cached_property
    def entries(self) -> Mapping[ContestantId, tuple[Entry, ...]]:
        """What everybody had, in the order in which it was played as far as that is known."""
        found: dict[ContestantId, list[Entry]] = defaultdict(list)
        for number, session in enumerate(self.night.sessions, start=1):
            for scored in sorted(session.lines, key=lambda one: (one.line.round or 0, one.line.board)):
                seated = session.who.of(scored.line)
                half = len(seated) // 2
                for seat, one in enumerate(seated):
                    partner = seated[seat ^ 1] if half > 1 else None
                    side, opponents = (NS, seated[half:]) if seat < half else (EW, seated[:half])
                    points = scored.shares[seat].points if scored.shares else None
                    found[one].append(Entry(number, scored.line, side, partner, opponents, points))
        return {one: tuple(some) for one, some in found.items()}

    def called(self, one: ContestantId) -> str:
        """Return what a contestant is called by number: with its section, where there are several."""
        return (one.section if len(self.sections) > 1 else "") + one.label

    def members(self, one: ContestantId) -> tuple[Person, ...]:
        """Return the people of a contestant, as far as they are known."""
        known = self.contestants.get(one)
        return known.members if known else ()

    def names(self, one: ContestantId) -> tuple[str, ...]:
        """Return the names of a contestant, as far as they are known."""
        return tuple(title_line(person.name) for person in self.members(one) if person.name)

    def name(self, one: ContestantId) -> str:
        """Return what a contestant is called by name; nothing where that is not known."""
        return " & ".join(self.names(one))


def everybody(night: ScoredNight) -> tuple[ContestantId, ...]:
    """Return all contestants, those without a result too, in the order of their seats.

    Where contestants change seats, the seat is that of session 1; those who came later follow.
    """
    first: dict[ContestantId, tuple[object, ...]] = {}
    for number, session in enumerate(night.sessions):
        for seat, contestant in session.contestants().items():
            since = number if session.who.ranked_as else 0
            order = (since, seat.section, LINES.index(seat.line), natural(seat.number))
            first.setdefault(contestant, order)
    return tuple(sorted(first, key=first.__getitem__))


def _best_first(scored: ScoredLine) -> tuple[object, ...]:
    """Return a key by which lines are ordered: forms apart, plain scores from the top, then all others."""
    shown = score_shown(scored.line)
    is_plain = isinstance(shown, int)
    return (
        scored.line.form,
        not is_plain,
        -shown if isinstance(shown, int) else 0,
        scored.line.section,
        tuple(map(natural, scored.line.ns)),
    )


def share_of(entries: Sequence[Entry]) -> Fraction | None:
    """Return the percentage over some boards; None where nothing could be won."""
    got = [entry.points for entry in entries if entry.points is not None]
    top = sum(points.top for points in got)
    return 100 * Fraction(sum(points.won for points in got)) / top if top else None
