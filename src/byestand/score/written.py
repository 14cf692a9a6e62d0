"""What people write in the columns of a result: contracts, tricks, scores, averages, weighted and split scores."""

import re
from collections.abc import Mapping
from fractions import Fraction

from byestand.errors import BadRequest
from byestand.model.line import Average, Contract, Declarer, Exact, Given, Outcome, Percentage, Real
from byestand.score.contracts import ALL_TRICKS

_WHOLE = re.compile(r"[+-]?\d{1,5}")
_SHARE = r"\d{1,3}(?:\.\d{1,6})?"
_PERCENT = re.compile(rf"({_SHARE})%")
_UNSIGNED_PAIR = re.compile(rf"({_SHARE})/({_SHARE})")
_WEIGHTED = re.compile(rf"({_SHARE})\*([+-]?\d{{1,5}})")
_SIDES = re.compile(r"A(\d\d)(\d\d)")
_AVERAGE = re.compile(r"A(?:VE|VG|V)?([+-]?)")
_BY_SIGN = {"+": Average.PLUS, "": Average.EVEN, "-": Average.MINUS}
_BY_SHARE = {Fraction(60): Average.PLUS, Fraction(50): Average.EVEN, Fraction(40): Average.MINUS}
ALL = 100
PASS, NOT_PLAYED = "PASS", "NP"
DECLARERS: Mapping[str, Declarer] = {
    "NORTH": "N",
    "EAST": "E",
    "SOUTH": "S",
    "WEST": "W",
    "N": "N",
    "E": "E",
    "S": "S",
    "W": "W",
}


def outcome(text: str) -> Outcome:
    """Return what both sides get: one result for both, or ``NS/EW``.

    >>> outcome("A+/-50").ew, outcome("60/40") == outcome("A6040") == outcome("AVE+/AVE-")
    (Real(parts=((1, -50),)), True)
    """
    plain = "".join(text.split()).upper()
    if sides := _SIDES.fullmatch(plain):
        shares = (Fraction(share) for share in sides.groups())
        return Outcome(*(_BY_SHARE.get(share) or Percentage(share / ALL) for share in shares))
    pair = _UNSIGNED_PAIR.fullmatch(plain)
    if pair and (found := _shares(Fraction(pair[1]), Fraction(pair[2]), text)):
        return found
    if "/" in plain:
        first, _, second = plain.partition("/")
        return Outcome(_given(first, text), _given(second, text))
    given = _given(plain, text)
    if given in (Average.PLUS, Average.MINUS) or isinstance(given, Percentage):
        raise BadRequest(f"say what both sides get, like AVE+/AVE- or 55%/45%: {text[:40]!r}")
    return Outcome(given, given)


def _shares(ns: Fraction, ew: Fraction, text: str) -> Outcome | None:
    """Return what two figures without a sign mean as shares of the top; None where they are scores.

    60, 50 and 40 are averages. Other figures that make 100 together are percentages: one of them is no possible score.
    Only 100 and 0 could be either, and are refused.
    """
    if ns in _BY_SHARE and ew in _BY_SHARE:
        return Outcome(_BY_SHARE[ns], _BY_SHARE[ew])
    if ns + ew != ALL:
        return None
    if ALL in (ns, ew):
        raise BadRequest(f"write {ns}%/{ew}%, or +{ns}/+{ew} for a split score: {text[:40]!r}")
    return Outcome(Percentage(ns / ALL), Percentage(ew / ALL))


def _given(plain: str, text: str) -> Given:
    if average := _AVERAGE.fullmatch(plain):
        return _BY_SIGN[average[1]]
    if _WHOLE.fullmatch(plain):
        return Real.certain(int(plain))
    if share := _PERCENT.fullmatch(plain):
        if Fraction(share[1]) > ALL:
            raise BadRequest(f"a side gets at most 100 %: {text[:40]!r}")
        return Percentage(Fraction(share[1]) / ALL)
    return _weighted(plain, text)


def _weighted(plain: str, text: str) -> Real:
    # "30*650+70*-100": a plus that follows a score begins the next part.
    parts = [_WEIGHTED.fullmatch(part) for part in re.split(r"(?<=\d)\+", plain)]
    found = tuple((Fraction(part[1]) / ALL, int(part[2])) for part in parts if part)
    if not found or len(found) < len(parts):
        raise BadRequest(f"expected a score like 420, AVE, 55%/45% or 30*650+70*-100: {text[:40]!r}")
    if sum(weight for weight, _ in found) != 1:
        raise BadRequest(f"the weights make 100 together: {text[:40]!r}")
    return Real(tuple((weight, points) for weight, points in found if weight))


def outcome_text(given: Outcome) -> str:
    """Return the one way in which we write what both sides get; ``outcome`` reads it back.

    >>> [outcome_text(outcome(text)) for text in ("50/50", "60/40", "70/30", "+50/+50", "+100/+0", "420/-50")]
    ['AVE', 'AVE+/AVE-', '70%/30%', '50', '+100/+0', '420/-50']
    """
    ns, ew = _side_text(given.ns), _side_text(given.ew)
    if ns == ew and not isinstance(given.ns, Percentage) and given.ns not in (Average.PLUS, Average.MINUS):
        return ns
    pair = _UNSIGNED_PAIR.fullmatch(f"{ns}/{ew}")
    would_be_shares = pair and (int(ns) + int(ew) == ALL or {int(ns), int(ew)} <= _BY_SHARE.keys())
    return f"+{ns}/+{ew}" if would_be_shares else f"{ns}/{ew}"


def _side_text(given: Given) -> str:
    match given:
        case Average():
            return given.value
        case Percentage():
            return f"{_decimal(given.share * ALL)}%"
    if len(given.parts) == 1:
        return str(given.parts[0][1])
    return "+".join(f"{_decimal(weight * ALL)}*{points}" for weight, points in given.parts)


def _decimal(exact: Exact) -> str:
    """Return a share as it was written: six decimals at most, and none that say nothing."""
    return f"{float(exact):.6f}".rstrip("0").rstrip(".")


def tricks(text: str, contract: Contract) -> int:
    """Return how many tricks were taken: a bare number is just that, ``=``, ``+1`` and ``-2`` speak of the contract.

    >>> tricks("10", Contract(4, "S")), tricks("=", Contract(4, "S")), tricks("-2", Contract(4, "S"))
    (10, 10, 8)
    """
    plain = "".join(text.split())
    if not re.fullmatch(r"=|[+-]?\d{1,2}", plain):
        raise BadRequest(f"expected tricks like 10, =, +1 or -2: {text[:40]!r}")
    made = contract.tricks if plain == "=" else int(plain) + contract.tricks * (plain[0] in "+-")
    if not 0 <= made <= ALL_TRICKS:
        raise BadRequest(f"nobody takes {made} tricks of {ALL_TRICKS}: {text[:40]!r}")
    return made


def declarer(text: str) -> Declarer:
    """Return who played the contract."""
    found = DECLARERS.get(text.strip().upper())
    if found is None:
        raise BadRequest(f"expected N, E, S or W: {text[:40]!r}")
    return found
