"""Howells, howells.txt and guided_howells.txt: build lines, and check every line against the definition.

``python tools/howell_forms.py find 9x14 37 1 1500`` builds the line of 9 tables and 14 rounds with seed 37 for the
design, seed 1 for the directions, and 1500 annealing steps per cell; a further number is the missing pair. ``… improve
9x14 600`` searches for better numbers for 600 seconds and writes the line if it is better. ``… measure`` prints the
balance of every line of howells.txt.
"""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, count

from byestand.search.howell_designs import FoundTable, some_design
from byestand.search.howell_search import choose_directions
from data_files import MARK, DataFile, keep, origin, report_text, run_command, say, shipped_lines

MUST_SHARE = {(4, 5), (4, 6), (5, 8)}
"""Sizes for which no Howell by rule has a deal group for every table, besides those of `_cannot_but_share`."""
SCREENING, THOROUGH, QUICK = 150, 1500, 2000
"""Steps per cell: to rate a design, to improve it, and for lines that are rebuilt in seconds."""
STAND = 0.1
"""The least gain in balance that justifies another bye stand."""
Cell = tuple[int, int, int]
"""NS, EW and group."""


def faults(row: str) -> Iterator[str]:
    """Yield the faults of a compact Howell against its definition and its grade."""
    size, grade, *words = report_text(row)
    tables, rounds = (int(number) for number in size.split("x"))
    if len(words) != tables or not tables <= rounds < 2 * tables:
        yield "tables and rounds do not match"
        return
    compact = [_compact(word) for word in words]
    movers = [(mover, place) for two, place, _ in compact for mover in two]
    if sorted(mover for mover, _ in movers) != list(range(rounds)):
        yield "not every moving pair sits exactly once"
    if len({(mover - place) % rounds for mover, place in movers}) < rounds:
        yield "a pair plays a group twice"
    apart = [sign * (two[1] - two[0]) % rounds for two, _, _ in compact if len(two) == 2 for sign in (1, -1)]
    if len(set(apart)) < len(apart):
        yield "pairs meet twice"
    places = [place for _, place, _ in compact]
    if places != sorted(places) or not set(places) <= set(range(rounds)):
        yield "tables are not in the order of their places"
    if len(set(places)) < tables and not _cannot_but_share(tables, rounds):
        yield "tables share unnecessarily"
    yield from _wrong_directions(grade, rounds, compact)


Compact = tuple[list[int], int, str]


def _compact(word: str) -> Compact:
    who, _, rest = word.partition("@")
    place, _, directions = rest.partition(":")
    return [int(mover) for mover in who.split(",") if mover != "s"], int(place), directions


def _cannot_but_share(tables: int, rounds: int) -> bool:
    """Return whether tables must share: by sums modulo the rounds (docs/howells.md), or by an exhaustive search."""
    as_many, one_less = tables == rounds and rounds % 2 == 0, tables == rounds - 1 and rounds % 2 == 1
    return as_many or one_less or (tables, rounds) in MUST_SHARE


def _wrong_directions(grade: str, rounds: int, compact: Iterable[Compact]) -> Iterator[str]:
    for two, _, directions in compact:
        if set(directions) - {"n", "e"} or len(directions) not in (1, rounds):
            yield f"{directions!r} are not directions for {rounds} rounds"
        if len(directions) > 1 and (grade == "S" or (grade == "T" and len(two) == 2)):
            yield f"grade {grade} does not change direction there"


def guided_faults(row: str) -> Iterator[str]:
    """Yield the faults: pairs that do not sit once per round, repeats, and unnecessary sharing."""
    size, places, *columns = report_text(row)
    tables, rounds = (int(number) for number in size.split("x"))
    by_table = [list(_cells(column, place, rounds)) for column, place in zip(columns, _places(places), strict=False)]
    if len(by_table) != tables or any(len(cells) != rounds for cells in by_table):
        yield "a cell is missing for a table in a round"
        return
    for round, now in enumerate(zip(*by_table, strict=True), start=1):
        if sorted(pair for ns, ew, _ in now for pair in (ns, ew)) != list(range(1, 2 * tables + 1)):
            yield f"not every pair sits exactly once in round {round}"
    every = list(chain.from_iterable(by_table))
    if max(Counter(frozenset((ns, ew)) for ns, ew, _ in every).values()) > 1:
        yield "pairs meet twice"
    plays = Counter((pair, group) for ns, ew, group in every for pair in (ns, ew))
    if set(plays.values()) != {1} or len(plays) != 2 * tables * rounds:
        yield "a pair does not play every group exactly once"
    sharing = [round for round, now in enumerate(zip(*by_table, strict=True)) if len({g for *_, g in now}) < tables]
    if len(sharing) > (1 if size == "3x5" else 0):
        yield "tables share unnecessarily"


def _places(words: str) -> Iterable[int | None]:
    return (None,) * 20 if words == "-" else [int(place) for place in words.split(",")]


def _cells(column: str, place: int | None, rounds: int) -> Iterator[Cell]:
    for round, cell in enumerate(column.split(";")):
        pairs, _, group = cell.partition("/")
        ns, ew = map(int, pairs.split("-"))
        yield ns, ew, int(group) if place is None else (place - 1 + round) % rounds + 1


def balance(row: str, missing: int | None = None) -> float:
    """Return the balance of all present pairs, out of 100; ``H13`` is without pair 13."""
    size, grade, *_ = report_text(row)
    tables = int(size.split("x")[0])
    if grade.startswith("H"):
        missing = int(grade[1:])
    compete: Counter[frozenset[int]] = Counter()
    for here in _play(row, missing):
        sides = {ns: 1 for ns, _ in here} | {ew: -1 for _, ew in here}
        for one, other in combinations(sides, 2):
            compete[frozenset((one, other))] += sides[one] * sides[other]
        for two_there in here:
            compete[frozenset(two_there)] += len(here)
    pairs = 2 * tables - (missing is not None)
    total, squares = sum(compete.values()), sum(value * value for value in compete.values())
    return 100 * total**2 / (pairs * (pairs - 1) / 2 * squares)


