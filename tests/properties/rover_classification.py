"""The complete list of Webs with a rover, and for how many rounds, with the number of proofs.

``python -m tests.properties.rover_classification [TABLES [GROUPS]]`` takes every Web of 2 to TABLES (60) tables and 2
to GROUPS (20) deal groups, and every number of rounds from 2 up. A route without its last round is a route, so the
longest route of a Web settles all shorter ones.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from byestand.search import Found, Impossible, find_rover
from tests.oracles.second_maker import Shape, shapes, web


class Case(NamedTuple):
    """A Web with a number of rounds for which it has no rover."""

    shape: Shape
    rounds: int
    reason: str


def every_shape(tables: int, groups: int) -> Iterator[Shape]:
    """Yield every Web up to this many tables and deal groups."""
    for d in range(2, groups + 1):
        for t in range(2, tables + 1):
            yield from shapes(t, d)


def exceptions(shape: Shape) -> list[Case]:
    """Return every number of rounds for which this Web has no rover, with the proof."""
    movement = web(shape, shape.groups)
    found: list[Case] = []
    for rounds in range(shape.groups, 1, -1):
        match find_rover(movement, rounds=rounds, seconds=600, effort=5_000):
            case Found():
                return found
            case Impossible(because, proof):
                found.append(Case(shape, rounds, reason(because, proof)))
            case outcome:
                found.append(Case(shape, rounds, repr(outcome)))
    return found


def reason(because: str, proof: str) -> str:
    """Return the kind of the proof in a word or two."""
    words = {"there are only": "pigeonhole", "(Euler)": "Euler", "queens": "toroidal queens"}
    return next((name for part, name in words.items() if part in because), proof)


def expected_class(shape: Shape, rounds: int) -> str:
    """Return the reason why there is no rover, by docs/rover-proofs.md; "" if there is one."""
    t, d = shape.tables, shape.groups
    if rounds - 1 > t:
        return "pigeonhole"
    # The shifts of EW in rounds 2 to r; one table more after the skip.
    moved = sum(j - 1 + (d % 2 == 0 and j > d // 2) for j in range(2, rounds + 1))
    if rounds == t + 1 and moved % t:
        return "Euler"
    if t == d == rounds and d % 2 and d % 3 == 0:
        return "toroidal queens"
    return "exhausted search" if (*shape, rounds) in SPORADIC else ""


SPORADIC = {
    (2, 4, 0, 1, 3),
    (4, 4, 0, 2, 4),
    (4, 4, 1, 0, 4),
    (4, 6, 0, 2, 4),
    (4, 6, 0, 2, 5),
    (6, 8, 0, 3, 7),
    (10, 10, 1, 0, 10),
}
"""Tables, groups, whole subsections, half the number of the other tables, rounds."""


def surprises(of: Iterable[Shape], cases: Iterable[Case]) -> list[str]:
    """Return the differences between the search and the classification."""
    actual = {(case.shape, case.rounds): case.reason for case in cases}
    return [
        f"{shape}, {rounds} rounds: {actual.get((shape, rounds), '')!r}"
        for shape in of
        for rounds in range(2, shape.groups + 1)
        if actual.get((shape, rounds), "") != expected_class(shape, rounds)
    ]


def main(tables: int = 60, groups: int = 20) -> None:
    """Classify every Web and write the result."""
    of = list(every_shape(tables, groups))
    with ProcessPoolExecutor() as pool:
        cases = [case for found in pool.map(exceptions, of, chunksize=20) for case in found]
    count = Counter(case.reason for case in cases)
    questions = sum(shape.groups - 1 for shape in of)
    lines = [f"{len(of)} Webs, {questions} lengths, {len(cases)} without a rover: {dict(count)}"]
    lines += [f"  {c.reason}: {c.shape}, {c.rounds} rounds" for c in cases if c.reason in SHOWN]
    lines += [f"  SURPRISE {line}" for line in surprises(of, cases)]
    sys.stdout.write("\n".join(lines) + "\n")


SHOWN = ("toroidal queens", "exhausted search")

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
