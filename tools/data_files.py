"""The data files that ship with the program: every line says where it comes from, is checked, and perhaps made again.

After " # " a line has the command that makes it, seed included, or "given, origin: …" where no command is known. What a
tool says of its file is a `DataFile`; ``make data`` goes through all of them (check_data.py).
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from byestand.formats.files import write_text

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "byestand"
MARK = " # "
GIVEN = "given, origin: "


@dataclass(frozen=True)
class DataFile:
    """A file, what an independent look finds wrong with a line of it, and how lines are made."""

    path: Path
    faults: Callable[[str], Iterable[str]]
    """Yields what is wrong with a line, as clauses; it shares no code with whatever made the line."""
    again: Callable[[str], str] | None = None
    """Returns a line as its command makes it today."""
    is_quick: Callable[[str], bool] = lambda _: True
    """Tells whether that takes a few seconds at most."""

    @property
    def name(self) -> str:
        """The path within the package."""
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def rows(self) -> list[str]:
        """All lines but those that only explain."""
        return [row for row in self.path.read_text("utf-8").splitlines() if row and not row.startswith("#")]

    def can_be_made(self, row: str) -> bool:
        """Tell whether a line is made again whenever the data is checked."""
        return self.again is not None and origin(row).startswith("python ") and self.is_quick(row)


@dataclass(frozen=True)
class Report:
    """What came out of checking some lines of a file."""

    file: DataFile
    checked: int
    made: int
    faults: tuple[str, ...]

    @property
    def words(self) -> str:
        """The report in a line, and a line more for every fault."""
        only = self.checked - self.made
        head = f"{self.file.name}: {self.checked} lines checked, {self.made} of them made again, {only} only checked"
        return "\n".join([head, *(f"  {fault}" for fault in self.faults)])


def shipped(name: str) -> Path:
    """Return the path of a data file, whichever room of the package it lies in."""
    return next(PACKAGE.rglob(f"data/{name}"))


def origin(row: str) -> str:
    """Return where a line comes from."""
    return row.partition(MARK)[2]


def told(row: str) -> list[str]:
    """Return what a line says, word by word, without where it comes from."""
    return row.partition(MARK)[0].split()


def check(file: DataFile, rows: Iterable[str] | None = None) -> Report:
    """Look at every line (or at some), and make those again that are quickly made."""
    checked = made = 0
    faults: list[str] = []
    for row in file.rows if rows is None else rows:
        checked += 1
        faults += (f"{row[:40]} …: {fault}" for fault in _all_faults(file, row))
        if file.again and file.can_be_made(row):
            made += 1
            if file.again(row) != row:
                faults.append(f"{row[:40]} …: its command makes another line today")
    return Report(file, checked, made, tuple(faults))


def _all_faults(file: DataFile, row: str) -> Iterator[str]:
    if not origin(row).startswith((GIVEN, "python tools/")):
        yield "it does not say where it comes from"
    yield from file.faults(row)


def keep(file: DataFile, rows: Iterable[str], *, head: str | None = None) -> None:
    """Write a file anew, whole or not at all: another run may be reading it."""
    explained = [row for row in file.path.read_text("utf-8").splitlines() if row.startswith("#")]
    write_text(file.path, "\n".join([*(explained if head is None else [head]), *rows]) + "\n")


def run_command(**commands: Callable[..., None]) -> None:
    """Do what the command line asks for."""
    name, *words = sys.argv[1:] or [""]
    if name not in commands:
        sys.exit(f"expected one of {', '.join(commands)}, as the first lines of the script explain")
    commands[name](*words)


def say(words: str) -> None:
    """Tell at once: some of this takes hours."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()
