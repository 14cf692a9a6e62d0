"""The chart as plain text for a terminal. Rounds that do not fit side by side go into blocks below each other."""

from byestand.flow.chart import ChartLine
from byestand.language import say
from byestand.sentences.charts import Chart


def chart_text(chart: Chart, *, width: int | None = None) -> str:
    """Return the chart as lines of text, at most *width* wide, but with at least one round per block."""
    widths = _widths(chart)
    margin = max(len(say("table")), *(len(row.label) for row in chart.rows))
    column = sum(widths) + 2 * (len(widths) - 1)
    blocks, block = [], [1]
    for round in range(2, chart.rounds + 1):
        if width is not None and margin + (len(block) + 1) * (column + 3) + len(say("skip")) + 2 > width:
            blocks.append(block)
            block = []
        block.append(round)
    blocks.append(block)
    parts = [chart.title, *(_block(chart, rounds, widths, margin) for rounds in blocks)]
    return "\n\n".join(parts + (["\n".join(chart.notes)] if chart.notes else [])) + "\n"


def _widths(chart: Chart) -> list[int]:
    cells = [chart.headings, *(cell for row in chart.rows for cell in row.cells)]
    widths = [max(len(cell[i]) for cell in cells) for i in range(len(chart.headings))]
    # space for "round 13" above the columns
    heading = say("round {round}", round=chart.rounds)
    widths[-1] += max(0, len(heading) - sum(widths) - 2 * (len(widths) - 1))
    return widths


def _block(chart: Chart, rounds: list[int], widths: list[int], margin: int) -> str:
    column = sum(widths) + 2 * (len(widths) - 1)
    is_skip = [r == chart.skip for r in rounds]
    skip = say("skip")

    def line(label: str, cells: list[str], mark: str) -> str:
        marked = [
            cell + (f" {mark:^{len(skip)}} " if after else " ") for cell, after in zip(cells, is_skip, strict=True)
        ]
        return f"{label:>{margin}} | " + "| ".join(marked).rstrip()

    def spread(cell: tuple[str, ...]) -> str:
        return "  ".join(f"{text:>{w}}" for text, w in zip(cell, widths, strict=True))

    def mark(row: ChartLine) -> str:
        return "" if row.is_stand else skip

    lines = [
        line("", [f"{say('round {round}', round=r):^{column}}" for r in rounds], ""),
        line(say("table"), [spread(chart.headings)] * len(rounds), ""),
    ]
    ruler = "-" * margin + "-+" + "-" * (max(map(len, lines)) - margin - 2)
    lines.append(ruler)
    lines += [line(row.label, [spread(row.cells[r - 1]) for r in rounds], mark(row)) for row in chart.rows]
    return "\n".join(text.rstrip() for text in lines)
