"""The chart in characters, for a terminal; too many rounds for the width go into blocks below each other."""

from byestand.flow.chart import ChartLine
from byestand.words.charts import Chart


def chart_text(chart: Chart, *, width: int | None = None) -> str:
    """Return the chart as lines of text, at most *width* wide (but for one round at the least)."""
    widths = _widths(chart)
    margin = max(len("table"), *(len(row.label) for row in chart.rows))
    column = sum(widths) + 2 * (len(widths) - 1)
    blocks, block = [], [1]
    for round in range(2, chart.rounds + 1):
        if width is not None and margin + (len(block) + 1) * (column + 3) + len("skip  ") > width:
            blocks.append(block)
            block = []
        block.append(round)
    blocks.append(block)
    parts = [chart.title, *(_block(chart, rounds, widths, margin) for rounds in blocks)]
    return "\n\n".join(parts + (["\n".join(chart.notes)] if chart.notes else [])) + "\n"


def _widths(chart: Chart) -> list[int]:
    cells = [chart.headings, *(cell for row in chart.rows for cell in row.cells)]
    widths = [max(len(cell[i]) for cell in cells) for i in range(len(chart.headings))]
    # room for "round 13" above the columns
    widths[-1] += max(0, len(f"round {chart.rounds}") - sum(widths) - 2 * (len(widths) - 1))
    return widths


def _block(chart: Chart, rounds: list[int], widths: list[int], margin: int) -> str:
    column = sum(widths) + 2 * (len(widths) - 1)
    skip = [r == chart.skip for r in rounds]

    def line(label: str, cells: list[str], mark: str) -> str:
        marked = [cell + (f" {mark:^4} " if after else " ") for cell, after in zip(cells, skip, strict=True)]
        return f"{label:>{margin}} | " + "| ".join(marked).rstrip()

    def spread(cell: tuple[str, ...]) -> str:
        return "  ".join(f"{text:>{w}}" for text, w in zip(cell, widths, strict=True))

    def mark(row: ChartLine) -> str:
        return "" if row.is_stand else "skip"

    lines = [
        line("", [f"{f'round {r}':^{column}}" for r in rounds], ""),
        line("table", [spread(chart.headings)] * len(rounds), ""),
    ]
    ruler = "-" * margin + "-+" + "-" * (max(map(len, lines)) - margin - 2)
    lines.append(ruler)
    lines += [line(row.label, [spread(row.cells[r - 1]) for r in rounds], mark(row)) for row in chart.rows]
    return "\n".join(text.rstrip() for text in lines)
