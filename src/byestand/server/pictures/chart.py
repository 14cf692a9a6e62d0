"""The chart of a movement for a page: every cell knows who sits there, and what the judge found at it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from byestand.model import Boards, Finding, Movement
from byestand.words.chart import Chart, chart


@dataclass(frozen=True, slots=True)
class Cell:
    """One table in one round."""

    parts: tuple[str, ...]
    """What stands under each heading."""
    who: str
    """The labels of those who sit there, with a blank between them."""
    faults: tuple[str, ...] = ()
    """What is wrong here, a sentence each."""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A table, a position on a bye stand, or players without a table."""

    label: str
    is_stand: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole chart."""

    chart: Chart
    lines: tuple[Line, ...]


def grid(movement: Movement, boards: Boards | None, findings: Iterable[Finding] = ()) -> Grid:
    """Return the chart, with findings at the very cells."""
    faults: defaultdict[tuple[int, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        for table in finding.tables if finding.round else ():
            faults[finding.round, table].append(finding)
    whole = chart(movement, boards)
    lines = []
    for row in whole.rows:
        cells = [
            _cell(movement, round, row.table, cell, faults[round, row.table]) if row.table else Cell(cell, "")
            for round, cell in enumerate(row.cells, start=1)
        ]
        lines.append(Line(row.label, row.is_stand, tuple(cells)))
    return Grid(whole, tuple(lines))


def _cell(movement: Movement, round: int, table: int, parts: tuple[str, ...], found: list[Finding]) -> Cell:
    who = " ".join(label for label in movement.at(round, table).contestants if label != "-")
    severity = "" if not found else "error" if any(f.severity == "error" for f in found) else "warning"
    return Cell(parts, who, tuple(f.sentence for f in found), severity)
