"""The best missing pair of a Howell, howell_holes.txt, for Howells whose directions are not chosen for a half table.

``python tools/howell_holes.py find 8x13 S`` builds the line of the static Howell of 8 tables and 13 rounds, G is the
one with guide cards, and ``… write`` writes all, up to 12 tables. Sizes whose best missing pair is the last are left
out.
"""

from collections.abc import Iterator

from data_files import MARK, DataFile, keep, report_text, run_command, say, shipped_lines
from howell_forms import FILES, balance

MAX_TABLES = 12
GUIDED = "G"


def hole(size: str, grade: str) -> int:
    """Return the pair without which the balance is best; of equals the stationary one."""
    row = next(row for each, there, row in _howells() if (each, there) == (size, grade))
    pairs = range(1, 2 * int(size.split("x", maxsplit=1)[0]) + 1)
    return max(pairs, key=lambda pair: (round(balance(row, pair), 6), pair))


def _howells() -> Iterator[tuple[str, str, str]]:
    """Yield size, grade and line of all Howells whose directions are not chosen for a half table."""
    for row in FILES[0].rows:
        size, grade, *_ = report_text(row)
        if not grade.startswith("H"):
            yield size, grade, row
    yield from ((report_text(row)[0], GUIDED, row) for row in FILES[1].rows)


def line(size: str, grade: str) -> str:
    """Return the line of a Howell."""
    return f"{size} {grade} {hole(size, grade)}{MARK}python tools/howell_holes.py find {size} {grade}"


def faults(row: str) -> Iterator[str]:
    """Yield a better missing pair."""
    size, grade, pair = report_text(row)
    if int(pair) != hole(size, grade):
        yield f"without pair {hole(size, grade)} the balance is better"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    return line(*report_text(row)[:2])


def find(size: str, grade: str) -> None:
    """Print a line."""
    say(line(size, grade))


def write() -> None:
    """Write all lines that are needed: sizes with directions for a half table need none."""
    halved = {report_text(row)[0] for row in FILES[0].rows if report_text(row)[1].startswith("H")}
    best = {size: grade for size, grade, _ in _howells() if grade != GUIDED}
    small = [(size, grade) for size, grade, _ in _howells() if int(size.split("x")[0]) <= MAX_TABLES]
    rows = [line(size, grade) for size, grade in small if size not in halved or grade != best[size]]
    keep(FILE, [row for row in rows if int(report_text(row)[2]) != 2 * int(report_text(row)[0].split("x")[0])])


FILE = DataFile(shipped_lines("howell_holes.txt"), faults, again)

if __name__ == "__main__":
    run_command(find=find, write=write)
