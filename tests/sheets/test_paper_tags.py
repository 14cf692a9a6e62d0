"""Tags for screen readers in tables on printed pages: the header cells."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from byestand.catalog import find
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.result_sheets import ranking_booklet
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import render_booklet
from tests.support.long_names import with_long_names
from tests.support.scored_book import book
from tests.support.sections import session


def tables_in(pdf: bytes) -> list[list[str]]:
    """Return the kinds of the cells of every table, by the tags of a document."""
    catalog: Any = PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    root = catalog["/StructTreeRoot"]
    return [
        [kind for kind, _ in _below(table) if kind in ("/TH", "/TD")]
        for kind, table in _below(root)
        if kind == "/Table"
    ]


def _below(node: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - whatever a pdf has
    children = node.get("/K", [])
    for child in children if isinstance(children, list) else [children]:
        inner = child.get_object() if hasattr(child, "get_object") else child
        if isinstance(inner, dict):
            yield str(inner.get("/S", "")), inner
            yield from _below(inner)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["W0806ER", "R0505"])
def test_every_table_on_paper_has_heads(name: str) -> None:
    here = session(find(name), 2)
    order = PrintOrder(here, tuple(sheet for sheet, about in SHEETS.items() if about.usual))
    tables = tables_in(render_booklet(booklet(order)).files[0])
    assert tables
    assert all("/TH" in cells for cells in tables)


def test_start_lists_stand_cards_and_rankings_have_heads() -> None:
    where = PrintOrder(session(find("W1813"), 2), ("stands", "boarding"))
    people = PrintOrder(type(where.session)((with_long_names("W0605"),)), ("start",))
    for made in (booklet(where), booklet(people), ranking_booklet(book("M0303"))):
        tables = tables_in(render_booklet(made).files[0])
        assert tables
        assert all("/TH" in cells for cells in tables)
