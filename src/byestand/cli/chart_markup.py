"""The chart and the instructions for a club's web site: as Markdown, and as one self-contained page of HTML."""

from collections.abc import Iterator, Sequence
from html import escape

from byestand.flow.chart import ChartLine
from byestand.language import current_language, say
from byestand.sentences.charts import Chart
from byestand.sentences.instructions import Instructions
from byestand.sentences.text_layout import typeset

STYLE = (
    "body{font:16px/1.5 'Source Sans 3','Segoe UI',system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{border:1px solid #767676;padding:.2em .5em;text-align:center;white-space:nowrap}"
    ".stand{font-size:.85em}.skip{border-left:4px solid #000}"
    "@media(prefers-color-scheme:dark){body{background:#121212;color:#eee}.skip{border-left-color:#fff}}"
)


def markdown_page(chart: Chart, parts: Sequence[Instructions]) -> str:
    """Return everything as Markdown: a heading, the chart as a table, and the instructions as lists."""
    return "\n".join(_markdown(chart, parts)) + "\n"


def _markdown(chart: Chart, parts: Sequence[Instructions]) -> Iterator[str]:
    yield f"# {_plain(chart.title)}"
    yield ""
    headings = (say("Table"), *_round_headings(chart))
    yield f"| {' | '.join(map(_plain, headings))} |"
    yield "|--:|" + ":-:|" * chart.rounds
    for row in chart.rows:
        yield f"| {_plain(row.label)} | " + " | ".join(_plain(" · ".join(filter(None, c))) for c in row.cells) + " |"
    yield ""
    yield _plain(_cell_note(chart))
    yield from (f"\n{_plain(note)}" for note in chart.notes)
    for part in parts:
        yield f"\n## {_plain(part.heading)}\n"
        yield from (f"- {_plain(line)}" for line in part.lines)


def _round_headings(chart: Chart) -> list[str]:
    return [say("Round {round}", round=round) for round in range(1, chart.rounds + 1)]


def _cell_note(chart: Chart) -> str:
    """Return what a cell of the chart holds."""
    return f"{say('In each cell')}: {', '.join(chart.headings)}."


def _plain(text: str) -> str:
    """Return text with the signs of Markdown escaped."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>|#" else letter for letter in typeset(text))


def html_page(chart: Chart, parts: Sequence[Instructions]) -> str:
    """Return everything as a page of HTML that needs no other file."""
    return "\n".join(_html(chart, parts)) + "\n"


def _html(chart: Chart, parts: Sequence[Instructions]) -> Iterator[str]:
    title = _text(chart.title)
    yield f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
    yield f'<div tabindex="0" role="region" aria-label="{_text(say("Schedule"))}">'
    yield f"<table>\n<caption>{_text(_cell_note(chart))}</caption>"
    heads = "".join(
        f'<th scope="col"{_skip(chart, round)}>{_text(heading)}</th>'
        for round, heading in enumerate(_round_headings(chart), start=1)
    )
    yield f'<thead><tr><th scope="col">{_text(say("Table"))}</th>{heads}</tr></thead>\n<tbody>'
    yield from (_html_row(chart, row) for row in chart.rows)
    yield "</tbody>\n</table>\n</div>"
    yield from (f"<p>{_text(note)}</p>" for note in chart.notes)
    for part in parts:
        lines = "".join(f"<li>{_text(line)}</li>" for line in part.lines)
        yield f"<h2>{_text(part.heading)}</h2>\n<ul>{lines}</ul>"
    yield "</main>\n</body>\n</html>"


def _html_row(chart: Chart, row: ChartLine) -> str:
    cells = []
    for round, (*labels, boards) in enumerate(row.cells, start=1):
        pairs = f"<b>{_text(' · '.join(filter(None, labels)))}</b> " if any(labels) else ""
        cells.append(f"<td{_skip(chart, round)}>{pairs}{_text(boards)}</td>")
    stand = ' class="stand"' if row.is_stand else ""
    return f'<tr{stand}><th scope="row">{_text(row.label)}</th>{"".join(cells)}</tr>'


def _skip(chart: Chart, round: int) -> str:
    return ' class="skip"' if chart.skip and round == chart.skip + 1 else ""


def _text(text: str) -> str:
    return escape(typeset(text))
