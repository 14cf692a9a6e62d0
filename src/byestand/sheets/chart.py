"""The chart for the wall, fitted to paper: which way it lies, how large the type is, how many rounds go on a page."""

from dataclasses import asdict, dataclass, replace
from itertools import product
from math import ceil

from byestand.model import Section
from byestand.sheets.pages import HEADINGS, PAPERS, Order, Part, case_looks, equal_blocks
from byestand.words.chart import Chart, chart
from byestand.words.numbers import ranges

MARGIN_X, MARGIN_Y = 64.0, 58.0
"""Both margins together, and a little to spare."""
HEADING, NOTE, LEGEND = 62.0, 15.0, 18.0
SMALLEST, LARGEST = 8.0, 14.0
WIDE, NARROW = 0.7, 0.46
"""Letters and digits of bold DejaVu Sans, and hyphens and brackets, as a share of their size."""
PADDING = 4.5
TIGHTEST = 2.0
"""Above and below the words of a row, in points."""
SKIP_WIDTH = 13.0


@dataclass(frozen=True, slots=True)
class Fit:
    """How a chart is set."""

    landscape: bool
    size: float
    label_width: float
    widths: tuple[float, ...]
    """Of the columns of a round, in points."""
    inset: float
    """Above and below the words of a row."""
    blocks: tuple[tuple[int, ...], ...]
    """Rounds that go on a page together."""
    pages: int


def chart_parts(section: Section, order: Order) -> list[Part]:
    """Return the chart for its template."""
    full = chart(section.movement, section.boards, cases=section.cases)
    words = replace(full, headings=tuple(HEADINGS.get(heading, heading) for heading in full.headings))
    tables = _case_tables(words)
    looks = {case: asdict(look) for case, look in case_looks(section.movement, section.cases).items()}
    own = asdict(words) | asdict(fit(words, order.paper))
    own |= {"looks": looks, "cases": list(tables), "case_tables": tables}
    return [{key: value for key, value in own.items() if key not in ("title", "pages")}]


def _case_tables(words: Chart) -> dict[str, str]:
    """Return for each case, in words, the tables that always play out of it."""
    tables: dict[str, list[int]] = {}
    mixed = False
    for row in words.rows:
        found = {case for case in row.cases if case}
        mixed = mixed or len(found) > 1
        for case in sorted(found):
            tables.setdefault(case, [])
            if not row.is_stand:
                tables[case].append(row.table)
    return {case: "" if mixed else f": tables {ranges(there)}" for case, there in tables.items()}


def fit(chart: Chart, paper: str) -> Fit:
    """Return the setting with the fewest pages, and of those the one with the largest type."""
    steps = int(2 * (LARGEST - SMALLEST)) + 1
    sizes = [SMALLEST + step / 2 for step in range(steps)]
    settings = [_setting(chart, paper, landscape, size) for landscape, size in product((True, False), sizes)]
    return min(settings, key=lambda setting: (setting.pages, -setting.size, -setting.inset))


def _setting(chart: Chart, paper: str, landscape: bool, size: float) -> Fit:
    short, long = PAPERS[paper]
    width, height = (long, short) if landscape else (short, long)
    label = max(_ems("Table"), *(_ems(row.label) for row in chart.rows)) * size * 0.9 + PADDING
    widths = tuple(
        max(ems * size, _ems(heading) * SMALLEST) + PADDING
        for ems, heading in zip(_column_ems(chart), chart.headings, strict=True)
    )
    room = width - MARGIN_X - label - (SKIP_WIDTH if chart.skip else 0)
    at_once = max(1, int(room // sum(widths)))
    blocks = equal_blocks(range(1, chart.rounds + 1), at_once)
    high = height - MARGIN_Y - HEADING - LEGEND - NOTE * len(chart.notes) - 2 * 1.5 * size
    bare = 0.75 * size
    each = bare + 2 * TIGHTEST
    on_page = max(1, int(high // each))
    pages = len(blocks) * ceil(len(chart.rows) / on_page)
    inset = max(TIGHTEST, min(6.0, (high / len(chart.rows) - bare) / 2)) if len(chart.rows) <= on_page else TIGHTEST
    stretch = max(1.0, min(1.6, room / (sum(widths) * max(map(len, blocks)))))
    return Fit(landscape, size, label, tuple(w * stretch for w in widths), inset, blocks, pages)


def _column_ems(chart: Chart) -> list[float]:
    columns = zip(*(cell for row in chart.rows for cell in row.cells), strict=True)
    return [max(map(_ems, set(column))) for column in columns]


def _ems(words: str) -> float:
    return sum(NARROW if letter in "-() " else WIDE for letter in words)
