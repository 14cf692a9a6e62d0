"""A second scorer, written from the rules alone, comparison by comparison: slow, and independent of the first."""

from fractions import Fraction
from itertools import groupby

HUNDRED = Fraction(100)
Night = list[dict[str, str]]


def _parts(text: str, side: str) -> list[tuple[Fraction, int]] | None:
    """Return a side's score with weights; None if it is artificial."""
    text = text.split("/")[0 if side == "ns" else -1]
    if text.lstrip("+-").isdigit():
        return [(Fraction(1), int(text))]
    if "*" in text:
        pairs = (part.split("*") for part in text.replace("+", " ").split())
        return [(Fraction(weight) / 100, int(score)) for weight, score in pairs]
    return None


def _imps(difference: int) -> int:
    steps = [
        20,
        50,
        90,
        130,
        170,
        220,
        270,
        320,
        370,
        430,
        500,
        600,
        750,
        900,
        1100,
        1300,
        1500,
        1750,
        2000,
        2250,
        2500,
    ]
    won = sum(abs(difference) >= step for step in [*steps, 3000, 3500, 4000])
    return won if difference > 0 else -won


def percentages(night: Night, factor: str = "neuberg") -> dict[str, Fraction]:
    """Return all percentages over one section of pairs in two lines: N1, E1."""
    counted = groupby(sorted(n["board"] for n in night if n["score"] != "NP"))
    expected = max((len(list(lines)) for _, lines in counted), default=0)
    own: dict[str, list[tuple[Fraction, Fraction]]] = {}
    averages: list[tuple[str, str]] = []
    for line in night:
        for side in ("ns", "ew"):
            who = side[0].upper() + line[side]
            text = line["score"].split("/")[0 if side == "ns" else -1]
            mine = _parts(line["score"], side)
            if mine is not None:
                own.setdefault(who, []).append(_worth(night, line, side, mine, expected, factor))
            elif text.startswith("AVE"):
                averages.append((who, text))
    top = Fraction(2 * (expected - 1))
    totals = {who: (sum(p for p, _ in got), sum(t for _, t in got)) for who, got in own.items()}
    results = dict(totals)
    for who, text in averages:
        won, tops = totals.get(who, (Fraction(0), Fraction(0)))
        share = won / tops if tops else Fraction(0)
        value = {"AVE+": max(Fraction(3, 5), share), "AVE": Fraction(1, 2)}.get(text)
        if value is None:
            value = min(Fraction(2, 5), share) if tops else Fraction(2, 5)
        before = results.get(who, (Fraction(0), Fraction(0)))
        results[who] = (before[0] + value * top, before[1] + top)
    return {who: HUNDRED * won / tops if tops else Fraction(50) for who, (won, tops) in results.items()}


def _worth(
    night: Night, line: dict[str, str], side: str, mine: list[tuple[Fraction, int]], expected: int, factor: str
) -> tuple[Fraction, Fraction]:
    others = [
        parts
        for other in night
        if other is not line and other["board"] == line["board"] and (parts := _parts(other["score"], side)) is not None
    ]
    sign = 1 if side == "ns" else -1
    won = Fraction(0)
    for weight, points in mine:
        for other in others:
            for also, theirs in other:
                won += weight * also * (2 if sign * points > sign * theirs else 1 if points == theirs else 0)
    there, top = len(others) + 1, Fraction(2 * (expected - 1))
    if factor == "none":
        return won, Fraction(2 * (there - 1))
    if there <= 3 and 3 * there <= expected and there != expected:
        return (60 + 5 * (won - (there - 1))) / 100 * top, top
    if factor == "ratio":
        return (won * (expected - 1) / (there - 1) if there > 1 else Fraction(expected - 1)), top
    return (won + 1) * expected / there - 1, top


def cross_imps(night: Night) -> dict[str, Fraction]:
    """Return all IMPs per board; plain scores only."""
    found: dict[str, list[Fraction]] = {}
    for line in night:
        others = [int(o["score"]) for o in night if o is not line and o["board"] == line["board"]]
        for side, sign in (("ns", 1), ("ew", -1)):
            won = sum((Fraction(_imps(sign * (int(line["score"]) - other))) for other in others), Fraction(0))
            found.setdefault(side[0].upper() + line[side], []).append(won / len(others) if others else Fraction(0))
    return {who: sum(won, Fraction(0)) / len(won) for who, won in found.items()}
