"""Scoring a session: what every line gives to whom, and everybody's sum.

No rule here knows a movement: what was expected comes with the lines, or as a number of plays.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from byestand.errors import BadRequest
from byestand.model.line import NS, Absent, Average, Exact, Given, Line, Percentage, Real
from byestand.model.scoring import Method, Scoring
from byestand.score.comparing import butler, cross_imps, matchpoints
from byestand.score.contestants import ContestantId, Contestants
from byestand.score.factoring import Points, factored, top_of

AT_LEAST, AT_MOST = Fraction(60, 100), Fraction(40, 100)
"""What average plus and average minus are, unless the contestant's own average is better, or worse (Law 12C2)."""
AT_LEAST_IMPS, AT_MOST_IMPS = 3, -3


class Share(NamedTuple):
    """What one contestant got out of one line."""

    contestant: ContestantId
    points: Points


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line with what it gave."""

    line: Line
    shares: tuple[Share, ...]
    """One for each contestant; none where there is no result."""

    def points(self, side: str) -> Exact | None:
        """Return what a side got; None where there was nothing, or two players of a side got different averages."""
        got = {share.points.won for share, mine in zip(self.shares, self.line.sides, strict=False) if mine == side}
        return got.pop() if len(got) == 1 else None


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """All lines of a session, and how often each board of a pool was expected."""

    lines: tuple[ScoredLine, ...]
    expected: Mapping[str, int]
    """E of each pool: of the field, or of each section."""
    who: Contestants

    def points(self) -> Mapping[ContestantId, Sequence[Points]]:
        """Return what everybody got, line by line."""
        found: dict[ContestantId, list[Points]] = defaultdict(list)
        for line in self.lines:
            for share in line.shares:
                found[share.contestant].append(share.points)
        return found

    def contestants(self) -> dict[ContestantId, ContestantId]:
        """Return who sits in each seat, also those without a result."""
        return {
            seat: contestant
            for scored in self.lines
            for seat, contestant in zip(self.who.seats(scored.line), self.who.of(scored.line), strict=True)
        }


def score_session(
    lines: Sequence[Line], who: Contestants, rules: Scoring, *, scheduled: Mapping[str, int] | None = None
) -> ScoredSession:
    """Return a session scored; *scheduled* is how often boards were to be played, where a movement tells."""
    expected = dict(scheduled) if scheduled is not None else _expected(lines, rules)
    compared = _compared(lines, rules, expected)
    seated = [who.of(line) for line in lines]
    own = _own_averages(lines, seated, compared)
    found = []
    for number, line in enumerate(lines):
        given = dict(line.given())
        each = zip(seated[number], line.sides, strict=True) if given else ()
        shares = tuple(
            _share(contestant, given[side], compared.get((number, side)), own, expected[pool(line, rules)], rules)
            for contestant, side in each
        )
        found.append(ScoredLine(line, shares))
    return ScoredSession(tuple(found), expected, who)


def pool(line: Line, rules: Scoring) -> str:
    """Return what a line is compared within: the whole field, or its section."""
    return line.section if rules.sections == "apart" else ""


def _expected(lines: Iterable[Line], rules: Scoring) -> dict[str, int]:
    """Return E of each pool: the most lines of any board; lines that are nobody's do not count."""
    counted: dict[tuple[str, int], int] = defaultdict(int)
    for line in lines:
        counted[pool(line, rules), line.board] += line.outcome not in (Absent.NOT_PLAYED, Absent.CANCELLED)
    found: dict[str, int] = {}
    for (where, _), times in counted.items():
        found[where] = max(times, found.get(where, 0))
    return found


def _compared(lines: Sequence[Line], rules: Scoring, expected: Mapping[str, int]) -> dict[tuple[int, str], Points]:
    """Return what every real score is worth, by line and side."""
    fields: dict[tuple[str, int, str, str], list[tuple[int, Real]]] = defaultdict(list)
    for number, line in enumerate(lines):
        for side, given in line.given():
            if isinstance(given, Real):
                mine = given if side == NS else Real(tuple((w, -p) for w, p in given.parts))
                fields[pool(line, rules), line.board, line.form, side].append((number, mine))
    compare = _COMPARISONS[rules.method]
    found = {}
    for (where, _, _, side), entries in fields.items():
        there = len(entries)
        worth: dict[Exact, Points] = {}
        for (number, _), raw in zip(entries, compare([real for _, real in entries]), strict=True):
            if raw not in worth:
                in_imps = rules.method != "matchpoints"
                worth[raw] = Points(raw, 0) if in_imps else factored(raw, there, expected[where], rules.factor)
            found[number, side] = worth[raw]
    return found


_COMPARISONS: Mapping[Method, Callable[[Sequence[Real]], list[Exact]]] = {
    "matchpoints": matchpoints,
    "cross-imps": cross_imps,
    "butler": butler,
}


class _Own(NamedTuple):
    """What a contestant has made at the table himself."""

    won: Exact
    top: Exact
    lines: int


def _own_averages(
    lines: Sequence[Line], seated: Sequence[tuple[ContestantId, ...]], compared: Mapping[tuple[int, str], Points]
) -> dict[ContestantId, _Own]:
    """Return what those have made themselves who have been given an average."""
    needed = {
        contestant
        for line, here in zip(lines, seated, strict=True)
        if any(not isinstance(given, Real) for _, given in line.given())
        for contestant in here
    }
    own = dict.fromkeys(needed, _Own(0, 0, 0))
    for number, here in enumerate(seated) if needed else ():
        for contestant, side in zip(here, lines[number].sides, strict=True):
            if contestant in needed and (number, side) in compared:
                (won, top), before = compared[number, side], own[contestant]
                own[contestant] = _Own(before.won + won, before.top + top, before.lines + 1)
    return own


def _share(
    contestant: ContestantId,
    given: Given,
    compared: Points | None,
    own: Mapping[ContestantId, _Own],
    expected: int,
    rules: Scoring,
) -> Share:
    if compared is not None:
        return Share(contestant, compared)
    mine = own.get(contestant, _Own(0, 0, 0))
    if rules.method == "matchpoints":
        top = top_of(expected)
        return Share(contestant, Points(_average_share(given, mine) * top, top))
    return Share(contestant, Points(_average_imps(given, mine), 0))


def _average_share(given: Given, mine: _Own) -> Fraction:
    """Return the share of the top that an artificial score is worth (Law 12C2)."""
    if isinstance(given, Percentage):
        return given.share
    made = Fraction(mine.won) / mine.top if mine.top else None
    if given is Average.PLUS:
        return AT_LEAST if made is None else max(AT_LEAST, made)
    if given is Average.MINUS:
        return AT_MOST if made is None else min(AT_MOST, made)
    return Fraction(1, 2)


def _average_imps(given: Given, mine: _Own) -> Exact:
    if isinstance(given, Percentage):
        raise BadRequest("a percentage is no score in IMPs: write AVE+, AVE or AVE-")
    made = Fraction(mine.won) / mine.lines if mine.lines else None
    if given is Average.PLUS:
        return AT_LEAST_IMPS if made is None else max(Fraction(AT_LEAST_IMPS), made)
    if given is Average.MINUS:
        return AT_MOST_IMPS if made is None else min(Fraction(AT_MOST_IMPS), made)
    return 0
