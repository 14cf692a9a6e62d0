"""Contracts, scores and figures as people read them."""

from byestand.language import phrase, say
from byestand.model.board_conditions import board_conditions
from byestand.model.line import EW, NS, Absent, Average, Exact, Line, Outcome, Percentage, SideScores, TableScore
from byestand.score.comparison import away_from_zero

SIDE_TITLES = {
    NS: phrase("North-South"),
    EW: phrase("East-West"),
    "N": phrase("North"),
    "S": phrase("South"),
    "E": phrase("East"),
    "W": phrase("West"),
}
"""The titles of lines, as phrases of the catalogue."""
_DEALERS = {
    "N": phrase("dealer North"),
    "E": phrase("dealer East"),
    "S": phrase("dealer South"),
    "W": phrase("dealer West"),
}
_VULNERABLE = {
    "none": phrase("none vulnerable"),
    "NS": phrase("NS vulnerable"),
    "EW": phrase("EW vulnerable"),
    "both": phrase("both vulnerable"),
}
_ABSENT = {
    Absent.NOT_PLAYED: phrase("not played"),
    Absent.MISSING: phrase("no result"),
    Absent.CANCELLED: phrase("cancelled"),
}
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def side_title(line: str) -> str:
    """Return the title of a line; empty for a ranking of all contestants."""
    return say(SIDE_TITLES[line]) if line in SIDE_TITLES else ""


def contract_text(line: Line) -> str:
    """Return the contract as it is typed."""
    if line.is_passed_out:
        return "PASS"
    return str(line.contract) if line.contract else ""


def contract_signs(line: Line) -> str:
    """Return the contract as it is printed, with suit symbols: ``4 ♥ ×``."""
    if line.contract is None:
        return say("passed") if line.is_passed_out else ""
    level, strain, doubled = line.contract
    return f"{level} {_SIGNS.get(strain, strain)}{' ' if doubled else ''}{'×' * doubled}"


def lead_signs(lead: str) -> str:
    """Return the opening lead with its suit symbol first, whichever way it was written.

    >>> lead_signs("H4"), lead_signs("10S"), lead_signs("DA"), lead_signs("?")
    ('♥4', '♠10', '♦A', '?')
    """
    for suit, rank in ((lead[:1], lead[1:]), (lead[-1:], lead[:-1])):
        if suit in _SIGNS and rank:
            return f"{_SIGNS[suit]}{rank}"
    return lead


def format_signed(text: str) -> str:
    """Return a figure with a typographic minus sign."""
    return text.replace("-", "−")


def with_plus(figure: str) -> str:
    """Return a figure in IMPs, with a plus sign if it is positive.

    >>> with_plus("12.50"), with_plus(format_signed("-3.25")), with_plus("0.00"), with_plus("")
    ('+12.50', '−3.25', '0.00', '')
    """
    return f"+{figure}" if figure.strip("0.") and not figure.startswith(format_signed("-")) else figure


def result_text(line: Line) -> str:
    """Return the result of a contract: ``=``, ``+1``, ``-2``."""
    if line.contract is None or line.tricks is None:
        return ""
    over = line.tricks - line.contract.tricks
    return f"{over:+}" if over else "="


def format_score(line: Line) -> int | str | None:
    """Return the score of North-South for files; for anything but a plain score, the text as it was entered."""
    if line.outcome is Absent.MISSING:
        return None
    if line.outcome is Absent.CANCELLED:
        return "cancelled"
    is_weighted = "*" in line.score_text
    if isinstance(line.outcome, Outcome) and line.outcome.ns == line.outcome.ew and not is_weighted:
        given = line.outcome.ns
        if isinstance(given, TableScore) and len(given.parts) == 1:
            return given.parts[0][1]
    return line.score_text or Absent.NOT_PLAYED.value


def given_text(given: SideScores, side: str) -> str:
    """Return the score of one side as it is printed, from its own point of view.

    >>> given_text(TableScore.certain(-50), "EW"), given_text(Average.MINUS, "NS")
    ('50', 'AVE−')
    """
    match given:
        case Average():
            return format_signed(given.value)
        case Percentage():
            return f"{two_decimals(100 * given.share)}%"
    own = 1 if side == NS else -1
    if len(given.parts) == 1:
        return format_signed(str(own * given.parts[0][1]))
    return ", ".join(
        say("{share}% of {points}", share=two_decimals(100 * weight), points=format_signed(str(own * points)))
        for weight, points in given.parts
    )


def with_decimals(exact: Exact, decimals: int) -> str:
    """Return a figure with a number of decimals, halves rounded away from zero.

    >>> with_decimals(50, 2), with_decimals(-1, 1), with_decimals(26, 0)
    ('50.00', '-1.0', '26')
    """
    scaled = away_from_zero(exact * 10**decimals)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**decimals)
    return f"{sign}{whole}.{rest:0{decimals}}" if decimals else f"{sign}{whole}"


def two_decimals(exact: Exact) -> str:
    """Return a percentage, matchpoints or IMPs with two decimals."""
    return with_decimals(exact, 2)


def at_most_two_decimals(exact: Exact) -> str:
    """Return matchpoints or IMPs without zeros at the end.

    >>> at_most_two_decimals(31), at_most_two_decimals(-1)
    ('31', '-1')
    """
    return two_decimals(exact).rstrip("0").rstrip(".")


def deal_text(board: int) -> str:
    """Return the dealer and the vulnerability of a board.

    >>> deal_text(1), deal_text(6)
    ('dealer North, none vulnerable', 'dealer East, EW vulnerable')
    """
    dealer, vulnerable = board_conditions(board)
    return f"{say(_DEALERS[dealer])}, {say(_VULNERABLE[vulnerable])}"


def side_score_texts(line: Line) -> tuple[str, str]:
    """Return the texts in the score columns of both sides: a plain score only for the side that won it."""
    if isinstance(line.outcome, Absent):
        return say(_ABSENT[line.outcome]), ""
    ns, ew = line.outcome
    if ns == ew and isinstance(ns, TableScore) and len(ns.parts) == 1:
        return _sides(ns.parts[0][1])
    return given_text(ns, NS), given_text(ew, EW)


def _sides(points: int) -> tuple[str, str]:
    return (str(points), "") if points >= 0 else ("", str(-points))


def points_text(exact: Exact | None) -> str:
    """Return matchpoints or IMPs as they are printed; empty for None."""
    return "" if exact is None else format_signed(at_most_two_decimals(exact))


def percent_text(share: Exact) -> str:
    """Return a percentage rounded to a whole number."""
    return str(away_from_zero(share))
