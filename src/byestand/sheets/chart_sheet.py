"""The wall chart fitted to paper: orientation, type size, and what goes on which page.

A table is a line, and the boards on its stand are a smaller line below it. Numbers are read from a metre, boards from
70 cm. There are as few pages as such sizes allow, and type grows until a page is full. Only a chart that would need
more than six pages has smaller type.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, product
from math import ceil
from typing import Literal, TypeAlias, get_args

from byestand.language import say
from byestand.model.layout import case_position
from byestand.model.session import Section
from byestand.sheets.print_order import (
    FORTY_CENTIMETRES,
    ONE_METRE,
    SEVENTY_CENTIMETRES,
    Part,
    PrintOrder,
    ems,
    equal_blocks,
    page_size,
)
from byestand.sheets.wall_charts import WallChart, WallChartRow, wall_chart

MARGIN_X, MARGIN_Y, TITLE = 63.0, 69.0, 50.0
"""Both margins together, and the heading with the space below it, in points."""
LEAST, LARGEST = FORTY_CENTIMETRES, 40.0
MAX_PAGES = 6
"""With type that is read from a metre. A chart that would need more pages has smaller type."""
HEAD_SIZE, HEAD_LARGEST = FORTY_CENTIMETRES, SEVENTY_CENTIMETRES
"""The text under the number of a round."""
VERSUS = 0.56
"""Between two opponents, as a share of the size of their numbers."""
GAP = 0.4
"""Between other numbers."""
PADDING = 7.0
EDGE = 26.0
QUIET = 0.62
"""The height of a line for a stand, as a share of that of a table."""
QUIET_LARGEST = 18.0

CellLayout: TypeAlias = Literal["beside", "below", "split"]
"""The layout of a cell: boards beside the numbers or below them, or also the two sides below each other."""


@dataclass(frozen=True, slots=True)
class ChartFit:
    """The layout of a chart."""

    landscape: bool
    size: float
    boards_size: float
    notes_size: float
    head_size: float
    quiet_size: float
    cell_layout: CellLayout
    label_width: float
    edge_width: float
    rounds: tuple[tuple[int, ...], ...]
    """The rounds of each page."""
    lines: tuple[tuple[int, ...], ...]
    """The lines of each page, from 0."""

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.rounds) * len(self.lines)


def chart_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the chart for its template."""
    whole = wall_chart(section)
    best = fit(whole, order)
    pages = [
        {
            "heads": [asdict(whole.heads[round - 1]) for round in rounds],
            "lines": [_line_part(whole.lines[i], rounds) for i in lines],
            "edges": list(_edges(section, [whole.lines[i] for i in lines])) if best.edge_width else [],
        }
        for lines, rounds in product(best.lines, best.rounds)
    ]
    layout = {name: value for name, value in asdict(best).items() if name not in ("rounds", "lines")}
    return [layout | {"wall": order.large, "pages": pages, "notes": whole.notes, "versus": whole.versus}]


def _line_part(line: WallChartRow, rounds: Sequence[int]) -> Part:
    return {"label": line.label, "quiet": line.quiet, "cells": [asdict(line.cells[round - 1]) for round in rounds]}


def _edges(section: Section, lines: Sequence[WallChartRow]) -> Iterator[Part]:
    """Yield the sets along the edge of a page, with their numbers of lines."""
    for case, run in groupby(lines, key=lambda line: line.case):
        position = case_position(case) if case else 1
        name = section.set_name(case) if case else ""
        title = say("set {name}", name=name) if name else ""
        yield {"lines": len(list(run)), "name": name, "title": title, "position": position}


def fit(whole: WallChart, order: PrintOrder) -> ChartFit:
    """Return the layout with the fewest pages that can be read from a metre, and of those the largest."""
    sizes = [LEAST + step / 2 for step in range(int(2 * (LARGEST - LEAST)) + 1)]
    layouts = [layout for layout in get_args(CellLayout) if layout != "split" or whole.versus == 2]
    widest = _widest(whole)
    settings = (_setting(whole, widest, order, *how) for how in product((True, False), layouts, sizes))
    fits = [fit for fit in settings if fit]
    if readable := [fit for fit in fits if fit.size >= ONE_METRE and fit.pages <= MAX_PAGES]:
        return min(readable, key=lambda fit: (fit.pages, -fit.size))
    # If six pages are not enough for a metre, use all six.
    if short := [fit for fit in fits if fit.pages <= MAX_PAGES]:
        return min(short, key=lambda fit: (-fit.size, fit.pages))
    return min(fits, key=lambda fit: (fit.pages, -fit.size))


@dataclass(frozen=True, slots=True)
class _Widest:
    """The widest texts of a chart, as shares of their type size. There are many cells, so this is done once."""

    labels: dict[CellLayout, float]
    boards: float
    head: float
    head_word: float
    quiet: float
    notes: float


