"""The chart for the wall, fitted to paper: which way it lies, how large its figures are, what goes on which page.

A table is a line, what waits on its stand a quiet line below it. Pages are as few as they can be with figures of ten
points; then the figures grow until the page is full.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby, product
from math import ceil
from typing import Literal, TypeAlias, get_args

from byestand.model import Section
from byestand.model.layout import case_position
from byestand.sheets.pages import Order, Part, equal_blocks, wall_size
from byestand.sheets.widths import ems
from byestand.words.boards import board_range
from byestand.words.chart import Chart, Row, chart
from byestand.words.people import PLAYERS, called
from byestand.words.roving import no_tables
from byestand.words.steps import skips
from byestand.words.travel import travel
from byestand.words.wall import wall_notes

MARGIN_X, MARGIN_Y, TITLE = 63.0, 69.0, 50.0
"""Both margins together, and the heading with what is free below it, in points."""
LEAST, LARGEST = 10.0, 40.0
HEAD_SIZE, HEAD_LARGEST = 9.0, 14.0
"""Of the words under the number of a round."""
VERSUS = 0.56
"""Between two opponents, as a share of the size of their numbers."""
GAP = 0.4
"""Between other numbers."""
PADDING = 7.0
EDGE = 26.0
QUIET = 0.62
"""The height of a line for what waits, as a share of that of a table."""
QUIET_LARGEST = 18.0

Way: TypeAlias = Literal["beside", "below", "split"]
"""How a cell is laid out: boards beside the numbers, or below them; or the two sides below each other, too."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round."""

    who: tuple[str, ...]
    boards: str
    mark: str = ""
    """``cancelled`` or ``lost``: what a director ruled."""
    framed: bool = False
    """The arrow is switched here, and not at all tables."""
    black: tuple[bool, ...] = ()
    """Which of them is there as the rover."""


@dataclass(frozen=True, slots=True)
class Line:
    """A table through all rounds, or below it what waits on its stand, or who sits out."""

    label: str
    cells: tuple[Cell, ...]
    quiet: bool = False
    case: str = ""
    """The case it always plays out of."""


@dataclass(frozen=True, slots=True)
class Head:
    """The top of the column of a round."""

    round: int
    words: str
    look: Literal["", "black", "framed"] = ""
    after_skip: bool = False


@dataclass(frozen=True, slots=True)
class WallChart:
    """What hangs on the wall, before it is fitted to paper."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    versus: int
    """After how many numbers stands a v; 0 where opponents are not told apart so."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a chart is set."""

    landscape: bool
    size: float
    boards_size: float
    notes_size: float
    head_size: float
    quiet_size: float
    way: Way
    label_width: float
    edge_width: float
    rounds: tuple[tuple[int, ...], ...]
    """Which rounds go on a page together."""
    lines: tuple[tuple[int, ...], ...]
    """Which lines do, counted from 0."""

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return len(self.rounds) * len(self.lines)


def chart_parts(section: Section, order: Order) -> list[Part]:
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
    set_ = {name: value for name, value in asdict(best).items() if name not in ("rounds", "lines")}
    return [set_ | {"wall": order.large, "pages": pages, "notes": whole.notes, "versus": whole.versus}]


def wall_chart(section: Section) -> WallChart:
    """Return the chart of a section as it hangs on the wall."""
    movement = section.movement
    whole = chart(movement, section.boards, cases=section.cases)
    shown = len(whole.headings) - 1
    all_turned = [all(turned) for turned in zip(*(row.turned for row in whole.rows if row.turned), strict=True)]
    lines: list[Line] = []
    for row in whole.rows:
        if row.table in no_tables(movement):
            lines.append(_quiet("out", [" ".join(who for who in cell[:-1] if who != "-") for cell in row.cells]))
        elif row.table:
            lines.append(_table_line(section, row, all_turned))
    for label, line in _stand_lines(section):
        place = next(i for i, line in enumerate(lines) if line.label == label) + 1
        lines.insert(place, replace(line, case=lines[place - 1].case))
    lines += _without_a_seat(whole)
    versus = shown // 2 if shown % 2 == 0 else 0
    return WallChart(tuple(_heads(section, whole, all_turned)), tuple(lines), wall_notes(movement, whole), versus)


