"""Rainbows with guide cards, guided.txt: searched for, out of print, or given; all are checked here.

``python tools/rainbow_cards.py find 19x13 2 600 1`` looks for a Rainbow Web of 19 tables and 13 deal groups with 2
copies of each board, for 600 s from seed 1, and adds it. A size that is there already stays what it is: its name has
one schedule for ever.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from byestand.movements import movement_of_columns
from byestand.search import Found, find_rainbow_web
from data_files import MARK, DataFile, keep, run_command, say, shipped, told
from rainbow_matrices import NUMBERS, card_line

LINES = ("N", "S", "E", "W", "boards")


def faults(row: str) -> Iterator[str]:
    """Yield who comes together twice, who is not everywhere at once, and which boards are copied too often."""
    size, copies, *columns = told(row)
    tables, groups = (int(number) for number in size.split("x"))
    if len(columns) != 4 or any(len(column) != tables * groups for column in columns):
        yield "there are not four columns of a number for each table in each round"
        return
    norths = NUMBERS[:tables] * groups
    lines = dict(zip(LINES, (norths, *columns), strict=True))
    for one, other in combinations(LINES, 2):
        if len(set(zip(lines[one], lines[other], strict=True))) < tables * groups:
            yield f"{one} and {other} come together again"
    for start in range(0, tables * groups, tables):
        here = slice(start, start + tables)
        if any(set(lines[line][here]) != set(NUMBERS[:tables]) for line in LINES[:4]):
            yield f"not everybody sits once in round {start // tables + 1}"
        if max(Counter(lines["boards"][here]).values()) > int(copies):
            yield f"round {start // tables + 1} needs more than {copies} copies"
    if not set(lines["boards"]) <= set(NUMBERS[:groups]):
        yield f"there are boards beyond group {groups}"


def again(row: str) -> str:
    """Return a line as its command makes it."""
    size, copies, *_ = told(row)
    if "rainbow_matrices.py" in row:
        return card_line(int(size.partition("x")[0]))
    *_, seconds, seed = row.split()
    return search(size, int(copies), int(seconds), int(seed)) or ""


def search(size: str, copies: int, seconds: int, seed: int) -> str | None:
    """Return the line of a Rainbow Web; None where none is found in the time."""
    tables, groups = (int(number) for number in size.split("x"))
    outcome = find_rainbow_web(tables, groups, copies=copies, seconds=seconds, seed=seed)
    if not isinstance(outcome, Found):
        return None
    movement = movement_of_columns(tables, groups, outcome.thing.columns)
    # Players are numbered through the lines, each of as many as there are tables.
    grids = [*((movement.seats[:, :, seat] - 1) % tables for seat in (1, 2, 3)), movement.groups - 1]
    columns = ["".join(NUMBERS[number] for number in grid.ravel().tolist()) for grid in grids]
    return (
        f"{size} {copies} {' '.join(columns)}{MARK}python tools/rainbow_cards.py find {size} {copies} {seconds} {seed}"
    )


def find(size: str, copies: str, seconds: str, seed: str) -> None:
    """Look for a size that is not there yet, and add it."""
    rows = FILE.rows
    if any(told(row)[0] == size for row in rows):
        say(f"{size} is there already")
    elif line := search(size, int(copies), int(seconds), int(seed)):
        keep(FILE, [*rows, line])
        say(line)
    else:
        say(f"no {size} was found in {seconds} s")


FILE = DataFile(shipped("guided.txt"), faults, again, lambda row: "rainbow_matrices.py" in row)

if __name__ == "__main__":
    run_command(find=find)
