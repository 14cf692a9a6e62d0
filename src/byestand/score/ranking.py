"""The ranking: everybody's sum over one or several sessions, in order; whoever is exactly equal shares a place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
    """The label of the seat, with the section where there are several; those of all seats, if it has more than one."""
    score: Exact
    percentage: Exact | None
    """None in IMPs."""
    boards: int

    @property
    def figure(self) -> Exact:
        """The percentage, or the IMPs."""
        return self.score if self.percentage is None else self.percentage


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


def ranking(sessions: Sequence[ScoredSession], rules: Scoring) -> tuple[Ranked, ...]:
    """Return everybody who has played, line by line, the best first."""
    in_matchpoints = rules.method == "matchpoints"
    totals: dict[ContestantId, list[SessionTotal]] = defaultdict(list)
    for number, session in enumerate(sessions, start=1):
        for contestant, total in _totals(number, session, in_matchpoints=in_matchpoints):
            totals[contestant].append(total)
    by_section = is_ranked_by_section(sessions, rules)
    found: dict[tuple[str, int], list[Ranked]] = defaultdict(list)
    for contestant, own in totals.items():
        score, boards = sum(total.score for total in own), sum(total.boards for total in own)
        # The percentage of a session is as heavy as its boards.
        weighed = sum(Fraction(total.percentage or 0) * total.boards for total in own)
        value = Fraction(weighed if in_matchpoints else score) / boards
        where = contestant.section if by_section else "", LINES.index(contestant.line)
        percentage = value if in_matchpoints else None
        found[where].append(Ranked(0, contestant, score, percentage, boards, value, tuple(own)))
    return tuple(ranked for where in sorted(found) for ranked in _placed(found[where]))


def is_ranked_by_section(sessions: Iterable[ScoredSession], rules: Scoring) -> bool:
    """Tell whether every section has a ranking of its own: sections are apart, and nobody changes section."""
    return rules.sections == "apart" and all(
        seat.section == contestant.section for session in sessions for seat, contestant in session.contestants().items()
    )


def _totals(
    number: int, session: ScoredSession, *, in_matchpoints: bool
) -> Iterator[tuple[ContestantId, SessionTotal]]:
    """Yield what everybody made in a session."""
    ranked_as = session.contestants()
    labels: dict[ContestantId, list[str]] = defaultdict(list)
    for seat, label in seat_labels(ranked_as).items():
        labels[ranked_as[seat]].append(label)
    for contestant, own in session.points().items():
        won, top = sum(one.won for one in own), sum(one.top for one in own)
        share = 100 * Fraction(won) / top if top else EVEN
        seats = ", ".join(labels[contestant])
        yield contestant, SessionTotal(number, seats, won, share if in_matchpoints else None, len(own))


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
