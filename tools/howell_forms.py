"""Howells, howells.txt and guided_howells.txt: given, and every line checked here from its definition.

``python tools/howell_forms.py measure`` prints how well balanced every line of howells.txt is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from data_files import DataFile, run_command, say, shipped, told

MUST_SHARE = {(2, 3), (3, 5), (4, 5), (4, 6), (5, 8)}
"""Where no Howell by rule has a group of boards for every table, beside those of `_cannot_but_share`."""
Cell = tuple[int, int, int]
"""NS, EW and group."""


def faults(row: str) -> Iterator[str]:
    """Yield what of the definition a compact Howell does not fulfil, and what its grade does not allow."""
    size, grade, *words = told(row)
    tables, rounds = (int(number) for number in size.split("x"))
    if len(words) != tables or not tables <= rounds < 2 * tables:
        yield "tables and rounds do not fit each other"
        return
    compact = [_compact(word) for word in words]
    movers = [(mover, place) for two, place, _ in compact for mover in two]
    if sorted(mover for mover, _ in movers) != list(range(rounds)):
        yield "not every mover is somewhere once"
    if len({(mover - place) % rounds for mover, place in movers}) < rounds:
        yield "somebody plays a group again"
    apart = [sign * (two[1] - two[0]) % rounds for two, _, _ in compact if len(two) == 2 for sign in (1, -1)]
    if len(set(apart)) < len(apart):
        yield "some meet again"
    places = [place for _, place, _ in compact]
    if places != sorted(places) or not set(places) <= set(range(rounds)):
        yield "tables do not stand in the order of their places"
    if len(set(places)) < tables and not _cannot_but_share(tables, rounds):
        yield "tables share that need not"
    yield from _wrong_directions(grade, rounds, compact)


Compact = tuple[list[int], int, str]


def _compact(word: str) -> Compact:
    who, _, rest = word.partition("@")
    place, _, directions = rest.partition(":")
    return [int(mover) for mover in who.split(",") if mover != "s"], int(place), directions


def _cannot_but_share(tables: int, rounds: int) -> bool:
    """Tell whether sums modulo the rounds leave no place for every table (docs/howells.md), or all was tried."""
    as_many, one_less = tables == rounds and rounds % 2 == 0, tables == rounds - 1 and rounds % 2 == 1
    return as_many or one_less or (tables, rounds) in MUST_SHARE


def _wrong_directions(grade: str, rounds: int, compact: Iterable[Compact]) -> Iterator[str]:
    for two, _, directions in compact:
        if set(directions) - {"n", "e"} or len(directions) not in (1, rounds):
            yield f"{directions!r} are no directions for {rounds} rounds"
        if len(directions) > 1 and (grade == "S" or (grade == "T" and len(two) == 2)):
            yield f"grade {grade} does not turn there"


def guided_faults(row: str) -> Iterator[str]:
    """Yield who is not there once a round, who meets or plays again, and where more share than must."""
    size, places, *columns = told(row)
    tables, rounds = (int(number) for number in size.split("x"))
    by_table = [list(_cells(column, place, rounds)) for column, place in zip(columns, _places(places), strict=False)]
    if len(by_table) != tables or any(len(cells) != rounds for cells in by_table):
        yield "there is not a cell for each table in each round"
        return
    for round, now in enumerate(zip(*by_table, strict=True), start=1):
        if sorted(pair for ns, ew, _ in now for pair in (ns, ew)) != list(range(1, 2 * tables + 1)):
            yield f"not everybody sits once in round {round}"
    every = list(chain.from_iterable(by_table))
    if max(Counter(frozenset((ns, ew)) for ns, ew, _ in every).values()) > 1:
        yield "some meet again"
    plays = Counter((pair, group) for ns, ew, group in every for pair in (ns, ew))
    if set(plays.values()) != {1} or len(plays) != 2 * tables * rounds:
        yield "somebody does not play every group once"
    sharing = [round for round, now in enumerate(zip(*by_table, strict=True)) if len({g for *_, g in now}) < tables]
    if len(sharing) > (1 if size == "3x5" else 0):
        yield "tables share that need not"


def _places(words: str) -> Iterable[int | None]:
    return (None,) * 20 if words == "-" else [int(place) for place in words.split(",")]


def _cells(column: str, place: int | None, rounds: int) -> Iterator[Cell]:
    for round, cell in enumerate(column.split(";")):
        pairs, _, group = cell.partition("/")
        ns, ew = map(int, pairs.split("-"))
        yield ns, ew, int(group) if place is None else (place - 1 + round) % rounds + 1


def balance(row: str) -> float:
    """Return how evenly all of a compact Howell compete with each other, of 100, all pairs being there."""
    size, _, *words = told(row)
    tables, rounds = (int(number) for number in size.split("x"))
    compete: Counter[tuple[int, int]] = Counter()
    sides: dict[int, dict[int, int]] = {pair: {} for pair in range(2 * tables)}
    stays = iter(range(rounds, 2 * tables))
    for two, place, directions in map(_compact, words):
        stayer = next(stays) if len(two) == 1 else 0
        for round in range(rounds):
            first, group = (two[0] + round) % rounds, (place + round) % rounds
            second = (two[1] + round) % rounds if len(two) == 2 else stayer
            side = 1 if directions[round % len(directions)] == "n" else -1
            sides[first][group], sides[second][group] = side, -side
            compete[min(first, second), max(first, second)] += tables
    for one, other in combinations(sides, 2):
        compete[one, other] += sum(sides[one][group] * sides[other][group] for group in range(rounds))
    total, squares = sum(compete.values()), sum(value * value for value in compete.values())
    return 100 * total**2 / (tables * (2 * tables - 1) * squares)


def measure() -> None:
    """Print how well balanced every line is."""
    for row in FILES[0].rows:
        say(f"{' '.join(told(row)[:2])} {balance(row):.2f}")


FILES = (DataFile(shipped("howells.txt"), faults), DataFile(shipped("guided_howells.txt"), guided_faults))

if __name__ == "__main__":
    run_command(measure=measure)
