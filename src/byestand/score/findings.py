"""What is wrong with results, or should be known of them: in the judge's manner, each with its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

from byestand.model.line import Absent, Line, Outcome, Real
from byestand.score.contestants import Contestants
from byestand.score.contracts import is_possible, score


@dataclass(frozen=True, slots=True)
class ResultFinding:
    """One thing, and where."""

    rule: str
    sentence: str
    severity: Literal["error", "warning"] = "error"
    board: int | None = None
    section: str | None = None
    round: int | None = None
    table: int | None = None
    ns: str | None = None
    ew: str | None = None

    def data(self) -> dict[str, object]:
        """Return it as plain data, without what is not known."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def found_at(line: Line, rule: str, sentence: str, severity: Literal["error", "warning"] = "error") -> ResultFinding:
    """Return a finding about a line."""
    return ResultFinding(
        rule,
        f"board {line.board}, {met(line)}: {sentence}",
        severity,
        line.board,
        line.section or None,
        line.round,
        line.table,
        "-".join(line.ns),
        "-".join(line.ew),
    )


def met(line: Line) -> str:
    """Return who met in words."""
    where = f"section {line.section}, " if line.section else ""
    return f"{where}{'-'.join(line.ns)} against {'-'.join(line.ew)}"


def looked_over(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
    """Return lines of which those that cannot be are missing, and what was found in them."""
    findings: list[ResultFinding] = []
    kept = []
    for line in lines:
        own = tuple(_in_line(line))
        findings += own
        lost = any(finding.rule == "impossible score" for finding in own)
        kept.append(replace(line, outcome=Absent.MISSING) if lost else line)
    return tuple(kept), tuple(findings)


def _in_line(line: Line) -> Iterator[ResultFinding]:
    if line.outcome is Absent.MISSING:
        yield found_at(line, "missing result", "there is no result", "warning")
    made = sorted({p for _, given in line.given() if isinstance(given, Real) for _, p in given.parts})
    if impossible := [points for points in made if not is_possible(points, line.board)]:
        yield from (
            found_at(line, "impossible score", f"no contract scores {points}; it counts as missing")
            for points in impossible
        )
        return
    told = contract_score(line)
    certain = _certain(line)
    if told is not None and certain is not None and told != certain:
        yield found_at(
            line, "score and contract", f"the contract gives {told}, and {certain} is written, which counts", "warning"
        )


def contract_score(line: Line) -> int | None:
    """Return what the contract of a line gives North-South; None where it is not all told."""
    if line.is_passed_out:
        return 0
    if line.contract is None or not line.declarer or line.tricks is None:
        return None
    return score(line.contract, line.declarer, line.tricks, line.board)


def scored_by_contract(line: Line) -> Line:
    """Return a line with the score that its contract gives; as it is where that is not all told."""
    points = contract_score(line)
    return line if points is None else replace(line, outcome=Outcome(Real.certain(points), Real.certain(points)))


def _certain(line: Line) -> int | None:
    """Return the plain score of a line that is the same for both sides."""
    if not isinstance(line.outcome, Outcome) or line.outcome.ns != line.outcome.ew:
        return None
    given = line.outcome.ns
    return given.parts[0][1] if isinstance(given, Real) and len(given.parts) == 1 else None


def played_twice(lines: Iterable[Line], who: Contestants) -> Iterator[ResultFinding]:
    """Yield every line in which somebody has a board that they have had before.

    An artificial score is no second play of a board: it may stand for boards that somebody knew already. But it may
    not be given twice for the same meeting.
    """
    played: set[tuple[object, int]] = set()
    met: set[tuple[object, ...]] = set()
    for line in lines:
        if isinstance(line.outcome, Absent):
            continue  # nobody's board
        meeting = (line.section, line.board, line.ns, line.ew, line.round)
        everybody = dict.fromkeys(who.seats(line))
        twice = [one for one in everybody if meeting in met or (line.has_score and (one, line.board) in played)]
        for contestant in twice:
            yield found_at(line, "played twice", f"{contestant.label} has this board twice")
        met.add(meeting)
        if line.has_score:
            played.update((contestant, line.board) for contestant in everybody)
