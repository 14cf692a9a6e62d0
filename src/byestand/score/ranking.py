"""The ranking over one or several sessions; contestants with exactly equal scores share a place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from byestand.model.line import Exact
from byestand.model.scoring import Scoring
from byestand.score.contestants import ContestantId, seat_labels
from byestand.score.score_lines import ScoredSession

LINES = ("", "NS", "EW", "N", "S", "E", "W")
"""In the order of the rankings."""
EVEN = Fraction(50)
"""The percentage without any comparison."""


@dataclass(frozen=True, slots=True)
class SessionTotal:
    """The total of a contestant in one session, and its seat."""

    session: int
    seat: str
    """The label of the seat, with the section if there are several; all labels if it has several seats."""
    score: Exact
    percentage: Exact | None
    """None in IMPs."""
    boards: int

    @property
    def figure(self) -> Exact:
        """The percentage or the IMPs."""
        return self.score if self.percentage is None else self.percentage


@dataclass(frozen=True, slots=True)
class RankedContestant:
    """One contestant in the ranking."""

    place: int
    contestant: ContestantId
    score: Exact
    """The sum of all scores, including artificial ones."""
    percentage: Exact | None
    """None in IMPs."""
    boards: int
    """The number of boards with a score."""
    value: Exact
    """The value that decides the place."""
    sessions: tuple[SessionTotal, ...] = ()
    """One per session with a result."""


def ranking(sessions: Sequence[ScoredSession], rules: Scoring) -> tuple[RankedContestant, ...]:
    """Return all contestants with a result, line by line, the best first."""
    in_matchpoints = rules.method == "matchpoints"
    totals: dict[ContestantId, list[SessionTotal]] = defaultdict(list)
    for number, session in enumerate(sessions, start=1):
        for contestant, total in _totals(number, session, in_matchpoints=in_matchpoints):
            totals[contestant].append(total)
    by_section = is_ranked_by_section(sessions, rules)
    lists: dict[tuple[str, int], list[RankedContestant]] = defaultdict(list)
    for contestant, own in totals.items():
        score, boards = sum(total.score for total in own), sum(total.boards for total in own)
        # The percentage of a session is weighted by its number of boards.
        weighted = sum(Fraction(total.percentage or 0) * total.boards for total in own)
        value = Fraction(weighted if in_matchpoints else score) / boards
        where = contestant.section if by_section else "", LINES.index(contestant.line)
        percentage = value if in_matchpoints else None
        lists[where].append(RankedContestant(0, contestant, score, percentage, boards, value, tuple(own)))
    return tuple(ranked for where in sorted(lists) for ranked in _with_places(lists[where]))


def is_ranked_by_section(sessions: Iterable[ScoredSession], rules: Scoring) -> bool:
    """Return whether every section has its own ranking: it is scored separately, and no contestant changes section."""
    return rules.sections == "apart" and all(
        seat.section == contestant.section for session in sessions for seat, contestant in session.contestants().items()
    )


def _totals(
    number: int, session: ScoredSession, *, in_matchpoints: bool
) -> Iterator[tuple[ContestantId, SessionTotal]]:
    """Yield the total of every contestant in a session."""
    ranked_as = session.contestants()
    labels: dict[ContestantId, list[str]] = defaultdict(list)
    for seat, label in seat_labels(ranked_as).items():
        labels[ranked_as[seat]].append(label)
    for contestant, own in session.points().items():
        won, top = sum(points.won for points in own), sum(points.top for points in own)
        share = 100 * Fraction(won) / top if top else EVEN
        seats = ", ".join(labels[contestant])
        yield contestant, SessionTotal(number, seats, won, share if in_matchpoints else None, len(own))


def _with_places(contestants: Sequence[RankedContestant]) -> Iterable[RankedContestant]:
    """Yield contestants in order, equals with the same place: 1, 2, 2, 4."""
    place, before = 0, None
    for position, ranked in enumerate(sorted(contestants, key=_order), start=1):
        if ranked.value != before:
            place, before = position, ranked.value
        yield replace(ranked, place=place)


def _order(ranked: RankedContestant) -> tuple[object, ...]:
    return (-ranked.value, ranked.contestant.section, natural(ranked.contestant.number))


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts 2 before 10.

    >>> sorted(["10", "2", "B1"], key=natural)
    ['2', '10', 'B1']
    """
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
