"""Rainbows with jumps: jumps.txt is given, complete_jumps.txt comes from rainbow_matrices.py; both are checked here.

In round j the player at table x has come from table x plus the jump of the line. So two lines, or a line and the
boards, never repeat a meeting exactly if all differences of their jumps are different. Only this is checked, with
independent arithmetic.
"""

from collections.abc import Iterator
from itertools import combinations

from data_files import DataFile, report_text, shipped_lines
from rainbow_matrices import NUMBERS, jump_line

LINES = ("N", "S", "E", "W", "boards")


def faults(row: str) -> Iterator[str]:
    """Yield the lines that meet twice."""
    size, grid, *columns = report_text(row)
    sides = [int(side) for side in grid.split("x")]
    tables = int(size.split("x")[0])
    rounds = len(columns[0])
    if len(columns) != 4 or any(len(column) != rounds for column in columns) or rounds > tables:
        yield "there must be four columns with the same number of rounds"
        return
    jumps = [[(0,) * len(sides)] * rounds, *([_place(letter, sides) for letter in column] for column in columns)]
    if any(any(line[0]) for line in jumps):
        yield "a line has jumped before round 1"
    for (one, a), (other, b) in combinations(zip(LINES, jumps, strict=True), 2):
        apart = {
            tuple((y - x) % side for x, y, side in zip(*both, sides, strict=True)) for both in zip(a, b, strict=True)
        }
        if len(apart) < rounds:
            yield f"{one} and {other} meet twice"


def _place(letter: str, sides: list[int]) -> tuple[int, ...]:
    """Return the place of a table in the grid, which is numbered row by row."""
    number, place = NUMBERS.index(letter), []
    for side in reversed(sides):
        number, along = divmod(number, side)
        place.append(along)
    return tuple(reversed(place))


FILES = (
    DataFile(shipped_lines("jumps.txt"), faults),
    DataFile(shipped_lines("complete_jumps.txt"), faults, lambda row: jump_line(int(row.partition("x")[0]))),
)
