"""The scores of a session: the matchpoints or IMPs of every line and contestant.

Nothing here depends on a movement: the expected number of plays comes from the lines or as an argument.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.line import NS, Absent, Average, Exact, Line, Percentage, SideScores, TableScore
from byestand.model.scoring import Method, Scoring
from byestand.score.comparison import butler, cross_imps, matchpoints
from byestand.score.contestants import ContestantId, Contestants
from byestand.score.factoring import Points, factor_points, top_of

AT_LEAST, AT_MOST = Fraction(60, 100), Fraction(40, 100)
"""Average plus and average minus, unless the contestant's own average is higher or lower (Law 12C2)."""
AT_LEAST_IMPS, AT_MOST_IMPS = 3, -3


class ContestantScore(NamedTuple):
    """The score of one contestant on one line."""

    contestant: ContestantId
    points: Points


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line with the scores of its contestants."""

    line: Line
    shares: tuple[ContestantScore, ...]
    """One per contestant; empty if there is no result."""

    def points(self, side: str) -> Exact | None:
        """Return the score of a side; None without a result, or if its two players have different averages."""
        scores = {share.points.won for share, own in zip(self.shares, self.line.sides, strict=False) if own == side}
        return scores.pop() if len(scores) == 1 else None


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """All lines of a session, and the expected number of results per board."""

    lines: tuple[ScoredLine, ...]
    expected_results: Mapping[str, int]
    """E of each pool: of the field, or of each section."""
    contestant_seats: Contestants

    def points(self) -> Mapping[ContestantId, Sequence[Points]]:
        """Return the scores of every contestant, line by line."""
        points: dict[ContestantId, list[Points]] = defaultdict(list)
        for line in self.lines:
            for share in line.shares:
                points[share.contestant].append(share.points)
        return points

    def contestants(self) -> dict[ContestantId, ContestantId]:
        """Return the contestant of each seat, also those without a result."""
        return {
            seat: contestant
            for scored in self.lines
            for seat, contestant in zip(
                self.contestant_seats.seats(scored.line), self.contestant_seats.for_line(scored.line), strict=True
            )
        }


def score_session(
    lines: Sequence[Line], who: Contestants, rules: Scoring, *, scheduled: Mapping[str, int] | None = None
) -> ScoredSession:
    """Score a session; *scheduled* is the number of plays per board by the movement, if it is known."""
    expected = dict(scheduled) if scheduled is not None else _expected_results(lines, rules)
    points = _compare_lines(lines, rules, expected)
    seated = [who.for_line(line) for line in lines]
    own = _own_averages(lines, seated, points)
    scored_lines = []
    for number, line in enumerate(lines):
        given = dict(line.side_scores())
        seats = zip(seated[number], line.sides, strict=True) if given else ()
        shares = tuple(
            _share(contestant, given[side], points.get((number, side)), own, expected[pool(line, rules)], rules)
            for contestant, side in seats
        )
        scored_lines.append(ScoredLine(line, shares))
    return ScoredSession(tuple(scored_lines), expected, who)


def pool(line: Line, rules: Scoring) -> str:
    """Return the pool in which a line is compared: its section, or empty for the whole field."""
    return line.section if rules.sections == "apart" else ""


def _expected_results(lines: Iterable[Line], rules: Scoring) -> dict[str, int]:
    """Return E of each pool: the most results of any board, without lines that were not played or are cancelled."""
    results: dict[tuple[str, int], int] = defaultdict(int)
    for line in lines:
        results[pool(line, rules), line.board] += line.outcome not in (Absent.NOT_PLAYED, Absent.CANCELLED)
    expected: dict[str, int] = {}
    for (where, _), times in results.items():
        expected[where] = max(times, expected.get(where, 0))
    return expected


def _compare_lines(lines: Sequence[Line], rules: Scoring, expected: Mapping[str, int]) -> dict[tuple[int, str], Points]:
    """Return the points of every real score, by line and side."""
    fields: dict[tuple[str, int, str, str], list[tuple[int, TableScore]]] = defaultdict(list)
    for number, line in enumerate(lines):
        for side, given in line.side_scores():
            if isinstance(given, TableScore):
                own = given if side == NS else TableScore(tuple((w, -p) for w, p in given.parts))
                fields[pool(line, rules), line.board, line.form, side].append((number, own))
    compare = _COMPARISONS[rules.method]
    points = {}
    for (where, _, _, side), entries in fields.items():
        there = len(entries)
        worth: dict[Exact, Points] = {}
        for (number, _), raw in zip(entries, compare([real for _, real in entries]), strict=True):
            if raw not in worth:
                in_imps = rules.method != "matchpoints"
                worth[raw] = Points(raw, 0) if in_imps else factor_points(raw, there, expected[where], rules.factor)
            points[number, side] = worth[raw]
    return points


_COMPARISONS: Mapping[Method, Callable[[Sequence[TableScore]], list[Exact]]] = {
    "matchpoints": matchpoints,
    "cross-imps": cross_imps,
    "butler": butler,
}


class _OwnAverage(NamedTuple):
    """The points that a contestant has won at the table."""

    won: Exact
    top: Exact
    lines: int


def _own_averages(
    lines: Sequence[Line], seated: Sequence[tuple[ContestantId, ...]], compared: Mapping[tuple[int, str], Points]
) -> dict[ContestantId, _OwnAverage]:
    """Return the points won at the table by every contestant with an artificial score."""
    needed = {
        contestant
        for line, here in zip(lines, seated, strict=True)
        if any(not isinstance(given, TableScore) for _, given in line.side_scores())
        for contestant in here
    }
    own = dict.fromkeys(needed, _OwnAverage(0, 0, 0))
    for number, here in enumerate(seated) if needed else ():
        for contestant, side in zip(here, lines[number].sides, strict=True):
            if contestant in needed and (number, side) in compared:
                (won, top), before = compared[number, side], own[contestant]
                own[contestant] = _OwnAverage(before.won + won, before.top + top, before.lines + 1)
    return own


def _share(
    contestant: ContestantId,
    given: SideScores,
    compared: Points | None,
    own: Mapping[ContestantId, _OwnAverage],
    expected: int,
    rules: Scoring,
) -> ContestantScore:
    if compared is not None:
        return ContestantScore(contestant, compared)
    mine = own.get(contestant, _OwnAverage(0, 0, 0))
    if rules.method == "matchpoints":
        top = top_of(expected)
        return ContestantScore(contestant, Points(_average_share(given, mine) * top, top))
    return ContestantScore(contestant, Points(_average_imps(given, mine), 0))


def _average_share(given: SideScores, mine: _OwnAverage) -> Fraction:
    """Return an artificial score as a share of the top (Law 12C2)."""
    if isinstance(given, Percentage):
        return given.share
    made = Fraction(mine.won) / mine.top if mine.top else None
    if given is Average.PLUS:
        return AT_LEAST if made is None else max(AT_LEAST, made)
    if given is Average.MINUS:
        return AT_MOST if made is None else min(AT_MOST, made)
    return Fraction(1, 2)


def _average_imps(given: SideScores, mine: _OwnAverage) -> Exact:
    if isinstance(given, Percentage):
        raise BadRequest(say("percentages cannot be scored in IMPs; enter AVE+, AVE or AVE-"))
    made = Fraction(mine.won) / mine.lines if mine.lines else None
    if given is Average.PLUS:
        return AT_LEAST_IMPS if made is None else max(Fraction(AT_LEAST_IMPS), made)
    if given is Average.MINUS:
        return AT_MOST_IMPS if made is None else min(Fraction(AT_MOST_IMPS), made)
    return 0