def _table_line(section: Section, row: Row, all_turned: Sequence[bool]) -> Line:
    cases = {case for case in row.cases if case}
    cells = []
    for i, (*who, boards) in enumerate(row.cells):
        # A table that plays out of several cases has no pattern on its edge: each cell says which.
        told = f" {section.set_name(row.cases[i])}" if len(cases) > 1 and row.cases[i] else ""
        mark, framed = row.marks[i] if row.marks else "", row.turned[i] and not all_turned[i]
        cells.append(Cell(tuple(who), boards + told, mark, framed, row.roving[i]))
    return Line(str(row.table), tuple(cells), case=next(iter(cases)) if len(cases) == 1 else "")


def _quiet(label: str, words: Sequence[str]) -> Line:
    return Line(label, tuple(Cell((), one) for one in words), quiet=True)


def _stand_lines(section: Section) -> Iterator[tuple[str, Line]]:
    """Yield what waits on each stand, and the table that it stands beside, the last one first."""
    layout = travel(section.movement, section.cases).layout
    for stand in reversed(layout.stands) if layout else ():
        waiting = [layout.on_stand(stand, round) for round in range(1, section.movement.rounds + 1)] if layout else []
        words = [_front_ones([board_range(copy.group, section.boards) for copy in copies]) for copies in waiting]
        yield str(stand.beside), _quiet(f"stand {stand.number}", words)


def _front_ones(waiting: Sequence[str]) -> str:
    """Return the first boards of what waits on a stand: all, or where they are many those at both ends."""
    firsts = [boards.split("-")[0] for boards in waiting]
    return "\u00a0\u00a0".join(firsts) if len(firsts) < 4 else f"{firsts[0]}\u00a0…\u00a0{firsts[-1]}"


def _without_a_seat(whole: Chart) -> Iterator[Line]:
    if rows := [row.cells for row in whole.rows if not row.table and not row.is_stand]:
        yield _quiet("out", [" ".join(cell[0] for cell in cells if cell[0]) for cells in zip(*rows, strict=True)])


def _heads(section: Section, whole: Chart, all_turned: Sequence[bool]) -> Iterator[Head]:
    after_skip = {round + 1 for round in skips(section.movement)}
    alone = called(section.movement) is PLAYERS
    usual = " ".join(whole.headings) if len(whole.headings) == 2 else " ".join(whole.headings[:-1])
    usual = usual if alone or len(whole.headings) == 2 else "NS v EW"
    for round in range(1, whole.rounds + 1):
        some = any(row.turned[round - 1] for row in whole.rows if row.turned)
        turned = all_turned[round - 1]
        words = "SWITCH" if some else "after SKIP" if round in after_skip else usual
        words = "played" if round <= whole.played else words
        yield Head(round, words, "black" if turned else "framed" if some else "", round in after_skip)


def _line_part(line: Line, rounds: Sequence[int]) -> Part:
    return {"label": line.label, "quiet": line.quiet, "cells": [asdict(line.cells[round - 1]) for round in rounds]}


def _edges(section: Section, lines: Sequence[Line]) -> Iterator[Part]:
    """Yield the sets down the edge of a page: how many lines each has."""
    for case, run in groupby(lines, key=lambda line: line.case):
        position = case_position(case) if case else 1
        yield {"lines": len(list(run)), "name": section.set_name(case) if case else "", "position": position}


def fit(whole: WallChart, order: Order) -> Fit:
    """Return the setting with the fewest pages, and of those the one with the largest figures."""
    sizes = [LEAST + step / 2 for step in range(int(2 * (LARGEST - LEAST)) + 1)]
    ways = [way for way in get_args(Way) if way != "split" or whole.versus == 2]
    settings = (_setting(whole, order, *how) for how in product((True, False), ways, sizes))
    return min((one for one in settings if one), key=lambda one: (one.pages, -one.size))


