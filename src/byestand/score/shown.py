"""Contracts, scores and figures as people read them, on every page alike."""

from byestand.model.line import EW, NS, Absent, Average, Exact, Given, Line, Outcome, Percentage, Real
from byestand.score.comparing import away_from_zero

SIDE_TITLES = {NS: "North-South", EW: "East-West", "N": "North", "S": "South", "E": "East", "W": "West"}
"""What the lines of contestants are called in a heading."""
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def contract_text(line: Line) -> str:
    """Return the contract as it is written."""
    if line.is_passed_out:
        return "PASS"
    return str(line.contract) if line.contract else ""


def contract_signs(line: Line) -> str:
    """Return the contract as it is printed, with the signs of the suits: ``4 ♥ ×``."""
    if line.contract is None:
        return "passed" if line.is_passed_out else ""
    level, strain, doubled = line.contract
    return f"{level} {_SIGNS.get(strain, strain)}{' ' if doubled else ''}{'×' * doubled}"


def lead_signs(lead: str) -> str:
    """Return a card that was led with the sign of its suit before it, in whichever order it was written.

    >>> lead_signs("H4"), lead_signs("10S"), lead_signs("DA"), lead_signs("?")
    ('♥4', '♠10', '♦A', '?')
    """
    for suit, rank in ((lead[:1], lead[1:]), (lead[-1:], lead[:-1])):
        if suit in _SIGNS and rank:
            return f"{_SIGNS[suit]}{rank}"
    return lead


def signed(text: str) -> str:
    """Return a figure with the sign of a printer for minus."""
    return text.replace("-", "−")


def with_plus(figure: str) -> str:
    """Return a figure as IMPs are written: with a plus before one that is won.

    >>> with_plus("12.50"), with_plus(signed("-3.25")), with_plus("0.00"), with_plus("")
    ('+12.50', '−3.25', '0.00', '')
    """
    return f"+{figure}" if figure.strip("0.") and not figure.startswith(signed("-")) else figure


def result_text(line: Line) -> str:
    """Return how a contract ended: ``=``, ``+1``, ``-2``."""
    if line.contract is None or line.tricks is None:
        return ""
    over = line.tricks - line.contract.tricks
    return f"{over:+}" if over else "="


def score_shown(line: Line) -> int | str | None:
    """Return what North-South score, or for anything but a plain score what was written."""
    if line.outcome is Absent.MISSING:
        return None
    if line.outcome is Absent.CANCELLED:
        return "cancelled"
    is_weighted = "*" in line.written
    if isinstance(line.outcome, Outcome) and line.outcome.ns == line.outcome.ew and not is_weighted:
        given = line.outcome.ns
        if isinstance(given, Real) and len(given.parts) == 1:
            return given.parts[0][1]
    return line.written or Absent.NOT_PLAYED.value


def given_text(given: Given, side: str) -> str:
    """Return what one side gets, from its own view.

    >>> given_text(Real.certain(-50), "EW"), given_text(Average.PLUS, "NS")
    ('50', 'AVE+')
    """
    match given:
        case Average():
            return given.value
        case Percentage():
            return f"{two_decimals(100 * given.share)} %"
    own = 1 if side == NS else -1
    if len(given.parts) == 1:
        return str(own * given.parts[0][1])
    return ", ".join(f"{two_decimals(100 * weight)} % of {own * points}" for weight, points in given.parts)


def with_decimals(exact: Exact, decimals: int) -> str:
    """Return a figure with so many decimals, halves rounded away from zero.

    >>> with_decimals(50, 2), with_decimals(-1, 1), with_decimals(26, 0)
    ('50.00', '-1.0', '26')
    """
    scaled = away_from_zero(exact * 10**decimals)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**decimals)
    return f"{sign}{whole}.{rest:0{decimals}}" if decimals else f"{sign}{whole}"


def two_decimals(exact: Exact) -> str:
    """Return a percentage, points or IMPs as people read them."""
    return with_decimals(exact, 2)


def at_most_two_decimals(exact: Exact) -> str:
    """Return points without the decimals that say nothing.

    >>> at_most_two_decimals(31), at_most_two_decimals(-1)
    ('31', '-1')
    """
    return two_decimals(exact).rstrip("0").rstrip(".")
