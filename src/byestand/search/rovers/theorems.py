"""Three theorems that prove, without a search, that a movement has no rover.

Each tests its hypotheses on the grids themselves, never on a code or a family, so none can exclude
a rover that exists. docs/rover-proofs.md has the full proofs.
"""

from itertools import combinations

from byestand.language import phrase, say
from byestand.search.outcome import Impossible
from byestand.search.rovers.rover_cells import RoverCells, Row

_TOO_FEW = {
    "NS": phrase("{rounds} rounds need {rounds} different NS pairs, but there are only {available}"),
    "EW": phrase("{rounds} rounds need {rounds} different EW pairs, but there are only {available}"),
    "group": phrase("{rounds} rounds need {rounds} different deal groups, but there are only {available}"),
}
_WRONG_SUM = {
    ("NS", "EW"): phrase(
        "in {rounds} rounds the rover would use all {rounds} NS pairs and all {rounds} EW pairs; the differences of"
        " their numbers would then add up to a multiple of {rounds} (Euler), but they do not"
    ),
    ("NS", "group"): phrase(
        "in {rounds} rounds the rover would use all {rounds} NS pairs and all {rounds} deal groups; the differences of"
        " their numbers would then add up to a multiple of {rounds} (Euler), but they do not"
    ),
    ("EW", "group"): phrase(
        "in {rounds} rounds the rover would use all {rounds} EW pairs and all {rounds} deal groups; the differences of"
        " their numbers would then add up to a multiple of {rounds} (Euler), but they do not"
    ),
}


def refute(cells: RoverCells) -> Impossible | None:
    """Return the proof that there is no rover, if one of the theorems gives it."""
    return _pigeonhole(cells) or _sums(cells) or _squares(cells)


def _pigeonhole(cells: RoverCells) -> Impossible | None:
    """Pigeonhole: each round takes a new NS pair, a new EW pair and a new deal group."""
    needed = len(cells.rounds)
    for name, rows in _lines(cells):
        available = len(_different(rows))
        if available < needed:
            return Impossible(say(_TOO_FEW[name], rounds=needed, available=available), "theorem")
    return None


def refute_two_way(cells: RoverCells) -> Impossible | None:
    """Return the proof that there is not even a two-way rover, if counting gives it.

    In the NS seats it displaces NS pairs and meets EW pairs, none twice; in the EW seats likewise.
    So neither kind of seat can be taken more often than there are NS pairs, or EW pairs.
    """
    needed = len(cells.rounds)
    there = 2 * min(len(_different(cells.ns)), len(_different(cells.ew)))
    groups = len(_different(cells.groups))
    if needed > min(there, groups):
        because = say(
            "{rounds} rounds need {rounds} deal groups and {rounds} opponents,"
            " but there are only {groups} deal groups and {opponents} opponents",
            rounds=needed,
            groups=groups,
            opponents=there,
        )
        return Impossible(because, "theorem")
    return None


def _sums(cells: RoverCells) -> Impossible | None:
    """Euler's sum.

    Let the rover play m rounds, let two of the three lines (NS, EW, groups) have m members each,
    numbered 1 … m, and let one be the other plus c(j) modulo m at every table of round j. The
    rover uses up every member of both lines, so both add up to 1 + 2 + … + m; hence the c(j) add
    up to 0 modulo m.
    """
    m = len(cells.rounds)
    for (one, a), (other, b) in combinations(_lines(cells), 2):
        offsets = _offsets(a, b, m)
        if offsets is not None and sum(offsets) % m:
            return Impossible(say(_WRONG_SUM[one, other], rounds=m), "theorem")
    return None


def _squares(cells: RoverCells) -> Impossible | None:
    """Toroidal queens.

    Let the rover play m - 1 rounds, let there be m NS pairs, m EW pairs and m groups, each numbered
    1 … m, and let NS pair x sit in round j with EW pair x + a(j) and group x + b(j), modulo m.
    The route leaves over one NS pair x, one EW pair y and one group z. As each line adds up to
    1 + … + m with what is left over, y = x - Σa and z = x - Σb. So a further round, with a = -Σa
    and b = -Σb, completes the route to one that uses up all three lines. From here on Σ runs over
    all m rounds. Squares: Σx² = Σ(x + a)² = Σx² + 2Σxa + Σa², so 2Σxa = -Σa²; in the same way
    2Σxb = -Σb². If b = λa in every round, the second says -λΣa² = -λ²Σa². So there is no route
    unless λ(λ - 1)Σa² is 0 modulo m.

    In an odd Mitchell a = -(j - 1), b = j - 1 and λ = -1, and 2Σa² = m(m - 1)(2m - 1)/3, which is
    no multiple of m when 3 divides m.
    """
    m = len(cells.rounds) + 1
    a, b = _offsets(cells.ns, cells.ew, m), _offsets(cells.ns, cells.groups, m)
    if a is None or b is None:
        return None
    a, b = (*a, -sum(a) % m), (*b, -sum(b) % m)
    squares = sum(x * x for x in a)
    for factor in range(m):
        is_multiple = all((y - factor * x) % m == 0 for x, y in zip(a, b, strict=True))
        if is_multiple and factor * (factor - 1) * squares % m:
            return Impossible(_queens(m, by_three=m % 3 == 0 and len(set(a)) == m), "theorem")
    return None


def _queens(size: int, *, by_three: bool) -> str:
    if by_three:
        return say(
            "the route needs {size} non-attacking queens on a wrapping {size} × {size} board,"
            " impossible because 3 divides {size} (toroidal queens)",
            size=size,
        )
    return say(
        "the route needs {size} non-attacking queens on a wrapping {size} × {size} board,"
        " which is impossible (toroidal queens)",
        size=size,
    )


def _lines(cells: RoverCells) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    return ("NS", cells.ns), ("EW", cells.ew), ("group", cells.groups)


def _different(rows: tuple[Row, ...]) -> set[int]:
    return set().union(*rows) - {0}


def _offsets(a: tuple[Row, ...], b: tuple[Row, ...], m: int) -> Row | None:
    """Return b - a modulo m in each round, if it is the same at all tables and both are 1 … m."""
    everyone = set(range(1, m + 1))
    if _different(a) != everyone or _different(b) != everyone:
        return None
    by_round = []
    for row_a, row_b in zip(a, b, strict=True):
        offsets = {(y - x) % m for x, y in zip(row_a, row_b, strict=True) if x}
        if len(offsets) != 1:
            return None
        by_round.append(offsets.pop())
    return tuple(by_round)
