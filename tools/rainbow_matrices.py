"""Complete Rainbows of more than 30 tables from published matrices: jumps and guide cards.

``python tools/rainbow_matrices.py`` writes complete_jumps.txt (difference matrices: the players of a line jump alike)
and the lines of 34, 38, … tables in guided.txt (quasi-difference matrices, V(m,t) vectors: guide cards); with numbers
of tables, only these. A published matrix is a few base rows and the operations on them; each has its source. Unless
stated otherwise the source is the Handbook of Combinatorial Designs (2nd edition, III.3), by way of SageMath's
database.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from string import ascii_letters, digits

from byestand.formats.file_io import write_text
from byestand.movements.galois import times
from data_files import MARK, shipped_lines

NUMBERS = digits + ascii_letters
COMMAND = f"{MARK}python tools/rainbow_matrices.py"
HANDBOOK = "Handbook of Combinatorial Designs, 2nd edition, III.3"

Element = tuple[int, ...]
Row = Sequence[Element]
Maybe = int | None
"""An element of a ring; None is the point that a quasi-difference matrix leaves open."""


def ring_rows(columns: Sequence[Sequence[int]]) -> list[list[Element]]:
    """Return rows over a ring from a matrix that is printed column by column."""
    return [[(x,) for x in row] for row in zip(*columns, strict=True)]


def scale(row: Row, factors: Sequence[int], order: Sequence[int]) -> list[Element]:
    """Return a row with its places in another order and each part multiplied."""
    return [tuple(f * x for f, x in zip(factors, row[i], strict=True)) for i in order]


def orbit(rows: Iterable[Row], factors: Sequence[int], order: Sequence[int], times_: int) -> Iterator[Row]:
    """Yield each row, and its images when it is scaled and reordered repeatedly."""
    for base in rows:
        row = base
        for _ in range(times_):
            yield row
            row = scale(row, factors, order)


def move(rows: Iterable[Row], steps: Sequence[Sequence[Element]]) -> Iterator[Row]:
    """Yield each row with every one of *steps* added place by place."""
    for row, step in product(rows, steps):
        yield [tuple(a + b for a, b in zip(x, y, strict=True)) for x, y in zip(row, step, strict=True)]


def thirty_three() -> Iterator[Row]:
    """Yield a (33,6;1) difference matrix over Z33 (Handbook III.3.56)."""
    yield from ring_rows([[0, 1, 7], [0, 4, 28], [0, 16, 13], [0, 31, 19], [0, 25, 10], [0, 22, 0]])
    base = ring_rows(
        [
            [0, 0, 0, 0, 0, 0],
            [15, 11, 22, 4, 17, 8],
            [19, 7, 14, 32, 22, 18],
            [22, 19, 8, 24, 21, 6],
            [9, 12, 15, 7, 26, 14],
            [14, 28, 23, 2, 19, 3],
        ]
    )
    yield from orbit(base, (4,), (4, 0, 1, 2, 3, 5), 5)


def thirty_six() -> Iterator[Row]:
    """Yield five places of a (36,9;1) difference matrix over Z2×Z2×Z3×Z3 (Handbook III.3.59)."""
    printed = (
        "0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000",
        "0000 0100 1000 1100 0001 0101 1001 1101 0002 0102 1002 1102",
        "0000 1112 0021 0012 0120 0102 1111 0111 1110 1022 1001 1010",
        "0000 0010 1010 0100 1100 1020 1000 0120 1120 0020 1110 0110",
        "0000 0120 0010 1110 1020 1010 0100 0020 0110 1100 1120 1000",
    )
    columns = [[tuple(map(int, word)) for word in line.split()] for line in printed]
    far = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))
    yield from move(zip(*columns, strict=True), [[(0, 0, y * a, y * b) for a, b in far] for y in range(3)])


def thirty_nine() -> Iterator[Row]:
    """Yield a (39,6;1) difference matrix over Z39 (Handbook III.3.61)."""
    first = [(x,) for x in (1, 16, 22, 17, 38, 23)]
    yield from ([(0,)] * 6, first, scale(first, (-1,), range(6)))
    base = ring_rows(
        [
            [0, 0, 0, 0, 0, 0],
            [4, 23, 13, 5, 12, 11],
            [25, 11, 22, 34, 23, 6],
            [13, 4, 20, 17, 15, 29],
            [27, 21, 8, 16, 19, 26],
            [16, 19, 34, 38, 26, 21],
        ]
    )
    for row in orbit(base, (16,), (2, 0, 1, 5, 3, 4), 3):
        yield from (row, scale(row, (-1,), range(6)))


def forty_four() -> Iterator[Row]:
    """Yield a (44,6;1) difference matrix over Z2×Z2×Z11 (Handbook III.3.64)."""
    for x, y, z in ((0, 0, 0), (1, 0, 1), (1, 1, 2), (0, 0, 8)):
        yield [*((x, y, k * z) for k in (1, 5, 3, 4, 9)), (0, 0, 0)]
    printed = (
        "000 000 000 000 000 000 000 000",
        "114 014 117 106 119 012 015 011",
        "106 013 100 019 111 014 119 109",
        "116 119 012 110 010 115 004 009",
        "109 002 001 102 007 116 110 107",
        "101 106 113 015 005 013 010 110",
    )
    columns = [[tuple(map(int, word)) for word in line.split()] for line in printed]
    yield from orbit(zip(*columns, strict=True), (1, 1, 5), (4, 0, 1, 2, 3, 5), 5)


def forty_eight() -> Iterator[Row]:
    """Yield five places of a (48,9;1) difference matrix over Z3 and GF(16), by powers of w = w^4 - 1 (III.3.67)."""
    power = [1]
    for _ in range(14):
        power.append(times(power[-1], 2, 2, 4))

    def bits(number: int) -> Element:
        return tuple(number >> i & 1 for i in range(4))

    printed = (
        ((0, 4), (2, 2), (2, 2), (0, 13), (0, 4), (2, 13), (0, 1), (0, 7), (1, 7), (2, 2), (0, 6), (2, 9)),
        ((2, 7), (0, 9), (2, 7), (2, 3), (0, 3), (0, 9), (1, 12), (0, 6), (0, 12), (2, 14), (2, 7), (0, 11)),
        ((2, 12), (2, 12), (0, 14), (0, 14), (2, 8), (0, 8), (0, 2), (1, 2), (0, 11), (0, 1), (2, 4), (2, 12)),
        ((1, 3), (0, 2), (0, 10), (0, 14), (0, 9), (1, 3), (0, 12), (2, 13), (2, 1), (2, 9), (2, 0), (1, 7)),
        ((0, 0), (1, 8), (0, 7), (1, 8), (0, 4), (0, 14), (2, 6), (0, 2), (2, 3), (1, 12), (2, 14), (2, 5)),
    )
    rows = [[(a, *bits(power[b])) for a, b in row] for row in zip(*printed, strict=True)]
    still = [[(0, 0, 0, 0, 0)] * 5]
    steps = [[(0, *bits(power[(x + u) % 15])) for x in (12, 2, 7, 0, 5)] for u in (0, 1, 4)]
    yield from move(rows, [*still, *steps])


JUMPS: dict[int, tuple[tuple[int, ...], Callable[[], Iterator[Row]]]] = {
    33: ((33,), thirty_three),
    36: ((2, 2, 3, 3), thirty_six),
    39: ((39,), thirty_nine),
    44: ((2, 2, 11), forty_four),
    48: ((3, 2, 2, 2, 2), forty_eight),
}


def jump_line(tables: int) -> str:
    """Return a difference matrix as jumps: the first place is stationary, the order of rounds suits the second."""
    sides, made = JUMPS[tables]
    rounds = [[_minus(x, row[0], sides) for x in row[1:5]] for row in made()]
    rounds.sort(key=lambda far: [-x % side for x, side in zip(far[0], sides, strict=True)])
    # In round 1 nobody has jumped. A constant added to a place in all rounds keeps all differences distinct.
    start = rounds[0]
    columns = ["".join(NUMBERS[_number(_minus(far[i], start[i], sides), sides)] for far in rounds) for i in range(4)]
    group = "x".join(f"Z{side}" for side in sides)
    places = {36: 9, 48: 9}.get(tables, 6)
    source = f"({tables},{places};1) difference matrix over {group} ({HANDBOOK})"
    return f"{tables}x{tables} {'x'.join(map(str, sides))} {' '.join(columns)}{COMMAND} {tables}: {source}"


def _minus(one: Sequence[int], other: Sequence[int], sides: Sequence[int]) -> list[int]:
    return [(a - b) % side for a, b, side in zip(one, other, sides, strict=True)]


def _number(element: Sequence[int], sides: Sequence[int]) -> int:
    return sum(x * prod(sides[i + 1 :]) for i, x in enumerate(element))


def thirty_four() -> Iterator[list[Maybe]]:
    """Yield a (33,6;1,1;1) quasi-difference matrix over Z33 (Handbook III.3.57)."""
    yield [0] * 6
    yield [1, 4, 16, 31, 25, 11]
    yield [3, 12, 15, 27, 9, 11]
    yield [10, 7, 28, 13, 19, 0]
    yield [5, 20, 14, 23, 26, None]
    for row in (
        [None, 30, 22, 25, 0, 6],
        [0, 17, 4, 10, 12, 11],
        [0, 10, 32, 20, 15, 18],
        [0, 25, 29, 15, 16, 14],
        [0, 23, 28, 21, 32, 9],
        [0, 8, 22, 16, 23, 20],
    ):
        turned: list[Maybe] = list(row)
        for _ in range(5):
            yield turned
            turned = [None if x is None else 4 * x for x in (turned[i] for i in (4, 0, 1, 2, 3, 5))]


def thirty_eight() -> Iterator[list[Maybe]]:
    """Yield a (37,6;1,1;1) quasi-difference matrix over Z37 (Handbook III.3.60)."""
    half = (
        (None, 10, 1, 2, 6, 3, 22, 5, 7, 9, 14, 18, 28),
        (0, 1, 10, 20, 23, 30, 35, 13, 33, 16, 29, 32, 21),
        (0, 26, 26, 15, 8, 4, 17, 19, 34, 12, 31, 24, 25),
        (10, None, 10, 6, 2, 22, 3, 7, 5, 14, 9, 28, 18),
        (1, 0, 26, 23, 20, 35, 30, 33, 13, 29, 16, 21, 32),
        (26, 0, 1, 8, 15, 17, 4, 34, 19, 31, 12, 25, 24),
    )
    for a, b, c, d, e, f in zip(*half, strict=True):
        yield from ([a, b, c, d, e, f], [b, c, a, f, d, e], [c, a, b, e, f, d])


def all_turns(rows: Iterable[Sequence[Maybe]]) -> Iterator[list[Maybe]]:
    """Yield every rotation of every row."""
    for row in rows:
        for i in range(len(row)):
            yield [*row[i:], *row[:i]]


def forty_two() -> Iterator[list[Maybe]]:
    """Yield a (35,7;1,1;7) quasi-difference matrix over Z35 (Handbook III.3.63)."""
    half = ((18, 26, 20, 5, 17), (11, 10, 3, 25, 4), (5, 30, 33, 24, 22))
    rows: list[list[Maybe]] = [[None, 0, *(sign * x for x in row)] for row in half for sign in (1, -1)]
    yield from all_turns([*rows, [None, 0, 4, 23, 23, 4, 0]])


def from_vector(vector: Sequence[int], prime: int) -> Iterator[list[Maybe]]:
    """Yield the quasi-difference matrix of a V(m,t) vector over GF(mt + 1): its multiples by m-th powers, rotated."""
    m = len(vector) - 1
    powers = sorted({pow(x, m, prime) for x in range(1, prime)})
    yield [0] * (m + 2)
    yield from all_turns([None, *(x * power for x in vector)] for power in powers)


CARDS: dict[int, tuple[int, Callable[[], Iterator[list[Maybe]]], str]] = {
    34: (33, thirty_four, f"(33,6;1,1;1) quasi-difference matrix over Z33 ({HANDBOOK})"),
    38: (37, thirty_eight, f"(37,6;1,1;1) quasi-difference matrix over Z37 ({HANDBOOK})"),
    42: (35, forty_two, f"(35,7;1,1;7) quasi-difference matrix over Z35 ({HANDBOOK})"),
    46: (37, lambda: from_vector((0, 1, 3, 2, 8), 37), "V(4,9) vector over GF(37) (Brouwer and van Rees 1982)"),
    50: (43, lambda: from_vector((0, 1, 3, 16, 35, 26, 36), 43), "V(6,7) vector over GF(43) (Colbourn 1996)"),
}


def array_rows(tables: int) -> Iterator[list[int]]:
    """Yield the rows of an orthogonal array with six places: the matrix developed, its hole filled by a field."""
    order, made, _ = CARDS[tables]
    hole = tables - order
    filled = [0] * 6
    for row in made():
        places = list(row[:6])
        free = next((i for i, x in enumerate(places) if x is None), None)
        for shift in range(order):
            yield [order + filled[i] if x is None else (x + shift) % order for i, x in enumerate(places)]
        if free is not None:
            filled[free] += 1
    p, k = {1: (2, 0), 7: (7, 1), 9: (3, 2)}[hole]
    if hole == 1:
        yield [order] * 6
        return
    for a, b in product(range(hole), repeat=2):
        yield [order + a, order + b, *(order + _sum(a, times(m, b, p, k), p, k) for m in (1, 2, 3, 4))]


def _sum(a: int, b: int, p: int, k: int) -> int:
    return sum((a // p**i + b // p**i) % p * p**i for i in range(k))


def card_line(tables: int) -> str:
    """Return the schedule: places are round, table, S, E, W, boards; players have the number of their first table."""
    cells = {(row[0], row[1]): row[2:] for row in array_rows(tables)}
    columns = []
    for i in range(4):
        grid = [[cells[j, x][i] for x in range(tables)] for j in range(tables)]
        first = {who: x for x, who in enumerate(grid[0])}
        columns.append("".join(NUMBERS[first[who]] for line in grid for who in line))
    return f"{tables}x{tables} 1 {' '.join(columns)}{COMMAND} {tables}: {CARDS[tables][2]}"


def main(sizes: Sequence[int]) -> None:
    """Rewrite the lines of these sizes (without arguments, of all sizes); the others stay."""
    for file, sizes_of_it, line in (
        (shipped_lines("complete_jumps.txt"), JUMPS, jump_line),
        (shipped_lines("guided.txt"), CARDS, card_line),
    ):
        news = {f"{tables}x{tables}": line(tables) for tables in sizes_of_it if tables in sizes or not sizes}
        rows = file.read_text("ascii").splitlines()
        kept = [news.pop(row.partition(" ")[0], row) for row in rows]
        write_text(file, "\n".join([*kept, *news.values()]) + "\n")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
