"""Scoring of one or several sessions: from the lines to the ranking and the findings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.line import Line
from byestand.model.scoring import Scoring
from byestand.score.contestants import Contestants, Winners, contestants
from byestand.score.findings import ResultFinding, looked_over, played_twice
from byestand.score.ranking import RankedContestant, ranking
from byestand.score.schedule import Schedule
from byestand.score.score_lines import ScoredSession, score_session
from byestand.score.session_seats import SessionSeats, follow_contestants


@dataclass(frozen=True, slots=True)
class ScoredNight:
    """The scored sessions, the ranking and the findings."""

    rules: Scoring
    winners: Winners
    sessions: tuple[ScoredSession, ...]
    ranking: tuple[RankedContestant, ...]
    findings: tuple[ResultFinding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error."""
        return any(finding.severity == "error" for finding in self.findings)


def score_night(
    sessions: Sequence[Sequence[Line]],
    rules: Scoring | None = None,
    *,
    winners: Winners | None = None,
    schedules: Sequence[Schedule] = (),
    seating: SessionSeats | None = None,
) -> ScoredNight:
    """Score one or several sessions.

    *schedules*, one per section, are the scheduled plays; *seating* has the seats of contestants in later sessions.
    """
    rules = rules or Scoring()
    findings: list[ResultFinding] = []
    scored: list[ScoredSession] = []
    seated = _contestants(sessions, winners, schedules, seating)
    for number, (lines, who) in enumerate(zip(sessions, seated, strict=True), start=1):
        own = _by_section([schedule for schedule in schedules if schedule.session in (0, number)], lines)
        placed, differences = _compare_with_schedules(lines, own)
        checked, doubts = looked_over(placed)
        findings += (*differences, *doubts, *played_twice(checked, who))
        scored.append(score_session(checked, who, rules, scheduled=_scheduled_plays(own, rules)))
    ranked = ranking(scored, rules)
    lines_together = seating is not None and any(not contestant.contestant.line for contestant in ranked)
    return ScoredNight(rules, 1 if lines_together else seated[0].winners, tuple(scored), ranked, tuple(findings))


def _contestants(
    sessions: Sequence[Sequence[Line]],
    winners: Winners | None,
    schedules: Sequence[Schedule],
    seating: SessionSeats | None,
) -> tuple[Contestants, ...]:
    """Return the contestants of each session; without a seating, the same seat is the same contestant."""
    if seating is None:
        winner_count = winners or max((schedule.winners for schedule in schedules), default=None)
        return (contestants([line for session in sessions for line in session], winner_count),) * len(sessions)
    by_session = [
        winners or max((schedule.winners for schedule in schedules if schedule.session in (0, number)), default=None)
        for number in range(1, len(sessions) + 1)
    ]
    return follow_contestants(seating, sessions, by_session)


def _by_section(schedules: Sequence[Schedule], lines: Sequence[Line]) -> list[Schedule]:
    """Return a schedule for each section; a single schedule is that of all sections."""
    letters = sorted({line.section for line in lines})
    if len(schedules) == 1 and letters:
        return [replace(schedules[0], letter=letter) for letter in letters]
    if unknown := next(
        (letter for letter in letters if schedules and letter not in {s.letter for s in schedules}), None
    ):
        raise BadRequest(say("no movement for section {section!r}", section=unknown))
    return list(schedules)


def _compare_with_schedules(
    lines: Sequence[Line], schedules: Sequence[Schedule]
) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
    if not schedules:
        return tuple(lines), ()
    findings: list[ResultFinding] = []
    placed: dict[int, Line] = {}
    for schedule in schedules:
        numbers = [i for i, line in enumerate(lines) if line.section == schedule.letter]
        own, own_findings = schedule.held_against([lines[i] for i in numbers])
        placed |= dict(zip(numbers, own, strict=True))
        findings += own_findings
    return tuple(placed.get(i, line) for i, line in enumerate(lines)), tuple(findings)


def _scheduled_plays(schedules: Sequence[Schedule], rules: Scoring) -> dict[str, int] | None:
    """Return the scheduled plays per board of each pool; None without a schedule."""
    if not schedules:
        return None
    pools: dict[str, Counter[int]] = {}
    for schedule in schedules:
        where = schedule.letter if rules.sections == "apart" else ""
        pools[where] = pools.get(where, Counter[int]()) + schedule.times
    return {where: max(times.values(), default=0) for where, times in pools.items()}