def _play(row: str, missing: int | None) -> Iterable[list[tuple[int, int]]]:
    """Return the pairs NS and EW for each group, except those against the missing pair."""
    played: dict[int, list[tuple[int, int]]] = {}
    for ns, ew, group in _every_cell(row):
        if missing not in (ns, ew):
            played.setdefault(group, []).append((ns, ew))
    return played.values()


def _every_cell(row: str) -> Iterator[Cell]:
    size, grade, *words = report_text(row)
    tables, rounds = (int(number) for number in size.split("x"))
    if ":" not in row.partition(MARK)[0]:  # with guide cards: places instead of a grade
        for column, place in zip(words, _places(grade), strict=False):
            yield from _cells(column, place, rounds)
        return
    stays = iter(range(rounds + 1, 2 * tables + 1))
    for two, place, directions in map(_compact, words):
        stayer = next(stays) if len(two) == 1 else 0
        for round in range(rounds):
            first, second = ((mover + round) % rounds + 1 for mover in (*two, *two)[:2])
            both = (first, stayer or second)
            yield *(both if directions[round % len(directions)] == "n" else both[::-1]), (place + round) % rounds


def line(size: str, design: int, directions: int, steps: int, missing: int | None = None) -> str | None:
    """Return the line of a design and directions by their seeds; None if the seed has no design."""
    tables, rounds = (int(number) for number in size.split("x"))
    found = some_design(tables, rounds, random.Random(design))  # noqa: S311 - no secret
    if found is None:
        return None
    chance, absent = random.Random(directions), None if missing is None else missing - 1  # noqa: S311 - no secret
    made = choose_directions(found, rounds, chance, missing=absent, steps_a_cell=steps).tables
    command = f"python tools/howell_forms.py find {size} {design} {directions} {steps}"
    words = " ".join(_word(table) for table in made)
    if missing is not None:
        return f"{size} H{missing} {words}{MARK}{command} {missing}"
    turning = [table for table in made if len(table.ns) > 1]
    grade = "S" if not turning else "T" if all(table.other is None for table in turning) else "F"
    return f"{size} {grade} {words}{MARK}{command}"


def _word(table: FoundTable) -> str:
    return f"{table.mover},{'s' if table.other is None else table.other}@{table.place}:{table.ns}"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    size, *numbers = origin(row).split()[3:]
    return line(size, *map(int, numbers)) or ""


def _is_quick(row: str) -> bool:
    return int(origin(row).split()[6]) <= QUICK


def find(size: str, *numbers: str) -> None:
    """Print a line and its balance."""
    row = line(size, *map(int, numbers))
    say(f"{row}\n{balance(row):.2f}" if row else f"no design of {size} found from this seed")


def improve(size: str, seconds: str, missing: str = "") -> None:
    """Search for a better line of a size: many designs in half of the time, then the best ones repeatedly."""
    start, absent = time.monotonic(), int(missing) if missing else None
    top: list[tuple[float, int, str]] = []
    for design in count():
        if time.monotonic() > start + float(seconds) / 2:
            break
        if row := line(size, design, 1, SCREENING, absent):
            top = sorted([*top, (balance(row), design, row)], reverse=True)[:20]
    designs = [design for _, design, _ in top]
    for seed, design in ((seed, design) for seed in count(1) for design in designs):
        if time.monotonic() > start + float(seconds):
            break
        if row := line(size, design, seed, THOROUGH, absent):
            top.append((balance(row), design, row))
    _keep_if_better(max(top)[2])


def _keep_if_better(row: str) -> None:
    """Write a line instead of worse ones for the same size with as many changes of direction."""
    of_its_kind = [
        old for old in FILES[0].rows if _order(old)[:2] == _order(row)[:2] and _is_half(old) == _is_half(row)
    ]
    best = max(of_its_kind, key=balance, default=row)
    say(f"{balance(best):.2f} so far, {balance(row):.2f} found: {row}")
    if best is row or (balance(row) > balance(best) + 0.005 and _worth(row) > _worth(best)):
        stays = [old for old in FILES[0].rows if old not in of_its_kind or _order(old) < _order(row)]
        keep(FILES[0], sorted([*stays, row], key=_order))


def _worth(row: str) -> float:
    """Return the balance less a penalty for every bye stand, because boards move most easily with one."""
    size, _, *words = report_text(row)
    rounds = int(size.split("x")[1])
    tables_at = {place for _, place, _ in map(_compact, words)}
    stands = sum(place not in tables_at and (place - 1) % rounds in tables_at for place in range(rounds))
    return balance(row) - STAND * stands


def _order(row: str) -> tuple[int, int, int]:
    """Return the sort key of a line: tables, rounds and changes of direction."""
    size, grade, *_ = report_text(row)
    tables, rounds = (int(number) for number in size.split("x"))
    return tables, rounds, "STFH".index(grade[0])


def _is_half(row: str) -> bool:
    return report_text(row)[1].startswith("H")


def measure() -> None:
    """Print the balance of every line."""
    for row in FILES[0].rows:
        say(f"{' '.join(report_text(row)[:2])} {balance(row):.2f}")


FILES = (
    DataFile(shipped_lines("howells.txt"), faults, again, _is_quick),
    DataFile(shipped_lines("guided_howells.txt"), guided_faults),
)

if __name__ == "__main__":
    run_command(find=find, improve=improve, measure=measure)
