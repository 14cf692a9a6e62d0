"""Figures as shapes: the competition between all contestants, how often boards are played, and the chart.

Every cell of the chart has the contestants at the table, and the findings about it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from byestand.model.boards import Boards
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.sentences.charts import Chart, chart
from byestand.verify.measures import Measures

LEVELS = 7
"""Shades of the heat map; the lowest is for pairs that help each other, the middle for no competition."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A square of contestants by contestants, with one outline per shade."""

    labels: tuple[str, ...]
    paths: tuple[str, ...]
    """The area of each shade, in units of one cell."""
    low: int
    high: int

    @property
    def size(self) -> int:
        """The number of contestants."""
        return len(self.labels)

    @property
    def extent(self) -> int:
        """The width and height of the picture, with the labels at its edge."""
        return self.size + 6

    @property
    def ticks(self) -> tuple[tuple[float, float, str], ...]:
        """Labels for the edge, as many as there is room for: x at the top, y at the left, and the label."""
        step = 1 if self.size <= 20 else 2 if self.size <= 40 else 5
        return tuple((i + 0.5, i + 0.8, label) for i, label in enumerate(self.labels) if i % step == 0)


def heat_map(measures: Measures) -> HeatMap:
    """Return the competition of each two contestants, as shades."""
    matrix = measures.competition
    each_two = matrix[~np.eye(len(matrix), dtype=np.bool_)]  # without the diagonal
    low, high = int(each_two.min()), int(each_two.max())
    # If all values are equal, none is weak.
    share = (matrix - low) / (high - low) if high > low else np.ones_like(matrix)
    shades = (share * (LEVELS - 1)).round().astype(np.int64)
    np.fill_diagonal(shades, -1)
    paths = [[] for _ in range(LEVELS)]  # type: list[list[str]]
    for y, row in enumerate(shades.tolist()):
        start = 0
        for x in range(1, len(row) + 1):
            if x == len(row) or row[x] != row[start]:
                if row[start] >= 0:
                    paths[row[start]].append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = x
    return HeatMap(measures.contestants, tuple("".join(path) for path in paths), low, high)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart."""

    label: str
    value: int
    share: float
    """Per cent of the longest bar."""


def bars(values: dict[str, int]) -> tuple[Bar, ...]:
    """Return figures as bars."""
    most = max(values.values(), default=0) or 1
    return tuple(Bar(label, value, round(100 * value / most, 1)) for label, value in values.items())


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round."""

    parts: tuple[str, ...]
    """The text under each heading."""
    visitors: str
    """The labels of the contestants, seat by seat, with spaces between; ``-`` is an empty seat."""
    faults: tuple[str, ...] = ()
    """The findings at this table, one sentence each."""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table, a position on a bye stand, or players without a table."""

    label: str
    is_stand: bool
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole chart."""

    chart: Chart
    lines: tuple[GridRow, ...]

    @property
    def rounds(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.chart.rounds + 1)

    def is_after_skip(self, round: int) -> bool:
        """Return whether EW skip a table before a round."""
        return round > 1 and self.chart.skip == round - 1

    @staticmethod
    def is_far(round: int, shown: int) -> bool:
        """Return whether a phone leaves out a round, because it is far from the current one."""
        return shown > 0 and abs(round - shown) > 2


def grid(movement: Movement, boards: Boards | None, findings: Iterable[Finding] = ()) -> Grid:
    """Return the chart, with findings at their cells."""
    faults: defaultdict[tuple[int, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        for table in finding.tables if finding.round else ():
            faults[finding.round, table].append(finding)
    whole = chart(movement, boards)
    lines = []
    for row in whole.rows:
        cells = [
            _cell(movement, round, row.table, cell, faults[round, row.table]) if row.table else GridCell(cell, "")
            for round, cell in enumerate(row.cells, start=1)
        ]
        lines.append(GridRow(row.label, row.is_stand, tuple(cells)))
    return Grid(whole, tuple(lines))


def _cell(movement: Movement, round: int, table: int, parts: tuple[str, ...], findings: list[Finding]) -> GridCell:
    who = " ".join(movement.at(round, table).contestants)
    severity = "" if not findings else "error" if any(f.severity == "error" for f in findings) else "warning"
    return GridCell(parts, who, tuple(f.sentence for f in findings), severity)
