"""The notation of results: tricks, scores, averages, weighted and split scores."""

import re
from collections.abc import Mapping
from fractions import Fraction

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.line import Average, Contract, Declarer, Exact, Given, Outcome, Percentage, TableScore
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
    """Parse the scores of both sides: one score for both, or ``NS/EW``.

    >>> outcome("A+/-50").ew, outcome("60/40") == outcome("A6040") == outcome("AVE+/AVE-")
    (TableScore(parts=((1, -50),)), True)
    """
    plain = "".join(text.split()).upper()
    if sides := _SIDES.fullmatch(plain):
        figures = (Fraction(share) for share in sides.groups())
        return Outcome(*(_BY_SHARE.get(share) or Percentage(share / ALL) for share in figures))
    pair = _UNSIGNED_PAIR.fullmatch(plain)
    if pair and (shares := _parse_shares(Fraction(pair[1]), Fraction(pair[2]), text)):
        return shares
    if "/" in plain:
        first, _, second = plain.partition("/")
        return Outcome(_parse_side(first, text), _parse_side(second, text))
    score = _parse_side(plain, text)
    if score in (Average.PLUS, Average.MINUS) or isinstance(score, Percentage):
        raise BadRequest(say("enter the scores of both sides, such as AVE+/AVE- or 55%/45%: {text!r}", text=text[:40]))
    return Outcome(score, score)


def _parse_shares(ns: Fraction, ew: Fraction, text: str) -> Outcome | None:
    """Return two figures without a sign as shares of the top; None if they are scores.

    60, 50 and 40 are averages. Other figures with the sum 100 are percentages: one of them is not a possible score.
    Only 100 and 0 could be either, and are rejected.
    """
    if ns in _BY_SHARE and ew in _BY_SHARE:
        return Outcome(_BY_SHARE[ns], _BY_SHARE[ew])
    if ns + ew != ALL:
        return None
    if ALL in (ns, ew):
        raise BadRequest(
            say("enter {ns}%/{ew}%, or +{ns}/+{ew} for a split score: {text!r}", ns=ns, ew=ew, text=text[:40])
        )
    return Outcome(Percentage(ns / ALL), Percentage(ew / ALL))


def _parse_side(plain: str, text: str) -> Given:
    if average := _AVERAGE.fullmatch(plain):
        return _BY_SIGN[average[1]]
    if _WHOLE.fullmatch(plain):
        return TableScore.certain(int(plain))
    if share := _PERCENT.fullmatch(plain):
        if Fraction(share[1]) > ALL:
            raise BadRequest(say("a side can get at most 100%: {text!r}", text=text[:40]))
        return Percentage(Fraction(share[1]) / ALL)
    return _parse_weighted(plain, text)


def _parse_weighted(plain: str, text: str) -> TableScore:
    # "30*650+70*-100": a plus that follows a score begins the next part.
    matches = [_WEIGHTED.fullmatch(part) for part in re.split(r"(?<=\d)\+", plain)]
    parts = tuple((Fraction(match[1]) / ALL, int(match[2])) for match in matches if match)
    if not parts or len(parts) < len(matches):
        raise BadRequest(say("expected a score such as 420, AVE, 55%/45% or 30*650+70*-100: {text!r}", text=text[:40]))
    if sum(weight for weight, _ in parts) != 1:
        raise BadRequest(say("weights must add up to 100: {text!r}", text=text[:40]))
    return TableScore(tuple((weight, points) for weight, points in parts if weight))


def outcome_text(given: Outcome) -> str:
    """Return the scores of both sides in the standard notation, which `outcome` reads back.

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
    """Return a share with at most six decimals, without zeros at the end."""
    return f"{float(exact):.6f}".rstrip("0").rstrip(".")


def tricks(text: str, contract: Contract) -> int:
    """Parse the number of tricks; ``=``, ``+1`` and ``-2`` are relative to the contract.

    >>> tricks("10", Contract(4, "S")), tricks("=", Contract(4, "S")), tricks("-2", Contract(4, "S"))
    (10, 10, 8)
    """
    plain = "".join(text.split())
    if not re.fullmatch(r"=|[+-]?\d{1,2}", plain):
        raise BadRequest(say("expected tricks such as 10, =, +1 or -2: {text!r}", text=text[:40]))
    made = contract.tricks if plain == "=" else int(plain) + contract.tricks * (plain[0] in "+-")
    if not 0 <= made <= ALL_TRICKS:
        raise BadRequest(
            say("tricks must be 0 to {max}, not {tricks}: {text!r}", max=ALL_TRICKS, tricks=made, text=text[:40])
        )
    return made


def declarer(text: str) -> Declarer:
    """Parse the declarer."""
    seat = DECLARERS.get(text.strip().upper())
    if seat is None:
        raise BadRequest(say("expected N, E, S or W: {text!r}", text=text[:40]))
    return seat
