"""Tell one, two, three, four tables what to play: every set of them that could help, the most hopeful first."""

import time
from itertools import combinations

from byestand.search.outcome import Clock, OutOfEffortError, OutOfTimeError
from byestand.search.repairs.answers import Answers
from byestand.search.repairs.healing import Healing
from byestand.search.repairs.problem import AGAIN
from byestand.search.repairs.tables import Tables

EFFORT = 500
"""Nodes for a set of tables before others have their turn."""


def tell(answers: Answers, tables: Tables, size: int, clock: Clock, *, extra: int, strict: bool) -> None:
    """Find the best that tells *size* tables; if *strict*, only what loses fewer or has fewer meetings again.

    Raises OutOfTimeError where there was no time for every set.
    """

    def beat() -> int:
        key = answers.best(size, extra).key
        return key // AGAIN * AGAIN if strict else key

    hopeful = _hopeful(tables, size, beat(), clock)
    effort = EFFORT
    while hopeful:
        unfinished = []
        for healed, told in hopeful:
            if tables.least_key(healed) + size >= beat():
                continue
            _look_at(clock)
            healing = Healing(tables, told, tables.domains(told), beat(), Clock(clock.end - time.monotonic(), effort))
            try:
                healing.run()
            except OutOfEffortError:
                unfinished.append((healed, told))
            if healing.best:
                answers.offer(healing.best)
        hopeful, effort = unfinished, effort * 8


def _hopeful(tables: Tables, size: int, beat: int, clock: Clock) -> list[tuple[int, tuple[int, ...]]]:
    """The sets of tables that may beat it, with how many lost cells may heal there: many of them first."""
    hopeful = []
    lost = [len(cells) for cells in tables.lost_at]
    needed = next((n for n in range(tables.lost + 1) if tables.least_key(n) + max(n, size) < beat), None)
    if needed is None:
        return []
    for told in combinations(range(tables.problem.tables), size):
        if sum([lost[table] for table in told]) < max(1, needed):
            continue
        _look_at(clock)
        healed = tables.most_healed(told, tables.domains(told))
        if healed >= max(1, needed):
            hopeful.append((healed, told))
    hopeful.sort(key=lambda entry: -entry[0])
    return hopeful


def _look_at(clock: Clock) -> None:
    if time.monotonic() > clock.end:
        raise OutOfTimeError
