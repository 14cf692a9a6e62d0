"""The ranking: everybody's sum over one or several sessions, in order; whoever is exactly equal shares a place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from byestand.score.contestants import Contestant
from byestand.score.results import Exact
from byestand.score.scoring import Rules, ScoredSession

LINES = ("", "NS", "EW", "N", "S", "E", "W")
"""In the order in which they are told."""
EVEN = Fraction(50)
"""Where there was nobody to compare with."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One contestant in the ranking."""

    place: int
    contestant: Contestant
    score: Exact
    """The sum of all points, those of averages included."""
    percentage: Exact | None
    """None in IMPs."""
    boards: int
    """How many gave it points."""
    value: Exact
    """What it is ranked by."""


@dataclass(slots=True)
class _Sum:
    won: Exact = 0
    top: Exact = 0
    boards: int = 0


def ranking(
    sessions: Sequence[ScoredSession], rules: Rules, handicaps: Mapping[Contestant, Exact] | None = None
) -> tuple[Ranked, ...]:
    """Return everybody who has played, line by line, the best first."""
    sums = [_sums(session) for session in sessions]
    everybody = dict.fromkeys(contestant for one in sums for contestant in one)
    in_matchpoints = rules.method == "matchpoints"
    found: dict[tuple[str, int], list[Ranked]] = defaultdict(list)
    for contestant in everybody:
        mine = [one[contestant] for one in sums if contestant in one]
        score, boards = sum(one.won for one in mine), sum(one.boards for one in mine)
        value = _percentage(mine, boards) if in_matchpoints else Fraction(score) / boards
        # A handicap is halved and added (scoring option of clubs: result = raw + h/2).
        value += Fraction((handicaps or {}).get(contestant, 0)) / 2
        where = contestant.section if rules.sections == "apart" else "", LINES.index(contestant.line)
        found[where].append(Ranked(0, contestant, score, value if in_matchpoints else None, boards, value))
    return tuple(ranked for where in sorted(found) for ranked in _placed(found[where]))


def _sums(session: ScoredSession) -> dict[Contestant, _Sum]:
    found: dict[Contestant, _Sum] = {}
    for line in session.lines:
        for share in line.shares:
            mine = found.setdefault(share.contestant, _Sum())
            mine.won += share.points.won
            mine.top += share.points.top
            mine.boards += 1
    return found


def _percentage(sums: Iterable[_Sum], boards: int) -> Fraction:
    """Return the percentages of all sessions, each as heavy as its boards."""
    shares = ((EVEN if not one.top else 100 * Fraction(one.won) / one.top, one.boards) for one in sums)
    return sum((share * weight for share, weight in shares), Fraction(0)) / boards


def _placed(ranked: Sequence[Ranked]) -> Iterable[Ranked]:
    """Yield contestants in order, equals with the same place: 1, 2, 2, 4."""
    place, before = 0, None
    for position, one in enumerate(sorted(ranked, key=_order), start=1):
        if one.value != before:
            place, before = position, one.value
        yield Ranked(place, one.contestant, one.score, one.percentage, one.boards, one.value)


def _order(one: Ranked) -> tuple[object, ...]:
    return (-one.value, one.contestant.section, natural(one.contestant.number))


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key by which 2 comes before 10.

    >>> sorted(["10", "2", "B1"], key=natural)
    ['2', '10', 'B1']
    """
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
