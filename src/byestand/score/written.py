"""What people write in the columns of a result: contracts, tricks, scores, averages, weighted and split scores."""

import re
from fractions import Fraction

from byestand.errors import BadRequest
from byestand.score.contracts import ALL_TRICKS, Contract
from byestand.score.results import Average, Given, Outcome, Percentage, Real

_WHOLE = re.compile(r"[+-]?\d{1,5}")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%")
_WEIGHTED = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)\*([+-]?\d{1,5})")
_SIDES = re.compile(r"A(\d\d)(\d\d)")
_AVERAGES = {60: Average.PLUS, 50: Average.EVEN, 40: Average.MINUS}
ALL = 100
PASS, NOT_PLAYED = "PASS", "NP"
DECLARERS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}


def outcome(text: str) -> Outcome:
    """Return what both sides get: one result for both, or ``NS/EW``.

    >>> outcome("AVE+/-50").ew, outcome("A6040") == outcome("AVE+/AVE-")
    (Real(parts=((1, -50),)), True)
    """
    plain = "".join(text.split()).upper()
    if sides := _SIDES.fullmatch(plain):
        ns, ew = (_average(int(share)) for share in sides.groups())
        return Outcome(ns, ew)
    if "/" in plain:
        first, _, second = plain.partition("/")
        return Outcome(_given(first, text), _given(second, text))
    given = _given(plain, text)
    if given in (Average.PLUS, Average.MINUS) or isinstance(given, Percentage):
        raise BadRequest(f"say what both sides get, like AVE+/AVE- or 55%/45%: {text[:40]!r}")
    return Outcome(given, given)


def _average(share: int) -> Given:
    return _AVERAGES.get(share) or Percentage(Fraction(share, ALL))


def _given(plain: str, text: str) -> Given:
    if plain in (average.value for average in Average):
        return Average(plain)
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


def declarer(text: str) -> str:
    """Return who played the contract."""
    plain = text.strip().upper()
    found = DECLARERS.get(plain, plain)
    if found not in DECLARERS.values():
        raise BadRequest(f"expected N, E, S or W: {text[:40]!r}")
    return found
