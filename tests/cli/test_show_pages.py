"""`show` as Markdown and as a page: read back by an independent reader, cell by cell, they are the schedule."""

import re
from html.parser import HTMLParser

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.cli.chart_markup import html_page, markdown_page
from byestand.flow.chart import ChartLine, LineKind
from byestand.sentences.charts import Chart
from byestand.sentences.instructions import Instructions
from tests.support.pdf_reader import as_typed

NAMES = ("W1812", "M0808R", "H0608", "R1111")


class Table(HTMLParser):
    """The cells of a page's table, row by row, and every tag that was left open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"th", "td"} & set(self.open):
            self.rows[-1][-1] += data


def boards_by_table(name: str) -> dict[int, list[str]]:
    groups = find(name, boards_per_round=2).groups.T.tolist()
    return {t: [f"{2 * g - 1}-{2 * g}" for g in column] for t, column in enumerate(groups, start=1)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("to", ["markdown", "html"])
def test_pages_read_back_are_the_schedule(name: str, to: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["show", name, "--format", to, "--boards-per-round", "2"]) == 0
    page = capsys.readouterr().out
    if to == "html":
        table = Table(page)
        assert table.open == []
        rows = table.rows
    else:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    found = {int(row[0]): [as_typed(cell) for cell in row[1:]] for row in rows if row[0].isdigit()}
    wanted = boards_by_table(name)
    assert found.keys() == wanted.keys()
    for table_number, cells in wanted.items():
        assert [re.split(r"[^\d-]+", cell)[-1] for cell in found[table_number]] == cells


def test_what_a_file_is_called_is_never_taken_for_markup() -> None:
    title = "<script>*_[x](y)|`"
    chart = Chart(
        title, ("NS", "boards"), (ChartLine(LineKind.TABLE, 1, (("a|b", "<i>"),), label="<1>"),), 1, 0, ("# note",)
    )
    parts = (Instructions("<h>", ("- *one*",)),)
    assert "<script>" not in html_page(chart, parts)
    assert "&lt;script&gt;*_[x](y)|`" in html_page(chart, parts)
    assert "\\<script\\>\\*\\_\\[x\\](y)\\|\\`" in markdown_page(chart, parts)
