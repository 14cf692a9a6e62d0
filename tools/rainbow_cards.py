"""Rainbows with guide cards, guided.txt: found by search, published, or given; all lines are checked here.

``python tools/rainbow_cards.py find 19x13 2 600 1`` searches for a Rainbow Web of 19 tables and 13 deal groups with 2
copies of each board, for 600 s from seed 1, and adds it. An existing size is never replaced, because its movement code
must always have the same schedule.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from byestand.movements import movement_of_columns
from byestand.search import Found, find_rainbow_web
from data_files import MARK, DataFile, keep, report_text, run_command, say, shipped_lines
from rainbow_matrices import NUMBERS, card_line

LINES = ("N", "S", "E", "W", "boards")


def faults(row: str) -> Iterator[str]:
    """Yield the faults: repeats, players that do not sit once per round, and boards with too many copies."""
    size, copies, *columns = report_text(row)
    tables, groups = (int(number) for number in size.split("x"))
    if len(columns) != 4 or any(len(column) != tables * groups for column in columns):
        yield "there must be four columns with a number for each table in each round"
        return
    norths = NUMBERS[:tables] * groups
    lines = dict(zip(LINES, (norths, *columns), strict=True))
    for one, other in combinations(LINES, 2):
        if len(set(zip(lines[one], lines[other], strict=True))) < tables * groups:
            yield f"{one} and {other} meet twice"
    for start in range(0, tables * groups, tables):
        here = slice(start, start + tables)
        if any(set(lines[line][here]) != set(NUMBERS[:tables]) for line in LINES[:4]):
            yield f"not every player sits exactly once in round {start // tables + 1}"
        if max(Counter(lines["boards"][here]).values()) > int(copies):
            yield f"round {start // tables + 1} needs more than {copies} copies"
    if not set(lines["boards"]) <= set(NUMBERS[:groups]):
        yield f"there are boards beyond group {groups}"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    size, copies, *_ = report_text(row)
    if "rainbow_matrices.py" in row:
        return card_line(int(size.partition("x")[0]))
    *_, seconds, seed = row.split()
    return search(size, int(copies), int(seconds), int(seed)) or ""


def search(size: str, copies: int, seconds: int, seed: int) -> str | None:
    """Return the line of a Rainbow Web; None if none is found in time."""
    tables, groups = (int(number) for number in size.split("x"))
    outcome = find_rainbow_web(tables, groups, copies=copies, seconds=seconds, seed=seed)
    if not isinstance(outcome, Found):
        return None
    movement = movement_of_columns(tables, groups, outcome.thing.columns)
    # Players are numbered line by line; a line has as many players as there are tables.
    grids = [*((movement.seats[:, :, seat] - 1) % tables for seat in (1, 2, 3)), movement.groups - 1]
    columns = ["".join(NUMBERS[number] for number in grid.ravel().tolist()) for grid in grids]
    return (
        f"{size} {copies} {' '.join(columns)}{MARK}python tools/rainbow_cards.py find {size} {copies} {seconds} {seed}"
    )


def find(size: str, copies: str, seconds: str, seed: str) -> None:
    """Search for a size that does not exist yet, and add it."""
    rows = FILE.rows
    if any(report_text(row)[0] == size for row in rows):
        say(f"{size} already exists")
    elif line := search(size, int(copies), int(seconds), int(seed)):
        keep(FILE, [*rows, line])
        say(line)
    else:
        say(f"no {size} found in {seconds} s")


FILE = DataFile(shipped_lines("guided.txt"), faults, again, lambda row: "rainbow_matrices.py" in row)

if __name__ == "__main__":
    run_command(find=find)