def _widest(whole: WallChart) -> _Widest:
    cells = {(cell.visitors, cell.boards) for line in whole.lines if not line.quiet for cell in line.cells}
    rover = 0.4 if any(any(cell.black) for line in whole.lines for cell in line.cells) else 0.0
    numbers, words = {who for who, _ in cells}, {head.words for head in whole.heads}
    return _Widest(
        labels={
            layout: max(max(_label_ems(who, whole.versus, layout)) for who in numbers) + rover
            for layout in get_args(CellLayout)
        },
        boards=max(ems(boards) for _, boards in cells),
        head=max(ems(text, bold=True) for text in words),
        head_word=max(ems(word, bold=True) for text in words for word in text.split()),
        quiet=max((ems(cell.boards) for line in whole.lines if line.quiet for cell in line.cells), default=0.0) or 1.0,
        notes=sum(ems(note) + 0.3 for note in whole.notes),
    )


def _setting(
    whole: WallChart, widest: _Widest, order: PrintOrder, landscape: bool, layout: CellLayout, size: float
) -> ChartFit | None:
    width, height = page_size(order.paper, landscape=landscape, large=order.large)
    width, height = width - MARGIN_X, height - MARGIN_Y - TITLE
    notes_size = 16.0 if order.large else 12.0
    boards_size = max(LEAST, 0.7 * size)  # boards are read from nearer
    beside_stand = min(QUIET_LARGEST, max(LEAST, 0.6 * size)) * ems(say("bye stand {stand}", stand=88))
    label = max(1.05 * size * ems("88", bold=True), beside_stand) + PADDING
    edge = EDGE if len({line.case for line in whole.lines if not line.quiet}) > 1 else 0.0
    column, tall = _cell_room(widest, size, boards_size, layout)
    at_once = int((width - label - edge) // column)
    if not at_once:
        return None
    notes = ceil(1.05 * widest.notes * notes_size / width)
    head_height = size + 2.4 * HEAD_SIZE + 16
    room = height - 1.35 * notes_size * notes - 8 - head_height
    lines = _page_lines(whole.lines, room / tall)
    if not lines:
        return None
    rounds = equal_blocks(range(1, len(whole.heads) + 1), at_once)
    free = (width - label - edge) / len(rounds[0]) - PADDING
    heads = min(HEAD_LARGEST, max(HEAD_SIZE, free / widest.head))
    quiet = max(LEAST, min(QUIET_LARGEST, 0.6 * size, free / widest.quiet))
    return ChartFit(landscape, size, boards_size, notes_size, heads, quiet, layout, label, edge, rounds, lines)


def _cell_room(widest: _Widest, size: float, boards_size: float, layout: CellLayout) -> tuple[float, float]:
    """Return the least width and height of a cell."""
    who, boards = widest.labels[layout] * size, widest.boards * boards_size
    wide = who + 0.45 * size + boards if layout == "beside" else max(who, boards)
    tall = {"beside": 1.35 * size, "below": 1.1 * size, "split": 2.1 * size}[layout]
    tall += 0.0 if layout == "beside" else 1.05 * boards_size
    return max(wide, widest.head_word * HEAD_SIZE, LEAST * widest.quiet) + PADDING, max(tall, LEAST / QUIET)


def _label_ems(who: tuple[str, ...], versus: int, layout: CellLayout) -> Iterator[float]:
    """Yield the widths of the lines of numbers of a cell."""
    for part in (who[:versus], who[versus:]) if layout == "split" else (who,):
        gaps = GAP * (len(part) - 1) + (VERSUS - GAP if versus and layout != "split" else 0.0)
        yield sum(ems(label, bold=True) for label in part) + gaps


def _page_lines(lines: Sequence[WallChartRow], capacity: float) -> tuple[tuple[int, ...], ...]:
    """Return the lines of each page, pages about equally full; empty if not even one table fits."""
    together = _tables_with_their_stands(lines)
    weights = [sum(QUIET if lines[i].quiet else 1.0 for i in group) for group in together]
    if max(weights) > capacity:
        return ()
    pages = len(_fill(weights, capacity))
    fair = max(*weights, sum(weights) / pages)
    while len(_fill(weights, fair)) > pages:
        fair += 0.1
    return tuple(tuple(i for group in page for i in together[group]) for page in _fill(weights, fair))


def _tables_with_their_stands(lines: Sequence[WallChartRow]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i, line in enumerate(lines):
        if line.quiet and groups:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _fill(weights: Sequence[float], capacity: float) -> list[list[int]]:
    pages: list[list[int]] = [[]]
    full = 0.0
    for i, weight in enumerate(weights):
        if full + weight > capacity + 1e-9:
            pages.append([])
            full = 0.0
        pages[-1].append(i)
        full += weight
    return pages
