"""A scored night as plain data: to the letter what scripts rely on.

Numbers are json numbers, exact fractions rounded to four decimals, halves away from zero.
"""

from fractions import Fraction

from byestand.score.comparing import away_from_zero
from byestand.score.night import ScoredNight
from byestand.score.ranking import Ranked
from byestand.score.results import EW, NS, Absent, Exact, Line, Outcome, Real
from byestand.score.scoring import ScoredLine

DECIMALS = 10_000


def night_data(night: ScoredNight) -> dict[str, object]:
    """Return everything of a scored night."""
    return {
        "ranking": [_ranked(one) for one in night.ranking],
        "boards": [board for number in range(len(night.sessions)) for board in _boards(night, number)],
        "findings": [finding.data() for finding in night.findings],
    }


def rounded(exact: Exact | None) -> int | float | None:
    """Return a number as json has it: four decimals at most, none where it is whole.

    >>> rounded(Fraction(620, 13)), rounded(Fraction(50)), rounded(Fraction(-1, 20000)), rounded(None)
    (47.6923, 50, -0.0001, None)
    """
    if exact is None:
        return None
    scaled = away_from_zero(Fraction(exact) * DECIMALS)
    return scaled // DECIMALS if scaled % DECIMALS == 0 else scaled / DECIMALS


def _ranked(one: Ranked) -> dict[str, object]:
    return {
        "place": one.place,
        "section": one.contestant.section,
        "line": one.contestant.line,
        "contestant": one.contestant.label,
        "score": rounded(one.score),
        "percentage": rounded(one.percentage),
        "boards": one.boards,
    }


def _boards(night: ScoredNight, session: int) -> list[dict[str, object]]:
    """Return the boards of a session in their order, with their lines as they were handed in."""
    found: dict[int, list[dict[str, object]]] = {}
    for scored in night.sessions[session].lines:
        found.setdefault(scored.line.board, []).append(_line(scored))
    which = {"session": session + 1} if len(night.sessions) > 1 else {}
    return [{"board": board, **which, "lines": lines} for board, lines in sorted(found.items())]


def _line(scored: ScoredLine) -> dict[str, object]:
    line = scored.line
    names = ("north", "south", "east", "west") if line.is_individual else ("ns", "ew")
    return {
        "section": line.section,
        **({"round": line.round} if line.round is not None else {}),
        **({"table": line.table} if line.table is not None else {}),
        **dict(zip(names, (*line.ns, *line.ew), strict=True)),
        "contract": contract_text(line),
        "declarer": line.declarer,
        "result": result_text(line),
        "score": _score(line),
        "ns_points": rounded(scored.points(NS)),
        "ew_points": rounded(scored.points(EW)),
    }


def contract_text(line: Line) -> str:
    """Return the contract as it is written."""
    if line.is_passed_out:
        return "PASS"
    return str(line.contract) if line.contract else ""


def result_text(line: Line) -> str:
    """Return how a contract ended: ``=``, ``+1``, ``-2``."""
    if line.contract is None or line.tricks is None:
        return ""
    over = line.tricks - line.contract.tricks
    return f"{over:+}" if over else "="


def _score(line: Line) -> int | str | None:
    """Return what North-South score, or for anything but a plain score what was written."""
    if line.outcome is Absent.MISSING:
        return None
    if isinstance(line.outcome, Outcome) and line.outcome.ns == line.outcome.ew:
        given = line.outcome.ns
        if isinstance(given, Real) and len(given.parts) == 1:
            return given.parts[0][1]
    return line.written or Absent.NOT_PLAYED.value
