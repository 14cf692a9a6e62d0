"""The ranking: everybody's sum over one or several sessions, in order; whoever is exactly equal shares a place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from byestand.model.line import Exact
from byestand.model.scoring import Scoring
from byestand.score.contestants import ContestantId, seat_labels
from byestand.score.scoring import ScoredSession

LINES = ("", "NS", "EW", "N", "S", "E", "W")
"""In the order in which they are told."""
EVEN = Fraction(50)
"""Where there was nobody to compare with."""


@dataclass(frozen=True, slots=True)
class SessionTotal:
    """What a contestant made in one session, and where it sat."""

    session: int
    seat: str
    """The label of the seat, with the section where there are several."""
    score: Exact
    percentage: Exact | None
    """None in IMPs."""
    boards: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """One contestant in the ranking."""

    place: int
    contestant: ContestantId
    score: Exact
    """The sum of all points, those of averages included."""
    percentage: Exact | None
    """None in IMPs."""
    boards: int
    """How many gave it points."""
    value: Exact
    """What it is ranked by."""
    sessions: tuple[SessionTotal, ...] = ()
    """One for each session in which it has a result."""


@dataclass(slots=True)
class _Sum:
    won: Exact = 0
    top: Exact = 0
    boards: int = 0

    @property
    def percentage(self) -> Fraction:
        return 100 * Fraction(self.won) / self.top if self.top else EVEN


def ranking(sessions: Sequence[ScoredSession], rules: Scoring) -> tuple[Ranked, ...]:
    """Return everybody who has played, line by line, the best first."""
    sums = [_sums(session) for session in sessions]
    everybody = dict.fromkeys(contestant for one in sums for contestant in one)
    in_matchpoints = rules.method == "matchpoints"
    totals = _session_totals(sessions, sums, in_matchpoints=in_matchpoints)
    by_section = is_ranked_by_section(sessions, rules)
    found: dict[tuple[str, int], list[Ranked]] = defaultdict(list)
    for contestant in everybody:
        mine = [one[contestant] for one in sums if contestant in one]
        score, boards = sum(one.won for one in mine), sum(one.boards for one in mine)
        value = _percentage(mine, boards) if in_matchpoints else Fraction(score) / boards
        where = contestant.section if by_section else "", LINES.index(contestant.line)
        percentage = value if in_matchpoints else None
        found[where].append(Ranked(0, contestant, score, percentage, boards, value, tuple(totals[contestant])))
    return tuple(ranked for where in sorted(found) for ranked in _placed(found[where]))


def is_ranked_by_section(sessions: Iterable[ScoredSession], rules: Scoring) -> bool:
    """Tell whether every section has a ranking of its own: sections are apart, and nobody changes section."""
    return rules.sections == "apart" and all(
        seat.section == contestant.section for session in sessions for seat, contestant in session.contestants().items()
    )


def _session_totals(
    sessions: Sequence[ScoredSession], sums: Sequence[Mapping[ContestantId, _Sum]], *, in_matchpoints: bool
) -> dict[ContestantId, list[SessionTotal]]:
    found: dict[ContestantId, list[SessionTotal]] = defaultdict(list)
    for number, (session, made) in enumerate(zip(sessions, sums, strict=True), start=1):
        seats = session.contestants()
        for seat, label in seat_labels(seats).items():
            if mine := made.get(seats[seat]):
                percentage = mine.percentage if in_matchpoints else None
                found[seats[seat]].append(SessionTotal(number, label, mine.won, percentage, mine.boards))
    return found


def _sums(session: ScoredSession) -> dict[ContestantId, _Sum]:
    found: dict[ContestantId, _Sum] = {}
    for line in session.lines:
        for share in line.shares:
            mine = found.setdefault(share.contestant, _Sum())
            mine.won += share.points.won
            mine.top += share.points.top
            mine.boards += 1
    return found


def _percentage(sums: Iterable[_Sum], boards: int) -> Fraction:
    """Return the percentages of all sessions, each as heavy as its boards."""
    return sum((one.percentage * one.boards for one in sums), Fraction(0)) / boards


def _placed(ranked: Sequence[Ranked]) -> Iterable[Ranked]:
    """Yield contestants in order, equals with the same place: 1, 2, 2, 4."""
    place, before = 0, None
    for position, one in enumerate(sorted(ranked, key=_order), start=1):
        if one.value != before:
            place, before = position, one.value
        yield replace(one, place=place)


def _order(one: Ranked) -> tuple[object, ...]:
    return (-one.value, one.contestant.section, natural(one.contestant.number))


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key by which 2 comes before 10.

    >>> sorted(["10", "2", "B1"], key=natural)
    ['2', '10', 'B1']
    """
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
