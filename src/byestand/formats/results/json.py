"""A scored session as plain data, a stable format for scripts.

Numbers are JSON numbers; fractions are rounded to four decimals, halves away from zero.
"""

from fractions import Fraction

from byestand.model.line import EW, NS, Exact
from byestand.score.book import Book, Column
from byestand.score.comparison import away_from_zero
from byestand.score.ranking import RankedContestant, SessionTotal
from byestand.score.score_format import contract_text, format_score, result_text
from byestand.score.score_lines import ScoredLine
from byestand.score.score_sessions import ScoredNight

DECIMALS = 10_000


def book_data(book: Book) -> dict[str, object]:
    """Return the data of a scored session; ranked contestants have a ``name`` if it is known."""
    night = book.night
    return {
        "ranking": [_ranking_data(book, one) for one in night.ranking],
        "boards": [board for number in range(len(night.sessions)) for board in _boards(night, number)],
        "findings": [finding.data() for finding in night.findings],
    }


def round_number(exact: Exact | None) -> int | float | None:
    """Return a number as in JSON: at most four decimals, none for a whole number.

    >>> round_number(Fraction(620, 13)), round_number(Fraction(50)), round_number(None)
    (47.6923, 50, None)
    """
    if exact is None:
        return None
    scaled = away_from_zero(Fraction(exact) * DECIMALS)
    return scaled // DECIMALS if scaled % DECIMALS == 0 else scaled / DECIMALS


def column_data(column: Column, ranked: RankedContestant) -> int | float | str | None:
    """Return a figure of the ranking as in files."""
    value = column.value(ranked)
    return value if isinstance(value, str) else round_number(value)


def _ranking_data(book: Book, one: RankedContestant) -> dict[str, object]:
    name = book.name(one.contestant)
    return {
        "place": one.place,
        "section": one.contestant.section,
        "line": one.contestant.line,
        "contestant": one.contestant.label,
        **{column.key: column_data(column, one) for column in book.columns},
        **({"sessions": [_session(total) for total in one.sessions]} if len(book.night.sessions) > 1 else {}),
        **({"name": name} if name else {}),
    }


def _session(total: SessionTotal) -> dict[str, object]:
    return {
        "session": total.session,
        "seat": total.seat,
        "percentage": round_number(total.percentage),
        "score": round_number(total.score),
        "boards": total.boards,
    }


def _boards(night: ScoredNight, session: int) -> list[dict[str, object]]:
    """Return the boards of a session in order, with their lines as entered."""
    boards: dict[int, list[dict[str, object]]] = {}
    for scored in night.sessions[session].lines:
        boards.setdefault(scored.line.board, []).append(_line(scored))
    which = {"session": session + 1} if len(night.sessions) > 1 else {}
    return [{"board": board, **which, "lines": lines} for board, lines in sorted(boards.items())]


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
        "score": format_score(line),
        "ns_points": round_number(scored.points(NS)),
        "ew_points": round_number(scored.points(EW)),
    }
