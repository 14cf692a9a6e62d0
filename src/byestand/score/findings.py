"""Findings about results: errors and notes, each with its board and table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

from byestand.language import phrase, say
from byestand.model.line import Absent, Line, Outcome, TableScore
from byestand.score.contestants import Contestants
from byestand.score.contracts import is_possible, score

RULE_TITLES = {
    "missing result": phrase("missing result"),
    "to confirm": phrase("to confirm"),
    "cancelled": phrase("cancelled"),
    "not as the movement": phrase("differs from the movement"),
    "impossible score": phrase("impossible score"),
    "score and contract": phrase("score differs from the contract"),
    "played twice": phrase("board played twice"),
    "erased result": phrase("erased result"),
    "corrected result": phrase("corrected result"),
    "unknown remark": phrase("unknown remark"),
    "no movement": phrase("no movement"),
}
"""The rules of findings as people read them; the rules themselves are keys of JSON."""


@dataclass(frozen=True, slots=True)
class ResultFinding:
    """One finding and its place."""

    rule: str
    sentence: str
    severity: Literal["error", "warning"] = "error"
    board: int | None = None
    section: str | None = None
    round: int | None = None
    table: int | None = None
    ns: str | None = None
    ew: str | None = None

    @property
    def title(self) -> str:
        """The rule as people read it."""
        return say(RULE_TITLES[self.rule])

    def data(self) -> dict[str, object]:
        """Return the finding as plain data, without unknown values."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def found_at(line: Line, rule: str, sentence: str, severity: Literal["error", "warning"] = "error") -> ResultFinding:
    """Return a finding about a line."""
    return ResultFinding(
        rule,
        f"{say('board {board}', board=line.board)}, {meeting_text(line)}: {sentence}",
        severity,
        line.board,
        line.section or None,
        line.round,
        line.table,
        "-".join(line.ns),
        "-".join(line.ew),
    )


def meeting_text(line: Line) -> str:
    """Return the pairs or players of a line, with the section if there is one."""
    meeting = say("{ns} against {ew}", ns="-".join(line.ns), ew="-".join(line.ew))
    return f"{say('section {section}', section=line.section)}, {meeting}" if line.section else meeting


def looked_over(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
    """Return the lines, with impossible scores replaced by missing results, and the findings about them."""
    findings: list[ResultFinding] = []
    checked = []
    for line in lines:
        own = tuple(_line_findings(line))
        findings += own
        is_impossible = any(finding.rule == "impossible score" for finding in own)
        checked.append(replace(line, outcome=Absent.MISSING) if is_impossible else line)
    return tuple(checked), tuple(findings)


def _line_findings(line: Line) -> Iterator[ResultFinding]:
    if line.outcome is Absent.MISSING:
        yield found_at(line, "missing result", say("no result"), "warning")
    scores = sorted({p for _, given in line.side_scores() if isinstance(given, TableScore) for _, p in given.parts})
    if impossible := [points for points in scores if not is_possible(points, line.board)]:
        yield from (
            found_at(line, "impossible score", say("impossible score {points}; treated as missing", points=points))
            for points in impossible
        )
        return
    points = contract_score(line)
    entered = _plain_score(line)
    if points is not None and entered is not None and points != entered:
        text = say(
            "contract gives {points} but {entered} was entered; {entered} counts", points=points, entered=entered
        )
        yield found_at(line, "score and contract", text, "warning")


def contract_score(line: Line) -> int | None:
    """Return the score of North-South by the contract of a line; None if contract, declarer or tricks are missing."""
    if line.is_passed_out:
        return 0
    if line.contract is None or not line.declarer or line.tricks is None:
        return None
    return score(line.contract, line.declarer, line.tricks, line.board)


def scored_by_contract(line: Line) -> Line:
    """Return a line with the score by its contract; unchanged if contract, declarer or tricks are missing."""
    points = contract_score(line)
    return (
        line
        if points is None
        else replace(line, outcome=Outcome(TableScore.certain(points), TableScore.certain(points)))
    )


def _plain_score(line: Line) -> int | None:
    """Return the score of a line; None if it is split, weighted or artificial."""
    if not isinstance(line.outcome, Outcome) or line.outcome.ns != line.outcome.ew:
        return None
    given = line.outcome.ns
    return given.parts[0][1] if isinstance(given, TableScore) and len(given.parts) == 1 else None


def played_twice(lines: Iterable[Line], who: Contestants) -> Iterator[ResultFinding]:
    """Yield a finding for every line in which a contestant plays a board again.

    An artificial score is not a second play: it may be for a board that a contestant had played already. But it may
    occur only once per meeting.
    """
    played: set[tuple[object, int]] = set()
    meetings: set[tuple[object, ...]] = set()
    for line in lines:
        if isinstance(line.outcome, Absent):
            continue  # not played
        meeting = (line.section, line.board, line.ns, line.ew, line.round)
        contestants = dict.fromkeys(who.seats(line))
        for contestant in contestants:
            if meeting in meetings or (line.has_score and (contestant, line.board) in played):
                yield found_at(
                    line, "played twice", say("{label} has another result on this board", label=contestant.label)
                )
        meetings.add(meeting)
        if line.has_score:
            played.update((contestant, line.board) for contestant in contestants)
