"""The data files of the program: every line has an origin and is checked, and some lines are rebuilt.

After " # " a line has the command that builds it, with its seed, or "given, origin: …" if no command is known. Each
tool describes its file as a `DataFile`; ``make data`` checks all of them (check_data.py).
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from byestand.formats.file_io import write_text

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "byestand"
MARK = " # "
GIVEN = "given, origin: "


@dataclass(frozen=True)
class DataFile:
    """A data file, with an independent check of its lines and a function that rebuilds them."""

    path: Path
    faults: Callable[[str], Iterable[str]]
    """Yields the faults of a line; it shares no code with the command that builds the line."""
    again: Callable[[str], str] | None = None
    """Returns a line as its command builds it today."""
    is_quick: Callable[[str], bool] = lambda _: True
    """Returns whether rebuilding a line takes at most a few seconds."""

    @property
    def name(self) -> str:
        """The path within the package."""
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def rows(self) -> list[str]:
        """All lines except comments."""
        return [row for row in self.path.read_text("utf-8").splitlines() if row and not row.startswith("#")]

    def can_be_made(self, row: str) -> bool:
        """Return whether a line is rebuilt whenever the data is checked."""
        return self.again is not None and origin(row).startswith("python ") and self.is_quick(row)


@dataclass(frozen=True)
class Report:
    """The result of checking lines of a file."""

    file: DataFile
    checked_lines: int
    made_lines: int
    faults: tuple[str, ...]

    @property
    def words(self) -> str:
        """The report: a summary line, and one line per fault."""
        only = self.checked_lines - self.made_lines
        lines = f"{self.checked_lines} lines checked, {self.made_lines} of them rebuilt, {only} only checked"
        head = f"{self.file.name}: {lines}"
        return "\n".join([head, *(f"  {fault}" for fault in self.faults)])


def shipped_lines(name: str) -> Path:
    """Return the path of a data file, wherever it is in the package."""
    return next(PACKAGE.rglob(f"data/{name}"))


def origin(row: str) -> str:
    """Return the origin of a line."""
    return row.partition(MARK)[2]


def report_text(row: str) -> list[str]:
    """Return the words of a line without its origin."""
    return row.partition(MARK)[0].split()


def check(file: DataFile, rows: Iterable[str] | None = None) -> Report:
    """Check all lines, or some, and rebuild those that are built quickly."""
    checked = made = 0
    faults: list[str] = []
    for row in file.rows if rows is None else rows:
        checked += 1
        faults += (f"{row[:40]} …: {fault}" for fault in _all_faults(file, row))
        if file.again and file.can_be_made(row):
            made += 1
            if file.again(row) != row:
                faults.append(f"{row[:40]} …: its command builds a different line today")
    return Report(file, checked, made, tuple(faults))


def _all_faults(file: DataFile, row: str) -> Iterator[str]:
    if not origin(row).startswith((GIVEN, "python tools/")):
        yield "it has no origin"
    yield from file.faults(row)


def keep(file: DataFile, rows: Iterable[str], *, head: str | None = None) -> None:
    """Replace a file atomically, because another run may be reading it."""
    explained = [row for row in file.path.read_text("utf-8").splitlines() if row.startswith("#")]
    write_text(file.path, "\n".join([*(explained if head is None else [head]), *rows]) + "\n")


def run_command(**commands: Callable[..., None]) -> None:
    """Run the command that the command line names."""
    name, *words = sys.argv[1:] or [""]
    if name not in commands:
        sys.exit(f"expected one of {', '.join(commands)}, as described at the top of the script")
    commands[name](*words)


def say(text: str) -> None:
    """Print a line at once, because some commands take hours."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