def _setting(whole: WallChart, order: Order, landscape: bool, way: Way, size: float) -> Fit | None:
    short, long = wall_size(order)
    width, height = (long, short) if landscape else (short, long)
    width, height = width - MARGIN_X, height - MARGIN_Y - TITLE
    notes_size = 16.0 if order.large else 12.0
    boards_size = max(LEAST, 0.68 * size)
    label = (
        max(1.05 * size * ems("88", bold=True), min(QUIET_LARGEST, max(LEAST, 0.6 * size)) * ems("stand 88")) + PADDING
    )
    edge = EDGE if len({line.case for line in whole.lines if not line.quiet}) > 1 else 0.0
    column, tall = _cell_room(whole, size, boards_size, way)
    at_once = int((width - label - edge) // column)
    if not at_once:
        return None
    notes = sum(ems(note) + 0.3 for note in whole.notes) * notes_size / width
    room = height - 1.35 * notes_size * (ceil(1.05 * notes) if whole.notes else 0) - 8 - _head_height(size)
    lines = _page_lines(whole.lines, room / tall)
    if not lines:
        return None
    rounds = equal_blocks(range(1, len(whole.heads) + 1), at_once)
    free = (width - label - edge) / len(rounds[0]) - PADDING
    heads = min(HEAD_LARGEST, max(HEAD_SIZE, free / max(ems(head.words, bold=True) for head in whole.heads)))
    quiet = min(QUIET_LARGEST, 0.6 * size, free / _quiet_ems(whole))
    return Fit(landscape, size, boards_size, notes_size, heads, max(LEAST, quiet), way, label, edge, rounds, lines)


def _head_height(size: float) -> float:
    return size + 2.4 * HEAD_SIZE + 16


def _quiet_ems(whole: WallChart) -> float:
    return max((ems(cell.boards) for line in whole.lines if line.quiet for cell in line.cells), default=0.0) or 1.0


def _cell_room(whole: WallChart, size: float, boards_size: float, way: Way) -> tuple[float, float]:
    """Return how wide and how high a cell must be."""
    cells = [cell for line in whole.lines if not line.quiet for cell in line.cells]
    who = max(max(_who_ems(cell.who, whole.versus, way)) for cell in cells) * size
    who += 0.4 * size if any(any(cell.black) for cell in cells) else 0.0
    boards = max(ems(cell.boards) for cell in cells) * boards_size
    heads = max(max(ems(word, bold=True) for word in head.words.split()) for head in whole.heads) * HEAD_SIZE
    wide = who + 0.45 * size + boards if way == "beside" else max(who, boards)
    tall = {"beside": 1.35 * size, "below": 1.1 * size, "split": 2.1 * size}[way]
    tall += 0.0 if way == "beside" else 1.05 * boards_size
    return max(wide, heads, LEAST * _quiet_ems(whole)) + PADDING, max(tall, LEAST / QUIET)


def _who_ems(who: tuple[str, ...], versus: int, way: Way) -> Iterator[float]:
    """Yield how wide the numbers of a cell are, line by line."""
    for part in (who[:versus], who[versus:]) if way == "split" else (who,):
        gaps = GAP * (len(part) - 1) + (VERSUS - GAP if versus and way != "split" else 0.0)
        yield sum(ems(one, bold=True) for one in part) + gaps


def _page_lines(lines: Sequence[Line], capacity: float) -> tuple[tuple[int, ...], ...]:
    """Return which lines go on which page, pages about equally full; nothing where not even one table fits."""
    together = _tables_with_their_stands(lines)
    weights = [sum(QUIET if lines[i].quiet else 1.0 for i in group) for group in together]
    if max(weights) > capacity:
        return ()
    many = len(_filled(weights, capacity))
    fair = max(*weights, sum(weights) / many)
    while len(_filled(weights, fair)) > many:
        fair += 0.1
    return tuple(tuple(i for group in page for i in together[group]) for page in _filled(weights, fair))


def _tables_with_their_stands(lines: Sequence[Line]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i, line in enumerate(lines):
        if line.quiet and groups:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _filled(weights: Sequence[float], capacity: float) -> list[list[int]]:
    pages: list[list[int]] = [[]]
    full = 0.0
    for i, weight in enumerate(weights):
        if full + weight > capacity + 1e-9:
            pages.append([])
            full = 0.0
        pages[-1].append(i)
        full += weight
    return pages
