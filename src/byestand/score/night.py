"""A night scored: from lines to the ranking, with everything that was found on the way."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from byestand.errors import BadRequest
from byestand.model.line import Line
from byestand.model.scoring import Scoring
from byestand.score.against import Schedule
from byestand.score.contestants import Contestants, Winners, contestants
from byestand.score.findings import ResultFinding, looked_over, played_twice
from byestand.score.ranking import Ranked, ranking
from byestand.score.scoring import ScoredSession, score_session
from byestand.score.seating import Seating, follow_contestants


@dataclass(frozen=True, slots=True)
class ScoredNight:
    """Everything there is to tell."""

    rules: Scoring
    winners: Winners
    sessions: tuple[ScoredSession, ...]
    ranking: tuple[Ranked, ...]
    findings: tuple[ResultFinding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether something was found that cannot be."""
        return any(finding.severity == "error" for finding in self.findings)


def score_night(
    sessions: Sequence[Sequence[Line]],
    rules: Scoring | None = None,
    *,
    winners: Winners | None = None,
    schedules: Sequence[Schedule] = (),
    seating: Seating | None = None,
) -> ScoredNight:
    """Return one or several sessions scored.

    *schedules*, one a section, say what was to be played; *seating* says where contestants sit in later sessions.
    """
    rules = rules or Scoring()
    found: list[ResultFinding] = []
    scored: list[ScoredSession] = []
    seated = _contestants(sessions, winners, schedules, seating)
    for number, (lines, who) in enumerate(zip(sessions, seated, strict=True), start=1):
        mine = _by_section([one for one in schedules if one.session in (0, number)], lines)
        placed, against = _held_against(lines, mine)
        sound, doubts = looked_over(placed)
        found += (*against, *doubts, *played_twice(sound, who))
        scored.append(score_session(sound, who, rules, scheduled=_scheduled(mine, rules)))
    ranked = ranking(scored, rules)
    lines_together = seating is not None and any(not one.contestant.line for one in ranked)
    return ScoredNight(rules, 1 if lines_together else seated[0].winners, tuple(scored), ranked, tuple(found))


def _contestants(
    sessions: Sequence[Sequence[Line]], winners: Winners | None, schedules: Sequence[Schedule], seating: Seating | None
) -> tuple[Contestants, ...]:
    """Return who plays, session by session; without a seating, the same seat is the same contestant."""
    if seating is None:
        chosen = winners or max((schedule.winners for schedule in schedules), default=None)
        return (contestants([line for session in sessions for line in session], chosen),) * len(sessions)
    by_session = [
        winners or max((one.winners for one in schedules if one.session in (0, number)), default=None)
        for number in range(1, len(sessions) + 1)
    ]
    return follow_contestants(seating, sessions, by_session)


def _by_section(schedules: Sequence[Schedule], lines: Sequence[Line]) -> list[Schedule]:
    """Return a schedule for each section: where one is given, all sections play it."""
    letters = sorted({line.section for line in lines})
    if len(schedules) == 1 and letters:
        return [replace(schedules[0], letter=letter) for letter in letters]
    if stranger := next(
        (letter for letter in letters if schedules and letter not in {s.letter for s in schedules}), None
    ):
        raise BadRequest(f"there is no movement for section {stranger!r}")
    return list(schedules)


def _held_against(
    lines: Sequence[Line], schedules: Sequence[Schedule]
) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
    if not schedules:
        return tuple(lines), ()
    found: list[ResultFinding] = []
    placed: dict[int, Line] = {}
    for schedule in schedules:
        mine = [i for i, line in enumerate(lines) if line.section == schedule.letter]
        own, findings = schedule.held_against([lines[i] for i in mine])
        placed |= dict(zip(mine, own, strict=True))
        found += findings
    return tuple(placed.get(i, line) for i, line in enumerate(lines)), tuple(found)


def _scheduled(schedules: Sequence[Schedule], rules: Scoring) -> dict[str, int] | None:
    if not schedules:
        return None
    pools: dict[str, Counter[int]] = {}
    for schedule in schedules:
        where = schedule.letter if rules.sections == "apart" else ""
        pools[where] = pools.get(where, Counter[int]()) + schedule.times
    return {where: max(times.values(), default=0) for where, times in pools.items()}
